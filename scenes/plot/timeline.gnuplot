# The collision log as a score: a line for each ball, a link for each hit between two balls, a tick for each hit on a
# wall; the larger the dots, the larger the impulse.
#
#   billiard-sim -o /dev/null --events - SCENE | gnuplot -c timeline.gnuplot PICTURE.png SCENE
#   gnuplot -c timeline.gnuplot PICTURE.png SCENE FILE
#
# The balls' colours come from the scene. `gnuplot -e "units='SI'" -c ...` labels the axis with seconds.

if (ARGC < 2) exit error "usage: gnuplot -c timeline.gnuplot PICTURE.png SCENE [FILE]"
scene = ARG2; data = ARG3
folder = system(sprintf("dirname '%s'", ARG0)).'/'
load folder."common.gnuplot"
load sprintf(read_scene, sim, scene, folder)
if (!exists("width")) { system(forget); exit error "no scene" }

set datafile separator ','
stats data using 't':'j' nooutput
hits = STATS_records; last = STATS_max_x; strongest = STATS_max_y
dot(j) = 0.5 + 1.6 * sqrt(j / strongest)
ball_hit = sprintf("< awk -F, '$3 == \"ball\"' '%s'", data)
wall_hit = sprintf("< awk -F, 'NR > 1 && $3 != \"ball\"' '%s'", data)

set terminal pngcairo rounded font font size 1100, 220 + 26 * n background rgb paper
set output ARG1
set title sprintf("%s: %d contacts", title, hits) noenhanced tc rgb ink
set xlabel label('time', 's') tc rgb ink
set ylabel 'ball' tc rgb ink
set xrange [0:1.02 * last]
set yrange [n - 0.5:-0.7]
set ytics 1 scale 0
set grid noytics
set border 1
set key outside bottom right horizontal
part(c, shift) = (int(c) >> shift) & 255
darker(c) = (3 * part(c, 16) / 4 << 16) + (3 * part(c, 8) / 4 << 8) + 3 * part(c, 0) / 4
light(c) = 0.3 * part(c, 16) + 0.59 * part(c, 8) + 0.11 * part(c, 0)
tone(ball) = light(rgb[ball + 1]) > 220 ? darker(rgb[ball + 1]) : rgb[ball + 1] # to be seen on paper
plot for [ball = 0:n - 1] '+' using 1:(ball) with lines lw 5 lc rgb tone(ball) notitle, \
     ball_hit using 1:4:(0):($5 - $4) with vectors nohead lw 1.2 lc rgb ink notitle, \
     ball_hit using 1:4:(dot($11)):(tone($4)) with points pt 7 ps variable lc rgb variable notitle, \
     ball_hit using 1:5:(dot($11)):(tone($5)) with points pt 7 ps variable lc rgb variable notitle, \
     ball_hit using 1:4:(dot($11)) with points pt 6 ps variable lc rgb ink title 'hit between balls', \
     ball_hit using 1:5:(dot($11)) with points pt 6 ps variable lc rgb ink notitle, \
     wall_hit using 1:4:(1.2 * dot($11)) with points pt 9 ps variable lc rgb ink title 'hit on a wall'
unset output
system(forget)
