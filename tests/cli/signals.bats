#!/usr/bin/env bats
# INT, TERM and HUP: the current frame is finished, all streams are closed, then the program dies of the signal.
#
# Promise: signals finish the frame and close all streams, a second one ends the process; PIPE is silent; messages
# that nobody reads end nothing. Measured: INT, TERM, HUP, PIPE under each integrator, 200 stops. Also kept by
# cli/outputs.bats, fault/kills_full.bats.

load common

# A frame takes some milliseconds with sanitizers, and less without.
endless=(-q -i impulse -n 9007199254740992 -e 20000)

setup() {
    enter_empty_folder
    scene >scene.json
}

@test "each signal ends the run and the process" {
    for pair in INT:2 TERM:15 HUP:1; do
        run --separate-stderr killed "${pair%:*}" 0.06 "${endless[@]}" -o out.csv scene.json
        equal "$stderr" "signal ${pair#*:}"
        equal "$(ls -A | tr '\n' ' ')" "out.csv.partial scene.json "
        awk -F, 'END { exit NR < 3 || (NR - 1) % 2 || NF != 7 }' out.csv.partial
        rm out.csv.partial
    done
}

@test "a shell sees 130 after INT" {
    run timeout --preserve-status -s INT 0.2 "$sim" "${endless[@]}" -o out.csv scene.json
    equal "$status" 130
}

@test "json is closed, in a file and on standard output" {
    run --separate-stderr killed INT 0.06 "${endless[@]}" -f json -o out.json scene.json
    equal "$stderr" "signal 2"
    strict_json out.json.partial
    [ "$(json_value out.json.partial 'scalar @{$_->{frames}}')" -gt 1 ]
    killed TERM 0.06 "${endless[@]}" -f json scene.json >out.json 2>message
    equal "$(cat message)" "signal 15"
    strict_json out.json
}

@test "all streams are closed, and the saved state continues the run" {
    run --separate-stderr killed INT 0.06 "${endless[@]}" -o out.csv --events events.csv --energy energy.csv \
        --summary summary.json --save saved.json scene.json
    equal "$stderr" "signal 2"
    equal "$(ls -A | tr '\n' ' ')" \
        "energy.csv.partial events.csv.partial out.csv.partial saved.json scene.json summary.json "
    strict_json summary.json
    step=$(json_value saved.json '$_->{start}{step}')
    equal "$(json_value summary.json '"$_->{ended} $_->{steps} $_->{steps_wanted}"')" "signal $step 9007199254740992"
    simulate -n 0 -e 1 saved.json
    continued=$output
    simulate -i impulse -n "$step" -e "$step" scene.json
    equal "$(tail -2 <<<"$output")" "$(tail -2 <<<"$continued")"
}

# bats test_tags=full
@test "every integrator answers a signal within a long advance" {
    for integrator in $(integrators); do
        start=$(date +%s%N)
        run --separate-stderr killed INT 0.06 -q -i "$integrator" -n 9007199254740992 -e 9007199254740992 -f json \
            -s restitution=1 -o "$integrator.json" scene.json
        equal "$stderr" "signal 2"
        [ $((($(date +%s%N) - start) / 1000000)) -lt 5000 ]
    done
    strict_json $(integrators | sed "s,$,.json.partial,")
}

@test "event answers a signal between two frames that lie far apart" {
    run --separate-stderr killed INT 0.06 -d 1e12 -n 1 -s restitution=1 -o out.csv --save state.json scene.json
    like "$stderr" $'billiard-sim: warning: the run was stopped within a step; that state is not saved\n*signal 2'
    [ ! -e state.json ]
    equal "$(grep -c '' out.csv.partial)" 3
}

@test "a signal while waiting for the scene" {
    mkfifo pipe
    sleep 5 3>&- >pipe &
    TRIES=0 run --separate-stderr killed INT 0.2 pipe
    equal "$stderr" "signal 2"
    kill "$!"
}

@test "a hangup that the caller ignores stays ignored" {
    run --separate-stderr perl -e '
        $SIG{HUP} = "IGNORE";
        my $child = fork() // die "fork: $!";
        if (!$child) { exec @ARGV or die "exec: $!" }
        $SIG{HUP} = "DEFAULT";
        for my $name (qw(HUP TERM)) { select undef, undef, undef, 0.1; kill $name, $child }
        waitpid $child, 0;
        print STDERR "signal ", $? & 127, "\n"' "$sim" "${endless[@]}" -o out.csv scene.json
    equal "$stderr" "signal 15"
}

@test "an interrupted run leaves the files of a complete one as they were, and tells where its own are" {
    "$sim" -o out.csv --events events.csv scene.json
    cp out.csv wanted.csv && cp events.csv wanted.events
    run --separate-stderr killed INT 0.06 "${endless[@]}" -v -o out.csv --events events.csv --progress=never scene.json
    like "$stderr" $'*billiard-sim: warning: the run ended early; its output so far is in out.csv.partial, events.csv.partial\n*signal 2'
    cmp wanted.csv out.csv
    cmp wanted.events events.csv
    run --separate-stderr killed INT 0.06 "${endless[@]}" -v scene.json
    unlike "$stderr" '*ended early*'
}

# The reader of the trajectory reads nothing. Two signals at once, as timeout(1) sends them, are one request.
# bats test_tags=full
@test "a second signal ends a run that waits for its reader" {
    for pair in INT:2 TERM:15 HUP:1; do
        run --separate-stderr perl -e '
            my $name = shift;
            $SIG{$_} = "DEFAULT" for qw(INT TERM HUP);
            pipe my $read, my $write or die "pipe: $!";
            my $child = fork() // die "fork: $!";
            if (!$child) {
                open STDOUT, ">&", $write;
                exec @ARGV or die "exec: $!";
            }
            close $write;
            select undef, undef, undef, 0.3;
            kill $name, $child for 1, 2;
            select undef, undef, undef, 0.3;
            print STDERR waitpid($child, 1) == 0 ? "waits\n" : "ended\n"; # 1: WNOHANG
            kill $name, $child;
            $SIG{ALRM} = sub { kill "KILL", $child };
            alarm 10;
            waitpid $child, 0;
            print STDERR "signal ", $? & 127, "\n"' "${pair%:*}" "$sim" -i impulse -n 1000000000 scene.json
        equal "$stderr" "waits"$'\n'"signal ${pair#*:}"
    done
}

@test "one simultaneous impact of thousands of contacts does not keep a run from ending" {
    cat >rack.json <<'JSON'
{"table": {"width": 200, "height": 200}, "dt": 1, "steps": 100, "impact": "lcp", "restitution": 0.9,
 "balls": [{"x": 10, "y": 100, "vx": 5, "r": 0.5}, {"rack": "triangle", "rows": 42, "x": 12, "y": 100, "r": 0.5}]}
JSON
    run --separate-stderr perl -e '
        $SIG{$_} = "DEFAULT" for qw(INT TERM HUP);
        my $child = fork() // die "fork: $!";
        if (!$child) { exec @ARGV or die "exec: $!" }
        for (1, 2) {
            select undef, undef, undef, 0.2;
            kill "TERM", $child;
        }
        my $end = time + 4;
        select undef, undef, undef, 0.05 while waitpid($child, 1) == 0 && time < $end; # 1: WNOHANG
        print STDERR "signal ", $? & 127, "\n";
        kill "KILL", $child' "$sim" -q -o /dev/null rack.json
    equal "$stderr" "signal 15"
}

# bats test_tags=full
@test "the first signal ends one long simultaneous impact, under every law that can take long" {
    echo '{"table": {"width": 42, "height": 42}, "dt": 1, "steps": 1,
           "balls": [{"fill": "square", "count": 1764, "r": 0.5, "speed": 1, "seed": 1}]}' >jam.json
    for law in lcp gr hooke hertz; do
        run --separate-stderr killed TERM 0.06 -q -s impact=$law -o /dev/null jam.json
        equal "$stderr" "signal 15"
    done
}
