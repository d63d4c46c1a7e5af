#!/bin/sh
# What does a Newton's cradle do whose balls touch? The places of the five balls of cradle_hertz.json over time, under the
# law of rigid balls, that of elastic spheres, that of linear springs, and with springs themselves.
#
#   scenes/sweep/laws.sh | gnuplot -c scenes/plot/laws.gnuplot cradle.png
set -eu
export LC_ALL=C # some awks write a decimal comma where the locale has one
here=$(dirname "$0")
for program in "${BILLIARD_SIM:-$here/../../billiard-sim}" "$here/../../../../bin/billiard-sim" billiard-sim; do
    ! command -v "$program" >/dev/null || break
done

echo 'law,t,x0,x1,x2,x3,x4,v0,v4'
for law in gr hertz hooke spring-rk4; do
    case $law in spring-*) set -- -i "$law" -s k=1e4 -s dt=1e-4 ;; *) set -- -s impact="$law" ;; esac
    "$program" -q -f csv-wide -s duration=8 -s frame=0.05 "$@" "$here/../cradle_hertz.json" |
        awk -F, -v OFS=, -v law="$law" 'NR > 1 { print law, $2, $3, $7, $11, $15, $19, $5, $21 }'
done
