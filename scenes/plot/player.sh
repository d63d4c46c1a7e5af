#!/bin/sh
# A page of HTML that plays a run in any browser, on a phone too, and needs no network.
#
#   player.sh PAGE SCENE [SETTING]... [OPTION... | FILE]
#
# PAGE ends in .html. The first form runs the scene, with options of billiard-sim such as -s duration=2. The second shows a run
# that was made: FILE (- is standard input) is in the format csv; if the run changed the scene, give `billiard-sim --print-scene`
# of the same options. Settings: hits=LOG names the log of --events that belongs to FILE, for hits that flash and paths that are
# exact between frames (on a periodic table while no ball flies further than half a period); units=SI and title=TEXT are those of
# the pictures. A page has at most 20 MB; of a longer run it has each second frame, or each third, and so on.
set -eu
script=$0
while [ -L "$script" ]; do # it is installed as a link
    to=$(readlink "$script")
    case $to in /*) script=$to ;; *) script=$(dirname "$script")/$to ;; esac
done
here=$(dirname "$script")
what=page endings='.html ' settings='' most=20000000
usage='Makes a page that plays a run in any browser. PAGE ends in .html. OPTIONs are
those of billiard-sim, which runs SCENE with them; or the run comes from FILE, in
the format csv (- is standard input).

  hits=LOG    log of --events of the run in FILE
  units=SI    metres, seconds, kilograms
  title=TEXT  instead of that of the scene'
setting() { false; }
together() { :; }
tools() { :; }
# shellcheck source=scenes/plot/common.sh
. "$here/common.sh"
[ -n "$file" ] || record csv "$@"

# The packer. Lengths become whole numbers, of which the longer side of the table has 100000; times of hits, of which the run has
# 10^9; angles, in thousandths of a radian. What is written is what changed; rounding does not add up. It keeps one frame of
# `keep`, and the last: a line "t ball ball ..." for each, where a ball is "dx,dy", with its turn about x, y and z "dx,dy,a,b,c",
# nothing if nothing changed, and "x" if it has gone; behind the balls the walls with a mass, left, right, bottom, top, each "d", if the
# ledger of the run tells where they are. A hit is a line "dt a b x y angle"; b is -1 for a wall or obstacle, -2 for a
# pocket, and the angle is that of the normal. Rows that are no numbers are refused: text of theirs would be part of the page.
cat >"$folder/pack.awk" <<'AWK'
function fail(text) { print name ": " text >"/dev/stderr"; failed = 1; exit 3 }
function whole(value) { return int(value < 0 ? value - 0.5 : value + 0.5) }
function number(key) { match($0, "\"" key "\": [-+.0-9e]+"); return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) + 0 }

function write_frame(    i, word, dx, dy, a, b, c) {
    printf "%s", t >frames
    for (i = 0; i < n; i++) {
        word = there[i] ? "x" : ""
        if (there[i] = seen[i] == frame) {
            dx = whole(x[i] / unit) - sent_x[i]; dy = whole(y[i] / unit) - sent_y[i]
            a = whole(1000 * turn_x[i]); b = whole(1000 * turn_y[i]); c = whole(1000 * turn_z[i])
            word = a || b || c ? dx "," dy "," a "," b "," c : word == "" || dx || dy ? dx "," dy : ""
            sent_x[i] += dx; sent_y[i] += dy; turn_x[i] -= a / 1000; turn_y[i] -= b / 1000; turn_z[i] -= c / 1000
        }
        printf " %s", word >frames
    }
    for (i = 1; i <= walls; i++) {
        dx = whole(place[step, i] / unit) - sent[i]; sent[i] += dx
        printf " %s", dx >frames
    }
    pending = 0; print "" >frames
}

# Turns by the mean of the angular velocities at both ends of a frame.
function turn(i, dt) {
    turn_x[i] += (wx[i] + $8) * dt / 2; turn_y[i] += (wy[i] + $9) * dt / 2; turn_z[i] += (wz[i] + $10) * dt / 2
    wx[i] = $8; wy[i] = $9; wz[i] = $10
}

BEGIN { out = ENVIRON["out"]; frames = out "/frames"; hits = out "/hits"; printf "" >frames; printf "" >hits; CONVFMT = OFMT = "%.15g" }

part == 1 && /^  "table": / {
    width = number("width"); height = number("height"); unit = (width > height ? width : height) / 100000
    moving = /"(motion|piston)": / # then balls may be anywhere
    walls_x = !moving && !/"periodic": (true|"x")/; walls_y = !moving && !/"periodic": (true|"y")/
}
part == 1 && /^    [{]"x": / { moves[n++] = !/"fixed": true/ }

part == "walls" && FNR == 1 { for (i = 3; i <= NF; i++) if ($i ~ /^x(left|right|bottom|top)$/) column[++walls] = i }
part == "walls" && FNR > 1 { for (i = 1; i <= walls; i++) place[$1, i] = $column[i] }

part == 2 && FNR == 1 && !/^step,t,ball,x,y,vx,vy/ { fail("not the output of billiard-sim -f csv: \"" substr($0, 1, 60) "\"") }
part == 2 && FNR > 1 && !/^[-+.,0-9e]+\r?$/ { fail("line " FNR ": not a row of billiard-sim -f csv: \"" substr($0, 1, 60) "\"") }
part == 2 && FNR > 1 {
    if ($1 != step || !frame) {
        if (frame && (frame - 1) % keep == 0)
            write_frame()
        before = frame ? t : $2; step = $1; t = $2; pending = 1
        if (!frame++)
            begin = t
    }
    if ($3 >= n)
        fail("the run has a ball " $3 ", the scene " n " balls: give billiard-sim --print-scene of the run's options")
    if (keep == 1 && !told && moves[$3] && (walls_x && ($4 < 0 || $4 > width) || walls_y && ($5 < 0 || $5 > height)) && ++told)
        print name ": warning: ball " $3 " is off the table at t = " t "; was the run made with this scene?" >"/dev/stderr"
    if (NF > 7)
        turn($3, t - before)
    x[$3] = $4; y[$3] = $5; seen[$3] = frame
}

part == 3 && FNR == 1 && !/^t,group,kind,a,b/ { fail("hits: not the output of billiard-sim --events") }
part == 3 && FNR == 1 { at = begin; moment = t > begin ? (t - begin) / 1e9 : 1 }
part == 3 && FNR > 1 && (!/^[-+.0-9e]+,[0-9]+,[a-z]+,[-+.,0-9e]+\r?$/ || !($4 + 0 in moves) || $3 == "ball" && !($5 + 0 in moves)) {
    fail("hits: line " FNR ": not a hit of this scene: \"" substr($0, 1, 60) "\"")
}
part == 3 && FNR > 1 && $3 != "roll" && $3 != "gate" {
    dt = whole(($1 - at) / moment); at += dt * moment
    print dt, $4 + 0, $3 == "ball" ? $5 + 0 : $3 == "pocket" ? -2 : -1, whole($6 / unit), whole($7 / unit), whole(1000 * atan2($9, $8)) >hits
}

END {
    if (failed) exit 3
    if (pending) write_frame()
}
AWK

size() { cat "$folder/frames" "$folder/hits" "$folder/scene" "$here/player.html" | wc -c; }
pack() { out=$folder awk -v keep="$1" -v name="$name" -f "$folder/pack.awk" part=1 "$folder/scene" FS=, part=walls "$folder/ledger" part=2 "$folder/run" part=3 "$folder/log"; }
keep=1
pack 1
if [ "$(wc -c <"$folder/hits")" -gt $((most / 2)) ]; then
    echo "$name: the log has too many hits for a page: none flash, and paths are straight between frames" >&2
    : >"$folder/log" && pack 1
fi
while [ "$(size)" -gt $most ]; do
    [ "$(grep -c '' "$folder/frames")" -gt 2 ] || fail 3 "$made: would have more than 20 MB, even with two frames"
    keep=$((keep * ($(size) / most + 1)))
    pack $keep
done
[ $keep -eq 1 ] || echo "$name: one frame of $keep is kept, so that the page has at most 20 MB" >&2

# The page is player.html, and the data come last. As < is written \u003c, nothing in a name or a title ends a block.
whole() {
    cat "$here/player.html" && echo '<script type="application/json" id="scene">' && sed 's/</\\u003c/g' "$folder/scene" &&
        echo "</script><script type=\"text/plain\" id=\"hits\" data-units=\"$units\">" && cat "$folder/hits" &&
        echo '</script><script type="text/plain" id="frames">' && cat "$folder/frames" && echo '</script>'
}
if ! { whole >"$folder/whole" && cat "$folder/whole" >"$made"; } 2>/dev/null; then fail 5 "cannot write $made"; fi
