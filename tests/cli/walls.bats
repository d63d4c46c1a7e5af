#!/usr/bin/env bats
# Walls, lines and arcs that move, and walls with a temperature.
#
# Promise: surfaces that move give the hits of an independent program with 40 digits. Measured: 13 scenes, 103 hits, the
# first three of each to 1e-12; an auditor that steps by gap over speed, 1000 random scenes, half with friction and spin,
# 7323 hits, and their ledgers.
#
# Promise: seen from a frame that moves with everything, a run is as at rest. Measured: 500 random scenes of all integrators
# and laws, with walls, lines, arcs, gravity, friction, spin and balls that come to lie, to 1e-8; a fifth of them on cloth, to
# which that does not apply: they and their mirror images.

load common

walls="$BATS_TEST_DIRNAME"

# box MEMBERS BALLS: a scene in a box of 2 x 1 with the table's members MEMBERS, and balls.
box() {
    printf '{"table": {"width": 2, "height": 1, %s}, "dt": 0.1, "steps": 100, "balls": [%s]}' "$1" "$2"
}

@test "walls, lines and arcs that move hit balls when and how an independent program has it" {
    run perl "$walls/walls.pl" "$sim" "$walls/walls.txt"
    equal "$status" 0
    equal "$output" ""
}

@test "a floor lifts a ball, throws it off, and works" {
    box '"motion": {"bottom": [[1, 0, 0.3], [2, 0, 0]]}' '{"x": 0.5, "y": 0.1, "r": 0.1, "m": 2}' >scene.json
    "$sim" -q -s 'gravity=[0,-9.81]' -s restitution=0 -s steps=30 --events events.csv --energy energy.csv -o /dev/null scene.json
    run awk -F, 'NR > 1 { printf "%s %.9f %.9f %.9f;", $3, $1, $10, $11 }' events.csv
    equal "$output" "bottom 1.000000000 -0.300000000 0.600000000;bottom 2.061162080 -0.300000000 0.600000000;"
    # after the hit at 1 and the lift, work is 6.066, lost 0.09
    run awk -F, '$1 == 20 { printf "%.9f %.9f", $15, $5 }' energy.csv
    equal "$output" "6.066000000 0.090000000"
}

@test "a list of many pieces is searched to the end, however long a ball lies within the range of its wall" {
    # at rest 400 times over, then up: the resting ball is .1 above the floor. As often to and fro, below the ball: no hit.
    pieces() { awk -v v="$1" 'BEGIN { for (k = 0; k < 400; k++) printf "[%g, 0, %g], ", k / 100, k % 2 ? -v : v }'; }
    for speed in 0 0.5; do
        box '"motion": {"bottom": ['"$(pieces $speed)"'[4, 0, 1], [4.2, 0, 0]]}' '{"x": 1, "y": 0.2, "r": 0.1, "m": 1}' >scene.json
        "$sim" -q --events events.csv -o /dev/null scene.json
        run awk -F, 'NR == 2 { printf "%s %.12f %g", $3, $1, $10 }' events.csv
        equal "$output" "bottom 4.100000000000 -1"
    done
}

@test "a floor that carries a ball while another falls on it works as much as it pushes" {
    # in the end both move with the floor: work = V (2 m g t + 2 m V) = 3.944
    for x in 1 1.05; do
        box '"motion": {"bottom": [[0, 0, 0.1]]}' '{"x": 1, "y": 0.1, "r": 0.1, "m": 1}, {"x": '$x', "y": 0.4, "r": 0.1, "m": 1}' >scene.json
        "$sim" -q -s 'gravity=[0,-9.81]' -s restitution=0.3 -s table.height=4 -s steps=20 --columns energy.work,energy.drift --summary out.csv -o /dev/null scene.json
        awk -F, 'NR == 2 { exit !(($1 - 3.944)^2 < 1e-6 && $2^2 < 1e-24) }' out.csv
    done
}

@test "what pushes a ball that rolls works as much as friction takes, and balls that roll before it are not crushed" {
    # alone, by a line, and two that touch at an angle and rub; lost = work, as all speeds in the end are V
    for mu in 0 0.2; do
        for e in 0.5 1; do
            echo '{"table": {"width": 9, "height": 2, "motion": {"left": [[0, 0.1, 0]]}}, "restitution": '$e', "mu": '$mu',
                   "duration": 5, "frame": 1, "defaults": {"r": 0.03, "m": 0.17, "friction": 0.1, "sliding": 2},
                   "obstacles": [{"line": [4, 0, 4, 2], "motion": [[0, 0.1, 0]]}],
                   "balls": [{"x": 0.2, "y": 0.5}, {"x": 4.2, "y": 1, "inertia": 1}]}' >scene.json
            "$sim" -q --columns energy.work,energy.drift --summary out.csv -o /dev/null scene.json
            awk -F, '{ good = $1 > 0.01 && $2^2 < 1e-20 } END { exit !(NR == 2 && good) }' out.csv
        done
    done
    echo '{"table": {"width": 6, "height": 2, "motion": {"left": [[0, 0.1, 0]]}}, "restitution": {"ball": 0.9, "wall": 0.7},
           "mu": 0.5, "duration": 2, "frame": 2, "defaults": {"r": 0.03, "m": 0.17, "friction": 0.0981, "sliding": 1.962, "pivoting": 0.3},
           "balls": [{"x": 0.08119398512320376, "y": 1.0068362390859198}, {"x": 0.18826456458491195, "y": 1.0331737330328656}]}' >two.json
    "$sim" -q --columns ended,energy.drift --summary out.csv -o /dev/null two.json
    awk -F, '{ good = $1 == "complete" && $2^2 < 1e-20 } END { exit !(NR == 2 && good) }' out.csv
}

@test "a wall that hits balls at rest which touch gains no energy but rounding, of the work that it does" {
    echo '{"table": {"width": 10, "height": 10, "motion": {"bottom": [[0, 0, 1.6073461591471596]]}}, "duration": 0.1, "frame": 0.1,
           "defaults": {"r": 0.5}, "balls": [{"x": 5, "y": 0.5, "m": 1.7125865698273632},
           {"x": 5.506428394019099, "y": 1.3622820198352954, "m": 1.1540537073616448},
           {"x": 4.40681157495168, "y": 1.3050636573518235, "m": 0.5011292872126776}]}' >scene.json
    for law in gr lcp; do
        run "$sim" -s "impact=$law" -o /dev/null scene.json
        equal "$status" 0
        unlike "$output" "*gained energy*"
    done
}

@test "a belt takes a ball that lies on it to 2/7 of its speed" {
    box '"motion": {"bottom": [[0, 1, 0]]}' '{"x": 0.5, "y": 0.1, "r": 0.1, "m": 1}' >scene.json
    "$sim" -q -s 'gravity=[0,-9.81]' -s mu=0.1 -s steps=5 --energy energy.csv -o frames.csv scene.json
    run awk -F, 'END { printf "%.12f %.12f", $6, 0.1 * $10 }' frames.csv
    equal "$output" "0.285714285714 0.714285714286"
    run awk -F, 'END { printf "%.12f %.12f", $16, $5 }' energy.csv
    equal "$output" "0.285714285714 0.142857142857"
}

@test "in the corner of a box that moves a ball lies as in one at rest, and its spin is that" {
    ball='"r": 0.1, "m": 1, "spin": [0, 0, 40]'
    box '"periodic": false' "{\"x\": 0.1, \"y\": 0.1, $ball}" >still.json
    box '"motion": [[0, 0.5, 0.3]]' "{\"x\": 0.1, \"y\": 0.1, \"vx\": 0.5, \"vy\": 0.3, $ball}" >moving.json
    for scene in still moving; do
        "$sim" -q -s 'gravity=[-1,-10]' -s mu=0.5 -s restitution=0 -s dt=0.02 -s steps=10 -o $scene.csv $scene.json
        # r wz' = -mu (gx + gy + mu (gy - gx))/((1 + mu^2) q)
        run awk -F, 'END { printf "%.12f", $10 }' $scene.csv
        equal "$output" "9.000000000000"
    done
    run awk -F, 'END { printf "%.12f %.12f %.12f %.12f", $4, $5, $6, $7 }' moving.csv
    equal "$output" "0.200000000000 0.160000000000 0.500000000000 0.300000000000"
}

@test "drift is in units of the initial energy, below 0 too, where walls move" {
    box '"motion": {"left": [[0, 0.1, 0], [1, 0, 0]]}' '{"x": 1.5, "y": 0.5, "vx": 1, "r": 0.1, "m": 1}' >scene.json
    "$sim" -q -i spring-verlet -s k=1000 -s dt=0.002 -s 'gravity=[0,9]' --energy energy.csv --summary summary.json -o /dev/null scene.json
    run awk -F, 'NR == 2 { first = $6 } END { exit !(first < -3); }' energy.csv
    equal "$status" 0
    drift=$(sed 's/.*"drift":\([^}]*\)}.*/\1/' summary.json)
    run awk -F, -v drift="$drift" 'NR == 2 { first = $6 } END { print (drift != 0 && (drift + ($6 - first) / first)^2 < 1e-24) }' energy.csv
    equal "$output" 1
}

# crushed WORDS OPTION...: scene.json ends so, soon.
crushed() {
    run --separate-stderr timeout 60 "$sim" --summary summary.json -o /dev/null "${@:2}" scene.json
    equal "$status" 1
    like "$stderr" "billiard-sim: $1"
    grep -q "\"ended\":\"${ended:-crushed}\"" summary.json
}

@test "a million hits, the last of which finds all at rest, are no sign that time stands still" {
    echo '{"table": {"width": 3.75, "height": 2, "motion": {"left": [[0, 1, 0], [0.75, -1, 0], [1.75, 1, 0]]}, "motion_period": 2},
        "duration": 1400000, "frame": 1400000, "balls": [{"x": 0.25, "y": 1, "vx": 2, "r": 0.25, "m": 1}]}' >returns.json
    run "$sim" -q -o /dev/null --columns ended,collisions.wall --summary - returns.json
    equal "$status ${lines[-1]}" "0 complete,1050000"
}

@test "balls without room end the run: who, by what, when" {
    box '"motion": {"right": [[0, -0.5, 0]]}' '{"x": 0.5, "y": 0.1, "r": 0.1}' >scene.json
    for law in pairwise newton lcp gr $(runs '' 'hooke hertz'); do
        crushed 'the right wall, which moves, crushes ball 0 at t = 3.5999[89]*: it leaves no room' -s restitution=0.5 -s impact=$law
    done
    # elastic balls get faster without bound
    crushed 'the right wall, which moves, crushes ball 0 at t = 3.5999[89]*: it leaves no room' -s balls.0.vx=1
    # a wall with a temperature; three in a row
    crushed 'the right wall, which moves, crushes ball 0 at t = 3.[56]*: it leaves no room' -s table.thermal.right=1
    crushed 'the right wall, which moves, crushes ball 0 at t = 3.[56]*: it leaves no room' -s table.thermal.left=1
    crushed 'the right wall, which moves, crushes ball [012] at t = 3.[56]*: it leaves no room' -s restitution=0.5 -s mu=0.2 \
        -s 'balls=[{"x":0.5,"y":0.5,"r":0.1},{"x":0.8,"y":0.55,"r":0.1},{"x":1.2,"y":0.45,"r":0.1,"vx":0.3}]'
    # a line against a fixed ball, an arc against a wall
    crushed 'line obstacles.0, which moves, crushes ball 0 at t = 1.99998*: it leaves no room' -s restitution=0.5 -s table.motion=null \
        -s 'obstacles=[{"line":[1.5,0.2,1.5,0.8],"motion":[[0,-0.5,0]]}]' \
        -s 'balls=[{"x":0.5,"y":0.5,"r":0.1},{"x":0.2,"y":0.5,"r":0.1,"fixed":true}]'
    crushed 'arc obstacles.0, which moves, crushes ball 0 at t = 2.[012]*: it leaves no room' -s restitution=0.5 -s table.motion=null \
        -s 'obstacles=[{"arc":[1.5,0.5,0.2,0,360],"motion":[[0,-0.5,0]]}]' -s balls.0.y=0.5
    # across the seam as elsewhere: the ball a hair beside a fixed one
    for x in '0.5 0.4999999999999' '0 1.9999999999999'; do
        box '"periodic": "x", "motion": {"bottom": [[0, 0, 0.25]]}' '{"x": '${x% *}', "y": 0.8, "r": 0.1, "fixed": true},
            {"x": '${x#* }', "y": 0.4, "r": 0.1, "vy": 0.05}' >scene.json
        crushed 'the bottom wall, which moves, crushes ball 1 at t = 1.9999*: it leaves no room' -s restitution=0.5
    done
    box '"motion": {"right": [[0, -0.5, 0]]}' '{"x": 0.5, "y": 0.1, "r": 0.1}' >scene.json
    # springs and impulse have them overlap
    for integrator in impulse spring spring-verlet spring-rk4; do
        "$sim" -q -i $integrator -s k=1000 -s dt=0.001 -s steps=4000 -s restitution=0.5 --summary summary.json -o /dev/null scene.json
        grep -q '"ended":"complete"' summary.json
    done
}

@test "walls with a temperature in which a ball is stuck end the run; in their corner it flies on" {
    box '"thermal": {"left": 1, "right": 1}' '{"x": 0.1, "y": 0.5, "r": 0.1}' | sed 's/"width": 2/"width": 0.2/' >scene.json
    ended=failed
    for more in balls.0.vx=1 contact_time=1e-3; do
        crushed 'ball 0 and the * wall hit each other without end at t = 0' -s balls.0.vx=1 -s "$more"
    done
    crushed 'ball 0 and the * wall are wedged at t = 0: gravity presses them together, and they hit each other without end' \
        -s balls.0.vx=1 -s 'gravity=[1,0]'
    box '"thermal": {"left": 1, "bottom": 1e-6}' '{"x": 0.1, "y": 0.1, "r": 0.1}' >scene.json
    for gravity in 0,0 -1,-1 -1,-9.81; do
        "$sim" -q -s "gravity=[$gravity]" -s steps=3 --summary summary.json -o /dev/null scene.json
        grep -q '"ended":"complete"' summary.json
    done
}

@test "what a wall with a temperature draws is that of published counters" {
    box '"thermal": {"left": 1, "right": 4}' '{"x": 0.3, "y": 0.5, "vx": -1, "r": 0.1, "m": 1}' >scene.json
    "$sim" -q -s steps=130 --events events.csv --energy energy.csv --save save.json -o /dev/null scene.json
    run awk -F, '$3 == "left" || $3 == "right" { printf "%s %.12f %.9f;", $3, $1, $11 }' events.csv
    like "$output" "left 0.200000000000 2.355490613;right 1.527932471753 1.830054459;left 5.320888915920 3.281675494;right 5.962117419034 4.190035601;left 7.263707427705 1.750904763;right 12.155266852294 2.894295221;*"
    # kinetic energy less heat stays
    run awk -F, 'NR > 1 && ($6 - 0.5)^2 > 1e-24 { print }' energy.csv
    equal "$output" ""
    grep -q '"kicks": 7' save.json
}

@test "what walls with a temperature give: impulses along both axes, heat as the wall sees it, and work" {
    box '"motion": {"left": [[0, 0, 0.3]], "right": [[0, 0.01, 0]], "bottom": [[0, 0.2, -0.02]], "top": [[0, -0.1, 0]]},
        "thermal": {"left": 1, "right": 2, "bottom": 0.5, "top": 3}' '{"x": 1, "y": 0.5, "vx": 1, "vy": 0.4, "r": 0.1, "m": 1.5}' >scene.json
    "$sim" -q -s mu=0 --events events.csv --energy energy.csv -o frames.csv scene.json
    run awk -F, '
        function near(what, found, wanted) { if ((found - wanted)^2 > 1e-20 * (1 + wanted^2)) print what, found, wanted }
        BEGIN { vx = 1; vy = 0.4; m = 1.5; Vx["right"] = 0.01; Vx["bottom"] = 0.2; Vx["top"] = -0.1; Vy["left"] = 0.3; Vy["bottom"] = -0.02 }
        FNR == 1 { part++; for (i = 1; i <= NF; i++) at[part, $i] = i; next }
        part == 1 { # the ball gets -j n and -jt (-ny, nx)
            w = $3; nx = $at[1, "nx"]; ny = $at[1, "ny"]; j = $at[1, "j"]; jt = $at[1, "jt"]
            before = (vx - Vx[w])^2 + (vy - Vy[w])^2
            near("u", $at[1, "u"], -(nx * (vx - Vx[w]) + ny * (vy - Vy[w])))
            dx = -(j * nx - jt * ny) / m; dy = -(j * ny + jt * nx) / m; vx += dx; vy += dy
            heat[w] += m * ((vx - Vx[w])^2 + (vy - Vy[w])^2 - before) / 2
            work += m * (dx * Vx[w] + dy * Vy[w]); hits++
        }
        part == 2 { q["left"] = $at[2, "qleft"]; q["right"] = $at[2, "qright"]; q["bottom"] = $at[2, "qbottom"]; q["top"] = $at[2, "qtop"]; worked = $at[2, "work"] }
        part == 3 { now_x = $at[3, "vx"]; now_y = $at[3, "vy"] }
        END { for (w in q) near(w, q[w], heat[w]); near("work", worked, work); near("vx", now_x, vx); near("vy", now_y, vy); print hits }' \
        events.csv energy.csv frames.csv
    equal "$output" 14
}

@test "a run goes on from a saved state to the same bits" {
    box '"motion": {"left": [[0, 0.1, 0], [2, -0.1, 0], [4, 0, 0]], "bottom": [[1, 0.3, 0.05], [3, 0, -0.05]]}, "motion_period": 5, "thermal": {"right": 2}' \
        '{"x": 0.6, "y": 0.3, "vx": 1, "vy": 0.3, "r": 0.1}, {"x": 1.2, "y": 0.5, "r": 0.12}' >scene.json
    for more in steps=100 'gravity=[0,-1]' mu=0.2; do
        "$sim" -q -s restitution=0.9 -s "$more" -s steps=100 -o whole.csv scene.json
        "$sim" -q -s restitution=0.9 -s "$more" -s steps=37 -o first.csv --save saved.json scene.json
        "$sim" -q -s steps=63 -o second.csv saved.json
        tail -n +2 second.csv | tail -n +3 | cat first.csv - | cmp - whole.csv
    done
}

@test "springs go on, where they press on and rub along what has moved" {
    cat >scene.json <<'EOF'
{"table": {"width": 3, "height": 2, "motion": {"bottom": [[0, 0.3, 0.5], [0.4, 0, 0]]}}, "gravity": [0, -1], "mu": 0.5, "restitution": 0.1,
 "k": 1e4, "dt": 0.001, "steps": 900, "every": 50, "obstacles": [{"line": [1.6, 0.5, 2.4, 0.5], "motion": [[0.1, -0.1, 0.3]]}],
 "balls": [{"x": 1, "y": 0.2, "r": 0.2, "m": 1}, {"x": 2, "y": 0.7, "r": 0.2, "m": 1}]}
EOF
    for integrator in spring spring-verlet spring-rk4; do
        "$sim" -q -i $integrator -o whole.csv --save whole.json scene.json
        "$sim" -q -i $integrator -s steps=300 -o first.csv --save saved.json scene.json
        grep -q '\[0, "bottom", 0, ' saved.json
        grep -q '\[1, "line", 0, ' saved.json
        "$sim" -q -s steps=600 -o second.csv --save twice.json saved.json
        tail -n +4 second.csv | cat first.csv - | cmp - whole.csv
        cmp <(grep -v '"steps"' whole.json) <(grep -v '"steps"' twice.json)
    done
}

@test "the clock of a saved state whose walls move cannot be set anew" {
    box '"motion": {"right": [[0, -0.1, 0]]}' '{"x": 0.5, "y": 0.5, "vx": 1, "r": 0.1}' >scene.json
    "$sim" -q -s steps=5 -o /dev/null --save saved.json scene.json
    for key in dt duration frame; do
        run --separate-stderr "$sim" -o /dev/null -s $key=0.2 saved.json
        equal "$status" 3
        equal "$stderr" "--set $key=0.2: error: $key: cannot be given anew for a saved state with walls or obstacles that move: t would begin at 0"
    done
}

@test "units do not matter: lengths, times and masses times powers of two" {
    run perl "$walls/walls_units.pl" "$sim"
    equal "$status" 0
    equal "$output" ""
}

# outputs FOLDER OPTION...: what a run of scene.json writes.
outputs() {
    mkdir "$1"
    "$sim" -q "${@:2}" -o "$1/frames" --events "$1/events" --energy "$1/energy" --summary "$1/summary" --save "$1/save" scene.json
    sed -i 's/"wall_s".*//' "$1/summary"
}

@test "threads and batches change no byte, and what runs on one thread says why" {
    cat >scene.json <<'EOF'
{"table": {"width": 9, "height": 8, "motion": {"right": [[0.01, -2, 0.5], [0.05, 2, 0]], "bottom": [[0, 1, 1], [0.02, 0, -1]]}, "motion_period": 0.09},
 "k": 200, "dt": 0.0003, "steps": 400, "every": 50, "obstacles": [{"line": [4, 4, 5, 4.2], "motion": [[0.02, 3, 1]]}],
 "balls": [{"x": 1.4, "y": 1.4, "r": 1.3, "vx": 1}, {"fill": "random", "count": 300, "r": 0.08, "speed": 1, "seed": 2, "region": [0, 4.4, 9, 8]}]}
EOF
    sed -i 's/\[0.05, 2, 0\]/[0.05, 2, 0], [0.09, 0, 0]/; s/\[0.02, 0, -1\]/[0.02, 0, -1], [0.04, 0, 0]/; s/"motion_period": 0.09/"motion_period": 0.1/' scene.json
    for integrator in $(integrators); do
        for more in mu=0 mu=0.2; do
            outputs one -i "$integrator" -s "$more"
            outputs two -i "$integrator" -s "$more" --threads 2
            diff -r one two
            rm -r one two
        done
    done
    printf 'steps=3\ntable.thermal.left=2\ntable.thermal.left=2 table.motion.bottom.0.1=-1\n' >lines
    for threads in 1 2; do
        "$sim" -q --threads $threads --batch lines -s table.thermal.top=1 -s table.thermal.left=3 -o all --energy energies --save saves scene.json 2>/dev/null
        "$sim" -q -s table.thermal.top=1 -s table.thermal.left=2 -o frames --energy energy --save save scene.json
        sed -n 's/^1,//p' all | cmp - <(sed 1d frames)
        sed -n 's/^1,//p' energies | cmp - <(sed 1d energy)
        # a saved scene of a batch is one line
        equal "$(sed -n 2p saves | tr -d ' \n')" "$(tr -d ' \n' <save)"
    done
    # a gas that is large enough for tiles
    crowd='balls=[{"fill": "hex", "count": 50000, "r": 0.01, "speed": 1, "region": [0, 5, 9, 8]}]'
    for what in table.width=9 "table.motion=null table.motion_period=null obstacles=null table.thermal.left=1"; do
        # shellcheck disable=SC2086 # words
        "$sim" -v --threads 2 -o /dev/null -s "$crowd" -s steps=0 $(printf -- '-s %s ' $what) scene.json 2>&1 |
            grep -qF 'one thread: walls move or have a temperature'
    done
}

@test "an auditor that moves its own walls agrees on random scenes" {
    run --separate-stderr perl "$walls/audit.pl" "$sim" 1 12
    equal "$status" 0
    equal "$output" ""
}

# bats test_tags=full
@test "the auditor agrees on 1000 scenes" {
    run --separate-stderr perl "$walls/audit.pl" "$sim" 1 1000
    equal "$status" 0
    equal "$output" ""
    equal "$stderr" "1000 scenes, 7323 hits"
}

@test "seen from a frame that moves with everything, all is as at rest: every integrator and law" {
    for scenes in '1 20' '126 1'; do # in the last a ball sets out towards a floor without restitution
        # shellcheck disable=SC2086 # two numbers
        run perl "$walls/galilei.pl" "$sim" $scenes
        equal "$status" 0
        equal "$output" ""
    done
}

# bats test_tags=full
@test "the same of 500 scenes" {
    run perl "$walls/galilei.pl" "$sim" 1 500
    equal "$status" 0
    equal "$output" ""
}

@test "fixed steps tend to what event gives, and their ledger closes" {
    box '"motion": {"right": [[0, -0.25, 0], [2, -0.1, 0], [4, 0.3, 0]]}' '{"x": 0.1, "y": 0.5, "vx": 1, "r": 0.1, "m": 1}' >scene.json
    # event: x .99999..., vx -1.1, work .105; impulse is late by up to dt at each of four hits
    for way in '-s integrator=impulse -s dt=0.001 -s steps=5000 -s every=5000' '-s integrator=spring -s k=1e6 -s dt=1e-5 -s steps=500000 -s every=500000' \
        '-s integrator=spring-verlet -s k=1e6 -s dt=1e-5 -s steps=500000 -s every=500000' '-s integrator=spring-rk4 -s k=1e6 -s dt=1e-5 -s steps=500000 -s every=500000'; do
        # shellcheck disable=SC2086 # options
        "$sim" -q $way --last -o last.csv --energy energy.csv scene.json
        run awk -F, 'END { print ($4 - 1)^2 < 0.03^2, ($6 + 1.1)^2 < 1e-4^2 }' last.csv
        equal "$output" "1 1"
        run awk -F, 'END { print ($15 - 0.105)^2 < 1e-5^2, ($6 - 0.5)^2 < 4e-5^2 }' energy.csv
        equal "$output" "1 1"
    done
}

# bats test_tags=full
@test "a turn of a wall inside a contact of springs is of second order in dt; with a dashpot, whose force jumps, of first" {
    box '"motion": {"left": [[0, 0.3, 0], [0.085, -0.2, 0]]}' '{"x": 0.15, "y": 0.5, "vx": -1, "r": 0.1, "m": 1}' >scene.json
    speeds() { "$sim" -q -i "$integrator" -s k=1000 --batch - -o /dev/null --summary - --columns steps,balls.0.vx "$@" scene.json | sed 1d; }
    # order OPTION...: of the mean error of 40 dt each, from 300 to 2400 steps, against a million steps
    order() {
        wanted=$(echo dt=3e-7 steps=1000000 | speeds "$@" | cut -d, -f3)
        awk 'BEGIN { for (n = 300; n <= 2400; n *= 8) for (i = 0; i < 40; i++) printf "dt=%.17g steps=%d\n", 0.3/(n + i), n + i }' | speeds "$@" |
            awk -F, -v wanted="$wanted" '{ n = $2 < 400 ? 300 : 2400; sum[n] += $3 > wanted ? $3 - wanted : wanted - $3 }
                END { printf "%.2f\n", log(sum[300]/sum[2400])/log(8) }'
    }
    between() { awk -v x="$1" -v low="$2" -v high="$3" 'BEGIN { print x; exit !(x > low && x < high) }'; }
    for integrator in spring spring-verlet spring-rk4; do
        between "$(order -s restitution=0.6)" 0.8 1.3
        between "$(order -s restitution=1)" 1.6 2.4
    done
}

@test "a motion that never acts is told" {
    box '"motion": {"top": [[0, 1, 0]]}' '{"x": 0.5, "y": 0.5, "vx": 1, "r": 0.1}' >scene.json
    run --separate-stderr "$sim" -o /dev/null scene.json
    equal "$stderr" 'billiard-sim: warning: table.motion.top has no effect: it is along the wall, which only rubs, and "mu" is 0'
    run --separate-stderr "$sim" -s mu=0.1 -o /dev/null scene.json
    equal "$stderr" ""
    run --separate-stderr "$sim" -s mu=0.1 -s 'table.motion.top=[[0,0,0]]' -o /dev/null scene.json
    equal "$stderr" 'billiard-sim: warning: table.motion.top has no effect: all velocities are 0'
    # one list for all walls acts if it moves some of them, but not two lists of which one is idle
    run --separate-stderr "$sim" -s 'table.motion=[[0,0,0.1]]' -o /dev/null scene.json
    equal "$stderr" ""
    run --separate-stderr "$sim" -s 'table.motion={"left":[[0,0,0.1]],"top":[[0,0,0.1]]}' -o /dev/null scene.json
    equal "$stderr" 'billiard-sim: warning: table.motion.left has no effect: it is along the wall, which only rubs, and "mu" is 0'
    # what leaves a wall with a temperature has its velocity along it, too
    run --separate-stderr "$sim" -s 'table.thermal={"top":1}' -o /dev/null scene.json
    equal "$stderr" ""
    run --separate-stderr "$sim" -s table.motion=null -s 'obstacles=[{"pocket":[1,1,0.1]},{"line":[1,0.2,2,0.2],"motion":[[0,0,0]]}]' -o /dev/null scene.json
    equal "$stderr" 'billiard-sim: warning: obstacles.1.motion has no effect: all velocities are 0'
}

@test "steps in which a surface comes to a ball from farther than its radius are told as such" {
    box '"motion": {"left": [[0, 10, 0], [0.05, -10, 0]]}, "motion_period": 0.1' '{"x": 1, "y": 0.5, "vx": 1, "r": 0.1}' >scene.json
    run --separate-stderr "$sim" -i impulse -d 0.02 -n 1 -o /dev/null scene.json
    equal "$stderr" 'billiard-sim: warning: ball 0 moves 2.2 radii per step, seen from a surface that moves; use dt <= 0.0023'
}

@test "walls that leave no room are told as what steps may show as deep overlaps" {
    box '"motion": {"left": [[0, 0.5, 0]], "right": [[0, -0.5, 0]]}' '{"x": 1, "y": 0.5, "r": 0.3}' >scene.json
    run --separate-stderr "$sim" -i impulse -d 0.01 -n 250 -o /dev/null scene.json
    like "$stderr" '*by up to * radii; a smaller dt reduces that, unless they overlapped at the start or walls that move left no room'
    run --separate-stderr "$sim" -i spring -s k=1000 -d 0.0001 -n 25000 -o /dev/null scene.json
    like "$stderr" '*unless they overlapped at the start or walls that move left no room; k = *'
}

@test "kicks where no wall has a temperature are told" {
    box '"thermal": {"left": 1}' '{"x": 0.5, "y": 0.5, "vx": 1, "r": 0.1}, {"x": 1.5, "y": 0.5, "r": 0.1, "kicks": 4}' >scene.json
    run --separate-stderr "$sim" -o /dev/null scene.json
    equal "$stderr" ""
    run --separate-stderr "$sim" -s table.thermal=null -o /dev/null scene.json
    equal "$stderr" 'billiard-sim: warning: balls.1.kicks has no effect: no wall has a temperature'
    run --separate-stderr "$sim" -s table.thermal=null -s defaults.kicks=2 -s balls.1.kicks=0 -o /dev/null scene.json
    equal "$stderr" 'billiard-sim: warning: balls.0.kicks has no effect: no wall has a temperature'
}
