#!/bin/sh
# Did any byte of the output change? For each scene of scenes/ and of tests/golden/scenes/ and each integrator that can run
# it: the summary, and checksums of trajectory, collision log, ledger and saved final state; for one small scene every
# format in full. Prints TAP; run from the top of the tree. Rule: a golden file changes only together with the program or
# the scene, and the commit says which numbers changed and why. To rewrite them: tests/golden/check_golden.sh --update
set -u
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

# golden NAME: compares what there is now with the file, or replaces that.
update=${1-}
count=0
failures=0
golden() {
    if [ "$update" = --update ]; then
        cp "$now" "$here/$1"
    fi
    count=$((count + 1))
    if difference=$(diff "$here/$1" "$now" 2>&1); then
        echo "ok $count - $1"
    else
        failures=$((failures + 1))
        echo "not ok $count - $1"
        printf '%s\n' "$difference" | cut -c 1-300 | head -n 20 | sed 's/^/# /'
    fi
}

for scene in scenes/*.json "$here"/scenes/*.json; do
    describe_scene "$scene" >"$now"
    name=${scene##*/}
    golden "${name%.json}.txt"
done
for format in $("$sim" --list | awk '$1 == "format" { print $2 }'); do
    echo "$format:"
    describe_format "$format"
done >"$now"
golden formats.txt
echo "1..$count"
[ "$failures" -eq 0 ]
