# What scenes/sweep/spread.awk prints, as a map: how far the racked balls are spread a second after the break, by restitution and by how
# far off centre the shot is.
#
#   gnuplot -c sweep.gnuplot PICTURE <sweep.csv
#   gnuplot -c sweep.gnuplot PICTURE sweep.csv
#
# PICTURE ends in .png, .pdf or .svg; common.gnuplot tells what can be set.

if (ARGC < 1) { print "usage: gnuplot -c sweep.gnuplot PICTURE [FILE]"; exit status 2 }
picture = ARG1; data = ARG2; head = "restitution,offset,spread"; producer = "in scenes/sweep"; endings = ".png .pdf .svg "; settings = ""
folder = ''
do for [i = 1:strlen(ARG0)] { if (ARG0[i:i] eq '/') { folder = ARG0[1:i] } }
load folder."common.gnuplot"

set datafile separator ','
caption = headed("Spread of the rack 1 s after the break (restitution of the walls: 0.75)"); keys = PLAIN ? 0 : 1
set xlabel "offset of the shot (ball diameters)"
set ylabel "restitution between balls"
set cblabel PLAIN ? "spread (m)" : "root mean square distance of balls from their centre (m)" tc rgb ink offset 1, 0
set xtics PLAIN ? 0.3 : 0.1
set palette defined (0 '#0d0887', 0.13 '#4b03a1', 0.26 '#7d03a8', 0.39 '#a82296', 0.52 '#cb4679', 0.65 '#e56b5d', \
                     0.78 '#f89441', 0.9 '#fdc328', 1 '#f0f921')
unset grid
set border 0
set autoscale fix
set colorbox user origin screen PLAIN ? 0.76 : 0.862, graph 0 size 0.025, graph 1
set rmargin at screen PLAIN ? 0.735 : 0.845
eval open_graph(PLAIN ? column : wide, PLAIN ? 0.75 * column : 0.6 * wide)
plot data using 'offset':'restitution':'spread' with image notitle
unset output
system(forget)
