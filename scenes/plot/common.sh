# What player.sh and picture.sh share; sh, read by them after they have set
#
#   what      what is made, "page" or "picture"
#   endings   of its name, each with a blank behind it
#   settings  how the settings of the script's own are called
#   usage     the lines of --help behind the first one
#
# and defined
#
#   setting NAME VALUE  takes a setting of the script's own, or is false
#   together            judges what is made and the settings together
#   tools               looks for the programs that the script needs, once nothing that was typed is wrong
#
# Leaves: made (the name of what is made),
# scene, file, hits, units and title ("" where not given), options of the run in "$@", sim (the program), folder (for temporary
# files, removed at the end).
#
# Messages and exit statuses are those of billiard-sim: 1 the run failed, 2 usage, 3 scene or run rejected, 4 a file cannot be
# read, 5 what is made cannot be written.

# shellcheck shell=sh disable=SC2154,SC2034
export LC_ALL=C # some awks write a decimal comma where the locale has one
name=$(basename "$0")

fail() { echo "$name: $2" >&2; exit "$1"; }
misused() { echo "$name: $1" >&2; echo "try '$name --help'" >&2; exit 2; }
synopsis="usage: $name $(printf %s "$what" | tr '[:lower:]' '[:upper:]') SCENE [SETTING]... [OPTION... | FILE]"

program() {
    for sim in "${BILLIARD_SIM:-$here/../../billiard-sim}" "$here/../../../../bin/billiard-sim" "$(dirname "$0")/billiard-sim" billiard-sim; do
        ! command -v "$sim" >/dev/null || return 0
    done
    fail 1 "$sim not found; build it with make, or install it"
}

case ${1-} in
-h | --help) printf '%s\n\n%s\n' "$synopsis" "$usage"; exit ;;
-V | --version) program; exec "$sim" --version ;;
esac
[ $# -ge 2 ] || { echo "$synopsis" >&2; echo "try '$name --help'" >&2; exit 2; }
made=$1 scene=$2 file='' hits='' units='' title='' count=$(($# - 2))
shift 2

# option OPTION: true if its value is the word behind it.
option() {
    case $1 in
    --batch* | --first-run*) misused "$1: a $what shows one run" ;;
    -o* | --output* | -f* | --format* | --events* | --check | --print-scene | --schema | --list) misused "$1: not for a $what, which runs the scene by itself" ;;
    -h | --help | -V | --version) misused "$1: must come alone" ;;
    --quiet | --verbose | --progress | --last | --*=*) return 1 ;;
    --*) return 0 ;;
    esac
    letters=${1#-}
    while :; do case $letters in [qv]*) letters=${letters#?} ;; *) break ;; esac done
    [ ${#letters} -eq 1 ]
}

while [ "$count" -gt 0 ]; do
    word=$1
    shift && count=$((count - 1))
    case $word in
    -?*)
        set -- "$@" "$word"
        if option "$word"; then
            [ "$count" -gt 0 ] || { program && "$sim" "$word"; exit; }
            word=$1
            shift && count=$((count - 1))
            set -- "$@" "$word"
        fi
        ;;
    hits=?*) hits=${word#*=} ;;
    units=SI) units=SI ;;
    units=*) misused "$word: must be units=SI" ;;
    title=*) title=$(printf %s "${word#*=}" | tr '[:cntrl:]' ' ') ;;
    *)
        if case $word in ?*=*) setting "${word%%=*}" "${word#*=}" ;; *) false ;; esac then continue; fi
        [ -e "$word" ] || [ "$word" = - ] || {
            case $word in *=*) ;; *) fail 4 "$word: cannot be opened: no such file" ;; esac
            misused "$word: no file, and no setting (hits=LOG units=SI title=TEXT${settings:+ $settings}); a key of the scene is set by -s $word"
        }
        [ -z "$file" ] || misused "more than one run: \"$file\" and \"$word\""
        file=$word
        ;;
    esac
done
case "$endings" in *".${made##*.} "*) ;; *) misused "$made: the name of a $what ends in ${endings% }" ;; esac
case $made in ?*.*) ;; *) misused "$made: the name of a $what ends in ${endings% }" ;; esac
[ -z "$file" ] || [ $# -eq 0 ] || misused "$1: a run that is in a file takes no options"
[ -z "$hits" ] || [ -n "$file" ] || misused "hits=$hits: which FILE does it belong to?"
[ "$file$scene" != -- ] || misused "scene and run cannot both come from standard input"
together
program
# own_pipe: standard input is a pipe that the caller does not have, too, as in `billiard-sim ... | player.sh ...`. Without /proc never.
# shellcheck disable=SC3013
own_pipe() { [ -p /dev/stdin ] && [ -e "/proc/$PPID/fd/0" ] && ! [ "/proc/$PPID/fd/0" -ef /dev/stdin ]; }
[ -n "$file" ] || [ "$scene" = - ] || ! own_pipe || echo "$name: warning: standard input is not read; to show a run from a pipe, give -" >&2

case $made in */*) into=${made%/*}/ ;; *) into=. ;; esac
[ -d "$into" ] || fail 5 "cannot create $made: no such folder"
if [ -e "$made" ]; then [ -f "$made" ] && [ -w "$made" ]; else [ -w "$into" ]; fi || fail 5 "cannot write $made"

folder=$(mktemp -d) || fail 5 "no folder for temporary files; see TMPDIR"
case $folder in /*) ;; *) folder=$PWD/$folder ;; esac # to awk a=b is an assignment
trap 'rm -rf "$folder"' EXIT
for signal in HUP INT TERM; do
    # shellcheck disable=SC2064
    trap "trap - EXIT $signal; rm -rf \"\$folder\"; kill -$signal \$\$" $signal
done

# The program with the scene, which standard input gives but once.
[ "$scene" != - ] || cat >"$folder/input"
simulate() {
    if [ "$scene" = - ]; then "$sim" "$@" - <"$folder/input"; else "$sim" "$@" "$scene"; fi
}

# tabular FILE: true of a run, which may stand where the scene should.
tabular() { head -n 1 "$1" 2>/dev/null | grep -q -e '^step,t,' -e '^# step t '; }
if [ "$scene" = - ]; then text=$folder/input; else text=$scene; fi
if [ -f "$text" ] && tabular "$text"; then fail 3 "$scene: a run, not a scene; the scene comes first, and behind it the run"; fi

# record FORMAT OPTION...: a run of the scene, in "run", with its "log"; and its "ledger" where walls have a mass, whose places it has.
record() {
    format=$1 && shift
    case " $* " in *" --energy"*) ;; *) ! grep -q '^  "table": .*"piston": ' "$folder/scene" || set -- "$@" --energy "$folder/ledger" ;; esac
    simulate "$@" -f "$format" --events "$folder/log" >"$folder/run"
    filled
}
# filled: fails unless the run has a row behind its header.
filled() { head -n 2 "$folder/run" | grep -qv -e '^step,t,ball,' -e '^# step t ball ' || fail 3 "nothing to show: the run is empty"; }

# The scene as it runs. Where the run may have had another integrator, with `impulse`, which takes most that any takes but the
# temperature of walls; else with its own, which knows gates or rolling resistance.
show() {
    simulate --print-scene -q "$@" ${title:+-s "title=\"$(printf %s "$title" | sed 's/[\\"]/\\&/g')\""} -o "$folder/scene"
}
if [ -z "$file" ] || ! show -i impulse -s table.thermal=null 2>/dev/null; then show "$@"; fi
# --print-scene writes each ball on a line that begins so.
grep -q '^    {"x": ' "$folder/scene" || fail 3 "nothing to show: the scene has no balls"

# A run or log that is named, as a file.
keep() {
    if [ "$1" != - ] && [ ! -r "$1" ]; then fail 4 "$1: cannot be opened"; fi
    cat -- "$1" >"$2" 2>/dev/null || fail 4 "$1: cannot be read"
}
: >"$folder/log"
: >"$folder/ledger"
[ -z "$hits" ] || keep "$hits" "$folder/log"
if [ -n "$file" ]; then
    keep "$file" "$folder/run"
    filled
fi
tools
