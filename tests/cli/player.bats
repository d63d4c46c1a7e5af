#!/usr/bin/env bats
# scenes/plot/player.sh makes one page that plays a run: in a real browser, chromium without a screen, it shows each ball where
# the run has it, to a pixel, moves, turns balls as they spin, and obeys its controls.
#
# Promise: the player shows the run. Measured: places in the last frame to a pixel, and to 2e-4 between frames; a spin to 0.001.

load common

setup() {
    enter_empty_folder
    mkdir tmp
    export TMPDIR=$PWD/tmp BILLIARD_SIM=$sim
    player=$root/scenes/plot/player.sh
}

teardown() {
    equal "$(ls -A "$BATS_TEST_TMPDIR/here/tmp" 2>/dev/null)" "" # nothing is left behind
}

need_chromium() {
    command -v chromium >/dev/null || skip "no chromium"
}

# browse PAGE SCRIPT: opens a copy of the page, in which SCRIPT is run when it is ready; prints what SCRIPT puts into `found`, a
# line each. Whatever comes to the browser's console, such as an error, is printed too.
browse() {
    { cat "$1"
      echo "<script>const found = []; addEventListener('DOMContentLoaded', () => { $2
            document.body.append(found.map(line => '\n' + 'found ' + line).join('') + '\n'); });</script>"; } >browsed.html
    TMPDIR=$BATS_TEST_TMPDIR chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --user-data-dir="$BATS_TEST_TMPDIR/chromium" --enable-logging=stderr \
        --window-size=800,600 --virtual-time-budget=2000 --dump-dom "file://$PWD/browsed.html" 2>messages | sed -n 's/^found //p'
    grep CONSOLE messages || true
}

# Where the pixels of a colour are: the middle of their box, in units of the scene by the scale of the table's walls.
# shellcheck disable=SC2016 # JavaScript
pixels='const middle = (r, g, b, from = 0) => {
    const {width: w, height: h} = canvas, copy = new OffscreenCanvas(w, h).getContext("2d", {willReadFrequently: true});
    copy.drawImage(canvas, 0, 0);
    const data = copy.getImageData(0, 0, w, h).data, m = ctx.getTransform().inverse();
    let [x0, x1, y0, y1] = [w, -1, h, -1];
    for (let y = 0; y < h; y++) for (let x = from; x < w; x++) if ([r, g, b].every((v, i) => data[4 * (y * w + x) + i] === v)) {
        x0 = Math.min(x0, x); x1 = Math.max(x1, x); y0 = Math.min(y0, y); y1 = Math.max(y1, y); }
    const at = m.transformPoint({x: (x0 + x1 + 1) / 2, y: (y0 + y1 + 1) / 2});
    return [at.x, at.y, m.a]; };
const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
$("trails").selectedIndex = 0; $("labels").checked = false;'

@test "the page shows the last frame, changes, turns a ball that rolls, and obeys keys and buttons" {
    need_chromium
    cat >scene.json <<'JSON'
{"table": {"width": 10, "height": 5, "periodic": "x"}, "duration": 3, "frame": 0.05, "defaults": {"r": 0.5, "sliding": 1},
 "balls": [{"x": 8.5, "y": 4, "vx": 1.5, "spin": "rolling", "color": "red"}, {"x": 2, "y": 1.5, "vx": 3, "color": "blue"}, {"x": 4, "y": 1.8, "color": "lime"}]}
JSON
    $player page.html scene.json </dev/null
    browse page.html "$pixels"'
        const still = () => { draw(); return canvas.toDataURL(); }, clock = () => $("clock").textContent;
        found.push(document.title, playing ? "plays" : "stands");
        press("Home"); const first = still(); found.push(clock());
        $("next").click(); found.push(clock(), first === still() ? "same" : "changed");
        press("ArrowLeft"); found.push(clock(), first === still() ? "same" : "changed");
        canvas.click(); found.push(playing ? "plays" : "stands"); advance(last + 200); found.push(now > times[0] && first !== still());
        press(" "); found.push(playing ? "plays" : "stands");
        $("slider").value = 7; $("slider").oninput(); found.push(clock());
        press("End"); found.push(clock());
        spins = false; draw();
        for (const colour of [[255, 0, 0], [0, 0, 255], [0, 255, 0]]) found.push("at " + middle(...colour).join(" "));
        const q = turns[60]; found.push("turn " + [q[0], q[1], q[2], q[3]].join(" "));
        seek(20); found.push("seam " + [middle(255, 0, 0)[0], middle(255, 0, 0, canvas.width / 2)[0]].join(" "));' >found
    equal "$(sed '/^at\|^turn\|^seam/d' found)" "billiard-sim
plays
t = 0.000, frame 0 of 60, hits: 0
t = 0.050, frame 1 of 60, hits: 0
changed
t = 0.000, frame 0 of 60, hits: 0
same
plays
true
stands
t = 0.350, frame 7 of 60, hits: 0
t = 3.000, frame 60 of 60, hits: 2"
    # the middle of a ball against the run's last frame, in pixels; ball 0 rolls, without friction, by 4.5 = 9 radii, about y
    "$sim" scene.json | tail -n 3 | awk -F'[, ]' 'BEGIN { n = 0 } NR == FNR { x[FNR - 1] = $4 % 10; y[FNR - 1] = $5; next }
        /^at/ { i = n++; if (($2 - x[i])^2 + ($3 - y[i])^2 > $4^2) print "ball " i ": " $0 " wanted " x[i], y[i] }
        /^turn/ { if (($2 - cos(4.5))^2 + $3^2 + ($4 - sin(4.5))^2 + $5^2 > 1e-6) print; turned = 1 }
        END { if (n != 3 || !turned) print "only " n " balls" }' - found >wrong
    equal "$(cat wrong)" ""
    # at t = 1 ball 0 is at x = 10, half of it at each side
    equal "$(awk '/^seam/ { print ($2 > 4 && $2 < 6), ($3 > 9.5) }' found)" "1 1"
}

# bats test_tags=full
@test "in an upright window the table stands upright, unless balls fall; balls in pockets are listed" {
    need_chromium
    $player page.html "$root/scenes/pool.json" title=T </dev/null
    browse page.html "$pixels"'
        const list = () => { draw(); return $("gone").textContent; };
        press("Home"); found.push("first: " + list()); press("End"); found.push("last: " + list());
        Object.assign(document.body.style, {width: "300px", height: "560px"}); draw();
        const m = ctx.getTransform(), {width: w, height: h} = canvas, [x, y] = [[0, 0], [width, height]].map(p => m.transformPoint({x: p[0], y: p[1]}));
        found.push(m.a === 0 && m.b < 0 && m.c === m.b ? "upright" : "lying", w === 300, x.x > y.x && x.y > y.y && y.x > 0 && x.y < h, y.y < h / 4);
        found.push(getComputedStyle(canvas).webkitTapHighlightColor, $("full").onclick ? "button" : "");
        Object.assign(document.body.style, {width: "", height: ""}); draw(); found.push(ctx.getTransform().b);' >found
    equal "$(cat found)" "first: 
last: in pockets: 1
upright
true
true
true
rgba(0, 0, 0, 0)
button
0"
    # but not one with gravity, which would point sideways
    $player page.html "$root/scenes/galton.json" </dev/null
    equal "$(browse page.html 'Object.assign(document.body.style, {width: "300px", height: "560px"}); draw(); found.push(ctx.getTransform().b);')" 0
}

# bats test_tags=full
@test "an error of the page would be seen" {
    need_chromium
    $player page.html "$root/scenes/two_balls.json" </dev/null
    like "$(browse page.html 'nothing.at.all;')" '*CONSOLE*ReferenceError*'
    equal "$(browse page.html 'found.push(1);')" 1
}

# bats test_tags=full
@test "between frames the page shows what finer frames have, and balls vanish where a pocket takes them" {
    need_chromium
    for scene in break kickoff torus; do
        $player page.html "$root/scenes/$scene.json" -q -s duration=2 -s frame=0.5 </dev/null
        "$sim" -q -s duration=2 -s frame=0.02 "$root/scenes/$scene.json" | tail -n +2 | cut -d, -f2-5 >fine
        browse page.html "const wrong = []; let seen = 0;
            for (const row of \`$(cat fine)\`.trim().split('\n')) { const [t, id, x, y] = row.split(',').map(Number), ball = balls[id];
                const [px, py] = placeAt(ball, t); seen++;
                if (Math.hypot(near(px, x, fold[0]) - x, near(py, y, fold[1]) - y) > 2e-4 * longer || t > ball.gone) wrong.push(row + ' ' + px + ' ' + py); }
            found.push(seen > 100 ? 'seen' : seen, ...wrong.slice(0, 5));" >found
        equal "$(cat found)" seen
    done
    "$sim" -q --events - -o /dev/null "$root/scenes/pool.json" | grep -q ,pocket,1,
    $player page.html "$root/scenes/pool.json" </dev/null
    equal "$(browse page.html 'found.push(balls[1].gone < now + 1, balls[0].gone); seek(1e9); found.push(now > balls[1].gone);')" $'true\nInfinity\ntrue'
}

@test "changes smaller than the page can tell add up, of places and of turns" {
    echo '{"table": {"width": 100, "height": 3}, "mu": 0.1, "dt": 0.01, "steps": 1000, "balls": [{"x": 1, "y": 1, "vx": 0.0123457,
        "r": 0.5, "m": 1, "spin": [0.0123, 0.0456, 0.0333]}]}' >scene.json # .12 of a unit and some tenths of a thousandth a frame
    $player page.html scene.json </dev/null
    equal "$(awk '/<\/script>/ { here = 0 } /id="frames"/ { here = 1; sub(/.*>/, "") }
        here && NF > 1 { split($2, d, ","); x += d[1]; y += d[2]; a += d[3]; b += d[4]; c += d[5] } END { print x, y, a, b, c }' page.html)" \
        "1123 1000 123 456 333"
}

@test "a page needs nothing else, whatever stands in the scene" {
    "$sim" --print-scene -s 'title=</script><b>"it'\''s" \ $HOME' -s 'balls.0.name=<!--<script>' -o odd.json "$root/scenes/two_balls.json"
    "$sim" -q --events hits odd.json >run
    $player a.html odd.json hits=hits run
    $player b.html odd.json hits=hits - <run
    $player c.html odd.json -q </dev/null
    cmp a.html b.html
    cmp <(grep -v '"integrator"' a.html) <(grep -v '"integrator"' c.html)
    equal "$(grep -ciE '(src|href) *=|url\(|@import|https?:' a.html)" 0
    equal "$(grep -o '<script\|</script' a.html | wc -l)" 8
    sed -n '/id="scene">$/,/^<\/script>/p' a.html | sed '1d;$d' >scene.json
    equal "$(json_value scene.json '"$_->{title}|$_->{balls}[0]{name}"')" "</script><b>\"it's\" \\ \$HOME|<!--<script>"
    $player d.html odd.json units=SI 'title="My" \title' hits=hits run
    sed -n '/id="scene">$/,/^<\/script>/p' d.html | sed '1d;$d' >scene.json
    equal "$(json_value scene.json '$_->{title}')" '"My" \title'
    $player e.html odd.json title=$'a\rb\ec\td' hits=hits run
    sed -n '/id="scene">$/,/^<\/script>/p' e.html | sed '1d;$d' >scene.json
    equal "$(json_value scene.json '$_->{title}')" 'a b c d'
    grep -q 'data-units="SI"' d.html
}

# refuses STATUS PATTERN ARGUMENT...: of the player
refuses() {
    run --separate-stderr "$player" "${@:3}" </dev/null
    equal "$status" "$1"
    like "$stderr" "$2"
    [ ! -e a.html ]
}

@test "text in a run or a log that should be a number does not come into a page" {
    scene=$root/scenes/kickoff.json
    "$sim" -q --events hits -o run "$scene"
    evil='</script><script>document.title=1</script>'
    for column in $(runs "2 7" "1 2 3 4 7"); do
        awk -F, -v OFS=, -v c=$column -v evil="$evil" 'NR == 9 { $c = evil } 1' run >bad
        refuses 3 'player.sh: line 9: not a row of billiard-sim -f csv: "*</script>*"' a.html "$scene" hits=hits bad
    done
    for column in $(runs "3 9" "1 3 4 5 6 9"); do
        awk -F, -v OFS=, -v c=$column -v evil="$evil" 'NR == 3 { $c = evil } 1' hits >bad
        refuses 3 'player.sh: hits: line 3: not a hit of this scene: "*' a.html "$scene" hits=bad run
    done
    awk -F, -v OFS=, 'NR == 3 { $4 = 99 } 1' hits >bad
    refuses 3 'player.sh: hits: line 3: not a hit of this scene: "*,99,*"' a.html "$scene" hits=bad run
    sed 's/$/\r/' run >crlf # as an editor of Windows leaves it
    sed 's/$/\r/' hits >hits_crlf
    "$player" a.html "$scene" hits=hits run
    "$player" b.html "$scene" hits=hits_crlf crlf
    cmp a.html b.html
}

@test "a folder for temporary files with any characters" {
    mkdir -p 'odd=\t'"'"'"$ %x'
    for folder in "$PWD/"odd* odd*; do
        TMPDIR=$folder "$player" a.html "$root/scenes/kickoff.json" </dev/null
        [ -s a.html ]
        equal "$(ls -A "$folder")" ""
    done
}

@test "what is no run of the scene, and what the player does not know, is refused with a line" {
    scene=$root/scenes/two_balls.json
    "$sim" scene.json >run 2>/dev/null || "$sim" -q -n 0 "$root/scenes/kickoff.json" >run
    refuses 2 $'usage: player.sh PAGE SCENE *\ntry \'player.sh --help\'' a.html
    refuses 2 $'player.sh: a.htm: the name of a page ends in .html\ntry *' a.htm "$scene"
    refuses 2 'player.sh: unit=SI: no file, and no setting (hits=LOG units=SI title=TEXT); a key of the scene is set by -s unit=SI*' a.html "$scene" unit=SI
    refuses 2 'player.sh: units=cgs: must be units=SI*' a.html "$scene" units=cgs
    refuses 2 'player.sh: -q: a run that is in a file takes no options*' a.html "$scene" run -q
    refuses 2 'player.sh: hits=run: which FILE does it belong to?*' a.html "$scene" hits=run
    refuses 2 'player.sh: --batch: a page shows one run*' a.html "$scene" --batch lines
    refuses 2 'player.sh: -o: not for a page, which runs the scene by itself*' a.html "$scene" -o run
    refuses 5 'player.sh: cannot create /none/a.html: no such folder' /none/a.html "$scene"
    refuses 4 'player.sh: hits.csv: cannot be opened' a.html "$scene" hits=hits.csv run
    refuses 3 "*player.sh: the run has a ball 2, the scene 2 balls: give billiard-sim --print-scene of the run's options" a.html "$scene" run
    refuses 3 'player.sh: hits: not the output of billiard-sim --events' a.html "$root/scenes/kickoff.json" hits=run run
    refuses 3 'player.sh: nothing to show: the run is empty' a.html "$scene" /dev/null
    refuses 3 'player.sh: run: a run, not a scene; the scene comes first, and behind it the run' a.html run "$scene"
    "$sim" --print-scene -s balls=[] "$scene" >none.json
    refuses 3 'player.sh: nothing to show: the scene has no balls' a.html none.json
    "$sim" -q -f xyz "$scene" >run
    refuses 3 'player.sh: not the output of billiard-sim -f csv: "2"' a.html "$scene" run
    refuses 4 '*absent.json: cannot be opened*' a.html absent.json
    refuses 3 '*unknown key "nothing"*' a.html "$scene" -s nothing=1
    refuses 2 '*--steps: needs an argument, N*' a.html "$scene" -n
    ln -s /dev/full full.html
    refuses 5 'player.sh: cannot write full.html' full.html "$scene"
    "$sim" -q -s table.width=900 -s balls.0.x=700 -n 0 "$root/scenes/kickoff.json" >run
    run "$player" a.html "$root/scenes/kickoff.json" run
    equal "$status $output" "0 player.sh: warning: ball 0 is off the table at t = 0; was the run made with this scene?"
    [ ! -d /proc/self/fd ] || like "$(sleep 0 | "$player" a.html "$scene" 2>&1)" "player.sh: warning: standard input is not read; *"
    equal "$(sleep 0 | (while :; do "$player" a.html "$scene" -q && break; done) 2>&1)" "" # the pipe is the loop's
    equal "$(echo "'$player' a.html '$scene' -q; true" | sh 2>&1)" ""                      # that of a script
}

@test "settings and options come in any order, and the scene from standard input, too" {
    "$player" a.html "$root/scenes/kickoff.json" units=SI title=T -s duration=1 </dev/null
    "$player" b.html "$root/scenes/kickoff.json" -s duration=1 units=SI -q title=T </dev/null
    "$player" c.html - -qs duration=1 units=SI title=T <"$root/scenes/kickoff.json"
    cmp a.html b.html
    cmp a.html c.html
    equal "$("$player" --help | head -n 1)" "usage: player.sh PAGE SCENE [SETTING]... [OPTION... | FILE]"
    equal "$("$player" --version)" "$("$sim" --version)"
}

@test "a page that would be too large has fewer frames, and its last one; or is refused" {
    cp -r "$root/scenes/plot" .
    size=9000
    "$sim" -q --events hits "$root/scenes/kickoff.json" >run
    frames() { sed -n '/id="frames">$/,/^<\/script>/p' a.html | sed '1d;$d'; }
    plot/player.sh a.html "$root/scenes/kickoff.json" hits=hits run
    all=$(frames | grep -c '')
    whole=$(wc -c <a.html)
    sed -i "s/^\(what=.* most=\).*/\1$((whole - 2000))/" plot/player.sh
    run plot/player.sh a.html "$root/scenes/kickoff.json" hits=hits run
    equal "$status $output" "0 player.sh: one frame of 2 is kept, so that the page has at most 20 MB"
    equal "$(frames | grep -c '')" $(((all + 1) / 2 + (all + 1) % 2))
    equal "$(frames | tail -n 1 | cut -d' ' -f1)" "$(tail -n 1 run | cut -d, -f2)"
    [ "$(wc -c <a.html)" -lt "$whole" ]
    sed -i "s/ most=.*/ most=$size/" plot/player.sh
    rm a.html
    run plot/player.sh a.html "$root/scenes/kickoff.json" hits=hits run
    equal "$status" 3
    like "$output" "*player.sh: a.html: would have more than 20 MB, even with two frames"
    [ ! -e a.html ]
}

# bats test_tags=full
@test "names beside balls lie on no other ball and name" {
    need_chromium
    printf '%s' '{"table": {"width": 20, "height": 10}, "dt": 1, "steps": 0, "balls": [{"x": 2, "y": 5, "r": 0.1, "name": "cue"},
        {"x": 12, "y": 5, "r": 0.1, "name": "apex"}, {"x": 12.174, "y": 5.1, "r": 0.1, "name": "left"}, {"x": 12.174, "y": 4.9, "r": 0.1, "name": "right"},
        {"x": 5, "y": 5, "r": 0.1, "name": "free"}, {"x": 5.3, "y": 5, "r": 0.1, "name": "near"}]}' >names.json
    "$player" names.html names.json </dev/null
    run browse names.html '$("labels").checked = true; const words = []; ctx.fillText = word => words.push(word); draw(); found.push(words.join(" "));'
    equal "$output" "cue left free"
}

@test "walls with a mass are where the run's ledger has them, straight between frames" {
    printf '%s' '{"table": {"width": 4, "height": 2, "piston": {"top": {"m": 1, "force": 0.4}, "right": {"m": 2, "v": -0.5, "x": 3}}},
        "dt": 0.5, "steps": 4, "balls": [{"x": 1, "y": 1, "r": 0.1}, {"x": 1.5, "y": 0.5, "r": 0.1}]}' >mass.json
    "$player" mass.html mass.json </dev/null
    words() { sed -n '/id="frames">$/,/^<\/script>/p' "$1" | sed '1d;$d' | tr '\n' ';'; }
    equal "$(words mass.html)" "0 25000,25000 37500,12500 75000 50000;0.5   -6250 1250;1   -6250 3750;1.5   -6250 6250;2   -6250 8750;"
    "$sim" -q -o run.csv mass.json
    "$player" file.html mass.json run.csv
    equal "$(words file.html)" "0 25000,25000 37500,12500;0.5  ;1  ;1.5  ;2  ;"
    [ -n "${TEST_FULL-}" ] || return 0
    need_chromium
    shown='found.push(...[edges(0.25), edges(2), reach].map(places => places.map(q => +q.toFixed(9)).join(" ")), masses.map(wall => !!wall && !!wall.unseen).join(" "));'
    run browse mass.html "$shown"
    equal "$output" $'0 0 2.875 2.025\n0 0 2 2.8\n0 0 3 2.8\nfalse false false false'
    run browse file.html "$shown"
    equal "$output" $'0 0 1.6 1.1\n0 0 1.6 1.1\n0 0 1.6 1.1\nfalse false true true'
}

# bats test_tags=full
@test "walls, lines and arcs that move are drawn where they are" {
    need_chromium
    printf '%s' '{"table": {"width": 3, "height": 2, "motion": {"right": [[0, -0.5, 0], [1, 0.5, 0]], "bottom": [[0.5, 0, 0.25]]}},
        "dt": 0.1, "steps": 20, "balls": [{"x": 1, "y": 1.5, "r": 0.1}]}' >moving.json
    sh "$player" moving.html moving.json
    run browse moving.html 'found.push(edges(0).join(" "), edges(1).join(" "), edges(2).join(" "), reach.join(" "));'
    equal "$output" "$(printf '0 0 3 2\n0 0.125 2.5 2\n0 0.375 3 2\n0 0 3 2')"
    # arcs that turn, and balls that roll in them
    "$player" turning.html "$root/scenes/drum.json" -q -s duration=1 </dev/null
    run browse turning.html 'seek(25); found.push(turned(2, undefined, 1.5), turned([[0, 1], [1, -2]], undefined, 3), turned([[0, 1], [1, -2]], 2, 5),
        turns[25].some((q, i) => q !== turns[0][i]));'
    equal "$output" $'3\n-3\n-1\ntrue'
}
