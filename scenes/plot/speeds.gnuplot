# Histogram of the speeds in the second half of a run, and the Maxwell distribution of the same mean square (in two
# dimensions, balls of one mass): p(v) = 2 v / <v^2> exp(-v^2 / <v^2>). Error bars are standard errors over the frames, right
# if balls are hit in between. Fixed balls count as balls at rest; --balls of the run leaves them out.
#
#   billiard-sim -f gnuplot SCENE | gnuplot -c speeds.gnuplot PICTURE
#   gnuplot -c speeds.gnuplot PICTURE FILE
#
# PICTURE ends in .png, .pdf or .svg. `gnuplot -e "units='SI'" -c ...` labels the axes with metres per second; common.gnuplot
# tells what else can be set.

if (ARGC < 1) { print "usage: gnuplot -c speeds.gnuplot PICTURE [FILE]"; exit status 2 }
picture = ARG1; data = ARG2; head = "# step t ball x y vx vy r"; producer = "-f gnuplot"; endings = ".png .pdf .svg "; settings = ""
folder = ''
do for [i = 1:strlen(ARG0)] { if (ARG0[i:i] eq '/') { folder = ARG0[1:i] } }
load folder."common.gnuplot"

stats data using 2 nooutput
half = (STATS_min + STATS_max) / 2
stats data using ($2 >= half ? $6 ** 2 + $7 ** 2 : NaN) nooutput
mean = STATS_mean; records = STATS_records
if (!(mean > 0)) { system(forget); print "all balls rest"; exit status 3 }
bin = 0.1 * sqrt(mean)

histogram = sprintf("< ".awk." -v half=%.17g -v bin=%.17g -f %s %s", half, bin, quote(folder.'speeds.awk'), quote(data))
caption = headed(sprintf("Speeds in the second half of the run (%d samples)", records))
set xlabel label('speed', 'm/s')
set ylabel label('probability density', 's/m')
set xrange [0:2.8 * sqrt(mean)]
set yrange [0:1.1 * sqrt(2 / exp(1) / mean)]
set style fill solid noborder
set boxwidth 0.9 * bin
set samples 400
if (PLAIN) { set ytics tic(0.9 / sqrt(mean)) }
eval open_graph(PLAIN ? column : wide, PLAIN ? 0.75 * column : 0.5 * wide)
plot histogram using 1:2 with boxes lc rgb '#9dbfe3' title 'simulation', \
     2 * x / mean * exp(-x ** 2 / mean) lw 2 lc rgb '#c0392b' title 'Maxwell', \
     histogram using 1:($2 - $3):(0):(2 * $3) with vectors heads size screen 0.004, 90 lw 1.5 lc rgb '#2c4a6e' notitle
unset output
system(forget)
