# The energy ledger over time: what moves, what springs store and what contacts have dissipated, stacked; the line on top
# is their sum, which must stay level.
#
#   billiard-sim -o /dev/null --energy - SCENE | gnuplot -c energy.gnuplot PICTURE
#   gnuplot -c energy.gnuplot PICTURE FILE
#
# PICTURE ends in .png, .pdf or .svg. `gnuplot -e "units='SI'; title='Break shot'" -c ...` labels the axes with seconds and
# joules and says what the picture shows; common.gnuplot tells what else can be set.

if (ARGC < 1) exit error "usage: gnuplot -c energy.gnuplot PICTURE [FILE]"
picture = ARG1; data = ARG2; head = "step,t,kinetic"; producer = "--energy -"; endings = ".png .pdf .svg "
folder = ''
do for [i = 1:strlen(ARG0)] { if (ARG0[i:i] eq '/') { folder = ARG0[1:i] } }
load folder."common.gnuplot"

set datafile separator ','
stats data using 'potential' nooutput
springs = STATS_max > 0
stats data using 't':'total' nooutput
caption = headed("Energy"); keys = PLAIN && springs ? 2 : 1
set xlabel label('time', 's')
set ylabel label('energy', 'J')
set xrange [STATS_min_x:STATS_max_x > STATS_min_x ? STATS_max_x : STATS_min_x + 1]
set yrange [0:1.05 * (STATS_max_y > 0 ? STATS_max_y : 1)]
set style fill solid noborder
if (PLAIN) { set ytics tic(STATS_max_y) }
eval open_graph(PLAIN ? column : 1000, PLAIN ? 0.75 * column : 560)
plot data using 't':(0):'kinetic' with filledcurves lc rgb '#5b93cf' title 'kinetic', \
     data using 't':'kinetic':(column('kinetic') + column('potential')) with filledcurves lc rgb '#eab464' \
         title (springs ? 'springs' : ''), \
     data using 't':(column('kinetic') + column('potential')):'total' with filledcurves lc rgb '#d9d4cb' title 'lost', \
     data using 't':'total' with lines lw 2 lc rgb ink title 'total'
unset output
system(forget)
