#!/bin/sh
# Runs of several threads beside those of one, for `make tsan`: an end of the thread sanitizer's choosing is a failure, and
# so are other bytes. TAP; run from the top of the tree.
set -u
sim=${BILLIARD_SIM:-$PWD/billiard-sim}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
count=0
failures=0
for integrator in spring spring-verlet spring-rk4 impulse event; do
    for scene in elastic_crowd dense mixed_radii; do
        count=$((count + 1))
        for threads in 1 3; do
            "$sim" -q -i $integrator --threads $threads --energy "$scratch/energy$threads" --events "$scratch/events$threads" \
                "tests/golden/scenes/$scene.json" >"$scratch/$threads" 2>>"$scratch/$threads"
            echo "status $?" >>"$scratch/$threads"
        done
        if grep -q 'status 0' "$scratch/3" && cmp "$scratch/1" "$scratch/3" && cmp "$scratch/energy1" "$scratch/energy3" &&
            cmp "$scratch/events1" "$scratch/events3"; then
            echo "ok $count - $integrator, $scene"
        else
            failures=$((failures + 1))
            echo "not ok $count - $integrator, $scene"
            head -n 20 "$scratch/3" | cut -c 1-200 | sed 's/^/# /'
        fi
    done
done
echo "1..$count"
[ "$failures" -eq 0 ]
