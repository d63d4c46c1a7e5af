# The energy ledger over time: what moves, what turns, what springs and gravity store and what contacts have dissipated,
# stacked; the line is their sum less the work and the heat of walls, which must stay level. Under gravity that pulls away from
# the origin the potential energy is negative; it is then counted from its least.
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
columns = ','.system("head -n 1 ".quote(data)).','
has(name) = strstrt(columns, ','.name.',') > 0
stats data using 'potential' nooutput
stored = STATS_max != STATS_min
least = STATS_min < 0 ? STATS_min : 0
moving(x) = column('kinetic') + (has('rotation') ? column('rotation') : 0)
kept(x) = moving(0) + column('potential') - least
all(x) = kept(0) + column('lost')
level(x) = column('total') - least
turning = 0
if (has('rotation')) { stats data using 'rotation' nooutput; turning = STATS_max > 0 }
given = (has('work') ? ' work' : '').(has('work') && has('qleft') ? ' and' : '').(has('qleft') ? ' heat' : '')
stats data using 't':(level(0)) nooutput
set xrange [STATS_min_x:STATS_max_x > STATS_min_x ? STATS_max_x : STATS_min_x + 1]
highest = STATS_max_y
stats data using (all(0)) nooutput
highest = STATS_max > highest ? STATS_max : highest
caption = headed("Energy"); keys = PLAIN && (stored || turning || given ne '') ? 2 : 1
set xlabel label('time', 's')
set ylabel label('energy', 'J')
set yrange [0:1.05 * (highest > 0 ? highest : 1)]
set style fill solid noborder
if (PLAIN) { set ytics tic(highest) }
eval open_graph(PLAIN ? column : wide, PLAIN ? 0.75 * column : 0.5 * wide)
plot data using 't':(0):'kinetic' with filledcurves lc rgb '#5b93cf' title 'kinetic', \
     data using 't':'kinetic':(moving(0)) with filledcurves lc rgb '#a9cbe8' title (turning ? 'rotation' : ''), \
     data using 't':(moving(0)):(kept(0)) with filledcurves lc rgb '#eab464' title (stored ? 'potential' : ''), \
     data using 't':(kept(0)):(all(0)) with filledcurves lc rgb '#d9d4cb' title 'lost', \
     data using 't':(level(0)) with lines lw 2 lc rgb ink title (given eq '' ? 'total' : 'sum less'.given)
unset output
system(forget)
