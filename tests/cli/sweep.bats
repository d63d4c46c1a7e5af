#!/usr/bin/env bats
# The sweeps of scenes/sweep: all ways of running them give the same table, and none repeats a finished run.

load common

sweep=$root/scenes/sweep

setup() {
    enter_empty_folder
    export BILLIARD_SIM=$sim
    # no pictures here
    mkdir bin
    ln -s "$(type -P true)" bin/gnuplot
    PATH=$PWD/bin:$PATH
}

# way NAME FOLDER [RESTITUTIONS [OFFSETS]]: one of the ways, or skips.
way() {
    case $1 in
        parallel)
            command -v parallel >/dev/null || skip "no GNU parallel"
            parallel --version 2>/dev/null | grep -q '^GNU parallel' || skip "another parallel"
            ;;
        slurm)
            # what sbatch does with a job array, one task after another
            for task in 0 1 2; do
                (cd "$root" && SLURM_SUBMIT_DIR=$root SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=3 sh "$sweep/slurm.sh" "$here/$2" "${@:3}")
            done
            "$sweep/collect.sh" "$2"
            return
            ;;
    esac
    "$sweep/$1.sh" "${@:2}"
}

# held_program: from now on a run tells of itself in the file `runs`, and the fifth and later ones wait as long as there is
# a file `hold`.
held_program() {
    cat >program <<END
#!/bin/sh
cd "\$(dirname "\$0")" || exit
echo "\$*" >>runs
while [ -e hold ] && [ "\$(grep -c '' runs)" -gt 4 ]; do sleep 0.02; done
cd "\$OLDPWD" || exit
exec "$PWD/simulator" "\$@"
END
    chmod +x program
    ln -s "$sim" simulator
    export BILLIARD_SIM=$PWD/program
}

@test "all ways give the same table" {
    here=$PWD
    way loop loop 3 4 </dev/null
    equal "$(head -n 1 loop/sweep.csv)" "restitution,offset,spread,energy,ball_hits,wall_hits"
    equal "$(cut -d, -f1,2 loop/sweep.csv | sed 1d | tr '\n' ' ')" \
        "0.5,0 0.5,0.3 0.5,0.6 0.5,0.9 0.75,0 0.75,0.3 0.75,0.6 0.75,0.9 1,0 1,0.3 1,0.6 1,0.9 "
    way xargs xargs 3 4
    cmp loop/sweep.csv xargs/sweep.csv
    way slurm slurm 3 4
    cmp loop/sweep.csv slurm/sweep.csv
    way parallel parallel 3 4
    cmp loop/sweep.csv parallel/sweep.csv
    # with files sent and fetched; ":" is this machine, so no ssh is needed
    HOSTS=: "$sweep/parallel.sh" hosts 3 4
    cmp loop/sweep.csv hosts/sweep.csv
}

@test "the table holds what the runs say" {
    "$sweep/loop.sh" one 1 1
    "$sim" -n 50000 -e 50000 -s restitution.ball=1 --summary summary -o last.csv "$root/scenes/break.json"
    wanted=$(awk -F, '$1 == 50000 && $3 > 0 { n++; x += $4; y += $5 } { row[NR] = $0 } END {
        for (i = NR - 14; i <= NR; i++) { split(row[i], v, ","); sum += (v[4] - x / n) ^ 2 + (v[5] - y / n) ^ 2 }
        printf "%.6g", sqrt(sum / n) }' last.csv)
    hits=$(json_value summary '"$_->{collisions}{ball},$_->{collisions}{wall}"')
    energy=$(sed 's/.*"final":\([^,]*\),.*/\1/' summary)
    equal "$(sed -n 2p one/sweep.csv)" "1,0,$wanted,$energy,$hits"
}

@test "interrupted and started again, no way repeats a finished run" {
    command -v setsid >/dev/null || skip "no setsid"
    held_program
    here=$PWD
    for way in loop xargs parallel; do
        if [ "$way" = parallel ] && ! parallel --version 2>/dev/null | grep -q '^GNU parallel'; then continue; fi
        : >runs
        : >hold
        setsid "$sweep/$way.sh" "$way" 3 4 >/dev/null 2>&1 &
        while [ "$(ls "$way" 2>/dev/null | grep -c json)" -lt 3 ]; do sleep 0.01; done
        kill -TERM -- "-$!"
        rm hold
        wait "$!" || true
        # what it had started may go on for a moment
        if command -v pgrep >/dev/null; then while pgrep -f "$PWD/(program|simulator)" >/dev/null; do sleep 0.01; done; else sleep 1; fi
        done_before=$(ls "$way" | sed -n 's/\.json$//p')
        [ "$(wc -w <<<"$done_before")" -lt 12 ]
        : >runs
        "$sweep/$way.sh" "$way" 3 4
        for run in $done_before; do
            ! grep -F "$way/$run.json" runs || { echo "$way repeated $run"; false; }
        done
        equal "$(grep -c '' runs)" $((12 - $(wc -w <<<"$done_before")))
        equal "$(ls "$way" | grep -c json)" 12
    done
    cmp loop/sweep.csv xargs/sweep.csv
    if [ -d parallel ]; then cmp loop/sweep.csv parallel/sweep.csv; fi
}

@test "stiff springs: whatever the stiffness, a cradle ends with the same speeds" {
    "$sweep/stiffness.sh" >table
    awk 'NR == 1 { if ($1 != "#") exit 1; next } !($2 < -0.130 && $2 > -0.1305 && $4 > 0.9798 && $4 < 0.9803) { exit 1 } END { exit NR != 7 }' table
}

@test "the scripts are clean" {
    command -v shellcheck >/dev/null || skip "no shellcheck"
    shellcheck "$sweep"/*.sh
}
