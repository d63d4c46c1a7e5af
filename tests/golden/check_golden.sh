#!/bin/sh
# Did any byte of the output change? For each scene of scenes/ (in shipped.txt) and of tests/golden/scenes/ (in own.txt) and each
# integrator that can run it: the summary, and checksums of trajectory, collision log, ledger and saved final state; for one
# small scene every format in full (formats.txt). Prints TAP; run from the top of the tree. Rule: a golden file changes only
# together with the program or the scene, and the commit says which numbers changed and why. To rewrite them: tests/golden/check_golden.sh --update
#
# versions.txt has a line for each version, with the golden hash: SHA-256 of all other texts here, in order of their names.
# Versions X.Y.Z of one X.Y have the same hash: a patch changes no byte. A line stays once the version has its tag vX.Y.Z.
# `check_golden.sh --versions` checks this alone.
set -u
export LC_ALL=C # names in one order
sim=${BILLIARD_SIM:-$PWD/billiard-sim}
here=tests/golden
scratch=$(mktemp -d)
now=$(mktemp)
trap 'rm -rf "$scratch" "$now"' EXIT

# The checksums of those files that there are, for each integrator; those of a run that ended early are .partial.
checksums() {
    (cd "$scratch" && cksum ./*/save* ./*/events* ./*/energy* ./*/frames* 2>/dev/null) >"$scratch/sums"
}

# Those of one integrator.
its_checksums() {
    while read -r sum size file; do
        [ "${file%/*}" = "./$1" ] || continue
        file=${file##*/}
        echo "${file%.partial} $sum:$size"
    done <"$scratch/sums"
}

# The summary, one line, without what is not a function of the scene.
summary() {
    read -r line <"$scratch/$1/summary"
    from=${line%%'"version":"'*} rest=${line#*'"version":"'}
    line=$from${rest#*'",'}
    from=${line%%',"wall_s":'*} rest=${line#*',"wall_s":'}
    echo "$from}${rest#*'}'}"
}

integrators=$("$sim" --list | awk '$1 == "integrator" { print $2 }')
for integrator in $integrators; do
    mkdir "$scratch/$integrator"
done

# The golden text of one scene.
describe_scene() {
    for integrator in $integrators; do
        to=$scratch/$integrator
        "$sim" -q -i "$integrator" -o "$to/frames" --summary "$to/summary" --save "$to/save" --events "$to/events" \
            --energy "$to/energy" "$1" >"$to/messages" 2>&1
        echo "$?" >"$to/status"
    done
    checksums
    for integrator in $integrators; do
        to=$scratch/$integrator
        read -r status <"$to/status"
        [ "$status" -ne 3 ] || continue # it cannot run the scene
        echo "$integrator:"
        [ ! -s "$to/messages" ] || cat "$to/messages"
        [ "$status" -eq 0 ] || echo "exit $status"
        [ ! -f "$to/summary" ] || summary "$integrator"
        its_checksums "$integrator"
    done
    rm -f "$scratch"/*/*
}

# The golden text of a format: what the small scene looks like in it.
describe_format() {
    if [ "$1" = binary ]; then
        "$sim" -f binary "$here/formats.json" | od -An -v -tx1 -w56
        return
    fi
    "$sim" -f "$1" "$here/formats.json" | sed 's/"version":"[^"]*"/"version":"..."/'
}

# section FILE NAME: what a golden file has of one scene or format, below the line "== NAME".
section() {
    awk -v name="$2" '$1 == "==" { here = $2 == name; next } here' "$1"
}

# golden FILE NAME: compares what there is now with that section, or writes it anew.
update=${1-}
count=0
failures=0
golden() {
    if [ "$update" = --update ]; then
        { echo "== $2"; cat "$now"; } >>"$scratch/$1"
        return
    fi
    count=$((count + 1))
    section "$here/$1" "$2" >"$scratch/wanted"
    if difference=$(diff "$scratch/wanted" "$now" 2>&1); then
        echo "ok $count - $2"
    else
        failures=$((failures + 1))
        echo "not ok $count - $2"
        printf '%s\n' "$difference" | cut -c 1-300 | head -n 20 | sed 's/^/# /'
    fi
}

version=$(sed -n 's/.*VERSION "\(.*\)"/\1/p' src/base/version.h)

golden_hash() {
    for text in "$here"/*.txt; do
        [ "$text" = "$here/versions.txt" ] || cat "$text"
    done | perl -MDigest::SHA=sha256_hex -0777 -ne 'print sha256_hex($_)'
}

# What is wrong with versions.txt.
wrong_versions() {
    awk -v now="$version $(golden_hash)" '
        /^#/ { next }
        { split($1, part, "."); minor = part[1] "." part[2]; number = part[1] * 1e6 + part[2] * 1e3 + part[3] }
        number <= last { print $1 " comes too late" }
        minor in hash && hash[minor] != $2 { print $1 ": a patch changes no byte; raise the minor version" }
        { hash[minor] = $2; last = number; line = $0 }
        END { if (line != now) print "the last line should be " now ": run check_golden.sh --update, after a release with a new version" }' \
        "$here/versions.txt"
    git tag --list 'v*' 2>/dev/null | while read -r tag; do
        git show "$tag:$here/versions.txt" 2>/dev/null | grep "^${tag#v} " | grep -vxFf "$here/versions.txt" | sed 's/$/ was released/'
    done
}

check_versions() {
    if [ "$update" = --update ] && ! git rev-parse -q --verify "refs/tags/v$version" >/dev/null 2>&1; then
        { grep -v "^$version " "$here/versions.txt"; echo "$version $(golden_hash)"; } >"$now"
        cp "$now" "$here/versions.txt"
    fi
    count=$((count + 1))
    wrong=$(wrong_versions 2>&1)
    [ -z "$wrong" ] || { failures=$((failures + 1)); printf 'not '; }
    echo "ok $count - versions.txt"
    [ -z "$wrong" ] || printf '%s\n' "$wrong" | sed 's/^/# /'
}

if [ "$update" = --versions ]; then
    check_versions
    echo "1..1"
    exit "$failures"
fi
for book in shipped own; do
    [ $book = shipped ] && scenes=scenes || scenes=$here/scenes
    for scene in "$scenes"/*.json; do
        describe_scene "$scene" >"$now"
        name=${scene##*/}
        golden $book.txt "${name%.json}"
    done
done
for format in $("$sim" --list | awk '$1 == "format" { print $2 }'); do
    describe_format "$format" >"$now"
    golden formats.txt "$format"
done
if [ "$update" = --update ]; then
    for book in shipped own formats; do mv "$scratch/$book.txt" "$here/"; done
    check_versions
    exit
fi
# and nothing of scenes and formats that are gone
count=$((count + 1))
if [ "$(cat "$here/shipped.txt" "$here/own.txt" "$here/formats.txt" | grep -c '^== ')" -eq $((count - 1)) ]; then echo "ok $count - all"; else echo "not ok $count - all"; failures=1; fi
check_versions
echo "1..$count"
[ "$failures" -eq 0 ]
