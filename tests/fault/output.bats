#!/usr/bin/env bats
# Outputs fail at every single call in turn: exit status 5, one line that names the file, the old file as it was, nothing
# left behind. What is no failure, interrupted calls and short writes, changes no byte.
#
# Promise: saved states are forced to the disk, and before each the rows up to it. Measured: each fsync counted, and
# failing.

load breaks


# bats test_tags=full
@test "each call fails once, in every format" {
    for format in $(formats); do
        breaks ENOSPC out -e "$(runs 3 1)" -f "$format" -o out ../scene.json
    done
}

@test "each call fails once, with all streams" {
    breaks EIO "out e l s SAVED" -e "$(runs 3 1)" -o out --events e --energy l --summary s --save SAVED --save-every 200 ../scene.json
}

@test "each call fails once while a scene is printed" {
    breaks EDQUOT out --print-scene -o out ../scene.json
}

@test "standard output: each write, and its close" {
    count=$(FAIL_CALL=write FAIL_COUNT=1 LD_PRELOAD=$library "$sim" -n 1200 scene.json 2>&1 >/dev/null)
    [ "$count" -gt 3 ]
    for call in $(seq -f write:%g "$count") close:1; do
        status=0
        FAIL_CALL=${call%:*} FAIL_NUMBER=${call#*:} LD_PRELOAD=$library "$sim" -n 1200 scene.json >output 2>message || status=$?
        equal "$status" 5
        equal "$(cat message)" "billiard-sim: standard output: cannot ${call%:*}: Input/output error"
    done
}

# bats test_tags=full
@test "interrupted calls are called again, short reads and writes are continued: all streams are the same as without" {
    local streams=(--events e --energy l --summary s --save v --save-every 100)
    for format in $(formats); do
        "$sim" -f "$format" -o wanted "${streams[@]}" scene.json
        cp wanted printed
        cat e l v >>wanted
        for often in eintr short; do
            export FAIL_OFTEN=$often
            LD_PRELOAD=$library "$sim" -f "$format" -o found "${streams[@]}" scene.json
            cat e l v >>found
            cmp wanted found
            LD_PRELOAD=$library "$sim" -f "$format" scene.json >found
            cmp printed found
            LD_PRELOAD=$library "$sim" -f "$format" <scene.json >found
            cmp printed found
        done
    done
}

@test "a file system that cannot sync is no failure" {
    for errno in 22 95 30; do # EINVAL, ENOTSUP, EROFS
        run --separate-stderr env FAIL_CALL=fsync FAIL_NUMBER=1 FAIL_ERRNO="$errno" LD_PRELOAD="$library" "$sim" -o out \
            --save state.json scene.json
        equal "$status" 0
        equal "$(tail -n 1 out | cut -d, -f1)" 600
        equal "$(json_value state.json '$_->{start}{step}')" 600
    done
}

# syncs ARGUMENT...: how often the program asks for data to be on the disk.
syncs() {
    FAIL_CALL=fsync FAIL_COUNT=1 LD_PRELOAD=$library "$sim" "$@" scene.json >>rows 2>count
    cat count
}

@test "only saved states are forced to the disk, and before each the rows up to it" {
    equal "$(syncs -o out --events e --energy l --summary s)" 0
    equal "$(syncs)" 0
    equal "$(syncs --save state.json)" 2                                   # and its folder
    equal "$(syncs --save state.json --save-every 200)" $((3 * 2 + 2))     # at 200, 400, 600; standard output before two
    equal "$(syncs -o out --save state.json --save-every 200)" $((3 * 2))  # a file that appears at the end cannot be continued
    run --separate-stderr bash -c "exec env FAIL_CALL=fsync FAIL_NUMBER=1 LD_PRELOAD='$library' '$sim' --save state.json \
        --save-every 200 scene.json >rows"
    equal "$status $stderr" "5 billiard-sim: standard output: cannot sync: Input/output error"
}

@test "where the rename is refused the new file stays beside the old one" {
    "$sim" -o wanted scene.json
    echo former >out
    for errno in 1 16; do # EPERM, EBUSY
        run --separate-stderr env FAIL_CALL=rename FAIL_NUMBER=1 FAIL_COUNT=1 FAIL_ERRNO="$errno" LD_PRELOAD="$library" "$sim" \
            -o out scene.json
        like "$status $stderr" "5 billiard-sim: out: cannot rename to it: *; what was written is in out.partial*"
        equal "$(cat out)" former
        cmp wanted out.partial
        rm out.partial
    done
    equal "$(ls -A | tr '\n' ' ')" "out scene.json wanted "
}
