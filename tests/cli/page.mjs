// page.mjs PAGE: opens the page in chromium and runs the script of standard input, an async function's body in node, which has
//
//   browser        see tests/lib/browser.mjs
//   visit(code)    opens the page, with a link's code or '', and waits for the end of what that runs
//   run(name, scene, options, lines)   fills in scene, options and lines, presses Run, waits for the end; writes what the links give to files
//                               NAME.csv, .events, .energy, .summary, .save, .page (those there are), and returns
//                               {status, messages, cursor: [line, column]}; where there is a player, waits for its page
//   player(script) value of an expression in the frame of the player
//   place(x, y)    where a point of the player's table is in the window
//   until(script)  waits for an expression in the page to be true; fails after five minutes
//   print(...)     a line of values
//   read(file), page (its address), sleep(milliseconds)
//
// In the page `get(id)` is the text of an element. Errors of the page's console are printed.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { open } from '../lib/browser.mjs';

const page = pathToFileURL(process.argv[2]).href, browser = await open(mkdtempSync(join(tmpdir(), 'chromium-')));
const print = (...values) => console.log(values.map(value => typeof value === 'string' ? value : JSON.stringify(value)).join(' '));
const read = file => readFileSync(file, 'utf8'), sleep = time => new Promise(resolve => { setTimeout(resolve, time); });

async function until(script) {
    const seen = `new Promise((resolve, reject) => { const stop = Date.now() + 300000, look = () => (${script}) ? resolve(true) :
        Date.now() > stop ? reject(new Error('waited in vain')) : setTimeout(look, 5); look(); })`;
    return browser.evaluate(seen);
}
async function player(expression) {
    for (let tries = 100; ; tries--) {
        const { targetInfos } = await browser.send('Target.getTargets');
        for (const { targetId } of targetInfos.filter(({ type }) => type === 'iframe')) {
            const { value, exceptionDetails } = await Promise.race([sleep(5000).then(() => ({})), inFrame(targetId, `typeof times === 'object' ? [(${expression})] : 0`).catch(() => ({}))]);
            if (value) return value[0];
            if (exceptionDetails && !tries) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
        }
        if (!tries) throw new Error('there is no player');
        await sleep(50);
    }
}
// A frame that goes meanwhile never answers.
async function inFrame(targetId, expression) {
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const { result, exceptionDetails } = await browser.send('Runtime.evaluate', { expression, returnByValue: true }, sessionId);
    await browser.send('Target.detachFromTarget', { sessionId });
    return { value: exceptionDetails ? undefined : result.value, exceptionDetails };
}
async function place(x, y) {
    const [left, top] = await browser.evaluate('(({left, top}) => [left, top])(document.getElementById("player").getBoundingClientRect())');
    const [p, q] = await player(`layout(), (({left, top}, p) => [left + p.x / box.zoom, top + p.y / box.zoom])(canvas.getBoundingClientRect(), ctx.getTransform().transformPoint({x: ${x}, y: ${y}}))`);
    return [left + p + 1, top + q + 1];
}
async function visit(code) {
    await browser.visit('about:blank');
    await browser.visit(page + (code && '#' + code));
    await browser.evaluate(`var get = id => document.getElementById(id).textContent;
        var bytes = async id => { const {href} = document.getElementById(id), reader = new FileReader();
            if (!href.startsWith('blob:')) return null;
            reader.readAsDataURL(await (await fetch(href)).blob());
            await new Promise(resolve => { reader.onload = resolve; });
            return reader.result.replace(/.*,/, ''); }; 0`);
    await until('get("status") || get("messages")');
}
async function take(name) {
    for (const id of ['csv', 'events', 'energy', 'summary', 'save', 'page']) {
        const found = await browser.evaluate(`bytes('${id}')`);
        if (found !== null) writeFileSync(`${name}.${id}`, Buffer.from(found, 'base64'));
    }
}
async function run(name, scene, options = '', lines = '') {
    await browser.evaluate(`document.getElementById('scene').value = ${JSON.stringify(scene)}; document.getElementById('options').value = ${JSON.stringify(options)};
        document.getElementById('lines').value = ${JSON.stringify(lines)};
        document.getElementById('options').dispatchEvent(new Event('input')); document.getElementById('run').click(); get('status')`);
    await until('get("status") && (get("output") || get("status") !== "0" || document.getElementById("page").href || get("detail") || /[^.]\\.$/.test(get("drawing")))');
    const found = await browser.evaluate('({status: get("status"), messages: get("messages"), at: document.getElementById("scene").selectionStart})');
    const before = scene.slice(0, found.at).split('\n');
    await take(name);
    return { status: found.status, messages: found.messages, cursor: [before.length, [...before[before.length - 1]].length + 1] };
}

try {
    const script = new (Object.getPrototypeOf(async () => {}).constructor)('browser', 'visit', 'run', 'until', 'print', 'read', 'page', 'sleep', 'take', 'player', 'place', readFileSync(0, 'utf8'));
    await script(browser, visit, run, until, print, read, page, sleep, take, player, place);
    browser.errors.forEach(text => print(`console: ${text}`));
} finally {
    browser.close();
}
