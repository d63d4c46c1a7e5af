# The paths of all balls, fading into the past; rings where they started, discs where they end.
#
#   billiard-sim -f gnuplot SCENE | gnuplot -c trajectories.gnuplot PICTURE.png WIDTH HEIGHT
#   gnuplot -c trajectories.gnuplot PICTURE.png WIDTH HEIGHT FILE
#
# WIDTH and HEIGHT are those of the table. The file (or standard input) is in the format `gnuplot`.

w = real(ARG2); h = real(ARG3); rim = 0.03 * w
stdin = ARGC < 4
file = stdin ? system("mktemp") : ARG4
if (stdin) { system("cat >" . file) }

stats file using 3:2 nooutput
n = int(STATS_max_x) + 1
end = STATS_max_y > 0 ? STATS_max_y : 1

set terminal pngcairo rounded size 1200, int(1200 * (h + 2 * rim) / (w + 2 * rim)) background rgb '#2b1d14'
set output ARG1
set margins 0, 0, 0, 0
set xrange [-rim:w + rim]; set yrange [-rim:h + rim]
unset key; unset border; unset tics
set object rectangle from -rim / 4, -rim / 4 to w + rim / 4, h + rim / 4 fc rgb '#173f36' fs solid noborder behind
set object rectangle from 0, 0 to w, h fc rgb '#0b2f29' fs solid noborder behind

cloth = 0x0b2f29
color(ball) = ball == 0 ? 0xf5f0e1 : hsv2rgb(0.12 + 0.85 * (ball - 1.0) / n, 0.62, 0.98)
part(rgb, shift) = (int(rgb) >> shift) & 255
mix(rgb, share, shift) = int(share * part(rgb, shift) + (1 - share) * part(cloth, shift)) << shift
faded(rgb, share) = mix(rgb, share, 16) + mix(rgb, share, 8) + mix(rgb, share, 0)

path(ball) = sprintf("< awk '$3 == %d' %s", ball, file)
first(ball) = sprintf("< awk '$3 == %d { print; exit }' %s", ball, file)
last(ball) = sprintf("< awk '$3 == %d { row = $0 } END { print row }' %s", ball, file)

plot for [ball = 0:n - 1] path(ball) using 4:5:(faded(color(ball), 0.12 + 0.88 * $2 / end)) with lines lw 2.5 lc rgb variable, \
     for [ball = 0:n - 1] first(ball) using 4:5:8 with circles fs empty fc rgb '#50706a', \
     for [ball = 0:n - 1] last(ball) using 4:5:8 with circles fs solid border rgb '#0b2f29' fc rgb color(ball)

unset output
if (stdin) { system("rm " . file) }
