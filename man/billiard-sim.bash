# shellcheck shell=bash
# Completion of billiard-sim for bash. It knows no option by itself: it asks the very program that is being typed for its
# --help and --list, which are made from the program's own tables, so that it is never out of date.

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

# Words that can follow option $2 of program $1, "<file>" for names of files; $3: the word so far.
_billiard_sim_values() {
    local argument
    argument=$(_billiard_sim_argument "$1" "$2")
    case $argument in
        FILE*) echo '<file>' ;;
        NAME*) "$1" --list 2>/dev/null | awk -v kind="${argument#* --}" '$1 == kind { print $2 }' ;;
        WHEN*) printf '%s\n' auto always never ;;
        PATH*)
            case $3 in
                integrator=* | impact=*) "$1" --list 2>/dev/null | awk -v kind="${3%%=*}" '$1 == kind { print $2 }' ;;
            esac
            ;;
    esac
}

_billiard_sim() {
    local program=$1 word=$2 option=$3 joined='' path='' words
    local IFS=$'\n'
    COMPREPLY=()
    if [[ $word == = || $option == = ]]; then # --option=value or -s path=value, of which bash makes three words
        if [[ $word == = ]]; then word=''; else option=${COMP_WORDS[COMP_CWORD - 2]}; fi
        if [[ $option == -* ]]; then joined=yes; else path=$option= option=--set; fi
    fi
    words=$(_billiard_sim_values "$program" "$option" "$path")
    [[ $option == --progress && ! $joined ]] && words='' option=''
    if [[ $words == '<file>' ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    elif [[ $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    elif [[ $(_billiard_sim_argument "$program" "$option") ]]; then
        return # a number or the like
    elif [[ $word == -* ]]; then
        words=$("$program" --help 2>/dev/null | sed -n 's/^  .\{4\}\(--[a-z-]*\).*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -d -- "$word"; compgen -f -X '!*.json' -- "$word")
    fi
}

complete -o filenames -F _billiard_sim billiard-sim
