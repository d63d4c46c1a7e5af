// What a worker of the page does: {words, input, given} runs the program, {show} makes the page that plays a run.
'use strict';

const program = 'billiard-sim';

function simulate({module, words, input, given}) {
    const {status, files} = run(module, [program, ...words], new TextEncoder().encode(input),
        (stream, bytes) => postMessage({stream, bytes}, [bytes.buffer]), given);
    postMessage({status, files: new Map([...files].map(([name, parts]) => [name, new Blob(parts)]))});
}

async function show({module, words, input, csv, events, partial, player}) {
    const scene = [];
    run(module, [program, ...words, '--print-scene', '-q', '-'], new TextEncoder().encode(input), (stream, bytes) => stream === 1 && scene.push(bytes));
    postMessage({page: await pack(await new Blob(scene).text(), csv, events, player, partial)});
}

onmessage = async ({data}) => {
    try {
        await (data.show ? show(data) : simulate(data));
    } catch (error) {
        postMessage({failed: error.message});
    }
};
