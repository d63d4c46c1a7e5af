#!/bin/sh
# run_bats.sh sees each way in which a test fails, tells where, and agrees with bats(1); the latter in `make test-full`, where bats is. Prints TAP; run from
# the top of the tree.
set -u
. tests/lib/tap.sh

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/helpers.bash" <<'BATS'
same() {
    [ "$1" = "$2" ]
}
BATS
cat >"$folder/all.bats" <<'BATS'
load helpers
setup_file() {
    export word=given
}
setup() {
    cd "$BATS_TEST_TMPDIR"
    [ -z "$(ls)" ] || skip "not empty"
    mine=1
}
@test "passes" {
    echo "$word" >left
    ! false
    false || mine=2
    if false; then false; fi
    (exit 1) | cat
    run sh -c 'echo a; echo; echo b >&2; exit 3'
    same "$status,$output,${lines[1]}" $'3,a\n\nb,b'
    run --separate-stderr sh -c 'echo a; echo b >&2'
    same "$status,$output,$stderr,${stderr_lines[0]}" 0,a,b,b
    run ! false
    [[ $BATS_TEST_DESCRIPTION == passes && -f $BATS_TEST_FILENAME && -d $BATS_TEST_DIRNAME && -d $BATS_FILE_TMPDIR ]]
}
@test "a command" {
    same "$word$mine" given1
    echo "what it found"
    [ 1 = 2 ]
    echo never
}
@test "in a helper" {
    same 1 2
}
@test "in a substitution" {
    found=$(false)
}
@test "in a subshell" {
    (false; true)
}
@test "success where none is wanted" {
    run ! true
}
@test "exit" {
    exit 0
}
@test "a signal" {
    kill -9 $BASHPID
}
@test "skipped" {
    skip "a reason"
    false
}
BATS

sed 's/^ //; s|RUN|tests/run_bats.sh|' >"$folder/wanted" <<'TAP'
 1..9
 ok 1 passes
 not ok 2 a command
 # all.bats:26: [ 1 = 2 ]
 # what it found
 not ok 3 in a helper
 # helpers.bash:2: [ "$1" = "$2" ]
 # all.bats:30: same 1 2
 not ok 4 in a substitution
 # all.bats:33: found=$(false)
 not ok 5 in a subshell
 # all.bats:36: (false; true)
 not ok 6 success where none is wanted
 # RUN: [ "$status" != "$wrong" ]
 # all.bats:39: run ! true
 not ok 7 exit
 # ended by itself, with status 0
 not ok 8 a signal
 # ended by itself, with status 137
 ok 9 skipped # skip a reason
TAP
bash tests/run_bats.sh "$folder/all.bats" >"$folder/found" 2>/dev/null
status=$?
tap_equal "a file with failures fails" "$status" 1
tap_result "each failure is seen and told with its lines" \
    "$(sed "s|$folder/||; s|\(run_bats.sh\):[0-9]*|\1|" "$folder/found" | diff "$folder/wanted" -)"

printf '@test "one" {\n    true\n}\n' >"$folder/good.bats"
tap_equal "a file without failures passes" "$(bash tests/run_bats.sh "$folder/good.bats"; echo $?)" '1..1
ok 1 one
0'

# A file that cannot be read, and preparations that fail, fail as a whole: with what prove takes for a failure.
printf 'setup_file() {\n    false\n}\n@test "one" {\n    true\n}\n' >"$folder/prepare.bats"
printf '@test one {\n    true\n}\n' >"$folder/name.bats"
printf 'load absent\n@test "one" {\n    true\n}\n' >"$folder/load.bats"
for case in prepare name load absent; do
    bash tests/run_bats.sh "$folder/$case.bats" >"$folder/found" 2>/dev/null && echo "$case.bats passes"
    grep '^ok' "$folder/found"
done >"$folder/passed"
tap_result "what keeps the tests of a file from running is a failure" "$(cat "$folder/passed")"

if [ -z "${TEST_FULL-}" ]; then
    :
elif command -v bats >/dev/null; then
    # bats 1.8 says nothing of a test that is killed
    bats "$folder/all.bats" 2>/dev/null | grep -E '^(not )?ok ' | grep -v 'a signal' >"$folder/theirs"
    tap_result "bats gives the same verdicts" "$(grep -E '^(not )?ok ' "$folder/wanted" | grep -v 'a signal' | diff - "$folder/theirs")"
else
    tap_skip "bats gives the same verdicts" "no bats"
fi
tap_end
