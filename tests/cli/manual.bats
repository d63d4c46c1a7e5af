#!/usr/bin/env bats
# The manual pages and the program name the same things.

load common

page=$root/man/billiard-sim.1

# Plain text of a manual page.
rendered() {
    mandoc -Tascii -O width=200 "$1" | sed 's/.\x08//g'
}

long_options() {
    grep -oE -- '--[a-z][a-z-]*' | sort -u
}

@test "the manual describes the options of --help, and no others" {
    equal "$(rendered "$page" | long_options)" "$("$sim" --help | long_options)"
}

@test "the manual gives each option the letter that --help gives it" {
    while read -r letter name; do
        rendered "$page" | grep -qE -- "^ *$letter( [A-Z=]+)?, $name" || { echo "no $letter, $name"; false; }
    done < <("$sim" --help | sed -nE 's/^  (-[a-zA-Z]), (--[a-z-]+).*/\1 \2/p')
}

@test "the manual names every integrator, law and format of --list" {
    for name in $("$sim" --list | awk '{ print $2 }'); do
        rendered "$page" | grep -qwF -- "$name" || rendered "$root/man/billiard-scene.5" | grep -qwF -- "$name" ||
            { echo "no $name"; false; }
    done
}

@test "the manual lists the exit codes" {
    for code in 0 1 2 3 4 5 6; do
        rendered "$page" | sed -n "/^EXIT STATUS/,\$p" | grep -qE "^ *$code  *[A-Za-z]"
    done
}

@test "the manual pages are clean" {
    run mandoc -Tlint -Wwarning "$root"/man/*.[1-9]
    equal "$output" ""
    equal "$status" 0
}
