// Chromium without a screen, by its remote debugging protocol over a pipe (descriptors 3 and 4, a NUL behind each message).
//
//   const browser = await open(folder, width, height);   folder: for its profile
//   await browser.visit(url);
//   await browser.evaluate(script)   value of an expression of JavaScript in the page, of a promise what it comes to
//   await browser.send(method, parameters)   any method of the protocol
//   browser.errors   what came to the page's console as errors and warnings, and exceptions that no one caught
//   browser.close()
import { spawn } from 'node:child_process';

export async function open(folder, width = 1200, height = 800) {
    const child = spawn('chromium', ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync', '--remote-debugging-pipe', `--user-data-dir=${folder}`, `--window-size=${width},${height}`],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    const waiting = new Map(), errors = [], [, , , to, from] = child.stdio;
    let heard = [], number = 0, session, loaded;
    const hear = ({ id, result, error, method, params }) => {
        if (id) { const { resolve, reject } = waiting.get(id); waiting.delete(id); if (error) reject(new Error(error.message)); else resolve(result); }
        if (method === 'Page.loadEventFired' && loaded) loaded();
        if (method === 'Runtime.exceptionThrown') errors.push(params.exceptionDetails.exception?.description || params.exceptionDetails.text);
        if (method === 'Log.entryAdded' && params.entry.level !== 'verbose') errors.push(params.entry.text);
        if (method === 'Runtime.consoleAPICalled' && ['error', 'warning'].includes(params.type)) errors.push(params.args.map(arg => arg.value).join(' '));
    };
    from.on('data', bytes => {
        for (let end; (end = bytes.indexOf(0)) >= 0; bytes = bytes.subarray(end + 1), heard = []) hear(JSON.parse(Buffer.concat([...heard, bytes.subarray(0, end)])));
        heard.push(bytes);
    });
    child.on('exit', () => { for (const { reject } of waiting.values()) reject(new Error('chromium has ended')); });
    const send = (method, params = {}, of = session) => new Promise((resolve, reject) => {
        waiting.set(++number, { resolve, reject });
        to.write(JSON.stringify({ id: number, method, params, sessionId: of }) + '\0');
    });
    const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
    ({ sessionId: session } = await send('Target.attachToTarget', { targetId, flatten: true }));
    for (const domain of ['Page', 'Runtime', 'Log']) await send(`${domain}.enable`);
    return {
        send, errors,
        async visit(url) {
            const done = new Promise(resolve => { loaded = resolve; });
            await send('Page.navigate', { url });
            await done;
        },
        async evaluate(expression) {
            const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
            if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
            return result.value;
        },
        close() { child.kill(); },
    };
}
