#!/usr/bin/env bats
# Springs that rub and resist rolling against LAMMPS itself (https://www.lammps.org), where `lmp` is installed: pair_style and walls
# gran/hooke/history, and granular with rolling sds, with fix nve/sphere, the same steps of `spring-verlet`, e = beta = 1.
#
# Promise: springs that rub follow LAMMPS. Measured: LAMMPS of 29 Sep 2021, four balls over 10^4 steps to 2e-14, mu .05, .3, .5;
# the energies of 100 grains at each of 1000 steps to 1e-12.
#
# Promise: rolling resistance follows LAMMPS, without friction. Measured: LAMMPS of 29 Sep 2021, four balls over 10^4 steps to 2e-14,
# with a dashpot below the limit, too; the energies of 100 grains at each of 1000 steps to 1e-12.

load common
load ../lib/lammps.sh

# write_scene SIDE K DT STEPS EVERY MU [MU_ROLL K_ROLL GAMMA_ROLL]: of discs of mass 1 and radius R, placed by the lines of `balls`:
# x y vx vy wz.
write_scene() {
    awk -v side="$1" -v k="$2" -v dt="$3" -v steps="$4" -v every="$5" -v mu="$6" -v mu_roll="${7-}" -v k_roll="${8-}" -v gamma_roll="${9-}" -v r="$radius" '
        BEGIN {
            printf "{\"table\": {\"width\": %s, \"height\": %s}, \"restitution\": 1, \"beta\": 1, \"mu\": %s, ", side, side, mu
            if (mu_roll != "") printf "\"mu_roll\": %s, \"k_roll\": %s, \"gamma_roll\": %s, ", mu_roll, k_roll, gamma_roll
            printf "\"integrator\": \"spring-verlet\", \"k\": %s, \"dt\": %s, \"steps\": %s, \"every\": %s, ", k, dt, steps, every
            printf "\"defaults\": {\"r\": %s, \"m\": 1}, \"balls\": [", r
        }
        { printf "%s\n{\"x\": %s, \"y\": %s, \"vx\": %s, \"vy\": %s, \"spin\": [0, 0, %s]}", (NR > 1 ? "," : ""), $1, $2, $3, $4, $5 }
        END { print "]}" }' balls >scene.json
    lammps_data "$1" "$radius" <balls >data
    law="hooke/history $2 $(awk -v k="$2" 'BEGIN { printf "%.17g", 2 * k / 7 }') 0 0 $6 0"
    [ $# -lt 9 ] || law="granular hooke $2 0 tangential linear_nohistory 0 0 rolling sds $8 $9 $7 damping velocity"
    lammps_input data "$1" "$3" "${skin:-0.3}" "$law" "$law" >in
    cat >>in <<IN
dump 1 all custom $5 dump id x y vx vy omegaz
dump_modify 1 sort id format float %.17g
run $4
IN
}

# both: rows of `x y vx vy wz`, frame by frame, in ours and theirs.
both() {
    "$sim" -q -p 17 --summary summary.json scene.json | awk -F, 'NR > 1 { print $4, $5, $6, $7, $10 }' >ours
    OMP_NUM_THREADS=1 lmp -in in -log none >screen || { cat screen in; return 1; }
    awk '/^ITEM/ { rows = /: ATOMS/; next } rows { print $2, $3, $4, $5, $6 }' dump >theirs
    [ "$(wc -l <ours)" -eq "$(wc -l <theirs)" ]
}

# hundred_grains: balls on a lattice, with velocities and spins at random.
hundred_grains() {
    radius=0.5
    awk 'BEGIN {
        seed = 1
        for (i = 0; i < 100; i++) {
            for (c = 1; c <= 3; c++) { seed = (seed * 16807) % 2147483647; u[c] = 3 * seed / 2147483647 - 1.5 }
            printf "%s %s %.6f %.6f %.6f\n", 0.7 + 1.25 * (i % 10), 0.7 + 1.25 * int(i / 10), u[1], u[2], u[3]
        } }' >balls
}

# bats test_tags=full
@test "springs that rub: four balls follow LAMMPS over 10000 steps to 1e-8" {
    command -v lmp >/dev/null || skip "lmp (LAMMPS) is not installed"
    radius=1
    printf '%s\n' '2.5 2.5 0.7 0.31 0.4' '6.5 2.5 -0.8 0.62 -0.9' '2.5 6.5 0.35 -0.91 0.2' '6.5 6.5 -0.44 -0.73 0.6' >balls
    for mu in 0.05 0.3 0.5; do
        write_scene 9 1000 0.001 10000 10000 $mu
        both
        paste -d ' ' ours theirs | awk '
            { for (i = 1; i <= 5; i++) { d = $i - $(i + 5); if (d < 0) d = -d; if (d > most) most = d } }
            END { printf "apart by %s\n", most >"/dev/stderr"; exit !(NR == 8 && most < 1e-8) }'
        grep -q '"collisions":{"ball":[2-9],"wall":\([4-9]\|[1-9][0-9]\)' summary.json
    done
}

# bats test_tags=full
@test "springs that rub: 100 grains have the energies of LAMMPS to 1e-6 over 1000 steps" {
    command -v lmp >/dev/null || skip "lmp (LAMMPS) is not installed"
    hundred_grains
    write_scene 12.65 500 0.002 1000 1 0.5
    both
    # kinetic energy of translation and rotation at each step; contacts store some of it
    for who in ours theirs; do
        awk '{ e += ($3 * $3 + $4 * $4) / 2; w += 0.4 * 0.25 * $5 * $5 / 2 }
             NR % 100 == 0 { printf "%.17g %.17g\n", e, w; e = w = 0 }' $who >energies.$who
    done
    paste -d ' ' energies.ours energies.theirs | awk '
        NR == 1 { first = $1; turning = $2 }
        { for (i = 1; i <= 2; i++) { d = ($i - $(i + 2)) / $(i + 2); if (d < 0) d = -d; if (d > most) most = d } }
        END { printf "apart by %s; %s to %s and %s to %s\n", most, first, $1, turning, $2 >"/dev/stderr"
              exit !(NR == 1001 && most < 1e-6 && $1 < 0.9 * first) }'
}

# apart LIMIT: four balls at the start and the end.
apart() {
    paste -d ' ' ours theirs | awk -v limit="$1" '
        { for (i = 1; i <= 5; i++) { d = $i - $(i + 5); if (d < 0) d = -d; if (d > most) most = d } }
        END { printf "apart by %s\n", most >"/dev/stderr"; exit !(NR == 8 && most < limit) }'
}

# bats test_tags=full
@test "rolling resistance: four balls follow LAMMPS over 10000 steps to 1e-8" {
    command -v lmp >/dev/null || skip "lmp (LAMMPS) is not installed"
    radius=0.5
    printf '%s\n' '3 5 1 0 2' '4.5 5.4 0 0 0' '5.3 4.4 -0.3 0.2 -1' '3.9 6.4 0.1 -0.8 0.5' >balls
    for mu_roll in 0.02 0.2; do
        write_scene 9 10000 0.0002 10000 10000 0 $mu_roll 2000 0
        both
        apart 1e-8
    done
    write_scene 9 10000 0.0002 10000 10000 0 100 2000 5 # no limit: with a dashpot
    both
    apart 1e-8
}

# One list of neighbours for all steps: where LAMMPS makes a new one and finds a pair the other way round, it turns the sign of
# what the pair has rolled.
@test "rolling resistance: 100 grains have the energies of LAMMPS to 1e-6 over 1000 steps" {
    command -v lmp >/dev/null || skip "lmp (LAMMPS) is not installed"
    hundred_grains
    skin=20
    write_scene 12.65 500 0.002 1000 1 0 0.3 140 0
    both
    for who in ours theirs; do
        awk '{ e += ($3 * $3 + $4 * $4) / 2; w += 0.4 * 0.25 * $5 * $5 / 2 }
             NR % 100 == 0 { printf "%.17g %.17g\n", e, w; e = w = 0 }' $who >energies.$who
    done
    paste -d ' ' energies.ours energies.theirs | awk '
        NR == 1 { turning = $2 }
        { for (i = 1; i <= 2; i++) { d = ($i - $(i + 2)) / $(i + 2); if (d < 0) d = -d; if (d > most) most = d } }
        END { printf "apart by %s; %s to %s\n", most, turning, $2 >"/dev/stderr"; exit !(NR == 1001 && most < 1e-6 && $2 < 0.95 * turning) }'
}
