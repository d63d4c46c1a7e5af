// The page in which the program runs. Everything that comes from a scene, a link or the program goes into the page as text, or, in
// the player, as scenes/plot/player.sh writes it, in a frame of its own that reaches nothing outside. What a link brings is
// bounded, and so is what is shown of it: a field of many megabytes keeps a browser busy for seconds.
'use strict';

const $ = id => document.getElementById(id), data = id => JSON.parse($(id).textContent);
const scenes = data('scenes'), player = data('template'), streams = ['events', 'energy', 'summary', 'save'];
const alone = ['-h', '--help', '-V', '--version', '--list', '--schema']; // options that take no scene
const valued = /^(-[hqv]*[ofindesbp]|--(output|format|integrator|steps|dt|every|set|balls|precision|events|energy|summary|columns|save|save-every|batch|first-run|threads))$/;
let module;   // a promise of the program
let job;      // what runs now: a worker and what it has written so far
let checking; // the worker that checks while one types
let own = []; // scenes that are not among those of the list: {scene, list, lines}
let deepest = 0; // shots that can be done again

// ---- the fields ----

// Texts too long for a field, which then only tells of them: {scene, options, lines}.
const held = {};

function put(id, text) {
    const long = text.length > 5e5 || text.split('\n').length > 10000;
    held[id] = long ? text : undefined;
    $(id).readOnly = long;
    $(id).value = long ? `(${text.length} characters, too many to be shown; they run as they are)` : text;
}
const value = id => held[id] ?? $(id).value;

// The words of a line as a shell splits it, with nothing expanded; a bare PATH=VALUE is -s PATH=VALUE.
function wordsOf(line) {
    const words = [];
    let word;
    for (const [, single, double, escaped, plain, blank, open] of line.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)|(\s+)|(.)/gs)) {
        if (open) throw new Error(open === '\\' ? 'the options end in a backslash' : `the quote ${open} of the options is not closed`);
        if (blank && word !== undefined) words.push(word);
        word = blank ? undefined : (word ?? '') + (single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain);
    }
    if (word !== undefined) words.push(word);
    return words.flatMap((word, i) => /^[A-Za-z][^=]*=/.test(word) && !valued.test(words[i - 1] ?? '') ? ['-s', word] : [word]);
}
// What stands alone would be a second scene.
function checked(words) {
    const stray = words.find((word, i) => /^[^-]/.test(word) && !/^-/.test(words[i - 1] ?? ''));
    if (stray !== undefined) throw new Error(`"${stray}" is neither an option nor PATH=VALUE; a value with blanks needs quotes: 'restitution={"ball": 0.5}'`);
    return words;
}
const quoted = word => /^[^\s'"\\$`&|;<>()[\]{}*?#~!]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;

let given; // options of a link that the field cannot hold: long ones, or with line ends; undefined once the field has been touched
const options = () => given || checked(wordsOf(value('options')));
const content = () => ({scene: value('scene'), list: options(), lines: value('lines')});

function fill({scene, list, lines = ''}) {
    put('scene', scene); put('lines', lines); put('options', list.map(quoted).join(' '));
    given = held.options || list.some(word => /[\r\n]/.test(word)) ? list : undefined;
    $('scene').setSelectionRange(0, 0); $('batch').open = lines !== '';
    showPlace();
}

// ---- the list of scenes ----

function listScenes() {
    for (const name of Object.keys(scenes)) {
        const {title} = JSON.parse(scenes[name]);
        $('choice').add(new Option(title ? `${name}: ${title}` : name, name));
    }
}
function label(k) {
    let title = '';
    try { ({title} = JSON.parse(own[k].scene)); } catch { /* it is being written */ }
    return `yours ${k + 1}${typeof title === 'string' && title ? ': ' + title.slice(0, 60) : ''}`;
}
// Has the list name what the fields hold: a scene of the list as it stands, or one of the user's own, which is kept.
function choose(now, fresh) {
    const same = one => one.scene === now.scene && String(one.list) === String(now.list) && one.lines === now.lines;
    const name = Object.keys(scenes).find(name => same({scene: scenes[name], list: [], lines: ''}));
    let k = own.findIndex(same);
    if (name === undefined && k < 0) {
        k = fresh || $('choice').value in scenes || !$('choice').value ? own.length : +$('choice').value;
        if (k === own.length) $('choice').add(new Option('', k), k);
        own[k] = now;
        $('choice').options[k].text = label(k);
    }
    $('choice').value = name ?? k;
}

// ---- the program ----

const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream));
const work = URL.createObjectURL(new Blob([$('worker').textContent], {type: 'text/javascript'}));
const load = async () => WebAssembly.compile(await through(bytesOf($('module').textContent.trim()), new DecompressionStream('gzip')).arrayBuffer());

function employ(hear) {
    const worker = new Worker(work);
    worker.onmessage = ({data}) => hear(data);
    worker.onerror = ({message}) => hear({failed: message});
    return worker;
}

// The files of a run, {stream: name}, with names that no option has. An output that the options name themselves is theirs.
function filesOf(list) {
    const named = stream => list.some(word => word === '--' + stream || word.startsWith(`--${stream}=`));
    const free = name => list.some(word => word === name || word.endsWith('=' + name) || word === '-o' + name) ? free(name + '_') : name;
    return list.some(word => alone.includes(word)) ? {} : Object.fromEntries(streams.filter(stream => !named(stream)).map(stream => [stream, free(stream)]));
}

// Whether the last word is an option that lacks its value; a word that is a value itself is none.
const wanting = list => list.reduce((wants, word) => !wants && valued.test(word), false);
// The words of a run with these options. An option without its value stands last, so that the program says what it wants; the name
// of the scene would be its value.
function command(list, ...first) {
    const files = Object.entries(filesOf(list)).flatMap(([stream, file]) => ['--' + stream, file]);
    return [...first, ...files, ...list, ...(wanting(list) || list.some(word => alone.includes(word)) ? [] : ['-'])];
}

// ---- what the program says ----

// The place of a line and column in the text; columns count characters, of which JavaScript takes some for two.
function placeOf(line, column) {
    const lines = $('scene').value.split('\n'), before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    return before + [...(lines[line - 1] || '')].slice(0, column - 1).join('').length;
}
function goTo(line, column) {
    const area = $('scene'), at = placeOf(line, column), height = parseFloat(getComputedStyle(area).lineHeight);
    if (held.scene) return;
    area.focus();
    area.setSelectionRange(at, at);
    area.scrollTop = Math.max(0, (line - 1) * height - area.clientHeight / 2);
    showPlace();
}
function showPlace() {
    const before = $('scene').value.slice(0, $('scene').selectionStart).split('\n');
    $('place').textContent = `line ${before.length}, column ${[...before[before.length - 1]].length + 1}`;
}

// Shows messages; each place in the scene is a button that leads there, and reads as a line and a column. Returns the first place.
function say(words) {
    let first;
    $('messages').replaceChildren(...words.split(/^(<stdin>:\d+:\d+)/m).map(part => {
        const place = /^<stdin>:(\d+):(\d+)$/.exec(part);
        if (!place) return part;
        const [line, column] = place.slice(1).map(Number), button = document.createElement('button');
        Object.assign(button, {type: 'button', textContent: part, ariaLabel: `line ${line}, column ${column}`, onclick: () => goTo(line, column)});
        first = first || [line, column];
        return button;
    }));
    return first;
}

// ---- a run ----

// @param asked  the user waits for what comes, in a window where it may be out of sight
// @param shot   the run is a new entry of the history, that many shots after a scene that was chosen
async function start(asked, shot) {
    quit();
    say(''); show(''); setBusy(true); $('player').classList.add('old');
    clearTimeout(waiting); if (checking) checking.terminate();
    const mine = job = {said: '', out: [], asked};
    try {
        Object.assign(mine, {input: value('scene'), list: options()});
    } catch ({message}) {
        return refuse(`${message}\n`);
    }
    Object.assign(mine, {whole: !mine.list.some(word => [...alone, '--check', '--print-scene', '--batch'].includes(word)), names: filesOf(mine.list)});
    const lines = value('lines');
    choose({scene: mine.input, list: mine.list, lines});
    const code = await encode(mine.input, mine.list, lines);
    let program;
    try { program = await module; } catch { return; } // which has been said
    if (job !== mine) return;
    remember(code, shot);
    mine.worker = employ(heard => hear(mine, heard));
    mine.worker.postMessage({module: program, words: command(mine.list), input: mine.input, given: {lines: new TextEncoder().encode(lines)}});
}
function refuse(words) {
    quit(); show(''); setBusy(false); say(words); setStatus(2, '(the options)');
}

function hear(mine, {out, said, progress, status, files, page, scene, failed}) {
    if (job !== mine) return;
    if (out) mine.out.push(out);
    if (said !== undefined) tell(mine, said, progress);
    if (files) finish(mine, status, files);
    if (page) play(mine, page, scene);
    if (failed && mine.ended) $('detail').textContent = failed;
    if (failed && mine.ended) $('drawing').textContent = '';
    if (failed && !mine.ended) { mine.said += `the program broke off: ${failed}\n`; finish(mine, 1, new Map()); }
}
// Messages are written once for each picture of the screen, however many come.
function tell(mine, said, progress) {
    Object.assign(mine, {said, progress});
    mine.frame = mine.frame || requestAnimationFrame(() => {
        mine.frame = 0;
        if (job !== mine || mine.ended) return;
        const part = /\((\d+) %\)/.exec(mine.progress);
        if (mine.said !== mine.shown) say(mine.shown = mine.said);
        $('detail').textContent = mine.progress;
        if (part) $('progress').value = part[1] / 100;
    });
}

function setBusy(busy) {
    $('stop').disabled = !busy; $('form').classList.toggle('busy', busy);
    if (!busy) return;
    for (const id of ['status', 'detail', 'drawing']) $(id).textContent = '';
    $('progress').removeAttribute('value');
}
function setStatus(status, detail) {
    $('word').textContent = status ? status === 'stopped' ? '' : 'Exit status: ' : 'Done.';
    $('status').hidden = status === 0;
    $('detail').textContent = detail;
    $('status').textContent = status;
}
function offer(link, blob) {
    if (link.href.startsWith('blob:')) URL.revokeObjectURL(link.href);
    if (blob) link.href = URL.createObjectURL(blob); else link.removeAttribute('href');
}
// The files of a run, whole or as far as it came; those with names of the options' own come last.
function show(csv, files = new Map(), names = {}) {
    const others = [...files.keys()].filter(file => !Object.values(names).includes(file.replace(/\.partial$/, '')));
    offer($('page')); offer($('csv'), csv.size && csv);
    for (const stream of streams) offer($(stream), files.get(names[stream]) || files.get(names[stream] + '.partial'));
    $('others').replaceChildren(...others.flatMap(file => {
        const link = Object.assign(document.createElement('a'), {textContent: file, download: file});
        offer(link, files.get(file));
        return [link, ' '];
    }));
}

// The files come before the status: whoever waits for the one finds the others.
async function finish(mine, status, files) {
    const csv = new Blob(mine.out), place = say(mine.said), file = stream => files.get(mine.names[stream]) || files.get(mine.names[stream] + '.partial');
    Object.assign(mine, {ended: true, out: [], save: file('save')});
    show(csv, files, mine.names);
    setBusy(false);
    if (place && status) goTo(...place);
    setStatus(status, meaning[status] || '');
    const head = await csv.slice(0, 30).text(), runs = mine.whole && head.startsWith('step,t,ball,');
    if (job !== mine) return;
    $('output').textContent = runs || !csv.size ? '' : await csv.slice(0, 200000).text();
    $('player').hidden = !runs && !!csv.size;
    if (runs && csv.size > 60) view(mine, csv, file('events') || new Blob(), file('energy') || new Blob());
    else if (!status && mine.whole) $('drawing').textContent = runs ? 'There is nothing to show: the run has no balls.' : 'Only csv on standard output is drawn.';
}
const meaning = {1: '(the run failed)', 2: '(the options)', 3: '(the scene is refused)', 4: '(an input)', 5: '(an output)', 6: '(memory, or another limit)'};

// Has the page made that plays the run, or, `partial`, its frames so far.
async function view(mine, csv, events, energy, partial) {
    $('drawing').textContent = 'Drawing ...';
    mine.worker.postMessage({show: true, words: command(mine.list, '--print-scene', '-q'), input: mine.input, csv, events, energy, partial, player, module: await module});
}
async function play(mine, page, scene) {
    const words = await page.text(), saved = mine.save && mine.save.size < 1e6 ? await mine.save.text() : '';
    if (job !== mine) return;
    offer($('page'), page);
    mine.worker.terminate();
    // The former picture stays until the new one stands. A frame that is loaded anew would be a step of the history.
    const frame = Object.assign($('player').cloneNode(), {id: '', className: 'new', srcdoc: words});
    frame.onload = () => {
        if (job !== mine) return frame.remove();
        $('player').remove();
        Object.assign(frame, {id: 'player', className: ''}); $('drawing').textContent = '';
        if (saved) offerAim(mine, scene, saved);
    };
    $('player').after(frame);
    if (mine.asked && matchMedia('(max-width: 62em)').matches) $('player').scrollIntoView({block: 'nearest'});
}

// Ends what runs, at once.
function quit() {
    if (job && job.worker) job.worker.terminate();
    $('hint').hidden = true;
    job = null;
}
// The same for the user, who sees what has been computed so far, in whole rows.
async function stop() {
    const mine = job, all = new Blob(mine.out), tail = new Uint8Array(await all.slice(-1e6).arrayBuffer());
    if (job !== mine) return;
    const csv = all.slice(0, all.size - (tail.length - 1 - tail.lastIndexOf(10)));
    quit();
    mine.ended = true; job = mine;
    show(csv);
    setBusy(false);
    setStatus('stopped', '');
    if (!mine.whole || csv.size < 60) return;
    mine.worker = employ(heard => hear(mine, heard));
    view(mine, csv, new Blob(), new Blob(), true);
}

// ---- aiming: the player shows a cue, and says what shot was made with it ----

const kinds = ['x', 'y', 'vx', 'vy', 'speed', 'angle', 'spin', 'tip', 'elevation'];
const neutral = {vx: 0, vy: 0, spin: [0, 0, 0], inertia: 0.4, friction: 0, sliding: 0, pivoting: 0};
const alike = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const still = ({vx = 0, vy = 0, spin = [0, 0, 0], pocketed, fixed}) => !vx && !vy && !spin.some(w => w) && pocketed === undefined && !fixed;

// The fastest shot crosses the table three times before the cloth stops it, or, without cloth, ten times in a run.
function offerAim(mine, printed, saved) {
    const {balls, table, steps, dt} = mine.printed = JSON.parse(printed), side = Math.max(table.width, table.height);
    mine.saved = JSON.parse(saved);
    if (balls.length > 300 || !$('link').href || !steps) return;
    const slows = Math.max(...balls.map(ball => ball.sliding || ball.friction || 0)), speeds = balls.map(({vx = 0, vy = 0}) => Math.hypot(vx, vy));
    const top = slows ? 3 * Math.sqrt(2 * slows * side) : Math.max(2 * Math.max(...speeds), 10 * side / (steps * dt));
    const rest = mine.saved.balls.flatMap((ball, i) => still(ball) ? [i] : []);
    $('hint').hidden = false;
    $('player').contentWindow.postMessage({aim: {rest, top, end: mine.again}}, '*');
}
// The ball of a saved or printed scene, without what would be so anyway.
const plain = (ball, defaults) => Object.fromEntries(Object.entries(ball).filter(([key, value]) =>
    key !== 'hit' && key !== 'kicks' && !alike(value, key in defaults ? defaults[key] : neutral[key])));

// JSON as the shipped scenes are written: a line for each key, and for each ball and obstacle.
function text(value) {
    if (Array.isArray(value)) return `[${value.map(text).join(', ')}]`;
    if (value && typeof value === 'object') return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${text(one)}`).join(', ')}}`;
    return Object.is(value, -0) ? '-0' : JSON.stringify(value);
}
const sceneText = scene => `{\n${Object.entries(scene).map(([key, value]) => `  ${JSON.stringify(key)}: ` +
    (Array.isArray(value) && value.some(one => one && typeof one === 'object') ? `[\n${value.map(one => `    ${text(one)}`).join(',\n')}\n  ]` : text(value))).join(',\n')}\n}\n`;

// Options without those that change the scene.
function keepScene(list) {
    const sets = /^(-[indes]|--(integrator|steps|dt|every|set))$/, joined = /^(-[indes].|--(integrator|steps|dt|every|set)=)/;
    return list.filter((word, i) => !sets.test(word) && !joined.test(word) && !sets.test(list[i - 1] ?? ''));
}

// The shot {ball, last, speed, angle, tip} as a scene: that of the run, or, `last`, with the balls where they lie at its end. What
// the options changed becomes part of it.
function shoot(mine, {ball, last, speed, angle, tip}) {
    const list = keepScene(mine.list), changed = list.length < mine.list.length;
    const scene = changed ? structuredClone(mine.printed) : JSON.parse(mine.input.replace(/^\ufeff/, '')), defaults = scene.defaults || {};
    const single = scene.balls.slice(0, ball + 1).every(entry => !('rack' in entry || 'fill' in entry));
    delete scene.start;
    if (last && scene.table.piston) scene.table.piston = mine.saved.table.piston;
    if (last || !single) scene.balls = (last ? mine.saved : mine.printed).balls.map(ball => plain(ball, defaults));
    const {x, y, ...rest} = scene.balls[ball], keys = Object.entries(rest).filter(([key]) => !kinds.includes(key));
    scene.balls[ball] = {x, y, speed, angle, ...mine.printed.balls[ball].sliding ? {tip} : {}, ...Object.fromEntries(keys)};
    fill({scene: sceneText(scene), list, lines: value('lines')});
    start(false, (history.state?.shot || 0) + 1);
}
addEventListener('message', ({source, data}) => {
    const shot = data && data.shot, numbers = shot && [shot.ball, shot.speed, shot.angle, ...shot.tip];
    if (source !== $('player').contentWindow || !shot || !job || !job.saved || !numbers.every(Number.isFinite) || !job.printed.balls[shot.ball]) return;
    shoot(job, shot);
});

// ---- while one types ----

let waiting;
function touched() {
    let now;
    clearTimeout(waiting);
    try { now = content(); } catch { return; }
    choose(now);
    waiting = setTimeout(check, 300, now);
}
async function check({scene, list, lines}) {
    setLink(await encode(scene, list, lines));
    if (checking) checking.terminate();
    if (job && !job.ended || list.some(word => [...alone, '--check', '--print-scene', '--batch'].includes(word))) return;
    checking = employ(({said = '', files, failed}) => {
        if (files && scene === value('scene')) say(said);
        if (files || failed) checking.terminate();
    });
    checking.postMessage({module: await module, words: command(list, '--check'), input: scene});
}

// ---- links ----

// Browsers take addresses of two million letters.
function setLink(code) {
    const fits = code.length < 1e6;
    if (fits) $('link').href = location.href.split('#')[0] + '#' + code; else $('link').removeAttribute('href');
    return fits;
}
// Keeps what runs in the history, so that the page comes back as it is.
function remember(code, shot) {
    if (setLink(code)) history[shot === undefined ? 'replaceState' : 'pushState'](shot === undefined ? history.state : {shot}, '', $('link').href);
    if (shot !== undefined) deepest = shot;
    $('undo').disabled = !history.state?.shot; $('redo').disabled = !((history.state?.shot || 0) < deepest);
}
async function encode(scene, options, lines) {
    const content = JSON.stringify({scene, options, ...lines && {lines}}), reader = new FileReader();
    reader.readAsDataURL(await through(new TextEncoder().encode(content), new CompressionStream('deflate-raw')).blob());
    await new Promise(resolve => { reader.onload = resolve; });
    return reader.result.replace(/.*,/, '').replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
const tooLarge = 'This link carries more than 10 MB of text or 100 000 lines, which this page does not open.\n';
async function decode(code) {
    const packed = bytesOf(code.replace(/-/g, '+').replace(/_/g, '/')), parts = [];
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    for (let piece, size = 0; !(piece = await reader.read()).done; parts.push(piece.value)) {
        if ((size += piece.value.length) > 1e7) { reader.cancel(); throw new RangeError(tooLarge); }
    }
    const {scene, options, lines = ''} = JSON.parse(await new Blob(parts).text());
    const words = Array.isArray(options) && options.every(word => typeof word === 'string');
    if (typeof scene !== 'string' || typeof lines !== 'string' || !words) throw new Error('no scene and options');
    if ([scene, lines, ...options].reduce((sum, text) => sum + text.split('\n').length, 0) > 1e5) throw new RangeError(tooLarge);
    return {scene, list: options, lines};
}
async function follow() {
    try {
        const found = await decode(location.hash.slice(1));
        fill(found);
        choose(found, history.state?.shot === undefined);
        await start(true);
        if (job) job.again = history.state?.shot !== undefined;
    } catch (error) {
        quit(); setBusy(false);
        say(error instanceof RangeError ? error.message : 'This link is damaged: it carries no scene and options.\n');
    }
}

// ---- the keys of a scene, as --schema describes them ----

function keysOf(node, path, found) {
    for (const [key, one] of Object.entries(node.properties || {})) {
        const name = path + key;
        if (one.description && !(name in found)) found[name] = one.description;
        if (name !== 'defaults' && name !== 'start') keysOf(one, name + '.', found);
    }
    for (const one of [...node.oneOf || [], node.then, node.else]) if (one) keysOf(one, path, found);
    for (const [one, step] of [[node.items, 'N.'], [node.additionalProperties, 'NAME.']]) if (one) keysOf(one, path + step, found);
    return found;
}
$('keys').ontoggle = async () => {
    if ($('list').firstChild) return;
    const parts = [], worker = employ(({out, files}) => {
        if (out) parts.push(out);
        if (files) new Blob(parts).text().then(list);
    });
    const list = words => {
        worker.terminate();
        $('list').replaceChildren(...Object.entries(keysOf(JSON.parse(words), '', {})).flatMap(([key, meaning]) =>
            [Object.assign(document.createElement('dt'), {textContent: key}), Object.assign(document.createElement('dd'), {textContent: meaning})]));
    };
    worker.postMessage({module: await module, words: ['--schema'], input: ''});
};

// ---- the page ----

$('choice').onchange = async () => {
    const name = $('choice').value;
    try { remember(await encode(...Object.values(content()))); } catch { /* options that are no words are not kept */ }
    fill(own[name] || {scene: scenes[name], list: []});
    deepest = 0;
    start(false, 0);
};
for (const id of ['scene', 'options', 'lines']) {
    $(id).addEventListener('input', () => { if (id === 'options') given = undefined; touched(); });
}
document.addEventListener('selectionchange', showPlace); $('scene').onselect = $('scene').onkeyup = $('scene').onclick = showPlace;
$('form').onsubmit = event => { event.preventDefault(); start(true); };
$('stop').onclick = () => stop();
$('undo').onclick = () => history.back(); $('redo').onclick = () => history.forward();
addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); $('run').click(); }
    if (event.key === 'Escape' && !$('stop').disabled) stop();
});
onhashchange = () => { if (location.hash.length > 1) follow(); };

if (!self.CompressionStream || !self.WebAssembly) {
    say('This browser cannot run the program: it lacks CompressionStream or WebAssembly, which browsers have had since 2023.\n');
} else {
    module = load();
    module.catch(({message}) => say(`The program cannot be loaded: ${message}\n`));
    listScenes();
    if (location.hash.length > 1) follow(); else { fill({scene: scenes[Object.keys(scenes)[0]], list: []}); start(); }
}
