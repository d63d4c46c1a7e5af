#!/usr/bin/env bats
# A scene of a million balls that are all written out is read within 0.95 KB of memory per ball, file included.
#
# Promise: a scene of a million balls is read within 0.95 KB of memory per ball. Measured: 820 bytes, 920 with t0, text
# included.

load common

# within BYTES_PER_BALL ARGUMENT...: the program with room for so much per ball, its own code included.
within() {
    (ulimit -v "$(($1 * 1000000 / 1024))" && "$sim" "${@:2}")
}

setup() {
    enter_empty_folder
    echo '{"table": {"width": 1500, "height": 1500}, "k": 10, "dt": 0.1, "steps": 3,
        "balls": [{"fill": "random", "count": 1000000, "r": 0.4, "speed": 1}]}' >fill.json
    "$sim" --print-scene -o all.json fill.json
    within 4000 --version >/dev/null || skip "memory cannot be limited here"
}

@test "balls with place, velocity, radius and mass" {
    within 850 --check all.json
    within 850 --print-scene all.json | cmp - all.json
}

@test "a saved state, each ball with a time of its own" {
    "$sim" -o /dev/null --save saved.json all.json
    equal "$(grep -c '"t0"' saved.json)" 1000000
    within 950 --check saved.json
}

@test "balls that are generated" {
    within 130 --check fill.json
    within 250 -o /dev/null fill.json
}

@test "springs" {
    within 850 -q -i spring -o /dev/null all.json
}
