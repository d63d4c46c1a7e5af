// wasi.mjs MODULE ARGUMENT...: runs a program of WebAssembly with WASI under node, with the files of this folder; or, if an argument
// is an absolute path, with all files, by absolute paths.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [, , path, ...words] = process.argv, folder = words.some(word => word.startsWith('/')) ? '/' : '.';
const wasi = new WASI({ version: 'preview1', args: ['billiard-sim', ...words], preopens: { [folder]: folder }, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(path));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
