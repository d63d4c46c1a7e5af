#!/bin/sh
# Collects the finished chunks of a sweep into one table and draws it.
#
#   collect.sh FOLDER    writes FOLDER/sweep.csv and, where gnuplot is installed, FOLDER/sweep.png
set -eu
export LC_ALL=C # some awks write a decimal comma where the locale has one
[ $# -ge 1 ] || { echo "usage: $(basename "$0") FOLDER" >&2; exit 2; }
here=$(dirname "$0")
folder=$1
set -- "$folder"/[0-9]*.csv
[ -e "$1" ] || { echo "$(basename "$0"): no finished chunk in $folder" >&2; exit 1; }

rm -f "$folder/sweep.csv"
for trajectories; do
    case $trajectories in /*) ;; *) trajectories=./$trajectories ;; esac # to awk a=b is an assignment
    awk -f "$here/spread.awk" "${trajectories%.csv}.lines" "$trajectories"
done | awk 'NR == 1 || !/^restitution/' >"$folder/table"
mv "$folder/table" "$folder/sweep.csv"

if command -v gnuplot >/dev/null; then
    gnuplot -c "$here/../plot/sweep.gnuplot" "$folder/sweep.png" "$folder/sweep.csv"
fi
