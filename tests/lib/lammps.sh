# shellcheck shell=sh
# Input of LAMMPS (https://www.lammps.org): discs of mass 1 between four walls. To be sourced by sh or bash.

# lammps_bench: a benchmark begins, or is skipped: the program, a folder of its own, one thread.
lammps_bench() {
    command -v lmp >/dev/null || { echo "skipped: no lmp (LAMMPS)"; exit 0; }
    # shellcheck disable=SC2034 # for who calls
    sim=${PROGRAM:-./billiard-sim}
    folder=$(mktemp -d) || exit
    trap 'rm -r "$folder"' EXIT
    export OMP_NUM_THREADS=1
}

# lammps_data SIDE R: from lines of x y vx vy wz, what read_data reads. The density makes the mass of a sphere 1.
lammps_data() {
    awk -v side="$1" -v r="$2" -v pi=3.14159265358979323846 '
        { place[NR] = $1 " " $2; velocity[NR] = $3 " " $4; spin[NR] = $5 }
        END {
            printf "discs\n\n%d atoms\n1 atom types\n\n0 %s xlo xhi\n0 %s ylo yhi\n%s %s zlo zhi\n", NR, side, side, -r, r
            printf "\nAtoms # sphere\n\n"
            for (i = 1; i <= NR; i++)
                printf "%d 1 %s %.17g %s 0\n", i, 2 * r, 3 / (4 * pi * r * r * r), place[i]
            printf "\nVelocities\n\n"
            for (i = 1; i <= NR; i++)
                printf "%d %s 0 0 0 %s\n", i, velocity[i], spin[i]
        }'
}

# lammps_input DATA SIDE DT SKIN LAW WALL: all but runs and dumps. LAW, of balls, and WALL follow gran/ and wall/gran; or both are
# `granular` and a list of laws.
lammps_input() {
    case $5 in
    granular\ *) lammps_law="pair_style granular
pair_coeff * * ${5#granular }" ;;
    *) lammps_law="pair_style gran/$5
pair_coeff * *" ;;
    esac
    cat <<IN
units lj
dimension 2
atom_style sphere
boundary f f p
newton on
comm_modify vel yes
read_data $1
neighbor $4 bin
neigh_modify delay 0 every 1 check yes
$lammps_law
fix 1 all nve/sphere
fix 2 all wall/gran $6 xplane 0 $2
fix 3 all wall/gran $6 yplane 0 $2
fix 4 all enforce2d
timestep $3
IN
}
