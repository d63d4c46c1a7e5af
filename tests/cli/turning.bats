#!/usr/bin/env bats
# Arcs that turn: drums and rollers.
#
# Promise: a hit on an arc that turns is the formula of one on a belt, with event and impulse, to 1e-13. Measured: 8e-16 at most
# of velocities, spins, work and loss. Springs tend to it. Measured: 1e-4 at k 1e6, 1e-5 at k 1e8.
#
# Promise: the ledger closes to 1e-12. Measured: 4e-15, 12 discs and three rates.
#
# Promise: a ball in a drum lies at the angle of its rolling resistance to 2 per cent. Measured: 3e-5 of it.

load common

# drum TURN BALLS [MEMBERS]: a drum of radius 1 about (2, 2).
drum() {
    printf '{"table": {"width": 4, "height": 4}, "mu": 0.2, "beta": 0, "dt": 0.5, "steps": 2, "defaults": {"r": 0.1, "m": 1, "inertia": 0.4},
        "obstacles": [{"arc": [2, 2, 1, 0, 360], "turn": %s}], "balls": [%s] %s}' "$1" "$2" "${3:+, $3}"
}

# close A B TOLERANCE: two lists of numbers agree.
close() {
    awk -v a="$1" -v b="$2" -v most="$3" 'BEGIN {
        n = split(a, x, " "); if (n != split(b, y, " ") || n == 0) exit 1
        for (i = 1; i <= n; i++) if (!((d = x[i] - y[i]) <= most && d >= -most)) exit 1
    }' || { echo "$1, not $2"; false; }
}

@test "a hit from within and from outside is the formula, with event and impulse" {
    # J 1, slip 3, T = mu J = .2; from outside the surface runs the other way, at 3.3 with a rate of 3.3
    drum 3 '{"x": 2.5, "y": 2, "vx": 0.5}' >inside.json
    drum -3.3 '{"x": 3.5, "y": 2, "vx": -0.5}' >outside.json
    for integrator in event impulse; do
        "$sim" -q -i $integrator -s dt=0.125 -s steps=8 --energy energy.csv -o frames.csv inside.json
        close "$(awk -F, 'END { print $6, $7, $10 }' OFMT=%.17g frames.csv)" '-0.5 0.2 5' 1e-13
        close "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } END { print $at["work"], $at["lost"] }' OFMT=%.17g energy.csv)" '0.6 0.53' 1e-13
        "$sim" -q -i $integrator -s dt=0.125 -s steps=8 --energy energy.csv -o frames.csv outside.json
        close "$(awk -F, 'END { print $6, $7, $10 }' OFMT=%.17g frames.csv)" '0.5 -0.2 5' 1e-13
        close "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } END { print $at["work"], $at["lost"] }' OFMT=%.17g energy.csv)" '0.66 0.59' 1e-13
    done
    # beta -1 rubs not; the limit of beta is below that of mu where the drum is slow: T = v/(1 + 1/q)
    "$sim" -q -s beta=-1 -o frames.csv inside.json
    close "$(awk -F, 'END { print $6, $7, $10 }' OFMT=%.17g frames.csv)" '-0.5 0 0' 1e-13
    "$sim" -q -s obstacles.0.turn=0.35 -o frames.csv inside.json
    close "$(awk -F, 'END { print $6, $7, $10 }' OFMT=%.17g frames.csv)" '-0.5 0.1 2.5' 1e-13
}

@test "springs tend to the hit" {
    drum 3 '{"x": 2.5, "y": 2, "vx": 0.5}' >scene.json
    for integrator in spring spring-verlet spring-rk4; do
        for k in 1e6 1e8; do
            "$sim" -q -i $integrator -s k=$k -s 'duration=1' -s steps=null -s dt=null --energy energy.csv -o frames.csv scene.json
            close "$(awk -F, 'END { print $6, $7, $10 }' OFMT=%.17g frames.csv)" '-0.5 0.2 5' "$([ $k = 1e6 ] && echo 2e-2 || echo 2e-3)"
            close "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } END { print $at["work"] }' OFMT=%.17g energy.csv)" '0.6' 2e-3
        done
    done
}

@test "the end of an arc that turns rubs, and pushes as one at rest" {
    # a quarter of a circle; a ball falls on its end at (3, 2) from below: n is up, and the surface runs up there, along n
    drum 3 '{"x": 3, "y": 1.5, "vy": 0.5}' | sed 's/0, 360/0, 90/' >scene.json
    "$sim" -q -o frames.csv scene.json
    close "$(awk -F, 'END { print $6, $7, $10 }' OFMT=%.17g frames.csv)" '0 -0.5 0' 1e-13
    # from the right it runs across n
    "$sim" -q -s 'balls.0={"x":3.5,"y":2,"vx":-0.5}' -o frames.csv scene.json
    close "$(awk -F, 'END { print $6, $7, $10 }' OFMT=%.17g frames.csv)" '0.5 0.2 -5' 1e-13
}

@test "a list of rates: before the first none, then each; and again after its period" {
    drum '[[0.5, 3], [2, -3]]' '{"x": 2.5, "y": 2, "vx": 0.5}' >scene.json
    for set in x=2.5:0.2 x=2.75:0 x=1.75:-0.2; do
        "$sim" -q -s "balls.0.${set%:*}" -s steps=8 -s dt=0.3125 -o frames.csv scene.json
        close "$(awk -F, 'END { print $7 }' OFMT=%.17g frames.csv)" "${set#*:}" 1e-13
    done
    # a hit at 3.3 is as one at 0.8 where the list repeats after 2.5
    for period in null:-0.2 2.5:0.2; do
        "$sim" -q -s balls.0.x=1.25 -s "obstacles.0.motion_period=${period%:*}" -s steps=8 -s dt=0.45 -o frames.csv scene.json
        close "$(awk -F, 'END { print $7 }' OFMT=%.17g frames.csv)" "${period#*:}" 1e-13
    done
    "$sim" -q -i impulse -s balls.0.x=1.75 -s steps=300 -s dt=0.01 -o frames.csv scene.json
    close "$(awk -F, 'END { print $7 }' OFMT=%.17g frames.csv)" -0.2 1e-13
}

@test "the ledger closes with many balls and rates, and a run goes on from a saved state to the same bits" {
    drum '[[0, 3], [0.7, -5], [1.1, 0.5]]' '{"fill": "random", "count": 12, "speed": 1, "seed": 3, "region": [1.4, 1.4, 2.6, 2.6], "r": 0.06}' '"restitution": 0.9' |
        sed 's/"turn"/"motion_period": 1.3, "turn"/' >scene.json
    for integrator in event impulse spring spring-verlet spring-rk4; do
        [[ $integrator = spring* ]] && more=(-s k=1e5 -s dt=0.0005 -s every=100) || more=(-s dt=0.005 -s every=10)
        "$sim" -q -i $integrator "${more[@]}" -s steps=400 --energy whole.energy -o whole.csv scene.json
        "$sim" -q -i $integrator "${more[@]}" -s steps=300 -o first.csv --save saved.json scene.json
        "$sim" -q -s steps=100 -o second.csv saved.json
        last=$(awk -F, 'END { print $1 }' first.csv)
        awk -F, -v last="$last" 'NR > 1 && $1 > last' second.csv | cat first.csv - | cmp - whole.csv
        [ $integrator = event ] || [ $integrator = impulse ] || continue
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { sum = $at["kinetic"] + $at["rotation"] + $at["lost"] - $at["work"] }
            NR == 2 { first = sum } { d = sum - first; if (d > 1e-12 || d < -1e-12) bad = 1; work = $at["work"] } END { exit bad || work < 0.01 }' whole.energy
    done
}

# in_drum SPIN TANGENT SETTING...: the last frame of a ball that was put into a drum at an angle and turns.
in_drum() {
    at=$(awk -v t="$2" 'BEGIN { c = 1/sqrt(1 + t*t); printf "\"x\": %.9f, \"y\": %.9f", 2 + 0.9*t*c, 2 - 0.9*c }')
    drum 2 "{$at, \"spin\": [0, 0, $1]}" '"gravity": [0, -9.81], "restitution": 0.5, "k": 1e5, "duration": 8, "frame": 0.02' |
        sed 's/"dt": 0.5, "steps": 2, //; s/"mu": 0.2, "beta": 0/"mu": 0.5/' >scene.json
    "$sim" -q -i "$integrator" "${@:3}" -o frames.csv scene.json
}

@test "a ball in a drum rolls in place, and lies at the angle of its rolling resistance" {
    for integrator in spring spring-verlet; do
        # wz = rate R/r
        in_drum 20 0
        close "$(awk -F, 'END { print $10/20 - 1, $4 - 2 }' OFMT=%.17g frames.csv)" '0 0' 1e-3
        # the bottom runs to the right; nothing damps swings about that angle
        in_drum 20 0.1 -s mu_roll=0.1
        close "$(awk -F, 'NR > 1 && $2 > 1 { x += $4 - 2; y += 2 - $5 } END { print x/y/0.1 - 1, $10/20 - 1 }' OFMT=%.17g frames.csv)" '0 0' 0.02
        # less friction than that: it slips lower
        in_drum 0 0.1 -s mu_roll=0.3 -s mu=0.1
        close "$(awk -F, 'NR > 1 && $2 > 1 { x += $4 - 2; y += 2 - $5 } END { print x/y/0.1 - 1, $10 }' OFMT=%.17g frames.csv)" '0 0' 0.02
    done
}

@test "periodic tables take arcs that turn, and stop may be rest; a rate of 0 and no friction are told" {
    drum 3 '{"x": 2.5, "y": 2, "vx": 0.5}' >scene.json
    "$sim" -q -s table.periodic=true -s obstacles.0.arc='[4.5,2,1,0,360]' -s balls.0.x=1 -s steps=3 -o frames.csv scene.json
    close "$(awk -F, 'END { print $6, $7 }' OFMT=%.17g frames.csv)" '-0.5 0.2' 1e-13
    "$sim" -q --check -s stop=rest scene.json
    for set in mu=0:'it only rubs, and "mu" is 0' obstacles.0.turn=0:'all rates are 0'; do
        run --separate-stderr "$sim" -s "${set%%:*}" -s beta=null -o /dev/null scene.json
        equal "$stderr" "billiard-sim: warning: obstacles.0.turn has no effect: ${set#*:}"
    done
    run --separate-stderr "$sim" -s beta=null -o /dev/null scene.json
    equal "$stderr" ""
}

@test "the rate is printed and saved as it was given, a number or a list" {
    for turn in 3 -0.5 '[[0, 3], [1, -2]]'; do
        drum "$turn" '{"x": 2.5, "y": 2, "vx": 0.5}' >scene.json
        "$sim" --print-scene scene.json | grep -qF "\"turn\": $turn"
        "$sim" -q --save saved.json -o /dev/null scene.json
        grep -qF "\"turn\": $turn" saved.json
    done
    # with a list the clock cannot be set anew, with a number it can
    run --separate-stderr "$sim" -o /dev/null -s dt=0.2 saved.json
    equal "$status" 3
    "$sim" -q -s obstacles.0.turn=3 -s dt=0.2 -o /dev/null saved.json
}

@test "an override of the rate acts from there on" {
    drum 3 '{"x": 2.5, "y": 2, "vx": 0.5}' >scene.json
    "$sim" -q -s steps=1 --save saved.json -o /dev/null scene.json
    "$sim" -q -s obstacles.0.turn=-3 -o frames.csv saved.json
    close "$(awk -F, 'END { print $7 }' OFMT=%.17g frames.csv)" -0.2 1e-13
}

@test "mirrored, renumbered, in a batch and with threads the runs are the same" {
    one='{"x": 2.5, "y": 2, "vx": 0.5}' two='{"x": 1.75, "y": 2.25, "vy": 0.25}'
    drum '[[0, 3], [0.7, -5]]' "$one, $two" >scene.json
    drum '[[0, 3], [0.7, -5]]' "$two, $one" >renumbered.json
    drum '[[0, -3], [0.7, 5]]' '{"x": 1.5, "y": 2, "vx": -0.5}, {"x": 2.25, "y": 2.25, "vy": 0.25}' >mirrored.json
    set -- -q -s dt=0.25 -s steps=16
    "$sim" "$@" -o frames.csv scene.json
    "$sim" "$@" -o renumbered.csv renumbered.json
    "$sim" "$@" -o mirrored.csv mirrored.json
    columns() { awk -F, -v OFS=, -v sign="$1" -v swap="$2" 'NR > 1 { printf "%s %d %.9f %.9f %.9f %.9f %.9f\n", $2, swap ? 1 - $3 : $3, sign > 0 ? $4 : 4 - $4, $5, sign*$6 + 0, $7, sign*$10 + 0 }' | sed 's/-0.000000000/0.000000000/g' | sort; }
    columns 1 0 <frames.csv >wanted
    columns 1 1 <renumbered.csv | cmp wanted -
    columns -1 0 <mirrored.csv | cmp wanted -
    "$sim" "$@" --threads 2 scene.json | cmp frames.csv -
    printf 'obstacles.0.turn=%s\n' 1 '[[0,3],[0.7,-5]]' -2 >lines
    "$sim" "$@" --batch lines --threads 2 scene.json | sed -n 's/^1,//p' >found
    tail -n +2 frames.csv | cmp found -
}
