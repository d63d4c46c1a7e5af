#!/usr/bin/env bats
# What each option does when all is well.
#
# Promise: what can spoil a result is warned of: long steps, soft springs, few steps per contact, a last state not
# written, keys without effect, laws that pull, jams. Measured: each warning, and silence just below it. Also kept by
# cli/warnings.bats.
#
# Promise: --progress, --verbose and --quiet do what they say. Measured: each line, exactly.

load common

# run_scene ARGUMENT...: a successful, silent run of the small scene.
run_scene() {
    scene >scene.json
    simulate "$@" scene.json
    equal "$status" 0
    equal "$stderr" ""
}

@test "csv on standard output without any option; the scene from standard input, which messages call <stdin>" {
    # csv on standard output without any option
    run_scene
    equal "${lines[0]}" "step,t,ball,x,y,vx,vy"
    equal "${lines[1]}" "0,0,0,2,2,3,0.5"
    equal "${lines[2]}" "0,0,1,4,2.3,0,0"
    like "${lines[3]}" "1,0.01,0,2.03,2.005,3,0.5"
    equal "${#lines[@]}" 43

    # the scene from standard input, named - or not at all
    run_scene
    wanted=$output
    run --separate-stderr "$sim" <scene.json
    equal "$output" "$wanted"
    run --separate-stderr "$sim" - <scene.json
    equal "$output" "$wanted"
    run --separate-stderr bash -c "cat scene.json | '$sim'"
    equal "$output" "$wanted"

    # messages call standard input <stdin>
    run --separate-stderr "$sim" <<<'{"dt": zero}'
    equal "$status" 3
    like "$stderr" '<stdin>:1:8: error: *'
}

@test "--output" {
    run_scene
    wanted=$output
    for option in "-o out.csv" "--output=out.csv" "--output out.csv"; do
        # shellcheck disable=SC2086
        run_scene $option
        equal "$output" ""
        equal "$(cat out.csv)" "$wanted"
        rm out.csv
    done
}

@test "--format: every format of --list; csv-wide, gnuplot, xyz" {
    # --format: every format of --list
    for format in $(formats); do
        run_scene -f "$format"
        [ -n "$output" ] || [ "$format" = binary ] # has a test of its own
    done
    run_scene -f csv
    wanted=$output
    run_scene
    equal "$output" "$wanted"

    # --format csv-wide
    run_scene --format=csv-wide
    equal "${lines[0]}" "step,t,x0,y0,vx0,vy0,x1,y1,vx1,vy1"
    equal "${lines[1]}" "0,0,2,2,3,0.5,4,2.3,0,0"
    equal "${#lines[@]}" 22

    # --format gnuplot: a block per frame, parted by two empty lines
    run_scene -f gnuplot -n 2 -o out
    equal "$(head -3 out)" $'# step t ball x y vx vy r\n0 0 0 2 2 3 0.5 0.5\n0 0 1 4 2.3 0 0 0.5'
    equal "$(grep -c '^$' out)" 6
    equal "$(grep -vc -e '^#' -e '^$' out)" 6

    # --format xyz
    run_scene -f xyz -n 1
    equal "${lines[0]}" 2
    like "${lines[1]}" '*Lattice="*Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:id:I:1*Time=0*'
    equal "${#lines[@]}" 8
}

@test "--format ndjson: one strict object per frame; json: one strict document with the same frames" {
    # --format ndjson: one strict object per frame
    run_scene -f ndjson -n 2 -o out
    equal "$(grep -c '' out)" 3
    equal "$(head -1 out)" \
        '{"step":0,"t":0,"balls":[{"id":0,"x":2,"y":2,"vx":3,"vy":0.5},{"id":1,"x":4,"y":2.3,"vx":0,"vy":0,"name":"target"}]}'
    split -l 1 out frame
    strict_json framea[abc]

    # --format json: one strict document with the same frames
    run_scene -f ndjson -n 3 -o frames
    run_scene -f json -n 3 -o document
    strict_json document
    equal "$(json_value document 'join ",", sort keys %$_')" "frames,meta"
    equal "$(json_value document 'scalar @{$_->{frames}}')" 4
    while read -r frame; do
        grep -qF "$frame" document
    done <frames
}

@test "periodic tables: coordinates with turns, pbc, meta, and a scene that comes back" {
    cat >torus.json <<'JSON'
{"table": {"width": 8, "height": 4, "periodic": "x"}, "dt": 1, "steps": 3,
 "balls": [{"x": 9, "y": 2, "vx": 4, "vy": 0, "r": 0.5, "image": [2, 0]}]}
JSON
    for integrator in event impulse spring spring-verlet spring-rk4; do
        simulate -q -s k=0.01 -i $integrator torus.json -o frames --save saved.json
        equal "$(cut -d, -f4,5 frames | tr '\n' ' ')" "x,y 25,2 29,2 33,2 37,2 "
        simulate -q saved.json -s steps=1 -o frames
        equal "$(tail -n 1 frames | cut -d, -f4)" 41
    done
    simulate -f xyz -o frames torus.json
    equal "$(sed -n 2p frames)" \
        'Lattice="8 0 0 0 4 0 0 0 1" pbc="T F F" Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:id:I:1 Time=0'
    simulate -f json -o frames torus.json
    equal "$(json_value frames '$_->{meta}{table}{periodic}')" x
    "$sim" --print-scene torus.json >printed.json
    equal "$(json_value printed.json '$_->{table}{periodic} . " " . $_->{balls}[0]{x} . " " . $_->{balls}[0]{image}[0]')" "x 1 3"
}

@test "--set, and what is short for it" {
    # --steps, --dt, --every and --integrator are short for --set
    for pair in "-n 4:steps=4" "--steps=4:steps=4" "-d 0.02:dt=0.02" "--dt 0.02:dt=0.02" "-e 5:every=5" \
        "--every=5:every=5" "-i impulse:integrator=impulse" "--integrator spring:integrator=spring"; do
        # shellcheck disable=SC2086
        run_scene ${pair%%:*}
        short=$output
        run_scene --set "${pair#*:}"
        equal "$output" "$short"
    done

    # --set: paths, stars and new members
    run_scene -n 0 --set 'balls.*.vx=7' -s balls.1.vy=-2
    equal "${lines[1]}" "0,0,0,2,2,7,0.5"
    equal "${lines[2]}" "0,0,1,4,2.3,7,-2"

    # --set: from left to right
    run_scene -n 0 -s 'balls.*.vx=1' -s balls.0.vx=2 -s balls.1.vx=3 -s balls.1.vx=4
    equal "${lines[1]}" "0,0,0,2,2,2,0.5"
    equal "${lines[2]}" "0,0,1,4,2.3,4,0"

    # --set: text that is not JSON is a string
    run_scene --set integrator=impulse
    plain=$output
    run_scene --set 'integrator="impulse"'
    equal "$output" "$plain"
}

@test "a ball beyond the table names the last override that places balls" {
    echo '{"table": {"width": 2, "height": 2}, "dt": 1, "steps": 1,
        "balls": [{"rack": "triangle", "rows": 2, "x": 1, "y": 1, "r": 0.1, "angle": 90}]}' >scene.json
    for key in vx=1 m=2 color=red friction=1; do
        fails 3 '*: error: balls.0 (ball ?): extends * beyond the left wall, after --set balls.0.x=0.11' \
            -s balls.0.x=0.11 -s "balls.0.$key" scene.json
    done
    fails 3 '*: error: balls.0 (ball ?): extends * after --set balls.0.angle=180' \
        -s balls.0.x=0.15 -s balls.0.angle=180 scene.json
}

@test "what is found of several values names the override behind it" {
    scene >scene.json
    fails 3 '--set balls.0.angle=30: error: balls.0.angle: needs "speed", here or in defaults' -s balls.0.angle=30 scene.json
    local list='[[0, 1, 0], [1, -1, 0]]'
    echo "{\"table\": {\"width\": 2, \"height\": 2, \"motion\": {\"left\": $list}, \"motion_period\": 2}, \"dt\": 1, \"steps\": 1,
        \"balls\": [{\"x\": 1.5, \"y\": 0.5, \"r\": 0.1}], \"obstacles\": [{\"line\": [1, 1, 2, 1], \"motion\": $list, \"motion_period\": 2}]}" >scene.json
    fails 3 '*: table.motion.left: must bring the wall back *, after --set table.motion_period=3' -s table.motion_period=3 scene.json
    fails 3 '*: obstacles.0.motion: must bring the obstacle back *, after --set obstacles.0.motion_period=3' \
        -s obstacles.0.motion_period=3 scene.json
}

@test "an empty value of a short form is seen in its message" {
    scene >scene.json
    wanted='must be an integer from 0 to 2^53, found ""'
    run --separate-stderr "$sim" -n '' scene.json
    equal "$status $stderr" "3 --steps '': error: steps: $wanted"
    run --separate-stderr "$sim" --steps= scene.json
    equal "$status $stderr" "3 --steps '': error: steps: $wanted"
}

@test "--precision rounds the trajectory" {
    run_scene -p 3 -n 1 -s balls.0.vx=1.23456
    equal "${lines[1]}" "0,0,0,2,2,1.23,0.5"
    equal "${lines[3]}" "1,0.01,0,2.01,2,1.23,0.5"
    run_scene --precision=17 -n 0 -s balls.0.vx=0.1
    equal "${lines[1]}" "0,0,0,2,2,0.10000000000000001,0.5"
    run_scene -n 0 -s balls.0.vx=0.1
    equal "${lines[1]}" "0,0,0,2,2,0.1,0.5"
}

@test "--events: one row per contact, in time order; on standard output" {
    # --events: one row per contact, in time order
    run_scene -n 500 -o /dev/null --events events.csv
    equal "$(head -1 events.csv)" "t,group,kind,a,b,x,y,nx,ny,u,j"
    like "$(sed -n 2p events.csv)" "0.3*,0,ball,0,1,*"
    sed 1d events.csv | awk -F, '$1 < last || $10 >= 0 || $11 <= 0 || ($3 == "ball") != ($5 >= 0) { exit 1 } { last = $1 }'
    [ "$(grep -c '' events.csv)" -gt 2 ]

    # --events - beside a trajectory in a file
    run_scene -n 100 -o out.csv --events -
    equal "${lines[0]}" "t,group,kind,a,b,x,y,nx,ny,u,j"
    equal "$(head -1 out.csv)" "step,t,ball,x,y,vx,vy"
}

@test "--events changes no bit of the trajectory" {
    for integrator in $(integrators); do
        run_scene -i "$integrator" -n 300
        alone=$output
        run_scene -i "$integrator" -n 300 --events events.csv --energy energy.csv --summary summary.json --save saved.json
        equal "$output" "$alone"
    done
}

@test "--energy: sums of impulses as in the collision log; one row per frame, total constant" {
    # --energy: the sums of impulses are those of the collision log
    for integrator in event impulse spring; do
        run_scene -i "$integrator" -n 200 -e 200 -o /dev/null --energy energy.csv --events events.csv
        run_scene -i "$integrator" -n 200 -e 200 -o /dev/null --energy alone.csv
        equal "$(cat alone.csv)" "$(cat energy.csv)"
        "$sim" --print-scene scene.json | sed -n 's/.*"r": \([0-9.e-]*\),.*/\1/p' >radii
        awk -F, 'FILENAME == "radii" { r[n++] = $1; next }
            FILENAME == "events.csv" && FNR > 1 && $3 == "ball" { virial += $11 * (r[$4] + r[$5]) }
            FILENAME == "events.csv" && FNR > 1 && $3 != "ball" { wall[$3] += $11 }
            FILENAME == "energy.csv" { for (i = 10; i <= 14; i++) last[i] = $i }
            function differ(a, b) { return a - b > 1e-9 * (1 + b) || b - a > 1e-9 * (1 + b) }
            END { exit differ(last[10], virial) || differ(last[11], wall["left"]) || differ(last[12], wall["right"]) ||
                  differ(last[13], wall["bottom"]) || differ(last[14], wall["top"]) || !(virial > 0) }' radii events.csv energy.csv
    done

    # --energy: one row per frame, total constant
    for integrator in event impulse; do
        run_scene -i "$integrator" -n 200 -e 20 -o /dev/null --energy energy.csv
        equal "$(head -1 energy.csv)" "step,t,kinetic,potential,lost,total,px,py,lz,virial,jleft,jright,jbottom,jtop"
        equal "$(grep -c '' energy.csv)" 12
        awk -F, 'NR == 2 { total = $6 }
            NR > 1 && ($6 - total > 1e-12 * total || total - $6 > 1e-12 * total) { exit 1 }
            NR > 1 && ($1 != 20 * (NR - 2)) { exit 1 }' energy.csv
        awk -F, 'END { exit !($5 > 0) }' energy.csv
    done
}

@test "--balls: the rows of these balls and no others, in every format; all else as it is" {
    # --balls: the rows of these balls and no others, in every format
    scene >scene.json
    for list in 0:0 1:1 0-1:01 1,0:01 0,0-1,1:01; do
        chosen=${list#*:} list=${list%:*}
        run_scene -b "$list"
        equal "$output" "$("$sim" scene.json | awk -F, -v chosen="$chosen" 'NR == 1 || index(chosen, $3)')"
        run_scene --balls "$list" -f gnuplot
        equal "$output" "$("$sim" -f gnuplot scene.json | awk -v chosen="$chosen" 'NF < 8 || /^#/ || index(chosen, $3)')"
        run_scene --balls="$list" -f ndjson
        equal "$(grep -o '"id":.' <<<"${lines[7]}" | tr -d '\n')" "$(sed 's/./"id":&/g' <<<"$chosen")"
    done
    run_scene -b 1 -f csv-wide -n 0
    equal "${lines[0]}" "step,t,x1,y1,vx1,vy1"
    run_scene -b 1 -f xyz -n 0
    equal "${lines[0]}" 1
    run_scene -b 1 -f json -n 0
    like "$output" '*"frames":\[*"balls":\[{"id":1,*'

    # --balls leaves the logs, the ledger and the summary as they are
    run_scene --events e --energy l --summary s
    run_scene -b 1 --events e1 --energy l1 --summary s1
    cmp e e1
    cmp l l1
    equal "$(sed 's/,"wall_s.*//' s)" "$(sed 's/,"wall_s.*//' s1)"
}

@test "--summary: the keys in their order, the numbers of the run; only wall_s differs between two runs" {
    # --summary: the keys in their order, the numbers of the run
    run_scene -o /dev/null --summary summary.json -s 'title="A \"pair\""' -n 200 -e 7 -s table.width=9
    strict_json summary.json
    equal "$(grep -c '' summary.json)" 1
    number='-?[0-9][0-9.e+-]*'
    grep -qE '^\{"version":"[0-9.]+","title":"A \\"pair\\"","integrator":"event","impact":"gr","balls":2,"steps":200,"t":2,"collisions":\{"ball":[0-9]+,"wall":[0-9]+,"simultaneous":[0-9]+\},"energy":\{"initial":'"$number"',"final":'"$number"',"lost":'"$number"',"drift":'"$number"'\},"momentum":\{"px":'"$number"',"py":'"$number"',"lz":'"$number"'\},"overlap":'"$number"',"overrides":\["title=\\"A \\\\\\"pair\\\\\\"\\"","steps=200","every=7","table.width=9"\],"ended":"complete","steps_wanted":200,"pulls":0,"energy_gains":0,"last_resorts":0,"kept":0,"set":\{"title":"A \\"pair\\"","steps":200,"every":7,"table.width":9\},"pocketed":\[\],"pockets":\[\],"rest":null,"wall_s":'"$number"'\}$' summary.json

    # --summary: only wall_s differs between two runs
    run_scene -o /dev/null --summary one.json
    run_scene -o /dev/null --summary two.json
    equal "$(sed 's/"wall_s":.*//' one.json)" "$(sed 's/"wall_s":.*//' two.json)"
}

# ending ARGUMENT...: how a run of scene.json ended, the steps it made and the steps that were wanted.
ending() {
    run --separate-stderr "$sim" -q -o /dev/null --summary summary.json "$@" scene.json
    json_value summary.json '"$_->{ended} $_->{steps} of $_->{steps_wanted}"'
}

@test "--summary tells how the run ended, and how many steps were wanted" {
    scene >scene.json
    equal "$(ending -n 30 -s start.step=5)" "complete 30 of 30"
    equal "$(ending -n 0)" "complete 0 of 0"
    cat >scene.json <<'JSON'
{"table": {"width": 100, "height": 3}, "restitution": {"ball": 0.02, "wall": 1}, "dt": 0.5, "steps": 100,
 "balls": [{"x": 10, "y": 1, "vx": 1, "r": 1}, {"x": 13, "y": 1, "r": 1}, {"x": 17, "y": 1, "vx": -1, "r": 1}]}
JSON
    equal "$(ending)" "collapse 3 of 100"
    cat >scene.json <<'JSON'
{"table": {"width": 300, "height": 300}, "dt": 1, "steps": 20,
 "balls": [{"x": 40, "y": 150, "vx": 5, "r": 0.5}, {"rack": "triangle", "rows": 66, "x": 60, "y": 150, "r": 0.5}]}
JSON
    equal "$(ending)" "failed 3 of 20"
}

@test "--summary agrees with the event log and the ledger" {
    for integrator in $(integrators); do
        run_scene -i "$integrator" -o /dev/null -n 500 -e 500 --summary summary.json --events events.csv --energy energy.csv
        equal "$(json_value summary.json '$_->{collisions}{ball}')" "$(grep -c ,ball, events.csv)"
        equal "$(json_value summary.json '$_->{collisions}{wall}')" "$(grep -cE ',(left|right|bottom|top),' events.csv)"
        IFS=, read -r _ _ _ _ lost _ px py lz _ < <(tail -1 energy.csv)
        grep -qF "\"lost\":$lost," summary.json
        grep -qF "\"momentum\":{\"px\":$px,\"py\":$py,\"lz\":$lz}" summary.json
    done
}

@test "--summary: no drift is 0, also of a negative energy" {
    echo '{"table": {"width": 4, "height": 4}, "dt": 0.5, "steps": 1, "gravity": [0, 1], "balls": [{"x": 2, "y": 2, "r": 0.5}]}' >scene.json
    "$sim" -o /dev/null --summary summary.json scene.json
    like "$(cat summary.json)" '*"energy":{"initial":-0.25,"final":-0.25,"lost":0,"drift":0}*'
}

@test "--check: silent on a good scene, and runs nothing" {
    run_scene --check -o out.csv --save saved.json
    equal "$output" ""
    equal "$(ls)" scene.json
}

@test "--print-scene: a complete scene that prints itself again, with generators expanded" {
    # --print-scene: a complete scene that prints itself again
    run_scene --print-scene -s balls.0.vx=2.5
    printf '%s\n' "$output" >printed.json
    strict_json printed.json
    equal "$(json_value printed.json '$_->{balls}[0]{vx}')" 2.5
    equal "$(json_value printed.json '$_->{every}')" 1
    equal "$(json_value printed.json '$_->{integrator}')" event
    simulate --print-scene printed.json
    equal "$output" "$(cat printed.json)"
    run_scene -s balls.0.vx=2.5
    wanted=$output
    simulate printed.json
    equal "$output" "$wanted"

    # --print-scene expands generators
    cat >rack.json <<'JSON'
{"table": {"width": 10, "height": 10}, "dt": 0.1, "steps": 1,
 "balls": [{"rack": "triangle", "rows": 3, "x": 5, "y": 5, "r": 0.25}]}
JSON
    simulate --print-scene rack.json
    equal "$status" 0
    printf '%s\n' "$output" >printed.json
    equal "$(json_value printed.json 'scalar @{$_->{balls}}')" 6
    simulate rack.json
    wanted=$output
    simulate printed.json
    equal "$output" "$wanted"
}

@test "--list: every name, one line each, and every name runs" {
    # -o is the file of what is listed and printed; --help and --version go to standard output
    for action in --list --schema; do
        equal "$("$sim" -o listed $action 2>&1)" ""
        "$sim" $action | cmp - listed
    done
    "$sim" -o version --version >listed
    [ -s listed ] && [ ! -e version ]

    # --list: every name, one line each
    simulate --list
    equal "$status" 0
    equal "$(integrators | sort | tr '\n' ' ')" "event impulse spring spring-rk4 spring-verlet "
    equal "$(formats | sort | tr '\n' ' ')" "binary csv csv-wide gnuplot json ndjson xyz "
    equal "$("$sim" --list | sed -n 's/^[a-z]* *\([a-z-]*\) .* (default)$/\1/p' | tr '\n' ' ')" "event gr csv "
    equal "$("$sim" --list | awk '$1 == "impact" { print $2 }' | sort | tr '\n' ' ')" "gr hertz hooke lcp newton pairwise "
    equal "$("$sim" --list | awk '{ print $1 }' | sort -u | tr '\n' ' ')" "format impact integrator "
    [ "$(awk 'NF < 3' <<<"$output")" = "" ]

    # every name of --list runs
    for integrator in $(integrators); do
        run_scene -i "$integrator"
    done
    for law in $("$sim" --list | awk '$1 == "impact" { print $2 }'); do
        run_scene -q -s impact="$law"
    done
}

@test "--threads changes no byte" {
    for integrator in $(integrators); do
        run_scene -i "$integrator" -n 100
        one=$output
        run_scene -i "$integrator" -n 100 --threads 4
        equal "$output" "$one"
    done
}

@test "--progress" {
    scene >scene.json
    simulate --progress scene.json
    equal "$status" 0
    like "$stderr" '*step 20 of 20 (100 %)*'
    simulate --progress=always scene.json
    like "$stderr" '*step 20 of 20 (100 %)*'
    for when in auto never; do
        simulate --progress="$when" scene.json
        equal "$stderr" ""
    done
}

# bats test_tags=full
@test "--progress appears on a terminal after a second, and goes again" {
    need_terminal
    scene >scene.json
    # a reader that comes late takes no processor time, as a long run does
    run timeout 20 script -qec "'$sim' -i impulse -n 20000 scene.json | { sleep 1.2; cat; } >/dev/null" /dev/null
    like "$output" *$'\rstep '*' of 20000 ('*' %), '*' steps/s, '*' collisions/s, '*$' s left\e[K'*$'\r\e[K'*
    [ "$(tr '\r' '\n' <<<"$output" | grep -c '^step')" -le 10 ]
    run script -qec "'$sim' -o /dev/null scene.json" /dev/null
    equal "$output" ""
}

@test "--verbose says what will be done and what was, --quiet the opposite" {
    scene >scene.json
    simulate -v scene.json
    equal "$status" 0
    like "$stderr" 'billiard-sim: 2 balls, area fraction 0.0314, restitution 0.9 (walls 0.8)
billiard-sim: masses are r^3, the default
billiard-sim: event, dt 0.01
billiard-sim: steps 0 to 20, 21 frames
billiard-sim: event: step 20 of 20, 21 frames, *'
    simulate -v -i spring -s start.step=7 -e 10 scene.json
    like "$stderr" '*
billiard-sim: spring, dt 0.01, shortest contact 0.101 (10.1 steps), restitution 0.8 to 2.3 %
billiard-sim: steps 7 to 27, 2 frames
*'
    # balls of another unit of length
    simulate -v -s table.width=1e4 -s table.height=5e3 -o /dev/null scene.json
    like "$stderr" '*billiard-sim: the largest radius is 0.5, the table 10000 by 5000: one unit for all[?]*'
    simulate -v -s table.width=1e3 -s table.height=5e2 -o /dev/null scene.json
    unlike "$stderr" '*one unit*'
    simulate -v -s contact_time=0.25 -n 0 -o /dev/null scene.json
    like "$stderr" '*event, dt 0.01
billiard-sim: steps 0 to 0, 1 frame
billiard-sim: event: step 0 of 0, 1 frame, 0 contacts, *'
    simulate -q scene.json
    equal "$stderr" ""
    fails 3 '*' -q --set dt=0 scene.json
}

# warned PATTERN ARGUMENT...: a complete run of scene.json with exactly one warning, none with --quiet.
warned() {
    local pattern=$1
    shift
    simulate -o out "$@" scene.json
    equal "$status" 0
    like "$stderr" "billiard-sim: warning: $pattern"
    unlike "$stderr" *$'\n'*
    silent -q "$@"
}

# silent ARGUMENT...: a complete run without a word.
silent() {
    simulate -o out "$@" scene.json
    equal "$status$stderr" 0
}

@test "a warning when a ball moves more than its radius in a step" {
    scene >scene.json
    warned 'ball 0 moves 2.1 radii per step; use dt <= 0.041' -i impulse -d 0.35 -n 1 -s balls.1.x=9
    silent -i impulse -d 0.16 -s balls.1.x=9
    warned 'ball 1 moves 1.2 radii per step; use dt <= *' -i impulse -n 1 -s balls.1.vy=-60
    silent -i event -d 0.35
}

@test "a warning when gravity can move a ball more than its radius in a step, and when overlaps are deep" {
    echo '{"table": {"width": 4, "height": 4}, "gravity": [0, -9.81], "restitution": 0.5, "duration": 20, "frame": 0.5,
           "balls": [{"x": 1, "y": 2, "r": 0.1}, {"x": 3, "y": 2, "r": 0.1}]}' >fall.json
    silent=$(simulate -o out -i impulse fall.json && echo "$stderr") # chooses the step that keeps it below a quarter
    equal "$silent" 'billiard-sim: warning: balls overlapped each other or a wall by up to 0.84 radii; a smaller dt reduces that, unless they overlapped at the start'
    simulate -o out -i impulse -d 0.5 fall.json
    equal "$status $stderr" "0 billiard-sim: warning: ball 0 can reach 44 radii per step by falling; use dt <= 0.0028
billiard-sim: warning: balls overlapped each other or a wall by up to 170 radii; a smaller dt reduces that, unless they overlapped at the start"
    for argument in dt=0.0028 restitution=1 table.periodic=true; do
        simulate -o out -i impulse -d 0.0028 -s "$argument" -s duration=1 fall.json
        equal "$status$stderr" 0
    done
    simulate -o out -i impulse -d 0.01 fall.json # sinking for 18 s at g dt (1 - e)/(2 (1 + e))
    like "$stderr" 'billiard-sim: warning: balls overlapped each other or a wall by up to 3 radii; *'
    simulate -o out -i impulse -d 0.0028 -s table.periodic=true fall.json
    like "$stderr" 'billiard-sim: warning: ball 0 can reach 5.5 radii per step by falling; *'
    simulate -o out -i spring -s k=100 fall.json
    equal "$status$stderr" 0
}

@test "a warning when a contact lasts fewer than ten steps" {
    scene >scene.json
    for integrator in $(integrators | grep spring); do
        warned 'a contact of ball 0 with ball 1 lasts only 9.9 steps, so energy will drift; use at least 20 (dt <= 0.00495)' \
            -i "$integrator" -s k=63
        silent -i "$integrator" -s k=61
    done
    warned 'a contact of ball 0 with a wall lasts only 7.2 steps, *' -i spring -d 0.02 -s 'balls=[{"x":2,"y":2,"r":0.5}]'
    for balls in '[]' '[{"x":2,"y":2,"r":0.5,"fixed":true}]'; do
        silent -i spring -d 100 -s "balls=$balls"
        simulate -v -i spring -s "balls=$balls" scene.json
        like "$stderr" '*: spring, dt 0.01
billiard-sim: steps *'
    done
}

@test "a warning when contacts are compressed by more than half a radius" {
    scene >scene.json
    # a ball of mass 1 and radius 1 runs into a wall: v sqrt(m/k) deep
    warned 'contacts were compressed by up to 0.51 radii, too much for hard balls, unless they overlapped at the start; k = 1e5 keeps that to 0.01 radii' -i spring \
        -d 0.001 -n 2000 -s restitution=1 -s k=39 -s 'balls=[{"x":2,"y":2,"vx":-3.2,"r":1,"m":1}]'
    silent -i spring -d 0.001 -n 2000 -s restitution=1 -s k=42 -s 'balls=[{"x":2,"y":2,"vx":-3.2,"r":1,"m":1}]'
}

@test "a warning when what spring adds to distances is more than a thousandth of all overlaps" {
    scene >scene.json
    local balls='balls=[{"x":2,"y":2,"vx":-2,"r":1,"m":1}]'
    warned 'spring adds 1e-6 to the distance of two centres, more than a thousandth of the largest overlap, 8.9e-4; use spring-verlet, or a smaller unit of length' \
        -i spring -d 1e-5 -n 60000 -s restitution=1 -s k=5e6 -s "$balls"
    silent -i spring -d 1e-5 -n 60000 -s restitution=1 -s k=3.9e6 -s "$balls"
    silent -i spring-verlet -d 1e-5 -n 60000 -s restitution=1 -s k=5e6 -s "$balls"
    silent -i spring -d 1e-5 -n 9 -s restitution=1 -s k=5e6 -s "$balls" # no contact
}

# bats test_tags=full
@test "a warning when rounding misplaces hits, before balls pass through lines" {
    scene >scene.json
    local triangle='obstacles=[{"line":[1,1,9,1]},{"line":[9,1,1,4]},{"line":[1,4,1,1]}]' ball='"x":3,"y":2,"vx":1,"vy":0.42'
    simulate -o out --events log -s restitution=1 -s "$triangle" -s "balls=[{$ball,\"r\":1e-13}]" -d 1e3 scene.json
    like "$stderr" 'billiard-sim: warning: rounding misplaces hits by up to [01].* radii, and near 1 radius balls pass through lines; use larger balls or a shorter run*'
    awk -F, 'NR > 1 && $3 != "line" { n++ } END { exit n == 0 }' log # they have
    warned 'rounding misplaces hits by up to 33 radii, *' -s "balls=[{\"x\":3,\"y\":2,\"r\":1e-17}]"
    silent -s restitution=1 -s "$triangle" -s "balls=[{$ball,\"r\":1e-6}]" -d 1e4
    silent -s table.width=1e18 -s table.height=1e18 # places are where the balls are
}

@test "a warning when two fills have the same random velocities" {
    scene >scene.json
    local fill='"fill":"random","r":0.2,"count":5,"speed"' same='balls.1 has the same random velocities as the fill before it, as both have the same seed'
    warned "$same" -s "balls=[{$fill:1},{$fill:2}]"
    warned "$same" -s "balls=[{$fill:1,\"seed\":3},{$fill:2,\"seed\":3,\"m\":2},{\"x\":9.4,\"y\":4.4,\"r\":0.5}]"
    simulate -n 0 -s "balls=[{$fill:1,\"seed\":3},{$fill:2,\"seed\":3}]" scene.json
    awk -F, 'NR > 1 && $3 < 5 { v[$3] = $6 } NR > 1 && $3 >= 5 && $6 != 2 * v[$3 - 5] { bad = 1 } END { exit bad }' out # they have
    silent -s "balls=[{$fill:1,\"seed\":3},{$fill:2,\"seed\":4}]"
    silent -s "balls=[{$fill:1},{$fill:0}]"
}

@test "a warning when a ball dropped with e = 0 on a tower comes back" {
    echo '{"table": {"width": 1, "height": 9}, "gravity": [0, -9.81], "restitution": 0, "contact_time": 1.6e-4, "duration": 1.2,
        "balls": [{"x": 0.5, "y": 0.5, "r": 0.5, "m": 1}, {"x": 0.5, "y": 1.5, "r": 0.5, "m": 1},
        {"x": 0.5, "y": 3.5, "r": 0.5, "m": 1}]}' >scene.json
    warned 'contact_time made hits elastic that should have lost an energy of *; the run lost * in all; springs avoid this'
    silent -s 'balls=[{"x": 0.5, "y": 0.5, "r": 0.5, "m": 1}, {"x": 0.5, "y": 2.5, "r": 0.5, "m": 1}]' # lands on one that lies
}

@test "a warning when balls that rub lie on each other, and creep" {
    echo '{"table": {"width": 4, "height": 4}, "gravity": [0, -9.81], "restitution": 0.5, "mu": {"ball": 0.4, "wall": 1},
        "contact_time": 7e-4, "duration": 2, "balls": [{"x": 1.9, "y": 0.1, "r": 0.1, "m": 1},
        {"x": 2.1, "y": 0.1, "r": 0.1, "m": 1}, {"x": 2, "y": 0.27320508075688774, "r": 0.1, "m": 1}]}' >scene.json
    creeps() { # how many lines say so
        simulate -o out "$@" scene.json
        grep -c "^billiard-sim: warning: balls that rub lie on each other, and creep, .* needs springs" <<<"$stderr" || true
    }
    equal "$(creeps)" 1
    equal "$(creeps -s contact_time=0)" 1 # hits are kept up, too
    equal "$(creeps -s contact_time=0 -s mu.ball=0)" 0
    equal "$(creeps -s contact_time=3e-3 -s mu.ball=0)" 0
    equal "$(creeps -i spring -s k=1e5)" 0
    equal "$(creeps -s duration=0.05 -s frame=0.05)" 0
    equal "$(creeps -s contact_time=3e-3 -s balls.0.fixed=true -s balls.1.fixed=true -s balls.0.m=null -s balls.1.m=null)" 0
    yes contact_time=6e-4 | head -3 >lines
    simulate -o out --batch lines scene.json
    equal "$(grep -c "creep, .* (3 runs, the first is run 0)" <<<"$stderr")" 1
}

# bats test_tags=full
@test "a warning when contact_time keeps the energy of balls that slide" {
    # down a plane at 45 degrees into another, which it hits at sqrt(2 (3.5 - 1.1))
    echo '{"table": {"width": 8, "height": 5}, "gravity": [0, -1], "restitution": 0.5, "k": 1e5, "duration": 5,
        "obstacles": [{"line": [0.5, 4.5, 4, 1]}, {"line": [4, 1, 7.5, 4.5]}], "balls": [{"x": 1.6, "y": 3.541421357, "r": 0.1, "m": 1}]}' >scene.json
    for time in 1e-2 3e-3; do
        warned 'contact_time made hits elastic that should have lost an energy of 1.8; the run lost * in all; springs avoid this' -s contact_time=$time
    done
    silent -s contact_time=1e-3 # here the last hit on the first plane is longer ago than that
    equal "$("$sim" -q -s contact_time=1e-3 --summary - -o /dev/null scene.json | grep -o '"lost":1\.79999')" '"lost":1.79999'
    silent -s contact_time=1e-2 -s restitution=1
    silent -s contact_time=1e-2 -s 'obstacles=[]'
    silent -i spring
}

@test "a warning when frames do not divide the duration" {
    scene >scene.json
    warned 'the run ends at t = 0.9, as duration is rounded to whole frames' -s duration=1 -s frame=0.3
    warned 'the run ends at t = 1.4, as duration is rounded to whole frames' -i spring -s duration=1.3 -s frame=0.7
    for frame in 0.1 0.333333333333333 1; do
        silent -s duration=1 -s frame=$frame
    done
}

# doubles COLUMNS FILE: rows of so many little-endian doubles, as csv.
doubles() {
    perl -e 'my ($n, $file) = @ARGV; local $/ = \(8*$n); open my $in, "<:raw", $file or die; print join(",", map { sprintf "%.17g", $_ } unpack("d<*", $_)), "\n" while <$in>' "$@"
}

@test "--format binary: the columns of csv, alone and in a batch" {
    scene >scene.json
    "$sim" -q -f binary -o out scene.json
    "$sim" -q -p 17 scene.json | tail -n +2 | perl -pe 's/[^,\n]+/sprintf "%.17g", $&/ge' >rows
    cmp rows <(doubles 7 out)
    "$sim" -q -f binary -b target -n 3 scene.json >out # a pipe or a file
    equal "$(doubles 7 out | cut -d, -f1,3 | tr '\n' ' ')" "0,1 1,1 2,1 3,1 "
    printf 'steps=%s\n' 1 2 >lines
    for threads in 1 2; do
        "$sim" -q -f binary --batch lines --threads $threads -o out scene.json
        equal "$(doubles 8 out | cut -d, -f1,2,4 | tr '\n' ' ')" "0,0,0 0,0,1 0,1,0 0,1,1 1,0,0 1,0,1 1,1,0 1,1,1 1,2,0 1,2,1 "
    done
    "$sim" -q -f binary -s balls.0.spin='[1,2,3]' -n 0 -o out scene.json # has the columns of rotation
    equal "$(doubles 10 out | tr '\n' ' ')" "0,0,0,2,2,3,0.5,1,2,3 0,0,1,4,2.2999999999999998,0,0,0,0,0 "
    "$sim" -q -f binary -s 'balls=[]' -o out scene.json
    equal "$(wc -c <out)" 0
    simulate -f binary -p 3 -o out scene.json
    like "$status $stderr" "2 billiard-sim: --format binary: has no digits for --precision to choose*"
}

@test "--format binary to a terminal is refused" {
    need_terminal
    scene >scene.json
    like "$(script -qec "'$sim' -f binary scene.json" /dev/null)" '*--format binary: nothing for a terminal; use -o FILE, or a pipe*'
}

@test "balls by name: --set, --balls, stop" {
    scene >scene.json
    "$sim" -q -s balls.1.vx=-2 -b 1 -s stop=pair:0,1 -s steps=100 scene.json >numbers
    "$sim" -q -s balls.target.vx=-2 -b target -s stop=pair:0,target -s steps=100 scene.json | cmp - numbers
    [ "$(wc -l <numbers)" -gt 10 ]
    [ "$(wc -l <numbers)" -lt 100 ]
    simulate -s balls.cue.vx=1 scene.json
    equal "$status $stderr" '3 --set balls.cue.vx=1: error: balls: has no entry "cue"; it has 2, numbered from 0 (use * for every entry), named target'
    simulate -b cue -o out scene.json
    like "$status $stderr" '2 billiard-sim: --balls: no ball is called "cue"*'
    simulate -s balls.0.name=target -s balls.target.vx=1 -o out scene.json # no name of its own
    equal "$stderr" '--set balls.target.vx=1: error: balls: more than one is called "target"; give a number'
    simulate -s 'balls.1.name="0"' -s balls.0.vx=7 -n 0 -o out scene.json # digits are a number
    equal "$(awk -F, 'NR > 1 { printf "%s ", $6 }' out)" "7 0 "
}

@test "the summary repeats the overrides as values" {
    scene >scene.json
    "$sim" -q -o /dev/null --summary sum -n 3 -s balls.0.vx=.5 -s integrator=impulse -s balls.0.vx=2.50 -s title='"a b"' \
        -s $'table={"width": 9,\n"height":5}' scene.json
    like "$(cat sum)" '*,"set":{"steps":3,"integrator":"impulse","balls.0.vx":2.50,"title":"a b","table":{"width": 9, "height":5}},"pocketed":*'
    "$sim" -q -o /dev/null --summary sum scene.json
    like "$(cat sum)" '*,"set":{},"pocketed":\[\],"pockets":\[\],*'
}

# possible ARGUMENT...: a complete run that does not say that its stop cannot end it.
possible() {
    simulate -o out "$@" scene.json
    equal "$status" 0
    unlike "$stderr" "*no effect*"
}

@test "a warning when stop=rest or stop=pocket can never be met" {
    scene >scene.json
    warned 'stop has no effect: there are no pockets' -s stop=pocket
    possible -s stop=pocket -s obstacles='[{"pocket":[1,1,0.1]}]'
    warned 'stop has no effect: without friction and gravity balls that move never rest' -s stop=rest
    for argument in gravity='[0,-1]' defaults.friction=1 restitution.ball=0 obstacles='[{"pocket":[1,1,0.1]}]' balls.*.speed=0; do
        possible -s stop=rest -s "$argument" -s balls.1.x=9
    done
}

@test "a warning when stop cannot end the run early" {
    scene '"defaults": {"friction": 1e-9},' >scene.json
    for stop in rest hits:1 pair:0,1; do
        warned 'stop has no effect: no frame is due before the last step' -s stop=$stop -e 20
        warned 'stop has no effect: no frame *' -s stop=$stop -s duration=1 -s frame=1
        possible -s stop=$stop -e 10
        possible -s stop=$stop -s duration=1 -s frame=0.5
        possible -s stop=$stop -n 0
        warned 'stop has no effect: no frame *' -s stop=$stop -s start.step=3 -n 17 -e 20
        possible -s stop=$stop -s start.step=3 -n 17 -e 10
    done
}

@test "a warning when the last state is not written" {
    scene >scene.json
    warned 'the last state, step 20, is not written, as frames are 7 steps apart' -e 7
    warned 'the last state, step 20, is not written, as frames are 21 steps apart' -e 21
    warned 'the last state, step 23, is not written, as frames are 10 steps apart' -s start.step=3 -e 10
    simulate -o out -e 7 -s stop=hits:1 scene.json
    like "$stderr" 'billiard-sim: warning: the last state, step 20, is not written unless stop ends the run before, as frames are 7 *'
    silent -e 10
    silent -e 7 --save saved
    simulate -e 7 -o /dev/null --summary summary scene.json
    equal "$stderr" ""
    simulate -e 7 -o /dev/null --energy energy scene.json
    like "$stderr" '*the last state, step 20,*'
    warned 'the run ends at t = 0.21, *' -s duration=0.2 -s frame=0.07
}

@test "a warning when the integrator does not use what is asked for" {
    scene >scene.json
    warned 'k has no effect: integrator event does not use it' -s k=70
    run_scene -s k=null
    warned 'k has no effect: integrator impulse does not use it' -i impulse -s k=70
    warned 'impact has no effect: integrator spring does not use it' -i spring -s impact=gr
    warned 'contact_time has no effect: integrator spring-rk4 does not use it' -i spring-rk4 -s contact_time=0
    silent -s impact=lcp -s contact_time=0.1
    scene '"impact": "lcp",' >scene.json
    warned 'impact has no effect: integrator impulse does not use it' -i impulse
    scene '"contact_time": 0.1,' >scene.json
    warned 'contact_time has no effect: integrator impulse does not use it' -i impulse
    # a scene may keep k for the springs
    scene >scene.json
    silent
}

@test "a warning when newton pulls or gains energy, not with --quiet" {
    cat >pull.json <<'JSON'
{"table": {"width": 20, "height": 20}, "dt": 0.01, "steps": 1, "impact": "newton",
 "balls": [{"x": 10, "y": 10, "vx": 0.6875, "vy": -0.75, "r": 1, "m": 1},
           {"x": 11.6, "y": 11.2, "r": 1, "m": 1}, {"x": 11.6, "y": 8.8, "r": 1, "m": 1}]}
JSON
    simulate pull.json
    equal "$status" 0
    like "$stderr" 'billiard-sim: warning: *newton*1 *pull*'
    equal "$(grep -c '' <<<"$stderr")" 1
    simulate -q pull.json
    equal "$stderr" ""
    simulate -s impact=gr pull.json
    equal "$stderr" ""
}

# bats test_tags=full
@test "a warning when jammed balls are brought to rest, not with --quiet, and not if they cannot bounce" {
    # a warning when jammed balls are brought to rest, not with --quiet
    echo '{"table": {"width": 4, "height": 4}, "dt": 0.01, "steps": 1, "impact": "pairwise",
           "balls": [{"fill": "square", "count": 4, "r": 1, "speed": 1, "seed": 1}]}' >jammed.json
    simulate --summary summary.json jammed.json
    equal "$status" 0
    equal "$stderr" "billiard-sim: warning: 1 jammed simultaneous impact did not converge and was ended perfectly \
inelastically (energy lost)"
    equal "$(json_value summary.json '$_->{last_resorts}')" 1
    simulate -q jammed.json
    equal "$stderr" ""

    # no warning when jammed balls are brought to rest that cannot bounce, neither at each other nor at an obstacle
    echo '{"table": {"width": 10, "height": 10}, "restitution": 0, "dt": 0.01, "steps": 1,
           "balls": [{"fill": "square", "count": 100, "r": 0.5, "speed": 1, "seed": 2}]}' >jammed.json
    while read -r warnings obstacle; do
        simulate -o /dev/null --summary summary.json -s "obstacles=[$obstacle]" jammed.json
        equal "$status $(grep -c 'jammed simultaneous' <<<"$stderr")" "0 $warnings"
        equal "$(json_value summary.json '$_->{last_resorts}')" 1
    done <<'LINES'
0
0 {"line": [0, 20, 10, 20], "e": 0}
0 {"pocket": [20, 20, 0.1]}
1 {"line": [0, 20, 10, 20], "e": 0.5}
LINES
}

@test "--help and --version; --help and --list fit into 80 columns" {
    # --help and --version
    for option in -h --help; do
        simulate "$option"
        equal "$status" 0
        equal "${lines[0]}" "usage: billiard-sim [OPTION]... [SCENE]"
        equal "$stderr" ""
    done
    for option in -V --version; do
        simulate "$option"
        equal "$status" 0
        like "${lines[0]}" "billiard-sim [0-9]*.[0-9]*.[0-9]*"
        like "${lines[1]}" "build *"
        equal "${#lines[@]} $stderr" "2 "
    done

    # --help and --list fit into 80 columns
    equal "$({ "$sim" --help; "$sim" --list; } | awk 'length > 80')" ""
}

@test "-- ends the options" {
    scene >./-n
    simulate -n 0 -- -n
    equal "$status" 0
    equal "${#lines[@]}" 3
}
