# What the tests of failing outputs share: the library that lets calls fail, a scene, and how each call fails in turn.

load ../cli/common

setup_file() {
    export library=$BATS_FILE_TMPDIR/fail_call.so
    ${CC:-cc} -std=c17 -O1 -shared -fPIC -o "$library" "$BATS_TEST_DIRNAME/fail_call.c" -ldl || library=
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
