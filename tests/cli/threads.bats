#!/usr/bin/env bats
# A large gas runs on several threads, with the bytes of one, in every output; all else on one, and -v says why.

load common

# gas BALLS AREA_FRACTION TIME EXTRA: a scene.
gas() {
    awk -v n="$1" -v eta="$2" -v time="$3" -v extra="$4" 'BEGIN {
        side = sqrt(n * 3.14159265358979 / 4 / eta)
        printf "{\"table\": {\"width\": %.9f, \"height\": %.9f%s, \"duration\": %s, \"frame\": %.9f,\n", side, side, extra, time, time / 3
        printf " \"balls\": [{\"fill\": \"hex\", \"count\": %d, \"r\": 0.5, \"m\": 1, \"speed\": 1.4, \"seed\": 7}]}\n", n }'
}

# outputs THREADS SCENE: all that a run writes, in a folder named by the number; what it says of threads, in `said`.
outputs() {
    mkdir "$1"
    "$sim" -v --threads "$1" -o "$1/frames" --events "$1/events" --energy "$1/energy" --summary "$1/summary" --save "$1/save" "$2" 2>said
    sed -i 's/"wall_s".*//' "$1/summary"
}

# same THREADS SCENE: the bytes of one thread, and most of the time in tiles.
same() {
    outputs "$1" "$2"
    diff -r 1 "$1"
    grep -E 'threads, [0-9]+ x [0-9]+ tiles: [1-9][0-9]* windows in tiles' said
    rm -r "$1"
}

setup() {
    enter_empty_folder
}

@test "a gas that cools, on a box" {
    gas 50000 0.7 0.5 '}, "restitution": 0.95' >scene.json
    outputs 1 scene.json
    for threads in $(runs 5 '2 5'); do
        same "$threads" scene.json
    done
}

@test "an elastic gas on a periodic table" {
    gas 50000 0.5 "$(runs 0.6 1)" ', "periodic": true}' >scene.json
    outputs 1 scene.json
    same 3 scene.json
}

@test "a restart from a state that threads have saved" {
    gas 50000 0.6 "$(runs 0.2 0.6)" '}' >scene.json
    for threads in 1 2; do
        "$sim" -q --threads "$threads" -o /dev/null --save "half$threads" scene.json
        "$sim" -q --threads "$((3 - threads))" -o /dev/null --save "whole$threads" "half$threads"
    done
    cmp half1 half2
    cmp whole1 whole2
}

@test "what one thread has to run, and why" {
    gas 50000 0.3 0.01 '}' >scene.json
    "$sim" -v --threads 2 -o /dev/null scene.json 2>&1 | grep -F 'one thread: the run is short'
    "$sim" -v --threads 2 -o /dev/null -s 'gravity=[0,-1]' scene.json 2>&1 | grep -F 'one thread: balls do not fly straight on'
    "$sim" -v --threads 2 -o /dev/null -s contact_time=1e-5 scene.json 2>&1 | grep -F 'one thread: there is a contact_time'
    "$sim" -v --threads 2 -o /dev/null -s mu=0.1 scene.json 2>&1 | grep -F 'one thread: balls turn'
    "$sim" -v --threads 2 -o /dev/null -s balls.0.count=100 scene.json 2>&1 | grep -F 'one thread: there are few balls'
    equal "$("$sim" -v -o /dev/null -s balls.0.count=100 scene.json 2>&1 | grep -c thread)" 0
}

@test "springs use no more threads than pay, and say how many" {
    gas 4096 0.3 0.01 '}' >scene.json
    # said INTEGRATOR BALLS THREADS: what a run says of its threads.
    said() {
        "$sim" -v -i "$1" --threads "$3" -s k=500 -s duration=0.1 -s frame=0.1 -o /dev/null -s balls.0.count="$2" scene.json 2>&1 | grep thread || :
    }
    for integrator in spring spring-verlet spring-rk4; do
        equal "$(said $integrator 4096 64)" "billiard-sim: 16 threads: with more, so many balls would wait for each other"
        equal "$(said $integrator 4096 16)" "billiard-sim: 16 threads"
        equal "$(said $integrator 127 8)" "billiard-sim: one thread: there are few balls"
        equal "$(said $integrator 128 2)" "billiard-sim: 2 threads"
        equal "$(said $integrator 4096 1)" ""
    done
    equal "$(said impulse 4096 2)" "billiard-sim: one thread: impulse knows no other"
    equal "$(said impulse 4096 1)" ""
}

# bats test_tags=full
@test "100 000 balls at three densities" {
    for eta in 0.7 0.5 0.3; do
        gas 100000 "$eta" "$(awk -v eta="$eta" 'BEGIN { print 0.7 / eta }')" '}' >scene.json
        outputs 1 scene.json
        for threads in 2 3 8; do
            same "$threads" scene.json
        done
        rm -r 1
    done
}

# bats test_tags=full
@test "a million balls" {
    gas 1000000 0.7 0.5 '}' >scene.json
    outputs 1 scene.json
    for threads in 2 3 8; do
        same "$threads" scene.json
    done
}
