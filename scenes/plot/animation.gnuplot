# An animated GIF, one picture per frame of the run; each ball drags a fading shadow of its last places.
#
#   billiard-sim -f gnuplot SCENE | gnuplot -c animation.gnuplot FILM.gif SCENE
#   gnuplot -c animation.gnuplot FILM.gif SCENE FILE
#
# Table and colours come from the scene, as in trajectories.gnuplot. FILE (or standard input) is in the format `gnuplot`;
# choose its frames with --every: 100 to 300 make a good film, at 25 a second.

if (ARGC < 2) exit error "usage: gnuplot -c animation.gnuplot FILM.gif SCENE [FILE]"
scene = ARG2; data = ARG3; size = 720
folder = system(sprintf("dirname '%s'", ARG0)).'/'
load folder."table.gnuplot"

set terminal gif animate delay 4 loop 0 font "DejaVu Sans,9" size size_x, size_y background rgb paper
set output ARG1
tail = 5
do for [frame = 0:frames - 1] {
    t = begin + frame * (end - begin) / (frames > 1 ? frames - 1 : 1)
    set title sprintf("%s, t = %s", title, SI ? sprintf("%.2f s", t) : sprintf("%.4g", t)) noenhanced textcolor rgb ink offset 0, -0.4
    from = frame > tail ? frame - tail : 0
    plot for [k = from:frame - 1] data index k using 4:5:(0.9 * $8):(mix(color($3), cloth, 0.12 * (k - from + 1))) \
             with circles fs solid noborder fc rgb variable, \
         data index frame using 4:5:8:(mix(color($3), 0, 0.7)) with circles fs solid noborder fc rgb variable, \
         data index frame using 4:5:(0.88 * $8):(color($3)) with circles fs solid noborder fc rgb variable, \
         data index frame using ($4 - 0.3 * $8):($5 + 0.3 * $8):(0.22 * $8) with circles fs solid noborder fc rgb 'white'
}
unset output
system(forget)
