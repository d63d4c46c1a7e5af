#!/bin/sh
# What walls that move and pockets in fixed steps cost: instructions of each scene beside those of the same at rest, or
# over a floor; of `event` by hit. Counted by callgrind, so wants valgrind; minutes.
# Usage: tests/bench/walls.sh   from the top of the tree
command -v valgrind >/dev/null || { echo "skipped: no valgrind"; exit 0; }
sim=${PROGRAM:-./billiard-sim}
folder=$(mktemp -d) || exit
trap 'rm -r "$folder"' EXIT

# pieces COUNT PERIOD SPEED: a wall that moves to and fro as a sine, by so many pieces a period.
pieces() {
    awk -v n="$1" -v period="$2" -v speed="$3" 'BEGIN {
        for (k = 0; k < n; k++)
            printf "%s[%.17g, 0, %.17g]", k ? ", " : "", period * k / n, speed * sin(atan2(0, -1) * (2 * k + 1) / n)
    }'
}

# table SIDE HEIGHT [PIECES PERIOD SPEED]: the table, its bottom wall at rest or not.
table() {
    printf '"table": {"width": %s, "height": %s' "$1" "$2"
    [ $# -le 2 ] || printf ', "motion": {"bottom": [%s]}, "motion_period": %s' "$(pieces "$3" "$4" "$5")" "$4"
    printf '}'
}

# gas COUNT SIDE DURATION [PIECES PERIOD SPEED]
gas() {
    count=$1 side=$2 duration=$3
    shift 3
    printf '{%s, "duration": %s, "balls": [{"fill": "random", "count": %s, "r": 0.5, "m": 1, "speed": 1, "seed": 1}]}' \
        "$(table "$side" "$side" "$@")" "$duration" "$count"
}

# lines [PIECES PERIOD SPEED]: 1024 discs on a lattice, and 100 lines between them.
lines() {
    printf '{%s, "duration": 5, "obstacles": [' "$(table 72.32 72.32 "$@")"
    awk 'BEGIN {
        for (k = 0; k < 100; k++) {
            x = 2.26 * (3 * (k % 10) + 2); y = 2.26 * (3 * int(k / 10) + 2); a = 0.4 * cos(k); b = 0.4 * sin(k)
            printf "%s{\"line\": [%.9f, %.9f, %.9f, %.9f]}", k ? ", " : "", x - a, y - b, x + a, y + b
        }
        printf "], \"balls\": ["
        for (k = 0; k < 1024; k++)
            printf "%s{\"x\": %.3f, \"y\": %.3f, \"r\": 0.5, \"m\": 1, \"speed\": 1, \"angle\": %d}", k ? ", " : "",
                2.26 * (k % 32 + 0.5), 2.26 * (int(k / 32) + 0.5), 137 * k % 360
        print "]}"
    }'
}

# bed [PIECES PERIOD SPEED]: 400 grains of 1 cm, fluid enough not to collapse.
bed() {
    printf '{%s, "gravity": [0, -9.81], "restitution": 0.9, "duration": 0.12, "balls": [' "$(table 0.22 0.6 "$@")"
    awk 'BEGIN {
        for (k = 0; k < 400; k++)
            printf "%s{\"x\": %.4f, \"y\": %.4f, \"r\": 0.005, \"m\": 1, \"speed\": 0.7, \"angle\": %d}", k ? ", " : "",
                0.011 * (k % 20 + 0.5), 0.0056 + 0.011 * int(k / 20), 137 * k % 360
        print "]}"
    }'
}

# hopper INTEGRATOR [POCKETS]: 2000 grains above pockets, or the floor.
hopper() {
    printf '{"table": {"width": 40, "height": 90}, "gravity": [0, -10], "restitution": 0.5, "k": 1e5, "integrator": "%s",
        "dt": 2.5e-4, "steps": 200, "every": 200,
        "balls": [{"fill": "random", "count": 2000, "r": 0.3, "m": 1, "region": [1, 22, 39, 90], "seed": 1}],
        "obstacles": [{"line": [0, 22, 17, 8]}, {"line": [40, 22, 23, 8]}' "$1"
    awk -v n="${2:-0}" 'BEGIN {
        for (k = 0; k < n; k++)
            printf ", {\"pocket\": [%.9f, 0, %.9f]}", 40 / n * (k + 0.5), 24 / n
        print "]}"
    }'
}

# count ARGUMENT...: instructions of a run.
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$sim" -q -o /dev/null "$@" 2>&1 |
        awk '/Collected/ { print $NF }'
}

# cost FILE: instructions of a run beyond its start; of `event` by hit.
cost() {
    hits=$("$sim" -q -o /dev/null --summary - --columns collisions.ball,collisions.wall "$1" |
        awk -F, 'END { print ($1 + $2 > 0 ? $1 + $2 : 1) }')
    echo "$(count "$1") $(count --check "$1") $hits" | awk '{ printf "%.0f\n", ($1 - $2) / $3 }'
}

# compare NAME: moved.json with rest.json.
compare() {
    echo "$(cost "$folder/moved.json") $(cost "$folder/rest.json")" |
        awk -v name="$1" '{ printf "%-44s %10d beside %10d, ratio %.2f\n", name, $1, $2, $1 / $2 }'
}

gas 1024 51.8 30 2 10 0.01 >"$folder/moved.json"
gas 1024 51.8 30 >"$folder/rest.json"
compare 'gas, a slow wall and walls at rest'
lines 2 10 0.01 >"$folder/moved.json"
lines >"$folder/rest.json"
compare '100 lines, a slow wall and walls at rest'
bed 32 0.05 0.25 >"$folder/moved.json"
bed >"$folder/rest.json"
compare 'bed, shaken by 32 pieces and at rest'
gas 256 25.9 3 256 0.1 0.01 >"$folder/moved.json"
gas 256 25.9 3 2 0.1 0.01 >"$folder/rest.json"
compare 'gas, 256 pieces and 2 pieces a period'
for integrator in spring-verlet impulse; do
    hopper "$integrator" 30 >"$folder/moved.json"
    hopper "$integrator" >"$folder/rest.json"
    compare "hopper, $integrator, 30 pockets and a floor"
done
