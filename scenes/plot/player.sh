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
# shellcheck source=scenes/plot/common.sh
. "$here/common.sh"
[ -n "$file" ] || simulate "$@" -f csv --events "$folder/log" >"$folder/run"

# The packer. Lengths become whole numbers, of which the longer side of the table has 100000; times of hits, of which the run has
# 10^9; angles, in thousandths of a radian. What is written is what changed; rounding does not add up. It keeps one frame of
# `keep`, and the last: a line "t ball ball ..." for each, where a ball is "dx,dy", with its turn about x, y and z "dx,dy,a,b,c",
# nothing if nothing changed, and "x" if it has gone. A hit is a line "dt a b x y angle"; b is -1 for a wall or obstacle, -2 for a
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
    walls_x = !/"periodic": (true|"x")/; walls_y = !/"periodic": (true|"y")/
}
part == 1 && /^    [{]"x": / { moves[n++] = !/"fixed": true/ }

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
part == 3 && FNR > 1 && $3 != "roll" {
    dt = whole(($1 - at) / moment); at += dt * moment
    print dt, $4 + 0, $3 == "ball" ? $5 + 0 : $3 == "pocket" ? -2 : -1, whole($6 / unit), whole($7 / unit), whole(1000 * atan2($9, $8)) >hits
}

END {
    if (failed) exit 3
    if (!frame) fail("nothing to show: the run is empty")
    if (pending) write_frame()
}
AWK
cat >"$folder/page" <<'END'
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>billiard-sim</title>
<style>
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #33302c; --bed: #fff; --edge: #55504a; --hit: #e04e00; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181b; --ink: #e4e0d8; --bed: #22262b; --edge: #b9b2a6; --hit: #ffe45c; } }
body { margin: 0; height: 100vh; height: 100dvh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink);
    font: 16px "DejaVu Sans", system-ui, sans-serif; padding: 0 env(safe-area-inset-right) 0 env(safe-area-inset-left); }
header, footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .4em; padding: .4em .8em; }
h1 { font-size: 1em; margin: 0; }
canvas { flex: 1; min-height: 0; width: 100%; touch-action: manipulation; cursor: pointer; -webkit-tap-highlight-color: transparent; outline-offset: -2px; }
#slider { flex: 1 1 100%; height: 1.8em; margin: 0; }
button, select, label { min-height: 2.5em; min-width: 2.7em; font: inherit; display: inline-flex; align-items: center; justify-content: center; }
footer { justify-content: center; } #play { min-width: 5em; }
@media (max-height: 480px) { #slider { flex: 1 1 8em; } header, footer { padding: .1em .8em; } }
</style>
<header><h1></h1><output id="gone"></output><output id="clock"></output></header>
<canvas tabindex="0" role="img" aria-label="the table"></canvas>
<footer>
<input type="range" id="slider" min="0" value="0" aria-label="frame">
<button id="back" title="one frame back (left arrow)">&#8722;1</button>
<button id="play" title="play or pause (space, or a tap on the table)">Play</button>
<button id="next" title="one frame on (right arrow)">+1</button>
<select id="speed" title="time of the run in a second (+ and -)" aria-label="speed"></select>
<select id="trails" title="trails (t)" aria-label="trails"><option>no trails<option>short trails<option>long trails</select>
<label title="numbers and names (n)"><input type="checkbox" id="labels">labels</label>
<button id="full" title="full screen (f)" aria-label="full screen">full</button>
</footer>
<script>
'use strict';
const $ = id => document.getElementById(id), canvas = document.querySelector('canvas'), ctx = canvas.getContext('2d');
const spare = 'f7f1e1 f5e03b 1490ff dc8114 b34eba 18b95b a9d9ff 612fb0 f1b4a1 91ff94 ba89c0 b9d958 9fabfd 846414 bfb0ba 622f7f'.split(' '); // as in scene.awk
const dark = matchMedia('(prefers-color-scheme: dark)'), style = name => getComputedStyle(document.documentElement).getPropertyValue(name);
let scene, balls, n, unit, width, height, longer, fold, felt; // fold: the periods of x and y, 0 where walls are
let times, turns = [], spins, hits, hitTimes; // turns: of each frame, the orientations of all balls as quaternions
let now, end, playing = false, last, box; // now: the time that is shown; box: scale and corner of the table in the canvas
// How many entries of a sorted list are at most t.
function upTo(list, t) {
    let low = 0, high = list.length;
    while (low < high) { const middle = (low + high) >> 1; if (list[middle] <= t) low = middle + 1; else high = middle; }
    return low;
}
const frame = () => Math.max(0, upTo(times, now) - 1);

function readScene() {
    scene = JSON.parse($('scene').textContent);
    ({width, height} = scene.table); longer = Math.max(width, height); unit = longer / 1e5;
    fold = [width, height].map((period, axis) => [true, 'xy'[axis]].includes(scene.table.periodic) ? period : 0);
    balls = scene.balls; n = balls.length;
    felt = n <= 50 && !fold[0] && !fold[1] && !scene.gravity?.some(g => g) && !balls.some(ball => ball.fixed);
    balls.forEach((ball, i) => {
        ctx.fillStyle = '#' + (ball.fixed ? '8f8a80' : spare[i ? (i - 1) % 15 + 1 : 0]);
        ctx.fillStyle = ball.color || ctx.fillStyle;
        const [r, g, b] = [1, 3, 5].map(k => parseInt(ctx.fillStyle.slice(k, k + 2), 16));
        Object.assign(ball, {paint: ctx.fillStyle, light: .3 * r + .59 * g + .11 * b > 120, rim: `rgb(${r >> 2},${g >> 2},${b >> 2})`,
            dark: `rgb(${r >> 1},${g >> 1},${b >> 1})`, bright: `rgb(${128 + (r >> 1)},${128 + (g >> 1)},${128 + (b >> 1)})`,
            t: [], x: [], y: [], gone: Infinity}); // its path: places at the times of frames and hits, straight in between
    });
    document.querySelector('h1').textContent = document.title = scene.title || 'billiard-sim';
}
const add = (ball, t, x, y) => { ball.t.push(t); ball.x.push(x); ball.y.push(y); };
const near = (q, other, period) => period ? q - period * Math.round((q - other) / period) : q; // the image nearest to another place
// Adds a hit to the paths of its balls: their centres are a radius away from it, that of a ball in a pocket is there.
function takeHit({t, a, b, x, y, angle}) {
    for (const [id, side] of [[a, b === -2 ? 0 : -1], [b, 1]]) {
        const ball = balls[id], i = ball ? ball.t.length - 1 : -1, r = ball ? side * ball.r : 0;
        if (i < 0 || ball.gone < Infinity || ball.fixed) continue;
        if (t > ball.t[i]) add(ball, t, near(x + r * Math.cos(angle), ball.x[i], fold[0]), near(y + r * Math.sin(angle), ball.y[i], fold[1]));
        ball.hit = true;
        if (b === -2) ball.gone = t;
    }
}

function readFrames() {
    const lines = $('frames').textContent.trim().split('\n'), place = balls.map(() => [0, 0]);
    times = lines.map(parseFloat); now = times[0]; end = times[times.length - 1]; spins = balls.some(ball => ball.spin);
    let t = now, taken = 0;
    hits = $('hits').textContent.split('\n').slice(1, -1).map(line => line.split(' ').map(Number)).map(([dt, a, b, x, y, angle]) =>
        ({t: t += dt * (end - now) / 1e9, a, b, x: x * unit, y: y * unit, angle: angle / 1000}));
    hitTimes = hits.map(hit => hit.t);
    lines.forEach((line, k) => {
        for (; hits[taken]?.t <= times[k]; taken++) takeHit(hits[taken]);
        if (spins) turns.push(new Float32Array(4 * n));
        line.split(' ').slice(1).forEach((word, i) => {
            const ball = balls[i], d = word.split(',').map(Number), p = place[i], j = ball.t.length - 1;
            if (spins) turns[k].set(turned(k ? turns[k - 1].subarray(4 * i, 4 * i + 4) : [1, 0, 0, 0], d), 4 * i);
            if (word === 'x') ball.gone = Math.min(ball.gone, times[k]);
            if (word === 'x' || !word && !ball.hit) return;
            const x = (p[0] += d[0]) * unit, y = (p[1] += d[1] || 0) * unit;
            if (j >= 0 && ball.t[j] < times[k - 1]) add(ball, times[k - 1], ball.x[j], ball.y[j]); // it was at rest until then
            add(ball, times[k], ball.hit ? near(x, ball.x[j], fold[0]) : x, ball.hit ? near(y, ball.y[j], fold[1]) : y);
            ball.hit = false;
        });
    });
}
// The orientation q after a turn by d[2..4] thousandths of a radian.
function turned(q, [, , a = 0, b = 0, c = 0]) {
    const size = Math.hypot(a, b, c), w = Math.cos(size / 2000), [x, y, z] = [a, b, c].map(v => size && v / size * Math.sin(size / 2000));
    return [w * q[0] - x * q[1] - y * q[2] - z * q[3], w * q[1] + x * q[0] + y * q[3] - z * q[2],
        w * q[2] - x * q[3] + y * q[0] + z * q[1], w * q[3] + x * q[2] - y * q[1] + z * q[0]];
}
// Where a ball is at time t.
function placeAt(ball, t) {
    const i = Math.max(0, upTo(ball.t, t) - 1), j = Math.min(i + 1, ball.t.length - 1);
    const part = j > i ? Math.max(0, (t - ball.t[i]) / (ball.t[j] - ball.t[i])) : 0;
    return [ball.x[i] + part * (ball.x[j] - ball.x[i]), ball.y[i] + part * (ball.y[j] - ball.y[i]), t, i];
}
// Calls draw(dx, dy) for each image of a disc of radius r at x, y that is seen on the table.
function images(x, y, r, draw) {
    const shifts = (q, period, home = -Math.floor(q / period) * period) =>
        period ? [home, home + period, home - period].filter(d => q + d > -r && q + d < period + r) : [0];
    for (const dx of shifts(x, fold[0])) for (const dy of shifts(y, fold[1])) draw(dx, dy);
}
const circle = (x, y, r, from = 0, to = 360) => { ctx.beginPath(); ctx.arc(x, y, r, from * Math.PI / 180, to * Math.PI / 180); };
const disc = (x, y, r, fill) => { circle(x, y, r); ctx.fillStyle = fill; ctx.fill(); };
const stroke = (...points) => { ctx.beginPath(); points.forEach(([x, y]) => ctx.lineTo(x, y)); ctx.stroke(); };
function text(words, x, y, size, fill, around) {
    const {x: left, y: top} = ctx.getTransform().transformPoint({x, y});
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, left, top);
    Object.assign(ctx, {font: `${size}px "DejaVu Sans", system-ui, sans-serif`, textAlign: 'center', textBaseline: 'middle', lineJoin: 'round',
        fillStyle: fill, strokeStyle: around, lineWidth: size / 4});
    if (around) ctx.strokeText(words, 0, 0);
    ctx.fillText(words, 0, 0);
    ctx.restore();
}

function drawTable() {
    const rim = fold.map(period => period ? 0 : box.rail), edge = felt ? '#efe4cf' : style('--edge');
    for (const [grow, fill] of [[1, felt ? '#6b4226' : style('--paper')], [.3, felt ? '#0b4a39' : edge], [0, felt ? '#0f6049' : style('--bed')]]) {
        ctx.fillStyle = fill; ctx.fillRect(-grow * rim[0], -grow * rim[1], width + 2 * grow * rim[0], height + 2 * grow * rim[1]);
    }
    ctx.strokeStyle = edge; ctx.lineWidth = 2 * box.pixel;
    ctx.setLineDash([6 * box.pixel, 6 * box.pixel]);
    if (fold[0]) for (const x of [0, width]) stroke([x, 0], [x, height]);
    if (fold[1]) for (const y of [0, height]) stroke([0, y], [width, y]);
    ctx.setLineDash([]);
    const obstacles = scene.obstacles || [];
    for (const {pocket} of obstacles) if (pocket) disc(...pocket, '#0a0a0a');
    for (const {line, arc} of obstacles) {
        if (line) stroke(line.slice(0, 2), line.slice(2));
        if (arc) { circle(...arc); ctx.stroke(); }
    }
}

function drawTrail(ball, [x, y, t, i], long) {
    const from = long ? times[0] : now - speed() / 2, points = [[x, y, t]];
    for (; i >= 0 && ball.t[i] > from; i--) points.push([ball.x[i], ball.y[i], ball.t[i]]);
    if (i >= 0) points.push(placeAt(ball, from));
    ctx.strokeStyle = (felt || dark.matches) === ball.light ? ball.paint : ball.light ? ball.dark : ball.bright;
    ctx.lineWidth = Math.min(ball.r / 2, 2.5 * box.pixel);
    points.slice(1).forEach(([x1, y1, t1], k) => {
        const [x0, y0] = points[k];
        ctx.globalAlpha = long ? .5 : .7 * Math.max(.1, (t1 - from) / (now - from || 1));
        if (x0 !== x1 || y0 !== y1)
            images((x0 + x1) / 2, (y0 + y1) / 2, Math.hypot(x1 - x0, y1 - y0) / 2, (dx, dy) => stroke([x0 + dx, y0 + dy], [x1 + dx, y1 + dy]));
    });
    ctx.globalAlpha = 1;
}
// Six spots, where three axes of the ball meet its surface; seen are those on the upper side.
function drawSpots(id, x, y, r) {
    const k = frame(), next = Math.min(k + 1, times.length - 1), part = next > k ? (now - times[k]) / (times[next] - times[k]) : 0;
    const q = [0, 1, 2, 3].map(i => (1 - part) * turns[k][4 * id + i] + part * turns[next][4 * id + i]);
    const [w, a, b, c] = q.map(v => v / Math.hypot(...q));
    const axes = [[1 - 2 * (b * b + c * c), 2 * (a * b + w * c), 2 * (a * c - w * b)],
        [2 * (a * b - w * c), 1 - 2 * (a * a + c * c), 2 * (b * c + w * a)], [2 * (a * c + w * b), 2 * (b * c - w * a), 1 - 2 * (a * a + b * b)]];
    axes.forEach(([u, v, up], axis) => {
        const side = .93 * r * Math.sign(up);
        ctx.beginPath(); ctx.ellipse(x + side * u, y + side * v, .28 * r * Math.abs(up), .28 * r, Math.atan2(v, u), 0, 7);
        ctx.fillStyle = balls[id].light ? ['#c0182c', '#17324f'][axis && 1] : ['#ffd54a', '#f4efe2'][axis && 1]; ctx.fill();
    });
}

function drawBall(id, x, y) {
    const {r, rim, paint, fixed, light, name} = balls[id], size = r / box.pixel, marked = spins && size > 2, inside = !marked && size > 7;
    disc(x, y, r, rim);
    disc(x, y, r - Math.min(.12 * r, 1.5 * box.pixel), paint);
    if (marked && !fixed) drawSpots(id, x, y, r);
    if (fixed || !$('labels').checked) return;
    if (inside) text(id, x, y, r * box.scale * (id < 10 ? 1.1 : id < 100 ? .9 : .65), light ? '#000' : '#fff');
    if (name ? n <= 40 : !inside && n <= 16)
        text(name || id, x + (box.turned ? r + 9 * box.pixel : 0), y + (box.turned ? 0 : r + 9 * box.pixel), 13 * box.zoom, felt ? '#fff' : style('--ink'), felt ? '#0f6049' : style('--bed'));
}
// Rings that grow where balls were hit, for a sixth of a second on the screen; when paused, also those since the frame before.
function drawHits() {
    const life = Math.max(speed() / 6, playing ? 0 : now - times[Math.max(0, frame() - 1)]), seen = upTo(hitTimes, now);
    ctx.lineWidth = 2.5 * box.pixel; ctx.strokeStyle = felt ? '#ffe45c' : style('--hit');
    hits.slice(Math.max(0, seen - 200), seen).filter(hit => hit.t > now - life).forEach(({t, a, x, y}) => {
        const age = (now - t) / life, r = balls[a].r * (.4 + .8 * age);
        ctx.globalAlpha = 1 - .8 * age;
        images(x, y, r, (dx, dy) => { circle(x + dx, y + dy, r); ctx.stroke(); });
    });
    ctx.globalAlpha = 1;
}

function layout() {
    const zoom = devicePixelRatio || 1, w = Math.round(canvas.clientWidth * zoom), h = Math.round(canvas.clientHeight * zoom), rail = .035 * longer;
    if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, {width: w, height: h});
    // A table that is longer than high stands upright in a window that is higher than wide.
    const long = width + (fold[0] ? 0 : 2 * rail), high = height + (fold[1] ? 0 : 2 * rail), turned = w < h && long > high;
    const scale = turned ? Math.min((w - 4) / high, (h - 4) / long) : Math.min((w - 4) / long, (h - 4) / high);
    box = {rail, zoom, turned, pixel: zoom / scale, scale};
    ctx.setTransform(1, 0, 0, 1, 0, 0); ctx.clearRect(0, 0, w, h);
    if (turned) ctx.setTransform(0, -scale, -scale, 0, (w + scale * height) / 2, (h + scale * width) / 2);
    else ctx.setTransform(scale, 0, 0, -scale, (w - scale * width) / 2, (h + scale * height) / 2);
}

function draw() {
    const trails = $('trails').selectedIndex, wide = fold.map(period => period ? 0 : longer);
    layout();
    drawTable();
    ctx.save(); ctx.beginPath(); ctx.rect(-wide[0], -wide[1], width + 2 * wide[0], height + 2 * wide[1]); ctx.clip();
    const places = balls.map(ball => ball.t[0] <= now ? placeAt(ball, Math.min(now, ball.gone)) : null);
    if (trails) balls.forEach((ball, i) => { if (places[i] && !ball.fixed) drawTrail(ball, places[i], trails === 2); });
    balls.forEach((ball, i) => {
        if (places[i] && now < ball.gone) images(places[i][0], places[i][1], ball.r, (dx, dy) => drawBall(i, places[i][0] + dx, places[i][1] + dy));
    });
    drawHits();
    ctx.restore();
    $('slider').value = frame();
    const gone = balls.map((ball, id) => ({id, ...ball})).filter(ball => ball.gone <= now).sort((a, b) => a.gone - b.gone);
    $('gone').textContent = gone.length ? 'in pockets: ' + gone.map(({id, name}) => name || id).join(', ') : '';
    const digits = Math.ceil(1 - Math.log10((end - times[0] || 1) / times.length)), second = $('hits').dataset.units ? ' s' : '';
    $('clock').textContent = `t = ${now.toFixed(Math.max(0, Math.min(9, digits)))}${second}, frame ${frame()} of ${times.length - 1}` +
        (hits.length ? `, hits: ${upTo(hitTimes, now)}` : '');
}

const speed = () => parseFloat($('speed').value);
function advance(stamp) {
    if (playing) now = Math.min(now + Math.max(0, stamp - last) / 1000 * speed(), end);
    last = stamp;
    if (playing && now < end) { draw(); requestAnimationFrame(advance); } else if (playing) play(false);
}
function play(on) {
    playing = on && times.length > 1; last = performance.now(); $('play').textContent = playing ? 'Pause' : 'Play';
    if (playing && now === end) now = times[0];
    if (playing) requestAnimationFrame(advance); else draw();
}
function seek(k) { now = times[Math.max(0, Math.min(times.length - 1, k))]; play(false); }
const skip = frames => seek(frame() + frames + (frames < 0 && now > times[frame()] ? 1 : 0));
function choose(list, by) { list.selectedIndex = (list.selectedIndex + by + list.length) % list.length; draw(); }

const keys = {' ': () => play(!playing), ArrowLeft: () => skip(-1), ArrowRight: () => skip(1), Home: () => seek(0), End: () => seek(Infinity),
    '+': () => choose($('speed'), 1), '-': () => choose($('speed'), -1), t: () => choose($('trails'), 1), n: () => $('labels').click(), f: () => $('full').click()};
addEventListener('keydown', e => {
    if (keys[e.key] && !e.ctrlKey && !e.metaKey && !e.altKey && !e.target.matches(e.key === ' ' ? 'button, select' : 'select')) { e.preventDefault(); keys[e.key](); }
});
addEventListener('DOMContentLoaded', () => {
    readScene(); readFrames();
    const usual = end - now > .5 && end - now < 60 ? 0 : Math.round(Math.log2((end - now || 12) / 12)); // else it takes some 12 seconds
    for (let k = usual - 7; k < usual + 6; k++) $('speed').add(new Option('speed ' + (k < 0 ? '1/' + 2 ** -k : 2 ** k), 2 ** k, k === usual, k === usual));
    $('slider').max = times.length - 1; $('trails').selectedIndex = n <= 50 ? 1 : 0; $('labels').checked = n <= 300;
    canvas.onclick = $('play').onclick = () => play(!playing);
    $('back').onclick = () => skip(-1); $('next').onclick = () => skip(1); $('slider').oninput = () => seek(+$('slider').value);
    $('full').hidden = !document.fullscreenEnabled;
    $('full').onclick = () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    $('speed').onchange = $('trails').onchange = $('labels').onchange = dark.onchange = draw; new ResizeObserver(draw).observe(canvas);
    onhashchange = () => seek(parseInt(location.hash.slice(1)) || 0); // page.html#100 shows that frame
    if (location.hash) onhashchange(); else play(!matchMedia('(prefers-reduced-motion: reduce)').matches);
});
</script>
END

size() { cat "$folder/frames" "$folder/hits" "$folder/scene" "$folder/page" | wc -c; }
pack() { out=$folder awk -v keep="$1" -v name="$name" -f "$folder/pack.awk" part=1 "$folder/scene" FS=, part=2 "$folder/run" part=3 "$folder/log"; }
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

# The data come last. As < is written \u003c, nothing in a name or a title ends a block.
whole() {
    cat "$folder/page" && echo '<script type="application/json" id="scene">' && sed 's/</\\u003c/g' "$folder/scene" &&
        echo "</script><script type=\"text/plain\" id=\"hits\" data-units=\"$units\">" && cat "$folder/hits" &&
        echo '</script><script type="text/plain" id="frames">' && cat "$folder/frames" && echo '</script>'
}
if ! { whole >"$folder/whole" && cat "$folder/whole" >"$made"; } 2>/dev/null; then fail 5 "cannot write $made"; fi
