#!/usr/bin/env bats
# --save-every: what a run saves on its way, and that nothing is lost with it.

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
        "$sim" -q -i "$integrator" scene.json >whole.csv
        # The reader goes away when the run is half done.
        "$sim" -q -i "$integrator" --save-every 64 --save state.json -s steps=1000000000 scene.json | head -n 6000 >part.csv
        read -r step left < <(saved state.json)
        equal "$((step % 64))" 0
        equal "$((step + left))" 1000000000
        "$sim" -q -n 100 state.json >rest.csv
        "$sim" -q -i "$integrator" -n $((step + 100)) scene.json | awk -F, -v step="$step" 'NR == 1 || $1 >= step' | cmp - rest.csv
    done
}

@test "the manual's way to continue a killed run" {
    # As after a kill in the middle of a row: the file holds more than was saved.
    "$sim" -n 300 -o /dev/null --save state.json -s steps=300 scene.json
    sed -i 's/"steps": 300/"steps": 700/' state.json
    "$sim" -n 470 scene.json | head -c -20 >part.csv
    manual=$root/man/billiard-sim.1
    sed -n '/^\$ step=/,/^\.Ed/s/^\$ //p' "$manual" | sed "s|billiard-sim |'$sim' |" >commands
    equal "$(grep -c '' commands)" 3
    bash -e commands
    cmp all.csv <("$sim" scene.json)
}

@test "a stopped run saves what is left, a complete one as many steps again" {
    "$sim" -q --save state.json -o /dev/null scene.json
    equal "$(saved state.json)" "1000 1000"
    timeout -s INT 0.2 "$sim" -i impulse -n 9007199254740992 -e 1000000 -o /dev/null --save state.json scene.json || true
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
        fails 2 'billiard-sim: --save-every: must be an integer from 1 to 9007199254740992, found *' --save-every "$k" \
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

@test "a collision at time 0 is remembered: contact_time makes the next one elastic after a restart, too" {
    cat >touching.json <<'JSON'
{"table": {"width": 20, "height": 10}, "dt": 0.0005, "steps": 100, "restitution": 0.5, "contact_time": 0.1,
 "defaults": {"r": 1, "m": 1}, "balls": [{"x": 4, "y": 5, "vx": 1}, {"x": 6, "y": 5}, {"x": 8.001, "y": 5}]}
JSON
    simulate -q -o all.csv touching.json
    equal "$status" 0
    simulate -q -o /dev/null -n 1 --save saved.json touching.json
    equal "$status" 0
    simulate -q -o rest.csv -n 99 saved.json
    equal "$status" 0
    equal "$(tail -n +2 rest.csv)" "$(grep -vE '^(step|0),' all.csv)"
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
}
