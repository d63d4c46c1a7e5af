#!/bin/sh
# Grains against LAMMPS (https://www.lammps.org), where `lmp` is installed: 1400 discs of diameter and mass 1 fall from a
# lattice under gravity 10, with k = 1e5, dt = 2.5e-4, e = 0.9, beta = 0.5 and mu = 0.5, in the same scenes: `hopper`, through the
# outlet of two slanted slabs; `heap`, with rolling resistance (pair_style granular, rolling sds), onto the floor; `plate`, onto a
# floor that moves up and down as a sine (wiggle), ours in 64 pieces a period. Ours is `spring-verlet`, the same method. CPU time
# of all steps but starts, one thread each, five runs of both in turn, LAMMPS with the best of several skins; medians of million
# grain-steps per second and of the ratios. Energies at the end tell whether both have done the same.
# Usage: tests/bench/grains.sh [SCENE[,STEPS]...]   from the top of the tree
. tests/lib/lammps.sh
lammps_bench

n=1400 side=60 k=1e5 dt=2.5e-4 amplitude=0.5 period=1

# Dashpots of e = 0.9 and beta = 0.5 are per reduced mass, 1/2 of two grains and 1 at walls.
spring="$k 28571.428571428572"
pair_dashpot='30.647730378 57.629867' wall_dashpot='21.671217906 40.750470'

# write_grains: x y vx vy wz of each.
write_grains() {
    awk -v n="$n" 'BEGIN {
        for (i = 0; i < n; i++)
            print 1 + 1.09 * (i % 54), 31 + 1.05 * int(i / 54), 0.5 * cos(i), 0.5 * sin(i), 0
    }' >"$folder/grains"
}

# pieces: the velocity of the plate, A - A cos(2 pi t / P) from the floor.
pieces() {
    awk -v a="$amplitude" -v period="$period" 'BEGIN {
        for (i = 0; i < 64; i++) {
            turn = 2 * atan2(0, -1) / 64
            printf "%s[%.17g, 0, %.17g]", i ? ", " : "", period * i / 64, a * (cos(turn * i) - cos(turn * (i + 1))) * 64 / period
        }
    }'
}

# slabs: the sides of the hopper's two slabs, which are 26 wide and 20 high, cut horizontally over 0.6; the fourth is behind a wall.
slabs() {
    for x in '0 26 25.4 -0.6' '60 34 34.6 60.6'; do
        echo "$x" | awk '{
            printf "{\"line\": [%s, 30, %s, 10]}, {\"line\": [%s, 10, %s, 10]}, {\"line\": [%s, 10, %s, 30]}", $1, $2, $2, $3, $3, $4 }'
        [ "${x% *}" = '60 34 34.6' ] || printf ', '
    done
}

# write_scene NAME
write_scene() {
    {
        printf '{"table": {"width": %s, "height": 70' "$side"
        [ "$1" != plate ] || printf ', "motion": {"bottom": [%s]}, "motion_period": %s' "$(pieces)" "$period"
        printf '}, "gravity": [0, -10], "integrator": "spring-verlet", "k": %s, "dt": %s, "restitution": 0.9, "beta": 0.5, "mu": 0.5,' "$k" "$dt"
        [ "$1" != heap ] || printf '"mu_roll": 0.1, '
        [ "$1" != hopper ] || printf '"obstacles": [%s],' "$(slabs)"
        printf '"steps": 1, "defaults": {"r": 0.5, "m": 1}, "balls": ['
        awk '{ printf "%s{\"x\": %s, \"y\": %s, \"vx\": %s, \"vy\": %s}", (NR > 1 ? ",\n" : ""), $1, $2, $3, $4 }' "$folder/grains"
        echo ']}'
    } >"$folder/$1.json"
    lammps_data "$side" 0.5 <"$folder/grains" | sed 's/^0 .* ylo yhi/0 70 ylo yhi/' >"$folder/data"
}

# lammps_slabs LAW: the same as slabs.
lammps_slabs() {
    cat <<IN
region left prism 25.4 26 10 30 -9 9 -26 0 0 side out
region right prism 34 34.6 10 30 -9 9 26 0 0 side out
fix 6 all wall/gran/region $1 region left
fix 7 all wall/gran/region $1 region right
IN
}

# lammps NAME STEPS SKIN: million grain-steps per second of CPU time, and the kinetic energy at the end.
lammps() {
    pair="hooke/history $spring $pair_dashpot 0.5 1" wall="hooke/history $spring $wall_dashpot 0.5 1"
    if [ "$1" = heap ]; then
        rest="tangential linear_history 28571.428571428572 1.8803925 0.5 rolling sds 28571.428571428572 0 0.1 damping mass_velocity"
        pair="granular hooke $k ${pair_dashpot% *} $rest" wall="granular hooke $k ${wall_dashpot% *} $rest"
    fi
    {
        lammps_input "$folder/data" "$side" "$dt" "$3" "$pair" "$wall" | sed '/yplane/d'
        [ "$1" != plate ] || wiggle="wiggle y $amplitude $period"
        echo "fix 3 all wall/gran $wall yplane 0 NULL ${wiggle-}"
        echo 'fix 5 all gravity 10 vector 0 -1 0'
        [ "$1" != hopper ] || lammps_slabs "$wall"
        printf 'compute energy all ke\nthermo_style custom step c_energy\nthermo_modify norm no\nthermo 1000000000\nrun %s\n' "$2"
    } >"$folder/in"
    lmp -in "$folder/in" -log none >"$folder/screen" || cat "$folder/screen" "$folder/in" >&2
    awk -v n="$n" -v steps="$2" '
        $1 == steps && NF == 2 { energy = $2 }
        /^Loop time/ { loop = $4 }
        /CPU use/ { use = $1 + 0 }
        END { printf "%.3f %.6g\n", n * steps / loop / (use / 100) / 1e6, energy }' "$folder/screen"
}

# user_time NAME STEPS: seconds of ours. Without --energy, for whose impulses at walls each contact would be followed.
user_time() {
    ("$sim" -q -n "$2" -e "$2" -o "$folder/frames" "$folder/$1.json" && times) |
        awk 'NR == 2 { split($1, t, /[ms]/); print 60 * t[1] + t[2] }'
}

# ours NAME STEPS
ours() {
    echo "$(user_time "$1" 1) $(user_time "$1" "$2")" | awk -v n="$n" -v steps="$2" '{ printf "%.3f ", n * steps / ($2 - $1) / 1e6 }'
    awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c }
        $at["step"] == "'"$2"'" { energy += ($at["vx"] ^ 2 + $at["vy"] ^ 2) / 2 }
        END { printf "%.6g\n", energy }' "$folder/frames"
}

best_skin() {
    for skin in 0.05 0.1 0.2 0.3; do
        echo "$(lammps "$1" "$2" "$skin") $skin"
    done | sort -rn | awk 'NR == 1 { print $3 }'
}

median() {
    sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

write_grains
for cases in "${@:-hopper heap plate}"; do
    for case in $cases; do
        name=${case%%,*} steps=${case#*,}
        [ "$steps" != "$case" ] || steps=16000
        write_scene "$name"
        skin=$(best_skin "$name" $((steps / 4)))
        for _ in 1 2 3 4 5; do
            echo "$(lammps "$name" "$steps" "$skin") $(ours "$name" "$steps")"
        done >"$folder/pairs"
        awk '{ print $3 / $1 }' "$folder/pairs" | sort -n >"$folder/ratios"
        printf '%s: LAMMPS %s (skin %s), ours %s Mgrain-steps/s, ratio %s (%s .. %s); energies %s\n' "$name" \
            "$(awk '{ print $1 }' "$folder/pairs" | median)" "$skin" "$(awk '{ print $3 }' "$folder/pairs" | median)" \
            "$(median <"$folder/ratios")" "$(head -n 1 "$folder/ratios")" "$(tail -n 1 "$folder/ratios")" \
            "$(awk 'NR == 1 { print $2 " and " $4 }' "$folder/pairs")"
    done
done
