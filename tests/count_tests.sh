#!/bin/sh
# count_tests.sh COMMAND...: runs prove with the arguments it is given, and ends with a line that counts the tests:
#     123 passed, 0 failed
# Those that were skipped are counted before it, by what they lack, and are not among those passed. A line names the files with tests that
# failed, and the command that shows why. A test that links the program
# BILLIARD_SIM anew, while others run it, counts as one that failed.
set -u
log=$(mktemp) || exit 1
trap 'rm -f "$log" "$log.start" "$log.status"' EXIT

: >"$log.start"
{
    "$@"
    echo "$?" >"$log.status"
} | tee "$log"
status=$(cat "$log.status")

# From prove's summary: "Files=30, Tests=412, ..." and, per file, "Failed 2/9 subtests"; with --directives "ok 3 - name # skip
# why" for each skipped test; and "name .. skipped: why" for a whole file. A failure without any of these counts as one.
total=$(sed -nE 's/^Files=[0-9]+, Tests=([0-9]+),.*/\1/p' "$log" | tail -n 1)
failed=$(sed -nE 's/^ *Failed ([0-9]+)\/[0-9]+ subtests.*/\1/p' "$log" | awk '{ sum += $1 } END { print sum + 0 }')
skipped=$(grep -ciE '^ok [0-9]+.*# *skip' "$log")
files=$(grep -cE '^[^ ]+ \.+ skipped:' "$log")
[ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
[ -z "$(find "${BILLIARD_SIM:-$0}" -newer "$log.start")" ] || { echo "a test linked $BILLIARD_SIM anew"; failed=$((failed + 1)) status=1; }
passed=$((${total:-0} - failed - skipped))
again=$(sed -nE 's/^([^ ]+) +\(Wstat: .*/\1/p' "$log" | sort -u | tr '\n' ' ')
[ -z "$again" ] || echo "what failed, and why: make test PROVE='prove -v' QUICK_TESTS='${again% }'"
if [ $((skipped + files)) -gt 0 ]; then
    echo "$((skipped + files)) skipped:"
    sed -nE 's/^ok [0-9]+.*# *[Ss][Kk][Ii][Pp] *//p; s/^[^ ]+ \.+ skipped: *//p' "$log" | sort | uniq -c | sort -k1,1nr -k2 |
        sed -E 's/^ *([0-9]+) (.*)/    \1  \2/'
fi
echo "$((passed > 0 ? passed : 0)) passed, $failed failed"
exit "$status"
