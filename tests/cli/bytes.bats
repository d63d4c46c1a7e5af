#!/usr/bin/env bats
# What holds for the bytes of every output, whatever the format.
#
# Promise: log, ledger and summary agree with the trajectory; the log alone determines the run. Measured: replayed to
# 1e-11. Also kept by cli/options.bats, laws/test_simultaneous.c, laws/test_stepped_contacts.c.
#
# Promise: memory does not grow with the run. Measured: 25 MB of rows within 12 MB of address space, in each format.

load common

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    cat >scene.json <<'JSON'
{"table": {"width": 12, "height": 7}, "restitution": {"ball": 0.95, "wall": 0.9}, "k": 500,
 "dt": 0.005, "steps": 1000, "every": 10,
 "balls": [{"x": 2, "y": 3.5, "vx": 9, "vy": 0, "r": 0.5},
           {"rack": "triangle", "rows": 4, "x": 6, "y": 3.5, "r": 0.5, "m": 0.3}]}
JSON
    all_streams usual
}

setup() {
    enter_empty_folder
    ln -s "$BATS_FILE_TMPDIR"/* .
}

# all_streams FOLDER ARGUMENT...: every output of a run, the trajectory in every format of text. That of the scene as it is
# lies in `usual`.
all_streams() {
    local logs=(--events "$1/events" --energy "$1/energy" --summary "$1/summary" --save "$1/save")
    mkdir "$1"
    for format in $(formats | grep -v binary); do
        "$sim" -q -f "$format" -o "$1/$format" "${logs[@]}" "${@:2}" scene.json
        logs=()
    done
    sed -i 's/"wall_s":.*//' "$1/summary"
}

@test "the log tells the whole run: places, normals, speeds, impulses, groups" {
    "$sim" -f json -o document --events events --summary summary scene.json
    perl "$BATS_TEST_DIRNAME/replay.pl" document events summary
    "$sim" -f json -o document --events events --summary summary -s balls.0.y=3.3 -s balls.1.gap=0.1 -s balls.0.x=1 scene.json
    perl "$BATS_TEST_DIRNAME/replay.pl" document events summary 2>message || equal "$(cat message)" \
        "no contact of this kind: simultaneous"
}

@test "the same input gives the same bytes" {
    all_streams again
    diff -r again usual/
}

@test "lines end in a line feed, colours and other control characters do not occur" {
    for file in usual/*; do
        [ "$file" = usual/summary ] || equal "$(tail -c 1 "$file" | od -An -c | tr -d ' ')" '\n'
        equal "$(tr -d '\n -~' <"$file" | wc -c)" 0
    done
}

@test "a zero in the collision log is 0, never -0: balls at rest pushed onto each other, a line, a fixed ball" {
    for impact in pairwise newton lcp gr hooke hertz; do
        for balls in '{"x": 3, "y": 2, "vx": 1}, {"x": 4, "y": 2}, {"x": 5, "y": 2, "fixed": true}' \
            '{"x": 4, "y": 2, "fixed": true}, {"x": 5, "y": 2}, {"x": 6, "y": 2, "vx": -1}' \
            '{"x": 4, "y": 1, "fixed": true}, {"x": 4, "y": 2}, {"x": 4, "y": 3, "vy": -1}' \
            '{"x": 1.5, "y": 2}, {"x": 2.3, "y": 2.6}, {"x": 3.1, "y": 3.2, "vx": -0.8, "vy": -0.6}' \
            '{"x": 8.5, "y": 2}, {"x": 7.5, "y": 2, "vx": 1}'; do
            echo '{"table": {"width": 10, "height": 7}, "dt": 0.1, "steps": 1, "impact": "'$impact'", "defaults": {"r": 0.5},
                   "obstacles": [{"line": [9, 1, 9, 3]}], "balls": ['"$balls"']}' >touching.json
            "$sim" -q -o /dev/null --events log touching.json
            [ "$(grep -c '' log)" -eq 3 ]
            equal "$(grep -E '(^|,)-0(,|$)' log || true)" ""
        done
    done
}

@test "the locale does not matter" {
    locale=$(locale -a 2>/dev/null | grep -iE -m1 '^(de|fr|ru|pl|cs|it)_.*utf-?8') || skip "no locale with a decimal comma here"
    LC_ALL=$locale all_streams local
    diff -r local usual/
}

@test "a terminal gets the same bytes" {
    need_terminal
    "$sim" -n 20 scene.json >wanted
    script -qec "'$sim' -n 20 scene.json" /dev/null | tr -d '\r' >found
    cmp wanted found
}

@test "step is always an integer" {
    all_streams here -s start.step=1000000000000000 -n 100 -e 50
    for format in csv csv-wide; do
        equal "$(cut -d, -f1 "here/$format" | uniq | tr '\n' ' ')" "step 1000000000000000 1000000000000050 1000000000000100 "
    done
    equal "$(cut -d, -f1 here/energy | tr '\n' ' ')" "step 1000000000000000 1000000000000050 1000000000000100 "
    equal "$(grep -v '^$' here/gnuplot | sed 1d | cut -d' ' -f1 | uniq | tr '\n' ' ')" \
        "1000000000000000 1000000000000050 1000000000000100 "
    for format in ndjson json; do
        equal "$(grep -o '"step":[^,]*' "here/$format" | tr '\n' ' ')" \
            '"step":1000000000000000 "step":1000000000000050 "step":1000000000000100 '
    done
    grep -qE '"start": \{"step": 1000000000000100[,}]' here/save
}

@test "--precision rounds every stream but the saved state" {
    all_streams rounded -p 3
    cmp rounded/save usual/save
    rm rounded/save
    # Digits of the numbers with a point, without zeros in front.
    perl -ne 'while (/(?<![\d.])(\d+)\.(\d+)(?![\d.])/g) { my $d = "$1$2"; die "$ARGV: $d\n" if $d =~ /^0*[1-9]\d{3}/ }' rounded/*
    [ "$(wc -c <rounded/csv)" -lt "$(wc -c <usual/csv)" ]
}

@test "each value reads back to the same double, whichever the format" {
    sed 1d usual/csv | cut -d, -f4- | tr ',' '\n' >wanted
    sed 1d usual/csv-wide | cut -d, -f3- | tr ',' '\n' | cmp - wanted
    sed 1d usual/gnuplot | grep . | cut -d' ' -f4-7 | tr ' ' '\n' | cmp - wanted
    for format in ndjson json; do
        sed 's/.*"frames":\[//' "usual/$format" | grep -oE '"v?[xy]":[^,}]*' | cut -d: -f2 | cmp - wanted
    done
    grep '^B ' usual/xyz | cut -d' ' -f2,3,5,6 | tr ' ' '\n' | cmp - wanted
}

@test "memory does not grow with the run" {
    (ulimit -v 12000 && "$sim" --version >/dev/null) || skip "cannot run within 12 MB here"
    for format in $(formats); do
        [ "$( (ulimit -v 12000 && "$sim" -f "$format" --events /dev/null --energy /dev/null -n "$(runs 22000 42000)" -e 1 scene.json) | wc -c)" -gt "$(runs 13000000 25000000)" ]
    done
}

@test "a slow reader slows the run and gets all" {
    "$sim" -e 1 -n 3000 scene.json | cksum >wanted
    "$sim" -e 1 -n 3000 scene.json | perl -e 'for (1 .. 20) { select undef, undef, undef, 0.01; sysread STDIN, $_, 1000;
        print } $| = 1; print while <STDIN>' | cksum | cmp - wanted
}

@test "while a run lasts, or after it was killed, the old file is there" {
    echo old >out.csv
    "$sim" -i impulse -n 9007199254740992 -e 100000 -o out.csv scene.json 3>&- &
    until ls -A | grep -q '^\.output'; do sleep 0.01; done
    sleep 0.1
    equal "$(cat out.csv)" old
    kill -9 "$!"
    wait "$!" || true
    equal "$(cat out.csv)" old
}
