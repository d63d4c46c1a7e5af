#!/usr/bin/env bats
# Materials: coefficients that belong to pairs of bodies.
#
# Promise: with one material for all a run is the one without, byte by byte. Measured: all scenes of scenes/ and
# tests/golden/scenes/, with each integrator that can run them, and each law of impact.

load common

# one_material: from a printed scene, the same in which all that its contacts do is said by the pairs of one material, and
# the scene's own values are others.
one_material() {
    perl -e '
        local $/; my $scene = <STDIN>;
        my %pair;
        $scene =~ s/^  "restitution": \{"ball": (.*), "wall": (.*)\},\n/  "restitution": {"ball": 0.77, "wall": 0.66},\n/m;
        @pair{"e ball", "e wall"} = ($1, $2);
        $scene =~ s/^(  "mu": )\{"ball": (.*), "wall": (.*)\},\n/$1\{"ball": 0.21, "wall": [0.1, 0.2, 1.5]},\n/m and
            @pair{"mu ball", "mu wall"} = ($2, $3);
        $scene =~ s/^(  "beta": )\{"ball": (.*), "wall": (.*)\},\n/$1\{"ball": 0.31, "wall": 0.41},\n/m and
            @pair{"beta ball", "beta wall"} = ($2, $3);
        for my $whose ("ball", "wall") {
            $pair{$whose} = join ", ", map { exists $pair{"$_ $whose"} ? "\"$_\": " . $pair{"$_ $whose"} : () } "e", "mu", "beta";
        }
        $scene =~ s/^  "integrator"/  "materials": {"m": {"wall": {$pair{wall}}, "m": {$pair{ball}}}},\n$&/m;
        $scene =~ s/^(    \{"x": .*)\}/$1, "material": "m"}/mg;
        for my $key ("e", "mu") {
            $scene =~ s/^(    \{"(?:line|arc)": .*), "$key": \Q$pair{"$key wall"}\E/$1/mg if exists $pair{"$key wall"};
        }
        print $scene;'
}

# outputs FOLDER: what scene.json of it gives, without what cannot be the same.
outputs() {
    "$sim" -q -o "$1/frames" --events "$1/events" --energy "$1/energy" --summary "$1/summary" --save "$1/save" \
        "$1/scene.json" >"$1/messages" 2>&1 || echo "status $?" >>"$1/messages"
    sed -i 's/"wall_s".*//' "$1/summary"
    [ ! -e "$1/save" ] || perl -ni -e '
        s/, "(e|mu)": (\[.*?\]+|[^,}]*)//g if /"(line|arc|pocket)"/;
        s/, "material": "m"//;
        print unless /^  "(restitution|mu|beta|materials)": / or /^    "m": \{"wall"/' "$1/save"
}

# same_with_one_material SCENE [OPTION...]
same_with_one_material() {
    rm -rf without with
    mkdir without with
    "$sim" -q --print-scene "${@:2}" "$1" >without/scene.json 2>messages || return 0 # it cannot run the scene
    one_material <without/scene.json >with/scene.json
    rm -f without.json
    outputs without
    outputs with
    sed -i 's/scene.json:[0-9]*/scene.json:/' {with,without}/messages
    rm {with,without}/scene.json
    sed -i 's,^without/,,' without/messages
    sed -i 's,^with/,,' with/messages
    diff -r without with || { echo "$@"; return 1; }
}

@test "one material for all changes no byte, under all integrators" {
    local n=0
    for scene in "$root"/scenes/*.json "$root"/tests/golden/scenes/*.json; do
        for integrator in $(integrators); do
            n=$((n + 1))
            [ $((n % $(runs 43 1))) -eq 0 ] || continue
            same_with_one_material "$scene" -i "$integrator"
        done
    done
}

@test "one material for all changes no byte, under all laws of impact" {
    local n=0
    for scene in "$root"/scenes/*.json "$root"/tests/golden/scenes/*.json; do
        for law in $("$sim" --list | awk '$1 == "impact" { print $2 }'); do
            n=$((n + 1))
            [ $((n % $(runs 47 1))) -eq 0 ] || continue
            same_with_one_material "$scene" -i event -s "impact=$law"
        done
    done
}

# Balls of two materials; the line of four and the three that touch are those of an independent program.
write_ab() {
    cat <<JSON
{"table": {"width": 40, "height": 40}, "dt": 0.1, "steps": 1,
 "materials": {"A": {"A": {"e": 0.9}, "B": {"e": 0.6}, "wall": {"e": 0.8}}, "B": {"B": {"e": 0.3}, "wall": {"e": 0.5}}},
 "defaults": {"r": 1, "m": 1}, "balls": [$1]}
JSON
}

# velocities LIMIT WORD... of frame 1 of scene.json with a law.
law() {
    "$sim" -q -s "impact=$1" scene.json | awk -F, '$1 == 1 { print $6, $7 }' | numbers_near "${@:2}"
}

@test "each contact of a line of two materials has its own e, under all laws" {
    write_ab '{"x": 10, "y": 20, "vx": 1, "material": "A"}, {"x": 12, "y": 20, "material": "B"},
              {"x": 14, "y": 20, "material": "B"}, {"x": 16, "y": 20, "material": "A"}' >scene.json
    for name in pairwise newton gr; do
        law $name 1e-12 0.17248 0 0.19312 0 0.2184 0 0.416 0
    done
    law lcp 1e-12 -0.2 0 0.4 0 0.4 0 0.4 0
    law hooke 2e-11 -0.0556890304319 0 0.1433783267 0 0.320120953112 0 0.59218975062 0
    law hertz 2e-11 0.00547792868135 0 0.124678796158 0 0.279495375915 0 0.590347899245 0
}

@test "each contact of three that touch at angles has its own e, under all laws" {
    write_ab '{"x": 10, "y": 20, "vx": 1, "material": "A"}, {"x": 11.7320508075688772, "y": 21, "material": "B"},
              {"x": 11.7320508075688772, "y": 19, "material": "A"}' >scene.json
    law pairwise 1e-12 -0.0275 -0.0995929214352 0.6 0.346410161514 0.4275 -0.246817240079
    for name in newton lcp gr; do
        law $name 1e-12 -0.05 0.0866025403784 0.45 0.259807621135 0.6 -0.346410161514
    done
    law hooke 2e-11 -0.0365381032433 0.0459983007799 0.478433354615 0.276223626076 0.558104748628 -0.322221926856
    law hertz 2e-11 -0.0361165456646 0.0485361097748 0.476024768766 0.274833028388 0.560091776898 -0.323369138163
}

@test "mu and beta of a pair, either way round, with event and impulse" {
    for way in '"A": {"B"' '"B": {"A"'; do
        for integrator in event impulse; do
            for case in '0 0.06 0 0.3016173140978202 -0.3492114317029974 0.1169134295108992 0.6983826859021798 0.3492114317029974 0.1169134295108992' \
                        '0.2 0.5 0.4 0.295 -0.3377499074759311 0.35 0.705 0.3377499074759311 0.15'; do
                set -- $case
                cat >scene.json <<JSON
{"table": {"width": 40, "height": 40}, "dt": 0.1, "steps": 1, "integrator": "$integrator", "restitution": 0.1, "mu": 0.9, "beta": 0.7,
 "materials": {$way: {"e": 0.8, "mu": $2, "beta": $3}}}, "defaults": {"r": 1, "m": 1},
 "balls": [{"x": 10, "y": 10, "vx": 1, "material": "A", "spin": [0, 0, $1]}, {"x": 11.732050807568877, "y": 11, "material": "B"}]}
JSON
                # impulse: the exchange is that of the places after the step
                [ $integrator = event ] || sed -i 's/"x": 10,/"x": 9.9,/' scene.json
                "$sim" -q scene.json | awk -F, '$1 == 1 { print $6, $7, $10 }' | numbers_near 1e-12 "${@:4}"
            done
        done
    done
}

# A ball of each material against each other, and walls and lines of all kinds: e of each of twelve bounces.
@test "e of each pair, of walls, lines and arcs, with event, impulse and springs" {
    cat >scene.json <<'JSON'
{"table": {"width": 100, "height": 400}, "dt": 0.0005, "steps": 40000, "every": 40000, "k": 2000, "restitution": {"ball": 0.95, "wall": 0.91},
 "materials": {"A": {"A": {"e": 0.9}, "wall": {"e": 0.8}}, "B": {"A": {"e": 0.6}, "B": {"e": 0.3}, "wall": {}}, "rubber": {"B": {"e": 0.35}, "A": {"e": 0.45}}},
 "defaults": {"r": 1, "m": 1},
 "obstacles": [{"line": [50, 250, 50, 260], "e": 0.55}, {"line": [50, 270, 50, 280], "material": "rubber"}, {"line": [50, 290, 50, 300], "material": "wall"},
               {"arc": [60, 315, 10, 0, 360], "material": "rubber"}],
 "balls": [{"x": 10, "y": 10, "vx": 1, "material": "A"}, {"x": 20, "y": 10, "material": "A"},
           {"x": 10, "y": 20, "vx": 1, "material": "A"}, {"x": 20, "y": 20, "material": "B"},
           {"x": 10, "y": 30, "vx": 1, "material": "B"}, {"x": 20, "y": 30, "material": "B"},
           {"x": 10, "y": 40, "vx": 1, "material": "B"}, {"x": 20, "y": 40},
           {"x": 10, "y": 50, "vx": -1, "material": "A"}, {"x": 10, "y": 60, "vx": -1, "material": "B"}, {"x": 10, "y": 70, "vx": -1},
           {"x": 40, "y": 255, "vx": 1, "material": "A"}, {"x": 40, "y": 275, "vx": 1, "material": "A"}, {"x": 40, "y": 295, "vx": 1, "material": "A"},
           {"x": 40, "y": 278, "vx": 1, "material": "B"}, {"x": 40, "y": 272, "vx": 1}, {"x": 40, "y": 315, "vx": 1, "material": "B"},
           {"x": 10, "y": 80, "vx": 1, "material": "A"}, {"x": 20, "y": 80, "fixed": true, "material": "B"}]}
JSON
    for integrator in $(integrators); do
        limit=1e-12
        case $integrator in spring*) limit=6e-3 ;; esac
        # of pairs by their velocities, of the others by that which is left
        "$sim" -q --last -i "$integrator" -s every=40000 scene.json | awk -F, 'NR > 1 { v[$3] = $6 }
            END { print v[1] - v[0], v[3] - v[2], v[5] - v[4], v[7] - v[6], v[8], v[9], v[10], -v[11], -v[12], -v[13], -v[14], -v[15], -v[16], -v[17] }' |
            numbers_near $limit 0.9 0.6 0.3 0.95 0.8 0.91 0.91 0.55 0.45 0.8 0.35 0.91 0.35 0.6
    done
}

@test "tables of e by pair" {
    cat >scene.json <<'JSON'
{"table": {"width": 100, "height": 100}, "dt": 0.5, "steps": 40, "restitution": [[0, 0.5], [2, 0.1]],
 "materials": {"A": {"B": {"e": [[1, 0.9], [3, 0.5]]}}}, "defaults": {"r": 1, "m": 1},
 "balls": [{"x": 10, "y": 10, "vx": 1, "material": "A"}, {"x": 20, "y": 10, "material": "B"},
           {"x": 10, "y": 20, "vx": 2, "material": "A"}, {"x": 20, "y": 20, "material": "B"},
           {"x": 10, "y": 30, "vx": 1, "material": "A"}, {"x": 20, "y": 30, "material": "A"}]}
JSON
    for integrator in event impulse; do
        "$sim" -q --last -i $integrator scene.json | awk -F, 'NR > 1 { v[$3] = $6 } END { print v[1] - v[0], (v[3] - v[2])/2, v[5] - v[4] }' |
            numbers_near 1e-12 0.9 0.7 0.3
    done
    run -3 "$sim" --check -i spring -s k=1 scene.json
    [[ ${lines[0]} = *'restitution: integrator "spring" cannot do restitution by speed; give a number' ]]
    [[ ${lines[1]} = *'materials.A.B.e: integrator "spring" cannot do restitution by speed; give a number' ]]
}

# A ball that slides on the floor comes to roll at 5/7 of its speed; where there is no friction it goes on.
@test "balls that lie have the mu of their material" {
    cat >scene.json <<'JSON'
{"table": {"width": 40, "height": 10}, "dt": 1, "steps": 4, "gravity": [0, -1], "mu": {"ball": 0, "wall": 0.01}, "restitution": 0.5,
 "materials": {"rough": {"wall": {"mu": 0.5}}, "smooth": {"wall": {"mu": 0}}}, "defaults": {"r": 1, "m": 1},
 "balls": [{"x": 4, "y": 1, "vx": 1, "material": "rough"}, {"x": 12, "y": 1, "vx": 1, "material": "smooth"}, {"x": 20, "y": 1, "vx": 1}]}
JSON
    "$sim" -q --last scene.json | awk -F, 'NR > 1 { print $6, $10 }' |
        numbers_near 1e-12 0.7142857142857143 -0.7142857142857143 1 0 0.96 -0.1
    "$sim" -q --last -i spring-verlet -s k=10000 -s dt=0.001 -s steps=4000 -s every=4000 scene.json | awk -F, 'NR > 1 { print $6, $10 }' |
        numbers_near 2e-3 0.7142857142857143 -0.7142857142857143 1 0 0.96 -0.1
}

# mixture FILE: two materials that rub, bounce and collide in crowds, with fixed balls and obstacles.
mixture() {
    cat >"$1" <<'JSON'
{"table": {"width": 20, "height": 20}, "dt": 0.002, "steps": 1000, "every": 250, "k": 500, "contact_time": 1e-6, "mu": 0.1, "restitution": {"ball": 0.9, "wall": 0.95},
 "materials": {"A": {"A": {"e": 0.8, "mu": 0.4}, "B": {"mu": 0.2, "beta": 0.3}, "wall": {"e": 0.7}}, "B": {"B": {"e": 0.99, "mu": 0}}, "C": {"A": {"e": 0.5}}},
 "obstacles": [{"line": [1, 5, 5, 6]}, {"line": [6, 4, 6, 8], "material": "C"}, {"arc": [4, 15, 2, 0, 270], "e": 0.6}],

 "balls": [{"x": 4, "y": 10, "r": 1.5, "fixed": true, "material": "C"},
           {"fill": "random", "region": [8, 0, 20, 20], "count": 60, "r": 0.5, "speed": 4, "seed": 1, "material": "A"},
           {"fill": "random", "region": [8, 0, 20, 20], "count": 60, "r": [0.4, 0.6], "m": 0.3, "speed": 8, "seed": 2, "material": "B"},
           {"fill": "random", "region": [8, 0, 20, 20], "count": 20, "r": 0.5, "speed": 4, "seed": 3}]}
JSON
}

@test "a mixture of materials: printed, saved and continued, logged or not, in a batch and on threads it is the same" {
    mixture scene.json
    for integrator in $(runs 'event impulse spring-verlet' "$(integrators)"); do
        "$sim" -q -i "$integrator" -o whole --energy ledger --save end scene.json
        "$sim" --print-scene -i "$integrator" scene.json >printed.json
        "$sim" -q -o again --events log printed.json
        cmp whole again
        "$sim" -q -i "$integrator" -s steps=500 --save half.json -o first scene.json
        "$sim" -q -s steps=500 --save end.again -o second half.json
        diff <(grep -v '"steps"' end) <(grep -v '"steps"' end.again)
        "$sim" -q -i "$integrator" --threads 2 -o threads scene.json
        cmp whole threads
        printf 'steps=1000\nmaterials.A.A.e=0.5\n' | "$sim" -q -i "$integrator" --batch - -o batch --threads 2 scene.json
        sed -n '/^0,/s/^0,//p' batch | cmp - <(tail -n +2 whole)
        sed -n '/^1,/s/^1,//p' batch >other
        run -1 cmp other <(tail -n +2 whole)
        awk -F, 'NR == 2 { first = $6 } NR > 1 { d = $6 - first; if (d < 0) d = -d; if (d > most) most = d }
                 END { exit !(most < 1e-2 * first) }' ledger
    done
}

@test "materials are written as given, and overridden by path" {
    mixture scene.json
    "$sim" --print-scene scene.json >printed.json
    cat >expected <<'EXPECTED'
  "materials": {
    "A": {"A": {"e": 0.8, "mu": 0.4}, "B": {"mu": 0.2, "beta": 0.3}, "wall": {"e": 0.7}},
    "B": {"B": {"e": 0.99, "mu": 0}},
    "C": {"A": {"e": 0.5}}},
EXPECTED
    grep -A 3 '"materials"' printed.json | diff expected -
    grep -q '^    {"line": \[6, 4, 6, 8\], "material": "C"},' printed.json
    grep -q '^    {"line": \[1, 5, 5, 6\]},' printed.json
    grep -q '^    {"arc": \[4, 15, 2, 0, 270\], "e": 0.6}' printed.json
    "$sim" --print-scene -s materials.A.B.e=0.25 -s materials.D.A.mu='[0.1, 0.2, 3]' -s materials.A.wall=null -s balls.1.material=D scene.json >set.json
    grep -q '^    "A": {"A": {"e": 0.8, "mu": 0.4}, "B": {"e": 0.25, "mu": 0.2, "beta": 0.3}},' set.json
    grep -q '^    "D": {"A": {"mu": \[0.1, 0.2, 3\]}}},' set.json
    [ "$(grep -c '"material": "D"' set.json)" -eq 60 ]
    run -3 "$sim" -q -s materials.B.A.e=0.5 scene.json
    [ "$output" = '--set materials.B.A.e=0.5: error: materials.B.A: is given as materials.A.B, too; give it once' ]
    run -3 "$sim" -q -s balls.1.material=a1 scene.json
    [ "$output" = '--set balls.1.material=a1: error: balls.1.material: unknown material "a1"; no entry of materials names it' ]
}

@test "a material that nothing has is told, once in a batch" {
    mixture scene.json
    "$sim" -o /dev/null -s steps=1 -s every=1 -s materials.lead.A.e=0.5 scene.json 2>messages
    [ "$(<messages)" = 'billiard-sim: warning: materials.lead has no effect: no ball or obstacle has that material' ]
    printf 'steps=1\nsteps=2\n' | "$sim" -o /dev/null -s every=1 -s materials.lead.A.e=0.5 --batch - scene.json 2>messages
    [ "$(<messages)" = 'billiard-sim: warning: materials.lead has no effect: no ball or obstacle has that material (2 runs, the first is run 0)' ]
}

@test "bounds hold for the pairs that a scene forms, and for no others" {
    mixture scene.json
    # nothing of C touches B, no ball of it moves, and the line of it has no e of its own
    "$sim" --check -s impact=hooke -s materials.C.C.e=0 -s materials.C.wall.e=0 scene.json
    run -3 "$sim" --check -s impact=hooke -s materials.C.A.e=0 scene.json
    [[ $output = *'materials.C.A.e: must be at least 0.01 under impact law "hooke", found 0; use "gr" for less' ]]
    run -3 "$sim" --check -s impact=hertz -s materials.B.wall.e=0 scene.json
    [[ $output = *'materials.B.wall.e: must be at least 0.01 under impact law "hertz", found 0; use "gr" for less' ]]
    run -3 "$sim" --check -i spring -s materials.A.B.beta=-0.5 scene.json
    [[ $output = *'materials.A.B.beta: must be from 0 to 1 for integrator "spring"' ]]
    # a nose lets only rough balls gain energy
    "$sim" --check -s table.nose=0.6 -s mu=0 -s materials.A.wall.e=1 -s materials.A.wall.mu=0 -s obstacles.1.material=wall scene.json
    run -3 "$sim" --check -s table.nose=0.6 -s mu=0 -s materials.A.wall.e=1 -s materials.A.wall.mu=0.1 -s obstacles.1.material=wall scene.json
    [[ $output = *'at this height the walls would make balls.1 (ball 1) gain energy: the restitution there must be at most'*'found 1' ]] || { echo "$output"; false; }
}

@test "what a material does at walls says nothing of balls without one, nor of what walls do to these" {
    echo '{"table": {"width": 10, "height": 4}, "restitution": {"ball": 1, "wall": 0.25}, "materials": {"A": {"wall": {"e": 0.5}}},
        "duration": 3, "defaults": {"r": 0.5, "m": 2},
        "balls": [{"x": 5, "y": 2}, {"x": 2, "y": 2, "vx": 4, "material": "A"}, {"x": 8, "y": 0.75, "vx": 1}]}' >scene.json
    # 1 stops at 0, which comes back from the wall with a quarter of its speed, and goes on with that
    run_scene() { "$sim" -q -o /dev/null --summary - --columns energy.lost,collisions.ball,collisions.wall "$@" | tail -n 1; }
    equal "$(run_scene -s duration=1 -s balls.2.vx=0 scene.json)" "0,1,0"
    equal "$(run_scene -s duration=2 -s balls.2.vx=0 -s balls.2.y=3.4 scene.json)" "15,1,1"
    equal "$(run_scene -s balls.1.vx=0 scene.json)" "0.9375,0,1"
    equal "$(run_scene -s balls.1.vx=-1 -s balls.2.vx=0 scene.json)" "0.75,0,1"
}
