#!/usr/bin/env bats
# Trajectories are the same bytes from vector kernels and plain ones, and from another compiler with whatever flags
# that loosen arithmetic a user adds. tools/check_threads.sh compares numbers of threads.

load common

unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    cat >scene.json <<'JSON'
{"table": {"width": 2.54, "height": 1.27}, "restitution": {"ball": 0.95, "wall": 0.75}, "k": 90000,
 "dt": 0.0005, "steps": 4000, "every": 100, "defaults": {"m": 0.17},
 "balls": [{"x": 0.6, "y": 0.64, "vx": 8, "vy": 0.1, "r": 0.028575},
           {"rack": "triangle", "rows": 5, "x": 1.9, "y": 0.635, "r": 0.028575, "gap": 1e-5},
           {"fill": "random", "count": 12, "r": 0.01, "speed": 1, "seed": 3, "region": [0.1, 0.1, 0.5, 1.1]}]}
JSON
    cat >gas.json <<JSON
{"table": {"width": 9, "height": 8}, "k": 200, "dt": 0.0003, "steps": $(runs 400 1200), "every": 200,
 "balls": [{"x": 1.4, "y": 1.4, "r": 1.3, "vx": 1}, {"fill": "hex", "count": 300, "r": 0.1, "speed": 1, "seed": 2},
           {"fill": "random", "count": 20, "r": 0.15, "speed": 2, "seed": 3}]}
JSON
    outputs wanted "$sim"
}

setup() {
    [ -n "${BUILD-}" ] || skip "needs to be called by make test"
    enter_empty_folder
    ln -s "$BATS_FILE_TMPDIR"/* .
}

# outputs FOLDER COMMAND...: what a program writes, with contacts listed and without.
outputs() {
    mkdir "$1"
    for integrator in $(integrators); do
        "${@:2}" -i "$integrator" --events "$1/$integrator.log" -o "$1/$integrator.csv" scene.json
        [ "$integrator" = event ] && continue # balls overlap
        "${@:2}" -i "$integrator" --energy "$1/$integrator.ledger" --summary "$1/$integrator.json" -o "$1/$integrator.gas" gas.json
        sed -i 's/"wall_s".*//' "$1/$integrator.json"
    done
}

# same_run COMMAND...: the program under test and another one write the same.
same_run() {
    outputs found "$@"
    diff -rq wanted/ found
}

@test "a processor without AVX2" {
    same_run env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 "$sim"
}

@test "neither a log nor threads change a byte of damped springs and of what they lose" {
    shaken=', "motion": {"bottom": [[0, 0, 0.5], [0.2, 0, -0.5]]}, "motion_period": 0.4'
    sed "s/\"table\": {[^}]*/&$shaken/" gas.json >shaken.json
    for integrator in spring spring-verlet; do
        for case in 'gas -s gravity=null' 'gas -s gravity=[0,-2]' 'gas -s gravity=[0,-2] -s mu=0.4' 'shaken -s gravity=[0,-2] -s mu=0.4'; do
            read -r -a settings <<<"$case"
            run_damped=("$sim" -q -i "$integrator" -s restitution=0.6 -s every=50 "${settings[@]:1}" "${settings[0]}.json")
            "${run_damped[@]}" --energy plain.ledger >plain.csv
            "${run_damped[@]}" --energy logged.ledger --events logged.log >logged.csv
            "${run_damped[@]}" --energy threads.ledger --threads 4 >threads.csv
            for other in logged threads; do
                cmp plain.csv "$other.csv"
                cmp plain.ledger "$other.ledger"
            done
            awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i } END { exit !($column["lost"] > 1) }' plain.ledger
            [[ $case != shaken* ]] || awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i } END { exit !($column["work"] > 0.01) }' plain.ledger
            [ "$(wc -l <logged.log)" -gt 50 ]
        done
    done
}

# Code from the compiler and with the flags that are farthest from the usual build: what moves these balls and finds their hits, but
# for the kernel that takes clang as long as all else, in `make test-full` all of physics, neighbours and integrators; the rest is
# that of the program under test.
# golden/check_determinism_full.sh tries a dozen whole programs.
moving='src/motion/motion.c src/surfaces/boundary.c src/impact/{impact_law,contact_lcp}.c src/contact/spring.c src/near/candidates.c
    src/springs/{spring_kernel,spring_contacts,dashpots,spring_rk4}.c src/steps/{vector_ops,integrator_impulse}.c src/events/{prediction,event_pair}.c'

# Clang, unlike gcc, refuses a vector that a kernel for wide ones hands to a call.
@test "clang builds the kernels for any machine of this make" {
    command -v clang >/dev/null || skip "no clang"
    cd "$root"
    make -s BUILD="$BUILD/plain" CC=clang CFLAGS=-O0 $(grep -l '^SIMD_BOTH' src/*/*.c | sed "s|^|$BUILD/plain/|; s|c\$|o|")
}

# bats test_tags=full
@test "clang with loose arithmetic for this very machine" {
    command -v clang >/dev/null || skip "no clang"
    cd "$root"
    variant=$BUILD/variant
    objects=$(eval "ls $(runs "$moving" 'src/{motion,surfaces,contact,impact,impact/compliant,measure,near,integrators,steps,springs,events}/*.c')" | sed "s|^|$variant/|; s|c\$|o|")
    make -s BUILD=$variant CC=clang CFLAGS='-O1 -ffast-math -march=native' $objects
    $CC $CFLAGS $LDFLAGS -o "$OLDPWD/program" "$BUILD/src/main.o" $objects "$BUILD/libbilliard.a" \
        $(pkg-config --libs libcjson) -lm -pthread $LDLIBS
    cd -
    same_run ./program
}
