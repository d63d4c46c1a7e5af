#!/usr/bin/env bats
# The scripts of scenes/sweep: the tasks of an array of Slurm together write what one batch writes, and repeat nothing.

load common

sweep=$root/scenes/sweep

setup() {
    enter_empty_folder
    export BILLIARD_SIM=$sim
    # the last of seven runs fails
    printf '%s\n' restitution=0.9 '# a comment' restitution=0.8 '' restitution=0.7 restitution=0.6 restitution=0.5 restitution=0.4 k=-1 >lines
    scene >scene.json
    mkdir out
}

# array N ARGUMENT...: what sbatch does with an array of N tasks, one after another.
array() {
    for ((task = 0; task < $1; task++)); do
        SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=$1 sh "$sweep/slurm.sh" "${@:2}" || echo "task $task: $?"
    done
}

@test "the tasks of an array write what one batch writes, however many they are" {
    "$sim" -q --batch lines -o whole.csv --summary sums.csv --columns status,energy.final scene.json 2>/dev/null || equal $? 3
    for tasks in 1 3 6 10; do
        rm -f out/*
        equal "$(array $tasks lines -q -o 'out/{}.csv' --summary 'out/{}.sums' --columns status,energy.final scene.json 2>messages)" "task $((tasks - 1)): 3"
        equal "$(find out -name '*.csv' | wc -l)" $((tasks < 7 ? tasks : 7))
        awk 'NR == 1 || FNR > 1' out/*.csv | cmp whole.csv
        awk 'NR == 1 || FNR > 1' out/*.sums | cmp sums.csv
    done
}

@test "an array that is started again runs the tasks that lack a file, and no others" {
    array 3 lines -q -o 'out/{}.csv' --summary 'out/{}.sums' --columns status,energy.final scene.json 2>/dev/null
    cp -r out wanted
    rm out/00000002.sums
    cat >program <<END
#!/bin/sh
echo "\$*" >>$PWD/runs
exec "$sim" "\$@"
END
    chmod +x program
    BILLIARD_SIM=$PWD/program array 3 lines -q -o 'out/{}.csv' --summary 'out/{}.sums' --columns status,energy.final scene.json
    equal "$(cat runs)" "--batch - --first-run 2 -q -o out/00000002.csv --summary out/00000002.sums --columns status,energy.final scene.json"
    diff -r wanted out
}

@test "what is no task of an array is refused, and so are files that tasks would share" {
    for arguments in '' lines 'lines -o out.csv scene.json'; do
        # shellcheck disable=SC2086
        SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=1 run --separate-stderr sh "$sweep/slurm.sh" $arguments
        equal "$status $stderr" "2 usage: slurm.sh LINES ARGUMENT..., in some ARGUMENT {} for the number of a task's first run"
    done
    grep -qxF "#   slurm.sh LINES ARGUMENT..." "$sweep/slurm.sh" # as its head says
    # a task's number becomes part of an expression, in which some shells run what stands in brackets
    for number in 'a[$(touch ran)]' $'1\na[$(touch ran)]' '' 1x; do
        SLURM_ARRAY_TASK_ID=$number SLURM_ARRAY_TASK_COUNT=3 run --separate-stderr bash "$sweep/slurm.sh" lines -o '{}'
        equal "$status $stderr" "2 slurm.sh: not a task of a job array of Slurm: \"$number\""
        SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=$number run --separate-stderr bash "$sweep/slurm.sh" lines -o '{}'
        equal "$status" 2
    done
    [ ! -e ran ]
    SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=3 run --separate-stderr sh "$sweep/slurm.sh" lines -o '{}'
    equal "$status $stderr" "2 slurm.sh: the tasks of the array must be 0 to 2"
    SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=1 run sh "$sweep/slurm.sh" absent -o '{}' scene.json
    [ "$status" -ne 0 ]
}

@test "spread.awk: the distance from the common centre, as the runs say" {
    echo 'restitution.ball=1 balls.0.y=0.635' >one
    "$sim" -q --batch one -s duration=1 -s frame=1 -o last.csv "$root/scenes/break.json"
    wanted=$(awk -F, '$3 == 1 && $4 > 0 { n++; x += $5; y += $6; row[n] = $5; col[n] = $6 } END {
        for (i = 1; i <= n; i++) sum += (row[i] - x / n) ^ 2 + (col[i] - y / n) ^ 2
        printf "%.6g", sqrt(sum / n) }' last.csv)
    equal "$(awk -f "$sweep/spread.awk" one last.csv)" "restitution,offset,spread
1,0,$wanted"
}

# bats test_tags=full
@test "a locale with a decimal comma and a CDPATH change nothing" {
    ln -s "$root/scenes" .
    for script in laws stiffness; do
        "$sweep/$script.sh" >plain.csv
        CDPATH=. decimal_comma scenes/sweep/$script.sh | cmp plain.csv
    done
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

@test "the scripts of awk are read by each awk of this system, of which some are strict" {
    for awk in awk mawk gawk original-awk; do
        command -v $awk >/dev/null || continue
        for script in "$root"/scenes/*/*.awk; do
            $awk -f "$script" </dev/null 2>&1 | sed -n "/syntax/s|^|$awk: |p"
        done
    done >messages
    equal "$(cat messages)" ""
}
