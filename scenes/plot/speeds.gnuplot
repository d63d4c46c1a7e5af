# Histogram of the speeds in the second half of a run, and the Maxwell distribution of the same mean square (in two
# dimensions, balls of one mass): p(v) = 2 v / <v^2> exp(-v^2 / <v^2>).
#
#   billiard-sim -f gnuplot SCENE | gnuplot -c speeds.gnuplot PICTURE.png
#   gnuplot -c speeds.gnuplot PICTURE.png FILE
#
# `gnuplot -e "units='SI'" -c ...` labels the axes with metres per second.

if (ARGC < 1) exit error "usage: gnuplot -c speeds.gnuplot PICTURE.png [FILE]"
data = ARG2
folder = system(sprintf("dirname '%s'", ARG0)).'/'
load folder."common.gnuplot"

stats data using 2 nooutput
half = (STATS_min + STATS_max) / 2
square(vx, vy, t) = t >= half ? vx ** 2 + vy ** 2 : NaN
stats data using (square($6, $7, $2)) nooutput
mean = STATS_mean; records = STATS_records
bin = 0.1 * sqrt(mean)

set terminal pngcairo font font size 1000, 560 background rgb paper
set output ARG1
set title sprintf("Speeds of the balls, %d samples", records) tc rgb ink
set xlabel label('speed', 'm/s') tc rgb ink
set ylabel label('probability density', 's/m') tc rgb ink
set xrange [0:3.2 * sqrt(mean)]
set yrange [0:1.15 * sqrt(2 / exp(1) / mean)]
set style fill solid noborder
set boxwidth 0.9 * bin
set samples 400
rows = sprintf("< awk 'NF == 8' '%s'", data) # one data set instead of one per frame
plot rows using (bin * (floor(sqrt(square($6, $7, $2)) / bin) + 0.5)):(1.0 / (records * bin)) \
         smooth frequency with boxes lc rgb '#9dbfe3' title 'run', \
     2 * x / mean * exp(-x ** 2 / mean) lw 3 lc rgb red title 'Maxwell'
unset output
system(forget)
