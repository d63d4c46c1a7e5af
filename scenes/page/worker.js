// What a worker of the page does: {words, input, given} runs the program; with {show}, the words print the scene, and it makes the
// page that plays a run.
'use strict';

const program = 'billiard-sim';

// What the program says, as far as anyone reads it: its first and its last `most` lines, how many were left out between, and its
// latest line of progress. Progress lines end in an escape sequence; without them it is what the program says where no one looks on.
function listener(most = 1000, longest = 10000) {
    const decoder = new TextDecoder(), first = [], last = [];
    let rest = '', left = 0, progress = '';
    return {
        hear(bytes) {
            const words = (rest + decoder.decode(bytes, {stream: true})).replace(/\r([^\r\n]*?)\x1b\[K/g, (all, line) => { progress = line || progress; return ''; });
            const lines = words.split('\n');
            rest = lines.pop();
            if (rest.length > 2 * longest) rest = rest.slice(0, longest) + ' ... ';
            for (const line of lines) {
                (first.length < most ? first : last).push(line.length > 2 * longest ? line.slice(0, longest) + ' ...' : line);
                if (last.length > most) { last.shift(); left++; }
            }
        },
        news() {
            const lines = [...first, ...left ? [`... (${left} lines are left out here)`] : [], ...last];
            return {said: lines.map(line => line + '\n').join('') + rest.replace(/\r[^\r\n]*$/, ''), progress};
        },
    };
}

// Runs the program. What it writes goes out ten times a second at most, as many small writes would keep the page busy.
function simulate({module, words, input, given}) {
    const listens = listener();
    let out = [], heard = false, told = -Infinity;
    const tell = more => {
        postMessage({out: out.length ? new Blob(out) : undefined, ...heard ? listens.news() : {}, ...more});
        out = []; heard = false; told = performance.now();
    };
    const {status, files} = run(module, [program, ...words], new TextEncoder().encode(input), (stream, bytes) => {
        if (stream === 1) out.push(bytes); else { listens.hear(bytes); heard = true; }
        if (performance.now() - told > 100) tell();
    }, given);
    tell({status, files: new Map([...files].map(([name, parts]) => [name, new Blob(parts)]))});
}

async function show({module, words, input, csv, events, energy, partial, player}) {
    const parts = [];
    run(module, [program, ...words], new TextEncoder().encode(input), (stream, bytes) => stream === 1 && parts.push(bytes));
    const scene = await new Blob(parts).text();
    postMessage({page: await pack(scene, csv, events, energy, player, partial), scene});
}

onmessage = async ({data}) => {
    try {
        await (data.show ? show(data) : simulate(data));
    } catch (error) {
        postMessage({failed: error.message});
    }
};
