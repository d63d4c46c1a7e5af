#!/bin/sh
# Runs one test for prove, whether or not its file is marked executable; in the C locale, in which
# shells and tools start and match faster. What other locales change is asked by tests that set one.
LC_ALL=C
export LC_ALL
unset CDPATH # with it `cd` prints where it goes
case $1 in
    *.c) # by the program of its folder
        folder=${1%/*}
        exec "${BUILD:-build}/tests/run_${folder##*/}" "$1"
        ;;
    *.bats) # those that take long and seldom fail have the tag full
        [ -n "${TEST_FULL-}" ] || exec bats --filter-tags '!full' "$1"
        exec bats "$1"
        ;;
    *.sh) exec sh "$1" ;;
    *.pl) exec perl "$1" ;;
    *) exec "$1" ;;
esac
