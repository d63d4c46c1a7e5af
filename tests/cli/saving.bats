#!/usr/bin/env bats
# --save and --save-every: what a run saves at its end and on its way, and that nothing is lost with it.
#
# Promise: --save and --save-every continue to the same bits, after a kill too. Measured: 200 kills and 200 stops.
# Also kept by cli/frames.bats, fault/kills_full.bats.

load common

setup() {
    enter_empty_folder
    cat >scene.json <<'JSON'
{"table": {"width": 12, "height": 7}, "restitution": {"ball": 0.95, "wall": 0.9}, "k": 500,
 "dt": 0.005, "steps": 1000, "every": 10,
 "balls": [{"x": 2, "y": 3.5, "vx": 9, "vy": 0.3, "r": 0.5},
           {"rack": "triangle", "rows": 4, "x": 6, "y": 3.5, "r": 0.5, "gap": 0.01}]}
JSON
}

# The saved step and the steps left of a state.
saved() {
    json_value "$1" '"$_->{start}{step} $_->{steps}\n"'
}

@test "after a stop that was met the state has the steps of the whole run, else what is left" {
    echo '{"table": {"width": 9, "height": 9}, "duration": 20, "frame": 0.5, "stop": "rest", "defaults": {"r": 0.5, "friction": 1},
        "balls": [{"x": 2, "y": 2, "vx": 3}, {"x": 5, "y": 5}]}' >shot.json
    for integrator in event impulse; do
        "$sim" -q -i $integrator -o /dev/null --save state.json --summary summary.json shot.json
        read -r step left < <(saved state.json)
        equal "$(json_value summary.json '$_->{ended}') $(json_value summary.json '$_->{steps}')" "stop $step"
        equal "$left" "$(json_value summary.json '$_->{steps_wanted}')"
        for shot in 1 2 3 4 5; do # each shot has as long
            "$sim" -q -o /dev/null --save state.json --summary summary.json -s balls.0.vx=3 state.json
            equal "$(json_value summary.json '$_->{ended}')" stop
        done
    done
    "$sim" -q -o /dev/null --save state.json -s stop=hits:9 -s duration=3.5 shot.json
    "$sim" -q -o /dev/null --save state.json -s stop=hits:9 state.json
    equal "$(saved state.json)" "14 7"
}

@test "--save-every changes no byte of the outputs" {
    for integrator in $(integrators); do
        "$sim" -i "$integrator" -o wanted --events wanted.log --save wanted.json scene.json
        "$sim" -i "$integrator" -o found --events found.log --save found.json --save-every 73 scene.json
        cmp wanted found
        cmp wanted.log found.log
        cmp wanted.json found.json
    done
}

@test "what was saved on the way finishes the run" {
    for integrator in $(integrators); do
        # The reader goes away when the run is half done.
        "$sim" -q -i "$integrator" --save-every 64 --save state.json -s steps=1000000000 scene.json | head -n 2000 >part.csv
        read -r step left < <(saved state.json)
        equal "$((step % 64))" 0
        equal "$((step + left))" 1000000000
        "$sim" -q -n 100 state.json >rest.csv
        "$sim" -q -i "$integrator" -n $((step + 100)) scene.json | awk -F, -v step="$step" 'NR == 1 || $1 >= step' | cmp - rest.csv
    done
}

@test "the manual's way to continue a killed run" {
    # As after a kill in the middle of a row: the file holds more than was saved.
    manual=$root/man/billiard-sim.1
    sed -n '/^\$ step=/,/^\.Ed/s/^\$ //p' "$manual" | sed "s|billiard-sim |'$sim' |" >commands
    equal "$(grep -c '' commands)" 3
    for start in 0 3000000000; do # some awks print numbers beyond 2^31 with six digits
        "$sim" -s start.step=$start -n 300 -o /dev/null --save state.json -s steps=300 scene.json
        sed -i 's/"steps": 300/"steps": 700/' state.json
        "$sim" -s start.step=$start -n 470 scene.json | head -c -20 >part.csv
        bash -e commands
        "$sim" -s start.step=$start scene.json | cmp all.csv -
    done
}

@test "a stopped run saves what is left, a complete one as many steps again" {
    "$sim" -q --save state.json -o /dev/null scene.json
    equal "$(saved state.json)" "1000 1000"
    killed INT 0.06 -i impulse -n 9007199254740992 -e 1000000 -o /dev/null --save state.json scene.json
    read -r step left < <(saved state.json)
    [ "$step" -gt 0 ]
    equal "$((step + left))" 9007199254740992
}

@test "the last state of the longest run is a scene, too" {
    local scene='{"table":{"width":1,"height":1},"dt":1,"steps":4,"start":{"step":9007199254740988},"balls":[]}'
    "$sim" -o /dev/null --save state.json <<<"$scene"
    "$sim" --check state.json
    equal "$(saved state.json)" "9007199254740992 0"
    "$sim" -o /dev/null --save state.json -d 1e60 -n 1 --set start.step=0 <<<"$scene"
    "$sim" --check state.json
    equal "$(saved state.json)" "1 0" # two such steps would end after 1e60
    "$sim" -o /dev/null --save state.json -d 5e59 -n 1 --set start.step=0 <<<"$scene"
    "$sim" --check state.json
    equal "$(saved state.json)" "1 1"
}

@test "a run that fails keeps the last good state" {
    cat >collapse.json <<'JSON'
{"table": {"width": 100, "height": 3}, "restitution": {"ball": 0.02, "wall": 1}, "dt": 0.5, "steps": 100,
 "balls": [{"x": 10, "y": 1, "vx": 1, "r": 1}, {"x": 13, "y": 1, "r": 1}, {"x": 17, "y": 1, "vx": -1, "r": 1}]}
JSON
    simulate -q --save-every 1 --save state.json -o out.csv collapse.json
    equal "$status" 1
    equal "$(saved state.json)" "3 97"
    equal "$(tail -n 1 out.csv.partial | cut -d, -f1)" 3
    equal "$(simulate -q -n 0 -e 1 state.json; tail -n 3 <<<"$output")" "$(tail -n 3 out.csv.partial)"
}

@test "a state cannot be saved again and again to standard output, or to nothing" {
    fails 2 'billiard-sim: --save-every: needs --save FILE*' --save-every 10 scene.json
    fails 2 'billiard-sim: --save-every: needs --save FILE, where FILE is not standard output*' --save-every 10 -o /dev/null --save - scene.json
    fails 2 'billiard-sim: --save-every: needs --save FILE*' --save-every 10 -o /dev/null --save /dev/stdout scene.json
    for k in 0 -1 1.5 1e3 many '' 9007199254740993; do
        fails 2 'billiard-sim: --save-every: must be an integer from 1 to 2^53, found *' --save-every "$k" \
            --save state.json scene.json
    done
}

@test "a state that cannot be replaced ends the run" {
    mkdir folder
    simulate --save-every 10 --save folder/state.json -o out.csv scene.json
    equal "$status" 0
    equal "$(ls -A folder)" state.json
    fails 5 'billiard-sim: cannot create absent/state.json: no such folder' --save-every 10 --save absent/state.json -o out2.csv scene.json
    simulate --save-every 10 --save /dev/full -o out2.csv scene.json
    equal "$status" 5
    like "$stderr" 'billiard-sim: /dev/full: cannot write: No space left on device'
    [ ! -e out2.csv ]
}

# bats test_tags=full
@test "balls that met at e = 0 after 1e5 radii, in any direction, are saved as a scene that is accepted" {
    for angle in $(seq 3 17 360); do
        awk -v angle="$angle" 'BEGIN {
            c = cos(angle * 3.14159265 / 180); s = sin(angle * 3.14159265 / 180); d = 1e5; w = 2e5; off = angle % 7 / 4 - 0.8
            printf "{\"table\": {\"width\": 4e5, \"height\": 4e5}, \"restitution\": 0, \"dt\": 1.2e5, \"steps\": 1, \"balls\": ["
            printf "{\"x\": %.17g, \"y\": %.17g, \"vx\": %.17g, \"vy\": %.17g, \"r\": 1, \"m\": 1}, ", w + d * c, w + d * s, -c, -s
            printf "{\"x\": %.17g, \"y\": %.17g, \"r\": 1, \"m\": 1}]}\n", w - off * s, w + off * c }' >far.json
        simulate -q -o /dev/null --save saved.json --summary summary.json far.json
        equal "$status" 0
        like "$(cat summary.json)" '*"ball":[1-9]*'
        simulate -q -o /dev/null -n 3 saved.json
        equal "$status" 0
        equal "$stderr" ""
    done
}

# Balls that do not meet those of other lines: one that never collides; a first collision with a wall, with a ball at
# rest, with a fixed ball, with a line, each before and after the middle of the run; a ball that collides at the start,
# and one that collides with a wall, and then with a ball at rest.
lanes() {
    cat <<'JSON'
{"table": {"width": 20, "height": 60}, "restitution": 0.5, "contact_time": 0.5, "dt": 0.001, "steps": 800, "every": 50,
 "k": 50000, "defaults": {"r": 1, "m": 1}, "obstacles": [{"line": [12, 44, 12, 52], "e": 0.25}],
 "balls": [{"x": 10, "y": 2, "vx": 1}, {"x": 18, "y": 5, "vx": 5}, {"x": 16, "y": 8, "vx": 5},
           {"x": 5, "y": 11, "vx": 5}, {"x": 8, "y": 11}, {"x": 5, "y": 14, "vx": 5}, {"x": 10, "y": 14},
           {"x": 5, "y": 17, "vx": 5}, {"x": 8, "y": 17, "fixed": true},
           {"x": 5, "y": 20, "vx": 5}, {"x": 10, "y": 20, "fixed": true},
           {"x": 4, "y": 23, "vx": 1}, {"x": 6, "y": 23}, {"x": 8.3, "y": 23},
           {"x": 17.5, "y": 26, "vx": 9}, {"x": 15.4, "y": 26, "vx": 4},
           {"x": 10.2, "y": 45, "vx": 4}, {"x": 8, "y": 49, "vx": 6}]}
JSON
}

# Runs lanes.json with the options given in pieces that end after the steps given: rest.csv, rest.log and rest.json are
# those of the last piece.
in_pieces() {
    local last=$1 from=lanes.json before=0 cut
    shift
    for cut in $last 800; do
        simulate -q -n $((cut - before)) -o rest.csv --events rest.log --save rest.json "$@" $from
        equal "$status" 0
        mv rest.json saved.json
        from=saved.json before=$cut
        set --
    done
}

@test "balls that stick to walls, lines and each other long after time 0, and tiny ones, are saved as scenes that continue" {
    for run in '0.05 10000000' '0.001 1000000' '1e-8 0'; do
        read -r r start <<<"$run"
        echo '{"table": {"width": 3, "height": 2}, "restitution": {"wall": 0}, "start": {"step": '"$start"'}, "dt": 1, "steps": 60,
               "defaults": {"r": '"$r"'}, "obstacles": [{"line": [0, 0.08, 3, 0.13]}],
               "balls": [{"x": 0.7, "y": 0.9, "vx": 0.13, "vy": -0.31}, {"x": 1.3, "y": 1.5, "vx": -0.22, "vy": 0.29},
                         {"x": 1.9, "y": 0.4, "vx": 0.37, "vy": 0.11}, {"x": 2.5, "y": 1.1, "vx": -0.19, "vy": -0.41}]}' >sticky.json
        "$sim" sticky.json >whole.csv
        for steps in 1 7 20 33 60; do
            "$sim" -q -n $steps -o /dev/null --save state.json sticky.json
            "$sim" -q -n $((60 - steps)) state.json >rest.csv
            awk -F, -v step=$((start + steps)) 'NR == 1 || $1 >= step' whole.csv | cmp - rest.csv
        done
    done
}

@test "how far balls may overlap, or extend beyond the table, that have collided and that have not" {
    echo '{"table": {"width": 10, "height": 5}, "dt": 1, "steps": 1, "defaults": {"r": 0.5, "hit": true},
           "balls": [{"x": 0.5, "y": 2}, {"x": 1.5, "y": 2}]}' >hit.json
    "$sim" --check -s balls.0.x=0.4999996 -s balls.1.x=1.4999992 hit.json
    fails 3 '*: error: balls.0: extends 6e-7 beyond the left wall, after --set *' -s balls.0.x=0.4999994 hit.json
    fails 3 '*: error: balls.1: overlaps balls.0 by 6e-7, after --set *' -s balls.1.x=1.4999994 hit.json
    fails 3 '*: error: balls.0: extends 6e-10 beyond the left wall, after --set *' -s defaults.hit=false -s balls.0.x=0.4999999994 hit.json
    fails 3 '*: error: balls.1: overlaps balls.0 by 6e-10, after --set *' -s defaults.hit=false -s balls.1.x=1.4999999994 hit.json
}

# bats test_tags=full
@test "whether a ball has collided is saved: contact_time means the same in a run in pieces, whenever it starts" {
    local integrator start periodic cuts cuts_of last
    lanes >lanes.json
    for integrator in $(integrators); do
        cuts_of=("1 400")
        for start in 0 1000; do
            # a half of them from each start, in `make test-full` all from both
            [ "$integrator" != event ] || cuts_of=(0 400 "1 250 500 750")
            [ "$integrator$start" != event1000 ] || cuts_of=(1 799 "1 400" "400 401")
            [ "$integrator" != event ] || [ -z "${TEST_FULL-}" ] || cuts_of=("1 400" 0 1 400 799 "400 401" "1 250 500 750")
            for periodic in false '"y"'; do
                [ "$start$periodic" = 0false ] || [ "$start$periodic" = '1000"y"' ] || [ -n "${TEST_FULL-}" ] || continue
                set -- -i "$integrator" -s "start.step=$start" -s "table.periodic=$periodic"
                simulate -q -o all.csv --events all.log --save all.json "$@" lanes.json
                equal "$status" 0
                for cuts in "${cuts_of[@]}"; do
                    in_pieces "$cuts" "$@"
                    last=$((start + ${cuts##* }))
                    equal "$(tail -n +2 rest.csv)" "$(awk -F, -v last=$last 'NR > 1 && $1 >= last' all.csv)"
                    equal "$(grep -v '"steps"' saved.json)" "$(grep -v '"steps"' all.json)"
                    [ "$integrator" != event ] ||
                        equal "$(cut -d, -f1,3- rest.log)" "$(awk -F, -v t="$last" 'NR == 1 || $1 > t / 1000 || t % 1000 == 0' all.log | cut -d, -f1,3-)"
                done
            done
        done
    done
}

@test "a hit exactly contact_time after the last has the restitution of any other" {
    echo '{"table": {"width": 4, "height": 4}, "restitution": 0.5, "dt": 0.5, "steps": 8,
      "balls": [{"x": 2, "y": 2, "vx": -6, "r": 0.5}]}' >ball.json
    for run in 1:-6,-3,-1.5 1.0000000000000002:-6,-3,-3; do # hits at t = 0.25, 1.25 and later
        "$sim" -q -s contact_time=${run%:*} -o /dev/null --events hits ball.json
        equal "$(awk -F, 'NR > 1 && NR < 5 { print $10 }' hits | paste -sd,)" "${run#*:}"
    done
}

@test "a first collision is not one that follows another, whatever the first step" {
    lanes >lanes.json
    for start in 0 1000; do
        in_pieces "20 40" -s start.step=$start
        equal "$(awk -F, '$4 == 1 || $4 == 3 || $4 == 7 { print $3, $11 }' rest.log | sort)" $'ball 3.75\nball 7.5\nright 7.5'
    done
}

@test "a ball that has collided at the start has done so then, as hit says" {
    local scene='{"table": {"width": 10, "height": 10}, "dt": 0.001, "steps": 600, "restitution": 0.5, "contact_time": 0.5,
        "start": {"step": 1000}, "balls": [{"x": 8, "y": 5, "vx": 5, "r": 1, "m": 1}]}' set
    for set in 7.5:false 10:true; do
        simulate -q -o /dev/null --events - -s "balls.0.hit=${set#*:}" - <<<"$scene"
        equal "$status" 0
        equal "$(awk -F, 'NR == 2 { print $11 }' <<<"$output")" "${set%:*}"
    done
}

@test "a run in pieces ends with the same inelastic collapse, or with none, also if it begins with collisions" {
    local start v ends cut wanted
    for start in 0 1; do
        while read -r v ends; do
            cat >scene.json <<JSON
{"table": {"width": 40, "height": 4}, "dt": 6e-12, "steps": 200, "restitution": 0.01, "start": {"step": $start}, "defaults": {"r": 1, "m": 1},
 "balls": [{"x": 10, "y": 2, "vx": 1}, {"x": 12, "y": 2}, {"x": 14.00000000003, "y": 2}, {"x": 16.00000000003, "y": 2, "vx": $v}]}
JSON
            simulate -q -o /dev/null scene.json
            equal "$status" "$ends"
            wanted=$stderr
            for cut in 0 1 2 3; do
                simulate -q -n $cut -o /dev/null --save saved.json scene.json
                equal "$status" 0
                simulate -q -n 200 -o /dev/null saved.json
                equal "$status" "$ends"
                equal "$stderr" "$wanted"
            done
        done <<'TEXT'
-1 1
-0.5 1
0 0
TEXT
    done
}

@test "where all balls are in pockets, or fixed, a periodic run continues to the same saved state" {
    local ball
    for ball in '"vx": 1' '"fixed": true'; do
        cat >still.json <<JSON
{"table": {"width": 6, "height": 6, "periodic": true}, "obstacles": [{"pocket": [4, 3, 1]}], "dt": 10, "steps": 8,
 "balls": [{"x": 1, "y": 3, "r": 0.5, $ball}]}
JSON
        simulate -q -o /dev/null --save whole.json still.json
        equal "$status" 0
        simulate -q -o /dev/null -n 5 --save part.json still.json
        simulate -q -o /dev/null -n 3 --save rest.json part.json
        equal "$status" 0
        equal "$(grep -v '"steps"' rest.json)" "$(grep -v '"steps"' whole.json)"
    done
}

@test "on a periodic table turns are saved, also along one axis only, and continue to the same bytes" {
    cat >turning.json <<'JSON'
{"table": {"width": 6, "height": 5, "periodic": true}, "dt": 0.01, "steps": 1600, "every": 80, "k": 20,
 "balls": [{"x": 1, "y": 1, "vx": 3, "r": 0.3}, {"x": 4, "y": 3.3, "vy": -2, "r": 0.4}, {"x": 3, "y": 1.6, "vx": -1, "vy": 1, "r": 0.3}]}
JSON
    for integrator in $(integrators); do
        simulate -q -i "$integrator" -o all.csv turning.json
        equal "$status" 0
        simulate -q -i "$integrator" -n 800 -o /dev/null --save saved.json turning.json
        equal "$status" 0
        grep -qF '"image"' saved.json
        simulate -q -n 800 -o rest.csv saved.json
        equal "$status" 0
        equal "$(grep -v '^step' rest.csv)" "$(awk -F, 'NR > 1 && $1 >= 800' all.csv)"
    done
    simulate -q -s balls.0.x=-59 -s 'balls.1={"x": 3, "y": 71, "r": 0.4}' -s 'balls.2={"x": 69, "y": 70, "r": 0.3}' -n 0 --save saved.json -o /dev/null turning.json
    equal "$status" 0
    equal "$(grep -o '"image": [^]]*]' saved.json)" $'"image": [-10, 0]\n"image": [0, 14]\n"image": [11, 14]'
    # A turn that an override adds stays when another has the balls start anew.
    simulate -q -n 1 -o /dev/null --save saved.json turning.json
    simulate -q -s 'balls.0.image=[2, 0]' -s balls.0.vx=1 -n 0 -o /dev/null --save next.json saved.json
    equal "$(grep -o '"image": [^]]*]' next.json)" '"image": [2, 0]'
}

@test "the next shot: a ball at rest is saved where it is, and what changes the motion starts at the start" {
    "$sim" -q -o last.csv --save rest.json -s duration=60 -s frame=0.1 "$root/scenes/cloth.json"
    equal "$(grep -c '"trajectories"' rest.json || true)" 0
    # the balls are where the last frame has them, and start there
    "$sim" -q -s duration=1 -s frame=1 -s balls.0.speed=1 -s balls.0.angle=30 rest.json >next.csv
    cmp <(tail -n 16 last.csv | cut -d, -f3-5) <(sed -n 2,17p next.csv | cut -d, -f3-5)
    equal "$(sed -n 2p next.csv | cut -d, -f1-3)" 0,0,0
    # while balls move: where the last frame has them
    equal "$(sed -n 's/^    {"x": \([^,]*\), "y": \([^,]*\), "vx": \([^,]*\), "vy": \([^,]*\), .*/\1,\2,\3,\4/p' rest.json)" \
        "$(tail -n 16 last.csv | cut -d, -f4-7)"
    "$sim" -q -n 30 -d 0.03 -o moving.csv --save moving.json "$root/scenes/cloth.json"
    for change in "-s balls.3.vx=0.5" "-s balls.*.friction=1" "-i impulse" "-d 0.01" "-s duration=1"; do
        # shellcheck disable=SC2086
        "$sim" -q $change moving.json >next.csv
        cmp <(tail -n 16 moving.csv | cut -d, -f3-5) <(sed -n 2,17p next.csv | cut -d, -f3-5)
    done
    equal "$(sed -n 2p next.csv | cut -d, -f1-3)" 0,0,0
    "$sim" -q -n 1 -d 1 -o /dev/null --save falling.json "$root/scenes/falling.json"
    equal "$("$sim" -q -s 'gravity=[0,-5]' -n 0 falling.json)" "$("$sim" -q -n 0 falling.json)"
    # a ball that rubs on the wall on which it lies
    echo '{"table": {"width": 40, "height": 4}, "gravity": [0.3, -1], "mu": 0.5, "restitution": 0, "dt": 1, "steps": 3,
           "balls": [{"x": 1, "y": 0.5, "r": 0.5, "m": 1}]}' >lies.json
    "$sim" -q -o lies.csv --save lying.json lies.json
    for change in mu=0 mu.wall=0.1 'mu=[0.1, 0.1, 3]'; do
        "$sim" -q -n 1 -s "$change" lying.json >next.csv
        equal "$(sed -n 2p next.csv)" "$(tail -n 1 lies.csv)"
    done
    # what is put in a ball's way was not there before, and a ball that is placed is there at the start
    printf '{"table": {"width": 20, "height": 4}, "dt": 1, "steps": 5,
             "balls": [{"x": 1, "y": 2, "vx": 1, "r": 0.2}, {"x": 15, "y": 3, "r": 0.2}]}' >way.json
    "$sim" -q -o way.csv --save way.json way.json
    for change in -sballs.1.x=3 '-sballs.1={"x": 3, "y": 2, "r": 0.2}' '-sobstacles=[{"line": [3, 1, 3, 3]}]' -stable.height=9; do
        "$sim" -q -n 2 "$change" -o next.csv --events events.csv way.json
        equal "$(wc -l <events.csv)" 1
        grep -q '^7,7,0,8,2,1,0$' next.csv
    done
    "$sim" -q -n 0 -s balls.0.x=8 way.json | grep -q '^5,5,0,8,2,1,0$'
    # what changes nothing keeps every bit
    "$sim" -q moving.json >next.csv
    "$sim" -q -i event moving.json | cmp - next.csv
}

@test "a ball at rest does not meet one that passed there before it came" {
    # Ball 0 crosses the seam; ball 1 comes to rest on its way two seconds later.
    for motion in '"friction": 1' '"friction": 1, "sliding": 9, "spin": "rolling"'; do
        echo '{"table": {"width": 10, "height": 10, "periodic": "x"}, "dt": 0.5, "steps": 10, "defaults": {"r": 0.1},
               "balls": [{"x": 9, "y": 5, "vx": 2, '"$motion"'},
                         {"x": 9.6, "y": 8, "vy": -2.449489742783178, '"$motion"'}]}' >scene.json
        "$sim" -q -n 20 -o whole.csv scene.json
        "$sim" -q -o first.csv --save saved.json scene.json
        "$sim" -q -o rest.csv --events events.csv saved.json
        [ "$(wc -l <events.csv)" = 1 ]
        tail -n +4 rest.csv | cmp - <(tail -n 20 whole.csv)
    done
}

@test "a ball that spins in place keeps every bit, and where it is at the next shot" {
    echo '{"table": {"width": 3, "height": 2}, "dt": 0.01, "steps": 40,
           "defaults": {"r": 0.03, "m": 0.17, "sliding": 2, "friction": 0.1, "pivoting": 0.3},
           "balls": [{"x": 1, "y": 1, "vx": 1}, {"x": 2, "y": 1, "spin": [0, 0, 20.3]}]}' >spin.json
    "$sim" -q -o whole.csv spin.json
    "$sim" -q -n 17 -o first.csv --save spun.json spin.json
    "$sim" -q -n 23 -o second.csv spun.json
    cmp whole.csv <(cat first.csv; tail -n +4 second.csv)
    # another ball is struck: this one spins on, 10 units of spin slower in each of time
    "$sim" -q -n 1 -s balls.0.speed=2 -s balls.0.angle=90 -s 'balls.0.spin=[0,0,0]' spun.json >next.csv
    equal "$(sed -n '3p; 5p' next.csv)" "$(sed -n '37p; 39p' whole.csv)"
    equal "$(sed -n 2p next.csv | cut -d, -f3-7)" "$(sed -n 36p whole.csv | cut -d, -f3-5),0,2"
}

@test "where a ball comes to rest depends on no log and on no frame" {
    # at rest by rounding in the frame at 1.5, and at its place an instant later
    echo '{"table": {"width": 6, "height": 6}, "dt": 0.1, "steps": 40,
           "balls": [{"x": 1.048, "y": 1.454, "r": 0.25, "friction": 0.1, "speed": 0.15000000000000002, "angle": 60}]}' >scene.json
    "$sim" -q -o plain.csv scene.json
    "$sim" -q -o logged.csv --summary out.json --energy energy.csv scene.json
    cmp plain.csv logged.csv
    "$sim" -q -o half.csv -s every=2 scene.json
    cmp half.csv <(awk -F, 'NR == 1 || $1 % 2 == 0' plain.csv)
}

@test "a spin of -0 is read as it was printed and saved" {
    echo '{"table": {"width": 4, "height": 3}, "dt": 0.1, "steps": 40,
           "balls": [{"x": 1, "y": 1, "r": 0.25, "speed": 1.3, "angle": 180, "tip": [0, 0]},
                     {"x": 3, "y": 2, "r": 0.25, "vx": -1.1, "vy": 0.7}]}' >scene.json
    "$sim" -q -o whole.csv scene.json
    "$sim" --print-scene scene.json | "$sim" -q -o printed.csv
    cmp whole.csv printed.csv
    "$sim" -q -n 17 -o first.csv --save saved.json scene.json
    "$sim" -q -n 23 -o second.csv saved.json
    cmp whole.csv <(cat first.csv; tail -n +4 second.csv)
    # a hit without friction of two balls leaves none, whichever of them comes first
    echo '{"table": {"width": 4.2, "height": 5.468}, "dt": 0.26419517545652516, "steps": 8,
           "balls": [{"x": 2.21, "y": 4.059950798285531, "r": 0.29454043125156765, "vy": -1.95, "spin": [-0.0, 3.1218886067837897, -2.927526892516569]},
                     {"x": 1.17, "y": 2.57, "r": 0.32}, {"x": 0.9692169194361795, "y": 1.5780193654958925, "r": 0.29454043125156765,
                      "speed": 2.19, "angle": 67.33618526543461}]}' >scene.json
    "$sim" -q -o whole.csv scene.json
    "$sim" -q -n 1 -o first.csv --save saved.json scene.json
    "$sim" -q -n 7 -o second.csv saved.json
    cmp whole.csv <(cat first.csv; tail -n +5 second.csv)
}

@test "fifty shots in a row, each from the state that the last one saved, also with one process" {
    scene=$root/scenes/cloth.json
    clock=(-q -o /dev/null -s duration=60 -s frame=0.1)
    coproc game { "$sim" "${clock[@]}" --batch - --save - "$scene"; }
    balls=
    for shot in {1..50}; do
        aim=("balls.0.speed=$((1 + shot % 4))" "balls.0.angle=$((77 * shot))")
        "$sim" "${clock[@]}" --save state.json "${aim[@]/#/-s}" "$scene"
        scene=state.json
        printf '%s%s\t%s\n' "$balls" "${aim[@]}" >&"${game[1]}"
        read -r state <&"${game[0]}"
        balls="balls=${state#*'"balls": '}"
        balls=${balls%'}'}$'\t'
    done
    equal "$(sed -n '/"balls"/,$p' state.json | tr -d '\n ')" "\"$(tr -d ' \t' <<<"${balls/=/\":}")}"
}

@test "whole balls take the place of those of a state, also where one still spins" {
    echo '{"table": {"width": 2.54, "height": 1.27}, "duration": 20, "frame": 0.1, "stop": "rest",
      "defaults": {"r": 0.028575, "m": 0.17, "friction": 0.1, "sliding": 1.96, "pivoting": 0.6},
      "balls": [{"x": 0.6, "y": 0.635, "vx": 0.5}, {"x": 1.2, "y": 0.6, "spin": [0, 0, 300]}]}' >spins.json
    "$sim" -q -o /dev/null --save state.json spins.json
    grep -q '"trajectories"' state.json
    step=$(sed -n 's/.*"step": \([0-9]*\).*/\1/p' state.json)
    balls='balls=[{"x":1,"y":1,"speed":1,"r":0.03,"friction":0.1,"sliding":2,"pivoting":0.6},{"x":2,"y":1,"r":0.03,"friction":0.1,"sliding":2,"pivoting":0.6}]'
    "$sim" -q -s "$balls" state.json | sed -n 2p | grep -q "^$step,[0-9.]*,0,1,1,1,0,"
    "$sim" -q -s "$balls" -s duration=1 -s frame=0.1 -o once state.json
    equal "$(sed -n 2p once)" 0,0,0,1,1,1,0,0,0,0
    "$sim" -q -s "$balls" -s duration=1 -s frame=0.1 spins.json | cmp - once
}

# A heap of grains on a floor, a line and an arc, while springs that rub hold it.
heap() {
    cat >heap.json <<'JSON'
{"table": {"width": 4, "height": 6}, "gravity": [0, -1], "mu": 0.5, "restitution": 0.5, "k": 1000, "integrator": "spring-verlet", "dt": 0.0003,
 "steps": 3000, "every": 500, "obstacles": [{"line": [1, 0.2, 3, 0.4]}, {"pocket": [0.2, 0.2, 0.1]}, {"arc": [1, 2, 0.5, 180, 360]}],
 "balls": [{"fill": "random", "count": 40, "r": 0.2, "seed": 8, "region": [0, 1, 4, 6]}]}
JSON
    "$sim" -q -n 13000 -o /dev/null --save state.json heap.json
}

@test "contacts of springs are saved by what they are" {
    heap
    grep -q '^ *\[[0-9]*, "ball", [0-9]*, [^,]*, 0\],$' state.json
    grep -q '^ *\[[0-9]*, "line", 0, [0-9]*, [^,]*, 0\][],}]*$' state.json
    grep -q '^ *\[[0-9]*, "arc", 2, [0-9]*, [^,]*, 0\],$' state.json
    grep -q '^ *\[[0-9]*, "bottom", 0, 0, [^,]*, 0\][],}]*$' state.json
}

@test "a ball that is taken out or put elsewhere takes its contacts along, and the others keep theirs" {
    local ball others
    heap
    ball=$(sed -n 's/^ *\[\([0-9]*\), "ball", .*/\1/p' state.json | tail -n 1)
    contacts() { sed -n 's/^ *\(\[[0-9]*, "[a-z]*", [0-9].*\]\)[],}]*$/\1/p' "$1"; }
    others=$(contacts state.json | grep -v -e "^\[$ball, " -e "\"ball\", $ball, ")
    [ "$(contacts state.json | wc -l)" -gt "$(wc -l <<<"$others")" ]
    for set in x=3.7 r=0.1 'pocketed=1 -s balls.*.vx=0 -s balls.*.vy=0 -s balls.*.spin=[0,0,0]'; do
        # shellcheck disable=SC2086 # the last are several
        "$sim" -q -n 0 -o /dev/null --save next.json -s "balls.$ball."$set state.json
        equal "$(contacts next.json)" "$others"
    done
    for set in "balls.$ball.vx=1" gravity='[0,-2]' mu=0.2 beta=0.5 k_tangential=300 duration=2; do
        "$sim" -q -n 0 -o /dev/null --save next.json -s "$set" -n 0 state.json
        equal "$(contacts next.json)" "$(contacts state.json)"
    done
    for set in table.width=5 'obstacles.0={"line":[1,0.2,3,0.3]}' 'balls.*.y=3.01' integrator=impulse; do
        "$sim" -q -n 0 -o /dev/null --save next.json -i spring -s "$set" state.json
        equal "$(contacts next.json)" ""
    done
    # in the file itself: numbers without their balls, and the numbers of others
    for which in 0,1 -20; do
        perl -MJSON::PP -0777 -ne 'my $s = decode_json($_); splice @{$s->{balls}}, '"$which"'; print encode_json($s)' state.json >less.json
        simulate -q less.json
        equal "$status" 3
        like "$stderr" 'less.json:1:*: error: start.contacts.[0-9]*: names *'
    done
}

@test "a damaged state is refused, or runs: no number of it is taken for an index unchecked" {
    local i
    heap
    "$sim" -q -n 3 -s frame=0.05 -s duration=1 -o /dev/null --save moving.json "$root/scenes/break.json"
    "$sim" -q -s duration=0.6 -s frame=0.6 -o /dev/null --save rolling.json "$root/scenes/cloth.json"
    for state in state.json moving.json rolling.json; do
        for ((i = 0; i < $(runs 12 400); i++)); do
            # one or two of its numbers become others, a row or a ball goes, or two change places
            perl -0777 -pe '
                srand '"$i"';
                my @odd = (-1, 0, 1, 2, 7, 0.5, 1e9, 2**31, 2**32 + 1, 2**53, -1e18, 1e18, 1e60, -1e60, 1e-300);
                for my $time (0 .. int rand 2) {
                    my ($way, @at) = (int rand 3);
                    push @at, $-[0] while ($way ? /^ +[\[{].*,$/mg : /(?<=[ \[])-?[0-9][0-9.e+-]*(?=[],}])/g);
                    next if !@at;
                    pos = $at[rand @at];
                    $way ? s/\G.*\n// : s/\G-?[0-9.e+-]+/$odd[rand @odd]/;
                }' "$state" >damaged.json
            simulate -q -n 20 -o /dev/null damaged.json
            [[ $status = [0136] ]] || { cat damaged.json; echo "status $status: $stderr"; return 1; }
        done
    done
}

# A heap, a crowd on the cloth and a puck that a wall pushes; each state has contacts that last.
@test "a run that is saved inside lasting contacts, and continued, gives the same bytes" {
    cat >scenes <<'JSON'
{"table": {"width": 1.04, "height": 3}, "gravity": [0, -9.81], "restitution": 0.5, "mu": 0.1, "dt": 0.1, "steps": 20, "defaults": {"r": 0.1, "m": 1}, "balls": [{"fill": "random", "count": 10, "speed": 0.5, "seed": 7}]}
{"table": {"width": 0.99, "height": 0.5}, "restitution": 0.27, "mu": 0.2, "dt": 0.02, "steps": 20, "defaults": {"r": 0.02857, "m": 0.17, "friction": 0.19, "sliding": 1.9}, "balls": [{"fill": "random", "count": 60, "speed": 1.8, "seed": 152}]}
{"table": {"width": 20, "height": 2, "motion": {"left": [[0, 0.3, 0]]}}, "restitution": 0.5, "dt": 0.5, "steps": 20, "balls": [{"x": 0.1, "y": 1, "r": 0.1, "m": 2, "friction": 0.5}]}
JSON
    while read -r line; do
        echo "$line" >scene.json
        "$sim" -q -o whole --events whole.log --summary whole.json --save whole.state scene.json
        [ "$(json_value whole.json '$_->{kept}')" -gt 1000 ]
        "$sim" -q -n 13 -o first --events first.log --save half.state scene.json
        "$sim" -q -n 7 -o second --events second.log --save parts.state half.state
        cmp <(tail -n 1 whole) <(tail -n 1 second)
        cmp <(sed -n '2,$p' whole.log | cut -d, -f1,3-) <(sed -s 1d first.log second.log | cut -d, -f1,3-)
        cmp <(tail -n 5 whole.state) <(tail -n 5 parts.state)
    done <scenes
}

@test "a ball at rest that a wall comes to after the state was saved is hit at the same moment" {
    cat >scene.json <<'JSON'
{"table": {"width": 6.08, "height": 3.21, "motion": {"bottom": [[0.222137155518659, -0.120495180291047, 0.41], [0.472137155518659, 0.120495180291047, -0.41], [0.722137155518659, 0, 0]]}},
 "dt": 0.00193, "every": 15, "steps": 300, "balls": [{"x": 3.36, "y": 0.321682339089987, "r": 0.31, "m": 0.264}]}
JSON
    "$sim" scene.json >whole
    for step in 120 125; do
        "$sim" -s steps=$step --save saved -o first scene.json
        "$sim" -s steps=$((300 - step)) -o second saved
        cmp whole <(cat first; grep -v "^step\|^$step," second)
    done
}
