#!/bin/sh
# Does the strict reader of JSON agree with another one on what JSON is, and says? $1: on how many texts (default 8000).
# Run from the top of the tree, after a build.
set -u
if ! command -v python3 >/dev/null; then
    echo "1..0 # SKIP no python3"
    exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# shellcheck disable=SC2046,SC2086 # lists of words
${CC:-cc} -std=c17 -D_DEFAULT_SOURCE -Isrc ${CPPFLAGS-} ${CFLAGS-} ${LDFLAGS-} -o "$scratch/verdicts" tests/fuzz/verdicts.c \
    "${BUILD:-build}/libbilliard.a" $(${PKG_CONFIG:-pkg-config} --libs libcjson) -lm -pthread ${LDLIBS-} || exit
PYTHONDONTWRITEBYTECODE=1 python3 tests/fuzz/json_reference.py "$scratch/verdicts" "${1-8000}"
