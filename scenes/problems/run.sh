#!/bin/sh
# Solves the problems with billiard-sim: prints a table problem,quantity,value,error, which score.py compares with the answers.
#
#   scenes/problems/run.sh [NUMBER]... [OPTION]...
#
# NUMBER is that of a problem, such as 07 (default: all). Options go to the program; with -i impulse -d 1e-3, or -i spring -d 1e-3
# -s k=5e3, it takes steps. Where a run fails, its answers are missing. The program is that of this source or installation, or of PATH,
# unless BILLIARD_SIM names another.
set -eu
export LC_ALL=C # some awks write a decimal comma where the locale has one
here=$(dirname "$0")
for program in "${BILLIARD_SIM:-$here/../../billiard-sim}" "$here/../../../../bin/billiard-sim" billiard-sim; do
    ! command -v "$program" >/dev/null || break
done

command -v "$program" >/dev/null || { echo "run.sh: no billiard-sim: run make, or name one by BILLIARD_SIM" >&2; exit 1; }

wanted=
while [ $# -gt 0 ]; do
    case $1 in [0-9]*) ;; *) break ;; esac
    [ -n "$(find "$here" -name "$1-*.json")" ] || { echo "run.sh: no problem $1: they are 01 to 44" >&2; exit 2; }
    wanted="$wanted $1"
    shift
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# solve RULES [OPTION]...: runs the scene of the problem at hand and prints what RULES say.
solve() {
    rules=$1
    shift
    "$program" -q -o "$work/frames" --events "$log" --energy "$work/energy" --summary "$work/rest" --columns rest \
        "$@" "$scene" </dev/null || return 0
    echo "END { $rules }" >"$work/rules"
    awk -F, -v problem="$problem" -f "$here/run.awk" -f "$work/rules" "$work/frames" "$log" "$work/energy" "$work/rest"
}

for scene in "$here"/[0-9]*.json; do
    problem=${scene##*/} problem=${problem%%-*} log=$work/log
    case " ${wanted:-$problem} " in *" $problem "*) ;; *) continue ;; esac
    case $problem in
    01) solve 'show("v1=0.vx v2=1.vx"); say("lost", ledger("lost"))' "$@" ;;
    02 | 03) solve 'times("t=1"); show("v1x=0.vx v1y=0.vy v2x=1.vx v2y=1.vy")' "$@" ;;
    04 | 05 | 06) solve 'show("vx=0.vx vy=0.vy wz=0.wz")' "$@" ;;
    07 | 08) solve 'show("v2x=1.vx v2y=1.vy w2z=1.wz")' "$@" ;;
    09 | 10) solve 'show("v0x=0.vx v1x=1.vx v1y=1.vy")' "$@" ;;
    11) solve 'times("t5=4"); show("v5=4.vx")' "$@" ;;
    12 | 13 | 16) solve 'show("v1=0.vx v2=1.vx v3=2.vx")' "$@" ;;
    14) solve 'show("v0x=0.vx v0y=0.vy v2x=2.vx v2y=2.vy")' "$@" ;;
    15)
        solve 'say("ke_lcp", ledger("kinetic"))' "$@"
        solve 'say("ke_newton", ledger("kinetic"))' -s impact=newton "$@"
        ;;
    17 | 18) solve 'say("hits", count("ball left")); show("vM=1.vx vm=0.vx")' "$@" ;;
    19) solve 'say("hits", count("ball left")); show("vM=1.vx")' "$@" ;;
    20) solve 'say("hits", count("ball")); show("v1=0.vx v2=1.vx v3=2.vx")' "$@" ;;
    21 | 22) solve 'slide("t_roll=t x_roll=x-1 v_roll=u"); show("x_rest=0.x-1")' "$@" ;;
    23) solve 'slide("t_roll=t x_roll=x-1 y_roll=y-2"); say("angle", heading(0))' "$@" ;;
    24) solve 'say("t", rest); show("x=0.x-1")' "$@" ;;
    25) solve 'times("t=1"); if (hits) say("u", -hit(1, "u"))' "$@" ;;
    26) solve 'times("t=1")' "$@" ;;
    27 | 28) solve 'say("angle2", heading(1))' "$@" ;;
    29) solve 'say("turn1", -heading(0))' "$@" ;;
    30)
        solve 'show("v=0.vx s=0.wy")' -s defaults.sliding=0 "$@"
        solve 'show("v_roll=0.vx")' "$@"
        ;;
    31) solve 'times("t1=1 t5=5 t20=20")' "$@" ;;
    32 | 33) solve 'show("x=0.x-1"); say("rw", -frame[0, "wz"])' "$@" ;;
    34) solve 'for (k = 1; k <= 20; k++) if (k ~ /^(1|5|20)$/ && (x = hit(k, "x", "right"))) say("gap" k, x - 1)' "$@" ;;
    35) solve 'show("v=0.vx"); say("work", ledger("work")); say("lost", ledger("lost"))' "$@" ;;
    36) solve 'say("hits_x", count("left right")); say("hits_y", count("bottom top")); show("x=0.x y=0.y")' "$@" ;;
    37) solve 'times("t1=1 t2=2 t4=4")' "$@" ;;
    38) solve 'n = rates("ball", block); mean("rate", block, n, 1)' "$@" ;;
    39 | 40 | 41) solve 'n = rates("ball left right bottom top arc line", block); mean("path", block, n, -1)' "$@" ;;
    42) solve 'n = rates("right", block); mean("trips", block, n, 1)
            for (i = 1; i <= n; i++) block[i] = (energy[i + 1, "qright"] - energy[i, "qright"]) / (block[i] * energy[2, "t"])
            mean("heat", block, n, 1)' "$@" ;;
    43) solve 'n = gather(rates("bottom", block), block, 500); mean("rate", block, n, 1)
            for (i = 1; i < rows; i++) block[i] = height[0, i] - 0.5
            n = gather(rows - 1, block, 500); mean("height", block, n, 1)' "$@" ;;
    44)
        log=/dev/null # half a million hits: their sum, the virial, is enough
        solve 'share = 1023 / (2 * 1024 * energy[1, "kinetic"] * energy[2, "t"]) # after 4 rows, in which the lattice melts
            for (k = 5; k < rows; k++) block[k - 4] = 1 + share * (energy[k + 1, "virial"] - energy[k, "virial"])
            mean("Z", block, rows - 5, 1)' "$@"
        ;;
    esac
done >"$work/mine"
echo problem,quantity,value,error
cat "$work/mine"
