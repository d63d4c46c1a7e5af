#!/bin/sh
# The tarball of make dist builds and tests itself. Prints TAP; run from the top of the tree.
set -u
if ! tar --version 2>/dev/null | grep -q GNU; then
    echo "1..0 # SKIP no GNU tar"
    exit 0
fi
unset TEST_FULL MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES BUILD PROGRAM BILLIARD_SIM
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

echo "1..1"
if make -s dist && tar -xzf build/billiard-sim-*.tar.gz -C "$scratch" &&
    make -C "$scratch"/billiard-sim-* test >"$scratch/log" 2>&1; then
    echo "ok 1 - $(grep '^Files=' "$scratch/log")"
else
    echo "not ok 1 - the source out of the tarball passes its tests"
    tail -n 40 "$scratch/log" | sed 's/^/# /'
    exit 1
fi
