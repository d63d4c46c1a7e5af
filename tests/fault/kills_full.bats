#!/usr/bin/env bats
# Killed 200 times without warning, a run that saves now and then and is continued writes the rows of one that was not.
# Stopped 200 times, it leaves whole files. SEED in the environment asks for other moments.

load ../cli/common

setup() {
    enter_empty_folder
    cat >"$BATS_TEST_TMPDIR/scene.json" <<'JSON'
{"table": {"width": 12, "height": 7}, "restitution": {"ball": 0.99, "wall": 1}, "k": 500,
 "dt": 0.002, "steps": 40000, "every": 20, "defaults": {"r": 0.3},
 "balls": [{"x": 1, "y": 3.5, "vx": 9, "vy": 1}, {"rack": "triangle", "rows": 4, "x": 6, "y": 3.5, "gap": 0.01}]}
JSON
}

# killed INTEGRATOR STEPS EVERY: 40 times.
killed() {
    "$sim" --print-scene -i "$1" -n "$2" "$BATS_TEST_TMPDIR/scene.json" >"$BATS_TEST_TMPDIR/this.json"
    perl "$BATS_TEST_DIRNAME/kill.pl" 40 "${SEED:-1}" 0.05 "$3" "$sim" "$BATS_TEST_TMPDIR/this.json"
}

@test "event, killed" {
    killed event 400000 20000
}

@test "impulse, killed" {
    killed impulse 60000 2000
}

@test "spring, killed" {
    killed spring 40000 1500
}

@test "spring-verlet, killed" {
    killed spring-verlet 40000 1500
}

@test "spring-rk4, killed" {
    killed spring-rk4 20000 700
}

@test "every format, stopped" {
    "$sim" --print-scene -n 1000000000 -e 5000 -s restitution=1 "$BATS_TEST_TMPDIR/scene.json" >"$BATS_TEST_TMPDIR/this.json"
    for format in $(formats); do
        perl "$BATS_TEST_DIRNAME/stop.pl" 34 "${SEED:-1}" 0.05 "$sim" "$BATS_TEST_TMPDIR/this.json" "$format" 11
    done
}
