#!/usr/bin/env bats
# A scene of a million balls that are all written out is read entry by entry, within twice the memory of its text.
#
# Promise: a scene of a million balls is read within 0.3 KB of memory per ball, a saved state within 0.45. Measured: 250
# and 390 bytes, text included; from a generator 128, and with the run 252, of which 16 are the turns round a periodic
# table, kept for every table.

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
    within 300 --check all.json
    within 300 --print-scene all.json | cmp - all.json
}

@test "a saved state, with a trajectory of each ball" {
    "$sim" -o /dev/null --save saved.json all.json
    equal "$(grep -c '^    \[[0-9]*, ' saved.json)" 1000000
    within 450 --check saved.json
    within 450 -q -n 0 -o one.csv saved.json
    within 450 -q -n 0 -s gravity=[0,0] -o other.csv saved.json
    cmp one.csv other.csv
}

@test "an error is told at its line and column, wherever it is" {
    sed '500012s/"r": 0.4/"r": -4/' all.json >bad.json
    place=$(sed -n '500012s/"r": .*/"r": /p' bad.json)
    fails 3 "bad.json:500012:$((${#place} + 1)): error: balls.500000.r: must be > 0, found -4" --check bad.json
}

@test "balls that are generated" {
    within 130 --check fill.json
    within 265 -o /dev/null fill.json
}

@test "springs" {
    within 300 -q -i spring -o /dev/null all.json
}

@test "a text of more than 2 GiB" {
    [ "$(awk '/^MemAvailable/ { print int($2 / 1e6) }' /proc/meminfo)" -ge 4 ] || skip "it takes 2.3 GB of memory"
    { head -c 2200000000 /dev/zero | tr '\0' ' ' && sed '500012s/"r": 0.4/"r": -4/' all.json; } |
        fails 3 "<stdin>:500012:*: error: balls.500000.r: must be > 0, found -4" --check - -s title=long
}
