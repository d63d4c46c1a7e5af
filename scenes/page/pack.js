// The page that plays a run, as scenes/plot/player.sh makes it, byte for byte: its comments tell what is written, and why.
'use strict';

const whole = value => Math.trunc(value < 0 ? value - 0.5 : value + 0.5);

// Calls each(line, number) for the lines of a Blob, which need not fit into a string.
async function eachLine(blob, each) {
    const reader = blob.stream().pipeThrough(new TextDecoderStream()).getReader();
    let rest = '', number = 0;
    for (let piece; !(piece = await reader.read()).done;) {
        const lines = (rest + piece.value).split('\n');
        rest = lines.pop();
        for (const line of lines) each(line, ++number);
    }
    if (rest) each(rest, ++number);
}

const fail = text => { throw new Error(text); };

// The places of walls with a mass by the step of a frame, from the ledger of a run.
async function readWalls(ledger) {
    const walls = new Map();
    let columns;
    await eachLine(ledger, row => {
        const cells = row.split(',');
        if (columns) walls.set(cells[0], columns.map(column => +cells[column]));
        else columns = cells.flatMap((name, column) => /^x(left|right|bottom|top)$/.test(name) ? [column] : []);
    });
    return walls;
}

// The frames of a run: {lines, begin, end}, one of `keep` and the last.
async function packFrames({balls, unit, walls}, run, keep, partial) {
    const n = balls.length, lines = [], numbers = () => new Float64Array(n);
    const x = numbers(), y = numbers(), sentX = numbers(), sentY = numbers(), w = [numbers(), numbers(), numbers()], turns = [numbers(), numbers(), numbers()], sentWalls = [0, 0, 0, 0];
    const seen = new Int32Array(n), there = new Uint8Array(n);
    let frame = 0, step = null, t = '0', before = 0, begin = 0, pending = false;
    const write = () => {
        let line = t;
        for (let i = 0; i < n; i++) {
            let word = there[i] ? 'x' : '';
            there[i] = seen[i] === frame;
            if (there[i]) {
                const dx = whole(x[i] / unit) - sentX[i], dy = whole(y[i] / unit) - sentY[i], [a, b, c] = turns.map(turn => whole(1000 * turn[i]));
                word = a || b || c ? `${dx},${dy},${a},${b},${c}` : word === '' || dx || dy ? `${dx},${dy}` : '';
                sentX[i] += dx; sentY[i] += dy; [a, b, c].forEach((angle, axis) => turns[axis][i] -= angle / 1000);
            }
            line += ' ' + word;
        }
        for (const [i, q] of (walls.get(step) || []).entries()) {
            const d = whole(q / unit) - sentWalls[i];
            sentWalls[i] += d; line += ' ' + d;
        }
        pending = false; lines.push(line);
    };
    await eachLine(run, (row, number) => {
        if (number === 1 && !row.startsWith('step,t,ball,x,y,vx,vy')) fail(`not the output of billiard-sim -f csv: "${row.slice(0, 60)}"`);
        if (number === 1) return;
        if (!/^[-+.,0-9e]+\r?$/.test(row)) fail(`line ${number}: not a row of billiard-sim -f csv: "${row.slice(0, 60)}"`);
        const cells = row.split(','), ball = +cells[2];
        if (cells[0] !== step || !frame) {
            if (frame && (frame - 1) % keep === 0) write();
            before = +(frame ? t : cells[1]); step = cells[0]; t = cells[1]; pending = true;
            if (!frame++) begin = +t;
        }
        if (!(ball < n)) fail(`the run has a ball ${cells[2]}, the scene ${n} balls`);
        for (let axis = 0; cells.length > 7 && axis < 3; axis++) {
            const now = +cells[7 + axis];
            turns[axis][ball] += (w[axis][ball] + now) * (t - before) / 2;
            w[axis][ball] = now;
        }
        x[ball] = +cells[3]; y[ball] = +cells[4]; seen[ball] = frame;
    });
    if (!frame) fail('nothing to show: the run is empty');
    if (pending && !(partial && lines.length)) write();
    return {lines, begin, end: +t};
}

// The hits of a log, between two times.
async function packHits({balls, unit}, log, {begin, end}) {
    const moment = end > begin ? (end - begin) / 1e9 : 1, lines = [];
    let at = begin;
    await eachLine(log, (row, number) => {
        if (number === 1) return row.startsWith('t,group,kind,a,b') || fail('hits: not the output of billiard-sim --events');
        const [t, , kind, a, b, x, y, nx, ny] = row.split(',');
        if (!/^[-+.0-9e]+,[0-9]+,[a-z]+,[-+.,0-9e]+\r?$/.test(row) || !balls[+a] || kind === 'ball' && !balls[+b])
            fail(`hits: line ${number}: not a hit of this scene: "${row.slice(0, 60)}"`);
        if (kind === 'roll' || kind === 'gate') return;
        const dt = whole((t - at) / moment);
        at += dt * moment;
        lines.push([dt, +a, kind === 'ball' ? +b : kind === 'pocket' ? -2 : -1, whole(x / unit), whole(y / unit), whole(1000 * Math.atan2(ny, nx))].join(' '));
    });
    return lines;
}

// pack(scene, run, log, player): the page, as a Blob.
//   scene   text that --print-scene gives
//   run     Blob of csv; the page has each frame, or each second, third and so on, so that it has at most `most` bytes
//   log     Blob of the log of events; may be empty
//   ledger  Blob of the run's ledger; may be empty
//   player  text of scenes/plot/player.html
//   partial the run may have broken off within a frame, which is left out
async function pack(scene, run, log, ledger, player, partial, most = 2e7) {
    const {table, balls} = JSON.parse(scene), subject = {balls, unit: Math.max(table.width, table.height) / 100000, walls: table.piston ? await readWalls(ledger) : new Map()};
    const bytes = lines => lines.reduce((sum, line) => sum + line.length + 1, 0), fixed = new Blob([player, scene]).size;
    let keep = 1, frames = await packFrames(subject, run, keep, partial), hits = await packHits(subject, log, frames);
    if (bytes(hits) > most / 2) hits = [];
    for (let size; (size = bytes(frames.lines) + bytes(hits) + fixed) > most;) {
        if (frames.lines.length <= 2) fail('a page of it would have more than 20 MB, even with two frames');
        frames = await packFrames(subject, run, keep *= Math.floor(size / most) + 1, partial);
    }
    const block = lines => lines.length ? lines.join('\n') + '\n' : '', close = '<' + '/script>';
    return new Blob([player, '<script type="application/json" id="scene">\n', scene.replace(/</g, '\\u003c'), close,
        '<script type="text/plain" id="hits" data-units="">\n', block(hits), close, '<script type="text/plain" id="frames">\n', block(frames.lines), close, '\n'],
    {type: 'text/html;charset=utf-8'});
}
