#!/bin/sh
# Did any byte of the examples' output change? For each scene and each integrator that can run it: the summary, and
# checksums of the saved final state and of the collision log; for one small scene every format in full.
# Prints TAP; run from the top of the tree. After an intended change: tests/golden/check_golden.sh --update
set -u
sim=${BILLIARD_SIM:-$PWD/billiard-sim}
here=tests/golden
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

checksum() {
    cksum <"$1" | tr ' ' ':'
}

# The golden text of one scene.
describe_scene() {
    for integrator in $("$sim" --list | awk '$1 == "integrator" { print $2 }'); do
        "$sim" --check -i "$integrator" "$1" 2>/dev/null || continue
        echo "$integrator:"
        "$sim" -q -i "$integrator" -o /dev/null --summary "$scratch/summary" --save "$scratch/save" \
            --events "$scratch/events" "$1" 2>&1 || echo "exit $?"
        [ ! -f "$scratch/summary" ] || sed 's/"version":"[^"]*",//; s/,"wall_s":[^}]*//' "$scratch/summary"
        for file in save events; do
            [ ! -f "$scratch/$file" ] || echo "$file $(checksum "$scratch/$file")"
        done
        rm -f "$scratch/summary" "$scratch/save" "$scratch/events"
    done
}

# The golden text of a format: what the small scene looks like in it.
describe_format() {
    "$sim" -f "$1" "$here/formats.json" | sed 's/"version":"[^"]*"/"version":"..."/'
}

# golden NAME: standard input is what there is now; compares it with the file, or replaces that.
update=${1-}
count=0
failures=0
golden() {
    cat >"$scratch/now"
    if [ "$update" = --update ]; then
        cp "$scratch/now" "$here/$1"
    fi
    count=$((count + 1))
    if difference=$(diff "$here/$1" "$scratch/now" 2>&1); then
        echo "ok $count - $1"
    else
        failures=$((failures + 1))
        echo "not ok $count - $1"
        printf '%s\n' "$difference" | cut -c 1-300 | head -n 20 | sed 's/^/# /'
    fi
}

for scene in scenes/*.json; do
    [ -f "$scene" ] || continue
    describe_scene "$scene" >"$scratch/scene.text"
    golden "$(basename "$scene" .json).txt" <"$scratch/scene.text"
done
for format in $("$sim" --list | awk '$1 == "format" { print $2 }'); do
    describe_format "$format" >"$scratch/format.text"
    golden "format.$format" <"$scratch/format.text"
done
echo "1..$count"
[ "$failures" -eq 0 ]
