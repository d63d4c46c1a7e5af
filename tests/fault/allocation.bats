#!/usr/bin/env bats
# Memory runs out at every single allocation in turn: exit status 6, one line, no crash, no temporary file.

load ../cli/common

setup_file() {
    export library=$BATS_FILE_TMPDIR/fail_allocation.so
    "${CC:-cc}" -std=c17 -O1 -shared -fPIC -o "$library" "$BATS_TEST_DIRNAME/fail_allocation.c" || library=
}

setup() {
    enter_empty_folder
    [ -n "$library" ] || skip "no shared libraries here"
    LD_PRELOAD=$library FAIL_ALLOCATION=0 "$sim" --version >/dev/null 2>&1 || skip "glibc without sanitizers only"
    cat >scene.json <<'JSON'
{"title": "Memory", "table": {"width": 10, "height": 6}, "restitution": 0.9, "k": 100, "dt": 0.01, "steps": 300,
 "every": 100, "defaults": {"m": 2},
 "balls": [{"x": 1, "y": 3, "vx": 9, "r": 0.3, "name": "cue", "color": "white"},
           {"rack": "triangle", "rows": 2, "x": 5, "y": 3, "r": 0.3},
           {"fill": "random", "count": 5, "r": 0.1, "speed": 2, "seed": 1, "region": [7, 0, 10, 6]}]}
JSON
}

# survives ARGUMENT...: the program with each of its allocations failing in turn.
survives() {
    mkdir -p run
    (cd run && TMP=$BATS_TEST_TMPDIR perl "$BATS_TEST_DIRNAME/starve.pl" "$library" "$sim" "$@")
}

@test "in a run, with every integrator" {
    for integrator in $(integrators); do
        survives -i "$integrator" -f json -o o --events e --energy l --summary s --save v ../scene.json
    done
}

@test "in a gas of springs, with threads, cells and radii of all sizes" {
    cat >gas.json <<'JSON'
{"table": {"width": 16, "height": 16}, "k": 100, "dt": 0.01, "steps": 9, "every": 9,
 "balls": [{"fill": "random", "count": 140, "r": 0.3, "m": 1, "speed": 4, "seed": 1}, {"x": 8, "y": 8, "r": 2}]}
JSON
    survives -q -i spring -o o ../gas.json
    survives -q -i spring-rk4 --threads 2 -s balls.1.r=0.3 -o o ../gas.json
}

@test "while checking a scene and its overrides" {
    survives --check -s balls.0.vx=3 -s 'balls.*.color=red' -s impact=newton -s start.step=4 ../scene.json
}

@test "while printing a scene" {
    survives --print-scene -o printed.json ../scene.json
}

@test "while listing" {
    survives --list
}
