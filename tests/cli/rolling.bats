#!/usr/bin/env bats
# Rolling resistance at the contacts of springs, against an independent program and what follows from the law for stiff contacts.

load common

springs() {
    integrators | grep spring
}

write_four() {
    cat <<JSON
{"table": {"width": 9, "height": 9}, "restitution": 1, "beta": 1, "mu": $1, "mu_roll": 0.2, "k": 10000, "k_roll": 2000, "gamma_roll": $2,
 "integrator": "spring-verlet", "dt": 0.0002, "steps": 10000, "every": 10000, "defaults": {"r": 0.5, "m": 1},
 "balls": [{"x": 3, "y": 5, "vx": 1, "spin": [0, 0, 2]}, {"x": 4.5, "y": 5.4}, {"x": 5.3, "y": 4.4, "vx": -0.3, "vy": 0.2, "spin": [0, 0, -1]},
           {"x": 3.9, "y": 6.4, "vx": 0.1, "vy": -0.8, "spin": [0, 0, 0.5]}]}
JSON
}

# states: places, velocities and spin at the end of scene.json.
states() {
    "$sim" -q --last scene.json | awk -F, 'NR > 1 { print $4, $5, $6, $7, $10 }'
}

@test "four balls that roll on each other move as an independent program says" {
    write_four 0 0 >scene.json
    states |
        numbers_near 1e-11 3.6294406729894 4.5130739949254 0.010648288683409 -0.35150461957645 1.5914238150695 \
            5.6269602224591 6.187522591447 0.78030777429912 0.61837836500564 0.27284624489402 \
            5.6683710840441 3.4828855251531 0.32090573938003 -0.64451802768776 -0.74046951404621 \
            3.3752280205077 5.8165178884798 -0.31186180236256 -0.22235571774144 0.37619945408271
}

@test "the same with friction, and a dashpot against rolling" {
    write_four 0.3 5 >scene.json
    states |
        numbers_near 1e-11 3.7356502297744 4.3300017384495 0.088824413188158 -0.48285483322428 0.86539702889461 \
            5.5534335373936 6.3964795092659 0.72698194269171 0.76921217520306 0.0021630470815513 \
            5.5817793161004 3.4182528810186 0.26542323589801 -0.68602002709483 -0.2818384563296 \
            3.4291369167318 5.8552658712688 -0.28122959177787 -0.20033731488395 0.54715373887909
}

# last OPTION...: the last frame of scene.json.
last() {
    "$sim" -q --last "$@" scene.json | tail -n +2
}

@test "stiffness and damping unless given: of balls alike, unlike and at a wall" {
    cat >pairs.json <<'JSON'
{"table": {"width": 9, "height": 9}, "restitution": 0.5, "mu": 0.3, "mu_roll": 5, "k": 1000, "integrator": "spring-verlet", "dt": 0.0002, "steps": 4000, "every": 4000,
JSON
    { cat pairs.json; echo '"balls": [{"x": 3, "y": 5, "vx": 1, "r": 0.5, "m": 1, "spin": [0, 0, 4]}, {"x": 4.2, "y": 5.1, "r": 0.5, "m": 1}]}'; } >scene.json
    last -s k_roll=285.7142857142857 -s gamma_roll=7.718809 | awk -F, '{ print $4, $5, $6, $7, $10 }' >given
    numbers_near 5e-7 "$(tr '\n' ' ' <given)" < <(last | awk -F, '{ print $4, $5, $6, $7, $10 }')
    run ! numbers_near 1e-5 "$(tr '\n' ' ' <given)" < <(last -s gamma_roll=7.8 | awk -F, '{ print $4, $5, $6, $7, $10 }')
    { cat pairs.json; echo '"balls": [{"x": 3, "y": 5, "vx": 1, "r": 0.5, "m": 1, "spin": [0, 0, 4]}, {"x": 4, "y": 5.1, "r": 0.3, "m": 0.2}]}'; } >scene.json
    last -s k_roll=285.7142857142857 -s gamma_roll=3.77201 | awk -F, '{ print $4, $5, $6, $7, $10 }' >given
    numbers_near 5e-7 "$(tr '\n' ' ' <given)" < <(last | awk -F, '{ print $4, $5, $6, $7, $10 }')
    run ! numbers_near 1e-5 "$(tr '\n' ' ' <given)" < <(last -s gamma_roll=3.8 | awk -F, '{ print $4, $5, $6, $7, $10 }')
    { cat pairs.json; echo '"balls": [{"x": 8.3, "y": 5, "vx": 1, "r": 0.5, "m": 1, "spin": [0, 0, 4]}]}'; } >scene.json
    last -s k_roll=285.7142857142857 -s gamma_roll=5.458022 | awk -F, '{ print $4, $5, $6, $7, $10 }' >given
    numbers_near 5e-7 "$(tr '\n' ' ' <given)" < <(last | awk -F, '{ print $4, $5, $6, $7, $10 }')
    run ! numbers_near 1e-5 "$(tr '\n' ' ' <given)" < <(last -s gamma_roll=5.5 | awk -F, '{ print $4, $5, $6, $7, $10 }')
}

# slope MU_ROLL TANGENT SPEED: a ball on a floor, seen with the floor level, that rolls at a speed.
slope() {
    awk -v mu_roll="$1" -v tangent="$2" -v v="$3" 'BEGIN {
        c = 1 / sqrt(1 + tangent * tangent)
        printf "{\"table\": {\"width\": 90, \"height\": 9}, \"restitution\": 0.5, \"mu\": 0.8, \"mu_roll\": %s, \"k\": 1e5, ", mu_roll
        printf "\"gravity\": [%.17g, %.17g], \"duration\": 4, \"frame\": 4, ", tangent * c, -c
        printf "\"balls\": [{\"x\": 20, \"y\": %.17g, \"vx\": %s, \"r\": 0.5, \"m\": 1, \"spin\": [0, 0, %s]}]}\n", 0.5 - c / 1e5, v, -2 * v
    }'
}

@test "a ball rests on a slope while tan a is at most mu_roll, and rolls down a steeper one, and on the level to rest" {
    for integrator in $(springs); do
        slope 0.1 0.095 0 >scene.json
        last -i "$integrator" | awk -F, '{ print $4, $6 }' | numbers_near 1e-4 20 0
        for tangent in 0.12 0.3; do
            slope 0.1 $tangent 0 >scene.json
            last -i "$integrator" | awk -F, '{ print $6 }' |
                numbers_near 1e-3 "$(awk -v t=$tangent 'BEGIN { c = 1 / sqrt(1 + t * t); print 4 * (t * c - 0.1 * c) / 1.4 }')"
        done
        slope 0.1 0 1 >scene.json
        last -i "$integrator" | awk -F, '{ print $6 }' | numbers_near 1e-4 0.7142857142857143
        last -i "$integrator" -s duration=20 -s frame=20 | awk -F, '{ print $6 }' | numbers_near 1e-6 0
    done
}

@test "three balls in a pyramid: it falls at .96 and stands at 1.04 of the mu that they need" {
    for mu_roll in $(runs 0.02 '0 0.02 0.05'); do
        for part in 0.96 1.04; do
            cat >scene.json <<JSON
{"table": {"width": 9, "height": 9}, "restitution": 0.1, "mu_roll": $mu_roll, "k": 1e5, "gravity": [0, -1], "duration": 20, "frame": 20,
 "mu": {"wall": 0.9, "ball": $(awk -v m=$mu_roll -v part=$part 'BEGIN { s = sqrt(3); printf "%.15g", part * (0.5 - (0.5 + 1.5 * s) * m) / (1 + s / 2 + 1.5 * m) }')},
 "defaults": {"r": 0.5, "m": 1}, "balls": [{"x": 4, "y": 0.5}, {"x": 5, "y": 0.5}, {"x": 4.5, "y": 1.3660254037844386}]}
JSON
            for integrator in $(runs spring-verlet "$(springs)"); do
                height=$(last -i "$integrator" | awk -F, '$3 == 2 { print $5 }')
                if [ $part = 0.96 ]; then numbers_near 1e-3 0.5 <<<"$height"; else numbers_near 1e-3 1.366 <<<"$height"; fi
            done
        done
    done
}

# heap: grains of two materials that rub and roll in a box with obstacles and a fixed ball, some of them pucks.
heap() {
    cat <<'JSON'
{"table": {"width": 12, "height": 12}, "dt": 0.001, "steps": 4000, "every": 1000, "k": 3000, "mu": {"ball": 0.4, "wall": 0.5}, "restitution": {"ball": 0.7, "wall": 0.8},
 "gravity": [0, -1], "mu_roll": {"ball": 0.1, "wall": 0.3}, "materials": {"A": {"A": {"mu_roll": 0.25}, "B": {"mu_roll": 0.02, "mu": 0.1}, "wall": {"mu_roll": 0.4}}, "B": {"B": {"e": 0.9}}},
 "obstacles": [{"line": [1, 3, 4, 2]}, {"arc": [9, 3, 1, 0, 180], "material": "A"}],
 "balls": [{"x": 6, "y": 2, "r": 0.8, "fixed": true, "material": "B"},
           {"fill": "random", "region": [0, 4.5, 12, 12], "count": 50, "r": 0.4, "speed": 1, "seed": 1, "material": "A"},
           {"fill": "random", "region": [0, 4.5, 12, 12], "count": 30, "r": [0.3, 0.5], "m": 0.3, "speed": 2, "seed": 2, "material": "B", "friction": 0.05},
           {"fill": "random", "region": [0, 4.5, 12, 12], "count": 10, "r": 0.4, "speed": 1, "seed": 3}]}
JSON
}

@test "a heap: printed, saved and continued, logged or not, in a batch and on threads it is the same, and its energy closes" {
    heap >scene.json
    for integrator in $(runs spring-verlet "$(springs)"); do
        "$sim" -q -i "$integrator" -o whole --energy ledger --save end scene.json
        "$sim" --print-scene -i "$integrator" scene.json >printed.json
        "$sim" -q -o again --events log --energy ledger.again printed.json
        cmp whole again
        cmp ledger ledger.again
        "$sim" -q -i "$integrator" -s steps=2001 --save half.json -o first scene.json
        "$sim" -q -s steps=1999 --save end.again -o second half.json
        diff <(grep -v '"steps"' end) <(grep -v '"steps"' end.again)
        "$sim" -q -i "$integrator" --threads 2 -o threads scene.json
        cmp whole threads
        echo steps=4000 | "$sim" -q -i "$integrator" --batch - -o batch scene.json
        sed -n '/^0,/s/^0,//p' batch | cmp - <(tail -n +2 whole)
        awk -F, 'NR == 2 { first = $6 } NR > 1 { d = $6 - first; if (d < 0) d = -d; if (d > most) most = d; if ($5 < lost - 1e-3 * first) exit bad = 1; lost = $5 }
                 END { exit bad || !(most < 6e-3 * first && lost > 0.1 * first) }' ledger
    done
}

@test "without friction a heap that rolls is the same, four contacts at a time and one by one" {
    heap | sed 's/"mu": {"ball": 0.4, "wall": 0.5}/"mu": 0/; s/, "mu": 0.1//; s/, "friction": 0.05//' >scene.json
    "$sim" -q -i spring-verlet -o whole scene.json
    "$sim" -q -i spring-verlet -o again --events log scene.json
    cmp whole again
    awk -F, 'NR > 1 && $13 != 0 { exit 1 }' log # no impulse along a surface
    last -i spring-verlet -s mu_roll=0 -s materials=null -s balls.*.material=null -s obstacles.1.material=null >smooth
    cut -d, -f10 smooth | sort -u | cmp - <(echo 0)
}

@test "saved contacts have how far they have rolled, one number more" {
    heap >scene.json
    "$sim" -q -i spring-verlet -s steps=8000 --save end.json -o /dev/null scene.json
    [ "$(grep -cE '^    \[[0-9]+, "ball", [0-9]+, [-0-9.e]+, [-0-9.e]+, [-0-9.e]+\]' end.json)" -gt 10 ]
    [ "$(grep -cE '^    \[[0-9]+, "(bottom|line|arc)", [0-9]+, [0-9]+, [-0-9.e]+, [-0-9.e]+, [-0-9.e]+\]' end.json)" -gt 3 ]
    "$sim" -q -i spring-verlet -s steps=8000 -s mu_roll=0 -s materials=null -s balls.*.material=null -s obstacles.1.material=null --save end.json -o /dev/null scene.json
    [ "$(grep -cE '^    \[[0-9]+, "ball", [0-9]+, [-0-9.e]+, [-0-9.e]+\]' end.json)" -gt 10 ]
}

@test "rolling resistance makes the columns of rotation, at 0 too" {
    scene '' >scene.json
    [ "$("$sim" -q scene.json | head -n 1)" = step,t,ball,x,y,vx,vy ]
    [ "$("$sim" -q -s mu_roll=0 scene.json | head -n 1)" = step,t,ball,x,y,vx,vy,wx,wy,wz ]
    [ "$("$sim" -q -s materials.a.wall.mu_roll=0 scene.json | head -n 1)" = step,t,ball,x,y,vx,vy,wx,wy,wz ]
}

@test "keys of rolling where nothing resists it, and a dashpot that steps do not resolve, are told" {
    write_four 0.3 5 >scene.json
    "$sim" -o /dev/null -s mu_roll=0 scene.json 2>messages
    equal "$(<messages)" 'billiard-sim: warning: k_roll has no effect: "mu_roll" is 0
billiard-sim: warning: gamma_roll has no effect: "mu_roll" is 0'
    "$sim" -o /dev/null -s gamma_roll=999 scene.json 2>messages
    equal "$(<messages)" ""
    "$sim" -o /dev/null -s gamma_roll=1001 scene.json 2>messages
    equal "$(<messages)" 'billiard-sim: warning: gamma_roll: more than steps of dt resolve, which is up to 1e3 for the lightest ball'
}

@test "springs that rub and roll at a wall need smaller steps" {
    cat >scene.json <<'JSON'
{"table": {"width": 9, "height": 9}, "mu": 0.3, "beta": 1, "mu_roll": 0.2, "k": 1, "dt": 1.58, "steps": 1, "balls": [{"x": 3, "y": 5, "r": 0.5, "m": 1}]}
JSON
    "$sim" -q --check -i spring scene.json
    run -3 "$sim" -q --check -i spring -s dt=1.59 scene.json
    [[ $output = *'dt: 1.59 is too large: the springs between balls.0 and a wall are stable below 1.588'* ]]
    "$sim" -q --check -i spring -s mu_roll=0 -s dt=1.59 scene.json
}

# speed_on_slope INTEGRATOR E MU MU_ROLL TANGENT: of a ball on a slope of that tangent after 4 time units, by default steps.
speed_on_slope() {
    awk -v method="$1" -v e="$2" -v mu="$3" -v roll="$4" -v slope="$5" 'BEGIN {
        c = 1/sqrt(1 + slope*slope)
        printf "{\"table\": {\"width\": 80, \"height\": 4}, \"gravity\": [%.17g, %.17g], \"integrator\": \"%s\", \"k\": 100000, ", slope*c, -c, method
        printf "\"restitution\": %s, \"mu\": %s, \"mu_roll\": %s, \"duration\": 4, \"frame\": 4, ", e, mu, roll
        printf "\"balls\": [{\"x\": 5, \"y\": %.17g, \"r\": 0.5, \"m\": 2}]}\n", 0.5 - 2*c/1e5
    }' >scene.json
    last | awk -F, '{ print $6 }'
}

@test "a ball on a slope rests just below the threshold of friction and of rolling resistance, and leaves just above, whatever restitution" {
    for method in $(springs); do
        for e in 0 0.01 0.1 0.5 0.9 1; do
            numbers_near 1e-4 0 <<<"$(speed_on_slope "$method" $e 1 0.1 0.098)"
            numbers_near 1e-4 0 <<<"$(speed_on_slope "$method" $e 0.3 2 0.294)"
            numbers_near 0.0008 0.0060 <<<"$(speed_on_slope "$method" $e 1 0.1 0.102)"
            numbers_near 0.002 0.0240 <<<"$(speed_on_slope "$method" $e 0.3 2 0.306)"
        done
    done
}
