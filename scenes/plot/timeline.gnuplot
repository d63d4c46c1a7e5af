# The collision log as a score: a line for each ball; an arc for each hit between two balls, from the one line to the other,
# that ends in discs with the partner's colour and number; a triangle for each hit on a wall, which points to it. Contacts too
# close in time for that stand side by side, the first where it belongs.
#
#   billiard-sim -o /dev/null --events - SCENE | gnuplot -c timeline.gnuplot PICTURE SCENE
#   gnuplot -c timeline.gnuplot PICTURE SCENE FILE
#
# PICTURE ends in .png, .pdf or .svg. The balls' names and colours come from the scene. `gnuplot -e "until=1.5" -c ...` ends
# the axis there instead of at the last hit; `from` is its beginning. common.gnuplot tells what else can be set.

if (ARGC < 2) exit error "usage: gnuplot -c timeline.gnuplot PICTURE SCENE [FILE]"
picture = ARG1; scene = ARG2; data = ARG3; head = "t,group,kind,a,b"; producer = "--events -"; endings = ".png .pdf .svg "
folder = ''
do for [i = 1:strlen(ARG0)] { if (ARG0[i:i] eq '/') { folder = ARG0[1:i] } }
load folder."common.gnuplot"
load read_scene(scene)
if (!exists("width")) { system(forget); exit error "no scene" }
if (n > 200) { system(forget); exit error sprintf("%d balls are too many for a line each", n) }

hits = int(system("grep -c '' ".quote(data))) - 1
if (!exists("until")) until = hits ? 1.02 * real(system("tail -n 1 ".quote(data)." | cut -d, -f1")) : 1
if (!exists("from")) from = 0
hits = int(system(sprintf(awk." -F, 'NR > 1 && $1 >= %.17g && $1 <= %.17g { n++ } END { print n + 0 }' %s", from, until, quote(data))))

# Points: 28 from line to line.
pitch = 28
size_x = PLAIN ? column : 1100; size_y = pitch * n + 5.9 * points
names = 2
do for [i = 1:n] { if (strlen(name[i]) + 3 > names) { names = strlen(name[i]) + 3 } }
left = (1 + 0.6 * names) * points; right = 1.5 * points
span = (until - from) / (size_x - left - right) # time of a point
set lmargin at screen left / size_x
set rmargin at screen 1 - right / size_x
set bmargin at screen 3.6 * points / size_y
set tmargin at screen 1 - 2.3 * points / size_y
set xrange [from:until]
set yrange [n - 0.5:-0.5]
set label 5 label('time', 's') at graph 0.5, screen 0.7 * points / size_y center tc rgb ink
set label 4 (heading ne '' ? heading : (title eq '' ? '' : title.': ').sprintf("%d contact%s", hits, hits == 1 ? "" : "s")) noenhanced \
    at graph 0, screen 1 - points / size_y left tc rgb ink
others = int(system("grep -cE '^[^,]*,[^,]*,(line|arc|pocket),' ".quote(data)))
legend = others ? "disc: ball     triangle: wall     diamond: obstacle, pocket" : "disc: hit by that ball     triangle: hit on that wall"
if (!PLAIN) { set label 6 legend at graph 1, screen 1 - points / size_y right tc rgb grey }
unset key
unset ytics
do for [i = 1:n] {
    who = (name[i] eq '' ? '' : name[i].' ').sprintf("%d", i - 1)
    set label 10 + i who noenhanced at screen (left - 0.6 * points) / size_x, first i - 1 right tc rgb ink
}
set border 1
set grid noytics

color(ball) = rgb[ball + 1]
contrast(c) = light(c) > 120 ? 0x000000 : 0xffffff
system(sprintf(awk." -v width=%.9g -v bulge=%.9g -v out=%s -f %s %s", 1.05 * points * span, 26 * span, \
               quote(temporary), quote(folder.'timeline.awk'), quote(data)))
discs = temporary.'/discs'
shape(wall) = wall eq 'left' ? '◀' : wall eq 'right' ? '▶' : wall eq 'top' ? '▲' : wall eq 'bottom' ? '▼' : '◆'
set samples 2
eval open_picture(size_x, size_y)
plot for [ball = 0:n - 1] '+' using 1:(ball) with lines lw 3 lc rgb tone(color(ball)), \
     temporary.'/arcs' using 1:2 with lines lw 1.2 lc rgb ink, \
     temporary.'/walls' using 1:2:(shape(strcol(3))) with labels tc rgb ink, \
     discs using 1:2 with points pt 7 ps (PLAIN ? 1.9 : 2.4) lc rgb ink, \
     discs using 1:2:(color($3)) with points pt 7 ps (PLAIN ? 1.7 : 2.2) lc rgb variable, \
     discs using 1:2:(sprintf("{/*0.65 %d}", $3)):(contrast(color($3))) with labels tc rgb variable
unset output
system(forget)
