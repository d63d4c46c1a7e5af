#!/bin/sh
# Makes the tables of README.md: how many digits of each answer billiard-sim and LAMMPS find.
#
#   scenes/problems/scores.sh
#
# Takes some minutes, and LAMMPS (`lmp`) for the last columns. k makes a contact of two balls of mass 1 last 31 steps of 1e-3, and 99 of
# 1e-5.
set -eu
export LC_ALL=C # some awks write a decimal comma where the locale has one
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# column TITLE COMMAND...: the scores of what the command finds, in a file of their own.
columns=0
column() {
    title=$1 columns=$((columns + 1))
    shift
    "$@" >"$work/mine" 2>/dev/null || :
    python3 "$here/score.py" "$here/answers.csv" "$work/mine" | awk -F, -v OFS=, -v title="$title" '
        NR > 1 { print title, $1, $2, $3, $4, $5 }' >"$work/$(printf 'scores%02d' "$columns")"
}

# table [LAWS]: a row per problem, with LAWS two of 15, which asks for two; a column per file of scores; the least of a row's digits,
# or the most standard errors, with a star where some of the answers are missing.
table() {
    awk -F, -v laws="${1-}" '
        FNR == 1 { head = head " " $1 " |"; line = line "---|"; n++ }
        {
            row = $2 (laws && $2 == 15 ? " `" $3 "`" : "")
            if (!(row in kind)) name[++rows] = row
            kind[row] = $4
            if ($6 == "missing") { star[row, n] = "\\*"; next }
            score = $5 < 0 ? 0 : $5
            if (!((row, n) in worst) || ($4 == "mean" ? score > worst[row, n] : score < worst[row, n])) worst[row, n] = score
        }
        END {
            print "| problem |" head
            print "|---|" line
            for (i = 1; i <= rows; i++) {
                row = name[i]
                text = "| " row " |"
                for (c = 1; c <= n; c++) {
                    text = text " " ((row, c) in worst ? sprintf("%.1f", worst[row, c]) (kind[row] == "mean" ? " σ" : "") star[row, c] : "") " |"
                }
                print text
            }
        }' "$work"/scores*
    rm "$work"/scores*
    columns=0
}

exact=$(seq -w 1 37)
# shellcheck disable=SC2086 # a list of words
in_steps() {
    "$here/run.sh" $exact -i "$1" -d 1e-3 -s k=5e3
    "$here/run.sh" 39 40 41 -i "$1" -d 1e-3 -s k=5e3 -s duration=5000 -s frame=100 | sed 1d
}
column event "$here/run.sh"
for integrator in impulse spring spring-verlet spring-rk4; do
    column "$integrator 1e-3" in_steps $integrator
    # shellcheck disable=SC2086
    column "$integrator 1e-5" "$here/run.sh" $exact -i $integrator -d 1e-5 -s k=5e6
done
if command -v lmp >/dev/null; then
    column 'LAMMPS 1e-3' "$here/lammps.sh" 1e-3 5e3
    column 'LAMMPS 1e-5' "$here/lammps.sh" 1e-5 5e6
fi
table

echo
for law in gr lcp newton pairwise hooke hertz; do
    column $law "$here/run.sh" 09 10 12 13 14 15 16 -s impact=$law
done
table laws | grep -E '^\| (problem|09|10|12|13|14|15|16)|^\|-'
