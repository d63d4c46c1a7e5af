#!/usr/bin/env bats
# As output.bats, with every format, integrator and reason.

load ../cli/common

setup_file() {
    export library=$BATS_FILE_TMPDIR/fail_call.so
    "${CC:-cc}" -std=c17 -O1 -shared -fPIC -o "$library" "$BATS_TEST_DIRNAME/fail_call.c" -ldl || library=
}

setup() {
    enter_empty_folder
    [ -n "$library" ] || skip "no shared libraries here"
    LD_PRELOAD=$library "$sim" --version >/dev/null 2>&1 || skip "without sanitizers only"
    cat >scene.json <<'JSON'
{"title": "Faults", "table": {"width": 12, "height": 7}, "restitution": 0.95, "k": 5000, "dt": 0.005, "steps": 600,
 "defaults": {"r": 0.3}, "balls": [{"x": 1, "y": 3.5, "vx": 9, "vy": 1, "name": "cue"},
                                   {"rack": "triangle", "rows": 4, "x": 6, "y": 3.5, "gap": 0.01}]}
JSON
}

# breaks ERRNOS FILES ARGUMENT...: the program with each of its calls failing in turn.
breaks() {
    mkdir -p run
    # shellcheck disable=SC2086
    (cd run && TMP=$BATS_TEST_TMPDIR perl "$BATS_TEST_DIRNAME/break.pl" "$library" $1 -- $2 -- "$sim" "${@:3}")
}

@test "all streams in every format, for every reason" {
    for format in $(formats); do
        breaks "EIO ENOSPC EFBIG EDQUOT EACCES" "out e l s SAVED" -f "$format" -o out --events e --energy l --summary s \
            --save SAVED --save-every 200 ../scene.json
    done
}

@test "all streams with every integrator" {
    for integrator in $(integrators); do
        breaks EIO "out e l s SAVED" -q -s k=10 -i "$integrator" -o out --events e --energy l --summary s --save SAVED \
            --save-every 100 ../scene.json
    done
}
