#!/bin/sh
# bare.sh COMMAND...: runs a command where the tools of others are hidden that no package of `.ci/deps test` brings. Each folder of
# PATH is replaced by one of links to its programs but those: so a compiler that looks for itself along PATH finds the next.
set -eu
hidden='gnuplot gnuplot-nox gnuplot-qt gnuplot-x11 ffmpeg ffprobe chromium node nodejs npm lmp groff nroff troff man jq mlr python python3
    duckdb sqlite3 R Rscript cmark ajv lintian dpkg-shlibdeps shellcheck cppcheck clang-format clang-tidy valgrind zsh fish
    wasm-ld zip unzip'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
path='' count=0
IFS=:
for from in $PATH; do
    [ -d "$from" ] || continue
    into=$folder/$count
    mkdir "$into"
    find "$from" -maxdepth 1 ! -type d -exec sh -c 'ln -s "$@" "$0"' "$into" {} +
    (
        cd "$into"
        IFS=' 
'
        # shellcheck disable=SC2086 # words
        rm -f $hidden python3.*
    )
    path=$path${path:+:}$into
    count=$((count + 1))
done
unset IFS
PATH=$path "$@"
