# shellcheck shell=bash
# Completion of billiard-sim for bash. Options, and the names of integrators, laws and formats, come from the very program that
# is being typed: from its --help and --list, which are made from the program's own tables. Only the keys of a scene, for
# --set, are listed here.

_billiard_sim_keys='title comment table.width table.height restitution restitution.ball restitution.wall integrator impact
contact_time k dt steps every duration frame stop start.step defaults.r defaults.m defaults.vx defaults.vy defaults.speed defaults.angle defaults.t0 defaults.name defaults.color
balls.0. balls.*.'
_billiard_sim_ball_keys='x y vx vy r m t0 name color rack rows gap angle fill count region speed seed'

# The argument of option $2 of program $1 as --help names it, and the option's long name; nothing: none.
_billiard_sim_argument() {
    local line
    [[ $2 ]] || return
    while IFS= read -r line; do
        [[ $line =~ ^\ \ (\ \ \ \ |(-.),\ )(--[a-z-]+)(\ |\[=)([A-Z=]+)\]?(\ |$) ]] || continue
        [[ $2 == "${BASH_REMATCH[2]}" || $2 == "${BASH_REMATCH[3]}" ]] || continue
        printf '%s %s\n' "${BASH_REMATCH[5]}" "${BASH_REMATCH[3]}"
        return
    done < <("$1" --help 2>/dev/null)
}

# The names of a kind ($2: integrator, impact or format) that program $1 lists.
_billiard_sim_names() {
    "$1" --list 2>/dev/null | awk -v kind="$2" '$1 == kind { print $2 }'
}

# What can stand in place of PATH=VALUE, for program $1: behind path $2 its values, or paths if that is empty; $3: the word
# so far. Paths end in = or, where a part follows, in a dot.
_billiard_sim_overrides() {
    local parent='' words=$_billiard_sim_keys
    case $2 in
        integrator | impact) _billiard_sim_names "$1" "$2" ;;
        '')
            [[ $3 =~ ^balls\.([0-9]+|\*)\. ]] && parent=${BASH_REMATCH[0]} words=$_billiard_sim_ball_keys
            tr ' ' '\n' <<<"$words" | sed "s/[^.]\$/&=/; s/^/$parent/"
            ;;
    esac
}

# Words that can follow option $2 of program $1, "<file>" for names of files; $3 and $4: path and word of an override so far.
_billiard_sim_values() {
    local argument
    argument=$(_billiard_sim_argument "$1" "$2")
    case $argument in
        FILE*) echo '<file>' ;;
        NAME*) _billiard_sim_names "$1" "${argument#* --}" ;;
        WHEN*) printf '%s\n' auto always never ;;
        PATH*) _billiard_sim_overrides "$1" "$3" "$4" ;;
    esac
}

# Bash splits --option=value and path=value into three words at =, unless COMP_WORDBREAKS lacks it. A word that ends right
# behind = is told as '' in $2, while the word before is what stands in front of =.
_billiard_sim() {
    local program=$1 word=$2 at=$COMP_CWORD key='' path='' joined='' kept='' words option
    local IFS=$'\n'
    COMPREPLY=()
    [[ ${COMP_WORDS[at]} == = ]] && at=$((at + 1)) word=''
    if [[ ${COMP_WORDS[at - 1]} == = ]]; then
        key=${COMP_WORDS[at - 2]} at=$((at - 2))
    elif [[ $word == ?*=* ]]; then
        key=${word%%=*} kept=${word%%=*}= word=${word#*=}
    fi
    option=${COMP_WORDS[at - 1]}
    [[ $option == = ]] && option=${COMP_WORDS[at - 2]} # --set=path
    if [[ $key == -* ]]; then option=$key joined=yes; else path=$key; fi
    [[ $option == --progress && ! $joined ]] && option=''

    words=$(_billiard_sim_values "$program" "$option" "$path" "$word")
    if [[ $words == '<file>' ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    elif [[ $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -P "$kept" -- "$word")
        [[ ${COMPREPLY[0]-} == *[.=] ]] && compopt -o nospace +o filenames 2>/dev/null
    elif [[ $(_billiard_sim_argument "$program" "$option") ]]; then
        return # a number or the like
    elif [[ $word == -* ]]; then
        words=$("$program" --help 2>/dev/null | sed -n 's/^  .\{4\}\(--[a-z-]*\).*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -d -- "$word"; compgen -f -X '!*.json' -- "$word")
    fi
    return 0
}

complete -o filenames -F _billiard_sim billiard-sim
