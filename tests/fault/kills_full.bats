#!/usr/bin/env bats
# Killed 280 times without warning, a run that saves now and then and is continued writes the rows of one that was not,
# also while balls slide, spin and rub. Stopped 300 times, it leaves whole files. SEED in the environment asks for other moments.

load ../cli/common

setup() {
    enter_empty_folder
    cat >"$BATS_TEST_TMPDIR/scene.json" <<'JSON'
{"table": {"width": 12, "height": 7}, "restitution": {"ball": 0.99, "wall": 1}, "k": 500,
 "dt": 0.002, "steps": 40000, "every": 20, "defaults": {"r": 0.3},
 "balls": [{"x": 1, "y": 3.5, "vx": 9, "vy": 1}, {"rack": "triangle", "rows": 4, "x": 6, "y": 3.5, "gap": 0.01}]}
JSON
}

kills=40

# killed INTEGRATOR STEPS EVERY [OVERRIDES]: so many times.
killed() {
    local arguments=("${@:4}")
    "$sim" --print-scene -i "$1" -n "$2" "${arguments[@]/#/-s}" "$BATS_TEST_TMPDIR/scene.json" >"$BATS_TEST_TMPDIR/this.json"
    perl "$BATS_TEST_DIRNAME/kill.pl" "$kills" "${SEED:-1}" 0.05 "$3" "$sim" "$BATS_TEST_TMPDIR/this.json"
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

# A shot with spin that does not end: balls that have come to roll go on, until another hit lets them slide.
shot=('defaults={"r":0.3,"sliding":0.5,"pivoting":0.01}' "balls.0.tip=[0.3,-0.2]" balls.0.elevation=30 mu=0.1)

@test "shots with spin, killed, also while tangential springs are stretched" {
    kills=20
    killed event 400000 20000 "${shot[@]}" table.nose=0.35 restitution.wall=0.9
    killed impulse 60000 2000 "${shot[@]}" table.nose=0.35 restitution.wall=0.9
    killed spring-verlet 40000 1500 "${shot[@]}"
    killed spring 40000 1500 "${shot[@]}" restitution=0.9 beta=0.5
}

@test "shots with spin, stopped" {
    "$sim" --print-scene -n 1000000000 -e 5000 "${shot[@]/#/-s}" "$BATS_TEST_TMPDIR/scene.json" >"$BATS_TEST_TMPDIR/this.json"
    for format in $(formats); do
        perl "$BATS_TEST_DIRNAME/stop.pl" 12 "${SEED:-1}" 0.05 "$sim" "$BATS_TEST_TMPDIR/this.json" "$format" 11 turn
    done
}

@test "every format, stopped" {
    "$sim" --print-scene -n 1000000000 -e 5000 -s restitution=1 "$BATS_TEST_TMPDIR/scene.json" >"$BATS_TEST_TMPDIR/this.json"
    for format in $(formats); do
        perl "$BATS_TEST_DIRNAME/stop.pl" 34 "${SEED:-1}" 0.05 "$sim" "$BATS_TEST_TMPDIR/this.json" "$format" 11
    done
}
