#!/usr/bin/env bats
# scenes/plot/picture.sh draws a run with one command: what trajectories.gnuplot and animation.gnuplot draw of the same run, a
# snapshot at a time, and messages and statuses as those of the program.

load common

setup() {
    enter_empty_folder
    mkdir tmp
    export TMPDIR=$PWD/tmp BILLIARD_SIM=$sim
    picture=$root/scenes/plot/picture.sh
    scene=$root/scenes/kickoff.json
    plot=$root/scenes/plot
}

teardown() {
    equal "$(ls -A "$BATS_TEST_TMPDIR/here/tmp" 2>/dev/null)" "" # nothing is left behind
}

need_gnuplot() {
    command -v gnuplot >/dev/null || skip "no gnuplot"
}

# texts FILE: the words of an SVG picture, one text a line.
texts() {
    perl -0777 -ne 'while (/<text>(.*?)<\/text>/gs) { my $text = $1; $text =~ s/<[^>]*>//g; $text =~ s/^\s+|\s+$//g; print "$text\n" }' "$1"
}

# title FILE: the text above a table.
title() { texts "$1" | grep -v '^[-0-9.]*$\|^[xy]\|^rings' | head -n 1; }

@test "the same picture as of the scripts of gnuplot: of a scene, a run in gnuplot, in csv, from a pipe" {
    need_gnuplot
    "$sim" -q --print-scene -s duration=1.5 -s frame=0.02 "$scene" >as_run.json
    "$sim" -q -f gnuplot --events hits -o run as_run.json
    "$sim" -q -o run.csv as_run.json
    LC_ALL=C.UTF-8 gnuplot -e "units='SI'; hits='hits'" -c "$plot/trajectories.gnuplot" wanted.svg as_run.json run
    equal "$("$picture" a.svg "$scene" units=SI -q -s duration=1.5 -s frame=0.02 2>&1 </dev/null)" ""
    cmp wanted.svg a.svg
    "$picture" c.svg as_run.json units=SI hits=hits run
    cmp wanted.svg c.svg
    "$picture" d.svg as_run.json units=SI hits=hits run.csv
    cmp wanted.svg d.svg
    "$picture" e.svg as_run.json hits=hits units=SI - <run.csv
    cmp wanted.svg e.svg
    [ -n "${TEST_FULL-}" ] || return 0
    "$picture" b.svg as_run.json -q units=SI </dev/null
    cmp wanted.svg b.svg
    sed 's/$/\r/' run.csv >crlf.csv
    "$picture" f.svg as_run.json hits=hits units=SI crlf.csv
    cmp wanted.svg f.svg
}

@test "at=TIME ends a picture with the frame there, paths=no leaves the paths out, and the title tells the time" {
    need_gnuplot
    "$picture" whole.svg "$scene" -q -s duration=2 -s frame=0.1 </dev/null
    equal "$(title whole.svg)" "Kick-off, t = 0 to 2"
    "$picture" long.svg "$scene" -q -s duration=1000 -s frame=500 </dev/null
    equal "$(title long.svg)" "Kick-off, t = 0 to 1000"
    "$picture" half.svg "$scene" -q at=1 -s duration=2 -s frame=0.1 </dev/null
    equal "$(title half.svg)" "Kick-off, t = 0 to 1"
    "$picture" short.svg "$scene" -q -s duration=1 -s frame=0.1 </dev/null
    cmp half.svg short.svg
    "$picture" one.svg "$scene" -q at=1.05 paths=no units=SI -s duration=2 -s frame=0.1 </dev/null
    equal "$(title one.svg)" "Kick-off, t = 1 s"
    "$sim" -q -s duration=1 -s frame=1 "$scene" | sed 2,8d >last.csv # without its first frame
    "$picture" last.svg "$scene" units=SI last.csv paths=no
    cmp <(grep -v ' stroke="rgb' one.svg) <(grep -v ' stroke="rgb' last.svg) # but for the colour of lines, which are off the picture
    # a picture of a single frame tells its time, with paths or without
    "$picture" first.svg "$scene" -q -n 0 title= </dev/null
    equal "$(title first.svg)" "Kick-off, t = 0"
    run "$picture" no.svg "$scene" at=3 -s duration=2 </dev/null
    equal "$status $output" "2 picture.sh: at=3: the run ends at t = 2"
    "$sim" -q -n 500 -e 500 --save later.json -o /dev/null "$scene"
    run "$picture" no.svg later.json at=1 -q </dev/null
    equal "$status" 2
    like "$output" "picture.sh: at=1: the run begins at t = *"
    [ ! -e no.svg ]
}

@test "snapshots: balls in pockets lie there, a crowd is coloured by speed, and one at rest in one colour" {
    need_gnuplot
    equal "$("$picture" pool.svg "$root/scenes/pool.json" paths=no -q 2>&1 </dev/null)" ""
    equal "$(texts pool.svg | grep -c '^1$')" 3 # a ball, and both axes
    "$picture" gas.svg "$root/scenes/cooling.json" paths=no at=2 -q -n 200 </dev/null
    texts gas.svg | grep -q '^colour: speed, from 0 (dark) to [0-9.]* (light)$'
    "$picture" rest.svg "$root/scenes/cooling.json" paths=no -q -n 0 -s 'balls=[{"fill": "hex", "count": 60, "r": 1}]' </dev/null
    texts rest.svg | grep -qx 'all at rest'
}

# table MEMBERS OBSTACLE: a scene with a ball at rest, and what moves.
table() {
    printf '{"table": {"height": 2, %s}, "dt": 0.5, "steps": 4, "obstacles": [%s], "balls": [{"x": 1, "y": 0.5, "r": 0.2}]}' "$1" "$2"
}

@test "walls, lines and arcs that move stand where they are at the time of a snapshot; pale lines tell of the start" {
    need_gnuplot
    table '"width": 3, "motion": {"right": [[0, 1, 0]], "bottom": [[0.5, 9, -1], [1.5, 0, 1]]}' \
        '{"line": [1, 1.2, 1.5, 1.3], "motion": [[0.5, 0.5, 0.2], [9, 0, 0]]}, {"arc": [0.5, 1.5, 0.3, 20, 180], "motion": [[0, 1, 0], [0.5, -1, 0]], "motion_period": 1}' >moving.json
    table '"width": 5' '{"line": [1.75, 1.5, 2.25, 1.6]}, {"arc": [0.5, 1.5, 0.3, 20, 180]}' >there.json
    # the room at the picture's foot is for the lowest place of the bottom, which now is half way back: all but that is compared
    sed 's/, "bottom": [^}]*//' moving.json >upright.json
    "$picture" moving.svg upright.json title=x style=plain paths=no </dev/null
    "$picture" there.svg there.json title=x style=plain paths=no </dev/null
    cmp moving.svg there.svg
    # at the start: the right wall, the bottom, the line, the arc
    "$picture" paths.svg moving.json </dev/null
    texts paths.svg | grep -qx 'rings, pale lines: start, discs: end'
    "$picture" whole.svg there.json </dev/null
    pale() { tr '\n' ' ' <"$1" | grep -oE "rgb\((185, 180, 172|127, 156, 134)\)' +d='[^']*" | tr -dc M | wc -c; }
    equal "$(pale paths.svg) $(pale whole.svg) $(pale moving.svg)" "4 0 0"
    # the table as it was largest
    equal "$(texts paths.svg | grep -x -- '-\?[0-9.]\+' | tr '\n' ' ')" "-1 -0.5 0 0.5 1 1.5 2 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 0 0 "
    [ -n "${TEST_FULL-}" ] || return 0
    # a run from a file, and one that goes on from a saved state
    "$sim" -q -o run.csv --save saved.json upright.json
    "$picture" file.svg upright.json title=x style=plain paths=no run.csv </dev/null
    cmp there.svg file.svg
    "$picture" saved.svg saved.json title=x style=plain paths=no -s steps=0 </dev/null
    cmp there.svg saved.svg
}

@test "walls with a mass stand where the run's ledger has them; of a run from a file they are left out" {
    need_gnuplot
    mass='"width": 3, "piston": {"right": {"m": 1, "x": 3.5, "v": 0.75}, "bottom": {"m": 2, "v": 0.25, "x": -0.5}}'
    table "$mass" '' >mass.json
    table '"width": 5' '' >there.json
    "$picture" mass.svg mass.json title=x style=plain paths=no -s table.piston.bottom=null </dev/null
    "$picture" there.svg there.json title=x style=plain paths=no </dev/null
    cmp mass.svg there.svg
    # lines in the colours of walls now, and of walls at the start
    lines() { tr '\n' ' ' <"$2" | grep -oE "rgb\(($1)\)' +d='[^']*" | tr -dc L | wc -c; }
    "$picture" paths.svg mass.json </dev/null
    equal "$(lines ' 85,  80,  73' paths.svg) $(lines '185, 180, 172' paths.svg)" "4 2"
    equal "$(texts paths.svg | grep -x -- '-\?[0-9.]\+' | tr '\n' ' ')" "-0.5 0 0.5 1 1.5 2 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 0 0 "
    # without a ledger the table ends where balls do
    "$sim" -q -s balls.0.vx=-0.2 -o run.csv mass.json
    "$picture" file.svg mass.json run.csv </dev/null
    equal "$(lines ' 85,  80,  73' file.svg) $(lines '185, 180, 172' file.svg)" "2 0"
    equal "$(texts file.svg | grep -x -- '-\?[0-9.]\+' | sed '/^0.6$/,$d' | tr '\n' ' ')" "0.4 "
    [ -n "${TEST_FULL-}" ] || return 0
    # a state from which the run goes on; a ledger that the options name; one that is none
    "$sim" -q --save saved.json -o /dev/null -s table.piston.bottom=null mass.json
    "$picture" saved.svg saved.json title=x style=plain paths=no -s steps=0 </dev/null
    cmp there.svg saved.svg
    "$picture" own.svg mass.json --energy own.csv </dev/null
    equal "$(lines ' 85,  80,  73' own.svg)" 2
    "$sim" -q -f gnuplot -o rows mass.json
    run gnuplot -e "ledger='rows'" -c "$plot/trajectories.gnuplot" no.svg mass.json rows
    equal "$status $output" "3 ledger='./rows': not the output of billiard-sim --energy"
}

@test "a ball whose name is a number of one or two digits has that one, others their own" {
    need_gnuplot
    echo '{"table": {"width": 3, "height": 1.5}, "duration": 1, "frame": 0.1, "defaults": {"r": 0.05, "m": 1}, "balls": [
        {"name": "cue", "x": 0.3, "y": 0.7, "vx": 1}, {"name": "12", "x": 1, "y": 0.3}, {"name": "9", "x": 2, "y": 0.5}, {"name": "107", "x": 2.5, "y": 1}]}' >named.json
    "$picture" named.svg named.json paths=no </dev/null
    equal "$(texts named.svg | grep -x -e '0' -e '[0-9]\{1,3\}' | tail -n 4 | tr '\n' ' ')" "3 9 12 0 "
    "$picture" paths.svg named.json </dev/null
    equal "$(texts paths.svg | grep -x -e cue -e 107 -e 12 -e 9 | sort | uniq -c | awk '{ printf "%s %d, ", $2, $1 }')" "107 1, 12 2, 9 2, cue 1, "
}

@test "sights stand at eighths of a table whose sides are whole numbers, too" {
    need_gnuplot
    for width in 6 6.0000001; do
        echo "{\"table\": {\"width\": $width, \"height\": 3}, \"dt\": 1, \"steps\": 0, \"balls\": [{\"x\": 1, \"y\": 0.5, \"r\": 0.1}]}" >$width.json
        "$picture" $width.svg $width.json </dev/null
    done
    cmp 6.svg 6.0000001.svg
}

@test "a table whose walls have a temperature is drawn, of a run from a file, too" {
    need_gnuplot
    table '"width": 3, "thermal": {"left": 1}' '' >hot.json
    equal "$("$picture" run.svg hot.json 2>&1 </dev/null)" ""
    "$sim" -q -o run.csv hot.json
    "$picture" file.svg hot.json run.csv
    cmp run.svg file.svg
}

@test "a scene that one integrator alone can run is drawn, of a run from a file, too; an arc that turns has an arrow" {
    need_gnuplot
    printf '{"table": {"width": 4, "height": 4}, "gravity": [0, -9.81], "mu": 0.5, "mu_roll": 0.1, "integrator": "spring", "k": 1e4, "duration": 0.2, "frame": 0.1,
        "obstacles": [{"arc": [2, 2, 1, 0, 360], "turn": [[0, 0], [1, -3]]}], "balls": [{"x": 2, "y": 1.2, "r": 0.1}]}' >drum.json
    printf '{"table": {"width": 4, "height": 4}, "duration": 1, "frame": 0.5, "obstacles": [{"gate": [2, 0, 2, 4], "pass": "left"}],
        "balls": [{"x": 3, "y": 1.2, "r": 0.1, "vx": -1}]}' >gate.json
    for name in drum gate; do
        "$sim" -q -o run.csv $name.json
        "$picture" $name.svg $name.json </dev/null
        "$picture" file.svg $name.json run.csv </dev/null
        [ -s $name.svg ] && [ -s file.svg ]
    done
    # clockwise: at the left the arrow points up
    "$sim" -q --print-scene drum.json | awk -f "$plot/scene.awk" | grep -o 'set arrow 6[0-9]* from [^h]*' >arrow
    awk '$10 + 0 < 0 && $17 + 0 > 0 { n++ } END { exit n != 1 || NR != 1 }' arrow
}

# bats test_tags=full
@test "a film shows what moves where it is" {
    need_gnuplot
    command -v ffmpeg >/dev/null || skip "no ffmpeg"
    # pictures below the title, which tells the time
    frames() { ffmpeg -nostdin -v error -i "$1" -vf crop=iw:ih-40:0:40 -f framemd5 - | grep -v '^#' | awk '{ print $NF }' | uniq | wc -l; }
    table '"width": 3' '{"line": [1, 1.2, 1.5, 1.3], "motion": [[0.5, 0.5, 0.2], [1, 0, 0]]}' >moving.json
    "$picture" moving.gif moving.json -q </dev/null
    equal "$(frames moving.gif)" 2
    table '"width": 3, "motion": {"right": [[0, -0.5, 0]]}' '' >moving.json
    "$picture" moving.gif moving.json -q </dev/null
    equal "$(frames moving.gif)" 5
    table '"width": 3, "piston": {"right": {"m": 1, "v": -0.5}}' '' >moving.json
    "$picture" moving.gif moving.json -q </dev/null
    equal "$(frames moving.gif)" 5
    table '"width": 3' '' >still.json
    "$picture" still.gif still.json -q </dev/null
    equal "$(frames still.gif)" 1
}

@test "films in a loop leave it its lines, and say nothing of them" {
    need_gnuplot
    mkdir bin
    # as ffmpeg does, it reads standard input unless told not to
    printf '#!/bin/sh\ncase " $* " in *" -nostdin "*) ;; *) cat >/dev/null ;; esac\nfor film; do :; done\necho >"$film"\n' >bin/ffmpeg
    chmod +x bin/ffmpeg
    PATH=$PWD/bin:$PATH
    printf '%s\n' a.gif b.mp4 c.gif >films
    while read -r film; do "$picture" "$film" "$scene" -q -s duration=0.1 -s frame=0.1; done <films >said 2>&1
    [ -e c.gif ]
    rm ./*.gif b.mp4
    cat films | while read -r film; do "$picture" "$film" "$scene" -q -s duration=0.1 -s frame=0.1; done >>said 2>&1
    [ -e c.gif ]
    equal "$(cat said)" ""
    grep -h 'ffmpeg -' "$plot"/* "$root/scenes/pictures/Makefile" >starts
    equal "$(($(wc -l <starts) > 1)) $(grep -vc -e -nostdin starts)" "1 0"
}

# bats test_tags=full
@test "films, and pictures on paper" {
    need_gnuplot
    "$picture" a.gif "$scene" -q paths=no -s duration=0.2 -s frame=0.1 2>messages </dev/null
    equal "$(cat messages)" ""
    equal "$(head -c 6 a.gif)" GIF89a
    if command -v ffmpeg >/dev/null; then
        "$picture" a.mp4 "$scene" -q -s duration=0.2 -s frame=0.1 </dev/null
        equal "$(head -c 8 a.mp4 | tail -c 4)" ftyp
    fi
    "$picture" a.pdf "$scene" style=plain cm=6 -q -s duration=0.2 </dev/null
    grep -a MediaBox a.pdf | tr -c '0-9.\n' ' ' | awk '{ w = 72 * 6 / 2.54; exit !($3 > w - 1 && $3 < w + 1) }'
}

@test "names with any characters: of the picture, the scene, its folder, and in titles" {
    need_gnuplot
    mkdir "it's -a \`b\`"
    cp "$scene" "it's -a \`b\`/-it's.json"
    cp -r "$plot" "it's -a \`b\`"
    cd "it's -a \`b\`"
    plot/picture.sh "it's \"a\" \`b\`.svg" "./-it's.json" -q -s duration=1 "title=it's \"a\" \\ \`touch x\` ‘é’"$'\e' </dev/null
    equal "$(title "it's \"a\" \`b\`.svg")" "it's \"a\" \\ \`touch x\` ‘é’"
    [ ! -e x ]
}

# refuses STATUS PATTERN ARGUMENT...
refuses() {
    run --separate-stderr "$picture" "${@:3}" </dev/null
    equal "$status" "$1"
    like "$stderr" "$2"
    equal "$output" ""
    [ ! -e a.png ]
}

@test "what is wrong is told as the program does, with its exit statuses" {
    refuses 2 $'usage: picture.sh PICTURE SCENE *\ntry \'picture.sh --help\''
    refuses 2 $'picture.sh: a.jpg: the name of a picture ends in .png .pdf .svg .gif .mp4\ntry *' a.jpg "$scene"
    refuses 2 "picture.sh: $scene: the name of a picture ends in *" "$scene" a.png
    refuses 2 'picture.sh: unit=SI: no file, and no setting (hits=LOG units=SI title=TEXT paths=no at=TIME style=plain cm=WIDTH); a key *' a.png "$scene" unit=SI
    refuses 4 'picture.sh: run.csv: cannot be opened: no such file' a.png "$scene" run.csv
    refuses 2 'picture.sh: cm=17: only with style=plain, for print*' a.png "$scene" cm=17
    for width in 0 -3 2.9 101 1e9; do refuses 2 "picture.sh: cm=$width: must be from 3 to 100*" a.png "$scene" style=plain cm=$width; done
    refuses 2 'picture.sh: at=two: must be a number*' a.png "$scene" at=two
    refuses 2 'picture.sh: paths=off: must be paths=no*' a.png "$scene" paths=off
    refuses 2 'picture.sh: --format: not for a picture*' a.png "$scene" --format csv
    refuses 2 'picture.sh: --first-run: a picture shows one run*' a.png "$scene" --first-run 3
    refuses 2 '*--frmat*' a.png "$scene" --frmat csv
    refuses 5 'picture.sh: cannot create absent/a.png: no such folder' absent/a.png "$scene"
    refuses 4 '*absent.json: cannot be opened*' a.png absent.json
    refuses 3 '*must be > 0*' a.png "$scene" -s balls.0.r=-1
    refuses 2 'picture.sh: at=TIME: a film shows all frames*' a.gif "$scene" at=1
    "$sim" --print-scene -s balls=[] "$scene" >none.json
    refuses 3 'picture.sh: nothing to show: the scene has no balls' a.png none.json
    for format in csv gnuplot; do
        "$sim" -q -n 0 -f $format -o run "$scene"
        refuses 3 'picture.sh: run: a run, not a scene; the scene comes first, and behind it the run' a.png run "$scene"
        head -n 1 run >empty
        refuses 3 'picture.sh: nothing to show: the run is empty' a.png "$scene" empty
    done
    refuses 3 'picture.sh: nothing to show: the run is empty' a.png "$scene" /dev/null
    run "$picture" a.png - <run
    equal "$status $output" "3 picture.sh: -: a run, not a scene; the scene comes first, and behind it the run"
    equal "$("$picture" --help | head -n 1)" "usage: picture.sh PICTURE SCENE [SETTING]... [OPTION... | FILE]"
}

@test "what is wrong is told before a tool is looked for, and what a tool is wanted for" {
    mkdir bin
    for tool in dirname basename readlink tr sed grep awk mktemp rm cat env head; do ln -s "$(type -P $tool)" bin; done
    PATH=$PWD/bin BILLIARD_SIM=nowhere refuses 2 'picture.sh: cm=17: only with style=plain*' a.png "$scene" cm=17
    PATH=$PWD/bin BILLIARD_SIM=nowhere refuses 2 'picture.sh: at=TIME: a film shows all frames*' a.gif "$scene" at=1
    PATH=$PWD/bin refuses 3 '*must be > 0*' a.png "$scene" -s balls.0.r=-1
    PATH=$PWD/bin BILLIARD_SIM=$sim refuses 1 'picture.sh: gnuplot not found; install it first*' a.png "$scene"
    ln -s "$(type -P true)" bin/gnuplot
    PATH=$PWD/bin BILLIARD_SIM=$sim refuses 1 'picture.sh: ffmpeg not found*' a.mp4 "$scene"
}

@test "no value brings in a command: each is looked at as a whole, not line by line" {
    local break=$'\n'
    for value in "1$break);system(\"touch ran\");print(1" "system(\"touch ran\")${break}1" "1$break" "1${break}2" $'1\r' "1;system(\"touch ran\")"; do
        refuses 2 "picture.sh: at=$value: must be a number*" a.png "$scene" "at=$value"
        refuses 2 "picture.sh: cm=$value: must be a number*" a.png "$scene" style=plain "cm=$value"
        refuses 2 "picture.sh: units=SI$value: must be units=SI*" a.png "$scene" "units=SI$value"
        refuses 2 "picture.sh: paths=no$value: must be paths=no*" a.png "$scene" "paths=no$value"
        refuses 2 "picture.sh: style=plain$value: must be style=plain*" a.png "$scene" "style=plain$value"
        refuses 2 "picture.sh: no$break$value=1: no file, and no setting*" a.png "$scene" "no$break$value=1"
        [ ! -e ran ]
    done
}

@test "what gnuplot's scripts find wrong with a run" {
    need_gnuplot
    "$sim" -q -f xyz -n 0 -o run "$scene"
    refuses 3 'picture.sh: not the output of billiard-sim -f csv or gnuplot: "7"' a.png "$scene" run
    "$sim" -q -n 0 -o run "$scene"
    refuses 3 $'picture.sh: the run is not of this scene: *\npicture.sh: give as SCENE *' a.png "$root/scenes/two_balls.json" run
}

@test "without gnuplot it says so" {
    mkdir bin
    for program in basename dirname sh awk cat mktemp rm sed tr head grep mv; do ln -s "$(command -v $program)" bin/$program; done
    PATH=$PWD/bin run "$picture" a.png "$scene"
    equal "$status" 1
    like "$output" "picture.sh: gnuplot not found; install it first*"
}
