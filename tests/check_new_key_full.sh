#!/bin/sh
# Can a key be added as src/EXTENDING.md says? In a copy of the sources that know the table of keys, a row is put among those of
# balls, with its name and the member that it fills; all scenes must still read the same, and the new key be read. Prints
# TAP; run from the top of the tree, after make.
set -u
. tests/lib/tap.sh
build=${BUILD:-build} program=${PROGRAM:-./billiard-sim} cc=${CC:-cc}
case $program in /*) ;; *) program=./$program ;; esac
[ -f "$build/libbilliard.a" ] || tap_skip_all "not built"
work=$(mktemp -d "${TMPDIR:-/tmp}/new_key.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/reading" "$work/objects"
perl -0pe 's/enum scene_row \{.*?BALL_R, /$&BALL_HEAT, /s; s/double r\[2\];/double heat; $&/' src/reading/scene_keys.h >"$work/reading/scene_keys.h"
perl -0pe 's/\n    \[BALL_M\] =/\n    [BALL_HEAT] = {"heat", ENTRIES_AND_DEFAULTS, NOT_NEGATIVE, QUANTITY, IN_ENTRY(heat), .doc = "Heat."},$&/' \
    src/reading/scene_keys.c >"$work/reading/scene_keys.c"

# All that includes the header, by whatever way, is compiled anew; the rest is that of the library.
sources() {
    find src -name '*.c' | while read -r file; do
        if grep -qs 'reading/scene_keys\.h' "$build/${file%.c}.d"; then echo "$file"; fi
    done | sed "s,^src/reading/scene_keys\.c$,$work/reading/scene_keys.c,"
}
# shellcheck disable=SC2016,SC2046,SC2086 # the shell below expands them; flags are words
said=$(sources | xargs -P 2 -n 1 sh -c \
    '"$0" -std=c17 -D_DEFAULT_SOURCE -I"$1" -Isrc -Wall -Wextra -Wno-psabi $CPPFLAGS $CFLAGS -O0 -g0 $2 -c -o "$1/objects/$(basename "$3").o" "$3"' \
    "$cc" "$work" "$(pkg-config --cflags libcjson)" 2>&1 &&
    $cc ${CFLAGS-} ${LDFLAGS-} -o "$work/sim" "$build/src/main.o" "$work"/objects/*.o "$build/libbilliard.a" \
        $(pkg-config --libs libcjson) -lm -pthread ${LDLIBS-} 2>&1)
tap_result "a copy with a new key is built, without a warning" "$said"

changed() {
    for scene in scenes/*.json; do
        "$program" --print-scene "$scene" >"$work/wanted" 2>&1
        "$work/sim" --print-scene "$scene" 2>&1 | cmp -s - "$work/wanted" || echo "$scene"
    done
}
tap_result "it reads all scenes as before" "$(changed)"
tap_equal "it runs one as before" "$("$work/sim" -q scenes/break.json | cksum)" "$("$program" -q scenes/break.json | cksum)"
tap_equal "it reads the key" "$("$work/sim" --check -s balls.0.heat=2 scenes/break.json 2>&1)" ""
tap_equal "it checks the key's range" "$("$work/sim" --check -s defaults.heat=-1 scenes/break.json 2>&1)" \
    "--set defaults.heat=-1: error: defaults.heat: must be >= 0, found -1"
tap_equal "it writes the key's schema" "$("$work/sim" --schema | grep -c '"heat":.{')" 4
tap_end
