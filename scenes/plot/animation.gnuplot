# A film, one picture per frame of the run, 25 a second; each ball draws its last fifth of a second behind it.
#
#   billiard-sim -f gnuplot SCENE | gnuplot -c animation.gnuplot FILM SCENE
#   gnuplot -c animation.gnuplot FILM SCENE FILE
#
# FILM ends in .mp4, which needs ffmpeg, or .gif, which looks best with ffmpeg or ImageMagick: gnuplot's own GIF has jagged
# edges. `paths='no'` leaves out the tails. Table and colours come from the scene, as in trajectories.gnuplot; what can be set is the same. FILE (or standard
# input) is in the format `gnuplot`; choose its frames with --every.

if (ARGC < 2) { print "usage: gnuplot -c animation.gnuplot FILM SCENE [FILE]"; exit status 2 }
picture = ARG1; scene = ARG2; data = ARG3; size = 720; endings = ".gif .mp4 "
folder = ''
do for [i = 1:strlen(ARG0)] { if (ARG0[i:i] eq '/') { folder = ARG0[1:i] } }
load folder."table.gnuplot"

if (exists("at")) { system(forget); print "at: a film shows all frames"; exit status 2 }
has(program) = strlen(system("command -v ".program))
if (ending eq '.mp4' && !has('ffmpeg')) { system(forget); print "an .mp4 needs ffmpeg, which is not installed; a .gif does not"; exit status 1 }
encode = has('ffmpeg') ? 'ffmpeg -nostdin -v error -y -framerate 25 -i %s/%%06d.png '.(ending eq '.gif' ? \
             '-vf "split[a][b];[a]palettegen=stats_mode=diff:max_colors=128[p];[b][p]paletteuse=dither=none:diff_mode=rectangle"' : \
             '-vf "crop=trunc(iw/2)*2:trunc(ih/2)*2" -pix_fmt yuv420p -movflags +faststart').' %s' : \
         has('magick') ? 'magick -delay 4 -loop 0 %s/*.png -layers optimize %s' : \
         has('convert') ? 'convert -delay 4 -loop 0 %s/*.png -layers optimize %s' : ''

clock(t) = SI ? sprintf("%.2f s", t) : sprintf("%.4g", t)
if (encode eq '') {
    eval sprintf("set terminal gif animate delay 4 loop 0 font '%s,%g' size %.0f, %.0f background rgb paper", \
                 face, 0.75 * points, size_x, size_y)
    set output picture
}
if (fold_x > 0 || fold_y > 0) { set style circle noclip }
tail = bare ? 0 : 5
do for [frame = 0:frames - 1] {
    if (encode ne '') { eval canvas(size_x, size_y); set output sprintf("%s/%06d.png", temporary, frame) }
    t = begin + frame * (end - begin) / (frames > 1 ? frames - 1 : 1)
    if (moves) { now = t; eval bed_now.place }
    set label 4 (heading ne '' ? heading.', ' : title eq '' ? '' : title.', ').'t = '.clock(t) noenhanced \
        at screen (left / size_x + 1 - right / size_x) / 2, screen 1 - points / size_y center tc rgb ink
    plot for [k = (frame > tail ? frame - tail : 0):frame - 1] paths index (bare ? 0 : k) \
             using 1:2:(mix(seen($4), cloth, 0.17 * (tail + 1 - frame + k))) with lines lw 2 lc rgb variable, \
         data index frame using (on_x($4) + 0.12 * $8):(on_y($5) - 0.14 * $8):(FELT ? $8 : 0) with circles fs transparent solid 0.35 noborder fc rgb 'black', \
         data index frame using (on_x($4)):(on_y($5)):8:(mix(color($3), 0, FELT ? 0.75 : 0.4)) with circles fs solid noborder fc rgb variable, \
         data index frame using (on_x($4)):(on_y($5)):(0.86 * $8):(color($3)) with circles fs solid noborder fc rgb variable, \
         data index frame using (on_x($4) - 0.32 * $8):(on_y($5) + 0.34 * $8):(FELT ? 0.24 * $8 : 0) with circles fs transparent solid 0.75 noborder fc rgb 'white', \
         data index frame using (on_x($4)):(on_y($5)):(inside ? number($3) : ''):(contrast(color($3))) with labels tc rgb variable
}
unset output
failed = encode ne '' ? system(sprintf(encode, quote(temporary), quote(picture))." || echo yes") : ''
system(forget)
if (failed ne '') { print "no film is made"; exit status 1 }
