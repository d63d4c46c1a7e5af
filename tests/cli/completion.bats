#!/usr/bin/env bats
# Completion for bash: what it offers is what --help and --list say.

load common

setup() {
    enter_empty_folder
    mkdir scenes
    touch a.json b.json notes.txt scenes/c.json
    # shellcheck source=man/billiard-sim.bash
    source "$root/man/billiard-sim.bash"
}

# offered WORD...: what is offered for the last word of a line, on one line. Words are as bash splits them, at = too.
offered() {
    COMP_WORDS=(billiard-sim "$@")
    COMP_CWORD=$#
    _billiard_sim "$sim" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    echo "${COMPREPLY[*]}"
}

@test "every long option, and those that begin like the word" {
    equal "$(offered -- | tr ' ' '\n')" "$("$sim" --help | grep -oE '^  .{4}--[a-z-]+' | cut -c7-)"
    equal "$(offered --s)" "--steps --set --summary --save --save-every"
    equal "$(offered --nothing)" ""
}

@test "names of integrators, laws and formats" {
    for option in -i --integrator; do
        equal "$(offered $option '')" "$(integrators | tr '\n' ' ' | sed 's/ $//')"
    done
    equal "$(offered -f n)" "ndjson"
    equal "$(offered --format '' | wc -w)" "$(formats | wc -l)"
    equal "$(offered --format = '')" "$(offered --format '')"
    equal "$(offered --format =)" "$(offered --format '')"
    equal "$(offered --format = js)" "json"
    equal "$(offered -s integrator = spring-)" "spring-verlet spring-rk4"
    equal "$(offered --set impact =)" "$("$sim" --list | awk '$1 == "impact" { printf "%s%s", sep, $2; sep = " " }')"
    equal "$(offered -s table.width = 3)" ""
}

@test "--progress takes its argument only behind =" {
    equal "$(offered --progress =)" "auto always never"
    equal "$(offered --progress = al)" "always"
    equal "$(offered --progress a)" "a.json"
}

@test "files for FILE, scenes and folders for SCENE, nothing for numbers" {
    for option in -o --output --events --energy --summary --save; do
        equal "$(offered $option n)" "notes.txt"
    done
    equal "$(offered '' | tr ' ' '\n' | sort | tr '\n' ' ')" "a.json b.json scenes " # in the order of the folder, that is in any
    equal "$(offered -q scenes/)" "scenes/c.json"
    equal "$(offered -n '')$(offered --dt '')$(offered -p '')" ""
}

@test "bash calls it for billiard-sim" {
    equal "$(complete -p billiard-sim)" "complete -o filenames -F _billiard_sim billiard-sim"
}
