#!/usr/bin/env bats
# Outputs fail at every single call in turn: exit status 5, one line that names the file, the old file as it was, nothing
# left behind. What is no failure, interrupted calls and short writes, changes no byte.

load breaks

# carries_on OFTEN: all streams are the same as without.
carries_on() {
    local streams=(--events e --energy l --summary s --save v --save-every 100)
    for format in $(formats); do
        "$sim" -f "$format" -o wanted "${streams[@]}" scene.json
        cat e l v >>wanted
        FAIL_OFTEN=$1 LD_PRELOAD=$library "$sim" -f "$format" -o found "${streams[@]}" scene.json
        cat e l v >>found
        cmp wanted found
        "$sim" -f "$format" scene.json >wanted
        FAIL_OFTEN=$1 LD_PRELOAD=$library "$sim" -f "$format" scene.json >found
        cmp wanted found
    done
}

@test "each call fails once, in every format" {
    for format in $(formats); do
        breaks ENOSPC out -f "$format" -o out ../scene.json
    done
}

@test "each call fails once, with all streams" {
    breaks EIO "out e l s SAVED" -o out --events e --energy l --summary s --save SAVED --save-every 200 ../scene.json
}

@test "each call fails once while a scene is printed" {
    breaks EDQUOT out --print-scene -o out ../scene.json
}

@test "standard output: each write, and its close" {
    count=$(FAIL_CALL=write FAIL_COUNT=1 LD_PRELOAD=$library "$sim" -n 3000 scene.json 2>&1 >/dev/null)
    [ "$count" -gt 3 ]
    for call in $(seq -f write:%g "$count") close:1; do
        run --separate-stderr env FAIL_CALL="${call%:*}" FAIL_NUMBER="${call#*:}" LD_PRELOAD="$library" "$sim" -n 3000 \
            scene.json
        equal "$status" 5
        equal "$stderr" "billiard-sim: standard output: cannot ${call%:*}: Input/output error"
    done
}

@test "interrupted calls are called again" {
    carries_on eintr
}

@test "short writes are continued" {
    carries_on short
}

@test "a file system that cannot sync is no failure" {
    for errno in 22 95 30; do # EINVAL, ENOTSUP, EROFS
        run --separate-stderr env FAIL_CALL=fsync FAIL_NUMBER=1 FAIL_ERRNO="$errno" LD_PRELOAD="$library" "$sim" -o out \
            scene.json
        equal "$status" 0
        equal "$(tail -n 1 out | cut -d, -f1)" 600
    done
}
