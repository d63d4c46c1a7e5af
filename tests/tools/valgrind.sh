#!/bin/sh
# For `make valgrind`: runs of every integrator and format, with all streams and threads, scenes printed and refused, under
# valgrind's memcheck. An error of memory or a block that is not freed fails. Run from the top of the tree.
set -u
sim=${BILLIARD_SIM:-$PWD/billiard-sim}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
runs=0
failures=0

# checked STATUS ARGUMENT...: the program under valgrind; it must end with STATUS.
checked() {
    wanted=$1
    shift
    runs=$((runs + 1))
    valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all "$sim" -q "$@" \
        >"$scratch/output" 2>"$scratch/message"
    status=$?
    [ "$status" -eq "$wanted" ] && return
    failures=$((failures + 1))
    echo "status $status: $*"
    head -n 30 "$scratch/message"
}

for integrator in $("$sim" --list | awk '$1 == "integrator" { print $2 }'); do
    for format in $("$sim" --list | awk '$1 == "format" { print $2 }'); do
        checked 0 -i "$integrator" -f "$format" -o "$scratch/o" --events "$scratch/e" --energy "$scratch/l" \
            --summary "$scratch/s" --save "$scratch/v" --save-every 400 -n 800 -e 100 tests/golden/scenes/racks.json
    done
    checked 0 -i "$integrator" --threads 2 -n 30 -e 10 tests/golden/scenes/elastic_crowd.json
    checked 0 -i "$integrator" -n 60 tests/golden/scenes/mixed_radii.json
    checked 0 -i "$integrator" -n 60 tests/golden/scenes/dilute.json
    checked 0 -i "$integrator" tests/golden/scenes/continued.json
done
for scene in contact_time sticky pairwise newton lcp wedged nobody; do
    checked 0 tests/golden/scenes/$scene.json
done
checked 1 tests/golden/scenes/collapse.json
checked 0 --print-scene -s 'balls.*.vx=1' -s title=x tests/golden/scenes/mixed_radii.json
checked 3 --check -s balls.1=5 -s restitution.ball=2 -s walls.left=1 tests/golden/scenes/racks.json
checked 0 --list
perl tests/rejects/check_rejects.pl "$scratch"
for scene in "$scratch"/balls-*.json; do
    checked 3 --check "$scene"
done
echo "$runs runs, $failures of them failed"
[ "$failures" -eq 0 ]
