# The energy ledger over time: what moves, what springs store and what contacts have dissipated, stacked; the line on top
# is their sum, which must stay level.
#
#   billiard-sim -o /dev/null --energy - SCENE | gnuplot -c energy.gnuplot PICTURE.png
#   gnuplot -c energy.gnuplot PICTURE.png FILE
#
# `gnuplot -e "units='SI'" -c ...` labels the axes with seconds and joules.

if (ARGC < 1) exit error "usage: gnuplot -c energy.gnuplot PICTURE.png [FILE]"
data = ARG2
folder = system(sprintf("dirname '%s'", ARG0)).'/'
load folder."common.gnuplot"

set datafile separator ','
stats data using 'potential' nooutput
springs = STATS_max > 0
stats data using 't':'total' nooutput
set terminal pngcairo font font size 1000, 560 background rgb paper
set output ARG1
set title "Energy" tc rgb ink
set xlabel label('time', 's') tc rgb ink
set ylabel label('energy', 'J') tc rgb ink
set xrange [STATS_min_x:STATS_max_x]
set yrange [0:1.12 * STATS_max_y]
set key top right horizontal reverse Left width -2
set style fill solid noborder
plot data using 't':(0):'kinetic' with filledcurves lc rgb '#5b93cf' title 'kinetic', \
     data using 't':'kinetic':(column('kinetic') + column('potential')) with filledcurves lc rgb '#eab464' \
         title (springs ? 'stored in springs' : ''), \
     data using 't':(column('kinetic') + column('potential')):'total' with filledcurves lc rgb '#d9d4cb' title 'lost', \
     data using 't':'total' with lines lw 2.5 lc rgb ink title 'total'
unset output
system(forget)
