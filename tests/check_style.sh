#!/bin/sh
# Functions and includes of the source keep to the house's limits. Prints TAP; run from the top of the tree.
set -u
. tests/lib/tap.sh

offenders=$(perl tests/style.pl 2>&1)

# about KIND: the offenders of a kind.
about() {
    printf '%s\n' "$offenders" | grep "^$1 "
}

tap_result "no function has more than 45 lines" "$(about length)"
tap_result "no function has more than 6 parameters" "$(about parameters)"
tap_result "a tag names one struct, union or enumeration" "$(about tag)"
tap_result "no modules of a room include each other in a circle" "$(about circle)"
tap_result "nothing else is wrong" "$(printf '%s\n' "$offenders" | grep -vE '^((length|parameters|tag|circle) |$)')"
tap_end
