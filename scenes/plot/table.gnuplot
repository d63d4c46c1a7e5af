# What trajectories and animation share: the table to scale with rails, sights and axes, the balls' colours.
# Wants `scene`, `data` ("" is standard input) and `folder`; `size`, the picture's longer side in pixels; optionally `units`.

load folder."common.gnuplot"
load sprintf(read_scene, sim, scene, folder)
if (!exists("width")) { system(forget); exit error "no scene" }

# Before the ranges are set, which stats would obey.
stats data using 2 nooutput
frames = STATS_records / n; begin = STATS_min; end = STATS_max > begin ? STATS_max : begin + 1

# Pixels: rails around the table, and room around the rails for the axes.
longer = width > height ? width : height
rail = 0.028 * longer
left = 0.078 * size; right = 0.02 * size; top = 0.05 * size; bottom = 0.064 * size
scale = (size - left - right) / (longer + 2 * rail)
size_x = int(scale * (width + 2 * rail) + left + right)
size_y = int(scale * (height + 2 * rail) + top + bottom)
set lmargin at screen left / size_x
set rmargin at screen 1 - right / size_x
set bmargin at screen bottom / size_y
set tmargin at screen 1 - top / size_y
set xrange [-rail:width + rail]
set yrange [-rail:height + rail]

wood = '#6b4226'; wood_dark = '#4a2c17'; cushion = '#0b4a39'; cloth = 0x0f6049
font = sprintf("DejaVu Sans,%g", size / 80.)
unset key
unset grid
set border 0
set tics scale 0
power = 10.0 ** floor(log10(longer))
step = longer > 5 * power ? power : longer > 2 * power ? power / 2 : power / 5 # five to ten tics along the longer side
set xtics 0, step, width offset 0, 0.3
set ytics 0, step, height offset 0.5, 0
set xlabel label('x', 'm') textcolor rgb ink offset 0, 0.6
set ylabel label('y', 'm') textcolor rgb ink offset 0.5, 0

set object 1 rectangle from -rail, -rail to width + rail, height + rail fc rgb wood fs solid border rgb wood_dark behind
set object 2 rectangle from -0.3 * rail, -0.3 * rail to width + 0.3 * rail, height + 0.3 * rail \
    fc rgb cushion fs solid noborder behind
set object 3 rectangle from 0, 0 to width, height fc rgb sprintf("#%06x", cloth) fs solid noborder behind
# Sights: eight to the long side, as on a billiard table.
gap = longer / 8
do for [i = 1:int(width / gap - 0.01)] { do for [side = 0:1] {
    set object 100 + 2 * i + side circle at i * gap, side ? height + 0.65 * rail : -0.65 * rail \
        size 0.09 * rail fc rgb '#efe4cf' fs solid noborder front
} }
do for [i = 1:int(height / gap - 0.01)] { do for [side = 0:1] {
    set object 200 + 2 * i + side circle at side ? width + 0.65 * rail : -0.65 * rail, i * gap \
        size 0.09 * rail fc rgb '#efe4cf' fs solid noborder front
} }

color(ball) = rgb[ball + 1]
part(c, shift) = (int(c) >> shift) & 255
blend(a, b, share, shift) = int(share * part(a, shift) + (1 - share) * part(b, shift)) << shift
mix(a, b, share) = blend(a, b, share, 16) + blend(a, b, share, 8) + blend(a, b, share, 0)
