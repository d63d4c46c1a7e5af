#!/bin/sh
# The runs of the sweep, one per line as --batch takes them: restitution between balls (0.5 to 1), and the y at which the cue
# ball starts for an offset of the shot of 0 to 0.9 diameters.
#
#   grid.sh [RESTITUTIONS [OFFSETS]]    how many of each; 26 and 46 unless given
set -eu
export LC_ALL=C # some awks write a decimal comma where the locale has one
for number in "${1-26}" "${2-46}"; do
    case $number in
    '' | 0 | *[!0-9]*) echo "usage: $(basename "$0") [RESTITUTIONS [OFFSETS]], integers from 1; found \"$number\"" >&2; exit 2 ;;
    esac
done
awk -v restitutions="${1-26}" -v offsets="${2-46}" 'BEGIN {
    CONVFMT = "%.10g"
    for (i = 0; i < restitutions; i++)
        for (j = 0; j < offsets; j++)
            print "restitution.ball=" (restitutions > 1 ? 0.5 + 0.5 * i / (restitutions - 1) : 1), \
                "balls.0.y=" 0.635 + (offsets > 1 ? 0.05715 * 0.9 * j / (offsets - 1) : 0)
}'
