#!/bin/sh
# Is every bad scene refused with exactly the exit status, the place and the words of expected.txt, by a run and by
# --check alike, with nothing else on either stream? Prints TAP. Run from the top of the tree.
# In `make test` a third of the scenes is run, the others are checked only.
# With the argument `first` it stops at the first that is not, and tries --check only.
set -uf
folder=$(cd "$(dirname "$0")" && pwd)
sim=${BILLIARD_SIM:-$PWD/billiard-sim}
cd "$folder/scenes" || exit 1
mode=${1-all} tests=0 failures=0 every=3
[ -z "${TEST_FULL-}" ] || every=1

# tell NAME FOUND WANTED: one line of TAP.
tell() {
    tests=$((tests + 1))
    if [ "$2" = "$3" ]; then
        echo "ok $tests - $1"
        return
    fi
    failures=$((failures + 1))
    printf 'not ok %d - %s\n# found:  %s\n# wanted: %s\n' "$tests" "$1" "$2" "$3"
    [ "$mode" != first ] || exit 1
}

# try WANTED ARGUMENT...: WANTED is the exit status and the one line that is said. Only what --check refuses is also run:
# a scene that is accepted by mistake may take for ever.
try() {
    wanted=$1
    shift
    said=$("$sim" --check "$@" 2>&1)
    found="$? $said"
    if [ "$found" = "$wanted" ] && [ "$mode" != first ] && [ $((tests % every)) -eq 0 ]; then
        said=$("$sim" "$@" 2>&1)
        found="$? $said"
    fi
    tell "$*" "$found" "$wanted"
}

while read -r line; do
    case $line in
    '' | '#'*) continue ;;
    esac
    place=${line#* }
    place=${place%%: error: *}
    # shellcheck disable=SC2086 # an option and its argument are two words
    case $place in
    -*) try "$line" $place good.json ;;
    *) try "$line" "${place%:*:*}" ;;
    esac
done <"$folder/expected.txt"

tell "good.json is accepted" "$("$sim" --check good.json 2>&1)" ""
set +f
tell "each file has one line" "$(sed -n 's/^3 \([a-z0-9_-]*\.json\):.*/\1/p' "$folder/expected.txt" | sort)" \
    "$(printf '%s\n' *.json | grep -v '^good.json$' | sort)"
echo "1..$tests"
[ "$failures" -eq 0 ]
