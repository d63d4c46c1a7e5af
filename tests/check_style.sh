#!/bin/sh
# Sizes and words of the source keep to the house's limits. Prints TAP; run from the top of the tree.
set -u
. tests/lib/tap.sh

offenders=$(perl tests/style.pl 2>&1)

# about KIND: the offenders of a kind.
about() {
    printf '%s\n' "$offenders" | grep "^$1 "
}

long_makefile() {
    lines=$(grep -c '' Makefile)
    [ "$lines" -le 170 ] || echo "Makefile: $lines lines, at most 170"
}

tap_result "no file of src/ has more than 450 lines" "$(about lines)"
tap_result "no function has more than 45 lines" "$(about length)"
tap_result "no function has more than 6 parameters" "$(about parameters)"
tap_result "at most ten files know walls, width and height" "$(about walls)"
tap_result "the source speaks the field's language" "$(about word)"
tap_result "src/ has at most 24 425 lines of code" "$(about code)"
tap_result "at most 19 files name what is periodic, and 24 pockets" "$(about named)"
tap_result "no small folder has more than 15 files" "$(about folder)"
tap_result "the tree has at most 690 files" "$(about tracked)"
tap_result "no modules of a folder include each other in a circle" "$(about circle)"
tap_result "nothing else is wrong" "$(printf '%s\n' "$offenders" |
    grep -vE '^((lines|length|parameters|walls|word|code|tracked|named|folder|circle) |$)')"
tap_result "the Makefile fits on two screens" "$(long_makefile)"
tap_end
