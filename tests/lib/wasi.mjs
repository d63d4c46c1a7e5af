// wasi.mjs MODULE ARGUMENT...: runs a program of WebAssembly with WASI under node, with the files of this folder and, by absolute paths, all others.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [, , path, ...words] = process.argv;
const wasi = new WASI({ version: 'preview1', args: ['billiard-sim', ...words], preopens: { '.': '.', '/': '/' }, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(path));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
