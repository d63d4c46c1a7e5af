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

wanted=
while [ $# -gt 0 ]; do
    case $1 in [0-9]*) wanted="$wanted $1" && shift ;; *) break ;; esac
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# What rules can ask: v(ball, column) in the last frame; hit(n, column[, kind]), the n-th hit in the log that is no end of a slide;
# slide(column), the first of those; ledger(column), the energy's last row. parts(block, n) are the differences of a count between
# frames. say() prints an answer, mean() that of blocks with its standard error.
# shellcheck disable=SC2016 # dollars are awk's
reader='
function say(quantity, value, error) { if (value != "") printf "%s,%s,%.17g,%s\n", problem, quantity, value, error }
function v(ball, column) { return frame[ball, column] }
function ledger(column) { return energy[rows, column] }
function hit(n, column, kind,   i) {
    for (i = 1; i <= hits; i++)
        if (log_[i, "kind"] != "roll" && (kind == "" || log_[i, "kind"] == kind) && --n == 0) return log_[i, column]
}
function count(kind,   i, n) { for (i = 1; i <= hits; i++) n += index(kind, log_[i, "kind"]) > 0; return n }
function slide(column,   i) { for (i = 1; i <= hits; i++) if (log_[i, "kind"] == "roll") return log_[i, column] }
function degrees(y, x) { if (x != "") return atan2(y, x) * 180 / 3.14159265358979323846 }
function mean(quantity, block, n, power,   i, sum, squares, value, error) {
    for (i = 1; i <= n; i++) { sum += block[i]; squares += block[i] * block[i] }
    if (n < 20 || sum == 0) return
    value = sum / n
    error = sqrt((squares / n - value * value) / (n - 1)) / value
    say(quantity, value ^ power, sprintf("%.3g", error * value ^ power))
}
# Hits per time in each stretch between two rows of the ledger.
function rates(kind, block,   i, k, long) {
    long = energy[2, "t"] - energy[1, "t"]
    for (k = 1; k < rows; k++) block[k] = 0
    for (i = 1; i <= hits; i++) if (index(kind, log_[i, "kind"])) {
        k = 1 + int(log_[i, "t"] / long)
        if (k < rows) block[k] += 1 / long
    }
    return rows - 1
}
# Joins each `size` blocks to one, their mean.
function gather(n, block, size,   i, k) {
    for (k = 1; k * size <= n; k++) {
        for (i = (k - 1) * size + 1; i <= k * size; i++) joined[k] += block[i] / size
        block[k] = joined[k]
        joined[k] = 0
    }
    return k - 1
}
/^(step|t|rest)/ { table = NF < 2 ? "rest" : $1 == "t" ? "log" : $3 == "ball" ? "frames" : "energy"; split($0, name); next }
table == "log" { hits++; for (i = 1; i <= NF; i++) log_[hits, name[i]] = $i; next }
table == "energy" { rows++; for (i = 1; i <= NF; i++) energy[rows, name[i]] = $i; next }
table == "frames" { for (i = 4; i <= NF; i++) frame[$3, name[i]] = $i; frames[$3]++; height[$3, frames[$3]] = $5; next }
table == "rest" { rest = $1 }
'

# solve RULES [OPTION]...: runs the scene of the problem at hand and prints what RULES say.
solve() {
    rules=$1
    shift
    "$program" -q -o "$work/frames" --events "$log" --energy "$work/energy" --summary "$work/rest" --columns rest \
        "$@" "$scene" </dev/null || return 0
    awk -F, -v problem="$problem" "$reader END { $rules }" "$work/frames" "$log" "$work/energy" "$work/rest"
}

velocities_12='say("v1x", v(0, "vx")); say("v1y", v(0, "vy")); say("v2x", v(1, "vx")); say("v2y", v(1, "vy"))'
line='for (b = 0; (b, "vx") in frame; b++) say("v" b + 1, v(b, "vx"))'
after_wall='say("vx", v(0, "vx")); say("vy", v(0, "vy")); say("wz", v(0, "wz"))'
second='say("v2x", v(1, "vx")); say("v2y", v(1, "vy")); say("w2z", v(1, "wz"))'
two='say("v0x", v(0, "vx")); say("v1x", v(1, "vx")); say("v1y", v(1, "vy"))'
pi='say("hits", count("ball left")); say("vM", v(1, "vx"))'
rolls='say("t_roll", slide("t")); if (hits) say("x_roll", slide("x") - 1)'
mean_path='n = rates("ball left right bottom top arc", block); mean("path", block, n, -1)'

for scene in "$here"/[0-9]*.json; do
    problem=${scene##*/} problem=${problem%%-*} log=$work/log
    case " ${wanted:-$problem} " in *" $problem "*) ;; *) continue ;; esac
    case $problem in
    01) solve "$line; say(\"lost\", ledger(\"lost\"))" "$@" ;;
    02 | 03) solve "say(\"t\", hit(1, \"t\")); $velocities_12" "$@" ;;
    04 | 05 | 06) solve "$after_wall" "$@" ;;
    07 | 08) solve "$second" "$@" ;;
    09 | 10) solve "$two" "$@" ;;
    11) solve 'say("t5", hit(4, "t")); say("v5", v(4, "vx"))' "$@" ;;
    12 | 13 | 16) solve "$line" "$@" ;;
    14) solve 'say("v0x", v(0, "vx")); say("v0y", v(0, "vy")); say("v2x", v(2, "vx")); say("v2y", v(2, "vy"))' "$@" ;;
    15)
        for law in lcp newton; do
            solve "say(\"ke_$law\", ledger(\"kinetic\"))" -s impact=$law "$@"
        done
        ;;
    17 | 18) solve "$pi; say(\"vm\", v(0, \"vx\"))" "$@" ;;
    19) solve "$pi" "$@" ;;
    20) solve "say(\"hits\", count(\"ball\")); $line" "$@" ;;
    21 | 22) solve "$rolls; say(\"v_roll\", slide(\"u\")); say(\"x_rest\", v(0, \"x\") - 1)" "$@" ;;
    23) solve "$rolls; if (hits) say(\"y_roll\", slide(\"y\") - 2); say(\"angle\", degrees(v(0, \"vy\"), v(0, \"vx\")))" "$@" ;;
    24) solve 'say("t", rest); say("x", v(0, "x") - 1)' "$@" ;;
    25) solve 'say("t", hit(1, "t")); if (hits) say("u", -hit(1, "u"))' "$@" ;;
    26) solve 'say("t", hit(1, "t"))' "$@" ;;
    27 | 28) solve 'say("angle2", degrees(v(1, "vy"), v(1, "vx")))' "$@" ;;
    29) solve 'say("turn1", -degrees(v(0, "vy"), v(0, "vx")))' "$@" ;;
    30)
        solve 'say("v", v(0, "vx")); say("s", v(0, "wy"))' -s defaults.sliding=0 "$@"
        solve 'say("v_roll", v(0, "vx"))' "$@"
        ;;
    31) solve 'say("t1", hit(1, "t")); say("t5", hit(5, "t")); say("t20", hit(20, "t"))' "$@" ;;
    32 | 33) solve 'say("x", v(0, "x") - 1); say("rw", -v(0, "wz"))' "$@" ;;
    34) solve 'for (k = 1; k <= 20; k++) if (k == 1 || k == 5 || k == 20) if (x = hit(k, "x", "right")) say("gap" k, x - 1)' "$@" ;;
    35) solve 'say("v", v(0, "vx")); say("work", ledger("work")); say("lost", ledger("lost"))' "$@" ;;
    36) solve 'say("hits_x", count("left right")); say("hits_y", count("bottom top")); say("x", v(0, "x")); say("y", v(0, "y"))' "$@" ;;
    37) solve 'say("t1", hit(1, "t")); say("t2", hit(2, "t")); say("t4", hit(4, "t"))' "$@" ;;
    38) solve 'n = rates("ball", block); mean("rate", block, n, 1)' "$@" ;;
    39 | 40 | 41) solve "$mean_path" "$@" ;;
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
