# The paths of all balls on the table, fading into the past; rings where they started, balls where they end, to scale.
#
#   billiard-sim -f gnuplot SCENE | gnuplot -c trajectories.gnuplot PICTURE.png SCENE
#   gnuplot -c trajectories.gnuplot PICTURE.png SCENE FILE
#
# The table and the balls' colours come from the scene; if the run changed them, give `billiard-sim --print-scene` of the
# same options instead. FILE (or standard input) is in the format `gnuplot`. `gnuplot -e "units='SI'" -c ...` labels
# the axes with metres.

if (ARGC < 2) exit error "usage: gnuplot -c trajectories.gnuplot PICTURE.png SCENE [FILE]"
scene = ARG2; data = ARG3; size = 1200
folder = system(sprintf("dirname '%s'", ARG0)).'/'
load folder."table.gnuplot"

path = sprintf("< awk 'NF == 8' '%s' | sort -s -n -k 3,3 | awk '$3 != ball && NR > 1 { print \"\" } { ball = $3; print }'", data)
first = sprintf("< awk 'NF == 8 && !seen[$3]++' '%s'", data)
last = sprintf("< awk 'NF == 8 { row[$3] = $0 } END { for (ball in row) print row[ball] }' '%s'", data)
trail(ball, t) = mix(color(ball), cloth, 0.15 + 0.75 * (t - begin) / (end - begin))

set terminal pngcairo rounded font font size size_x, size_y background rgb paper
set output ARG1
set title sprintf("%s, t = %.3g to %s", title, begin, amount(end, 's')) noenhanced textcolor rgb ink offset 0, -0.4
plot path using 4:5:(trail($3, $2)) with lines lw 2.2 lc rgb variable, \
     first using 4:5:8 with circles fs empty border lc rgb '#9cc7b8', \
     last using ($4 + 0.12 * $8):($5 - 0.14 * $8):8 with circles fs transparent solid 0.35 noborder fc rgb 'black', \
     last using 4:5:8:(mix(color($3), 0, 0.75)) with circles fs solid noborder fc rgb variable, \
     last using ($4 - 0.06 * $8):($5 + 0.06 * $8):(0.88 * $8):(color($3)) with circles fs solid noborder fc rgb variable, \
     last using ($4 - 0.32 * $8):($5 + 0.34 * $8):(0.24 * $8) with circles fs transparent solid 0.75 noborder fc rgb 'white'
unset output
system(forget)
