#!/bin/sh
# The shortest text of twelve million random doubles, against std::to_chars and strtod: as short, as near, and the same
# when it is read back. COUNT (of each of six kinds) and SEED in the environment ask for others. (10^8 were compared
# once, on 2026-11-20.) Prints TAP; run from the top of the tree.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo "1..1"
if ! ${CXX:-g++} -std=c++17 -O2 -Isrc -Itests -o "$scratch/to_chars" tests/unit/to_chars.cpp "${BUILD:-build}/libbilliard.a" \
    >"$scratch/message" 2>&1; then
    echo "ok 1 # SKIP no C++17 compiler with std::to_chars for doubles: $(head -n 1 "$scratch/message")"
    exit 0
fi
if "$scratch/to_chars" "${COUNT:-2000000}" "${SEED:-1}" >"$scratch/message"; then
    echo "ok 1 - shortest texts are those of std::to_chars"
else
    echo "not ok 1 - shortest texts are those of std::to_chars"
    sed 's/^/# /' "$scratch/message"
    exit 1
fi
