// The page in which the program runs. Everything that comes from a scene, a link or the program goes into the page as text, or, in
// the player, as scenes/plot/player.sh writes it, in a frame of its own that reaches nothing outside.
'use strict';

const $ = id => document.getElementById(id), data = id => JSON.parse($(id).textContent);
const scenes = data('scenes'), player = data('template'), streams = ['events', 'energy', 'summary', 'save'];
const alone = ['-h', '--help', '-V', '--version', '--list', '--schema']; // options that take no scene
let module;   // a promise of the program
let job;      // what runs now: a worker and what it has written so far
let checking; // the worker that checks while one types
let given;    // options of a link, of which one may have blanks; undefined once the field has been touched

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

const options = () => given || $('options').value.split(/\s+/).filter(word => word);

// The words of a run. An output that the options name themselves is theirs.
function wordsFor(list) {
    const named = name => list.some(word => word === '--' + name || word.startsWith(`--${name}=`));
    return list.some(word => alone.includes(word)) ? list :
        [...streams.filter(name => !named(name)).flatMap(name => ['--' + name, name]), ...list, '-'];
}

// ---- what the program says ----

// Progress lines end in an escape sequence; what is left is what the program would say where no one looks on.
function split(said) {
    const lines = said.match(/\r[^\r\n]*?\x1b\[K/g) || [], shown = lines.map(line => line.slice(1, -3)).filter(line => line);
    return {words: said.replace(/\r[^\r\n]*?(\x1b\[K|$)/g, ''), progress: shown[shown.length - 1]};
}

// The place of a line and column in the text; columns count characters, of which JavaScript takes some for two.
function placeOf(line, column) {
    const lines = $('scene').value.split('\n'), before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    return before + [...(lines[line - 1] || '')].slice(0, column - 1).join('').length;
}
function goTo(line, column) {
    const area = $('scene'), at = placeOf(line, column), height = parseFloat(getComputedStyle(area).lineHeight);
    area.focus();
    area.setSelectionRange(at, at);
    area.scrollTop = Math.max(0, (line - 1) * height - area.clientHeight / 2);
    showPlace();
}
function showPlace() {
    const before = $('scene').value.slice(0, $('scene').selectionStart).split('\n');
    $('place').textContent = `line ${before.length}, column ${[...before[before.length - 1]].length + 1}`;
}

// Shows messages; each place in the scene is a button that leads there. Returns the first place.
function say(words) {
    let first;
    $('messages').replaceChildren(...words.split(/^(<stdin>:\d+:\d+)/m).map(part => {
        const place = /^<stdin>:(\d+):(\d+)$/.exec(part);
        if (!place) return part;
        const [line, column] = place.slice(1).map(Number), button = document.createElement('button');
        Object.assign(button, {type: 'button', textContent: part, onclick: () => goTo(line, column)});
        first = first || [line, column];
        return button;
    }));
    return first;
}

// ---- a run ----

// @param asked  the user waits for what comes, in a window where it may be out of sight
async function start(asked) {
    quit();
    const list = options(), mine = job = {said: '', decoder: new TextDecoder(), out: [], input: $('scene').value, list, asked};
    Object.assign(mine, {whole: !list.some(word => [...alone, '--check', '--print-scene', '--batch'].includes(word))});
    clearTimeout(waiting); if (checking) checking.terminate();
    say(''); show({}); setBusy(true); $('player').classList.add('old');
    const lines = $('lines').value;
    const code = await encode({scene: mine.input, options: list, ...lines && {lines}});
    const program = await module;
    if (job !== mine) return;
    $('link').href = address(code);
    history.replaceState(null, '', address(code)); // so that the page comes back as it is
    mine.worker = employ(heard => hear(mine, heard));
    mine.worker.postMessage({module: program, words: wordsFor(list), input: mine.input, given: {lines: new TextEncoder().encode(lines)}});
}

function hear(mine, {stream, bytes, status, files, page, failed}) {
    if (job !== mine) return;
    if (stream === 1) mine.out.push(bytes);
    if (stream === 2) tell(mine, mine.decoder.decode(bytes, {stream: true}));
    if (files) finish(mine, status, files);
    if (page) play(mine, page);
    if (failed && mine.ended) $('detail').textContent = failed;
    if (failed && !mine.ended) { tell(mine, `the program broke off: ${failed}\n`); finish(mine, 1, new Map()); }
}
function tell(mine, words) {
    mine.said += words;
    const {words: rest, progress} = split(mine.said), part = /\((\d+) %\)/.exec(progress);
    if (rest !== $('messages').textContent) say(rest);
    if (progress) $('detail').textContent = progress;
    if (part) $('progress').value = part[1] / 100;
}

function setBusy(busy) {
    $('stop').disabled = !busy; $('form').classList.toggle('busy', busy);
    if (busy) { $('status').textContent = $('detail').textContent = ''; $('progress').removeAttribute('value'); }
}
function offer(link, blob) {
    if (link.href.startsWith('blob:')) URL.revokeObjectURL(link.href);
    if (blob) link.href = URL.createObjectURL(blob); else link.removeAttribute('href');
}
// The files of a run, whole or as far as it came; those with names of the options' own come last.
function show(files) {
    const own = ['csv', ...streams], others = Object.keys(files).filter(name => !own.includes(name.replace(/\.partial$/, '')));
    offer($('page'));
    for (const name of own) offer($(name), files[name] || files[name + '.partial']);
    $('others').replaceChildren(...others.flatMap(name => {
        const link = Object.assign(document.createElement('a'), {textContent: name, download: name});
        offer(link, files[name]);
        return [link, ' '];
    }));
}

// The files come before the status: whoever waits for the one finds the others.
async function finish(mine, status, files) {
    const csv = new Blob(mine.out), place = say(split(mine.said).words);
    mine.ended = true; mine.out = [];
    show({csv, ...Object.fromEntries(files)});
    setBusy(false);
    if (place && status) goTo(...place);
    $('detail').textContent = status ? meaning[status] || '' : '';
    $('status').textContent = status;
    const head = await csv.slice(0, 30).text(), runs = mine.whole && head.startsWith('step,t,ball,');
    if (job !== mine) return;
    $('output').textContent = runs || !csv.size ? '' : await csv.slice(0, 200000).text();
    $('player').hidden = !runs && !!csv.size;
    if (runs && csv.size > 60) view(mine, csv, files.get('events') || files.get('events.partial') || new Blob());
}
const meaning = {1: '(the run failed)', 2: '(the options)', 3: '(the scene is refused)', 4: '(an input)', 5: '(an output)', 6: '(memory, or another limit)'};

// Has the page made that plays the run, or, `partial`, its frames so far.
async function view(mine, csv, events, partial) {
    mine.worker.postMessage({show: true, words: mine.list, input: mine.input, csv, events, partial, player, module: await module});
}
async function play(mine, page) {
    offer($('page'), page);
    $('player').srcdoc = await page.text();
    $('player').classList.remove('old');
    mine.worker.terminate();
    if (mine.asked && matchMedia('(max-width: 62em)').matches) $('player').scrollIntoView({block: 'nearest'});
}

// Ends what runs, at once.
function quit() {
    if (job && job.worker) job.worker.terminate();
    job = null;
}
// The same for the user, who sees what has been computed so far, in whole rows.
function stop() {
    const mine = job, all = new Blob(mine.out), last = mine.out[mine.out.length - 1] || new Uint8Array(1).fill(10);
    const csv = all.slice(0, all.size - (last.length - 1 - last.lastIndexOf(10)));
    quit();
    mine.ended = true; job = mine;
    show({csv});
    setBusy(false);
    $('status').textContent = 'stopped';
    mine.worker = employ(heard => hear(mine, heard));
    if (mine.whole) view(mine, csv, new Blob(), true);
}

// ---- while one types ----

let waiting;
function touched() {
    clearTimeout(waiting);
    waiting = setTimeout(check, 300);
}
async function check() {
    const list = options(), input = $('scene').value;
    $('link').href = address(await encode({scene: input, options: list}));
    if (checking) checking.terminate();
    if (job && !job.ended || list.some(word => [...alone, '--check', '--print-scene', '--batch'].includes(word))) return;
    let said = '';
    const decoder = new TextDecoder();
    checking = employ(({stream, bytes, files, failed}) => {
        if (stream === 2) said += decoder.decode(bytes, {stream: true});
        if (files && input === $('scene').value) say(split(said).words);
        if (files || failed) checking.terminate();
    });
    checking.postMessage({module: await module, words: [...list, '--check', '-'], input});
}

// ---- links ----

const address = code => location.href.split('#')[0] + '#' + code;
async function encode(content) {
    const bytes = new Uint8Array(await through(new TextEncoder().encode(JSON.stringify(content)), new CompressionStream('deflate-raw')).arrayBuffer());
    let letters = '';
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
async function decode(code) {
    const {scene, options, lines = ''} = JSON.parse(await through(bytesOf(code.replace(/-/g, '+').replace(/_/g, '/')), new DecompressionStream('deflate-raw')).text());
    const words = Array.isArray(options) && options.every(word => typeof word === 'string');
    if (typeof scene !== 'string' || typeof lines !== 'string' || !words) throw new Error('no scene and options');
    return {scene, options, lines};
}
async function follow() {
    try {
        const {scene, options, lines} = await decode(location.hash.slice(1));
        fill(scene, options, lines);
        start(true);
    } catch {
        quit();
        say('This link is damaged: it carries no scene and options.\n');
    }
}

function fill(scene, list, lines = '') {
    $('scene').value = scene; $('scene').setSelectionRange(0, 0); $('options').value = list.join(' ');
    $('lines').value = lines; $('batch').open = lines !== '';
    given = list.some(word => /\s/.test(word) || !word) ? list : undefined;
    $('choice').value = Object.keys(scenes).find(name => scenes[name] === scene) || '';
    showPlace();
}

// ---- the page ----

function listScenes() {
    $('choice').add(Object.assign(new Option('one of your own', ''), {hidden: true}));
    for (const name of Object.keys(scenes)) {
        const {title} = JSON.parse(scenes[name]);
        $('choice').add(new Option(title ? `${name}: ${title}` : name, name));
    }
}
$('choice').onchange = () => { fill(scenes[$('choice').value], []); start(); };
$('scene').oninput = () => { $('choice').value = ''; touched(); };
$('options').oninput = () => { given = undefined; touched(); };
document.addEventListener('selectionchange', showPlace); $('scene').onselect = $('scene').onkeyup = $('scene').onclick = showPlace;
$('form').onsubmit = event => { event.preventDefault(); start(true); };
$('stop').onclick = () => stop();
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
    if (location.hash.length > 1) follow(); else { fill(scenes.break, []); start(); }
}
