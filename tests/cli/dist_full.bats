#!/usr/bin/env bats
# The tarball of make dist builds and tests itself.

load common

@test "make dist, unpack, make test" {
    tar --version 2>/dev/null | grep -q GNU || skip "no GNU tar"
    unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES BUILD PROGRAM BILLIARD_SIM
    make -C "$root" --no-print-directory -s dist
    version=$("$sim" --version | awk '{ print $2 }')
    tar -xzf "$root/build/billiard-sim-$version.tar.gz"
    make -C "billiard-sim-$version" -j2 test >log 2>&1 || { tail -n 40 log; false; }
    grep -q '^All tests successful' log
}
