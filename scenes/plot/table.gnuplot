# What trajectories and animation share: the table to scale with its axes, the balls' colours and numbers.
# Wants `scene`, `data` ("" is standard input) and `folder`; `size`, the picture's longer side in points. The user may set
# `hits`, the name of the run's collision log, for paths that are exact at every hit, and `ledger`, that of its ledger, for walls
# with a mass, which are not drawn without it; a script `most`, the number of balls beyond which no paths are drawn, and `producer`,
# where it reads other formats, too; the user also
# `at`, a time at which the picture ends, and `paths='no'`.

head = "# step t ball x y vx vy r"; if (!exists("producer")) { producer = "-f gnuplot" }
settings = "hits ledger at paths "
load folder."common.gnuplot"
if (exists("paths") && paths ne 'no') { system(forget); print sprintf("paths='%s': must be 'no'", paths); exit status 2 }
bare = exists("paths")
if (exists("ledger")) {
    ledger = kept_file(named(ledger), '/ledger')
    if (strstrt(system("head -n 1 ".quote(ledger)), "step,t,kinetic,") != 1) { system(forget); print sprintf("ledger='%s': not the output of billiard-sim --energy", ledger); exit status 3 }
}
load read_scene(scene, temporary)
if (!exists("width")) { system(forget); print "no scene"; exit status 3 }
if (exists("hits")) {
    hits = kept_file(named(hits), '/hits')
    logged = strstrt(system("head -n 1 ".quote(hits)), "t,group,kind,a,b") == 1
} else { logged = 1 }
if (!logged) { system(forget); print sprintf("hits='%s': not the output of billiard-sim --events", hits); exit status 3 }
if (n == 0) { system(forget); print "nothing to draw: the scene has no balls"; exit status 3 }
misfit = ''
bare = bare || exists("most") && n > most
load sprintf("< ".awk." -v out=%s -v fold_x=%.17g -v fold_y=%.17g -v bare=%d%s -f %s %s %s", assigned(temporary), fold_x, fold_y, bare, exists("at") ? sprintf(" -v at=%.17g", at) : '', quote(folder.'paths.awk'), exists("hits") ? quote(hits) : '', quote(data))
if (misfit ne '') {
    system(forget)
    print "the run is not of this scene: ".misfit
    print "give as SCENE the output of billiard-sim --print-scene with the run's options"; exit status 3
}
if (frames == 0 && !exists("at")) { system(forget); print "nothing to draw: the run is empty"; exit status 3 }
if (frames == 0) { system(forget); print sprintf("at=%g: the run begins at t = %g", at, begin); exit status 2 }
if (beyond) { system(forget); print sprintf("at=%g: the run ends at t = %g", at, end); exit status 2 }
moment = bare || end == begin; shown = end # is only one moment drawn?
# What is shown: of walls that move, the farthest places from the first moment on.
low_x = 0; high_x = width; low_y = 0; high_y = height
if (moves) {
    now = shown
    do for [i = 1:words(loose)] { # as far as balls go
        k = int(word(loose, i))
        piece[5 * piece_first[k] - 3 + (k > 2)] = real(word(outermost, k)) - (k == 2 ? width : k == 4 ? height : 0)
    }
    load folder.'motion.gnuplot'
    low_x = piece_last[1] > 0 ? farthest(1, 1, -1) : 0; high_x = width + (piece_last[2] > 0 ? farthest(2, 1, 1) : 0)
    low_y = piece_last[3] > 0 ? farthest(3, 2, -1) : 0; high_y = height + (piece_last[4] > 0 ? farthest(4, 2, 1) : 0)
    if (high_x <= low_x || high_y <= low_y) { system(forget); print "the walls have passed each other"; exit status 3 }
    bed = sprintf("%.9g %.9g %.9g %.9g ", low_x, high_x, low_y, high_y)
}
if (end == begin) end = begin + 1
# Coordinates count the turns on a periodic table; what is drawn is the place on it.
on_x(q) = fold_x > 0 ? q - fold_x * floor(q / fold_x) : q
on_y(q) = fold_y > 0 ? q - fold_y * floor(q / fold_y) : q
paths = temporary.'/paths'; first = temporary.'/first'; last = temporary.'/last'
sunk = temporary.'/sunk'

# Axes: five to ten tics along the longer side.
longer = high_x - low_x > high_y - low_y ? high_x - low_x : high_y - low_y
power = 10.0 ** floor(log10(longer))
step = longer > 5 * power ? power : longer > 2 * power ? power / 2 : power / 5
text = 1 # characters of the longest number on the y axis
do for [i = ceil(low_y / step):int(high_y / step)] { length = strlen(gprintf("%h", i * step)); if (length > text) { text = length } }

# On felt what looks like a billiard table, else on white. Where balls reach none of the walls, as behind the cushions of a
# pool table, the wood is inside the scene's table, else around it.
FELT = felt && !PLAIN
inlaid = walls eq ''

# Points: the table with its rails, where it has walls, and room for title and axes.
if (PLAIN) size = column
points = PLAIN ? 14 : size < 1000 ? size / 55. : size / 64.
rail = !FELT || inlaid ? 0 : 0.028 * longer
rail_x = fold_x > 0 ? 0 : rail; rail_y = fold_y > 0 ? 0 : rail
whole_x = high_x - low_x + 2 * rail_x; whole_y = high_y - low_y + 2 * rail_y
left = (2.2 + 0.62 * text) * points; right = 1.2 * points; top = 2 * points
tallest = PLAIN ? 1 : 0.8 # of a picture that is higher than wide, as a part of `size`
scale = (size - left - right) / whole_x
scale = whole_y * scale > tallest * (size - left - right) ? tallest * (size - left - right) / whole_y : scale
size_x = scale * whole_x + left + right
remark = size_x > (n > 1000 ? 48 : 32) * points ? 0 : 1.3 * points # what is said in the corner has a line of its own below a narrow table
bottom = 3.2 * points + remark
size_y = scale * whole_y + top + bottom
set lmargin at screen left / size_x
set rmargin at screen 1 - right / size_x
set bmargin at screen bottom / size_y
set tmargin at screen 1 - top / size_y
set xrange [low_x - rail_x:high_x + rail_x]
set yrange [low_y - rail_y:high_y + rail_y]
unset key
unset grid
set border 0
set tics scale 0.5
set xtics step * ceil(low_x / step), step, high_x offset 0, 0.3
set ytics step * ceil(low_y / step), step, high_y offset 0.5, 0
set label 1 label('x', 'm') at screen (left / size_x + 1 - right / size_x) / 2, screen (0.8 * points + remark) / size_y center tc rgb ink
set label 2 label('y', 'm') at screen 0.8 * points / size_x, screen (bottom / size_y + 1 - top / size_y) / 2 center rotate tc rgb ink

# What balls can reach is covered with cloth, with a cushion around it.
cloth = FELT ? 0x0f6049 : 0xffffff; start = FELT ? '#9cc7b8' : '#999999'
edge = FELT ? '#efe4cf' : PLAIN ? '#000000' : '#555049'; faded = FELT ? '#7f9c86' : '#b9b4ac'; hole = FELT ? '#0a0a0a' : '#cccccc'; around = FELT ? '#4a2c17' : '#e4e4e4';  thick = PLAIN ? 1.5 : 2.5
tag = 10
cushion = FELT ? (inlaid ? 0.014 * longer : 0.3 * rail) : 0
if (FELT) {
    set object 1 rectangle from low_x - rail_x, low_y - rail_y to high_x + rail_x, high_y + rail_y fc rgb '#6b4226' fs solid border rgb '#4a2c17' behind
    do for [i = 1:words(bed) / 4] {
        set object tag + i rectangle from real(word(bed, 4 * i - 3)) - cushion, real(word(bed, 4 * i - 1)) - cushion \
            to real(word(bed, 4 * i - 2)) + cushion, real(word(bed, 4 * i)) + cushion fc rgb '#0b4a39' fs solid noborder behind
    }
    tag = tag + words(bed) / 4
    do for [i = 1:words(pockets) / 3] { # wood around the pockets, where cushions end
        set object tag + i circle at real(word(pockets, 3 * i - 2)), real(word(pockets, 3 * i - 1)) size 1.9 * real(word(pockets, 3 * i)) \
            fc rgb '#6b4226' fs solid noborder behind
    }
    tag = tag + words(pockets) / 3
}
if (!PLAIN) {
    do for [i = 1:words(bed) / 4] {
        set object tag + i rectangle from real(word(bed, 4 * i - 3)), real(word(bed, 4 * i - 1)) \
            to real(word(bed, 4 * i - 2)), real(word(bed, 4 * i)) fc rgb sprintf("#%06x", cloth) fs solid noborder behind
    }
}

# From nose to nose: a snooker table, told by its shape (3569 x 1778 mm), gets the baulk line, 737 mm from the left cushion,
# and the D of 292 mm; any other table twice as long as wide gets sights, eight to the long side.
long = 1.0 * (nose_right - nose_left); high = 1.0 * (nose_top - nose_bottom)
shape = high > 0 && square > 0.6 ? long / high : 0
if (FELT && abs(shape - 3569 / 1778.) < 0.003) {
    baulk = nose_left + 737 / 3569. * long
    set arrow 300001 from baulk, nose_bottom to baulk, nose_top nohead back lw 1.5 lc rgb start
    set object 300000 circle at baulk, (nose_bottom + nose_top) / 2 size 292 / 3569. * long arc [90:270] nowedge behind fs empty border rgb start lw 1.5
}
near_pocket(x, y) = (found = 0, sum [k = 1:words(pockets) / 3] \
    (x - real(word(pockets, 3 * k - 2))) ** 2 + (y - real(word(pockets, 3 * k - 1))) ** 2 < (2.2 * real(word(pockets, 3 * k))) ** 2)
if (FELT && abs(shape - 2) < 0.003) {
    outward = 0.65 * (nose_left + rail)
    sight = 0.0025 * longer
    do for [i = 1:7] { do for [side = 0:1] {
        x = nose_left + i * long / 8; y = side ? nose_top + outward : nose_bottom - outward
        if (!near_pocket(x, y)) { set object 310000 + 2 * i + side circle at x, y size sight fc rgb '#efe4cf' fs solid noborder front }
    } }
    do for [i = 1:3] { do for [side = 0:1] {
        x = side ? nose_right + outward : nose_left - outward; y = nose_bottom + i * high / 4
        set object 320000 + 2 * i + side circle at x, y size sight fc rgb '#efe4cf' fs solid noborder front
    } }
}

color(ball) = rgb[ball + 1]

# Lines of a ball on the table, bright or dark enough to be seen there.
bright(c) = light(c) < 120 ? mix(c, 0xffffff, 1 - (120 - light(c)) / (255 - light(c))) : c
seen(ball) = FELT ? bright(color(ball)) : light(color(ball)) > 190 ? mix(color(ball), 0, 0.65) : color(ball)

# Of a table on which something moves, all that has its place at the time `now`.
place = obstacles
if (!FELT || moves || strstrt(obstacles, 'arrow') || strstrt(obstacles, 'arc')) { place = place.walls }
if (moves && !PLAIN) {
    rectangle(number, grow, paint) = sprintf("set object %d rectangle from way_x(1) - %.9g, way_y(3) - %.9g to width + way_x(2) + %.9g, height + way_y(4) + %.9g"\
        ." fc rgb '%s' fs solid noborder behind;", number, grow, grow, grow, grow, paint)
    bed_now = (FELT ? rectangle(11, cushion, '#0b4a39') : '').rectangle(tag + 1, 0, sprintf("#%06x", cloth))
    if (moment) { eval bed_now }
} else { bed_now = '' }
eval place

# Numbers on balls that move and are large enough to be read, else beside them where they are few; black or white, as can
# be seen. A ball whose name is a number of one or two digits, as in pool, has that one.
inside = scale * largest >= (n > 100 ? 0.6 : 0.45) * points # room for as many digits as the numbers have
numbered = inside ? n <= 300 : n <= 40
number_of(ball, r) = numbered && !is_fixed[ball + 1] && (inside ? scale * r >= 0.45 * points : 1) ? \
    sprintf("{/*%.2f %s}", inside ? (strlen(mark(ball)) < 2 ? 1.15 : strlen(mark(ball)) < 3 ? 0.95 : 0.65) * height_of(r) : 0.7, mark(ball)) : ''
mark(ball) = is_number[ball + 1] ? name[ball + 1] : sprintf("%d", ball)
number(ball) = number_of(ball, radius[ball + 1])
height_of(r) = scale * r > 2 * points ? 2 : scale * r / points
contrast(c) = light(c) > 120 ? 0x000000 : 0xffffff
beside(r) = inside ? 0 : r + 0.45 * points / scale
rim(r) = 0.12 * (scale * r > points ? points / scale : r) # the dark edge of a ball
