// A host for one run of a program in WebAssembly, as WASI (preview 1) describes it: words, standard input from an array of bytes,
// output handed on as it is written, and a folder of files in memory, each given to be read or written from its beginning to its
// end. The folder has no folders within. What the program does not need is answered by ENOSYS. No part of this knows what the program does.
'use strict';

// run(module, words, input, write): runs it to its end; returns its exit status and the files it wrote, {status, files: Map(name, parts)}.
//   module  a WebAssembly.Module; one that traps throws a WebAssembly.RuntimeError
//   words   name and arguments, strings
//   input   standard input, a Uint8Array
//   write   called as write(1, bytes) for standard output, write(2, bytes) for standard error; the bytes are the callee's
//   given   files to be read, {name: Uint8Array}
//   most    bytes of output and files that it may have written, messages and replaced files apart; then there is "no space left on device"
function run(module, words, input, write, given = {}, most = 5e8) {
    const OK = 0, BADF = 8, EXIST = 20, NOENT = 44, NOSPC = 51, NOSYS = 52, SPIPE = 70; // errno
    const TERMINAL = 2, FOLDER = 3, FILE = 4; // file types
    const files = new Map(Object.entries(given).map(([name, bytes], i) => [name, {number: 50 + i, parts: [bytes], given: bytes}]));
    const text = new TextEncoder();
    const open = [{type: 0, read: 0}, {type: 0, to: 1}, {type: TERMINAL, to: 2}, {type: FOLDER}]; // by descriptor
    let memory, written = 0;
    const view = () => new DataView(memory.buffer), bytes = (at, size) => new Uint8Array(memory.buffer, at, size);
    const name = (at, size) => new TextDecoder().decode(bytes(at, size)).replace(/^(\.\/+)+/, '');
    const put32 = (...pairs) => { for (let i = 0; i < pairs.length; i += 2) view().setUint32(pairs[i], pairs[i + 1], true); return OK; };
    const put64 = (at, value) => { view().setBigUint64(at, BigInt(value), true); return OK; };
    // Calls each(address, size) for the pieces of memory of a list.
    const pieces = (list, count, each) => { for (let i = 0; i < count; i++) each(view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true)); };

    // A list of strings with NUL behind each, as main() wants it.
    const strings = words.map(word => text.encode(word + '\0'));
    const size = strings.reduce((sum, string) => sum + string.length, 0);
    const putStat = (at, type, number, length) => {
        bytes(at, 64).fill(0);
        view().setUint8(at + 16, type);
        put64(at + 8, number);
        return put64(at + 32, length);
    };
    const sizeOf = file => file.parts.reduce((sum, part) => sum + part.length, 0);
    // Puts a file in the place of what had the name.
    const place = (path, file) => {
        const before = files.get(path);
        if (before && !before.given) written -= sizeOf(before);
        if (file) files.set(path, file); else files.delete(path);
        return OK;
    };

    const calls = {
        args_sizes_get: (count, room) => put32(count, words.length, room, size),
        args_get(list, at) {
            for (const string of strings) { put32(list, at); bytes(at, string.length).set(string); list += 4; at += string.length; }
            return OK;
        },
        clock_time_get: (clock, precision, to) => put64(to, Math.round(1e6 * (clock ? performance.now() : Date.now()))),
        fd_prestat_get: (fd, to) => fd === 3 ? put32(to, 0, to + 4, 1) : BADF,
        fd_prestat_dir_name(fd, to) { bytes(to, 1)[0] = 46; return OK; }, // "."
        fd_fdstat_get(fd, to) {
            if (!open[fd]) return BADF;
            bytes(to, 24).fill(0);
            view().setUint8(to, open[fd].type);
            put64(to + 8, open[fd].type === TERMINAL ? 0x40n : 0xffffffffn); // a terminal can be written, but not sought in
            return put64(to + 16, 0xffffffffn);
        },
        fd_fdstat_set_flags: () => OK,
        fd_sync: () => OK,
        fd_filestat_get: (fd, to) => !open[fd] ? BADF : putStat(to, open[fd].type, open[fd].file ? open[fd].file.number : fd, open[fd].file ? sizeOf(open[fd].file) : 0),
        path_filestat_get(fd, flags, at, length, to) {
            const file = files.get(name(at, length));
            return name(at, length) === '.' ? putStat(to, FOLDER, 3, 0) : file ? putStat(to, FILE, file.number, sizeOf(file)) : NOENT;
        },
        path_open(fd, look, at, length, how, rights, inherited, flags, to) {
            const path = name(at, length), CREATE = 1, EXCLUSIVE = 4, EMPTY = 8;
            if (path === '.') return put32(to, open.push({type: FOLDER}) - 1);
            if (path.includes('/') || !files.has(path) && !(how & CREATE)) return NOENT;
            if (files.has(path) && how & EXCLUSIVE) return EXIST;
            if (!files.has(path) || how & EMPTY) place(path, {number: 100 + open.length, parts: []});
            return put32(to, open.push({type: FILE, file: files.get(path), read: 0}) - 1);
        },
        path_rename(fd, at, length, other, to, toLength) {
            const from = name(at, length), file = files.get(from);
            if (!file) return NOENT;
            files.delete(from);
            return place(name(to, toLength), file);
        },
        path_unlink_file: (fd, at, length) => files.has(name(at, length)) ? place(name(at, length)) : NOENT,
        fd_seek: (fd, offset, whence, to) => !open[fd] ? BADF : !open[fd].file || offset || !whence ? SPIPE : put64(to, sizeOf(open[fd].file)),
        fd_read(fd, list, count, got) {
            let all = 0;
            const from = fd === 0 ? input : open[fd] && open[fd].file && open[fd].file.given;
            if (!from) return BADF;
            pieces(list, count, (at, room) => {
                const part = from.subarray(open[fd].read, open[fd].read + room);
                bytes(at, part.length).set(part); open[fd].read += part.length; all += part.length;
            });
            return put32(got, all);
        },
        fd_write(fd, list, count, got) {
            let all = 0;
            if (!open[fd] || !open[fd].to && !open[fd].file) return BADF;
            pieces(list, count, (at, length) => all += length);
            if (open[fd].type !== TERMINAL && (written += all) > most) return NOSPC;
            pieces(list, count, (at, length) => {
                const part = bytes(at, length).slice();
                if (open[fd].to) write(open[fd].to, part); else open[fd].file.parts.push(part);
            });
            return put32(got, all);
        },
        fd_close: fd => open[fd] ? (open[fd] = null, OK) : BADF,
        proc_exit(status) { throw {status}; },
    };
    const answers = {};
    for (const {name} of WebAssembly.Module.imports(module)) answers[name] = calls[name] || (() => NOSYS);
    const {exports} = new WebAssembly.Instance(module, {wasi_snapshot_preview1: answers});
    memory = exports.memory;
    let status = 0;
    try {
        exports._start();
    } catch (end) {
        if (end.status === undefined) throw end;
        ({status} = end);
    }
    return {status, files: new Map([...files].filter(([, file]) => !file.given).map(([path, file]) => [path, file.parts]))};
}
