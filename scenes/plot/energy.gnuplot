# The energy ledger over time: kinetic, stored in springs, lost in contacts, and their sum.
#
#   billiard-sim -o /dev/null --energy - SCENE | gnuplot -c energy.gnuplot PICTURE.png
#   gnuplot -c energy.gnuplot PICTURE.png FILE

stdin = ARGC < 2
file = stdin ? system("mktemp") : ARG2
if (stdin) { system("cat >" . file) }

set terminal pngcairo rounded size 900, 560 font ',13'
set output ARG1
set datafile separator ','
set xlabel 'time'; set ylabel 'energy'
set yrange [0:*]
set border 3; set tics nomirror
set key center right
plot for [column in 'kinetic potential lost total'] file using 't':column with lines lw 2.5 title column

unset output
if (stdin) { system("rm " . file) }
