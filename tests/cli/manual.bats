#!/usr/bin/env bats
# The manual pages and the program name the same things.
#
# Promise: statuses are those of the manual. Measured: 0 to 6 and signals, each met. Also kept by cli/usage.bats,
# cli/bad_scene.bats, cli/failed_run.bats, cli/outputs.bats, cli/signals.bats.
#
# Promise: the manual, --help, --list, the completion and the schema name the same options, names and keys. Measured:
# all of them, no others. Also kept by cli/examples.bats, cli/completion.bats, unit/test_scene_keys.c.
#
# Promise: the manual reads well in man. Measured: no warning and no broken row at 80 columns, groff and mandoc.

load common

# Plain text of the pages, in files of their names.
setup_file() {
    for page in billiard-sim.1 billiard-scene.5 billiard-limits.7; do
        mandoc -Tascii -O width=200 "$root/man/$page" | sed 's/.\x08//g' >"$BATS_FILE_TMPDIR/$page"
    done
}

setup() {
    enter_empty_folder
    ln -s "$BATS_FILE_TMPDIR"/billiard-* .
}

long_options() {
    grep -oE -- '--[a-z][a-z-]*' | sort -u
}

@test "the manual describes the options of --help, and no others" {
    equal "$(grep -v wasmtime billiard-sim.1 | long_options)" "$("$sim" --help | long_options)"
}

@test "the manual gives each option the letter that --help gives it" {
    while read -r letter name; do
        grep -qE -- "^ *$letter( [A-Z=]+)?, $name" billiard-sim.1 || { echo "no $letter, $name"; false; }
    done < <("$sim" --help | sed -nE 's/^  (-[a-zA-Z]), (--[a-z-]+).*/\1 \2/p')
}

@test "the manual has an item for every integrator, law and format of --list" {
    for name in $("$sim" --list | awk '{ print $2 }'); do
        grep -qx -- ".It Cm $name" "$root/man/billiard-sim.1" || { echo "no $name"; false; }
    done
}

@test "the manual lists the exit codes" {
    for code in 0 1 2 3 4 5 6; do
        sed -n "/^EXIT STATUS/,\$p" billiard-sim.1 | grep -qE "^ *$code  *[A-Za-z]"
    done
}

@test "the manual pages are clean" {
    run mandoc -Tlint -Wwarning "$root"/man/*.[1-9]
    equal "$output" ""
    equal "$status" 0
}

# plain: without bold and underlined letters, dashes as on a keyboard.
plain() {
    LC_ALL=C.UTF-8 sed 's/.\x08//g; s/\x1b\[[0-9;]*m//g; s/−/-/g; s/‐/-/g'
}

@test "the manual pages have no broken lines at 80 columns, by groff and by mandoc" {
    for page in "$root"/man/*.[1-9]; do
        mandoc -Tutf8 -O width=78 "$page" | plain >mandoc.txt
        if command -v groff >/dev/null; then
            groff -Tutf8 -mandoc -wbreak -rLL=78n "$page" 2>messages | plain >groff.txt
            equal "$(cat messages)" ""
        fi
        # rows of tables and commands as they stand in the source; those with groff's escapes apart
        awk '/^[.]Ed/ { inside = 0 } inside && !/^[.]/ && !/\\/ && /[^ ]/ { print } /^[.]Bd/ { inside = 1 }' "$page" >rows
        for text in groff.txt mandoc.txt; do
            [ -e $text ] || continue
            equal "$(perl -CSD -lne 'print if length > 80' $text)" ""
            equal "$(perl -e 'open my $f, "<", shift; local $/; my $text = <$f>; open my $r, "<", "rows"; $/ = "\n";
                while (<$r>) { chomp; print "$_\n" if index($text, $_) < 0 }' $text)" ""
        done
    done
}

@test "the manual tells the bounds of the impact laws as they are in the source" {
    # constant NAME: its value, of an enumerator or a macro
    constant() { sed -nE "s/^(    |#define )$1( = | +)([0-9.e]+),?( .*)?\$/\3/p" "$root"/src/impact/impact_law.c; }
    told="after $(constant ROUNDS) rounds ($(constant DAMPED_ROUNDS) and $(constant DAMPED_ROUNDS_PER_CONTACT) for each contact where no e of the cluster is above $(constant DAMPED)), or after $(constant WORK) multiplications and $(constant WORK_PER_CONTACT) more for each contact"
    tr -s ' \n' ' ' <billiard-limits.7 | grep -qF -- "$told" || { echo "wanted: $told"; false; }
}
