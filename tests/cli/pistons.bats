#!/usr/bin/env bats
# Walls with a mass.
#
# Promise: walls with a mass do what independent programs have them do with 40 digits. Measured: one ball, e < 1, loads,
# gravity, two walls and three balls, several hits at one instant under the six laws, to 1e-11.
#
# Promise: the collisions of a ball between a wall and a wall with a mass count the digits of pi. Measured: 31, 314,
# 3141 and, in full, 31415 and 314159.
#
# Promise: a saved run with walls that have a mass goes on to the same bytes. Measured: loads, gravity, spin.

load common

pistons="$BATS_TEST_DIRNAME"

two_walls() {
    cat >two.json <<'END'
{"table": {"width": 4, "height": 3, "piston": {"right": {"m": 6, "force": -1}, "top": {"m": 4, "force": -0.7, "range": [0.1, 9]}}}, "gravity": [0, -0.5],
 "restitution": {"ball": 0.95, "wall": 0.9}, "mu": 0.2, "dt": 0.1, "steps": 60, "balls": [{"x": 0.7, "y": 0.8, "vx": 1.1, "vy": 0.3, "r": 0.2, "m": 1},
 {"x": 2.1, "y": 0.6, "vx": -0.4, "vy": 0.9, "r": 0.25, "m": 2}, {"x": 3.1, "y": 1.9, "vx": 0.2, "vy": -0.7, "r": 0.3, "m": 1.5}]}
END
}

@test "walls with a mass do what independent programs have them do" {
    run perl "$pistons/pistons.pl" "$sim" "$pistons/pistons.txt"
    equal "$status" 0
    equal "$output" ""
}

@test "a ball between two walls counts the digits of pi" {
    echo '{"table": {"width": 9, "height": 1, "piston": {"right": {"m": 100, "v": -1}}}, "dt": 100, "steps": 1, "balls": [{"x": 3, "y": 0.5, "r": 0.1, "m": 1}]}' >pi.json
    printf 'table.piston.right.m=%s\n' 1e2 1e4 1e6 ${TEST_FULL:+1e8 1e10} >runs
    "$sim" -q --batch runs -o /dev/null --summary out.csv --columns collisions.wall,ended pi.json
    equal "$(tail -n +2 out.csv | tr '\n' ' ')" "0,31,complete 1,314,complete 2,3141,complete ${TEST_FULL:+3,31415,complete 4,314159,complete }"
}

@test "a saved run with walls that have a mass goes on to the same bytes" {
    two_walls
    "$sim" -q -o all.csv --energy all-energy.csv --events all-events.csv two.json
    for step in 1 25 40; do
        "$sim" -q -n $step -o 1.csv --events 1-events.csv --save state.json two.json
        "$sim" -q -n $((60 - step)) -o 2.csv --events 2-events.csv --energy 2-energy.csv state.json
        cmp all.csv <(cat 1.csv; tail -n +5 2.csv)
        cmp <(cut -d , -f 1,3- all-events.csv) <(cut -d , -f 1,3- 1-events.csv; tail -n +2 2-events.csv | cut -d , -f 1,3-)
        cmp <(tail -n 1 all-energy.csv | cut -d , -f 3,4,16-) <(tail -n 1 2-energy.csv | cut -d , -f 3,4,16-)
    done
    # other slices and frames, and a batch on several threads
    "$sim" -q -o /dev/null -e 7 --events events.csv two.json
    cmp all-events.csv events.csv
    printf 'balls.0.vx=%s\n' 1.1 0.9 1.3 >runs
    for threads in 1 2; do
        "$sim" -q --batch runs --threads $threads -o frames$threads.csv --energy energy$threads.csv --events events$threads.csv two.json
    done
    cmp frames1.csv frames2.csv
    cmp energy1.csv energy2.csv
    cmp <(sed -n 's/^0,//p' events1.csv) <(tail -n +2 all-events.csv)
}

@test "an override of a wall goes on from its place and velocity at the moment" {
    two_walls
    "$sim" -q -n 25 -o /dev/null --save state.json --energy energy.csv two.json
    equal "$(grep -c '"right", [0-9.]*, [0-9.]*, -\?[0-9.]*\]' state.json)" 1
    for set in table.piston.right.force=-2 table.piston.right.m=7 table.piston.top.range=null gravity=[0,-1] duration=3; do
        "$sim" -q -s "$set" -o /dev/null --energy now.csv state.json
        equal "$(sed -n 2p now.csv | rev | cut -d , -f 1-4 | rev)" "$(tail -n 1 energy.csv | rev | cut -d , -f 1-4 | rev)"
        "$sim" -s "$set" --print-scene state.json >given.json
        equal "$(grep -c '"right", ' given.json)" 0
    done
    "$sim" -q -s table.piston.right=null --print-scene state.json >given.json
    grep -q '"piston": {"top": {"m": 4, "force": -0.7, ' given.json
    "$sim" -s table.piston.right=null -s table.piston.top=null --print-scene two.json >given.json
    equal "$(grep -c piston given.json)" 0
}

@test "the end of a range ends the run with the next frame" {
    echo '{"table": {"width": 2, "height": 1, "piston": {"right": {"m": 5, "v": -0.25, "range": [1, 2.5]}}}, "dt": 0.5, "steps": 50,
        "balls": [{"x": 0.1, "y": 0.5, "vx": 1, "r": 0.1, "m": 1}]}' >range.json
    run "$sim" -o out.csv --save state.json --summary out.json range.json
    equal "$status" 0
    equal "$output" "billiard-sim: warning: the right wall has been outside its range, from 1 to 2.5, which ends the run"
    equal "$(tail -n 1 out.csv | cut -d , -f 1)" 11
    grep -q '"ended":"range","steps_wanted":50,' out.json
    grep -q '"piston":{"right":{"x":2.59722222222222[0-9]*,"v":0.472222222222222[0-9]*}}' out.json
    run "$sim" -o out.csv state.json
    equal "$status" 3
    grep -q 'table.piston.right.x: must be within "range", from 1 to 2.5' <<<"$output"
    "$sim" -q -s table.piston.right.range=null -o out.csv state.json
    # a turn outside between two frames counts
    "$sim" -q -s dt=20 -s table.piston.right.force=-5 -s table.piston.right.range=[-1,2.01] -s table.piston.right.v=1 -s balls=[] --columns ended,t --summary out.csv -o /dev/null range.json
    equal "$(tail -n 1 out.csv)" "range,20"
}

@test "the ledger, the summary and columns have places and velocities of walls with a mass" {
    two_walls
    "$sim" -q -o frames.json -f json --energy energy.csv --summary out.json two.json
    equal "$(head -n 1 energy.csv)" "step,t,kinetic,potential,lost,total,px,py,lz,virial,jleft,jright,jbottom,jtop,rotation,xright,vright,xtop,vtop"
    equal "$(sed -n 2p energy.csv | cut -d , -f 16-)" "4,0,3,0"
    IFS=, read -r xright vright xtop vtop < <(tail -n 1 energy.csv | cut -d , -f 16-)
    grep -qF "\"rest\":null,\"piston\":{\"right\":{\"x\":$xright,\"v\":$vright},\"top\":{\"x\":$xtop,\"v\":$vtop}},\"wall_s\":" out.json
    grep -qF '"piston":{"right": {"m": 6, "force": -1, "v": 0, "x": 4}, "top": {"m": 4, "force": -0.7, "v": 0, "x": 3, "range": [0.1, 9]}}' frames.json
    "$sim" -q -o /dev/null --columns piston.top.v,piston.right.x,piston.left.x,balls.1.met --summary out.csv -n 20 two.json
    equal "$(sed -n '2s/^[-0-9.]*,[0-9.]*//p' out.csv)" ",,0 top"
    printf '%s\n' balls.0.vx=1 table.piston.top=null >runs
    run "$sim" --batch runs -q -o /dev/null --energy energy.csv two.json
    equal "$status" 3
    grep -q 'run 1: .*the ledger has the columns of run 0, with other walls that move, have a temperature or a mass' <<<"$output"
    run "$sim" --columns piston -o /dev/null --summary out.csv two.json
    equal "$status" 2
    grep -q '"piston" is an object; its columns are piston.left.x, ' <<<"$output"
}

@test "friction acts on the ball alone" {
    echo '{"table": {"width": 4, "height": 9, "piston": {"right": {"m": 3}}}, "mu": {"ball": 0, "wall": 0.2}, "dt": 3, "steps": 1, "balls": [{"x": 1.9, "y": 0.5, "vx": 1, "vy": 0.5, "r": 0.1, "m": 1}]}' >rub.json
    for case in "0.2 0.35714285714285714" "0.05 0.425"; do
        "$sim" -q -s "mu.wall=${case% *}" -o out.csv --summary out.json rub.json
        tail -n 1 out.csv | awk -F , -v wanted="${case#* }" '{ exit !($6 == -0.5 && ($7 - wanted)^2 < 1e-28) }'
        grep -q '"piston":{"right":{"x":4.5,"v":0.5}}' out.json
    done
}

@test "balls that meet a wall with a mass at one instant are one group, however far apart" {
    echo '{"table": {"width": 4, "height": 9, "piston": {"right": {"m": 3}}}, "dt": 3.5, "steps": 1, "defaults": {"r": 0.5, "m": 1, "vx": 1}, "balls": [{"x": 0.5, "y": 1}, {"x": 0.5, "y": 8}]}' >both.json
    for law in pairwise newton lcp gr hooke hertz; do
        "$sim" -q -s "impact=$law" -o out.csv --events events.csv --columns collisions.simultaneous,piston.right.v --summary sums.csv both.json
        equal "$(cut -d , -f 2 events.csv | tail -n +2 | sort -u)" 0
        case $law in
        pairwise) equal "$(tail -n 2 out.csv | cut -d , -f 6 | tr '\n' ' ')$(tail -n 1 sums.csv)" "-0.5 0.25 1,0.75" ;;
        *)
            tail -n 2 out.csv | awk -F , '{ if (($6 + 0.2)^2 > 1e-20) exit 1 }'
            awk -F , 'NR == 2 && ($2 - 0.8)^2 > 1e-20 { exit 1 }' sums.csv
            ;;
        esac
    done
}
