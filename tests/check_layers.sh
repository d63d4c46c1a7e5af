#!/bin/sh
# Includes point downwards only, and the two libraries with awkward interfaces stay behind one file each.
# Prints TAP; run from the top of the tree.
set -u
. tests/lib/tap.sh

# The height of a file's layer; what lies directly in src/ is on top.
height() {
    case $1 in
        base/*) echo 0 ;;
        model/*) echo 1 ;;
        physics/*) echo 2 ;;
        broadphase/*) echo 3 ;;
        integrators/* | writers/*) echo 4 ;;
        */*) echo unknown ;;
        *) echo 5 ;;
    esac
}

# Lines "file includes header" for every include of our own headers.
includes() {
    (cd src && grep -H '^#include "' -- *.[ch] */*.[ch] */*/*.[ch]) | sed 's/^\([^:]*\):#include "\(.*\)".*/\1 \2/'
}

upward() {
    includes | while read -r file header; do
        [ -f "src/$header" ] || echo "src/$file includes \"$header\", which is no path below src/"
        [ "$(height "$file")" -ge "$(height "$header")" ] || echo "src/$file includes $header, a layer above it"
    done
}

sideways() {
    includes | grep -E '^(integrators/[^ ]* writers/|writers/[^ ]* integrators/)'
}

# A file at the top may be included by others at the top, but main.c and cli.h only by main.c and cli.c.
cli_users() {
    includes | grep ' cli\.h$' | grep -Ev '^(main|cli)\.[ch] '
}

only_in() {
    grep -lE "$1" src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] | grep -vxF "$2"
}

folders() {
    find src -mindepth 1 -type d | grep -vxE 'src/(base|model|physics|broadphase|integrators(/event)?|writers)'
}

tap_result "includes point downwards" "$(upward)"
tap_result "integrators and writers do not know each other" "$(sideways)"
tap_result "only main.c knows the command line" "$(cli_users)"
tap_result "cJSON only in scene_json.c" "$(only_in 'cJSON\.h' src/model/scene_json.c)"
tap_result "getopt only in cli.c" "$(only_in 'getopt\.h' src/cli.c)"
tap_result "the processor is asked in base/cpu.c, not at every start" "$(only_in 'target_clones|ifunc|cpu_supports' src/base/cpu.c)"
tap_result "only main.c exits" "$(only_in '\<(exit|_exit|_Exit|quick_exit|abort)\(' src/main.c)"
tap_result "src/ holds the six layers, the folder of the event engine and nothing else" "$(folders)"
tap_end
