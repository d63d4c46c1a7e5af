#!/usr/bin/env bats
# Exit status 3: the scene is rejected, with the place of the first fault. Exit status 4: there is nothing to read.
#
# Promise: --check reports every fault in the order of the file, a run the first. Measured: all faults of one scene at
# once. Also kept by unit/test_scene.c.

load common

# balls JSON: a valid scene around an array of balls.
balls() {
    printf '{"table": {"width": 10, "height": 5}, "k": 9, "dt": 0.1, "steps": 1, "balls": [%s]}' "$1"
}

# with MEMBERS: a complete scene to which MEMBERS (JSON text with a final comma) are added at the front.
with() {
    printf '{%s %s' "$1" "$(balls '' | cut -c2-)"
}

# --- nothing to read ---

@test "nothing to read: no such file, a folder, closed standard input" {
    # a file that does not exist
    fails 4 'billiard-sim: absent.json: *No such file*' absent.json

    # a folder
    mkdir folder
    fails 4 'billiard-sim: folder: *directory*' folder

    # closed standard input
    run --separate-stderr bash -c "'$sim' - <&-"
    equal "$status" 4
    like "$stderr" 'billiard-sim: <stdin>: *'
    equal "$output" ""
}

@test "a file without permission" {
    scene >secret.json
    chmod 000 secret.json
    [ ! -r secret.json ] || skip "this user may read everything"
    fails 4 'billiard-sim: secret.json: *ermission denied*' secret.json
}

# --- syntax ---

@test "not JSON: nothing, other languages, a part, more than one text" {
    # an empty file
    rejects 'bad.json:1:1: error: *' ''
    rejects 'bad.json:1:1: error: *' $' \n  '

    # not JSON
    rejects 'bad.json:1:1: error: *' 'table = 3'
    rejects 'bad.json:1:2: error: *' "{'table': 3}"
    rejects 'bad.json:1:1: error: *' '<scene/>'

    # a truncated file, at any byte
    scene >whole.json
    size=$(wc -c <whole.json)
    for length in 1 2 50 100 150 200 $((size - 3)) $((size - 2)); do
        rejects "bad.json:*:*: error: *" "$(head -c "$length" whole.json)"
    done

    # text after the document
    rejects 'bad.json:*:*: error: *' "$(balls '') x"
    rejects 'bad.json:*:*: error: *' "$(balls '')$(balls '')"

    # comments and trailing commas
    rejects 'bad.json:1:1: error: *' "// a scene"
    rejects 'bad.json:*:*: error: *' "$(balls '{"x": 1, "y": 1, "r": 1,}')"
}

@test "numbers that JSON does not know, NaN and infinities among them" {
    # NaN and infinities, in every spelling
    for word in NaN nan Infinity -Infinity inf 1e999 -1e999; do
        rejects 'bad.json:1:8[67]: error: *' "$(balls '{"x": '"$word"', "y": 1, "r": 1}')"
    done

    # numbers that JSON does not know
    for word in +1 .5 1. 01 0x10 1e 1e+ --1; do
        rejects 'bad.json:1:*: error: *' "$(balls '{"x": '"$word"', "y": 1, "r": 1}')"
    done
}

@test "bytes that JSON does not know, and brackets a hundred thousand deep" {
    # broken UTF-8
    printf '{"title": "\xff"}' >bad.json
    fails 3 'bad.json:1:*: error: *UTF-8*' bad.json

    # a byte of value zero
    printf '{"title": "a\0b"}' >bad.json
    fails 3 'bad.json:1:*: error: *' bad.json

    # brackets a hundred thousand deep
    rejects 'bad.json:1:*: error: *deep*' "$(printf '[%.0s' $(seq 100000))"
}

# --- shape ---

@test "keys: twice, unknown, missing; case matters" {
    # a duplicate key
    rejects 'bad.json:1:89: error: balls.0.x: *' "$(balls '{"x": 1, "x": 2, "y": 1, "r": 1}')"
    rejects 'bad.json:1:11: error: dt: *' '{"dt": 1, "dt": 1, "table": {"width": 1, "height": 1}, "steps": 1, "balls": []}'

    # an unknown key gets a suggestion
    rejects 'bad.json:1:*: error: balls.0: unknown key "radus"; did you mean "r"?' \
        "$(balls '{"x": 1, "y": 1, "r": 1, "radus": 1}')"
    rejects 'bad.json:1:*: error: balls.0: unknown key "e"; restitution is of the scene, or of pairs of "materials", *' \
        "$(balls '{"x": 1, "e": 0.5, "y": 1, "r": 1}')"
    rejects 'bad.json:1:*: error: unknown key "spin"; it is a key of balls, and of defaults for all' "$(with '"spin": [0, 0, 1],')"
    rejects 'bad.json:1:*: error: unknown key "rack"; it is a key of racks, which are entries of balls' "$(with '"rack": "triangle",')"
    rejects 'bad.json:1:*: error: unknown key "arc"; it is a key of obstacles' "$(with '"arc": [1, 1, 1, 0, 90],')"
    rejects 'bad.json:1:*: error: unknown key "material"; did you mean "materials"?' "$(with '"material": "a",')"
    rejects 'bad.json:1:*: error: unknown key "stesp"; did you mean "steps"?' "$(with '"stesp": 1,')"

    # keys are case-sensitive
    rejects 'bad.json:1:*: error: *unknown key "X"*' "$(balls '{"x": 1, "X": 1, "y": 1, "r": 1}')"

    # a required key is missing
    rejects 'bad.json:1:*: error: *"table"*' '{"dt": 1, "steps": 1, "balls": []}'
    rejects 'bad.json:1:*: error: *"balls"*' '{"table": {"width": 1, "height": 1}, "dt": 1, "steps": 1}'
    rejects 'bad.json:1:*: error: *"height"*' '{"table": {"width": 1}, "dt": 1, "steps": 1, "balls": []}'
    rejects 'bad.json:1:*: error: *"r"*' "$(balls '{"x": 1, "y": 1}')"
}

@test "wrong types" {
    rejects 'bad.json:1:1: error: *' '[]'
    rejects 'bad.json:1:*: error: table: *' '{"table": 3, "dt": 1, "steps": 1, "balls": []}'
    rejects 'bad.json:1:*: error: table.width: *' '{"table": {"width": "wide", "height": 1}, "dt": 1, "steps": 1, "balls": []}'
    rejects 'bad.json:1:*: error: balls: *' '{"table": {"width": 1, "height": 1}, "dt": 1, "steps": 1, "balls": {}}'
    rejects 'bad.json:1:*: error: balls.0: *' "$(balls '7')"
    rejects 'bad.json:1:*: error: balls.0.vx: *' "$(balls '{"x": 1, "y": 1, "vx": null, "r": 1}')"
    rejects 'bad.json:1:*: error: balls.0.name: *' "$(balls '{"x": 1, "y": 1, "r": 1, "name": 8}')"
    rejects 'bad.json:1:*: error: steps: *' '{"table": {"width": 1, "height": 1}, "dt": 1, "steps": 1.5, "balls": []}'
    rejects 'bad.json:1:*: error: integrator: *' "$(with '"integrator": 1,')"
}

# --- physics ---

@test "zero and negative sizes, a coefficient of restitution outside 0 to 1" {
    # zero and negative sizes
    rejects 'bad.json:1:*: error: table.width: must be > 0, found 0' '{"table": {"width": 0, "height": 1}, "dt": 1, "steps": 1, "balls": []}'
    rejects 'bad.json:1:*: error: table.height: must be > 0, found -1' '{"table": {"width": 1, "height": -1}, "dt": 1, "steps": 1, "balls": []}'
    rejects 'bad.json:1:*: error: balls.0.r: must be > 0, found 0' "$(balls '{"x": 1, "y": 1, "r": 0}')"
    rejects 'bad.json:1:*: error: balls.0.m: must be > 0, found -2' "$(balls '{"x": 1, "y": 1, "r": 1, "m": -2}')"
    rejects 'bad.json:1:*: error: dt: must be > 0, found 0' '{"table": {"width": 1, "height": 1}, "dt": 0, "steps": 1, "balls": []}'
    rejects 'bad.json:1:*: error: k: must be > 0, found -1' '{"table": {"width": 1, "height": 1}, "dt": 1, "k": -1, "steps": 1, "balls": []}'
    rejects 'bad.json:1:*: error: every: *found 0' "$(with '"every": 0,')"
    rejects 'bad.json:1:*: error: steps: *found -1' '{"table": {"width": 1, "height": 1}, "dt": 1, "steps": -1, "balls": []}'

    # a coefficient of restitution outside 0 to 1
    rejects 'bad.json:1:*: error: restitution: *found 1.5' "$(with '"restitution": 1.5,')"
    rejects 'bad.json:1:*: error: restitution.wall: *found -0.1' "$(with '"restitution": {"wall": -0.1},')"
}

@test "overlapping balls, or one outside the table, for event only" {
    # overlapping balls, for event only
    local pair='{"x": 2, "y": 2, "r": 1}, {"x": 3.5, "y": 2, "r": 1}'
    rejects 'bad.json:1:*: error: balls.1*balls.0*0.5*' "$(balls "$pair")"
    balls "$pair" >overlap.json
    for integrator in impulse spring; do
        simulate -q -i "$integrator" overlap.json
        equal "$status" 0
    done

    # a ball outside the table, for event only
    rejects 'bad.json:1:*: error: balls.0*' "$(balls '{"x": 0.5, "y": 2, "r": 1}')"
    rejects 'bad.json:1:*: error: balls.0*' "$(balls '{"x": 50, "y": 2, "r": 1}')"
    balls '{"x": 0.5, "y": 2, "r": 1}' >outside.json
    simulate -i impulse outside.json
    equal "$status" 0
}

@test "an unknown integrator or law gets a suggestion; a spring without stiffness" {
    # an unknown integrator or law gets a suggestion
    rejects 'bad.json:1:*: error: integrator: *"sprong"*did you mean "spring"?' "$(with '"integrator": "sprong",')"
    rejects 'bad.json:1:*: error: impact: *"neuton"*did you mean "newton"?' "$(with '"impact": "neuton",')"
    scene >scene.json
    fails 3 '--integrator sprong: error: *integrator*"sprong"*did you mean "spring"?' -i sprong scene.json
    fails 3 '--integrator sprong: error: *' --integrator=sprong scene.json

    # a spring without stiffness
    rejects 'bad.json:1:*: error: *"k"*' \
        '{"table": {"width": 1, "height": 1}, "dt": 1, "steps": 1, "integrator": "spring", "balls": []}'
}

@test "steps too large for springs: the bound and the balls are named, close to it a warning is given" {
    scene | sed 's/"k": [^,]*/"k": 100/' >scene.json # mu = 1/16, sqrt(mu/k) = 0.025, damped: unstable from 0.0433, a contact of pi 0.025
    rejects 'bad.json:1:*: error: dt: 0.1 is too large: the springs between balls.0 and a wall are stable below *; use at most *' \
        "$(with '"integrator": "spring",' | sed 's/\[\]/[{"x": 1, "y": 1, "r": 0.25, "m": 0.01}]/')"
    fails 3 '--dt 0.0434: error: dt: 0.0434 is too large: the springs between balls.0 and balls.1 are stable below 0.0433013; *' \
        -i spring-rk4 -d 0.0434 scene.json
    fails 3 '--dt 0.0434: error: dt: 0.0434 is too large: *' --check -i spring -d 0.0434 scene.json
    # a line takes energy, and nothing else: damped, too
    echo '{"table": {"width": 10, "height": 10}, "integrator": "spring", "k": 1, "dt": 1.9, "steps": 40,
        "obstacles": [{"line": [0, 2, 10, 2], "e": 0.02}], "balls": [{"x": 5, "y": 5, "r": 1, "vy": -0.3}]}' >line.json
    fails 3 'line.json:1:*: error: dt: 1.9 is too large: the springs between balls.0 and a wall are stable below 1.73205; *' --check line.json
    "$sim" -q --check -s obstacles.0.e=1 line.json
    # of a step that frames shorten both values are told
    fails 3 '--set dt=0.4: error: dt: 0.4, which frames make 0.25, is too large: *' -i spring -s duration=1 -s frame=0.5 -s dt=0.4 scene.json
    fails 3 '--set dt=0.25: error: dt: 0.25 is too large: *' -i spring -s duration=1 -s frame=0.5 -s dt=0.25 scene.json
    for integrator in spring spring-verlet spring-rk4; do
        simulate -i "$integrator" -d 0.0432 -o /dev/null scene.json
        equal "$status" 0
        like "$stderr" 'billiard-sim: warning: a contact of ball 0 with ball 1 lasts only 1.8 steps, *dt <= 0.00393*'
        simulate -q -i "$integrator" -d 0.0432 -o /dev/null scene.json
        equal "$stderr" ""
        simulate -i "$integrator" -d 0.0078 -o /dev/null scene.json
        equal "$status $stderr" "0 "
    done
    for integrator in impulse event; do
        simulate -i "$integrator" -d 0.05 -o /dev/null scene.json
        equal "$status $stderr" "0 "
    done
}

# --- overrides ---

@test "--set: a value that the scene rejects, a path that leads nowhere" {
    # a value of --set that the scene rejects
    scene >scene.json
    fails 3 '--set balls.1.r=-1: error: balls.1.r: must be > 0, found -1' --set balls.1.r=-1 scene.json
    fails 3 '--steps many: error: steps: *' -n many scene.json
    fails 3 '--dt -1: error: dt: must be > 0, found -1' --dt -1 scene.json
    fails 3 '--every 0: error: every: *' -e 0 scene.json
    fails 3 '--set dt=1e999: error: *' -s dt=1e999 scene.json

    # a path of --set that leads nowhere
    scene >scene.json
    fails 3 '--set table.widht=3: error: *unknown key "widht"; did you mean "width"?' -s table.widht=3 scene.json
    fails 3 '--set balls.7.x=1: error: *' -s balls.7.x=1 scene.json
    fails 3 '--set dt.x=1: error: *' -s dt.x=1 scene.json
}

@test "--check reports every fault in the order of the file, a run the first" {
    cat >bad.json <<'JSON'
{
  "table": {"width": 0, "height": 5},
  "dt": 0.1, "steps": 3, "stesp": 3,
  "balls": [{"x": 1, "y": 1, "r": -1}]
}
JSON
    fails 3 'bad.json:2:22: error: table.width: *' bad.json
    equal "${#stderr_lines[@]}" 1
    fails 3 '*' --check bad.json
    like "${stderr_lines[0]}" 'bad.json:2:22: error: table.width: must be > 0, found 0'
    like "${stderr_lines[1]}" 'bad.json:3:*: error: unknown key "stesp"; did you mean "steps"?'
    like "${stderr_lines[2]}" 'bad.json:4:35: error: balls.0.r: must be > 0, found -1'
    equal "${#stderr_lines[@]}" 3
}

@test "a ball larger than the table: one unit for all?" {
    rejects 'bad.json:1:*: error: balls.0: extends 2[78].* beyond the * wall; radius 28.575, table 1.27 high: one unit for all[?]' \
        '{"table": {"width": 2.54, "height": 1.27}, "duration": 1, "frame": 1, "balls": [{"x": 1, "y": 0.6, "r": 28.575}]}'
    printf '\xef\xbb\xbf' >scene.json # as editors of Windows save
    echo '{"table": {"width": 2.54, "height": 1.27}, "duration": 1, "frame": 1, "balls": []}' >>scene.json
    simulate --check scene.json
    equal "$status$output$stderr" 0
}
