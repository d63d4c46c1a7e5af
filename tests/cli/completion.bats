#!/usr/bin/env bats
# Completion for bash: what it offers is what --help, --list and --schema say.

load common

setup() {
    enter_empty_folder
    mkdir scenes
    touch a.json b.json notes.txt scenes/c.json
    # shellcheck source=man/billiard-sim.bash
    source "$root/man/billiard-sim.bash"
}

# offered WORD...: what is offered for the last word of a line, on one line. Words are as bash splits them, at = too; for a
# cursor right behind =, bash says that the word to complete is empty and follows what stands before =.
offered() {
    local word=${*: -1} before
    COMP_WORDS=(billiard-sim "$@")
    COMP_CWORD=$#
    before=${COMP_WORDS[COMP_CWORD - 1]}
    [ "$word" != = ] || word=''
    _billiard_sim "$sim" "$word" "$before"
    echo "${COMPREPLY[*]}"
}

# typed LINE: the arguments that the program gets, on one line, if LINE is typed at the prompt of an interactive bash. ^ stands
# for the key that inserts all completions (M-*), % for Tab.
typed() {
    mkdir -p bin
    cat >bin/billiard-sim <<END
#!/bin/sh
case \$1 in --help | --list | --schema) exec '$sim' "\$@" ;; *) echo "\$*" >'$PWD/arguments' ;; esac
END
    chmod +x bin/billiard-sim
    printf '%s\n' "PATH='$PWD/bin':\$PATH" "source '$root/man/billiard-sim.bash'" "${before_typing-}" >rc
    { echo 'autoload -Uz compinit bashcompinit; compinit -u -D; bashcompinit'; cat rc; } >.zshrc
    printf '%s\nexit\n' "$1" | sed $'s/\\^/\e*/g; s/%/\t/g' |
        INPUTRC=/dev/null TERM=dumb timeout 20 script -qc "${shell-bash --noprofile --rcfile rc -i}" /dev/null >screen 2>&1
    cat arguments
}

@test "every long option, and those that begin like the word" {
    equal "$(offered -- | tr ' ' '\n')" "$("$sim" --help | grep -oE '^  .{4}--[a-z-]+' | cut -c7-)"
    equal "$(offered --s)" "$("$sim" --help | grep -oE '^  .{4}--s[a-z-]+' | cut -c7- | paste -sd ' ')"
    equal "$(offered --nothing)" ""
}

@test "the program may be named with a tilde" {
    mkdir bin
    ln -s "$sim" bin/billiard-sim
    HOME=$PWD
    COMP_WORDS=(billiard-sim --sum)
    COMP_CWORD=1
    # shellcheck disable=SC2088 # bash hands it over as it was typed
    _billiard_sim '~/bin/billiard-sim' --sum billiard-sim
    equal "${COMPREPLY[*]}" --summary
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
    springs=$(integrators | grep ^spring- | paste -sd ' ')
    equal "$(offered -s integrator = spring-)" "$springs"
    equal "$(offered --set impact =)" "$("$sim" --list | awk '$1 == "impact" { printf "%s%s", sep, $2; sep = " " }')"
    equal "$(offered -s table.width = 3)" ""
    equal "$(offered --set = integrator = spring-)" "$springs"
    equal "$(offered -s integrator=spring-)" "$(printf 'integrator=%s\n' $springs | paste -sd ' ')" # where = does not split words
}

@test "paths of --set: every key of the schema, and no others" {
    equal "$(offered -s re)" "restitution= restitution.ball= restitution.wall="
    equal "$(offered -s balls)" "balls= balls.0. balls.*."
    equal "$(offered -s balls.12.na)" "balls.12.name="
    equal "$(offered -s defaults.v)" "defaults.vx= defaults.vy="
    equal "$(offered -s nothing)" ""
    paths=$(offered -s '' | tr ' ' '\n' | grep '=$'; offered -s 'balls.*.' | tr ' ' '\n'; offered -s 'obstacles.*.' | tr ' ' '\n')
    # a table, a ball, a rack, ... has the key, or there would be no complaint of its value
    sed 's/$/{"":0}/' <<<"$paths" >lines
    simulate --batch lines --check -s 'balls=[{}, {"rack": "line"}, {"fill": "hex"}]' -s 'obstacles=[{"line": []}, {"arc": []}, {"pocket": []}, {"gate": []}]' "$root/scenes/break.json"
    equal "$(grep -E '^run [0-9]+: lines:[0-9]+: error: .*(must be|unknown key "")' <<<"$stderr" | cut -d: -f3 | sort -nu)" \
        "$(seq "$(grep -c '' lines)")"
    schema=$(schema_keys | grep -v '[$]' | sort) # $schema is for editors
    equal "$(tr '.=' '\n\n' <<<"$paths" | grep -v '^[*0]*$' | { cat; echo balls; } | sort -u)" "$schema"
}

# bats test_tags=full
@test "typed at a prompt" {
    need_terminal
    all=$(integrators | sort | tr '\n' ' ' | sed 's/ $//')
    equal "$(typed 'billiard-sim -s integrator=^')" "-s integrator=$all"
    equal "$(typed 'billiard-sim -i ^')" "-i $all"
    equal "$(typed 'billiard-sim --progress=^')" "--progress=always auto never"
    equal "$(typed 'billiard-sim --set impact=l%')" "--set impact=lcp"
    equal "$(typed 'billiard-sim -s integrator=spring-v%a.%')" "-s integrator=spring-verlet a.json"
    equal "$(typed 'billiard-sim -s restitution.w%0.8 a.%')" "-s restitution.wall=0.8 a.json"
    equal "$(typed 'billiard-sim -s balls.3.na%cue --form%x%b.%')" "-s balls.3.name=cue --format xyz b.json"
    equal "$(typed 'billiard-sim --summary=n%')" "--summary=notes.txt"
    before_typing='COMP_WORDBREAKS=${COMP_WORDBREAKS//=/}'
    equal "$(typed 'billiard-sim -s integrator=spring-v%a.%')" "-s integrator=spring-verlet a.json"
    # where the package bash-completion is installed, it finds the script by itself
    package=/usr/share/bash-completion/bash_completion
    if [ -e $package ]; then
        before_typing="source $package"
        equal "$(typed 'billiard-sim -s integrator=^')" "-s integrator=$all"
    fi
}

# bats test_tags=full
@test "typed at a prompt of zsh" {
    need_terminal
    command -v zsh >/dev/null || skip "no zsh"
    shell='zsh -d -i'
    export ZDOTDIR=$PWD
    zsh_typed() { typed "$1" | sed 's/ $//'; }
    equal "$(zsh_typed 'billiard-sim --su% - -f xy% a.%')" "--summary - -f xyz a.json"
    equal "$(zsh_typed 'billiard-sim -s balls.3.na%cue b.%')" "-s balls.3.name=cue b.json"
    equal "$(zsh_typed 'billiard-sim -i spring-v%')" "-i spring-verlet"
}

@test "fish completes every option, names, keys of the scene, files and scenes" {
    command -v fish >/dev/null || skip "no fish"
    mkdir bin
    ln -s "$sim" bin/billiard-sim
    fish_offers() { HOME=$PWD PATH=$PWD/bin:$PATH fish -c "source '$root/man/billiard-sim.fish'; complete -C 'billiard-sim $1'" | cut -f1 | grep -v progress= | tr '\n' ' '; }
    equal "$(fish_offers --)" "$("$sim" --help | sed -n 's/^  ....\(--[a-z-]*\).*/\1/p' | LC_ALL=C sort | tr '\n' ' ')"
    equal "$(fish_offers '-i spring-')" "$(integrators | grep ^spring- | LC_ALL=C sort | tr '\n' ' ')"
    equal "$(fish_offers '--set dura')" "duration= "
    equal "$(fish_offers '--events no')" "notes.txt "
    equal "$(fish_offers 'a')" "a.json "
    equal "$(fish_offers '--steps a')" ""
}

@test "the commands for pictures and pages: settings and their values, options, files" {
    mkdir -p bin
    ln -s "$sim" bin/billiard-sim
    for script in picture player; do ln -s "$root/scenes/plot/$script.sh" bin/billiard-$script; done
    shows() { # COMMAND WORD...
        local command=$1
        shift
        COMP_WORDS=("billiard-$command" "$@")
        COMP_CWORD=$#
        _billiard_sim "$PWD/bin/billiard-$command" "$([ "${*: -1}" = = ] || echo "${*: -1}")" "${COMP_WORDS[COMP_CWORD - 1]}"
        echo "${COMPREPLY[*]}"
    }
    equal "$(shows picture a.png a.json '' | tr ' ' '\n' | grep '=')" $'units=SI\ntitle=\nat=\npaths=no\nstyle=plain\ncm=\nhits='
    equal "$(shows player a.html a.json '' | tr ' ' '\n' | grep '=')" $'hits=\nunits=SI\ntitle='
    equal "$(shows picture a.png a.json un)" units=SI
    equal "$(shows picture a.png a.json units =)" SI
    equal "$(shows picture a.png a.json paths = '')" no
    equal "$(shows picture a.png a.json hits = no)" notes.txt
    equal "$(shows picture a.png a.json at =)" ""
    equal "$(shows picture a.png a.json hits=no)" hits=notes.txt # where = does not split words
    equal "$(shows player no)" notes.txt
    equal "$(shows player a.html a.)" a.json
    equal "$(shows picture a.png a.json --su)" --summary
    equal "$(shows picture a.png a.json -s dura)" duration=
    equal "$(shows picture a.png a.json -i spring-v)" spring-verlet
}

@test "--progress takes its argument only behind =" {
    equal "$(offered --progress =)" "auto always never"
    equal "$(offered --progress = al)" "always"
    equal "$(offered --progress a)" "a.json"
}

@test "files for FILE, scenes and folders for SCENE, nothing for numbers" {
    for option in -o --output --events --energy --summary --save --batch; do
        equal "$(offered $option n)" "notes.txt"
    done
    equal "$(offered '' | tr ' ' '\n' | sort | tr '\n' ' ')" "a.json b.json scenes " # in the order of the folder, that is in any
    equal "$(offered -q scenes/)" "scenes/c.json"
    equal "$(offered -n '')$(offered --dt '')$(offered -p '')" ""
}

@test "bash calls it for billiard-sim" {
    equal "$(complete -p billiard-sim)" "complete -o filenames -F _billiard_sim billiard-sim"
}
