# What all pictures share. A script sets, before it loads this file,
#
#   picture   the name of the file to draw
#   data      the name of the file to read; "" is standard input
#   head      how the first line of that file begins
#   producer  the option of billiard-sim that writes it
#   endings   of pictures that it can draw, each with a blank behind it
#   settings  what may be set beside the settings below, each with a blank behind it
#
# and then calls eval open_picture(W, H). The user may set, with `gnuplot -e "units='SI'; style='plain'" -c ...`,
#
#   units     'SI': the scene is in metres, seconds and kilograms, which go to the labels
#   style     'plain': for print, on white
#   cm        the width of a plain picture in centimetres, 8 (a column) unless given
#   title     another title
#   face      another font than DejaVu Sans

# A text with `by` in place of each character `what`. Quotes a word for the shell, with any quotes inside; and as what awk -v
# assigns, which reads backslashes.
replaced(s, what, by) = (cut = '', sum [i = 1:strlen(s)] (cut = cut.(s[i:i] eq what ? by : s[i:i]), 0), cut)
quote(s) = "'".replaced(s, "'", "'\\''")."'"
assigned(s) = quote(replaced(s, "\\", "\\\\"))
awk = "LC_ALL=C awk" # some read and write a decimal comma where the locale has one
named(file) = file eq "" || file[1:1] eq '/' ? file : './'.file # to awk a=b is an assignment, to gnuplot -, < and $ begin other things
data = named(data)

# A setting that is misspelt would do nothing. All that the user may have set by now, and the scripts have set:
temporary = system("mktemp -d")
if (temporary eq "") { print "no folder for temporary files; see TMPDIR"; exit status 5 }
forget = "rm -r ".quote(temporary)
settings = settings.'units style cm title face'
save variables temporary.'/variables'
unknown = system(sprintf(awk." -v known='pi NaN I VoxelDistance GridDistance awk data picture head producer endings settings scene folder size most i temporary forget cut %s' "\
    ."'BEGIN { split(known, a, \" \"); for (i in a) is[a[i]] } $2 == \"=\" && !($1 in is) && $1 !~ /^(GP|ARG|MOUSE|GNUTERM)/ { print $1; exit }' %s", settings, quote(temporary.'/variables')))
if (unknown ne '') { system(forget); print sprintf("unknown setting '%s'; there are: %s", unknown, settings); exit status 2 }

ending = strlen(picture) > 4 ? picture[strlen(picture) - 3:*] : ""
if (exists("units") && units ne 'SI') { system(forget); print sprintf("units='%s': must be 'SI'", units); exit status 2 }
if (exists("style") && style ne 'plain') { system(forget); print sprintf("style='%s': must be 'plain'", style); exit status 2 }
if (strstrt(endings, ending.' ') == 0 || ending eq "") { system(forget); print sprintf("%s: a picture's name ends in %s", picture, endings); exit status 2 }

if (system("f=".quote(picture)."; case $f in */*) d=${f%/*}/ ;; *) d=. ;; esac; [ -w \"$f\" ] || [ ! -e \"$f\" ] && [ -w \"$d\" ] && echo yes") eq "") {
    system(forget); print "cannot write ".picture; exit status 5
}

# What is no file, such as standard input and pipes, can be read only once, so it is kept; every script ends with system(forget).
kept_file(name, as) = system("f=".quote(name)."; if [ -f \"$f\" ] || [ ! -e \"$f\" ]; then echo file; else cat \"$f\" >".quote(temporary.as)."; fi") eq 'file' ? \
    name : temporary.as
if (data eq "") { data = temporary.'/input'; system("cat >".quote(data)) } else { data = kept_file(data, '/input') }
found = system("head -n 1 ".quote(data)." 2>&1")
if (strstrt(found, "head: ") == 1) { system(forget); print found[7:*]; exit status 4 }
if (strstrt(found, head) != 1) {
    system(forget)
    print found eq "" ? "nothing to draw: the input is empty" : sprintf("not the output of billiard-sim %s: \"%s\"", producer, found[1:60]); exit status 3
}

# The program beside these scripts, in the tree or installed; or the one of PATH.
sim = system(sprintf("for sim in \"$BILLIARD_SIM\" %s %s billiard-sim; do command -v \"$sim\" && break; done", \
                     quote(folder.'../../billiard-sim'), quote(folder.'../../../../bin/billiard-sim')))
# With `impulse`, which takes most that any integrator takes but the temperature of walls, as the run may have had another one; or
# else with the scene's own, which knows gates or rolling resistance.
shown(options, scene) = quote(sim eq "" ? 'billiard-sim' : sim)." --print-scene ".options." ".quote(scene)
print_scene(scene) = "< { ".shown("-qi impulse -s table.thermal=null", scene)." 2>/dev/null || ".shown("-q", scene)."; }"
read_scene(scene, out) = print_scene(scene)." | ".awk." -v out=".assigned(out).(exists("ledger") ? " -v ledger=".assigned(ledger) : '')." -f ".quote(folder.'scene.awk')

SI = exists("units") && units eq 'SI'
PLAIN = exists("style") && style eq 'plain'
label(quantity, unit) = SI ? sprintf("%s (%s)", quantity, unit) : quantity
brief(number) = sprintf(abs(number) < 999.5 || abs(number) >= 1e6 ? "%.3g" : "%.0f", number)
amount(number, unit) = SI ? brief(number).' '.unit : brief(number)
heading = exists("title") ? title : ''
headed(own) = heading eq '' && !PLAIN ? own : heading

# The distance of tics on an axis of that length: two to five of them.
tic(length) = (ten = 10.0 ** floor(log10(length)), length < 2 * ten ? ten / 2 : length < 5 * ten ? ten : 2 * ten)

tone(c) = light(c) > (PLAIN ? 200 : 225) ? mix(c, 0, 0.65) : c # of a line, to be seen on paper
part(c, shift) = (int(c) >> shift) & 255
blend(a, b, share, shift) = int(share * part(a, shift) + (1 - share) * part(b, shift)) << shift
mix(a, b, share) = blend(a, b, share, 16) + blend(a, b, share, 8) + blend(a, b, share, 0)
light(c) = 0.3 * part(c, 16) + 0.59 * part(c, 8) + 0.11 * part(c, 0)

if (!exists("cm")) cm = 8
if (!exists("face")) face = 'DejaVu Sans'
paper = PLAIN ? '#ffffff' : '#fbfaf7'; ink = PLAIN ? '#000000' : '#33302c'; faint = PLAIN ? '#dddddd' : '#d8d4cc'
grey = PLAIN ? '#555555' : '#8a857c'

# Pictures are laid out in points of which a plain one has 50 to the centimetre, any other as many as it likes. A point is a
# pixel of PNG, of plain PNG three (381 to the inch).
column = 50 * cm; wide = 1200
points = PLAIN ? 14 : 18.75 # height of the font: in pictures 1200 wide, for pages on which they have 840 pixels
zoom = ending eq '.pdf' ? (PLAIN ? 72 / 127. : 0.75) : ending eq '.png' && PLAIN ? 3 : 1
terminal = ending eq '.pdf' ? "pdfcairo size %.4fin, %.4fin" : (ending eq '.svg' ? "svg" : "pngcairo")." size %.0f, %.0f"
terminal = terminal." rounded font '%s,%g' fontscale %g linewidth %g background rgb '%s'".(ending eq '.svg' ? "" : " pointscale %g")
inch = ending eq '.pdf' ? 72. : 1
fat = ending eq '.pdf' ? 2 : 1 # pdfcairo draws lines at half their width
canvas(w, h) = sprintf("set terminal ".terminal, zoom * w / inch, zoom * h / inch, face, (ending eq '.svg' ? 1 : 0.75) * points, zoom, \
                       fat * zoom, paper, fat * zoom)
open_picture(w, h) = canvas(w, h)."; set output picture"
# With `caption` to the left above the graph and a key of `keys` lines to the right; in a plain picture below the caption.
open_graph(w, h) = open_picture(w, h).sprintf("; set tmargin at screen %g; set key at graph 1, screen %g; %s", \
    1 - (above + 1.4 * keys + 0.6) * points / h, 1 - (above + 0.2) * points / h, \
    caption eq '' ? "" : sprintf("set label 4 caption noenhanced at graph 0, screen %g left tc rgb ink", 1 - 0.85 * points / h))

caption = heading; keys = 1; above = PLAIN && heading ne '' ? 1.6 : 0
set border 3 lc rgb grey
set tics out nomirror textcolor rgb ink
set format '%h'
set grid lc rgb faint lt 1 lw 1 dt 1
set key top right horizontal reverse Left tc rgb ink samplen 1.5 width 1
set xlabel tc rgb ink
set ylabel tc rgb ink
