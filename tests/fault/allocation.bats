#!/usr/bin/env bats
# Memory runs out at every single allocation in turn, once and for good: exit status 6, one line, no crash, nothing left
# unfreed, no file cut short.
#
# Promise: memory that runs out is status 6 and one line, without a leak. Measured: each allocation in turn, once and
# from then on, over sixteen scenes. Also kept by fault/allocation_full.bats.

load starves

# scene: a ball, a rack and a fill, with all that a ball can have.
scene() {
    cat >scene.json <<'JSON'
{"title": "Memory", "table": {"width": 10, "height": 6}, "restitution": 0.9, "k": 100, "dt": 0.01, "steps": 300,
 "every": 100, "defaults": {"m": 2},
 "balls": [{"x": 1, "y": 3, "vx": 9, "r": 0.3, "name": "cue", "color": "white"},
           {"rack": "triangle", "rows": 2, "x": 5, "y": 3, "r": 0.3},
           {"fill": "random", "count": 5, "r": 0.1, "speed": 2, "seed": 1, "region": [7, 0, 10, 6]}]}
JSON
}

@test "what is not freed is noticed" {
    echo 'int main(void) { void *malloc(unsigned long); return malloc(9) == malloc(9); }' >leak.c
    ${CC:-cc} -w -o leak leak.c
    equal "$(LD_PRELOAD=$library ./leak 2>&1)" "2 blocks not freed"
}

@test "in a run, with every integrator" {
    scene
    for integrator in $(integrators); do
        survives -i "$integrator" -f json -o o --events e --energy l --summary s --save v ../scene.json
    done
}

# bats test_tags=full
@test "in a gas of springs, with threads, cells and radii of all sizes" {
    cat >gas.json <<'JSON'
{"table": {"width": 16, "height": 16}, "k": 100, "dt": 0.01, "steps": 9, "every": 9,
 "balls": [{"fill": "random", "count": 140, "r": 0.3, "m": 1, "speed": 4, "seed": 1}, {"x": 8, "y": 8, "r": 2}]}
JSON
    survives -q -i spring -o o ../gas.json
    survives -q -i spring-rk4 --threads 2 -s balls.1.r=0.3 -o o ../gas.json
}

@test "in a heap of grains, and with what their springs have stretched" {
    cat >heap.json <<'JSON'
{"table": {"width": 8, "height": 8}, "gravity": [0, -10], "mu": 0.5, "beta": 1, "k": 1000, "dt": 0.002, "steps": 60, "every": 60,
 "balls": [{"fill": "random", "count": 30, "r": [0.3, 0.4], "m": 1, "speed": 4, "seed": 1}]}
JSON
    survives -q -i spring-verlet -o o --save v ../heap.json
    survives -q -i spring -s beta=0.3 -s restitution=0.5 -s defaults.sliding=1 -o o ../heap.json
    "$sim" -q -i spring-verlet --save half.json -o /dev/null heap.json
    grep -q '"contacts": \[' half.json
    survives -q -o o --save v ../half.json
}

@test "on a cloth, with a cue, cushions with a nose, a pocket and touching balls that rub" {
    cat >shot.json <<'JSON'
{"table": {"width": 2.54, "height": 1.27, "nose": 0.0363}, "obstacles": [{"pocket": [2.54, 0, 0.06]}, {"line": [1, 0.1, 1.5, 0.1]}],
 "mu": {"ball": [0.01, 0.1, 1], "wall": 0.2}, "restitution": 0.8, "dt": 0.05, "steps": 20,
 "defaults": {"r": 0.028575, "m": 0.17, "sliding": 1.96, "friction": 0.1, "pivoting": 0.31},
 "balls": [{"x": 0.5, "y": 0.6, "vx": 5, "tip": [0.3, -0.2], "elevation": 10},
           {"rack": "triangle", "rows": 3, "x": 1.5, "y": 0.6}, {"x": 2.3, "y": 0.3, "vx": 1, "spin": "rolling"}]}
JSON
    survives -q -o o --events e --energy l --save v ../shot.json
    survives -q -i impulse -s steps=10 -s dt=0.002 -o o --events e --energy l --save v ../shot.json
}

@test "where balls crowd in the cells of event" {
    echo '{"table": {"width": 16, "height": 16}, "dt": 0.5, "steps": 9,
        "balls": [{"fill": "random", "count": 60, "r": 0.2, "speed": 4, "seed": 1, "region": [0, 0, 8, 8]}]}' >crowd.json
    TEST_FULL=1 LAST=24 survives -q -o o ../crowd.json # each of the last ones
}

@test "in a batch, with one thread and with two" {
    scene
    echo 'balls.0.vx=8 balls.1.rows=3' >lines
    survives -q --batch ../lines -s steps=3 -o o --events e --energy l --summary s ../scene.json
    survives -q --batch ../lines -s steps=3 --threads 2 -f csv-wide -o o --summary s ../scene.json
    { cat scene.json; printf '%262144s' ''; } >long.json
    survives -q --batch ../lines -s steps=3 -s balls.0.m=3 -o o --summary s ../long.json
}

@test "while checking a scene and its overrides, while printing a scene, while listing" {
    # while checking a scene and its overrides
    scene
    survives --check -s balls.0.vx=3 -s 'restitution=[[0,1],[1,.9]]' -s 'balls.*.color=red' -s impact=newton -s start.step=4 ../scene.json

    # while printing a scene
    scene
    survives --print-scene -o printed.json ../scene.json

    # while balls are read one by one from a long text
    { cat scene.json; printf '%262144s' ''; } >long.json
    survives --check -s balls.0.vx=3 ../long.json
    survives --check -s balls.1.x=8 -s balls.0.m=3 -s balls.cue.vy=1 -s 'balls.*.r=0.1' ../long.json
    survives --print-scene -o printed.json ../long.json

    # while names are kept that are many
    for ((i = 0; i < 20; i++)); do printf '{"x": %d, "y": 1, "r": 0.4, "name": "ball %d"}\n' $((i + 1)) $i; done | paste -sd, |
        sed 's/.*/{"table": {"width": 30, "height": 2}, "dt": 1, "steps": 1, "balls": [&]}/' >names.json
    survives --check ../names.json

    # while listing, and while the schema is made
    survives --list
    survives --schema
}

# keyed: scenes in which each key that may be a string or an array is one; keys.pl says which it would lack.
keyed() {
    cat >walls.json <<'JSON'
{"$schema": "s", "title": "t", "comment": "c", "integrator": "event", "impact": "gr", "stop": "hits:9", "dt": 0.1, "steps": 3,
 "table": {"width": 30, "height": 20, "motion": {"left": [[0, -0.1, 0], [1, 0, 0]], "right": [[0, 0.1, 0]], "bottom": [[0, 0, -0.1]], "top": [[0, 0, 0.1]]}},
 "restitution": {"ball": [[0, 0.9], [2, 0.8]], "wall": [[0, 0.9]]}, "mu": {"ball": [0.1, 0.1, 1], "wall": [0.2, 0.1, 1]},
 "materials": {"a": {"a": {"e": [[0, 0.9]], "mu": [0.1, 0.1, 1]}, "wall": {"e": 0.8}}},
 "obstacles": [{"line": [1, 1, 4, 1], "e": [[0, 0.7]], "mu": [0.1, 0.2, 1], "motion": [[0, 0.1, 0]], "name": "l"}, {"line": [5, 1, 9, 1], "material": "a"},
  {"arc": [12, 3, 2, 10, 90], "e": [[0, 0.7]], "mu": [0.1, 0.2, 1], "motion": [[0, 0.1, 0]], "name": "a"}, {"arc": [20, 3, 2, 10, 90], "material": "a", "turn": [[0, 1], [1, -2]]},
  {"pocket": [29, 19, 0.4], "name": "p"}, {"gate": [14, 1, 14, 3], "of": "a", "pass": "both", "name": "g"}],
 "defaults": {"sliding": 1, "friction": 0.1, "name": "d", "color": "red", "material": "a", "spin": "rolling"},
 "balls": [{"x": 2, "y": 4, "vx": 1, "r": 0.3, "name": "n", "color": "blue", "material": "a", "spin": [1, 0, 0]},
  {"x": 4, "y": 4, "vx": 1, "r": 0.3, "spin": "rolling"}, {"x": 6, "y": 4, "vx": 1, "r": 0.3, "tip": [0.1, 0.2]},
  {"rack": "triangle", "rows": 2, "x": 10, "y": 8, "r": 0.3, "name": "n", "color": "blue", "material": "a", "spin": [1, 0, 0]},
  {"rack": "triangle", "rows": 2, "x": 10, "y": 11, "r": 0.3, "vx": 1, "spin": "rolling"}, {"rack": "triangle", "rows": 2, "x": 10, "y": 14, "r": 0.3, "vx": 1, "tip": [0.1, 0.2]},
  {"fill": "random", "count": 2, "r": [0.2, 0.3], "speed": 1, "seed": 1, "region": [14, 6, 28, 9], "name": "n", "color": "blue", "material": "a", "spin": [1, 0, 0]},
  {"fill": "random", "count": 2, "r": 0.3, "speed": 1, "seed": 2, "region": [14, 10, 28, 13], "spin": "rolling"},
  {"fill": "random", "count": 2, "r": 0.3, "speed": 1, "seed": 3, "region": [14, 14, 26, 17], "tip": [0.1, 0.2]}]}
JSON
    cat >periodic.json <<'JSON'
{"table": {"width": 30, "height": 20, "periodic": "x", "motion": [[0, 0, 0.01]]}, "dt": 0.1, "steps": 3, "restitution": [[0, 0.9], [2, 0.8]], "mu": [0.1, 0.1, 1],
 "defaults": {"image": [1, 0], "tip": [0.1, 0.1], "r": 0.3, "vx": 1},
 "balls": [{"x": 2, "y": 4, "image": [2, 0]}, {"rack": "triangle", "rows": 2, "x": 10, "y": 8, "image": [2, 0]},
  {"fill": "random", "count": 2, "seed": 1, "speed": 1, "region": [14, 6, 28, 9], "image": [2, 0]}]}
JSON
    cat >spun.json <<'JSON'
{"table": {"width": 30, "height": 20}, "dt": 0.0005, "steps": 9, "mu": 0.3, "integrator": "spring-verlet", "k": 1000, "gravity": [0, -1],
 "defaults": {"spin": [0, 0, 1]}, "balls": [{"x": 2, "y": 0.299, "r": 0.3, "vx": 1}, {"x": 2.599, "y": 0.299, "r": 0.3}]}
JSON
    cat >pistons.json <<'JSON'
{"table": {"width": 30, "height": 20, "piston": {"left": {"m": 9, "range": [-5, 9]}, "right": {"m": 9, "force": -1, "range": [20, 40]},
  "bottom": {"m": 9, "range": [-5, 5]}, "top": {"m": 9, "v": -1, "range": [5, 50]}}}, "dt": 1, "steps": 9, "balls": [{"x": 2, "y": 4, "vx": 9, "vy": 7, "r": 0.3}]}
JSON
    "$sim" -q -o /dev/null --save moving.json walls.json   # has trajectories
    "$sim" -q -o /dev/null --save rubbing.json spun.json   # has contacts
    scenes=(walls.json pistons.json periodic.json spun.json moving.json rubbing.json)
}

@test "with each key that is a string or an array, however many there will be: each allocation" {
    keyed
    equal "$("$sim" --schema | perl "$BATS_TEST_DIRNAME/keys.pl" "${scenes[@]}")" "" # put the key into one of the scenes
    for scene in "${scenes[@]:0:$(runs 2 6)}"; do
        EACH=1 survives --check ../"$scene"
    done
    survives -q -o o --save v ../walls.json
    survives -q -o o --events e --energy l --save v ../pistons.json
    survives -q -i spring-verlet -s k=1000 -s dt=0.0005 -s mu=0.1 -o o --energy l --save v ../pistons.json
    survives --check -s balls.0.material=a -s 'materials={"b": {"b": {"e": 0.5}, "a": {"mu": [0.1, 0.1, 1]}}}' -s defaults.name=x ../walls.json
    # a thread that falls would take all runs of a batch along
    echo 'balls.0.material=a balls.0.name=y' >lines
    survives -q --batch ../lines --threads 2 -o o --summary s ../walls.json
}

@test "while a scene is rejected" {
    echo '{"table": {"width": 1}, "balls": [{"x": "a", "radus": 1}, 5], "integrator": "evnt", "k": -1}' >bad.json
    starve() {
        status=0
        # shellcheck disable=SC2163 # the arguments are assignments
        (export LD_PRELOAD="$library" "$@" && exec "$sim" --check bad.json) >told 2>&1 || status=$?
        mapfile -t lines <told
    }
    starve FAIL_ALLOCATION_COUNT=1
    equal "$status" 3
    equal "${#lines[@]}" 9 # eight faults and the count
    count=${lines[8]}
    every=$(runs 6 1)
    for failing in $(seq "$count"); do
        starve FAIL_ALLOCATION="$failing"
        equal "$status ${lines[-1]}" "6 billiard-sim: out of memory"
        ((failing % every == 0)) || continue # as starve.pl does
        starve FAIL_ALLOCATION="$failing" FAIL_ALLOCATION_ON=1
        equal "$status ${lines[-1]}" "6 billiard-sim: out of memory"
    done
}

@test "while a run of springs makes its list of neighbours anew" {
    for integrator in impulse spring; do
        survives -q -i $integrator -n 20 -e 9 -f ndjson -o o --energy l --summary s --save v \
            "$BATS_TEST_DIRNAME/../golden/scenes/mixed_radii.json"
    done
}

# bats test_tags=full
@test "with obstacles and pockets on a periodic table, from the start and continued" {
    furnished
    for integrator in $(runs 'event spring' 'event impulse spring'); do
        survives -q -i $integrator -o o --events e --save v ../furnished.json
    done
    "$sim" -q -i event -o /dev/null --save saved.json furnished.json
    survives -q -o o --events e --save v ../saved.json
    { cat saved.json; printf '%262144s' ''; } >long.json
    survives -q -o o --events e --save v ../long.json
    survives -q -s gravity='[0,0]' -s 'balls.*.friction=0.1' -s balls.0.friction=0 -o o ../furnished.json
}
