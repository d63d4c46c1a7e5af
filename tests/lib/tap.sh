# shellcheck shell=sh
# What scripts that print TAP share: `. tests/lib/tap.sh` from the top of the tree; tap_end comes last.

tap_count=0
tap_failures=0

# tap_result DESCRIPTION OFFENDERS: passes when there are no offenders.
tap_result() {
    tap_count=$((tap_count + 1))
    if [ -z "$2" ]; then
        echo "ok $tap_count - $1"
    else
        tap_failures=$((tap_failures + 1))
        echo "not ok $tap_count - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
    fi
}

# tap_equal DESCRIPTION FOUND WANTED: passes when both are the same text.
tap_equal() {
    if [ "$2" = "$3" ]; then
        tap_result "$1" ""
    else
        tap_result "$1" "$(printf 'found:  %s\nwanted: %s' "$2" "$3")"
    fi
}

# tap_skip DESCRIPTION REASON
tap_skip() {
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $1 # skip $2"
}

# tap_skip_all REASON: ends the script; nothing was printed before.
tap_skip_all() {
    echo "1..0 # SKIP $1"
    exit 0
}

# The plan; the script's exit status.
tap_end() {
    echo "1..$tap_count"
    [ "$tap_failures" -eq 0 ]
}
