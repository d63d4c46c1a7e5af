#!/usr/bin/env bats
# Exit status 1, the run itself failed, and 6, a stated limit. What was computed before is kept.

load common

# unstable: a ball wider than the table swings between two walls at once, too fast for steps that each wall alone bears;
# a few steps later its energy overflows.
unstable() {
    cat <<JSON
{"table": {"width": 10, "height": 10}, "k": 1, "dt": 1.6, "steps": 2000, "integrator": "spring",
 "balls": [{"x": 5, "y": 5, "vx": 1e150, "r": 8e153, "m": 1}]}
JSON
}

@test "a state that overflows: the frames before are kept, no nan or inf is written" {
    unstable >scene.json
    for format in $(formats); do
        simulate -q -f "$format" -o out --events events.csv --energy energy.csv --save saved.json \
            --summary summary.json scene.json
        equal "$status" 1
        like "$stderr" 'billiard-sim: step *: *finite*'
        [ ! -e out ]
        [ ! -e saved.json ]
        [ -s out.partial ]
        for file in out.partial events.csv.partial energy.csv.partial; do
            run ! grep -qiE '(^|[^a-z])(nan|inf)' "$file"
        done
        [ "$format" != json ] || strict_json out.partial
    done
}

@test "inelastic collapse: balls and time are named, everything before is kept" {
    cat >collapse.json <<'JSON'
{"table": {"width": 100, "height": 3}, "restitution": {"ball": 0.02, "wall": 1}, "dt": 0.5, "steps": 100,
 "balls": [{"x": 10, "y": 1, "vx": 1, "r": 1}, {"x": 13, "y": 1, "r": 1}, {"x": 17, "y": 1, "vx": -1, "r": 1}]}
JSON
    echo old >out.csv
    simulate -q -o out.csv --save saved.json collapse.json
    equal "$status" 1
    equal "$(cat out.csv)" old
    like "$stderr" 'billiard-sim: *balls 0 and 1 *t = 1.68157*'
    equal "$(grep -c '' <<<"$stderr")" 1
    [ "$(grep -c '' out.csv.partial)" -ge 4 ]
    [ ! -e saved.json ]
    simulate -q -s contact_time=1e-6 collapse.json
    equal "$status" 0
}

@test "a failed output is told, not hidden by a failed run" {
    unstable >scene.json
    simulate -q -o /dev/full scene.json
    equal "$status" 5
}

@test "a stated limit: too many contacts at one instant, what was computed before is kept" {
    cat >rack.json <<'JSON'
{"table": {"width": 300, "height": 300}, "dt": 1, "steps": 20,
 "balls": [{"x": 40, "y": 150, "vx": 5, "r": 0.5}, {"rack": "triangle", "rows": 66, "x": 60, "y": 150, "r": 0.5}]}
JSON
    simulate -q -o out.csv --save saved.json rack.json
    equal "$status" 6
    like "$stderr" 'billiard-sim: 6436 contacts meet at t = 3.79*; the limit is 5792'
    equal "$(tail -n 1 out.csv.partial | cut -d, -f1)" 3
    [ ! -e saved.json ]
}

# With numbers as large as these each step is looked at, and one that overflows is taken back (integrators/rollback.c).
@test "a step that overflows is taken back" {
    cat >scene.json <<'JSON'
{"table": {"width": 1e108, "height": 1e108}, "restitution": 0.5, "k": 1.6e109, "dt": 4.2e-111, "steps": 20,
 "defaults": {"r": 6.1e106, "m": 2.9e-110},
 "balls": [{"x": 3e107, "y": 5e107, "vx": 1.3e220}, {"x": 4.23e107, "y": 5e107, "vx": -1.3e220}]}
JSON
    for integrator in spring spring-verlet spring-rk4; do
        run -1 --separate-stderr "$sim" -q -i $integrator -o out.csv scene.json
        like "$stderr" "billiard-sim: ball * is no longer finite at step *"
        ! grep -E 'nan|inf' out.csv*
    done
}

# Each hit is handed on as often as a law allows, which ends nothing where a mass has no finite inverse, or where a speck
# between two balls is elastic for as long as contacts last; nor where a ball crosses its gap in less than the last digit of t.
@test "hits without end at one instant end the run within seconds" {
    cat >inverse.json <<'JSON'
{"table": {"width": 14, "height": 3}, "dt": 1.05, "steps": 8, "defaults": {"r": 0.5},
 "balls": [{"x": 4, "y": 2.5, "m": 1}, {"x": 6, "y": 2.5, "vx": -1, "m": 1e-309}]}
JSON
    cat >speck.json <<'JSON'
{"table": {"width": 9, "height": 5}, "restitution": 0, "impact": "lcp", "contact_time": 5, "dt": 0.3, "steps": 9,
 "balls": [{"x": 2, "y": 2, "vx": 6, "r": 0.5}, {"x": 4, "y": 2, "r": 5e-10}, {"x": 6, "y": 2, "r": 0.5},
           {"x": 8.5, "y": 0.5, "vy": -1, "r": 0.5}]}
JSON
    cat >still.json <<'JSON'
{"table": {"width": 1.000000001, "height": 5}, "dt": 1e9, "steps": 2, "start": {"step": 1},
 "balls": [{"x": 0.5000000005, "y": 2, "vx": 1, "r": 0.5}]}
JSON
    for scene in inverse speck still; do
        run ! bash -c "ulimit -t 10; exec \"\$0\" -q -o out.csv $scene.json 2>message" "$sim"
        like "$(cat message)" 'billiard-sim: ball * is hit without end at t = *'
    done
}

@test "a summary that would need an infinite number: the run has failed" {
    cat >fast.json <<'JSON'
{"table": {"width": 1e10, "height": 5}, "dt": 1e-160, "steps": 2, "balls": [{"x": 2e9, "y": 2, "vx": 1e155, "r": 0.5, "m": 1}]}
JSON
    cat >small.json <<'JSON'
{"table": {"width": 10, "height": 5}, "dt": 0.01, "steps": 2, "k": 1, "integrator": "spring",
 "balls": [{"x": 2, "y": 2, "r": 1e-320, "m": 1}, {"x": 2.5, "y": 2, "r": 2, "m": 1}]}
JSON
    simulate -q -o /dev/null --summary summary.json fast.json
    equal "$status" 1
    like "$stderr" 'billiard-sim: step 2: the energy *finite*'
    simulate -q -o /dev/null --summary summary.json small.json
    equal "$status" 1
    like "$stderr" 'billiard-sim: step 2: the largest relative overlap *finite*'
    equal "$(ls -A | tr '\n' ' ')" "fast.json small.json "
}
