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

# balls TABLE: balls to begin with, on the spots of a table of the trade.
balls() {
    awk -F, -v table="$1" '
        function ball(name, x, y, color) { printf "%s    {\"x\": %s, \"y\": %s, \"name\": \"%s\", \"color\": \"%s\"}", sep, x, y, name, color; sep = ",\n" }
        BEGIN { split("yellow gold green green brown saddlebrown blue blue pink hotpink black black cue ivory other gold red crimson head ivory", words, " ")
                for (i = 1; i in words; i += 2) color[words[i]] = words[i + 1] }
        $1 != table || $2 == "centre" { next }
        $2 == "yellow" { ball("cue", $3 - 0.037, $4 + 0.2, "ivory") }
        $2 == "foot" { rack = $3 }
        $2 == "pink" { rack = $3 + 0.054; red = ", \"color\": \"crimson\"" }
        { y = $4 }
        $2 != "foot" { ball($2 == "head" ? "cue" : $2, $3, $4, color[$2]) }
        END { if (rack) printf "%s    {\"rack\": \"triangle\", \"rows\": 5, \"x\": %s, \"y\": %s%s}", sep, rack, y, red }' "$here/../tables/spots.csv"
}

# {"name": "text", ...}; first the one that the page opens with.
scenes() {
    before='{'
    for scene in "$here/first.json" "$here"/../*.json "$here"/../tables/*.json; do
        name=$(basename "$scene" .json)
        [ "$name" != first ] || name='a first scene'
        printf '%s"%s": ' "$before" "$name"
        case $scene in
        */tables/*) balls=$(balls "$name") awk '/^  "balls": \[\]/ { sub(/\[\]/, ""); print "  " $1 " [\n" ENVIRON["balls"] "\n  ]" (/,$/ ? "," : ""); next } 1' "$scene" | string '\n' ;;
        *) string '\n' <"$scene" ;;
        esac
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
