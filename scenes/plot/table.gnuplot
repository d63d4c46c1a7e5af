# What trajectories and animation share: the table to scale with its axes, the balls' colours and numbers.
# Wants `scene`, `data` ("" is standard input) and `folder`; `size`, the picture's longer side in points. The user may set
# `hits`, the name of the run's collision log, for paths that are exact at every hit, and a script `most`, the number of
# balls beyond which no paths are drawn.

head = "# step t ball x y vx vy r"; producer = "-f gnuplot"
load folder."common.gnuplot"
load read_scene(scene)
if (!exists("width")) { system(forget); exit error "no scene" }
if (exists("hits")) { hits = named(hits); logged = strstrt(system("head -n 1 ".quote(hits)), "t,group,kind,a,b") == 1 } else { logged = 1 }
if (!logged) { system(forget); exit error sprintf("hits='%s': not the output of billiard-sim --events", hits) }
if (n == 0) { system(forget); exit error "the scene has no balls" }
load sprintf("< ".awk." -v out=%s -v fold_x=%.17g -v fold_y=%.17g -v bare=%d -f %s %s %s", quote(temporary), fold_x, fold_y, exists("most") && n > most, quote(folder.'paths.awk'), exists("hits") ? quote(hits) : '', quote(data))
if (end == begin) end = begin + 1
# Coordinates count the turns on a periodic table; what is drawn is the place on it.
on_x(q) = fold_x > 0 ? q - fold_x * floor(q / fold_x) : q
on_y(q) = fold_y > 0 ? q - fold_y * floor(q / fold_y) : q
paths = temporary.'/paths'; first = temporary.'/first'; last = temporary.'/last'
balls = int(system(awk." '$4 >= n { n = $4 + 1 } END { print n + 0 }' ".quote(last)))
if (balls > n) { system(forget); exit error sprintf("the run has %d balls, the scene %d: give billiard-sim --print-scene of the run's options", balls, n) }

# Axes: five to ten tics along the longer side.
longer = width > height ? width : height
power = 10.0 ** floor(log10(longer))
step = longer > 5 * power ? power : longer > 2 * power ? power / 2 : power / 5
text = 1 # characters of the longest number on the y axis
do for [i = 0:int(height / step)] { length = strlen(gprintf("%h", i * step)); if (length > text) { text = length } }

# Points: the table with its rails, where it has walls, and room for title and axes.
if (PLAIN) size = column
points = PLAIN ? 14 : size / 64.
rail = PLAIN ? 0 : 0.028 * longer
rail_x = fold_x > 0 ? 0 : rail; rail_y = fold_y > 0 ? 0 : rail
whole_x = width + 2 * rail_x; whole_y = height + 2 * rail_y
left = (2.2 + 0.62 * text) * points; right = 1.2 * points; top = 2 * points
scale = (size - left - right) / (whole_x > whole_y ? whole_x : whole_y)
size_x = scale * whole_x + left + right
remark = size_x > (n > 1000 ? 48 : 26) * points ? 0 : 1.3 * points # what is said in the corner has a line of its own below a narrow table
bottom = 3.2 * points + remark
size_y = scale * whole_y + top + bottom
set lmargin at screen left / size_x
set rmargin at screen 1 - right / size_x
set bmargin at screen bottom / size_y
set tmargin at screen 1 - top / size_y
set xrange [-rail_x:width + rail_x]
set yrange [-rail_y:height + rail_y]
unset key
unset grid
set border PLAIN ? (fold_x > 0 ? 0 : 10) + (fold_y > 0 ? 0 : 5) : 0 lc rgb ink
set tics scale 0.5
set xtics 0, step, width offset 0, 0.3
set ytics 0, step, height offset 0.5, 0
set label 1 label('x', 'm') at screen (left / size_x + 1 - right / size_x) / 2, screen (0.8 * points + remark) / size_y center tc rgb ink
set label 2 label('y', 'm') at screen 0.8 * points / size_x, screen (bottom / size_y + 1 - top / size_y) / 2 center rotate tc rgb ink

cloth = PLAIN ? 0xffffff : 0x0f6049; start = PLAIN ? '#999999' : '#9cc7b8'
if (!PLAIN) {
    set object 1 rectangle from -rail_x, -rail_y to width + rail_x, height + rail_y fc rgb '#6b4226' fs solid border rgb '#4a2c17' behind
    set object 2 rectangle from -0.3 * rail_x, -0.3 * rail_y to width + 0.3 * rail_x, height + 0.3 * rail_y \
        fc rgb '#0b4a39' fs solid noborder behind
    set object 3 rectangle from 0, 0 to width, height fc rgb sprintf("#%06x", cloth) fs solid noborder behind
    # Sights: eight to the long side, as on a billiard table.
    gap = longer / 8
    do for [i = 1:(rail_y > 0 ? int(width / gap - 0.01) : 0)] { do for [side = 0:1] {
        set object 100 + 2 * i + side circle at i * gap, side ? height + 0.65 * rail : -0.65 * rail \
            size 0.09 * rail fc rgb '#efe4cf' fs solid noborder front
    } }
    do for [i = 1:(rail_x > 0 ? int(height / gap - 0.01) : 0)] { do for [side = 0:1] {
        set object 200 + 2 * i + side circle at side ? width + 0.65 * rail : -0.65 * rail, i * gap \
            size 0.09 * rail fc rgb '#efe4cf' fs solid noborder front
    } }
}

# Where a periodic table begins anew.
seam = "nohead front lw 1.5 dt 2 lc rgb '".(PLAIN ? ink : '#9cc7b8')."'"
do for [side = 0:1] {
    if (fold_x > 0) { eval sprintf("set arrow %d from %g, 0 to %g, %g %s", 90001 + side, side * width, side * width, height, seam) }
    if (fold_y > 0) { eval sprintf("set arrow %d from 0, %g to %g, %g %s", 90003 + side, side * height, width, side * height, seam) }
}

color(ball) = rgb[ball + 1]

edge = PLAIN ? '#000000' : '#efe4cf'; hole = PLAIN ? '#cccccc' : '#0a0a0a'
eval obstacles

# Numbers on balls that move and are large enough to be read, else beside them where they are few; black or white, as can
# be seen.
inside = scale * largest >= 0.45 * points
numbered = inside ? n <= 300 : n <= 40
number(ball) = numbered && !is_fixed[ball + 1] && (inside ? scale * radius[ball + 1] >= 0.45 * points : 1) ? \
    sprintf("{/*%.2f %d}", inside ? (ball < 10 ? 1.15 : ball < 100 ? 0.95 : 0.65) * height_of(radius[ball + 1]) : 0.7, ball) : ''
height_of(r) = scale * r > 2 * points ? 2 : scale * r / points
contrast(c) = light(c) > 120 ? 0x000000 : 0xffffff
beside(r) = inside ? 0 : r + 0.45 * points / scale
rim(r) = 0.12 * (scale * r > points ? points / scale : r) # the dark edge of a ball
