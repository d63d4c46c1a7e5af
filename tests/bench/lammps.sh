#!/bin/sh
# The springs against LAMMPS (https://www.lammps.org), where `lmp` is installed: the same gas of discs of diameter and
# mass 1 at unit temperature, area fraction 0.7, k = 500, dt = 0.002, four walls, without damping, one thread each: with
# pair_style gran/hooke without friction, against `spring`, and with gran/hooke/history and mu = 0.5, against
# `spring-verlet`, the same method; then also with dashpots, those of e = 0.9 and beta = 0.5; and with pair_style granular,
# mu = 0.5 and rolling sds of 0.1, against the same with mu_roll. Five runs of both in turn;
# CPU time; medians of million ball-steps per second and of the ratios. LAMMPS gets the best of several skins. Both take
# the same steps, of which the first quarter is not timed: ours run twice, and the difference counts.
# Usage: tests/bench/lammps.sh [BALLS,MU[,damped|,rolling]...]   from the top of the tree
. tests/lib/lammps.sh
lammps_bench

side() {
    awk -v n="$1" 'BEGIN { printf "%.17g", sqrt(n * atan2(0, -1) / 4 / 0.7) }'
}

# write_data BALLS: a hexagonal start, in both formats.
write_data() {
    printf '{"table": {"width": %s, "height": %s}, "k": 500, "dt": 0.002, "steps": 0, "balls": [{"fill": "hex", "count": %s, "r": 0.5,
        "m": 1, "speed": 1.4142135623730951, "seed": 1}]}' "$(side "$1")" "$(side "$1")" "$1" >"$folder/gas.json"
    "$sim" -q "$folder/gas.json" | awk -F, 'NR > 1 { print $4, $5, $6, $7, 0 }' | lammps_data "$(side "$1")" 0.5 >"$folder/data"
}

# lammps BALLS STEPS SKIN MU: million ball-steps per second of CPU time. Its dashpots are per reduced mass: 1/2, and 1 at
# walls; the last number of a law says whether tangential ones act.
lammps() {
    law='hooke 500 0 0 0 0 0' history='hooke/history 500 142.85714285714286'
    wall=$law
    case $4 in
        0) ;;
        *,damped)
            law="$history 2.1671217905899023 4.075047022739034 ${4%,*} 1"
            wall="$history 1.5323865137832533 2.8814933834328222 ${4%,*} 1" ;;
        *,rolling)
            law="granular hooke 500 0 tangential linear_history 142.85714285714286 0 ${4%,*} rolling sds 142.85714285714286 0 0.1 damping velocity"
            wall=$law ;;
        *) law="$history 0 0 $4 0" wall="$history 0 0 $4 0" ;;
    esac
    {
        lammps_input "$folder/data" "$(side "$1")" 0.002 "$3" "$law" "$wall"
        printf 'thermo 1000000000\nrun %s\nrun %s\n' $(($2 / 4)) "$2"
    } >"$folder/in"
    lmp -in "$folder/in" -log none | awk -v n="$1" -v steps="$2" '
        /^Loop time/ { loop = $4 }
        /CPU use/ { use = $1 + 0 }
        END { printf "%.2f\n", n * steps / loop / (use / 100) / 1e6 }'
}

# user_time STEPS MU: seconds of ours.
user_time() {
    case $2 in
        0) set -- "$1" -i spring ;;
        *,damped) set -- "$1" -i spring-verlet -s "mu=${2%,*}" -s beta=0.5 -s restitution=0.9 ;;
        *,rolling) set -- "$1" -i spring-verlet -s "mu=${2%,*}" -s beta=1 -s mu_roll=0.1 ;;
        *) set -- "$1" -i spring-verlet -s "mu=$2" -s beta=1 ;;
    esac
    steps=$1
    shift
    ("$sim" -q "$@" -n "$steps" -e "$steps" -o /dev/null "$folder/gas.json" && times) |
        awk 'NR == 2 { split($1, t, /[ms]/); print 60 * t[1] + t[2] }'
}

# ours BALLS STEPS MU
ours() {
    echo "$(user_time $(($2 / 4)) "$3") $(user_time $(($2 / 4 + $2)) "$3")" |
        awk -v n="$1" -v steps="$2" '{ printf "%.2f\n", n * steps / ($2 - $1) / 1e6 }'
}

best_skin() {
    for skin in 0.1 0.15 0.2 0.3; do
        echo "$(lammps "$1" "$2" "$skin" "$3") $skin"
    done | sort -rn | awk 'NR == 1 { print $2 }'
}

median() {
    sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

for cases in "${@:-4096,0 100000,0 4096,0.5 100000,0.5 4096,0.5,damped 100000,0.5,damped 4096,0.5,rolling 100000,0.5,rolling}"; do
    for case in $cases; do
        n=${case%%,*} mu=${case#*,}
        write_data "$n"
        steps=$((20000000 / n))
        [ "$steps" -ge 1000 ] || steps=1000 # the first few hundred are the start's
        skin=$(best_skin "$n" "$steps" "$mu")
        for _ in 1 2 3 4 5; do
            echo "$(lammps "$n" "$steps" "$skin" "$mu") $(ours "$n" "$steps" "$mu")"
        done >"$folder/pairs"
        awk '{ print $1 }' "$folder/pairs" | median >"$folder/theirs"
        awk '{ print $2 }' "$folder/pairs" | median >"$folder/ours"
        awk '{ print $2 / $1 }' "$folder/pairs" | sort -n >"$folder/ratios"
        printf '%7s balls, mu %s: LAMMPS %s (skin %s), ours %s Mball-steps/s, ratio %s (%s .. %s)\n' "$n" "$mu" \
            "$(cat "$folder/theirs")" "$skin" "$(cat "$folder/ours")" "$(median <"$folder/ratios")" \
            "$(head -n 1 "$folder/ratios")" "$(tail -n 1 "$folder/ratios")"
    done
done
