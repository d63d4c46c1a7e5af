#!/usr/bin/env bats
# The sweeps of scenes/sweep: all ways of running them give the same table, and none repeats a finished chunk.

load common

sweep=$root/scenes/sweep

setup_file() {
    export GNU_PARALLEL=
    if parallel --version 2>/dev/null | grep -q '^GNU parallel'; then GNU_PARALLEL=yes; fi # takes long to start
}

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
        parallel) [ -n "$GNU_PARALLEL" ] || skip "no GNU parallel" ;;
        slurm)
            # what sbatch does with a job array, one task after another
            "$sweep/chunks.sh" "${@:2}"
            for task in 0 1 2; do
                (cd "$root" && SLURM_SUBMIT_DIR=$root SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=3 sh "$sweep/slurm.sh" "$here/$2")
            done
            "$sweep/collect.sh" "$2"
            return
            ;;
    esac
    "$sweep/$1.sh" "${@:2}"
}

@test "all ways give the same table, however it is cut into chunks" {
    here=$PWD
    way local local 3 4 </dev/null
    equal "$(head -n 1 local/sweep.csv)" "restitution,offset,spread"
    equal "$(cut -d, -f1,2 local/sweep.csv | sed 1d | tr '\n' ' ')" \
        "0.5,0 0.5,0.3 0.5,0.6 0.5,0.9 0.75,0 0.75,0.3 0.75,0.6 0.75,0.9 1,0 1,0.3 1,0.6 1,0.9 "
    export CHUNK=5
    way local chunks 3 4
    equal "$(ls chunks | grep -c lines)" 3
    cmp local/sweep.csv chunks/sweep.csv
    CHUNK=1 way slurm slurm 3 4
    cmp local/sweep.csv slurm/sweep.csv
    way parallel parallel 3 4
    cmp local/sweep.csv parallel/sweep.csv
    # with files sent and fetched; ":" is this machine, so no ssh is needed
    HOSTS=: "$sweep/parallel.sh" hosts 3 4
    cmp local/sweep.csv hosts/sweep.csv
}

# bats test_tags=full
@test "folders with odd names, a locale with a decimal comma and a CDPATH change nothing" {
    "$sweep/local.sh" plain 2 3
    ways=local
    [ -z "$GNU_PARALLEL" ] || ways='local parallel'
    for way in $ways; do
        for folder in "it's one" 'a\tb' e=1; do
            rm -rf "$folder"
            "$sweep/$way.sh" "$folder" 2 3
            cmp plain/sweep.csv "$folder/sweep.csv"
        done
    done
    decimal_comma "$sweep/local.sh" comma_table 2 3
    cmp plain/sweep.csv comma_table/sweep.csv
    ln -s "$root/scenes" .
    for script in laws stiffness; do
        "$sweep/$script.sh" >plain.csv
        CDPATH=. decimal_comma scenes/sweep/$script.sh | cmp plain.csv
    done
}

@test "a folder with another sweep is refused, and left as it is" {
    CHUNK=5 "$sweep/local.sh" one 3 4
    cp -r one kept
    for other in '5 3 5' '5 3 3' '5 1 4' '6 3 4'; do
        read -r chunk numbers <<<"$other"
        # shellcheck disable=SC2086
        CHUNK=$chunk run --separate-stderr "$sweep/local.sh" one $numbers
        equal "$status $stderr" "1 chunks.sh: one holds another sweep; take another folder"
        diff -r kept one
    done
    CHUNK=5 "$sweep/local.sh" one 3 4
    cmp kept/sweep.csv one/sweep.csv
}

@test "the table holds what the runs say" {
    "$sweep/local.sh" one 1 1
    "$sim" -s duration=1 -s frame=1 -s restitution.ball=1 -o last.csv "$root/scenes/break.json"
    wanted=$(awk -F, '$2 == 1 && $3 > 0 { n++; x += $4; y += $5; row[n] = $4; col[n] = $5 } END {
        for (i = 1; i <= n; i++) sum += (row[i] - x / n) ^ 2 + (col[i] - y / n) ^ 2
        printf "%.6g", sqrt(sum / n) }' last.csv)
    equal "$(sed -n 2p one/sweep.csv)" "1,0,$wanted"
}

# held_program: a program that tells of each chunk in the file `runs`, and that waits as long as there is a file `hold`, but for
# the first two chunks: they make the folders `first` and `second`, which only one of many can.
held_program() {
    cat >program <<END
#!/bin/sh
echo "\$*" >>$PWD/runs
mkdir $PWD/first 2>/dev/null || mkdir $PWD/second 2>/dev/null || while [ -e $PWD/hold ]; do sleep 0.02; done
exec "$sim" "\$@"
END
    chmod +x program
    export BILLIARD_SIM=$PWD/program
}

# bats test_tags=full
@test "interrupted and started again, no way repeats a finished chunk" {
    command -v setsid >/dev/null || skip "no setsid"
    held_program
    export CHUNK=2
    for way in local parallel; do
        [ "$way$GNU_PARALLEL" != parallel ] || continue
        : >runs
        : >hold
        rm -rf first second
        setsid "$sweep/$way.sh" "$way" 3 4 >/dev/null 2>&1 &
        while [ "$(ls "$way" 2>/dev/null | grep -c csv)" -lt 2 ] || [ "$(grep -c '' runs)" -lt 3 ]; do sleep 0.01; done
        kill -TERM -- "-$!"
        rm hold
        wait "$!" || true
        # what it had started may go on for a moment
        if command -v pgrep >/dev/null; then while pgrep -f "$PWD/program" >/dev/null; do sleep 0.01; done; else sleep 1; fi
        done_before=$(ls "$way" | sed -n 's/\.csv$//p')
        [ "$(wc -w <<<"$done_before")" -lt 6 ]
        : >runs
        "$sweep/$way.sh" "$way" 3 4
        for chunk in $done_before; do
            ! grep -F "$way/$chunk.csv" runs || { echo "$way repeated $chunk"; false; }
        done
        equal "$(grep -c '' runs)" $((6 - $(wc -w <<<"$done_before")))
    done
    "$sweep/local.sh" whole 3 4
    cmp local/sweep.csv whole/sweep.csv
    if [ -d parallel ]; then cmp local/sweep.csv parallel/sweep.csv; fi
}

# bats test_tags=full
@test "stiff springs: whatever the stiffness, a cradle ends with the speeds of the law hooke" {
    "$sweep/stiffness.sh" >table
    awk 'NR == 1 { if ($1 != "#") exit bad = 1; next } !($2 < -0.130 && $2 > -0.1305 && $4 > 0.9798 && $4 < 0.9803) { exit bad = 1 } END { exit bad || NR != 8 }' table
    awk '{ row[NR] = $0 } END { split(row[NR], hooke); if (hooke[1] != "hooke") exit 1
        for (i = 2; i < NR; i++) { split(row[i], v); for (j = 2; j <= 4; j++) if ((v[j] - hooke[j]) ^ 2 > 0.0002 ^ 2) exit 1 } }' table
}

# bats test_tags=full
@test "laws: the places of the cradle's balls over time, under each law" {
    "$sweep/laws.sh" >table
    equal "$(head -n 1 table)" law,t,x0,x1,x2,x3,x4,v0,v4
    equal "$(awk -F, 'NR > 1 { rows[$1]++ } END { print rows["gr"], rows["hertz"], rows["hooke"], rows["spring-rk4"] }' table)" "161 161 161 161"
    equal "$(awk -F, '$2 == 8 { printf "%s %.3f %.3f\n", $1, $8, $9 }' table)" "gr 0.000 1.000
hertz -0.071 0.989
hooke -0.132 0.942
spring-rk4 -0.132 0.942"
    awk -F, '$2 == 8 && ($3 - 4 - 6 * $8) ^ 2 + ($7 - 8 - 6 * $9) ^ 2 > 2e-3 { print; exit 1 }' table # they meet at t = 2; the springs for a while
}

@test "a chunk with runs that failed is done and says so; the sweep goes on" {
    here=$PWD
    cat >program <<END
#!/bin/sh
sed '2s/$/ k=-1/' "\$3" >$PWD/lines
shift 3
exec "$sim" -q --batch $PWD/lines "\$@"
END
    chmod +x program
    export CHUNK=5 BILLIARD_SIM=$PWD/program
    for way in local slurm; do
        run --separate-stderr way $way $way 3 4
        equal "$status" 0
        like "$stderr" "*billiard-sim: 4 complete, 1 failed (run 1)
run.sh: */00000000 is done, but some of its runs failed*
run.sh: */00000002 is done, but some of its runs failed"
        equal "$(ls $way | grep -c '[0-9]\.csv')" 3
        # again: nothing is left to do
        run --separate-stderr way $way $way 3 4
        equal "$status$stderr" 0
    done
    cmp local/sweep.csv slurm/sweep.csv
    equal "$(grep -c '' local/sweep.csv)" 10
}

@test "without a folder: how to call them" {
    for script in chunks local parallel collect run slurm; do
        run --separate-stderr "$sweep/$script.sh"
        equal "$status$output" 2
        like "$stderr" "usage: $script.sh FOLDER*"
        [ $script = slurm ] || grep -qF "#   ${stderr#usage: }" "$sweep/$script.sh" # as its head says
    done
    equal "$(ls -A)" bin
}

@test "what is no number of runs is refused, and so is a folder without a finished chunk" {
    "$sweep/local.sh" one 1 1 # also where there are finished chunks
    for numbers in abc 0 -1 '3 x' '3 0' 2.5; do
        # shellcheck disable=SC2086
        run --separate-stderr timeout 10 "$sweep/local.sh" one $numbers
        equal "$status" 2
        like "$stderr" 'usage: grid.sh *, integers from 1; found "*"'
        equal "${#stderr_lines[@]}" 1
    done
    run --separate-stderr "$sweep/grid.sh" $'1\n'
    equal "$status" 2
    run --separate-stderr "$sweep/parallel.sh" two abc
    equal "$status" 2
    [ ! -e two ] # arguments are judged first, and before a tool is looked for
    # a task's number becomes part of an expression, in which some shells run what stands in brackets
    for number in 'a[$(touch ran)]' $'1\na[$(touch ran)]' '' 1x; do
        SLURM_ARRAY_TASK_ID=$number SLURM_ARRAY_TASK_COUNT=3 run --separate-stderr bash "$sweep/slurm.sh" one
        equal "$status $stderr" "2 slurm.sh: not a task of a job array of Slurm: \"$number\""
        SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=$number run --separate-stderr bash "$sweep/slurm.sh" one
        equal "$status" 2
    done
    [ ! -e ran ]
    run --separate-stderr "$sweep/collect.sh" absent
    equal "$status $stderr" "1 collect.sh: no finished chunk in absent"
}

@test "chunks: their size is checked, and many of them need no more open files than one" {
    for chunk in 0 -1 abc 2.5 007 '' $'5\n6' $'5\n'; do
        CHUNK=$chunk run --separate-stderr "$sweep/local.sh" one 1 1
        equal "$status $stderr" "2 chunks.sh: CHUNK=$chunk: must be an integer from 1"
    done
    equal "$(ls -A)" bin
    (ulimit -n 20 && CHUNK=1 "$sweep/chunks.sh" many 6 7 >numbers)
    equal "$(ls many | grep -c '^000000[0-4][0-9]\.lines$')" 42
    equal "$(tail -n 1 numbers)" 00000041
    "$sweep/grid.sh" 6 7 | cmp - <(cat many/*.lines)
}

@test "the scripts of awk are read by each awk of this system, of which some are strict" {
    for awk in awk mawk gawk original-awk; do
        command -v $awk >/dev/null || continue
        for script in "$root"/scenes/*/*.awk; do
            $awk -f "$script" </dev/null 2>&1 | sed -n "/syntax/s|^|$awk: |p"
        done
    done >messages
    equal "$(cat messages)" ""
}
