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

# crowd: a scene of as many scattered balls as springs sort in memory (integrators/ball_order.h).
crowd() {
    cat >crowd.json <<'JSON'
{"table": {"width": 300, "height": 300}, "k": 100, "dt": 0.01, "steps": 1,
 "balls": [{"fill": "random", "count": 65536, "r": 0.3, "speed": 1, "seed": 1}]}
JSON
}
