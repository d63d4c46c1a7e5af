#!/usr/bin/env bats
# Obstacles, pockets above all: what the outputs say of a ball that is gone, and that a saved run takes the same balls.

load common

setup() {
    enter_empty_folder
    cat >pool.json <<'JSON'
{"table": {"width": 2.54, "height": 1.27}, "restitution": {"ball": 0.95, "wall": 0.75}, "k": 1e5,
 "duration": 6, "frame": 0.25, "dt": 5e-4, "defaults": {"r": 0.028575, "m": 0.17, "friction": 0.1},
 "obstacles": [{"pocket": [0, 0, 0.09]}, {"pocket": [1.27, 0, 0.08], "name": "side"}, {"pocket": [2.54, 0, 0.09]},
               {"pocket": [2.54, 1.27, 0.09]}, {"pocket": [1.27, 1.27, 0.08]}, {"pocket": [0, 1.27, 0.09]},
               {"line": [0.4, 0.3, 0.5, 0.2]}],
 "balls": [{"x": 0.6, "y": 0.64, "vx": 4, "name": "cue"}, {"rack": "triangle", "rows": 4, "x": 1.9, "y": 0.635},
           {"x": 0.3, "y": 0.9, "fixed": true}, {"x": 0.2, "y": 0.2, "vx": -0.5, "vy": -0.5, "name": "last"},
           {"x": 2.5, "y": 0.1, "pocketed": 2, "color": "red"},
           {"x": 2.3, "y": 1.03, "speed": 0.6, "angle": 45}]}
JSON
}

# The balls that a summary calls pocketed, separated by blanks.
pocketed() {
    sed -n 's/.*"pocketed":\[\([0-9,]*\)\].*/\1/p' "$1" | tr , ' '
}

@test "a pocketed ball has no rows from then on, and empty fields in csv-wide" {
    for integrator in $(integrators); do
        "$sim" -q -i "$integrator" --events log --summary sum.json pool.json >rows.csv
        awk -F, '$3 == "pocket" { print $4 }' log | tr '\n' ' ' | sed 's/ $//' >gone
        equal "$(pocketed sum.json)" "$(cat gone)"
        [ "$(wc -w <gone)" -ge 2 ]
        # Of each ball the frames up to the moment of its row; ball 13 was gone before.
        awk -F, 'FNR == NR { if ($3 == "pocket") gone[$4] = $1; next }
            FNR > 1 { last[$3] = $2; count[$3]++ }
            END { for (b in gone) if (last[b] >= gone[b] || last[b] + 0.25 < gone[b] || count[b] != last[b] / 0.25 + 1) exit 1
                  exit 13 in last }' log rows.csv
        case " $(runs 'event spring' "$(integrators | tr '\n' ' ')") " in *" $integrator "*) ;; *) continue ;; esac
        "$sim" -q -i "$integrator" -f csv-wide pool.json >wide.csv
        equal "$(awk -F, '{ print NF }' wide.csv | sort -u)" 62
        equal "$(tail -n 1 wide.csv | cut -d, -f 51-62)" ",,,,,,,,,,,"
        "$sim" -q -i "$integrator" -f gnuplot pool.json | grep -v '^#' | awk 'NF { print $1, $3 }' |
            cmp - <(awk -F, 'NR > 1 { print $1, $3 }' rows.csv)
        "$sim" -q -i "$integrator" -f ndjson pool.json | grep -o '"step":[0-9]*\|"id":[0-9]*' | tr -d '"' |
            awk -F: '/step/ { step = $2 } /id/ { print step, $2 }' | cmp - <(awk -F, 'NR > 1 { print $1, $3 }' rows.csv)
        "$sim" -q -i "$integrator" -f json -o "$integrator.json" pool.json
        "$sim" -q -i "$integrator" -f xyz pool.json | awk 'NF == 1 { print $1 } NF == 9 { n++ } END { print n }' |
            cmp - <(awk -F, 'NR > 1 { n[$1]++; all++; steps[$1] } END { for (s in steps) print s, n[s]; print 1e9, all }' rows.csv |
                sort -n | cut -d' ' -f2)
    done
    strict_json event.json spring.json
}

@test "--balls chooses among the balls that are left" {
    "$sim" pool.json | awk -F, 'NR == 1 || $3 == 0 || $3 == 12 || $3 == 13' >wanted.csv
    "$sim" -b 0,12-13 pool.json | cmp - wanted.csv
    "$sim" -b 12-13 -f ndjson pool.json >frames
    strict_json <(tail -n 1 frames)
    equal "$("$sim" -b 13 -f xyz pool.json | grep -c '^0$')" 25
}

# bats test_tags=full
@test "the ledger takes pocketed balls as lost" {
    for integrator in $(integrators); do
        "$sim" -q -i "$integrator" -o /dev/null --energy - -s gravity='[0.02, -0.05]' -s 'balls.*.friction=0' -s restitution=1 \
            -s k=1e6 -s dt=5e-5 -s duration=$(runs 5 6) --summary sum.json pool.json >energy.csv
        [ -n "$(pocketed sum.json)" ]
        awk -F, 'NR == 2 { first = $6 } NR > 1 { off = $6 - first; if (off * off > 1e-4 * first * first) exit bad = 1 }
            END { exit bad || !($5 > 0.1 * first) }' energy.csv
    done
}

@test "the potential energy that a pocket takes counts the turns round a periodic table" {
    echo '{"table": {"width": 4, "height": 6, "periodic": "x"}, "gravity": [1, 0], "dt": 0.5, "steps": 30,
      "balls": [{"x": 1, "y": 2, "vx": 1, "vy": 0.1, "r": 0.3, "m": 1}], "obstacles": [{"pocket": [2, 3, 0.4]}]}' >turns.json
    # v^2/2 - x at the start, after seven turns
    "$sim" -o /dev/null --energy - --events hits turns.json |
        awk -F, 'END { exit !(NR == 32 && $3 == 0 && $4 == 0 && ($5 + 0.495)^2 < 1e-20) }'
    awk -F, 'END { exit !(NR == 2 && $3 == "pocket" && $6 > 24) }' hits
}

@test "a falling ball hits the end of a line" {
    # on a parabola of 1 and 0.3 above the line, from 1 before its end
    echo '{"table": {"width": 10, "height": 6}, "gravity": [0, -1], "dt": 0.5, "steps": 4,
      "balls": [{"x": 1, "y": 1.3, "vx": 1, "r": 0.3}], "obstacles": [{"line": [2, 1, 4, 1]}]}' >end.json
    "$sim" -o /dev/null --events - end.json |
        awk -F, 'NR == 2 { d = (1 - $1)^2 + (0.3 - $1^2/2)^2; exit !($3 == "line" && $1 < 1 && (d - 0.09)^2 < 1e-24) }'
}

@test "lines in a row push like one line, however short, and arcs like one circle" {
    row() { awk -v n="$1" 'BEGIN { for (k = 0; k < n; k++) printf "%s{\"line\": [%.17g, 1, %.17g, 1]}", k ? ", " : "", 2.8 + 0.4 * k / n, 2.8 + 0.4 * (k + 1) / n }'; }
    for n in 3 20 200; do
        echo '{"table": {"width": 6, "height": 4}, "k": 1e4, "duration": 1, "frame": 1, "obstacles": ['"$(row $n)"'],
               "balls": [{"x": 3.003, "y": 1.4, "r": 0.1, "m": 1, "vy": -1}]}' >row.json
        for i in impulse spring spring-verlet spring-rk4; do
            run bash -c "'$sim' -q --last -i $i row.json | awk -F, '{ good = \$6 == 0 && (\$7 - 1)^2 < 1e-6 } END { exit !(NR == 2 && good) }'"
            equal "$i $n $status" "$i $n 0"
        done
    done
    # inside a polygon of so many lines springs keep their energy, and go as event does but for one reflection
    polygon() { awk -v n="$1" 'BEGIN { t = 8 * atan2(1, 1) / n; for (k = 0; k < n; k++) printf "%s{\"line\": [%.17g, %.17g, %.17g, %.17g]}", k ? ", " : "", 2 + cos(k * t), 2 + sin(k * t), 2 + cos((k + 1) % n * t), 2 + sin((k + 1) % n * t) }'; }
    for n in 80 1000 4000; do
        for seed in 1 2 3 4; do
            echo '{"table": {"width": 4, "height": 4}, "k": 1e6, "duration": 1.2, "frame": 1.2, "obstacles": ['"$(polygon $n)"'],
                   "balls": [{"x": 2.1, "y": 1.9, "r": 0.1, "m": 1, "speed": 1, "angle": '$((100 * seed))'}]}' >polygon.json
            "$sim" -q --last -i event -o exact.csv polygon.json
            "$sim" -q --last -i spring-verlet -o springs.csv polygon.json
            paste -d, exact.csv springs.csv | awk -F, -v n=$n '{ good = ($6 - $13)^2 + ($7 - $14)^2 < (13 / n)^2 && ($13^2 + $14^2 - 1)^2 < 1e-6 } END { exit !(NR == 2 && good) }'
        done
    done
    # a wall that moves pushes the ball to a line before the other wall, which pushes back: work and place of a static balance
    echo '{"table": {"width": 0.21, "height": 1, "motion": {"right": [[0, -0.01, 0], [5, 0, 0]]}}, "k": 100, "duration": 10, "frame": 1,
           "obstacles": [{"line": [0.001, 0.01, 0.001, 0.99]}], "balls": [{"x": 0.105, "y": 0.5, "r": 0.1, "m": 1}]}' >pressed.json
    "$sim" -q --last -i spring-verlet -o pressed.csv pressed.json
    awk -F, 'NR == 2 { x = $4 } END { exit !(NR == 2 && x > 0.07 && x < 0.09) }' pressed.csv
    # round a circle of radius 1 of so many arcs
    arcs() { awk -v n="$1" 'BEGIN { for (k = 0; k < n; k++) printf "%s{\"arc\": [2, 2, 1, %.17g, %.17g]}", k ? ", " : "", 360 * k / n, 360 * (k + 1) / n }'; }
    for n in 1 250; do
        echo '{"table": {"width": 4, "height": 4}, "integrator": "impulse", "dt": 1e-3, "duration": 3, "frame": 1, "obstacles": ['"$(arcs $n)"'],
               "balls": [{"x": 2.1, "y": 2.2, "r": 0.1, "m": 1, "vx": 1, "vy": 0.3}]}' >arcs.json
        "$sim" -q --last -o "arcs$n.csv" arcs.json
    done
    paste -d, arcs1.csv arcs250.csv | awk -F, '{ good = ($4 - $11)^2 + ($5 - $12)^2 < 1e-18 } END { exit !(NR == 2 && good) }'
}

@test "a ball lies on the floor of a table that is periodic along it" {
    # after bounces of 2^-k of the first speed, as long as they rise higher than 1e-11 radii, and one that stops it
    echo '{"table": {"width": 4, "height": 6, "periodic": "x"}, "gravity": [0, -1], "restitution": 0.5, "dt": 0.5, "steps": 30,
      "balls": [{"x": 1, "y": 2, "vx": 1, "r": 0.3}]}' >floor.json
    hits=$(awk 'BEGIN { for (rise = 1.7; rise > 3e-12; rise /= 4) n++; print n }')
    equal "$(timeout 20 "$sim" -o out --events - floor.json | grep -c bottom)" "$hits"
    equal "$(tail -n 1 out)" 30,15,0,16,0.3,1,0
}

@test "a run saved at any frame continues to the same bytes" {
    for integrator in $(integrators); do
        "$sim" -q -i "$integrator" --print-scene pool.json >scene.json
        "$sim" -q --events log --save end.json scene.json >whole.csv
        read -r every steps < <(json_value scene.json '"$_->{every} $_->{steps}\n"')
        for ((step = every * $(runs 13 1); step < steps; step += every * $(runs 13 1))); do
            "$sim" -q -n "$step" -o first.csv --events first.log --save state.json scene.json
            "$sim" -q -n $((steps - step)) -o rest.csv --events rest.log --save again.json state.json
            awk -F, -v step="$step" 'NR == 1 || $1 >= step' whole.csv | cmp - rest.csv
            cmp <(sed 's/"steps": [0-9]*//' end.json) <(sed 's/"steps": [0-9]*//' again.json)
        done
        "$sim" --print-scene state.json | cmp - <("$sim" --print-scene <("$sim" --print-scene state.json))
        equal "$(grep -c '"pocketed": ' end.json)" "$(($(grep -c ',pocket,' log) + 1))"
    done
}

@test "a gas among fixed balls, saved at any frame, continues to the same bytes" {
    cat >gas.json <<'JSON'
{"table": {"width": 10, "height": 8}, "restitution": 0.95, "dt": 0.25, "steps": 40,
 "balls": [{"x": 3, "y": 3.1, "r": 0.7, "fixed": true}, {"x": 6.5, "y": 5, "r": 0.4, "fixed": true},
           {"x": 9.9, "y": 1.3, "r": 0.6, "fixed": true}, {"fill": "random", "count": 25, "r": 0.2, "speed": 1, "seed": 3}]}
JSON
    for field in restitution=1 gravity='[0.1, -0.3]' 'balls.*.friction=0.05' table.periodic=true table.periodic=x; do
        "$sim" --print-scene -s "$field" gas.json >scene.json
        "$sim" scene.json >whole.csv
        for ((step = 1; step < 40; step += $(runs 13 2))); do
            "$sim" -n "$step" -o /dev/null --save state.json scene.json
            "$sim" -n $((40 - step)) --energy ledger.csv state.json >rest.csv
            awk -F, -v step="$step" 'NR == 1 || $1 >= step' whole.csv | cmp - rest.csv
            awk -F, 'NR == 2 { first = $6; if ($5 != 0) exit 1 }
                NR > 1 { off = ($6 - first) / ($3 + $5); if (off * off > 1e-24) exit 1 }' ledger.csv
        done
    done
}

@test "what event saves tells of all hits that come" {
    "$sim" --print-scene pool.json >scene.json
    "$sim" -q --events log -o /dev/null scene.json
    "$sim" -q -n 2500 -o /dev/null --save state.json --events first.log scene.json
    "$sim" -q -n 9500 -o /dev/null --events rest.log state.json
    cat first.log <(tail -n +2 rest.log) | cut -d, -f 1,3- | cmp - <(cut -d, -f 1,3- log)
}

# bats test_tags=full
@test "threads change no byte" {
    for integrator in spring spring-verlet spring-rk4; do
        json='{"table": {"width": 60, "height": 60}, "k": 500, "dt": 0.005, "steps": '"$(runs 800 4000)"', "every": 200,
            "obstacles": [{"pocket": [20, 20, 2]}, {"pocket": [40, 20, 2]}, {"pocket": [30, 40, 3]}],
            "balls": [{"fill": "square", "count": 400, "r": 0.9, "speed": 4, "seed": 3, "region": [0, 0, 60, 60]}]}'
        "$sim" -q -i $integrator --summary one.json --save one.scene >one.csv <<<"$json"
        [ "$(wc -w <<<"$(pocketed one.json)")" -gt 20 ]
        for threads in $(runs 2 '2 3 4'); do
            "$sim" -q -i $integrator --threads $threads --save many.scene <<<"$json" | cmp - one.csv
            cmp one.scene many.scene
        done
    done
}

# bats test_tags=full
@test "a batch gives the bytes of its runs, and the balls that each has lost" {
    for y in $(runs '0.62 0.65' '0.62 0.63 0.64 0.65'); do echo "balls.0.y=$y"; done >lines
    for format in csv csv-wide ndjson; do
        "$sim" -q --batch lines --threads 2 -f $format --summary all.ndjson -o all --events all.log pool.json
        n=0
        while read -r line; do
            "$sim" -q -s "$line" -f $format -o one --events one.log --summary one.json pool.json
            grep "^$n,\|\"run\":$n," all | sed "s/^$n,//; s/\"run\":$n,//" | cmp - <(grep -v '^step' one)
            grep "^$n," all.log | sed "s/^$n,//" | cmp - <(tail -n +2 one.log)
            equal "$(pocketed <(sed -n "$((n + 1))p" all.ndjson))" "$(pocketed one.json)"
            n=$((n + 1))
        done <lines
    done
}

# bats test_tags=full
@test "stop at rest: pocketed balls are done" {
    for integrator in $(integrators); do
        "$sim" -q -i "$integrator" -s stop=rest -s duration=100 -s 'balls.*.friction=0.6' -o rows.csv --summary sum.json pool.json
        equal "$(json_value sum.json '$_->{ended}')" stop
        like " $(pocketed sum.json) " "* 12 *"
        awk -F, -v rest="$(json_value sum.json '$_->{rest}')" 'END { exit !($2 >= rest && $2 < rest + 0.25) }' rows.csv
    done
    one='{"table": {"width": 9, "height": 9}, "duration": 9, "frame": 1, "stop": "rest", "obstacles": [{"pocket": [5, 5, 1]}],
        "balls": [{"x": 2, "y": 5, "vx": 1, "r": 0.5}]}'
    equal "$("$sim" --summary - -o /dev/null <<<"$one" | grep -o '"pocketed.*,')" '"pocketed":[0],"pockets":[0],"rest":2,'
    equal "$("$sim" -q --save - -o /dev/null <<<"$one" | "$sim" -q --summary - -o /dev/null | grep -o '"pocketed.*,')" '"pocketed":[],"pockets":[],"rest":2,'
}

# bats test_tags=full
@test "a ball that starts in a pocket is taken when it comes back" {
    for integrator in $(integrators); do
        simulate -i "$integrator" --events log -o /dev/null <<<'{"table": {"width": 10, "height": 10}, "k": 1e4, "dt": 2e-4,
            "steps": 100000, "every": 100000, "obstacles": [{"line": [3, 1, 3, 2]}, {"pocket": [5, 5, 1]}],
            "balls": [{"x": 4.5, "y": 5, "vx": 1, "r": 0.5}, {"x": 5, "y": 5, "r": 0.5, "pocketed": 1}]}'
        equal "$status $stderr" "0 billiard-sim: warning: ball 0 begins inside the pocket obstacles.1, which takes only what comes in"
        awk -F, '$3 == "pocket" { n++; t = $1; x = $6 } END { exit !(n == 1 && t > 8.4 && t < 8.6 && x == 6) }' log
    done
}

@test "pocketed balls are in nobody's way" {
    "$sim" --check - <<<'{"table": {"width": 10, "height": 10}, "dt": 1, "steps": 1, "obstacles": [{"pocket": [1, 1, 1]}, {"line": [2, 0, 2, 3]}],
        "balls": [{"x": 2, "y": 2, "r": 1, "pocketed": 0}, {"x": 5, "y": 5, "r": 1}, {"x": 5.5, "y": 5, "r": 1, "pocketed": 0},
                  {"x": -3, "y": 50, "r": 1, "pocketed": 0}, {"rack": "line", "rows": 3, "x": 5, "y": 5, "r": 1, "pocketed": 0}]}'
    equal "$("$sim" --print-scene <<<'{"table": {"width": 4, "height": 4}, "dt": 1, "steps": 1, "defaults": {"r": 1, "vx": 3},
        "obstacles": [{"pocket": [1, 1, 1]}], "balls": [{"x": 2, "y": 2, "pocketed": 0}, {"fill": "random", "count": 1}]}' |
        grep -c pocketed)" 1
}

# bats test_tags=full
@test "reading 40 000 balls and 40 000 obstacles costs their sum, not their product" {
    awk -v line='{"line": [1, 1, 2, 1]}' -v ball='{"x": 1, "y": 1, "r": 0.1, "pocketed": 0}' 'BEGIN {
        print "{\"table\": {\"width\": 4, \"height\": 4}, \"duration\": 1, \"obstacles\": [{\"pocket\": [3, 3, 0.5]}"
        for (i = 0; i < 40000; i++) print "," line
        print "], \"balls\": [{\"x\": 2, \"y\": 2, \"r\": 0.1, \"speed\": 0}"
        for (i = 0; i < 40000; i++) print "," ball
        print "]}" }' >scene.json
    (ulimit -t 6 && "$sim" -q --check scene.json) # the sum takes 1 s, the product more than 12
}

@test "a listed line takes at most 300 bytes, its text among them" {
    (ulimit -v 12000 && "$sim" --version >/dev/null) || skip "cannot run within 12 MB here"
    awk -v n=200000 'BEGIN {
        print "{\"table\": {\"width\": 1350, \"height\": 1350}, \"duration\": 1, \"balls\": [], \"obstacles\": ["
        for (i = 0; i < n; i++)
            printf "%s{\"line\": [%.6f, %.6f, %.6f, %.6f]}", i ? ",\n" : "", i % 448 * 3 + 1.5, int(i / 448) * 3 + 1.5, i % 448 * 3 + 2.2, int(i / 448) * 3 + 1.8
        print "]}" }' >lines.json
    (ulimit -v $((12000 + 200000 * 300 / 1024)) && "$sim" -q --check lines.json)
}

@test "a full circle may begin at any decimal" {
    for span in '0, 360' '152.2, 512.2' '152.3, 512.3' '-512.2, -152.2' '-0.1, 359.9'; do
        "$sim" -q -p 9 -o /dev/null --events - <<<'{"table": {"width": 4, "height": 4}, "dt": 50, "steps": 1,
            "balls": [{"x": 1.7, "y": 2.2, "r": 0.1, "vx": 0.5, "vy": 0.3}], "obstacles": [{"arc": [2, 2, 1, '"$span"']}]}' >found
        [ "$span" != '0, 360' ] || cp found circle.csv
        cmp found circle.csv
    done
    [ "$(wc -l <circle.csv)" -gt 15 ]
    simulate --check <<<'{"table": {"width": 4, "height": 4}, "dt": 1, "steps": 1, "balls": [], "obstacles": [{"arc": [2, 2, 1, 0, 360.000001]}]}'
    equal "$status" 3
}

@test "one ball among 10 000 obstacles examines those near it" {
    awk 'BEGIN {
        print "{\"table\": {\"width\": 100, \"height\": 100}, \"duration\": 20000, \"frame\": 20000,"
        print "\"balls\": [{\"x\": 50, \"y\": 50, \"r\": 0.01, \"speed\": 1, \"angle\": 31}], \"obstacles\": ["
        for (i = 0; i < 10000; i++) printf "%s{\"arc\": [%d.5, %d.5, 0.3, 0, 360]}\n", i ? ", " : "", i % 100, i / 100
        print "]}" }' >scene.json
    (ulimit -t 4 && "$sim" -q -o /dev/null --events events.csv scene.json) # 0.1 s; with all of them at each hit, 8
    [ "$(wc -l <events.csv)" -gt 15000 ]
}

@test "a pocketed ball comes back where x and y say once null takes its key away, and the others keep their past" {
    scene='{"table": {"width": 4, "height": 2}, "duration": 9, "frame": 0.5, "stop": "pocket", "defaults": {"r": 0.1},
        "obstacles": [{"pocket": [3.9, 1, 0.2]}],
        "balls": [{"x": 3, "y": 1, "vx": 1, "name": "cue"}, {"x": 0.5, "y": 0.5, "vx": 0.7, "vy": 0.3}]}'
    echo "$scene" >scene.json
    "$sim" -q --save state.json -o before.csv scene.json
    grep -q '"pocketed": 0' state.json
    "$sim" -q -n 3 -o went_on.csv state.json
    "$sim" -q -n 3 -o back.csv -s balls.cue.pocketed=null -s balls.cue.x=1 -s balls.cue.y=1.5 -s balls.cue.speed=0 -s balls.cue.angle=0 state.json
    equal "$(awk -F, 'NR == 2 { print $3, $4, $5, $6, $7 }' back.csv)" "0 1 1.5 0 0"
    digits() { awk -F, '$3 == 1 { printf "%s %.12f %.12f %.12f %.12f\n", $1, $4, $5, $6, $7 }' "$1"; }
    equal "$(digits back.csv)" "$(digits went_on.csv)"
    # a key that is not there, of any ball, and several in a line of a batch
    printf 'balls.*.pocketed=null balls.1.name=null balls.cue.x=1\n' >lines
    "$sim" -q --batch lines -n 0 state.json | awk -F, 'NR == 2 { print $4, $5 }' >place
    like "$(cat place)" "0 1"
}

# A kind that a program of scenes/ has never heard of would be missing in its pictures, keep its old units, or put its numbers in
# disorder.
@test "what draws scenes or reads logs knows each kind of obstacle, and Python what balls bounce off" {
    kinds=$("$sim" --check -s 'obstacles=[{}]' pool.json 2>&1 | sed 's/.*give one of//' | grep -o '"[a-z]*"' | tr -d '"')
    like "$(tr '\n' ' ' <<<"$kinds")" "line arc pocket gate *"
    for program in plot/scene.awk plot/player.html plot/timeline.gnuplot billiard.awk fit/scales.py; do
        for kind in $kinds; do
            grep -qw "$kind" "$root/scenes/$program" || { echo "scenes/$program does not know $kind"; false; }
        done
    done
    bouncing=$("$sim" --schema | sed -n 's/.*\[\("left", .*, "line", .*\)\]/\1/p' | sort -u)
    equal "$(sed -n 's/^CUSHIONS = frozenset((\(.*\)))$/\1/p' "$root/scenes/python/billiard_sim.py")" "$bouncing"
}
