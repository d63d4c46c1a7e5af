#!/bin/sh
# The runs of the sweep, one per line: restitution between balls (0.5 to 1), offset of the shot in diameters of the cue
# ball (0 to 0.9), and the y at which the cue ball starts for that.
#
#   grid.sh [RESTITUTIONS [OFFSETS]]    how many of each; 26 and 46 unless given
set -eu
awk -v restitutions="${1-26}" -v offsets="${2-46}" 'BEGIN {
    for (i = 0; i < restitutions; i++)
        for (j = 0; j < offsets; j++) {
            offset = offsets > 1 ? 0.9 * j / (offsets - 1) : 0
            print (restitutions > 1 ? 0.5 + 0.5 * i / (restitutions - 1) : 1), offset, 0.635 + 0.05715 * offset
        }
}'
