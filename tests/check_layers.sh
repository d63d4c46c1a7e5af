#!/bin/sh
# Rooms include each other in one direction only, and the two libraries with awkward interfaces stay behind one file each.
# Prints TAP; run from the top of the tree.
#
# Promise: the source keeps its rooms, names and map. Measured: no circle of rooms or of files; 45 lines a function, 6
# parameters. Also kept by check_symbols.sh, check_style.sh, cli/readme.bats.
set -u
. tests/lib/tap.sh

# Lines "file includes header" for every include of our own headers.
includes() {
    (cd src && grep -H '^#include "' -- *.[ch] */*.[ch] */*/*.[ch]) | sed 's/^\([^:]*\):#include "\(.*\)".*/\1 \2/'
}

# The rooms in an order in which each includes only those before it; src/main.c is above them all.
rooms='host base state given contact motion surfaces impact measure near integrators steps springs events json reading session out app'

upward() {
    { find src -name '*.h' | sed 's/^src\///'; includes; } | awk -v rooms="$rooms" '
        function floor_of(file) {
            if (file !~ /\//) return n + 1
            sub(/\/.*/, "", file)
            return floor[file] == "" ? n + 2 : floor[file]
        }
        BEGIN { n = split(rooms, names, " "); for (i = 1; i <= n; i++) floor[names[i]] = i }
        NF == 1 { there[$1]; next }
        !($2 in there) { print "src/" $1 " includes \"" $2 "\", which is no path below src/" }
        floor_of($1) < floor_of($2) { print "src/" $1 " includes " $2 ", of a room after its own" }'
}

# Ways to move balls do not know each other but for what steps share, and no way to write knows a way to move.
sideways() {
    includes | grep -E '^(events/[^ ]* (steps|springs)/|(steps|springs)/[^ ]* events/|out/[^ ]* (near|steps|springs|events)/)'
}

cli_users() {
    includes | grep ' app/cli\.h$' | grep -Ev '^(main|app/cli)\.[ch] '
}

# A session alone makes an engine; the oracles of events pass a tuning to theirs.
makers() {
    grep -nE '(->|integrator_[a-z_]*\.)create\(' src/*.c src/*/*.c tests/*/*.[ch] | grep -v '^src/session/session\.c:'
}

only_in() {
    grep -lE "$1" src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] | grep -vxF "$2"
}

folders() {
    find src -mindepth 1 -type d | grep -vxE "src/($(echo "$rooms" | tr ' ' '|')|impact/compliant|host/native|host/wasm)"
}

tap_result "a room includes only rooms before it" "$(upward)"
tap_result "events, steps and writers do not know each other" "$(sideways)"
tap_result "only main.c knows the command line" "$(cli_users)"
tap_result "only a session makes an engine" "$(makers)"
tap_result "cJSON only where a tree is read or a document written" "$(only_in '<cjson/' 'src/json/json_tree.c
src/reading/scene_schema.c')"
tap_result "getopt only in cli.c" "$(only_in 'getopt\.h' src/app/cli.c)"
tap_result "the processor is asked in host/native/host.c, not at every start" "$(only_in 'target_clones|ifunc|cpu_supports' src/host/native/host.c)"
tap_result "only main.c exits" "$(only_in '\<(exit|_exit|_Exit|quick_exit|abort)\(' src/main.c)"
tap_result "src/ holds these rooms and nothing else" "$(folders)"
tap_end
