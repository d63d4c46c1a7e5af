#!/usr/bin/env bats
# The program for WebAssembly (make wasm) gives the bytes, messages and exit statuses of the native one, here under node.
#
# Promise: in WebAssembly the same bytes. Measured: every scene in csv, log, ledger, summary and saved state, a break under each
# integrator, every format, a batch; exit statuses 0 to 6 with their messages.

load common

setup() {
    enter_empty_folder
    need_module
}

wasm() {
    node --no-warnings "$root/tests/lib/wasi.mjs" "$module" "$@"
}

# alike ARGUMENT...: the two programs leave the same files, and the same output, words and status, by which `status` is set.
alike() {
    local there_status=0
    status=0
    rm -rf here there
    mkdir here
    cp "$root"/scenes/*.json "$root"/tests/golden/scenes/collapse.json here
    [ ! -e lines ] || cp lines here
    cp -r here there
    (cd here && "$sim" "$@") >here/out 2>here/words || status=$?
    (cd there && wasm "$@") >there/out 2>there/words || there_status=$?
    equal "$there_status" "$status"
    sed -i 's/,"wall_s":[^}]*//' here/summary there/summary 2>/dev/null || true
    diff -r here there
}

all=(-o run.csv --events hits --energy ledger --summary summary --save state)

# In make test two scenes, and a shorter run of each.
@test "scenes: csv, log, ledger, summary and saved state; binary, and a batch" {
    scenes=(cloth lorentz) short=(-s duration=2 -s frame=0.5)
    [ -z "${TEST_FULL-}" ] || { scenes=("$root"/scenes/*.json); short=(); }
    printf 'title=%s\n' one two >lines
    for scene in "${scenes[@]}"; do
        scene=$(basename "$scene" .json).json
        alike -q "${all[@]}" "${short[@]}" "$scene"
        [ -s here/state ]
        [ -n "${TEST_FULL-}" ] || continue
        alike -q -f binary -o run.bin "$scene"
        alike -q --batch lines "${all[@]}" "$scene"
    done
}

@test "integrators, formats, a batch, threads" {
    if [ -n "${TEST_FULL-}" ]; then ways=$(integrators) formats=$(formats); else ways=spring-verlet formats=binary; fi
    for way in $ways; do alike -q "${all[@]}" -i "$way" -n 300 -e 100 break.json; done
    for format in $formats; do alike -q -f "$format" -o run kickoff.json; done
    seq -f 'balls.0.vy=%g' -1 0.5 1 >lines
    alike -q --batch lines --threads 4 -o run.csv --summary summary --columns t,balls.0.x,balls.0.met kickoff.json
    rm lines
    [ -z "${TEST_FULL-}" ] || alike -q --threads 3 -i spring -n 50 -e 50 break.json
}

# crowd N: a scene of so many balls on a table of 10^10 cells.
crowd() {
    echo '{"table": {"width": 1e5, "height": 1e5}, "dt": 1, "steps": 1, "balls": [{"fill": "hex", "count": '"$1"', "r": 0.5, "speed": 1}]}'
}

@test "messages and exit statuses; numbers that 32 bits do not hold" {
    alike collapse.json; equal "$status" 1
    alike -s balls.0.r=-1 break.json; equal "$status" 3
    alike -o nowhere/run break.json; equal "$status" 5
    alike --summary summary --columns balls.4294967297.x break.json; equal "$status" 2
    crowd 100 >lines
    alike lines; equal "$status" 0
}

# bats test_tags=full
@test "more messages, and memory beyond 4 GiB" {
    alike --fromat csv; equal "$status" 2
    alike --check -s radus=1 break.json; equal "$status" 3
    alike nowhere.json; equal "$status" 4
    for what in --help --list --schema; do alike $what; equal "$status" 0; done
    crowd 90000000 >lines
    run wasm lines
    equal "$status $output" "6 billiard-sim: out of memory"
}
