# What all pictures share. Wants `data`: the name of a file; "" is standard input. `gnuplot -e "units='SI'" -c ...` says
# that the scene is in metres, seconds and kilograms; without it quantities are named without a unit.

# Standard input is read more than once, so it is kept in a file; every script ends with system(forget).
stdin = data eq ""
if (stdin) { data = system("mktemp"); system(sprintf("cat > '%s'", data)) }
forget = stdin ? sprintf("rm '%s'", data) : "true"

SI = exists("units") && units eq 'SI'
label(quantity, unit) = SI ? sprintf("%s (%s)", quantity, unit) : quantity
amount(number, unit) = SI ? sprintf("%.3g %s", number, unit) : sprintf("%.3g", number)

sim = system("test -x ./billiard-sim && echo ./billiard-sim || echo billiard-sim")
read_scene = "< %s --print-scene '%s' | awk -f '%sscene.awk'" # sprintf(read_scene, sim, scene, folder) can be loaded

paper = '#fbfaf7'; ink = '#33302c'; faint = '#d8d4cc'
font = "DejaVu Sans,13"
blue = '#2f6db5'; orange = '#e08a2e'; green = '#2f8f6b'; red = '#c0392b'; grey = '#8a857c'

set border 3 lc rgb grey
set tics out nomirror textcolor rgb ink
set grid lc rgb faint lt 1 lw 1 dt 1
set key tc rgb ink samplen 2
