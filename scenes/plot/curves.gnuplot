# Curves: the columns of a table over its first one, with the header's names. Columns whose name begins with "theory" are lines,
# others points (of few rows and several columns, rings first, so that none hides behind another), or what `with` says. Empty cells
# are left out.
#
#   gnuplot -e "title='...'; y='...'" -c curves.gnuplot PICTURE <table.csv
#   gnuplot -e "title='...'; y='...'" -c curves.gnuplot PICTURE table.csv
#
# PICTURE ends in .png, .pdf or .svg. `y` is the label of the y axis, `with='lines'` joins the points, `with='boxes'` makes the first
# of these columns a histogram, `log='y'` ('x', 'xy') makes axes logarithmic; common.gnuplot tells what else can be set.

if (ARGC < 1) { print "usage: gnuplot -c curves.gnuplot PICTURE [FILE]"; exit status 2 }
picture = ARG1; data = ARG2; head = ""; producer = ""; endings = ".png .pdf .svg "; settings = "y with log "
folder = ''
do for [i = 1:strlen(ARG0)] { if (ARG0[i:i] eq '/') { folder = ARG0[1:i] } }
load folder."common.gnuplot"

many = int(system(awk." -F, 'NR == 1 { print NF }' ".quote(data)))
if (many < 2 || strstrt('{[', found[1:1])) { system(forget); print sprintf("not a table with commas and a header: \"%s\"", found[1:60]); exit status 3 }
name(i) = system(sprintf(awk." -F, 'NR == 1 { gsub(/\"/, \"\"); print $%d }' %s", i, quote(data)))
if (!exists("with")) with = 'points'
if (strstrt("points lines boxes ", with.' ') == 0) { system(forget); print sprintf("with='%s': must be 'points', 'lines' or 'boxes'", with); exit status 2 }
if (exists("log") && strstrt(" x y xy yx ", ' '.log.' ') == 0) { system(forget); print sprintf("log='%s': must be 'x', 'y' or 'xy'", log); exit status 2 }

# The n-th theory has the colour of the n-th other column, if there are as many of both and no boxes; else theories have that of ink.
array shades[6] = [0x1f5fa8, 0xc0392b, 0x2f9e8f, 0xb98a1d, 0x8a4fa0, 0x555049]
array theory[many]
few = int(system("head -n 62 ".quote(data)." | grep -c ''")) < 62 # rows, so that rings can be told apart
array titles[many]
theories = 0
do for [i = 2:many] { titles[i] = name(i); theory[i] = titles[i][1:6] eq 'theory'; theories = theories + theory[i] }
curves = ''; lines = ''; t = 0; m = 0
do for [i = 2:many] {
    if (theory[i]) {
        t = t + 1
        lines = lines.sprintf("data using 1:%d with lines lw 2 lc rgb %d title titles[%d], ", i, 2 * theories == many - 1 && with ne 'boxes' ? mix(shades[1 + (t - 1) % 6], 0xffffff, 0.7) : 0x555049, i)
    } else {
        m = m + 1
        drawn = with eq 'points' ? (m == 1 && many - theories > 2 && few ? 'points pt 6 ps 1.5 lw 2' : 'points pt 7 ps 0.9') : with eq 'lines' || m > 1 ? 'lines lw 3' : 'boxes'
        curves = curves.sprintf("data using 1:%d with %s lc rgb %d title %s, ", i, drawn, shades[1 + (m - 1) % 6], many > 2 ? sprintf("titles[%d]", i) : "''")
    }
}

# The tics of a logarithmic axis: over less than two decades at 1, 2 and 5 times a power of ten, over less than one at each
# multiple, over less than a factor of five as on any axis.
set datafile separator ','
add(text, number) = sprintf("%s%s%.6g", text, text eq '' ? '(' : ', ', number)
even(low, high) = (apart = tic(high - low), cut = '', sum [k = int(ceil(low / apart)):int(floor(high / apart))] (cut = add(cut, k * apart), 0), cut.')')
multiples(low, high) = (power = floor(log10(low)), cut = '', sum [k = 0:9 * (int(ceil(log10(high))) - power + 1) - 1] \
    (digit = 1 + k % 9, cut = high < 10 * low || strstrt('125', sprintf('%d', digit)) ? add(cut, digit * 10.0 ** (power + k / 9)) : cut, 0), cut.')')
tics(low, high) = high > 100 * low ? '' : high < 5 * low ? even(low, high) : multiples(low, high)
if (exists("log")) {
    eval "set logscale ".log
    low = 1e300; high = 1e-300
    do for [i = 2:many] {
        stats data using i nooutput
        low = STATS_min > 0 && STATS_min < low ? STATS_min : low; high = STATS_max > high ? STATS_max : high
    }
    if (strstrt(log, 'y') && low < high) { eval 'set ytics '.tics(low, high) }
    stats data using 1 nooutput
    if (strstrt(log, 'x') && STATS_min > 0 && STATS_min < STATS_max) { eval 'set xtics '.tics(STATS_min, STATS_max) }
}
set key noenhanced
caption = headed(''); long = sum [i = 2:many] strlen(titles[i]) + 5; keys = many == 2 ? 0 : PLAIN ? many - 1 : long > 100 ? 2 : 1
above = caption eq '' ? 0 : 1.5
set xlabel name(1) noenhanced
set ylabel (exists("y") ? y : many == 2 ? titles[2] : '') noenhanced
set style fill solid 0.5 noborder
set boxwidth 0.9 relative
set autoscale fix
set offsets 0, 0, graph 0.06, graph (with eq 'boxes' ? 0 : 0.03)
if (with eq 'boxes') { set yrange [0:*] }
eval open_graph(PLAIN ? column : wide, PLAIN ? 0.75 * column : 0.5 * wide)
eval "plot ".(with eq 'boxes' ? curves.lines : lines.curves)."NaN notitle"
unset output
system(forget)
