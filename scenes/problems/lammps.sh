#!/bin/sh
# Solves those problems with LAMMPS (https://www.lammps.org) for which there is an input NN.lmp here: prints a table
# problem,quantity,value, which score.py compares with the answers.
#
#   scenes/problems/lammps.sh DT K [NUMBER]...
#
# DT is the time step, K the stiffness of the springs: a contact of two balls of mass 1 lasts 2.22/sqrt(K). Where LAMMPS fails, an answer
# is missing.
set -eu
export LC_ALL=C OMP_NUM_THREADS=1
command -v lmp >/dev/null || { echo "lammps.sh: no lmp (LAMMPS) here" >&2; exit 1; }
[ $# -ge 2 ] || { sed -n 's/^#   //p' "$0" >&2; exit 2; }
dt=$1 k=$2
shift 2
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- [0-9]*.lmp

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
: >"$work/mine"
for problem; do
    lmp -in "${problem%.lmp}.lmp" -var dt "$dt" -var k "$k" -var out "$work/mine" -log none >"$work/said" ||
        sed -n "s/^ERROR/lammps.sh: ${problem%.lmp}: error/p" "$work/said" >&2
done
echo problem,quantity,value
cat "$work/mine"
