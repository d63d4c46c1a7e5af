#!/usr/bin/env bats
# As allocation.bats, for every integrator and format over golden scenes, with all streams and with a state that is saved
# now and then.

load starves

# starved INTEGRATOR: runs the scenes in all formats.
starved() {
    local few=20 some=1200 scene
    for scene in contact_time:$some continued:997 dense:$few lcp:$some mixed_radii:$few newton:$some racks:$some \
        sticky:$some walls:$few wedged:$some; do
        for format in $(formats); do
            survives -q -i "$1" -n "${scene#*:}" -e 300 -f "$format" -o o --events e --energy l --summary s --save v \
                --save-every 400 "$BATS_TEST_DIRNAME/../golden/scenes/${scene%:*}.json"
        done
    done
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
