#!/usr/bin/env bats
# Walls with a mass.
#
# Promise: walls with a mass do what independent programs have them do with 40 digits. Measured: one ball, e < 1, loads,
# gravity, two walls and three balls, several hits at one instant under the six laws, to 1e-11.
#
# Promise: the collisions of a ball between a wall and a wall with a mass count the digits of pi. Measured: 31, 314,
# 3141 and, in full, 31415 and 314159.
#
# Promise: a saved run with walls that have a mass goes on to the same bytes. Measured: loads, gravity, spin, springs in the
# middle of a contact.
#
# Promise: a wall without a load is a heavy ball in a channel; a mirror, a diagonal and another order of the balls change no
# hit. Measured: 10 random scenes, in full 200, five laws of impact, groups, loads, gravity, friction, to 1e-9.
#
# Promise: what rests on, under or before a wall with a mass bears its forces. Measured: impulses over time, to 1e-3.
#
# Promise: springs at walls with a mass tend to hard bodies as 1/sqrt(k), and keep the ledger. Measured: three integrators,
# k from 1e4 to 1e6, exponents within 0.05 of -0.5, whatever happens at contacts; dt ten times smaller.
#
# Promise: springs carry a wall under a load on grains. Measured: a column against its closed form, to 1e-9; a heap that rubs.

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
    grep -q 'run 1: the walls with a mass are not those of run 0' <<<"$output"
    run "$sim" --batch runs -q two.json
    equal "$status" 3
    run "$sim" --columns piston -o /dev/null --summary out.csv two.json
    equal "$status" 2
    grep -q '"piston" is an object; its columns are piston.left.x, ' <<<"$output"
}

@test "a ball that a pocket has taken stays there, however much room a wall with a mass makes" {
    echo '{"table": {"width": 10, "height": 10, "piston": {"right": {"m": 1, "v": 5}}}, "duration": 30, "frame": 30, "defaults": {"r": 0.1, "m": 1},
        "obstacles": [{"pocket": [5, 5, 1]}], "balls": [{"x": 2, "y": 5, "vx": 2}, {"x": 3.85, "y": 0.5, "vy": 0.3},
        {"fill": "hex", "count": 30, "region": [0.2, 6.4, 2, 9.4]}]}' >taken.json
    "$sim" -q -o /dev/null --events hits.csv taken.json
    equal "$(cut -d, -f 1,3-5 hits.csv | tail -n +2)" "1,pocket,0,0"
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

@test "springs at walls with a mass tend to hard bodies as 1/sqrt(k)" {
    echo '{"table": {"width": 2, "height": 1, "piston": {"right": {"m": 5, "force": -0.6}}}, "k": 1, "duration": 4.5, "frame": 4.5,
        "balls": [{"x": 0.1, "y": 0.5, "vx": 1, "r": 0.1, "m": 1}]}' >one.json
    two_walls
    sed 's/"mu": 0.2, "dt": 0.1, "steps": 60/"k": 1, "duration": 2.4, "frame": 2.4/' two.json >three.json
    for scene in one three; do
        "$sim" -q -o /dev/null --columns balls.0.x --summary hard.csv $scene.json
        for integrator in spring spring-verlet spring-rk4; do
            for k in 1e4 1e5 1e6; do
                "$sim" -q -i $integrator -s k=$k -s "dt=$(awk -v k=$k 'BEGIN { print 0.02 / sqrt(k) }')" -o /dev/null --columns balls.0.x --summary soft$k.csv $scene.json
            done
            tail -qn 1 hard.csv soft1e4.csv soft1e5.csv soft1e6.csv | awk -v of="$scene $integrator" 'NR == 1 { hard = $1; next } { off[NR] = ($1 - hard)^2 }
                NR > 2 { slope = log(off[NR] / off[NR - 1]) / log(100); if (!(slope > -0.55 && slope < -0.45)) print of, slope }'
        done
    done >wrong
    equal "$(<wrong)" ""
}

@test "springs at walls with a mass keep the ledger, and go on from a saved state to the same bytes" {
    two_walls
    for integrator in spring spring-verlet spring-rk4; do
        for set in mu=0.2 mu=null restitution=1; do
            set -- "$sim" -q -i $integrator -s k=1e4 -s dt=1e-3 -s "$set" -e 100
            "$@" -n 3000 -o all.csv --energy all-energy.csv --columns energy.drift,collisions.wall --summary coarse.csv two.json
            "$@" -n 30000 -s dt=1e-4 -o /dev/null --columns energy.drift,collisions.wall --summary fine.csv two.json
            paste -d , coarse.csv fine.csv | awk -F , -v of="$integrator $set" 'NR == 2 && !($1^2 < 1e-6 && $3^2 < 1e-10 && $2 == 6 && $4 == 6) { print of, $0 }'
            "$@" -n 3000 -o /dev/null --events log.csv --energy logged.csv two.json
            cmp all-energy.csv logged.csv
            in_contact=$(awk -F , '$3 == "right" { print int(1000 * $1 - 10); exit }' log.csv) # the row comes at its end
            "$@" -n "$in_contact" -o /dev/null --save state.json two.json
            "$sim" -q -n $((3000 - in_contact)) -o 2.csv --energy 2-energy.csv state.json
            cmp <(tail -n 3 all.csv) <(tail -n 3 2.csv)
            cmp <(tail -n 1 all-energy.csv | rev | cut -d , -f 1-4) <(tail -n 1 2-energy.csv | rev | cut -d , -f 1-4)
        done
    done >wrong
    equal "$(<wrong)" ""
}

@test "springs: ranges, overrides, batches and other walls that move beside walls with a mass" {
    two_walls
    set -- -i spring-verlet -s k=1e4 -s dt=1e-3 -n 3000 -e 100
    run "$sim" "$@" -s table.piston.right.range=[3.9,5] -o out.csv --energy energy.csv --save state.json --columns ended --summary out-sums.csv two.json
    equal "$output" "billiard-sim: warning: the right wall has been outside its range, from 3.9 to 5, which ends the run"
    tail -n 2 energy.csv | awk -F , 'NR == 1 && !($16 > 3.9) || NR == 2 && !($16 < 3.9) { exit 1 }'
    equal "$(tail -n 1 out-sums.csv)" range
    "$sim" -q -s table.piston.right.range=null -s table.piston.right.m=7 -n 1 -o /dev/null --energy now.csv state.json
    equal "$(sed -n 2p now.csv | cut -d , -f 16-)" "$(tail -n 1 energy.csv | cut -d , -f 16-)"
    printf 'balls.0.vx=%s\n' 1.1 0.9 1.3 >runs
    "$sim" -q "$@" --batch runs --threads 2 -o frames.csv --energy energy.csv two.json
    "$sim" -q "$@" -o one.csv two.json
    cmp <(sed -n 's/^0,//p' frames.csv) <(tail -n +2 one.csv)
    # what balls do there is what their material does at walls
    "$sim" -q "$@" -s restitution.wall=0.7 -s mu=0.3 -o one.csv two.json
    "$sim" -q "$@" -s 'materials={"a": {"wall": {"e": 0.7, "mu": 0.3}, "a": {"mu": 0.3}}}' -s defaults.material=a -o other.csv two.json
    cmp one.csv other.csv
    # a wall with a mass does as a heavy ball does that fills a channel, also opposite a wall that moves
    echo '{"table": {"width": 6, "height": 1, "motion": {"left": [[0, 0.2, 0]]}, "piston": {"right": {"m": 5, "v": -0.3, "x": 3}}}, "k": 1e4, "dt": 5e-4, "steps": 12000, "every": 1000,
        "balls": [{"x": 0.5, "y": 0.5, "vx": 1, "r": 0.1, "m": 1}]}' >wall.json
    for integrator in spring spring-verlet spring-rk4; do # of which the first adds 1e-6 to distances of balls
        "$sim" -q -i $integrator -s restitution=0.9 -o wall.csv --energy wall-energy.csv --columns energy.drift,collisions.wall --summary sums.csv wall.json
        "$sim" -q -i $integrator -s restitution=0.9 -s table.piston=null -s 'balls=[{"x": 0.5, "y": 0.5, "vx": 1, "r": 0.1, "m": 1}, {"x": 3.5, "y": 0.5, "vx": -0.3, "r": 0.5, "m": 5}]' -o ball.csv wall.json
        awk -F , -v of=$integrator 'function off(a, b) { return (a - b)^2 > (of == "spring" ? 1e-3 : 1e-10)^2 }
            FNR == 1 { file++ } FNR == 1 || $3 == "ball" { next } file == 1 { place[$1, $3] = $4; next }
            file == 2 && $3 == 0 && off($4, place[$1, 0]) { print "ball", $0, place[$1, 0] } file == 3 && off($16, place[$1, 1] - 0.5) { print "wall", $0, place[$1, 1] }' ball.csv wall.csv wall-energy.csv
        awk -F , 'NR == 2 && !($1^2 < 1e-6 && $2 == 3)' sums.csv
    done >wrong
    equal "$(<wrong)" ""
}

@test "springs under a load: a column has its closed form, a heap comes to rest" {
    echo '{"table": {"width": 0.8, "height": 4.2, "piston": {"top": {"m": 5, "force": -50}}}, "gravity": [0, -1], "restitution": 0.01, "k": 2e4, "dt": 4e-4, "steps": 25000, "every": 25000,
        "balls": [{"fill": "square", "count": 5, "r": 0.4, "m": 0.5}]}' >column.json
    # contact i from above carries 50 + 5 + i/2: 4 less the sum of six overlaps
    "$sim" -q -i spring-verlet -o /dev/null --columns piston.top.x,piston.top.v --summary out.csv column.json
    awk -F , 'NR == 2 { exit !(($1 - 3.983125)^2 < 1e-18 && $2^2 < 1e-18) }' out.csv
    echo '{"table": {"width": 4, "height": 8, "piston": {"top": {"m": 5, "force": -50}}}, "gravity": [0, -1], "mu": 0.3, "restitution": 0.3, "k": 2e4, "dt": 4e-4, "steps": 15000, "every": 3000,
        "balls": [{"fill": "random", "count": 20, "r": 0.4, "m": 0.5, "seed": 4}]}' >heap.json
    for integrator in spring-verlet spring-rk4; do
        "$sim" -q -i $integrator -o all.csv --columns piston.top.x,piston.top.v,energy.drift --summary out.csv heap.json
        # 20 discs of area 0.5 fill more than three quarters of what is left, and the wall stands
        awk -F , -v of=$integrator 'NR == 2 && !($1 < 3.7 && $2^2 < 1e-6 && $3^2 < 1e-6) { print of, $0 }' out.csv
        "$sim" -q -i $integrator -n 6000 -o 1.csv --save state.json heap.json
        grep -q '"top", 0, ' state.json # a contact that rubs at the wall
        contacts=$(grep -c '"top", 0, ' state.json) # which a new load leaves, and a new place does not
        equal "$("$sim" -s table.piston.top.force=-60 --print-scene state.json | grep -c '"top", 0, ')" "$contacts"
        equal "$("$sim" -s table.piston.top.x=4 --print-scene state.json | grep -c '"top", 0, ')" 0
        equal "$("$sim" -s table.piston.top=null --print-scene state.json | grep -c 'piston\|"top", 0, ')" 0
        "$sim" -q -n 9000 -o 2.csv state.json
        cmp all.csv <(cat 1.csv; tail -n +22 2.csv)
    done >wrong
    equal "$(<wrong)" ""
}

@test "in a channel a wall with a mass is a heavy ball; a mirror and another order of the balls change nothing" {
    run perl "$pistons/pistons_random.pl" "$sim" "$(runs 10 200)" 3
    equal "$status" 0
    equal "$output" ""
}

# bears SIDE FORCE SCENE: from t = 14 to 18 the balls of a scene push a wall with this force.
bears() {
    "$sim" -q -o /dev/null --energy energy.csv "$3"
    awk -F , -v side="j$1" -v force="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == side) at = i }
        $2 == 14 { from = $at } $2 == 18 { found = ($at - from) / 4; if (!((found - force)^2 < 1e-6 * force^2)) print side, force, found }' energy.csv
}

@test "what rests on, under or before a wall with a mass bears its forces" {
    # a lid of weight 3 under 1 more, on one of two balls on the floor; a lift of weight 3 that a force of 6 presses with two
    # balls to the ceiling; one that carries five balls by their weight; a wall that pushes two balls on
    echo '{"table": {"width": 4, "height": 6, "piston": {"top": {"m": 3, "force": -1}}}, "gravity": [0, -1], "restitution": 0.5, "dt": 1, "steps": 18, "balls": [{"x": 1, "y": 0.5, "r": 0.5, "m": 1}, {"x": 3, "y": 1.5, "r": 0.5, "m": 1}]}' >lid.json
    echo '{"table": {"width": 4, "height": 6, "piston": {"bottom": {"m": 3, "force": 6}}}, "gravity": [0, -1], "restitution": 0.5, "dt": 1, "steps": 18, "balls": [{"x": 1, "y": 2, "r": 0.5, "m": 1}, {"x": 3, "y": 1.5, "r": 0.5, "m": 1}]}' >lift.json
    echo '{"table": {"width": 4, "height": 9, "piston": {"bottom": {"m": 3, "force": 8}}}, "gravity": [0, -1], "restitution": 0.5, "mu": 0.3, "dt": 1, "steps": 18, "balls": [{"fill": "random", "count": 5, "r": 0.5, "m": 1, "seed": 3}]}' >heap.json
    echo '{"table": {"width": 99, "height": 4, "piston": {"left": {"m": 3, "force": 1}}}, "restitution": 0.5, "dt": 1, "steps": 18, "balls": [{"x": 1, "y": 2, "r": 0.5, "m": 1}, {"x": 2, "y": 2, "r": 0.5, "m": 1}]}' >push.json
    {
        bears top 4 lid.json
        bears bottom 5 lid.json
        bears bottom 3 lift.json
        bears top 1 lift.json
        bears bottom 5 heap.json
        bears left 0.4 push.json
    } >wrong
    equal "$(<wrong)" ""
}
