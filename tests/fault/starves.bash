# What the tests of failing allocations share: the library that lets them fail, and how each fails in turn.

load ../cli/common

setup_file() {
    export library=$BATS_FILE_TMPDIR/fail_allocation.so
    ${CC:-cc} -std=c17 -O1 -shared -fPIC -o "$library" "$BATS_TEST_DIRNAME/fail_allocation.c" || library=
}

setup() {
    enter_empty_folder
    [ -n "$library" ] || skip "no shared libraries here"
    LD_PRELOAD=$library FAIL_ALLOCATION=0 "$sim" --version >/dev/null 2>&1 || skip "glibc without sanitizers only"
}

# survives ARGUMENT...: the program with each of its allocations failing in turn, once and from then on.
survives() {
    mkdir -p run
    (cd run && TMP=$BATS_TEST_TMPDIR perl "$BATS_TEST_DIRNAME/starve.pl" "$library" "$sim" "$@")
}

# crowd: a random fill of as many balls as are numbered along a curve (reading/scene_balls.c).
crowd() {
    cat >crowd.json <<'JSON'
{"table": {"width": 300, "height": 300}, "k": 100, "dt": 0.01, "steps": 1,
 "balls": [{"fill": "random", "count": 65536, "r": 0.3, "speed": 1, "seed": 1}]}
JSON
}

# furnished: a scene with obstacles of all kinds, a fixed ball and radii of two sizes on a periodic table.
furnished() {
    cat >furnished.json <<'JSON'
{"table": {"width": 12, "height": 9, "periodic": "x"}, "gravity": [0.2, -1], "restitution": 0.9, "k": 500, "dt": 0.01,
 "steps": 200, "every": 100, "contact_time": 0.001,
 "obstacles": [{"line": [1, 2, 4, 1], "name": "ramp"}, {"arc": [9, 4, 2, 200, 340], "e": 0.5}, {"pocket": [6, 1, 0.4]}],
 "balls": [{"x": 6, "y": 4, "r": 0.6, "fixed": true}, {"x": 3, "y": 4, "vx": 2, "r": 0.4, "m": 1},
           {"fill": "random", "count": 40, "r": 0.15, "m": 1, "speed": 2, "seed": 1, "region": [0, 5, 12, 9]}]}
JSON
}
