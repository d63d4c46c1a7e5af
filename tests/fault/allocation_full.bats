#!/usr/bin/env bats
# As allocation.bats, for every integrator and format over golden scenes, with all streams and with a state that is saved
# now and then.

load starves

# starved INTEGRATOR: runs the scenes, each in two formats in turn, and so all formats: what a format allocates has
# nothing to do with the scene.
starved() {
    local few=20 some=1200 scene format all turn=0
    mapfile -t all < <(formats)
    for scene in contact_time:$some continued:997 dense:$few lcp:$some mixed_radii:$few newton:$some racks:$some \
        sticky:$some walls:$few wedged:$some; do
        for format in "${all[turn++ % ${#all[@]}]}" "${all[turn++ % ${#all[@]}]}"; do
            survives -q -i "$1" -n "${scene#*:}" -e 300 -f "$format" -o o --events e --energy l --summary s --save v \
                --save-every 400 "$BATS_TEST_DIRNAME/../golden/scenes/${scene%:*}.json"
        done
    done
    [ "$turn" -ge "${#all[@]}" ]
}

@test "event" {
    starved event
}

@test "impulse" {
    starved impulse
}

@test "spring" {
    starved spring
}

@test "spring-verlet" {
    starved spring-verlet
}

@test "spring-rk4" {
    starved spring-rk4
}

@test "balls numbered along a curve" {
    crowd
    survives -q -i spring -o o --summary s ../crowd.json
    echo 'balls.0.speed=2' >lines
    survives -q -i spring --batch ../lines -o o --summary s ../crowd.json
}

@test "a gas in tiles, on two threads" {
    echo '{"table": {"width": 260, "height": 260}, "dt": 0.2, "steps": 2,
        "balls": [{"fill": "square", "count": 50176, "r": 0.45, "speed": 4, "seed": 1}]}' >gas.json
    like "$("$sim" -v --threads 2 -o /dev/null gas.json 2>&1)" '*2 threads, * tiles: *'
    survives -q --threads 2 -o o --energy l --save v ../gas.json
}

@test "balls that turn, on cloth and under gravity, with all that rubs" {
    cat >turn.json <<'JSON'
{"table": {"width": 4, "height": 3}, "k": 5000, "dt": 0.001, "steps": 900, "restitution": 0.8,
 "mu": {"ball": [0.01, 0.1, 1], "wall": 0.2},
 "obstacles": [{"line": [1, 0.2, 3, 0.4], "mu": 0.4}, {"arc": [2, 2.6, 0.3, 180, 360]}, {"pocket": [3.8, 0.2, 0.3]}],
 "defaults": {"r": 0.3, "sliding": 2, "friction": 0.1, "pivoting": 0.3},
 "balls": [{"x": 0.6, "y": 1.5, "vx": 4, "tip": [0.3, -0.2], "elevation": 20}, {"x": 2, "y": 1.5}, {"x": 2.6, "y": 1.5},
           {"x": 3.3, "y": 2, "fixed": true}]}
JSON
    for integrator in event impulse spring spring-verlet spring-rk4; do
        survives -q -i $integrator -o o --events e --energy l --summary s --save v --save-every 400 ../turn.json
    done
    for integrator in impulse spring spring-verlet spring-rk4; do
        survives -q -i $integrator -s 'defaults.sliding=0' -s 'gravity=[0.3, -2]' -o o --events e --save v ../turn.json
    done
    survives -q -s 'defaults={"r": 0.3}' -s 'gravity=[0.3, -2]' -o o --events e --save v ../turn.json
}
