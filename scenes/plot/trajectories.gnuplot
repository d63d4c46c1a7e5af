# The paths of all balls on the table, fading into the past; rings where they started, numbered balls where they end, to
# scale. Walls, lines and arcs that move stand where they are at the end; pale lines show where they were at the start. Of more than a thousand balls, no paths: the balls as they end, in colours of their speed; of fewer with `paths='no'`, in
# colours of their speed if there are more than 50 and the scene gives none. `at=TIME` ends with the last frame at or before TIME.
# picture.sh does all this with one command.
#
#   billiard-sim -f gnuplot SCENE | gnuplot -c trajectories.gnuplot PICTURE SCENE
#   gnuplot -c trajectories.gnuplot PICTURE SCENE FILE
#
# PICTURE ends in .png, .pdf or .svg. The table and the balls' colours come from the scene; if the run changed them, give
# `billiard-sim --print-scene` of the same options instead. FILE (or standard input) is in the format `gnuplot`.
# `gnuplot -e "hits='hits.csv'" -c ...` names the run's collision log, which makes paths exact where balls are hit more than
# once between two frames, "ledger='energy.csv'" its ledger, which has the places of walls with a mass; common.gnuplot tells what
# else can be set.

if (ARGC < 2) { print "usage: gnuplot -c trajectories.gnuplot PICTURE SCENE [FILE]"; exit status 2 }
picture = ARG1; scene = ARG2; data = ARG3; size = 1200; most = 1000; endings = ".png .pdf .svg "
folder = ''
do for [i = 1:strlen(ARG0)] { if (ARG0[i:i] eq '/') { folder = ARG0[1:i] } }
load folder."table.gnuplot"

trail(ball, t) = mix(seen(ball), cloth, (FELT ? 0.5 : 0.55) + (FELT ? 0.5 : 0.45) * (t - begin) / (end - begin))
many = n > most || bare && n > 50 && colored == 0
crowd = !many && int(system("grep -c '' ".quote(first))) > 100 # too many for rings
lit = !FELT || fold_x > 0 || fold_y > 0 ? 0 : 0.5 # light from the upper left; at the side of a periodic table from above
small = 0.8 * (ending eq '.svg' ? 1 : 0.75) * points
caption = heading ne '' ? heading : (title eq '' ? '' : title.', ').(moment ? 't = '.(SI ? sprintf("%.6g s", shown) : sprintf("%.6g", shown)) : sprintf("t = %s to %s", brief(begin), amount(end, 's')))
fit = 0.58 * strlen(caption) * points / size_x # above 1: too long for the picture, unless it is set smaller
set label 4 caption noenhanced font sprintf(",%g", (ending eq '.svg' ? 1 : 0.75) * points / (fit > 1 ? fit : 1)) \
    at screen (fit > 1 ? 0.5 : (left / size_x + 1 - right / size_x) / 2), screen 1 - points / size_y center tc rgb ink
if (lost ne '') { print "warning: the frames do not give the path of ".lost."; write more frames, or name the log of --events, hits='FILE'" }
eval open_picture(size_x, size_y)
if (many) {
    fast = typical > 0 ? 2.5 * typical : 1
    set label 3 (typical > 0 ? sprintf("colour: speed, from 0 (dark) to %s (light)", amount(fast, 'm/s')) : 'all at rest') \
        at screen 1 - right / size_x, screen 0.8 * points / size_y right tc rgb grey font sprintf(",%g", small)
    set palette defined (0 '#0d0887', 0.2 '#7d03a8', 0.45 '#cb4679', 0.7 '#f89441', 1 '#f0f921')
    set cbrange [0:fast]
    unset colorbox
    if (typical == 0) { set palette defined (0 '#d9b36c', 1 '#d9b36c') }
    if (n > 5000) { set style fill solid noborder } else { set style fill solid border lc rgb ink }
    plot last using 1:2:3:5 with circles lw 0.5 fc palette
} else {
    if (moves && !moment) { now = begin; eval began; now = shown }
    said = bare ? '' : (crowd ? (moves ? "pale lines: start, " : "")."discs: end" : (moves ? "rings, pale lines: start" : "rings: start").", discs: end").(int(system("grep -cx slides ".quote(temporary.'/scene'))) ? ", dashes: sliding" : "")
    set label 3 said at screen 1 - right / size_x, screen 0.8 * points / size_y right \
        tc rgb grey font sprintf(",%g", small)
    do for [i = 1:words(images) / 4] {
        x = real(word(images, 4 * i - 3)); y = real(word(images, 4 * i - 2)); r = real(word(images, 4 * i - 1)); c = color(int(word(images, 4 * i)))
        set object 500000 + 2 * i circle at x, y size r front fs solid noborder fc rgb mix(c, 0, FELT ? 0.75 : 0.4)
        set object 500001 + 2 * i circle at x, y size r - rim(r) front fs solid noborder fc rgb c
    }
    do for [i = 1:inside ? words(starts) / 4 : 0] { # as labels: in data of `with labels` gnuplot ends a text at a quote
        ball = int(word(starts, 4 * i))
        called = is_number[ball + 1] ? '' : name[ball + 1]
        set label 1000 + i called noenhanced at real(word(starts, 4 * i - 3)), \
            real(word(starts, 4 * i - 2)) - real(word(starts, 4 * i - 1)) - 0.6 * points / scale center front \
            font sprintf(",%g", 0.7 * (ending eq '.svg' ? 1 : 0.75) * points) tc rgb mix(seen(ball), cloth, 0.75)
    }
    lines = sprintf("< ".awk." -v longest=%.9g -v dash=%.9g -f %s %s", (end - begin) / 60, (PLAIN ? 8 : 12) / scale, \
                    quote(folder.'straight.awk'), quote(paths))
    plot lines using 1:2:(trail($4, $3)) with lines lw (PLAIN ? 1 : 2) lc rgb variable, \
         first using (crowd || bare ? NaN : $1):2:3:(mix(seen($4), cloth, 0.75)) with circles lc rgb variable fs empty, \
         first using 1:2:(inside && !crowd && !bare ? number($4) : ''):(mix(seen($4), cloth, 0.75)) with labels tc rgb variable, \
         last using ($1 + rim($3)):($2 - 7 * rim($3) / 6):(FELT ? $3 : 0) with circles fs transparent solid 0.35 noborder fc rgb 'black', \
         for [k = 1:2] (k == 1 ? last : sunk) using 1:2:3:(mix(color($4), 0, FELT ? 0.75 : 0.4)) with circles fs solid noborder fc rgb variable, \
         for [k = 1:2] (k == 1 ? last : sunk) using ($1 - lit * rim($3)):($2 + lit * rim($3)):($3 - rim($3)):(color($4)) \
             with circles fs solid noborder fc rgb variable, \
         last using ($1 - 0.32 * $3):($2 + 0.34 * $3):(FELT ? 0.24 * $3 : 0) with circles fs transparent solid 0.75 noborder fc rgb 'white', \
         last using ($1 + beside($3)):($2 + beside($3)):(inside || $6 == 0 ? number($4) : ''):(inside || !FELT ? contrast(inside ? color($4) : 0xffffff) : 0xffffff) \
             with labels tc rgb variable, \
         sunk using 1:2:(number_of($4, $3)):(contrast(color($4))) with labels tc rgb variable
}
unset output
system(forget)
