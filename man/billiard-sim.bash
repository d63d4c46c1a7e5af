# shellcheck shell=bash
# Completion of billiard-sim, billiard-picture and billiard-player for bash, and for zsh with its bashcompinit. It knows no option,
# key or setting by itself: it asks the very program that is being typed for its --help, --list and --schema, which are made from the
# program's own tables.

# The argument of option $2 of program $1 as --help names it, and the option's long name; nothing: none.
_billiard_sim_argument() {
    [[ $2 ]] || return
    "$1" --help 2>/dev/null | awk -v option="$2" '
        match($0, /^  (    |-., )--[a-z-]+( |\[=)[A-Z][A-Z=]*(\]| |$)/) {
            split(substr($0, 7), part, /[][ ]=?/)
            if (option == substr($0, 3, 2) || option == part[1])
                print part[2], part[1]
        }'
}

# The names of a kind ($2: integrator, impact or format) that program $1 lists.
_billiard_sim_names() {
    "$1" --list 2>/dev/null | awk -v kind="$2" '$1 == kind { print $2 }'
}

# Paths of --set that go on from the word $2, for program $1: properties of its schema, behind which = follows. An index, as in
# balls.3.x, stands for the items of an array; where it is to come next, a path ends in a dot.
_billiard_sim_paths() {
    "$1" --schema 2>/dev/null | awk -v word="$2" '
        { # a level is a tab; what begins an array begins two
            level = match($0, /[^\t]/) - 1
            key[level] = key[level + 1] = ""
        }
        /":\t\[?[{]$/ { # an object, or an array of objects, begins
            split($0, part, "\"")
            key[level] = part[2]
            if (key[level - 1] == "properties" && key[level] !~ /^[$]/) # $schema is for editors
                offer(level)
        }

        # The path of the property at a level, with what has been typed in place of indices.
        function offer(level,    i, path, parts, typed, last) {
            last = split(word, typed, ".")
            for (i = 1; i <= level; i++) {
                if (key[i] == "if" || key[i] == "not")
                    return
                if (key[i - 1] == "properties")
                    path = path (parts++ ? "." : "") key[i]
                else if (key[i] == "items" && ++parts < last)
                    path = path "." (typed[parts] ~ /^([0-9]+|[*])$/ ? typed[parts] : "*")
                else if (key[i] == "items")
                    return show(path ".0.") show(path ".*.")
            }
            show(path "=")
        }
        function show(path) { if (!shown[path]++) print path }'
}

# What can stand in place of PATH=VALUE, for program $1: behind path $2 its values, or paths if that is empty; $3: the word
# so far.
_billiard_sim_overrides() {
    case $2 in
        integrator | impact) _billiard_sim_names "$1" "$2" ;;
        '') _billiard_sim_paths "$1" "$3" ;;
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

# The settings that command $1 lists, "units=SI" or "at="; with $2, the name of one, its values, "<file>" for names of files.
_billiard_sim_settings() {
    "$1" --help 2>/dev/null | awk -v name="${2-}" '
        !match($0, /^  [a-z]+=[A-Za-z]+/) { next }
        { split($1, part, "=") }
        part[2] ~ /^[A-Z][A-Z][A-Z]/ { part[2] = name && part[2] == "LOG" ? "<file>" : "" }
        !name { print part[1] "=" part[2] }
        name == part[1] { print part[2] }'
}

# Each line that is read is one of the words offered. (mapfile would do the same, but zsh has none.)
_billiard_sim_offer() {
    local line
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done
}

# Bash splits --option=value and path=value into three words at =, unless COMP_WORDBREAKS lacks it. A word that ends right
# behind = is told as '' in $2, while the word before is what stands in front of =.
_billiard_sim() {
    local program=${1/#~\//$HOME/} word=$2 at=$COMP_CWORD key='' place='' joined='' kept='' script='' offered option
    local IFS=$'\n'
    COMPREPLY=()
    if [[ $program == *billiard-p* ]]; then # a script that runs billiard-sim
        script=$program program=${program%billiard-p*}billiard-sim
    fi
    [[ ${COMP_WORDS[at]} == = ]] && at=$((at + 1)) word=''
    if [[ ${COMP_WORDS[at - 1]} == = ]]; then
        key=${COMP_WORDS[at - 2]} at=$((at - 2))
    elif [[ $word == ?*=* ]]; then
        key=${word%%=*} kept=${word%%=*}= word=${word#*=}
    fi
    option=${COMP_WORDS[at - 1]}
    [[ $option == = ]] && option=${COMP_WORDS[at - 2]} # --set=path
    if [[ $key == -* ]]; then option=$key joined=yes; else place=$key; fi
    [[ $option == --progress && ! $joined ]] && option=''

    offered=$(_billiard_sim_values "$program" "$option" "$place" "$word")
    [[ $script && ! $offered && $place ]] && offered=$(_billiard_sim_settings "$script" "$place")
    if [[ $offered == '<file>' ]]; then
        _billiard_sim_offer < <(compgen -f -P "$kept" -- "$word")
    elif [[ $offered ]]; then
        _billiard_sim_offer < <(compgen -W "$offered" -P "$kept" -- "$word")
        [[ ${COMPREPLY[0]-} == *[.=] ]] && compopt -o nospace +o filenames 2>/dev/null
    elif [[ $(_billiard_sim_argument "$program" "$option") ]]; then
        return # a number or the like
    elif [[ $word == -* ]]; then
        offered=$("$program" --help 2>/dev/null | sed -n 's/^  .\{4\}\(--[a-z-]*\).*/\1/p')
        _billiard_sim_offer < <(compgen -W "$offered" -- "$word")
    elif [[ $script && $at -eq 1 ]]; then # the picture or page
        _billiard_sim_offer < <(compgen -f -- "$word")
    elif [[ $script && ! $place ]]; then
        _billiard_sim_offer < <(compgen -W "$(_billiard_sim_settings "$script")" -- "$word")
        [[ ${COMPREPLY[0]-} == *=* ]] && compopt +o filenames 2>/dev/null
        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null
        _billiard_sim_offer < <(compgen -f -- "$word")
    elif [[ ! $script ]]; then
        _billiard_sim_offer < <(compgen -d -- "$word"; compgen -f -X '!*.json' -- "$word")
    fi
    return 0
}

complete -o filenames -F _billiard_sim billiard-sim billiard-picture billiard-player
