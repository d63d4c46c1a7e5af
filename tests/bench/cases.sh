#!/bin/sh
# What cases beside the plain ones cost: instructions of dashpots without friction by ball-step, beside the same with friction and
# beside none; of random fills of unequal radii and of lists of lines by ball or line, for two sizes; of a drum that turns, beside the
# same at rest. Counted by callgrind, so wants valgrind; minutes. Beds that are shaken and hoppers with pockets: walls.sh.
# Usage: tests/bench/cases.sh   from the top of the tree
command -v valgrind >/dev/null || { echo "skipped: no valgrind"; exit 0; }
sim=${PROGRAM:-./billiard-sim}
folder=$(mktemp -d) || exit
trap 'rm -r "$folder"' EXIT

# count ARGUMENT...: instructions of a run.
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$sim" -q -o /dev/null "$@" 2>&1 |
        awk '/Collected/ { print $NF }'
}

# by COUNT FROM TO: what the difference is for each of COUNT.
by() {
    awk -v n="$1" -v from="$2" -v to="$3" 'BEGIN { printf "%.0f\n", (to - from) / n }'
}

# compare NAME ONE OTHER
compare() {
    awk -v name="$1" -v one="$2" -v other="$3" 'BEGIN { printf "%-52s %10d beside %10d, ratio %.2f\n", name, one, other, one / other }'
}

# steps ARGUMENT...: instructions of a ball-step of gas.json, 1024 balls.
steps() {
    by $((1024 * 300)) "$(count -n 0 "$@" "$folder/gas.json")" "$(count -n 300 -e 300 "$@" "$folder/gas.json")"
}

dashpots() {
    printf '{"table": {"width": 33.9, "height": 33.9}, "k": 500, "dt": 0.002, "steps": 0, "balls": [{"fill": "hex", "count": 1024,
        "r": 0.5, "m": 1, "speed": 1.4, "seed": 1}]}' >"$folder/gas.json"
    for integrator in spring spring-verlet; do
        dashed=$(steps -i $integrator -s restitution=0.9)
        compare "$integrator, e = 0.9, by ball-step; with mu" "$dashed" "$(steps -i $integrator -s restitution=0.9 -s mu=0.5)"
        compare "$integrator, e = 0.9, by ball-step; e = 1" "$dashed" "$(steps -i $integrator)"
    done
}

# fill COUNT: balls of radii from 0.01 to 1, a third of the table. By ball.
fill() {
    awk -v n="$1" 'BEGIN {
        side = sqrt(n * 3.14159265 * 0.336633 / 0.3)
        printf "{\"table\": {\"width\": %.9f, \"height\": %.9f}, \"duration\": 1, ", side, side
        printf "\"balls\": [{\"fill\": \"random\", \"count\": %d, \"r\": [0.01, 1], \"m\": 1, \"seed\": 1}]}\n", n }' >"$folder/fill.json"
    by "$1" 0 "$(count --check "$folder/fill.json")"
}

# list KIND COUNT: lines, or balls, apart from each other. By entry.
list() {
    awk -v kind="$1" -v n="$2" 'BEGIN {
        w = int(sqrt(n)) + 1
        printf "{\"table\": {\"width\": %d, \"height\": %d}, \"duration\": 1, \"defaults\": {\"r\": 0.5, \"m\": 1}, ", 3 * w, 3 * w
        printf kind == "lines" ? "\"balls\": [], \"obstacles\": [" : "\"balls\": ["
        for (i = 0; i < n; i++) {
            x = 3 * (i % w) + 1.5; y = 3 * int(i / w) + 1.5
            if (kind == "lines")
                printf "%s{\"line\": [%.6f, %.6f, %.6f, %.6f]}", (i ? ",\n" : ""), x, y, x + 0.7, y + 0.3
            else
                printf "%s{\"x\": %.6f, \"y\": %.6f, \"vx\": 0.100000, \"vy\": 0.200000}", (i ? ",\n" : ""), x, y
        }
        print "]}" }' >"$folder/list.json"
    by "$2" 0 "$(count --check "$folder/list.json")"
}

# drum [TURN]: 120 grains in a drum. By grain-step.
drum() {
    printf '{"table": {"width": 24, "height": 24}, "gravity": [0, -10], "restitution": 0.5, "mu": 0.5, "k": 1e5, "dt": 2.5e-4, "steps": 8000,
        "every": 8000, "integrator": "spring-verlet", "balls": [{"fill": "random", "count": 120, "r": 0.5, "m": 1, "region": [5, 5, 19, 19], "seed": 1}],
        "obstacles": [{"arc": [12, 12, 11, 0, 360]%s}]}' "${1:+, \"turn\": $1}" >"$folder/drum.json"
    by $((120 * 8000)) "$(count --check "$folder/drum.json")" "$(count "$folder/drum.json")"
}

dashpots
compare 'random fill, radii 0.01 to 1, by ball; 1e5, 1e4' "$(fill 100000)" "$(fill 10000)"
compare 'list of 1e4 lines, by line; balls' "$(list lines 10000)" "$(list balls 10000)"
compare 'drum of 120 grains, turning, by grain-step; at rest' "$(drum 2)" "$(drum)"
