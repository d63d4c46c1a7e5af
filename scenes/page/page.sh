#!/bin/sh
# The program in a page: one file that needs no network, and links that it opens.
#
#   page.sh PAGE MODULE               makes the page; MODULE is the program for WebAssembly, which `make wasm` makes
#   page.sh --link SCENE [OPTION]...  prints a link that has the page run a scene with options of billiard-sim
#
# The page is try.html with the shipped scenes and that of the player (scenes/plot/player.html) in it. A link carries
# {"scene": TEXT, "options": [OPTION, ...]}, and perhaps "lines": TEXT for --batch lines, as raw deflate in base64 with the letters of addresses.
set -eu
export LC_ALL=C
here=$(dirname "$0")

# string [END]: what is read, with END in place of its last line end, as a string of JSON in which nothing ends a block of the page.
string() {
    printf '"'
    sed 's/\\/\\\\/g; s/"/\\"/g; s/</\\u003c/g; s/	/\\t/g' | awk '{ printf "%s%s", (NR > 1 ? "\\n" : ""), $0 }'
    printf '%s"' "${1-}"
}

# {"name": "text", ...}
scenes() {
    before='{'
    for scene in "$here"/../*.json "$here"/../tables/*.json; do
        printf '%s"%s": ' "$before" "$(basename "$scene" .json)"
        string '\n' <"$scene"
        before=', '
    done
    echo '}'
}

page() {
    cat "$here/try.html"
    echo '<script type="application/json" id="scenes">' && scenes
    echo '</script><script type="application/json" id="template">' && string '\n' <"$here/../plot/player.html"
    echo '</script><script type="text/plain" id="worker">' && cat "$here/wasi.js" "$here/pack.js" "$here/worker.js"
    echo '</script><script type="text/plain" id="module">' && gzip -9n <"$1" | base64
    echo '</script><script>' && cat "$here/try.js"
    echo '</script>'
}

# gzip has a head of 10 bytes and a tail of 8 around raw deflate.
link() {
    {
        printf '{"scene":' && string '\n' <"$1"
        shift
        before=',"options":['
        for word; do printf %s "$before" && printf %s "$word" | string && before=','; done
        [ $# -gt 0 ] || printf %s "$before"
        printf ']}'
    } | gzip -9n >"$packed"
    printf 'try.html#' && tail -c +11 "$packed" | head -c $(($(wc -c <"$packed") - 18)) | base64 | tr -d '\n=' | tr +/ -_
    echo
}

readable() { [ -r "$1" ] || { echo "${0##*/}: $1: cannot be opened$2" >&2; exit 4; }; }

case ${1-} in
--link)
    readable "${2-no scene}" ''
    packed=$(mktemp)
    trap 'rm -f "$packed"' EXIT
    shift
    link "$@"
    ;;
?*.html)
    readable "${2-no program}" '; make wasm makes it'
    page "$2" >"$1"
    ;;
*)
    sed -n '4,5s/^#   //p' "$0" >&2
    exit 2
    ;;
esac
