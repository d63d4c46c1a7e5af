#!/usr/bin/env bats
# Watching does not perturb: frame rate, logs, and a save in between change no bit, whatever the integrator.

load common

setup() {
    enter_empty_folder
    cat >scene.json <<'JSON'
{"table": {"width": 12, "height": 7}, "restitution": {"ball": 0.95, "wall": 0.9}, "k": 5000,
 "dt": 0.005, "steps": 1000,
 "balls": [{"x": 2, "y": 3.5, "vx": 9, "vy": 0.3, "r": 0.5},
           {"rack": "triangle", "rows": 4, "x": 6, "y": 3.5, "r": 0.5, "gap": 0.01},
           {"x": 2, "y": 1, "vx": -1, "vy": 2, "r": 0.3, "m": 3}]}
JSON
}

# frames EVERY: the rows of standard input whose step is a multiple of EVERY.
frames() {
    awk -F, -v every="$1" 'NR > 1 && $1 % every == 0'
}

@test "frames at steps 0, every, 2 every, ... and not beyond the last step" {
    simulate -n 10 -e 4 scene.json
    equal "$(awk -F, 'NR > 1 { print $1 }' <<<"$output" | uniq | tr '\n' ' ')" "0 4 8 "
    simulate -n 0 scene.json
    equal "${#lines[@]}" 13
    simulate -n 3 -e 1000000 scene.json
    equal "${#lines[@]}" 13
}

@test "every 1 and every 50 agree where both have frames" {
    for integrator in $(integrators); do
        "$sim" -i "$integrator" -e 1 scene.json >all.csv
        "$sim" -i "$integrator" -e 50 scene.json >some.csv
        equal "$(frames 50 <some.csv | md5sum)" "$(frames 50 <all.csv | md5sum)"
        equal "$(grep -c '' some.csv)" $((1 + 21 * 12))
    done
}

@test "event: the spacing of the frames does not matter" {
    "$sim" -d 0.25 -n 20 scene.json | cut -d, -f2- >coarse.csv
    "$sim" -d 0.0625 -n 80 -e 4 scene.json | cut -d, -f2- >fine.csv
    cmp coarse.csv fine.csv
}

@test "a saved state continues the run to the same bits" {
    for integrator in $(integrators); do
        "$sim" -i "$integrator" -n 700 scene.json >whole.csv
        "$sim" -i "$integrator" -n 300 --save half.json -o first.csv scene.json
        equal "$(json_value half.json '$_->{start}{step}')" 300
        "$sim" -n 400 half.json >second.csv
        awk -F, 'NR == 1 || $1 <= 300' whole.csv | cmp - first.csv
        awk -F, 'NR == 1 || $1 >= 300' whole.csv | cmp - second.csv
    done
}

@test "a chain of saves ends where one run ends" {
    for integrator in $(integrators); do
        "$sim" -i "$integrator" -n 600 -e 600 --save whole.json -o /dev/null scene.json
        cp scene.json state.json
        for _ in 1 2 3 4 5 6; do
            "$sim" -i "$integrator" -n 100 -e 1000 --save state.json -o /dev/null state.json
        done
        equal "$("$sim" -n 0 -e 1 state.json)" "$("$sim" -n 0 -e 1 whole.json)"
    done
}

@test "the frames of a continued run fall on the steps of the uninterrupted one" {
    "$sim" -n 10 -o /dev/null --save saved.json scene.json
    simulate -n 10 -e 4 saved.json
    equal "$(awk -F, 'NR > 1 { print $1 }' <<<"$output" | uniq | tr '\n' ' ')" "12 16 20 "
}

@test "time is step * dt" {
    simulate -n 1000 -d 0.1 -e 7 -s balls='[]' -f csv-wide scene.json
    equal "$status" 0
    perl -ne 'next if $. == 1; my ($step, $t) = split /,/; die "step $step: $t\n" if $t != $step * 0.1' <<<"$output"
}

@test "two runs in parallel do not disturb each other" {
    "$sim" -n 500 -o wanted.csv scene.json
    for i in 1 2 3 4; do
        "$sim" -n 500 -o "out$i.csv" --save "save$i.json" scene.json 3>&- &
    done
    wait
    for i in 1 2 3 4; do
        cmp wanted.csv "out$i.csv"
    done
    for i in 1 2 3 4; do
        "$sim" -n 500 -o same.csv scene.json 3>&- &
    done
    wait
    cmp wanted.csv same.csv
    equal "$(ls -A | grep -c .)" 11
}

@test "no balls, one ball" {
    formats=$(formats)
    for integrator in $(integrators); do
        [ "$integrator" = event ] || formats=$(runs csv "$formats")
        for format in $formats; do
            "$sim" -i "$integrator" -f "$format" -s balls='[]' --summary "$integrator.json" scene.json >/dev/null
            "$sim" -i "$integrator" -f "$format" -s 'balls=[{"x":6,"y":3,"vx":1,"r":1}]' scene.json >/dev/null
        done
    done
    rm scene.json
    strict_json ./*.json
    equal "$(ls ./*.json | grep -c '')" "$(integrators | grep -c '')"
}

@test "a frame at the moment of a collision has the velocities after it, and a saved state does not repeat it" {
    echo '{"table": {"width": 4, "height": 4}, "dt": 0.5, "steps": 5, "every": 5,
           "balls": [{"x": 1, "y": 2, "vx": 1, "r": 0.5}]}' >scene.json
    simulate --events hits.csv --save saved.json scene.json
    equal "${lines[2]}" 5,2.5,0,3.5,2,-1,0
    equal "$(tail -n 1 hits.csv | cut -d, -f1-4)" 2.5,0,right,0
    simulate --events hits.csv saved.json
    equal "${lines[1]}" 5,2.5,0,3.5,2,-1,0
    equal "$(grep -c '' hits.csv)" 1
}

@test "the first frame has the velocities of the scene, also where a collision is due at once" {
    echo '{"table": {"width": 4, "height": 4}, "dt": 0.5, "steps": 1, "balls": [{"x": 3.5, "y": 2, "vx": 1, "r": 0.5}]}' >scene.json
    for integrator in event impulse; do
        simulate -i $integrator --events hits.csv scene.json
        equal "${lines[1]}" 0,0,0,3.5,2,1,0
        like "${lines[2]}" '1,0.5,0,*,2,-1,0'
    done
}

@test "a ball that lies on a spring has the velocity dt g/2 with spring, none with spring-verlet, one of second order with spring-rk4" {
    echo '{"table": {"width": 4, "height": 4}, "gravity": [0, -10], "restitution": 0.5, "k": 100, "dt": 0.01, "steps": 2000, "every": 2000,
           "balls": [{"x": 2, "y": 0.5, "r": 0.5, "m": 1}]}' >scene.json
    v=$("$sim" -q -i spring-verlet scene.json | tail -n 1 | cut -d, -f7)
    awk -v v="$v" 'BEGIN { exit !(v^2 < 1e-24) }'
    for integrator in spring spring-rk4; do
        for dt in 0.01 0.005; do
            "$sim" -q -i $integrator -d $dt scene.json | tail -n 1 | cut -d, -f7
        done | awk -v order=$((1 + (${#integrator} > 6))) 'NR == 1 { v = $1 }
            END { if (order == 1 && (v + 0.05)^2 > 1e-18) exit 1; r = v/$1; exit !(NR == 2 && r > 0.97*2^order && r < 1.03*2^order) }'
    done
}

@test "a duration that is a whole number of dt but for rounding makes no step more" {
    for frame in 0.03 0.06 0.07 0.14 0.28; do
        "$sim" -q -i impulse -s steps=1 -s duration=$frame -s frame=$frame -s dt=0.01 -o out scene.json
        equal "$(tail -n 1 out | cut -d, -f1)" "$(awk "BEGIN { printf \"%.0f\", $frame/0.01 }")"
    done
}
