#!/bin/sh
# Includes point downwards only, and the two libraries with awkward interfaces stay behind one file each.
# Prints TAP; run from the top of the tree.
#
# Promise: the source keeps its layers, names, sizes, words and map. Measured: includes downwards only; 450 lines a
# file, 45 a function, 6 parameters; walls in at most ten files of dynamics. Also kept by check_symbols.sh,
# check_style.sh, cli/readme.bats.
set -u
. tests/lib/tap.sh

# Lines "file includes header" for every include of our own headers.
includes() {
    (cd src && grep -H '^#include "' -- *.[ch] */*.[ch] */*/*.[ch]) | sed 's/^\([^:]*\):#include "\(.*\)".*/\1 \2/'
}

# The height of a file is that of its layer; what lies directly in src/ is on top.
upward() {
    { find src -name '*.h' | sed 's/^src\///'; includes; } | awk '
        function height(file) {
            if (file !~ /\//) return 5
            sub(/\/.*/, "", file)
            return layer[file] == "" ? -1 : layer[file]
        }
        BEGIN { layer["base"] = 0; layer["model"] = 1; layer["physics"] = 2; layer["broadphase"] = 3; layer["integrators"] = layer["writers"] = 4 }
        NF == 1 { there[$1]; next }
        !($2 in there) { print "src/" $1 " includes \"" $2 "\", which is no path below src/" }
        height($1) < height($2) || height($2) < 0 { print "src/" $1 " includes " $2 ", a layer above it" }'
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
