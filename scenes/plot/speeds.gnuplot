# Histogram of the speeds in the second half of a run, and the Maxwell distribution with the same mean square (in two
# dimensions, balls of one mass): p(v) = 2 v / <v^2> exp(-v^2 / <v^2>).
#
#   billiard-sim -f gnuplot SCENE | gnuplot -c speeds.gnuplot PICTURE.png
#   gnuplot -c speeds.gnuplot PICTURE.png FILE

stdin = ARGC < 2
file = stdin ? system("mktemp") : ARG2
if (stdin) { system("cat >" . file) }

stats file using 2 nooutput
half = (STATS_min + STATS_max) / 2
square(vx, vy, t) = t >= half ? vx ** 2 + vy ** 2 : NaN
stats file using (square($6, $7, $2)) nooutput
mean = STATS_mean; records = STATS_records
bin = 0.1 * sqrt(mean)

set terminal pngcairo rounded size 900, 560 font ',13'
set output ARG1
set xlabel 'speed'; set ylabel 'probability density'
set xrange [0:*]; set yrange [0:*]
set border 3; set tics nomirror
set style fill solid 0.5 noborder
set boxwidth bin
set samples 400
rows = sprintf("< awk '$1 ~ /^[0-9]/' %s", file) # one data set instead of one per frame
plot rows using (bin * (floor(sqrt(square($6, $7, $2)) / bin) + 0.5)):(1.0 / (records * bin)) \
         smooth frequency with boxes lc rgb '#2f8f7a' title 'run', \
     2 * x / mean * exp(-x ** 2 / mean) lw 2.5 lc rgb '#c0392b' title 'Maxwell'

unset output
if (stdin) { system("rm " . file) }
