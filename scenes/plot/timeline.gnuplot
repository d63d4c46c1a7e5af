# The collision log as a score: a line for each ball; an arc for each hit between two balls, from the one line to the other,
# that ends in discs with the partner's colour and number; a triangle for each hit on a wall, which points to it. Each mark
# stands at its time; those too close for that are stacked above and below the line.
#
#   billiard-sim -o /dev/null --events - SCENE | gnuplot -c timeline.gnuplot PICTURE SCENE
#   gnuplot -c timeline.gnuplot PICTURE SCENE FILE
#
# PICTURE ends in .png, .pdf or .svg. The balls' names and colours come from the scene. `gnuplot -e "until=1.5" -c ...` ends
# the axis there instead of at the last hit; `from` is its beginning. common.gnuplot tells what else can be set.

if (ARGC < 2) { print "usage: gnuplot -c timeline.gnuplot PICTURE SCENE [FILE]"; exit status 2 }
picture = ARG1; scene = ARG2; data = ARG3; head = "t,group,kind,a,b"; producer = "--events -"; endings = ".png .pdf .svg "; settings = "from until "
folder = ''
do for [i = 1:strlen(ARG0)] { if (ARG0[i:i] eq '/') { folder = ARG0[1:i] } }
load folder."common.gnuplot"
load read_scene(scene, '')
if (!exists("width")) { system(forget); print "no scene"; exit status 3 }
if (n > 200) { system(forget); print sprintf("%d balls are too many for a line each", n); exit status 3 }

highest = int(system(awk." -F, 'NR > 1 { n = $4 > n ? $4 : n; n = $3 == \"ball\" && $5 > n ? $5 : n } END { print n + 0 }' ".quote(data)))
if (highest >= n) { system(forget); print sprintf("the run has a ball %d, the scene %d ball%s", highest, n, n == 1 ? "" : "s"); exit status 3 }
last = real(system(awk." -F, 'NR > 1 { t = $1 } END { print t + 0 }' ".quote(data)))
if (!exists("until")) until = last > 0 ? 1.02 * last : 1
if (!exists("from")) from = 0
counted = sprintf(awk." -F, 'NR > 1 && $3 != \"roll\" && $3 != \"gate\" && $1 >= %.17g && $1 <= %.17g%%s { n++ } END { print n + 0 }' %s", from, until, quote(data))
hits = int(system(sprintf(counted, '')))
others = int(system(sprintf(counted, ' && $3 ~ /line|arc|pocket/')))

# Points: 28 from line to line.
pitch = 28
size_x = PLAIN ? column : wide
names = 2
do for [i = 1:n] { if (strlen(name[i]) > 40) { name[i] = name[i][1:37].'...' } }
do for [i = 1:n] { if (strlen(name[i]) + 3 > names) { names = strlen(name[i]) + 3 } }
left = (1 + 0.6 * names) * points; right = 1.5 * points
span = (until - from) / (size_x - left - right) # time of a point
system(sprintf(awk." -v n=%d -v from=%.17g -v until=%.17g -v width=%.9g -v high=%.9g -v bulge=%.9g -v out=%s -f %s %s >%s", n, from, until, \
    1.05 * points * span, 1.05 * points / pitch, 34 * span, assigned(temporary), quote(folder.'timeline.awk'), quote(data), quote(temporary.'/lines')))
array line[n]
do for [i = 1:n] { line[i] = real(system(sprintf(awk." '$1 == \"line\" && $2 == %d { print $3 }' %s", i - 1, quote(temporary.'/lines')))) }
lines = real(system(awk." '$1 == \"lines\" { print $2 }' ".quote(temporary.'/lines')))
size_y = pitch * lines + 5.9 * points
set lmargin at screen left / size_x
set rmargin at screen 1 - right / size_x
set bmargin at screen 3.6 * points / size_y
set tmargin at screen 1 - 2.3 * points / size_y
set xrange [from:until]
set yrange [lines - 0.5:-0.5]
set label 5 label('time', 's') at graph 0.5, screen 0.7 * points / size_y center tc rgb ink
set label 4 (heading ne '' ? heading : (title eq '' ? '' : title.': ').sprintf("%d contact%s", hits, hits == 1 ? "" : "s")) noenhanced \
    at graph 0, screen 1 - points / size_y left tc rgb ink
legend = others ? "discs: hit by that ball     triangles: wall     diamonds: line, arc, pocket" : "discs: hit by that ball     triangles: hit on that wall"
if (!PLAIN) { set label 6 legend at graph 1, screen 1 - points / size_y right tc rgb grey }
unset key
unset ytics
do for [i = 1:n] {
    who = (name[i] eq '' ? '' : name[i].' ').sprintf("%d", i - 1)
    set label 10 + i who noenhanced at screen (left - 0.6 * points) / size_x, first line[i] right tc rgb ink
}
set border 1
set grid noytics

color(ball) = rgb[ball + 1]
contrast(c) = light(c) > 120 ? 0x000000 : 0xffffff
discs = temporary.'/discs'
shape(wall) = wall eq 'left' ? '◀' : wall eq 'right' ? '▶' : wall eq 'top' ? '▲' : wall eq 'bottom' ? '▼' : '◆'
set samples 2
eval open_picture(size_x, size_y)
plot for [ball = 0:n - 1] '+' using 1:(line[ball + 1]) with lines lw 3 lc rgb tone(color(ball)), \
     temporary.'/arcs' using 1:2 with lines lw 1 lc rgb (PLAIN ? '#777777' : '#9a948a'), \
     temporary.'/walls' using 1:2:(shape(strcol(4))) with labels tc rgb ink, \
     discs using 1:2 with points pt 7 ps (PLAIN ? 1.9 : 2.4) lc rgb ink, \
     discs using 1:2:(color($4)) with points pt 7 ps (PLAIN ? 1.7 : 2.2) lc rgb variable, \
     discs using 1:2:(sprintf("{/*0.65 %d}", $4)):(contrast(color($4))) with labels offset 0, 0.12 tc rgb variable
unset output
system(forget)
