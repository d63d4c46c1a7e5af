#!/usr/bin/env bash
# run_bats.sh FILE: runs the tests of a .bats file and prints TAP, as bats(1) does, which runs them as well but spends some
# 40 ms on each, more than most tests take. Here a test is a function that runs in a subshell until a command fails, and
# nothing is done before each command. Known of bats is what the tests use: @test, load, run, skip, setup, setup_file and the
# variables BATS_*; check_runner.sh compares the two.
# shellcheck disable=SC2317 # the tests call what is defined here
set -eE

runner_file=$1
[[ $runner_file == /* ]] || runner_file=$PWD/$1
export BATS_TEST_FILENAME=$runner_file BATS_TEST_DIRNAME=${runner_file%/*}
runner_folder=$(mktemp -d "${TMPDIR:-/tmp}/billiard-tests-XXXXXX")
trap 'cd /; rm -rf "$runner_folder"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
export BATS_FILE_TMPDIR=$runner_folder/file

setup() { :; }
setup_file() { :; }
bats_require_minimum_version() { :; }

# load NAME: defines what NAME.bash beside the test defines.
load() {
    # shellcheck source=/dev/null
    source "$BATS_TEST_DIRNAME/$1.bash"
}

# skip [REASON]: ends the test, which is counted as skipped.
skip() {
    echo "ok # skip ${1-}" >"$BATS_TEST_TMPDIR.verdict"
    exit 0
}

# run [!] [--separate-stderr] COMMAND...: sets $status, $output and ${lines[@]}, to standard output and standard error
# together or, apart, $stderr and ${stderr_lines[@]}, too. With ! a COMMAND that succeeds is a failure.
# shellcheck disable=SC2034 # the tests use them
run() {
    local options=$- wrong='' apart=''
    [ "$1" != '!' ] || { wrong=0; shift; }
    [ "$1" != --separate-stderr ] || { apart=$BATS_TEST_TMPDIR/run.stderr; shift; }
    set +eE
    if [ -n "$apart" ]; then
        output=$("$@" 2>"$apart")
        status=$?
        stderr=$(<"$apart")
        IFS=$'\n' read -rd '' -a stderr_lines <<<"$stderr"
    else
        output=$("$@" 2>&1)
        status=$?
    fi
    IFS=$'\n' read -rd '' -a lines <<<"$output"
    set "-$options"
    [ "$status" != "$wrong" ]
}

# The ERR trap of a test: notes where the command that failed stands, and who called it.
runner_note() {
    local i
    [ "$BASHPID" = "$runner_test" ] || return 0 # a subshell's failure may be wanted
    for ((i = 1; i < ${#FUNCNAME[@]} - 1; i++)); do
        echo "${BASH_LINENO[i - 1]} ${BASH_SOURCE[i]}"
    done >"$BATS_TEST_TMPDIR.trace"
}

# runner_explain STATUS: the lines noted, or how the test ended without any; and what it printed.
runner_explain() {
    local line file name
    [ -e "$BATS_TEST_TMPDIR.trace" ] || echo "ended by itself, with status $1"
    while read -r line file; do
        name=${file/#$runner_folder\/source/$runner_file}
        echo "${name#"$PWD/"}:$line: $(sed -n "${line}s/^ *//p" "$file")"
    done < <(cat "$BATS_TEST_TMPDIR.trace" 2>&-)
    cat "$BATS_TEST_TMPDIR.log"
}

# The file with a function for each test, on the same lines; ${runner_names[@]} are the tests' names,
# ${runner_folders[@]} their folders.
runner_names=() runner_folders=()
while IFS= read -r runner_line || [ -n "$runner_line" ]; do
    if [[ $runner_line =~ ^@test\ \"(.*)\"\ \{$ ]]; then
        runner_names+=("${BASH_REMATCH[1]}")
        runner_folders+=("$runner_folder/${#runner_names[@]}")
        runner_line="test_${#runner_names[@]}() {"
    fi
    printf '%s\n' "$runner_line"
done <"$runner_file" >"$runner_folder/source"
mkdir "$BATS_FILE_TMPDIR" "${runner_folders[@]}"
# shellcheck source=/dev/null
source "$runner_folder/source"
echo "1..${#runner_names[@]}"
setup_file >&2

runner_status=0
for ((runner_number = 1; runner_number <= ${#runner_names[@]}; runner_number++)); do
    export BATS_TEST_NAME=test_$runner_number BATS_TEST_DESCRIPTION=${runner_names[runner_number - 1]}
    export BATS_TEST_TMPDIR=${runner_folders[runner_number - 1]}
    set +e
    (
        runner_test=$BASHPID
        trap runner_note ERR
        set -eE
        setup
        "$BATS_TEST_NAME"
        echo ok >"$BATS_TEST_TMPDIR.verdict"
    ) >"$BATS_TEST_TMPDIR.log" 2>&1
    runner_ended=$?
    set -e
    runner_verdict='not ok'
    [ ! -e "$BATS_TEST_TMPDIR.verdict" ] || read -r runner_verdict <"$BATS_TEST_TMPDIR.verdict"
    echo "${runner_verdict%% #*} $runner_number $BATS_TEST_DESCRIPTION${runner_verdict#"${runner_verdict%% #*}"}"
    if [ "$runner_verdict" = 'not ok' ]; then
        runner_status=1
        runner_explain "$runner_ended" | sed 's/^/# /'
    fi
done
exit "$runner_status"
