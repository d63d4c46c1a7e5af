# The result of scenes/sweep as a map: how far the racked balls are spread a second after the break, by restitution and by how
# far off centre the shot is.
#
#   gnuplot -c sweep.gnuplot PICTURE.png <sweep.csv
#   gnuplot -c sweep.gnuplot PICTURE.png sweep.csv

if (ARGC < 1) exit error "usage: gnuplot -c sweep.gnuplot PICTURE.png [FILE]"
data = ARG2
folder = system(sprintf("dirname '%s'", ARG0)).'/'
load folder."common.gnuplot"

set datafile separator ','
set terminal pngcairo font font size 1000, 640 background rgb paper
set output ARG1
set title "How far a break spreads the rack: root mean square distance from its centre after 1 s" tc rgb ink font ",14"
set xlabel "offset of the shot (ball diameters)" tc rgb ink
set ylabel "restitution between balls" tc rgb ink
set cblabel "spread (m)" tc rgb ink offset 1, 0
set palette defined (0 '#0d0887', 0.13 '#4b03a1', 0.26 '#7d03a8', 0.39 '#a82296', 0.52 '#cb4679', 0.65 '#e56b5d', \
                     0.78 '#f89441', 0.9 '#fdc328', 1 '#f0f921')
unset grid
set border 0
set autoscale fix
set colorbox user origin screen 0.872, graph 0 size 0.02, graph 1
set rmargin at screen 0.855
unset key
plot data using 'offset':'restitution':'spread' with image
unset output
system(forget)
