#!/usr/bin/env bats
# What was asked for and cannot act, or did not happen, is told: once in a batch, with the number of runs.

load common

# felt MEMBERS KEYS: with MEMBERS the scene warns that KEYS turn no path, and in fact x, y, vx, vy are those without; with
# friction of contacts it does not warn.
felt() {
    scene "$1" >scene.json
    simulate -q scene.json
    cut -d, -f1-7 <<<"$output" >with
    scene >plain.json
    "$sim" -q ${3-} plain.json | cmp - with
    simulate -o /dev/null scene.json
    equal "$status $stderr" "0 billiard-sim: warning: $2 has no effect: it turns no path, as no ball has \"sliding\" and \"mu\" is 0"
    simulate -o /dev/null -s mu.wall=0.1 scene.json
    equal "$status$stderr" 0
}

@test "spin, and what changes it, where nothing makes it felt" {
    felt '"defaults": {"spin": [0, 3, 1]},' balls.0.spin
    felt '"defaults": {"pivoting": 1},' balls.0.pivoting
    felt '"defaults": {"inertia": 0.5},' balls.0.inertia
    felt '"beta": 0.5,' beta
    for tip in 0,-0.3 0.2,0; do
        scene | sed "s/\"vx\": 3/\"tip\": [$tip], \"vx\": 3/" >scene.json
        simulate -o /dev/null scene.json
        equal "$status $stderr" '0 billiard-sim: warning: balls.0.tip has no effect: it turns no path, as no ball has "sliding" and "mu" is 0'
        simulate -o /dev/null -s 'defaults.sliding=2' scene.json
        equal "$status$stderr" 0
    done
    scene | sed 's/"height": 5/"height": 5, "nose": 0.6/; s/"vx": 3/"tip": [0, 0], "vx": 3/' >scene.json
    simulate -o /dev/null -s beta.ball=0.1 scene.json
    equal "$status $stderr" '0 billiard-sim: warning: table.nose has no effect: it turns no path, as no ball has "sliding" and "mu" is 0
billiard-sim: warning: beta has no effect: it turns no path, as no ball has "sliding" and "mu" is 0'
}

@test "a stop that was not met" {
    echo '{"table": {"width": 9, "height": 9}, "duration": 1, "frame": 0.5, "stop": "rest", "defaults": {"r": 0.5, "friction": 1},
        "balls": [{"x": 2, "y": 2, "vx": 3}, {"x": 5, "y": 5}]}' >shot.json
    simulate -o /dev/null shot.json
    equal "$status $stderr" "0 billiard-sim: warning: the run ended before its stop, rest, was met; 1 ball still moves"
    simulate -o /dev/null -s duration=20 shot.json
    equal "$status$stderr" 0
    simulate -o /dev/null -s stop=pair:0,1 shot.json
    equal "$status $stderr" "0 billiard-sim: warning: the run ended before its stop, pair:0,1, was met"
    # in a batch once, whatever the number of threads
    for v in 1 0.5 3 0.2 4 5; do echo "balls.0.vx=$v"; done >lines
    for threads in 1 3; do
        simulate -o /dev/null --batch lines --threads $threads shot.json
        equal "$status $stderr" "0 billiard-sim: warning: the run ended before its stop, rest, was met; 1 ball still moves (3 runs, the first is run 2)"
    done
    simulate -q -o /dev/null --batch lines shot.json
    equal "$status$stderr" 0
}

@test "in a batch each warning of what is asked for once, after a signal and from --check, too" {
    scene >scene.json
    for i in $(seq 300); do echo "balls.0.vx=1.$i"; done >lines
    local once='billiard-sim: warning: stop has no effect: there are no pockets (300 runs, the first is run 0)
billiard-sim: warning: the last state, step 20, is not written unless stop ends the run before, as frames are 7 steps apart (300 runs, the first is run 0)
billiard-sim: warning: k has no effect: integrator event does not use it (300 runs, the first is run 0)'
    for arguments in --check '--threads 3 -o out'; do
        simulate --batch lines -s k=5 -s stop=pocket -e 7 $arguments scene.json
        equal "$status $(sort <<<"$stderr")" "0 $(sort <<<"$once")"
    done
    # of one scene, --check tells what a run would
    simulate --check -s k=5 scene.json
    equal "$status $stderr" "0 billiard-sim: warning: k has no effect: integrator event does not use it"
    simulate -q --check -s k=5 scene.json
    equal "$status$stderr" 0
    # a batch that a signal ends tells them, and where to go on
    mkfifo pipe
    "$sim" --batch pipe -s k=5 scene.json >rows 2>words &
    exec 9>pipe
    head -n 3 lines >&9
    for _ in {1..500}; do
        [ "$(grep -c ^2,20, rows)" -lt 2 ] || break
        sleep 0.01
    done
    kill -TERM $!
    wait $! || true
    exec 9>&-
    like "$(cat words)" '*warning: k has no effect: integrator event does not use it (3 runs, the first is run 0)*3 runs complete; --first-run 3 goes on*'
}

@test "a place for a ball that is in a pocket" {
    echo '{"table": {"width": 9, "height": 9}, "duration": 2, "frame": 0.5, "defaults": {"r": 0.2}, "obstacles": [{"pocket": [5, 2, 1]}],
        "balls": [{"x": 2, "y": 2, "vx": 3, "name": "cue"}, {"x": 5, "y": 7}]}' >shot.json
    "$sim" -q -o /dev/null --save state.json shot.json
    simulate -o /dev/null -s balls.cue.x=3 -s balls.1.x=4 state.json
    equal "$status $stderr" "0 billiard-sim: warning: balls.cue.x has no effect: ball 0 is in a pocket; balls.cue.pocketed=null takes it out"
    simulate -o /dev/null -s balls.cue.pocketed=null -s balls.cue.x=3 state.json
    equal "$status$stderr" 0
    "$sim" -q -o quiet.csv state.json
    simulate -o thrown.csv -s 'balls.*.vx=0' -s balls.cue.vx=3 state.json
    equal "$status $stderr" "0 billiard-sim: warning: the velocity of balls.0 has no effect: it is in a pocket; balls.0.pocketed=null takes it out"
    cmp quiet.csv thrown.csv
    simulate -o /dev/null -s 'balls=[{"fill": "hex", "count": 1, "r": 0.2, "speed": 1, "pocketed": 0}]' state.json
    equal "$status $stderr" "0 billiard-sim: warning: the velocity of balls.0 has no effect: it is in a pocket; balls.0.pocketed=null takes it out"
    printf 'balls.cue.x=3\nballs.cue.y=4\n' >lines
    simulate -o /dev/null --batch lines state.json
    equal "$status $stderr" "0 billiard-sim: warning: balls.cue.x has no effect: ball 0 is in a pocket; balls.cue.pocketed=null takes it out (2 runs, the first is run 0)"
}

@test "k_tangential of springs where nothing rubs" {
    echo '{"table": {"width": 9, "height": 9}, "k": 1e4, "k_tangential": 3, "integrator": "spring", "dt": 1e-3, "steps": 9,
        "balls": [{"x": 2, "y": 2, "r": 0.2, "m": 1}]}' >springs.json
    for set in title=none mu=0; do
        simulate -o /dev/null -s $set springs.json
        equal "$status $stderr" '0 billiard-sim: warning: k_tangential has no effect: it turns no path, as no ball has "sliding" and "mu" is 0'
    done
    simulate -o /dev/null -s mu=0.1 springs.json
    equal "$status$stderr" 0
}

# doubts WORDS OVERRIDE...: a pool shot with these overrides runs, with a warning that begins with WORDS.
doubts() {
    local words=$1 overrides=()
    shift
    for override; do overrides+=(-s "$override"); done
    simulate -o /dev/null "${overrides[@]}" shot.json
    equal "$status" 0
    like "$stderr" "billiard-sim: warning: $words*"
    equal "$(grep -c '' <<<"$stderr")" 1
    simulate -q -o /dev/null "${overrides[@]}" shot.json
    equal "$status$stderr" 0
}

@test "what is allowed and can hardly be meant: another unit, another convention" {
    echo '{"table": {"width": 2.54, "height": 1.27}, "duration": 0.1, "frame": 0.1, "defaults": {"r": 0.028575, "sliding": 1.962, "friction": 0.0981},
        "mu": 0.05, "balls": [{"x": 0.6, "y": 0.6, "vx": 1}, {"x": 2, "y": 0.5}]}' >shot.json
    simulate -o /dev/null shot.json
    equal "$status$stderr" 0
    doubts 'ball 0 begins inside the pocket obstacles.0,' 'obstacles=[{"pocket": [0, 0, 60]}]'
    doubts 'ball 1 begins inside the pocket obstacles.1,' 'obstacles=[{"line": [1, 0, 1, 0.2]}, {"pocket": [2, 0.5, 0.06]}]'
    doubts 'obstacles.0 lies outside the table' 'obstacles=[{"line": [0, 1500, 4000, 1500]}]'
    doubts 'obstacles.0 lies outside the table' 'obstacles=[{"arc": [5, 0.5, 1, 0, 90]}]'
    doubts 'obstacles.0.pocket: no centre comes nearer to it than 0.0404, and it takes centres, within 0.04' 'obstacles=[{"pocket": [0, 0, 0.04]}]'
    doubts 'obstacles.1.pocket: no centre comes nearer to it than 0.0286, ' 'obstacles=[{"pocket": [0, 0, 0.0405]}, {"pocket": [1, 1.27, 0.02]}]'
    for radians in 1.5708 3.14159 6.283185; do
        doubts 'obstacles.0.arc: its angles are degrees' "obstacles=[{\"arc\": [1, 0.5, 0.2, 0, $radians]}]"
    done
    doubts 'mu: a coefficient of friction of 5;' mu=5
    doubts 'mu: a coefficient of friction of 20;' 'mu={"ball": 0.06, "wall": 20}'
    doubts 'balls.0.inertia: 5.5e-05 of m r^2;' defaults.inertia=5.5e-5
    doubts 'balls.0: sliding and friction are accelerations, mu g; 0.2 and 0.01 look like mu' defaults.sliding=0.2 defaults.friction=0.01
    # and what is meant: surfaces that never slide, larger units, a ball that a pocket has taken
    for override in mu=1e9 'obstacles=[{"arc": [1, 0.5, 0.2, 0, 3]}]' 'obstacles=[{"line": [0.5, 0, 4000, 0.1]}]' defaults.inertia=0.5; do
        simulate -o /dev/null -s "$override" shot.json
        equal "$status$stderr" 0
    done
    simulate -o /dev/null -s 'obstacles=[{"pocket": [2, 0.5, 0.06]}]' -s balls.1.pocketed=0 shot.json
    equal "$status$stderr" 0
    for scene in "$root"/scenes/*.json "$root"/scenes/tables/*.json; do
        simulate --check "$scene"
        equal "$status$stderr" 0
    done
}

@test "a file whose name promises another format; -v tells of masses that are not given and of hot walls" {
    scene >scene.json
    for file in a.json a.ndjson a.xyz; do
        simulate -o $file scene.json
        equal "$status $stderr" "0 billiard-sim: warning: $file: its format is csv; -f ${file#a.} makes it what its name says"
        simulate -f "${file#a.}" -o $file scene.json
        equal "$status$stderr" 0
    done
    simulate -f xyz -o a.csv scene.json
    equal "$status $stderr" "0 billiard-sim: warning: a.csv: its format is xyz; -f csv makes it what its name says"
    simulate -f csv-wide -o a.csv scene.json
    equal "$status$stderr" 0
    simulate -v -o /dev/null -s 'table.thermal={"left": 300}' -s defaults.m=2 scene.json
    like "$stderr" "*the left wall sends the lightest balls off at some 17.3*"
    echo '{"table": {"width": 9, "height": 9}, "duration": 1, "frame": 1, "balls": [{"x": 1, "y": 1, "r": 0.1}]}' >cube.json
    simulate -v -o /dev/null cube.json
    like "$stderr" "*masses are r^3, the default*"
    simulate -v -o /dev/null -s balls.0.m=2 cube.json
    [[ $stderr != *r^3* ]]
}
