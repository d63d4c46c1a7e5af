#!/usr/bin/env bats
# Gates: segments that count the centres that cross them, or hold them.
#
# Promise: gates give the crossings of an independent program with 40 digits. Measured: 12 scenes: walls, several
# balls, one way, a membrane, gravity, rolling, a draw shot, several gates at one instant, a torus.
#
# Promise: counts are exact, and gates that only count change no byte. Measured: 500 random scenes of straight flight, gravity,
# friction, cloth and spin, in boxes and on a torus, saved and continued in half.

# Promise: where gates are joined, a ball that comes exactly to the joint is counted once, and none leaves a room of gates that
# hold. Measured: 60 polygons each, of numbers with two decimals.
#
# Promise: the flux of 3, 8 and 1000 discs through gates is that of equilibrium to 3 standard errors. Measured: errors of 2 per cent
# at most.

load common

gates="$BATS_TEST_DIRNAME"

@test "gates count and hold what an independent program has them count and hold" {
    run perl "$gates/gates.pl" "$sim" "$gates/gates.txt"
    equal "$status" 0
    equal "$output" ""
}

@test "what passes a gate is the change of what is behind it; gates that count change no byte; parts add up" {
    scenes=12
    [ -z "${TEST_FULL-}" ] || scenes=500
    run perl "$gates/gates_random.pl" "$sim" "$scenes" 1
    equal "$status" 0
    equal "$output" ""
}

# One ball that goes through a gate at 1, comes back through it at 5.8 and goes once more at 8.6.
passing='{"table": {"width": 4, "height": 2}, "dt": 0.1, "steps": 100, "obstacles": [{"line": [9, 9, 9, 8]}, {"gate": [1.5, 0, 1.5, 2], "name": "door"}],
    "balls": [{"x": 0.5, "y": 0.5, "vx": 1, "vy": 0.3, "r": 0.1, "m": 1}]}'

@test "a run ends when a ball has passed a gate, and not when one was held" {
    echo "$passing" >scene.json
    for stop in gate gate:1 gate:door; do
        "$sim" -q -s "stop=$stop" --columns t,ended,gates.door.left,gates.1.right --summary out.csv -o /dev/null scene.json
        equal "$(tail -n 1 out.csv)" "1,stop,0,1"
    done
    "$sim" -q -s stop=gate -s obstacles.1.pass=none --columns t,ended,gates.1.held,balls.0.met --summary out.csv -o /dev/null scene.json
    equal "$(tail -n 1 out.csv)" "10,complete,4,left top left left"
}

@test "a ball at rest on a gate that is hit crosses at the time of the hit, under friction and on the cloth, too" {
    # by a ball, and by a line that moves
    for motion in '' ', "friction": 0.2' ', "friction": 0.2, "sliding": 2'; do
        echo '{"table": {"width": 2, "height": 1}, "duration": 0.7, "frame": 0.7, "defaults": {"r": 0.03'"$motion"'},
               "obstacles": [{"gate": [1, 0, 1, 1]}], "balls": [{"x": 0.3, "y": 0.51, "vx": 1.5}, {"x": 1, "y": 0.5}]}' >scene.json
        "$sim" -q --columns gates.0.right,gates.0.left --summary out.csv --events events.csv -o /dev/null scene.json
        equal "$(tail -n 1 out.csv)" 1,0
        # t and x of the row are those of the hit
        run awk -F, '$3 == "ball" { t = $1 } $3 == "gate" { print ($1 == t), $6, ($10 < 0) }' events.csv
        equal "$output" "1 1 1"
        "$sim" -q -s 'balls=[{"x": 1, "y": 0.5}]' \
            -s 'obstacles=[{"gate": [1, 0, 1, 1]}, {"line": [0.5, 0, 0.5, 1], "motion": [[0, 1, 0], [2, 0, 0]]}]' \
            --columns gates.0.right,gates.0.left --summary out.csv -o /dev/null scene.json
        equal "$(tail -n 1 out.csv)" 1,0
    done
}

# polygons PASS FROM TO: 60 batch lines: a ball that flies from FROM to TO, in radii from the middle, through a corner of five gates.
polygons() {
    awk -v pass="$1" -v from="$2" -v to="$3" 'BEGIN {
        for (k = 1; k <= 60; k++) {
            r = 0.2 + (k * 7 % 40) / 100; cx = 3 + (k * 5 % 30) / 100; cy = 3 - (k * 11 % 50) / 100; n = k % 5
            for (i = 0; i < 5; i++) {
                a = k * 0.7 + (k % 2 ? -i : i) * 1.2566370614359172
                x[i] = sprintf("%.2f", cx + r * cos(a)); y[i] = sprintf("%.2f", cy + r * sin(a))
            }
            list = ""
            for (i = 0; i < 5; i++)
                list = list (i ? "," : "") sprintf("{\"gate\":[%s,%s,%s,%s],\"pass\":\"%s\"}", x[i], y[i], x[(i + 1) % 5], y[(i + 1) % 5], pass)
            printf "obstacles=[%s] balls.0.x=%.15g balls.0.y=%.15g balls.0.vx=%.15g balls.0.vy=%.15g\n", list, cx + from * (x[n] - cx),
                cy + from * (y[n] - cy), (to - from) * (x[n] - cx), (to - from) * (y[n] - cy)
        } }'
}

@test "gates that are joined count a ball once, and those that hold leave no hole where they meet" {
    echo '{"table": {"width": 6, "height": 6}, "duration": 1, "frame": 1, "balls": [{"x": 1, "y": 1, "r": 0.05}]}' >scene.json
    sum=$(for i in 0 1 2 3 4; do printf 'gates.%d.left,gates.%d.right,' $i $i; done)
    polygons both 3 0 >lines
    "$sim" -q --batch lines --columns "${sum%,}" --summary out.csv -o /dev/null scene.json
    equal "$(awk -F, 'NR > 1 { n = 0; for (i = NF - 9; i <= NF; i++) n += $i; print n }' out.csv | sort | uniq -c | tr -s ' ')" " 60 1"
    polygons none 0 3 >lines
    "$sim" -q -s duration=30 -s frame=30 --last --batch lines scene.json >out.csv
    awk 'BEGIN { for (k = 1; k <= 60; k++) print 3 + (k * 5 % 30) / 100, 3 - (k * 11 % 50) / 100, 0.21 + (k * 7 % 40) / 100 }' >rooms
    equal "$(tail -n +2 out.csv | tr ',' ' ' | paste -d' ' - rooms | awk '{ print ($5 - $(NF - 2))^2 + ($6 - $(NF - 1))^2 < $NF^2 }' | sort | uniq -c | tr -s ' ')" " 60 1"
    # corners of a square, both ways round
    for corners in '1 1 3 1 3 3 1 3 1 1' '1 1 1 3 3 3 3 1 1 1'; do
        for v in 1,1 1,-1 -1,1 -1,-1; do
            echo '{"table": {"width": 4, "height": 4}, "duration": 40, "frame": 40, "balls": [{"x": 2, "y": 2, "vx": '${v%,*}', "vy": '${v#*,}', "r": 0.1}],
                "obstacles": ['"$(awk -v corners="$corners" 'BEGIN { split(corners, at, " ")
                    for (i = 1; i < 9; i += 2) printf "%s{\"gate\": [%s, %s, %s, %s], \"pass\": \"none\"}", (i > 1 ? ", " : ""), at[i], at[i + 1], at[i + 2], at[i + 3] }')"']}' >cage.json
            run awk -F, 'END { print ($4 > 0.99 && $4 < 3.01 && $5 > 0.99 && $5 < 3.01) }' <("$sim" -q --last cage.json)
            equal "$output" 1
        done
    done
}

@test "rows of gates have the velocity before, and other rows two empty fields" {
    echo "$passing" >scene.json
    "$sim" -q --events events.csv --summary out.json -o /dev/null scene.json
    equal "$(head -n 1 events.csv)" "t,group,kind,a,b,x,y,nx,ny,u,j,vx,vy"
    equal "$(sed -n 2p events.csv)" "1,0,gate,0,1,1.5,0.8,-1,0,-1,0,1,0.3"
    equal "$(grep -c ',,$' events.csv)" 3
    like "$(cat out.json)" '*"rest":null,"gates":\[\[1,2,0\]\],"wall_s":*'
    like "$(cat out.json)" '*"collisions":{"ball":0,"wall":3,*'
    "$sim" -q -s mu=0.1 --events events.csv -o /dev/null scene.json
    equal "$(head -n 1 events.csv)" "t,group,kind,a,b,x,y,nx,ny,u,j,jt,jz,vx,vy"
}

@test "columns of gates: no such gate, another last word, the list itself" {
    echo "$passing" >scene.json
    for column in gates.2.left gates.0.left gates.hatch.left; do
        run -2 "$sim" --columns "$column" --summary out.csv -o /dev/null scene.json
        like "$output" "billiard-sim: --columns: \"$column\": the scene has no such gate*"
    done
    run -2 "$sim" --columns gates.1.up --summary out.csv -o /dev/null scene.json
    like "$output" '*unknown column "gates.1.up"; of a gate there are left, right and held, *'
    run -2 "$sim" --columns gates --summary out.csv -o /dev/null scene.json
    like "$output" '*"gates" is a list; its columns are gates.N.left, gates.N.right and gates.N.held*'
}

@test "in a batch a run without the gate leaves its columns empty, and its log is another" {
    echo "$passing" >scene.json
    printf '%s\n' steps=20 'obstacles=[]' >lines
    "$sim" -q --batch lines --columns status,gates.1.right --summary out.csv -o /dev/null scene.json
    equal "$(tr '\n' ';' <out.csv)" "run,status,gates.1.right;0,0,1;1,0,;"
    run -3 "$sim" -q --batch lines --events events.csv -o /dev/null scene.json
    like "$output" '*run 1: *the scene has no gates, but the event log has the columns of run 0*'
}

@test "a stop at a gate where there are none is told, and threads change nothing" {
    run -0 "$sim" -s stop=gate -o /dev/null "$root/scenes/gas.json" -n 10
    like "$output" '*stop has no effect: there are no gates*'
    echo "$passing" >scene.json
    run -0 "$sim" -v --threads 2 -o /dev/null scene.json
    like "$output" '*there are gates*'
}

@test "mirrored the sides change, renumbered nothing does, and a batch with threads counts what single runs count" {
    scene() { echo "{\"table\": {\"width\": 4, \"height\": 2}, \"duration\": 5, \"frame\": 5, \"defaults\": {\"r\": 0.125, \"m\": 1}, \"obstacles\": [$1], \"balls\": [$2]}"; }
    scene '{"gate": [2, 0, 2, 2], "pass": "left"}, {"gate": [1, 0, 1.5, 2]}' \
        '{"x": 0.5, "y": 0.5, "vx": 1, "vy": 0.5}, {"x": 3, "y": 1.25, "vx": -1.5, "vy": 0.75}, {"x": 2.5, "y": 0.5, "vx": -0.5}' >scene.json
    scene '{"gate": [2, 0, 2, 2], "pass": "left"}, {"gate": [1, 0, 1.5, 2]}' \
        '{"x": 2.5, "y": 0.5, "vx": -0.5}, {"x": 3, "y": 1.25, "vx": -1.5, "vy": 0.75}, {"x": 0.5, "y": 0.5, "vx": 1, "vy": 0.5}' >renumbered.json
    scene '{"gate": [2, 0, 2, 2], "pass": "right"}, {"gate": [3, 0, 2.5, 2]}' \
        '{"x": 3.5, "y": 0.5, "vx": -1, "vy": 0.5}, {"x": 1, "y": 1.25, "vx": 1.5, "vy": 0.75}, {"x": 1.5, "y": 0.5, "vx": 0.5}' >mirrored.json
    counted() { "$sim" -q -o /dev/null --summary out.csv --columns gates.0.left,gates.0.right,gates.0.held,gates.1.left,gates.1.right,gates.1.held "$@" && tail -n +2 out.csv; }
    counted scene.json >wanted
    equal "$(counted renumbered.json)" "$(cat wanted)"
    equal "$(counted mirrored.json)" "$(awk -F, -v OFS=, '{ print $2, $1, $3, $5, $4, $6 }' wanted)"
    awk -F, '{ exit !($1 > 0 && $2 == 0 && $3 > 0 && $4 > 0 && $5 > 0 && $6 == 0) }' wanted
    printf 'restitution=%s\n' 1 0.75 1 >lines
    counted --batch lines --threads 2 scene.json | sed 's/^[0-9]*,//' >found
    equal "$(sed -n 1p found) $(sed -n 3p found)" "$(cat wanted) $(cat wanted)"
    equal "$(sed -n 2p found)" "$(counted -s restitution=0.75 scene.json)"
}

@test "--print-scene and --save keep gates as they were given" {
    echo '{"table": {"width": 4, "height": 2}, "dt": 1, "steps": 2, "materials": {"a": {"a": {"e": 0.9}}}, "balls": [{"x": 1, "y": 1, "r": 0.1, "material": "a"}],
        "obstacles": [{"gate": [1, 0, 1, 2], "pass": "left", "of": "a", "name": "n"}]}' >scene.json
    "$sim" -q --print-scene scene.json | grep gate >printed
    equal "$(cat printed)" '    {"gate": [1, 0, 1, 2], "pass": "left", "of": "a", "name": "n"}'
    "$sim" -q --save saved.json -o /dev/null scene.json
    equal "$(grep gate saved.json)" "$(cat printed)"
}

# flux N SIDE GATES TIME SCENE_MEMBERS: crossings per length and time of four gates across a torus, a quarter of SIDE/N apart, which
# are those of hard discs in equilibrium, to 3 standard errors of 20 blocks.
flux() {
    at=$(awk -v n="$1" -v l="$2" 'BEGIN { for (i = 0; i < 4; i++) printf "%s{\"gate\": [%.9f, 0, %.9f, %g]}", i ? ", " : "", l/3 + i*l/4/n, l/3 + i*l/4/n, l }')
    printf '{"table": {"width": %s, "height": %s, "periodic": true}, "duration": %s, "frame": %s, "obstacles": [%s], "defaults": {"r": 0.3, "m": 1}, "balls": [%s]}' \
        "$2" "$2" "$3" "$3" "$at" "$4" >torus.json
    "$sim" -q -o /dev/null --events hits.csv --energy ledger.csv torus.json
    awk -F, -v n="$1" -v l="$2" -v time="$3" -v pi=3.14159265358979 '
        NR == FNR { K = $3 - ($7^2 + $8^2)/2/n; next } # in the frame of the centre of mass
        $3 == "gate" { count[int($1/time*20)]++ }
        END { ratio = 2/sqrt(pi); for (k = 2; k < n; k++) ratio *= (k - 1)/(k - 1/2) # G(n - 1)/G(n - 1/2)
            wanted = n/l^2*sqrt(2*K)*sqrt(1 - 1/n)*ratio/sqrt(pi)
            for (i = 0; i < 20; i++) { f = count[i]/(4*l*time/20); s += f/20; q += f^2/20 }
            e = sqrt((q - s^2)/19)
            print n, s, e, wanted; exit !((s - wanted)^2 < (3*e)^2 && e < 0.02*wanted) }' ledger.csv hits.csv
}

@test "the flux of 3 and 8 discs on a torus is that of equilibrium" {
    flux 3 2 20000 '{"x": 0.4, "y": 0.5, "vx": 1}, {"x": 1.3, "y": 0.7, "vx": -0.5, "vy": 0.8660254037844386}, {"x": 0.7, "y": 1.5, "vx": -0.5, "vy": -0.8660254037844386}'
    flux 8 3 5000 '{"x": 0.4, "y": 0.5, "vx": 1}, {"x": 1.3, "y": 0.7, "vx": -1}, {"x": 0.7, "y": 1.5, "vx": 0.6, "vy": 0.7}, {"x": 1.6, "y": 1.6, "vx": -0.6, "vy": -0.7},
        {"x": 2.4, "y": 0.6, "vy": 1}, {"x": 2.5, "y": 1.5, "vy": -1}, {"x": 0.6, "y": 2.5, "vx": -0.3, "vy": 0.5}, {"x": 1.6, "y": 2.5, "vx": 0.3, "vy": -0.5}'
}

# bats test_tags=full
@test "the flux of 1000 discs on a torus is that of equilibrium" {
    flux 1000 25 400 '{"fill": "random", "count": 1000, "speed": 1, "seed": 3}'
}
