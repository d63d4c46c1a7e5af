# The cradle of scenes/sweep/laws.sh under four laws side by side: where its balls are, time running upwards.
#
#   scenes/sweep/laws.sh | gnuplot -c laws.gnuplot PICTURE
#   gnuplot -c laws.gnuplot PICTURE FILE
#
# PICTURE ends in .png, .pdf or .svg; common.gnuplot tells what can be set.

if (ARGC < 1) { print "usage: gnuplot -c laws.gnuplot PICTURE [FILE]"; exit status 2 }
picture = ARG1; data = ARG2; head = "law,t,x0"; producer = "in scenes/sweep/laws.sh"; endings = ".png .pdf .svg "; settings = ""
folder = ''
do for [i = 1:strlen(ARG0)] { if (ARG0[i:i] eq '/') { folder = ARG0[1:i] } }
load folder."common.gnuplot"

laws = "gr hertz hooke spring-rk4"
array what[4] = ["rigid balls", "elastic spheres", "linear springs", "stepped springs"]
array shades[5] = [0x1f5fa8, 0x2f9e8f, 0xb98a1d, 0x8a4fa0, 0xc0392b]
rows(law) = sprintf("< ".awk." -F, '$1 == \"%s\"' %s", law, quote(data))
last(law, column) = real(system(sprintf(awk." -F, '$1 == \"%s\" { v = $%d } END { print v }' %s", law, column, quote(data))))

set datafile separator ','
eval open_picture(PLAIN ? 2 * column : wide, PLAIN ? 0.9 * column : 0.46 * wide)
set multiplot
if (heading ne '') { set label 4 heading noenhanced at screen 0.06, screen 0.95 left tc rgb ink }
unset key
set xlabel label('position', 'm')
set xtics 5
set ytics 2
set tmargin at screen heading eq '' ? 0.84 : 0.76
set bmargin at screen 0.17
do for [i = 1:4] {
    law = word(laws, i)
    left = 0.06 + 0.24 * (i - 1)
    set lmargin at screen left
    set rmargin at screen left + 0.2
    set ylabel (i == 1 ? label('time', 's') : '')
    set label 1 law at graph 0, screen (heading eq '' ? 0.96 : 0.88) tc rgb ink noenhanced
    set label 2 what[i] at graph 0, screen (heading eq '' ? 0.89 : 0.81) tc rgb grey
    set label 3 sprintf("%.3f", last(law, 8)) at 3, 5.2 right tc rgb shades[1]
    set label 5 sprintf("%.3f", last(law, 9)) at 11, 3.4 tc rgb shades[5]
    plot [-3:16] [0:8] for [k = 1:5] rows(law) using (column(k + 2)):2 with lines lw 2.5 lc rgb shades[k]
    unset label 4
}
unset multiplot
unset output
system(forget)
