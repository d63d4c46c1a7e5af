# The energy ledger over time: what moves, what springs and gravity store and what contacts have dissipated, stacked; the
# line on top is their sum, which must stay level. Under gravity that pulls away from the origin the potential energy is
# negative; it is then counted from its least.
#
#   billiard-sim -o /dev/null --energy - SCENE | gnuplot -c energy.gnuplot PICTURE
#   gnuplot -c energy.gnuplot PICTURE FILE
#
# PICTURE ends in .png, .pdf or .svg. `gnuplot -e "units='SI'; title='Break shot'" -c ...` labels the axes with seconds and
# joules and says what the picture shows; common.gnuplot tells what else can be set.

if (ARGC < 1) { print "usage: gnuplot -c energy.gnuplot PICTURE [FILE]"; exit status 2 }
picture = ARG1; data = ARG2; head = "step,t,kinetic"; producer = "--energy -"; endings = ".png .pdf .svg "; settings = ""
folder = ''
do for [i = 1:strlen(ARG0)] { if (ARG0[i:i] eq '/') { folder = ARG0[1:i] } }
load folder."common.gnuplot"

set datafile separator ','
stats data using 'potential' nooutput
stored = STATS_max != STATS_min
least = STATS_min < 0 ? STATS_min : 0
stats data using 't':'total' nooutput
caption = headed("Energy"); keys = PLAIN && stored ? 2 : 1
set xlabel label('time', 's')
set ylabel label('energy', 'J')
set xrange [STATS_min_x:STATS_max_x > STATS_min_x ? STATS_max_x : STATS_min_x + 1]
set yrange [0:1.05 * (STATS_max_y > least ? STATS_max_y - least : 1)]
set style fill solid noborder
if (PLAIN) { set ytics tic(STATS_max_y - least) }
eval open_graph(PLAIN ? column : wide, PLAIN ? 0.75 * column : 0.5 * wide)
kept(x) = column('kinetic') + column('potential') - least
all(x) = column('total') - least
plot data using 't':(0):'kinetic' with filledcurves lc rgb '#5b93cf' title 'kinetic', \
     data using 't':'kinetic':(kept(0)) with filledcurves lc rgb '#eab464' title (stored ? 'potential' : ''), \
     data using 't':(kept(0)):(all(0)) with filledcurves lc rgb '#d9d4cb' title 'lost', \
     data using 't':(all(0)) with lines lw 2 lc rgb ink title 'total'
unset output
system(forget)
