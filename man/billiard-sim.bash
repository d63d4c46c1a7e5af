# shellcheck shell=bash
# Completion of billiard-sim for bash. It knows no option and no key by itself: it asks the very program that is being typed for
# its --help, --list and --schema, which are made from the program's own tables, so that it is never out of date.

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

# Paths of --set that go on from the word $2, for program $1: properties of its schema, behind which = follows. An index, as in
# balls.3.x, stands for the items of an array; where it is to come next, a path ends in a dot.
_billiard_sim_paths() {
    "$1" --schema 2>/dev/null | awk -v word="$2" '
        { level = int(match($0, /[^ ]/) / 2); key[level] = "" }
        /": .$/ { # an object or array begins
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

# Bash splits --option=value and path=value into three words at =, unless COMP_WORDBREAKS lacks it. A word that ends right
# behind = is told as '' in $2, while the word before is what stands in front of =.
_billiard_sim() {
    local program=${1/#~\//$HOME/} word=$2 at=$COMP_CWORD key='' path='' joined='' kept='' words option
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
