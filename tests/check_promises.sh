#!/bin/sh
# tests/README.md tells the truth about the tree: each file it names exists, each test is named there or lies in a folder
# that it describes, and the promises at the heads of tests have a figure and name tests. Prints TAP; run from the top of
# the tree.
set -u
. tests/lib/tap.sh

# What tests/README.md names between backquotes and looks like a file or folder of tests/.
named() {
    # shellcheck disable=SC2016 # backquotes of the text
    grep -oE '`[^` ]+`' tests/README.md | tr -d '`' | sed 's/^tests\///' | sort -u |
        grep -E '^([a-z_]+/[a-z_.0-9*-]*|[a-z_*]+\.(sh|bats|c|pl))+$' | grep -vE '^(src|scenes|man|build)/'
}

# A name may leave out the folders it lies in, and may be a pattern.
lacking() {
    { find tests -mindepth 1 | sed 's/^/have /'; named | sed 's/^/want /'; } | awk '
        $1 == "have" { paths = paths "\n" $2 "\n"; next }
        { pattern = $2; sub(/\/$/, "", pattern); gsub(/\./, "[.]", pattern); gsub(/\*/, "[^\n]*", pattern) }
        paths !~ "/" pattern "\n" { print $2 }'
}

# Tests are what the Makefile takes for tests.
tests() {
    (cd tests && find . -name 'test_*.c' -o -name '*.bats' -o -name 'check_*.sh' -o -name 'check_*.pl') | sed 's/^\.\///'
}

unnamed() {
    tests | awk '
        NR == FNR { text = text "\n" $0; next }
        index(text, "`" $1 "`") { next }
        { folder = $1 }
        !sub(/\/[^\/]*$/, "", folder) || !index(text, "\n| `" folder "/`") { print $1 }' tests/README.md -
}

promises=$(perl tests/promises.pl)

incomplete() {
    printf '%s\n' "$promises" | grep -vE ': Promise: .+ Measured: .+\.$'
}

strangers() {
    printf '%s\n' "$promises" | sed -n 's/.*Also kept by \(.*\)\.$/\1/p' | tr -d ',' | tr ' ' '\n' | sort -u | while read -r name; do
        [ -e "tests/$name" ] || echo "$name"
    done
}

few() {
    count=$(printf '%s\n' "$promises" | wc -l)
    [ "$count" -ge 60 ] || echo "only $count promises"
}

# Rows of the manual's tables of published numbers.
miscounted() {
    rows=$(awk '/ published/ && begins { inside = 1; begins = 0; next } { begins = /^[.]Bd/ } /^[.]Ed/ { inside = 0 }
        inside { rows++ } END { print rows }' man/billiard-physics.7)
    printf '%s\n' "$promises" | grep -q "Measured: $rows numbers;" || echo "the manual lists $rows numbers"
}

tap_result "what tests/README.md names is there" "$(lacking)"
tap_result "every test is named in tests/README.md, or its folder is described there" "$(unnamed)"
tap_result "every promise has its figure" "$(incomplete)"
tap_result "the tests that promises name are there" "$(strangers)"
tap_result "the promises are found" "$(few)"
tap_result "there are as many published numbers as it says" "$(miscounted)"
tap_end
