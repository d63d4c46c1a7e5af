# An animated GIF, one picture per frame of the run.
#
#   billiard-sim -f gnuplot SCENE | gnuplot -c animation.gnuplot FILM.gif WIDTH HEIGHT
#   gnuplot -c animation.gnuplot FILM.gif WIDTH HEIGHT FILE
#
# WIDTH and HEIGHT are those of the table. The file (or standard input) is in the format `gnuplot`; choose its frames
# with --every: 100 to 300 make a good film.

w = real(ARG2); h = real(ARG3); rim = 0.02 * w
stdin = ARGC < 4
file = stdin ? system("mktemp") : ARG4
if (stdin) { system("cat >" . file) }

stats file using 3 nooutput
n = int(STATS_max) + 1
frames = STATS_records / n

set terminal gif animate delay 4 truecolor size 1000, int(1000 * (h + 2 * rim) / (w + 2 * rim)) background rgb '#2b1d14'
set output ARG1
set margins 0, 0, 0, 0
set xrange [-rim:w + rim]; set yrange [-rim:h + rim]
unset key; unset border; unset tics
set object rectangle from 0, 0 to w, h fc rgb '#0b2f29' fs solid noborder behind
set style fill solid border rgb '#0b2f29'

color(ball) = ball == 0 ? 0xf5f0e1 : hsv2rgb(0.12 + 0.85 * (ball - 1.0) / n, 0.62, 0.98)

do for [frame = 0:frames - 1] {
    plot file index frame using 4:5:8:(color($3)) with circles fc rgb variable
}

unset output
if (stdin) { system("rm " . file) }
