#!/usr/bin/env bats
# Many runs in one process: each gives the bytes of a run alone, in order, whatever the others are and however many work at a
# time.
#
# Promise: a run among many gives the bytes of the run alone, whatever ran before it and beside it; a batch streams,
# and ends in whole rows. Measured: 200 lines at random, 1 to 4 threads; each of 100 lines after each; TERM at 16
# moments.

load common

setup() {
    enter_empty_folder
    scene >scene.json
}

# lines COUNT SEED: overrides for the small scene, at random: numbers, new and replaced members, elements, integrators, laws,
# more and fewer balls, scenes that are rejected and runs that fail.
lines() {
    perl -e '
        my ($count, $seed) = @ARGV;
        srand $seed;
        sub pick { $_[rand @_] }
        sub number { sprintf "%.*f", 1 + int rand 6, $_[0] + rand($_[1] - $_[0]) }
        my @integrators = qw(event event event impulse spring spring-verlet spring-rk4);
        for (1 .. $count) {
            my @words = ("steps=" . pick(0, 3, 20, 60));
            push @words, "integrator=" . pick(@integrators) if rand() < 0.7;
            push @words, "every=" . pick(1, 2, 7, 20) if rand() < 0.8;
            push @words, "restitution.ball=" . number(0, 1), "restitution.wall=" . number(0, 1) if rand() < 0.5;
            push @words, "balls.0.vx=" . number(-9, 9), "balls.0.y=" . number(0.5, 1.8) if rand() < 0.6;
            push @words, "balls.*.vy=" . number(-3, 3) if rand() < 0.3;
            push @words, "balls.1=" . pick("{\"x\":7,\"y\":3,\"r\":0.25}", "{\"rack\":\"triangle\",\"rows\":3,\"x\":6,\"y\":2.5,\"r\":0.2}",
                "{\"fill\":\"random\",\"count\":9,\"r\":0.1,\"speed\":3,\"seed\":" . int(rand 99) . ",\"region\":[5,0,10,5]}") if rand() < 0.4;
            push @words, "balls=[]" if rand() < 0.03;
            push @words, "impact=" . pick(qw(pairwise newton lcp gr)) if rand() < 0.4;
            push @words, "title=" . pick("a", "b") if rand() < 0.2;
            push @words, "start.step=" . int rand 50 if rand() < 0.1;
            push @words, pick("k=-1", "balls.5.x=1", "dt=0", "colour=red", "balls.0.x=0", "title.x=1") if rand() < 0.1;
            print join(" ", @words), "\n";
        }' "$1" "$2"
}

# single ARGUMENT...: what each line of the file `lines` gives as a run alone, with the run as first column or member: the
# files csv, csv-wide (without those that have other columns than the first), ndjson, events, energy, summary and messages.
single() {
    local run=0 words line rows
    rm -rf one && mkdir one
    while IFS= read -r line; do
        read -ra words <<<"$line"
        "$sim" -q "$@" "${words[@]/#/-s}" -o one/csv --events one/events --energy one/energy --summary one/summary scene.json \
            2>one/messages && worst=0 || worst=$?
        for file in csv events energy; do
            [ ! -e "one/$file.partial" ] || mv "one/$file.partial" "one/$file"
            [ -e "one/$file" ] || continue
            mapfile -ts 1 rows <"one/$file"
            [ ${#rows[@]} -eq 0 ] || printf "$run,%s\n" "${rows[@]}" >>"$file"
        done
        if [ -e one/csv ]; then
            "$sim" -q "$@" "${words[@]/#/-s}" -f ndjson -o one/ndjson scene.json 2>/dev/null || mv one/ndjson.partial one/ndjson
            mapfile -t rows <one/ndjson
            [ ${#rows[@]} -eq 0 ] || printf '%s\n' "${rows[@]/#{/{\"run\":$run,}" >>ndjson
        fi
        line=\}
        [ ! -e one/summary ] || read -r line <one/summary
        echo "{\"run\":$run,\"status\":$worst${line/#[{]/,}" >>summary
        [ ! -s one/messages ] ||
            sed "s/^billiard-sim: /&run $run: /; t; s/^/run $run: /; s/: --set .*: error: /: lines:$((run + 1)): error: /
                s/, after --set .*/, after lines:$((run + 1))/" one/messages >>messages
        [ "$worst" -le "${largest-0}" ] || largest=$worst
        rm -f one/*
        run=$((run + 1))
    done <lines
    sed -i 's/,"wall_s":[^}]*//' summary
}

# The headers of all tables.
headers() {
    echo run,step,t,ball,x,y,vx,vy >csv
    echo run,t,group,kind,a,b,x,y,nx,ny,u,j >events
    "$sim" -n 0 --energy energy -o /dev/null scene.json
    sed -i '1s/^/run,/; 1q' energy
}

# simulate_lines OPTION...: a batch whose lines come from standard input.
simulate_lines() {
    cat >lines
    simulate "$@" --batch lines -o /dev/null scene.json
}

# in_batch FOLDER ARGUMENT...: the same from one process.
in_batch() {
    local folder=$1
    shift
    mkdir "$folder"
    status=0
    "$sim" -q "$@" --batch lines -o "$folder/csv" --events "$folder/events" --energy "$folder/energy" \
        --summary "$folder/summary" scene.json 2>"$folder/messages" || status=$?
    sed -i 's/,"wall_s":[^}]*//' "$folder/summary"
    sed -i '$ { / complete, .* failed (/d }' "$folder/messages"
}

@test "lines at random give the bytes of single runs, whatever the number of threads" {
    lines "$(runs 50 200)" 1 >lines
    headers
    largest=0
    single -s title=all
    for threads in $(runs '1 3' '1 2 3 4'); do
        in_batch "batch$threads" -s title=all --threads "$threads"
        equal "$status" "$largest"
        for file in csv events energy summary messages; do
            cmp "$file" "batch$threads/$file"
        done
        "$sim" -q -s title=all --threads "$threads" --batch lines -f ndjson scene.json 2>/dev/null | cmp - ndjson
    done
    equal "$largest" 3
}

@test "each of many lines after each of them gives what it gives alone" {
    lines "$(runs 60 100)" 2 | sed 's/steps=[26]0/steps=4/' >each
    # every ordered pair stands next to each other once: 0 0, 0 1 0 2 0 3 ..., 1 1, 1 2 1 3 ...
    awk '{ line[NR] = $0 } END { for (i = 1; i <= NR; i++) { print line[i]; for (j = i + 1; j <= NR; j++) print line[i] "\n" line[j] }
        print line[1] }' each >lines
    "$sim" -q --batch each -p 17 --summary alone -o /dev/null scene.json 2>/dev/null || equal $? 3
    "$sim" -q --batch lines -p 17 --summary all -o /dev/null scene.json 2>/dev/null || equal $? 3
    perl -e '
        my ($alone, $all) = map { open my $file, "<", $_ or die; [map { s/"run":\d+,//r =~ s/,"wall_s":[^}]*//r } <$file>] } qw(alone all);
        open my $lines, "<", "lines" or die;
        open my $each, "<", "each" or die;
        my %expected;
        @expected{<$each>} = @$alone;
        my @lines = <$lines>;
        die "runs are missing\n" if @lines != @$all || @lines != @$alone ** 2 + 1;
        for (0 .. $#lines) { die "run $_: $all->[$_]" if $all->[$_] ne $expected{$lines[$_]} }'
}

@test "lines: overrides after those of the command line; blanks and tabs, CRLF, blank lines; none" {
    # overrides of the command line come first, those of the line after them
    printf 'steps=2\nevery=2 balls.0.vx=7\n' >lines
    simulate --batch lines -n 1 -s every=1 -b 0 scene.json
    equal "$output" "run,step,t,ball,x,y,vx,vy
0,0,0,0,2,2,3,0.5
0,1,0.01,0,2.03,2.005,3,0.5
0,2,0.02,0,2.06,2.01,3,0.5
1,0,0,0,2,2,7,0.5"
    simulate --batch lines -n 1 -s every=1 -o /dev/null --summary - scene.json
    like "${lines[1]}" '{"run":1,"status":0,*"overrides":\["steps=1","every=1","every=2","balls.0.vx=7"\],*'

    # blanks and tabs, CRLF, blank lines, no newline at the end
    printf '  steps=1   every=1 \r\n\r\n \t \n\ttitle=a  b\tsteps=0\t\nsteps=0' >lines
    simulate --batch lines -b 0 --summary summary.json scene.json
    equal "$status" 0
    equal "$(cut -d, -f1,2 <<<"$output" | tr '\n' ' ')" "run,step 0,0 0,1 1,0 2,0 "
    like "$(sed -n 2p summary.json)" '*"title":"a  b",*"overrides":\["title=a  b","steps=0"\]*'

    # a file without a run gives the headers
    for content in '' '\n' ' \n\t\n'; do
        # shellcheck disable=SC2059
        printf "$content" >lines
        simulate --batch lines --events e --energy l --summary s scene.json
        equal "$status$stderr" 0
        equal "$output" run,step,t,ball,x,y,vx,vy
        equal "$(cut -d, -f1-3 e l)" $'run,t,group\nrun,step,t'
        equal "$(cat s)" ""
        simulate --batch lines -f ndjson scene.json
        equal "$status$output" 0
        simulate --batch lines -f csv-wide -b 1 scene.json
        equal "$status$output" 0run,step,t,x1,y1,vx1,vy1
        simulate --batch lines -f csv-wide -s dt=0 scene.json
        equal "$status$output$stderr" 0
    done
}

@test "lines of any length, and pieces of lines" {
    long=$(printf '%300000s' '' | tr ' ' x)
    for text in "steps=0" "title=$long steps=0" "steps=1"; do echo "$text"; done >lines
    "$sim" --batch lines -o out --summary whole scene.json
    equal "$(json_value <(sed -n 2p whole) 'length $_->{title}')" 300000
    equal "$(cut -d, -f1 out | uniq -c | awk '{ print $1, $2 }' | tr '\n' ' ')" "1 run 2 0 2 1 4 2 "
    (head -c 3 lines; sleep 0.2; tail -c +4 lines | head -c 100000; sleep 0.2; tail -c +100004 lines) |
        "$sim" --batch - -o pieces --summary /dev/null scene.json
    cmp out pieces
}

@test "what is wrong with one run, or with the scene's own text, is told with its number and does not keep the others from running" {
    # what is wrong with one run is told with its number and does not keep the others from running
    printf '%s\n' steps=1 k=-1 '' steps 'balls..x=1' steps=1 '=1' 'balls.7.x=1 dt=0' steps=1 >lines
    simulate --batch lines -e 1 -b 0 --summary summary.json scene.json
    equal "$status" 3
    like "$stderr" 'run 1: lines:2: error: k: must be > 0, found -1
billiard-sim: run 2: lines:4: expected PATH=VALUE, found "steps"; a line is PATH=VALUE PATH=VALUE ..., without blanks around =
billiard-sim: run 3: lines:5: the path has an empty segment
billiard-sim: run 5: lines:7: expected PATH=VALUE, found "=1"; a line is PATH=VALUE PATH=VALUE ..., without blanks around =
run 6: lines:8: error: balls: *'
    equal "$(cut -d, -f1 <<<"$output" | tr '\n' ' ')" "run 0 0 4 4 7 7 "
    equal "$(grep -o '^{"run":.,"status":[0-9]*' summary.json | tr -dc '0-9\n' | tr '\n' ' ')" "00 13 22 32 40 52 63 70 "
    fails 2 "billiard-sim: --batch: scene.json is a scene; it takes lines PATH=VALUE PATH=VALUE ...*" -o /dev/null --batch scene.json scene.json
    for words in 'every = 1' 'every =1' 'every= 1'; do
        echo "steps=1 $words" >lines
        fails 2 'billiard-sim: run 0: lines:1: expected PATH=VALUE, found *, without blanks around =*' -o /dev/null --batch lines scene.json
    done
    printf 'steps=1 title="a b"\n' >lines
    echo 'restitution=1 -s beta=0' >options
    fails 2 'billiard-sim: run 0: options:1: expected PATH=VALUE, found "-s"; a line holds no options, and needs no -s*' -o /dev/null --batch options scene.json
    fails 2 'billiard-sim: run 0: lines:1: expected PATH=VALUE, found "b\\""; a VALUE with blanks needs tabs *' -o /dev/null --batch lines scene.json
    printf 'steps=1\0\n' >lines
    fails 2 "billiard-sim: run 0: lines:1: *NUL*" -o /dev/null --batch lines scene.json
    printf '\xef\xbb\xbfsteps=1\n' >lines
    fails 2 "billiard-sim: run 0: lines:1: the line starts with a byte order mark; *" -o /dev/null --batch lines scene.json
    printf 'steps=1\n\xff=1\n' >lines
    fails 2 "billiard-sim: run 1: lines:2: the text is not valid UTF-8
billiard-sim: 1 complete, 1 failed (run 1)" -o /dev/null --batch lines scene.json

    # a fault of the scene's own text is told at its place, for each run that has it
    scene '"every": 0,' >scene.json
    printf 'steps=1\nevery=1\nsteps=2\n' >lines
    simulate --batch lines -o /dev/null scene.json
    equal "$status" 3
    equal "$stderr" "run 0: scene.json:2:12: error: every: must be an integer $(sed -n 's/.*every: must be an integer \(.*\)/\1/p;T;q' <<<"$stderr")
run 2: ${stderr#*run 2: }"
    equal "${stderr_lines[*]:2}" "billiard-sim: 1 complete, 2 failed (first: run 0)"
    echo '{"table": }' >scene.json
    fails 3 'scene.json:1:11: error: *' --batch lines scene.json
}

@test "a run that collapses keeps its rows, the others go on" {
    cat >collapse.json <<'JSON'
{"table": {"width": 100, "height": 3}, "restitution": {"ball": 0.02, "wall": 1}, "dt": 0.5, "steps": 100,
 "balls": [{"x": 10, "y": 1, "vx": 1, "r": 1}, {"x": 13, "y": 1, "r": 1}, {"x": 17, "y": 1, "vx": -1, "r": 1}]}
JSON
    printf 'steps=1\nsteps=9\nsteps=2\n' >lines
    simulate --batch lines -o o --summary s collapse.json
    equal "$status" 1
    like "$stderr" 'billiard-sim: run 1: *collapse*balls 0 and 1*
billiard-sim: 2 complete, 1 failed (run 1)'
    equal "${#stderr_lines[@]}" 2
    equal "$(awk -F, 'NR > 1 { rows[$1]++ } END { print rows[0], rows[1], rows[2] }' o)" "6 12 9"
    like "$(sed -n 2p s)" '{"run":1,"status":1,*"steps":3,*"ended":"collapse","steps_wanted":9,*'
}

@test "warnings are of a run, too; csv-wide and --balls when runs differ in their balls" {
    # warnings are of a run, too
    printf 'k=1000\nk=10\n' >lines
    simulate --batch lines -i spring -o /dev/null scene.json
    like "$stderr" 'billiard-sim: run 0: warning: *'
    equal "$(grep -c '' <<<"$stderr")" 1

    # csv-wide takes runs of as many balls
    printf '%s\n' k=-1 'balls.1={"rack":"line","rows":2,"x":5,"y":2,"r":0.4}' steps=1 'balls.1={"rack":"line","rows":2,"x":6,"y":2,"r":0.4}' >lines
    for threads in 1 3; do
        simulate --threads "$threads" --batch lines -n 0 -f csv-wide scene.json
        equal "$status" 3
        equal "${lines[0]}" run,step,t,x0,y0,vx0,vy0,x1,y1,vx1,vy1,x2,y2,vx2,vy2
        equal "$(cut -d, -f1 <<<"$output" | tr '\n' ' ')" "run 1 3 "
        like "$stderr" '*
billiard-sim: run 2: 2 balls, but csv-wide has the columns of the 3 balls of run 1
billiard-sim: 2 complete, 2 failed (first: run 0)'
    done

    # --balls that a run does not have
    printf 'steps=0\nballs=[]\n' >lines
    simulate --batch lines -b 1 scene.json
    equal "$status" 2
    equal "${stderr_lines[0]}" "billiard-sim: run 1: --balls: there is no ball 1; the scene has 0, numbered from 0"
    equal "${lines[1]}" 0,0,0,1,4,2.3,0,0
}

@test "lines from standard input; the scene then from a file" {
    printf 'steps=0\nsteps=1\n' >lines
    simulate --batch lines scene.json
    wanted=$output
    run --separate-stderr bash -c "'$sim' --batch - scene.json <lines"
    equal "$output" "$wanted"
    run --separate-stderr bash -c "'$sim' --batch lines - <scene.json"
    equal "$output" "$wanted"
    run --separate-stderr bash -c "cat lines | '$sim' --batch /dev/stdin scene.json"
    equal "$output" "$wanted"
    run --separate-stderr bash -c "'$sim' --batch <(cat lines) <scene.json"
    equal "$output" "$wanted"
    run --separate-stderr bash -c "echo foo | '$sim' --batch - scene.json"
    equal "${stderr_lines[0]}" 'billiard-sim: run 0: <stdin>:1: expected PATH=VALUE, found "foo"; a line is PATH=VALUE PATH=VALUE ..., without blanks around ='
}

@test "usage errors" {
    echo steps=1 >lines
    for format in gnuplot json xyz; do
        fails 2 "billiard-sim: --batch: cannot be combined with --format $format"$'\n'* --batch lines -f $format scene.json
    done
    fails 2 'billiard-sim: --batch: cannot be combined with --save-every'* --batch lines --save v --save-every 3 scene.json
    fails 2 'billiard-sim: --save would overwrite the lines of --batch, "lines"'* --batch lines --save lines scene.json
    fails 2 'billiard-sim: --save would overwrite the scene, "scene.json"'* --batch lines --save scene.json -o o scene.json
    fails 2 'billiard-sim: --first-run: needs --batch FILE'* --first-run 3 scene.json
    fails 2 'billiard-sim: --first-run: must be an integer from 0 to 2^53, found "-1"'* --batch lines --first-run -1 scene.json
    fails 2 'billiard-sim: --batch: cannot be combined with --print-scene'* --batch lines --print-scene scene.json
    for both in '- -' - /dev/stdin '- /dev/stdin' '/dev/fd/0 -'; do
        fails 2 'billiard-sim: --batch and the scene both come from standard input*' --batch $both
    done
    fails 2 'billiard-sim: --output would overwrite the lines of --batch, "lines"'* --batch lines -o lines scene.json
    fails 2 'billiard-sim: --batch: given twice, "lines" and "more"'* --batch lines --batch more scene.json
    fails 4 'billiard-sim: none: cannot be opened: *' --batch none -o o scene.json
    fails 4 'billiard-sim: .: cannot be read: *' --batch . -o /dev/null scene.json
    equal "$(cat lines)" steps=1
}

@test "--check loads the scene of every line and runs nothing; --verbose and --progress tell of runs" {
    # --check loads the scene of every line and runs nothing
    printf 'steps=1\nk=-1 dt=0\nsteps=9007199254740992\n' >lines
    simulate --check --batch lines -o o scene.json
    equal "$status$output" 3
    equal "$(head -n 2 <<<"$stderr" | cut -d' ' -f1-6)" $'run 1: lines:2: error: k: must\nrun 1: lines:2: error: dt: must'
    equal "${stderr_lines[2]}" "billiard-sim: 2 valid, 1 failed (run 1)"
    [ ! -e o ]

    # --verbose counts the runs
    printf 'steps=1\nk=-1\nsteps=1\n' >lines
    simulate -v --batch lines -o /dev/null scene.json
    like "$stderr" '*
billiard-sim: run 0: event: step 1 of 1, 2 frames, 0 contacts, * s
*
billiard-sim: 2 complete, 1 failed (run 1), * s'

    # --progress tells of runs
    yes steps=1 | head -n "$(runs 1000 3000)" >lines
    simulate --progress --batch lines -o /dev/null scene.json
    like "${stderr%%$'\n'*}" '* run* (* %), * s, * runs/s*'
    run --separate-stderr bash -c "'$sim' --progress --batch - -o /dev/null scene.json <lines"
    like "${stderr%%$'\n'*}" '* run* (* %), *'
    run --separate-stderr bash -c "cat lines | '$sim' --progress --batch - -o /dev/null scene.json"
    like "${stderr%%$'\n'*}" '* run*, * s, * runs/s'
}

@test "the first results are there before the last line is written" {
    mkfifo pipe
    for threads in 1 4; do
        "$sim" --threads "$threads" --batch pipe -b 0 -n 0 scene.json >out &
        exec 9>pipe
        echo balls.0.x=3 >&9
        for _ in {1..500}; do
            [ "$(grep -c '' out)" -lt 2 ] || break
            sleep 0.01
        done
        equal "$(tail -n 1 out)" 0,0,0,0,3,2,3,0.5
        echo balls.0.x=2.5 >&9
        exec 9>&-
        wait $!
        equal "$(tail -n 1 out)" 1,0,0,0,2.5,2,3,0.5
    done
}

@test "a reader that goes away, an output that fails" {
    # a reader that goes away ends it silently
    run --separate-stderr bash -c "set -o pipefail; yes steps=9 | '$sim' --threads 2 --batch - scene.json | head -n 1"
    equal "$status" 141
    equal "$output$stderr" run,step,t,ball,x,y,vx,vy

    # an output that fails is told once
    yes steps=9 | head -n 500 >lines
    for threads in 1 3; do
        fails 5 'billiard-sim: /dev/full: cannot write: No space left on device' --threads $threads --batch lines -o /dev/full \
            --summary s scene.json
    done
}

# bats test_tags=full
@test "TERM at any moment leaves whole rows, a beginning of what all runs give" {
    yes "steps=400 every=1" | head -n "$(runs 250 3000)" >lines
    for threads in 1 2; do
        "$sim" --threads $threads --batch lines --summary all.s -o all scene.json
        for delay in $(runs '0 0.01 0.04' '0 0.01 0.02 0.05 0.1 0.15 0.2 0.3'); do
            rm -f s s.partial
            : >out # also for a process that ends before it is the program
            "$sim" --threads $threads --batch lines --summary s scene.json >out 2>message &
            sleep "$delay"
            kill -TERM $! 2>/dev/null || true
            wait $! || [ $? -eq 143 ]
            [ ! -s out ] || equal "$(tail -c 1 out | od -An -c | tr -d ' ')" '\n'
            cmp -n "$(wc -c <out)" out all
            for file in s s.partial; do
                [ ! -e $file ] || awk -F '[:,]' '$2 != NR - 1 { exit 1 }' $file
            done
        done
    done
}

@test "a signal is told in the summary, and files of an unfinished batch say so" {
    yes "steps=100000 every=100000 integrator=impulse" | head -n 1000 >lines
    for signal in TERM:143 HUP:129 XCPU:6; do
        rm -f ./*.partial
        # a run that nohup has begun ignores HUP; and so would these, if the tests have begun like that
        perl -e '$SIG{HUP} = "DEFAULT"; exec @ARGV' "$sim" --batch lines -o out --summary s scene.json 2>message &
        until [ "$(ls -A | grep -c '^\.output')" = 2 ]; do sleep 0.01; done # both are open
        sleep 0.1
        kill -${signal%:*} $!
        wait $! || equal $? ${signal#*:}
        [ -e out.partial ]
        [ ! -e out ]
        [ ! -e s ]
        like "$(cat message)" "*out.partial, s.partial*"
        # a run that is cut has the status of the signal; one that is whole, 0
        cut=$(grep -c '"ended":"signal"' s.partial || true)
        equal "$(grep -v '"status":0,.*"steps":100000,.*"ended":"complete"' s.partial | grep -c "\"status\":${signal#*:},.*\"ended\":\"signal\"" || true)" "$cut"
    done
}

@test "--save writes the state of each run on a line, for any number of threads, and null for a run that failed" {
    printf 'steps=3\nk=-1\nsteps=700 integrator=event\nintegrator=spring k=1e2\n' >lines
    for threads in 1 3; do
        simulate --threads $threads --batch lines -o /dev/null --save states scene.json
        equal "$status" 3
        equal "$(grep -c '' states) $(sed -n 2p states)" "4 null"
        for run in 1 3 4; do
            mapfile -t set < <(sed -n "${run}p" lines | tr ' ' '\n')
            "$sim" -q "${set[@]/#/-s}" -o /dev/null --save one scene.json
            cmp <(tr -d '\n' <one) <(sed -n "${run}p" states | tr -d '\n')
        done
    done
    sed -n 3p states >state.json
    simulate -o whole -s steps=1400 scene.json
    "$sim" state.json | sed 1d | tail -n +3 | cmp - <(tail -n "$("$sim" state.json | sed 1,3d | grep -c '')" whole)
}

@test "the last message counts the runs that failed and names the first; none failed: silence" {
    for threads in 1 3; do
        simulate_lines --threads $threads <<<$'steps=1\nk=-1\nsteps=2'
        equal "${stderr_lines[-1]}" "billiard-sim: 2 complete, 1 failed (run 1)"
        simulate_lines --threads $threads <<<$'steps=1\nsteps=2\nk=-1\nk=-1\nk=-1\nk=-1\nk=-1'
        equal "${stderr_lines[-1]}" "billiard-sim: 2 complete, 5 failed (first: run 2)"
        simulate_lines --threads $threads <<<steps=1
        equal "$status$stderr" 0
    done
    simulate_lines --check <<<k=-1
    equal "${stderr_lines[-1]}" "billiard-sim: 0 valid, 1 failed (run 0)"
}

@test "the status of a batch is the largest of its runs, also if the last is smaller" {
    for threads in 1 3; do
        simulate_lines --threads $threads <<<$'k=-1\nsteps\nsteps=1'
        equal "$status" 3
    done
}

@test "comments are no runs; --first-run leaves out runs and keeps the numbers of the others" {
    printf '# a comment\nsteps=1\n  # k=-1\n#\nsteps=2\nsteps=3\n' >lines
    "$sim" --batch lines -o all --events all.events --summary all.s scene.json
    equal "$(cut -d, -f1 all | uniq | tr '\n' ' ')" "run 0 1 2 "
    for first in 0 1 2 3 9; do
        "$sim" --batch lines --first-run $first -o some --events some.events --summary some.s scene.json
        for table in '' .events; do
            cmp "some$table" <(awk -F, -v first=$first 'NR == 1 || $1 >= first' "all$table")
        done
        cmp <(sed 's/,"wall_s".*//' some.s) <(sed 's/,"wall_s".*//' all.s | tail -n +$((first + 1)))
    done
    simulate --batch lines --first-run 9 -o some scene.json
    equal "$status ${#stderr_lines[@]} ${stderr_lines[0]}" '0 1 billiard-sim: warning: --first-run is 9, but there are 3 runs; nothing was run'
    simulate --batch lines --first-run 3 -o some scene.json
    equal "$status $stderr" '0 '
}

@test "a line without end is refused at 64 MiB, and the runs before it stay" {
    [[ ${CFLAGS-} != *-fsanitize* ]] || skip "sanitizers need more than that memory"
    { echo steps=1; cat /dev/zero; } | (ulimit -v 1000000; "$sim" --batch - -b 0 scene.json) >out 2>message || equal $? 6
    equal "$(cat message)" "billiard-sim: <stdin>: line 2 is longer than 64 MiB"
    equal "$(cut -d, -f1,2 out | tr '\n' ' ')" "run,step 0,0 0,1 "
}

@test "the first run decides whether tables have the columns of rotation" {
    one_ball() { echo "{\"table\":{\"width\":9,\"height\":9},\"dt\":1,\"steps\":0,\"balls\":[{\"x\":1,\"y\":1,\"r\":1}]$1}"; }
    one_ball '' >scene.json
    printf 'title=a\nmu=0\ntitle=b\n' >lines
    simulate --batch lines --events events --energy energy -f csv scene.json
    equal "$status" 3
    equal "${stderr_lines[0]}" "billiard-sim: run 1: the scene rotates, but the tables have the columns of run 0, which does not"
    equal "$(head -1 <<<"$output")" "run,step,t,ball,x,y,vx,vy"
    printf 'mu=0\nmu=0.1\n' >lines
    simulate --batch lines --events events --energy energy -f csv scene.json
    equal "$status" 0
    equal "$output" "run,step,t,ball,x,y,vx,vy,wx,wy,wz
0,0,0,0,1,1,0,0,0,0,0
1,0,0,0,1,1,0,0,0,0,0"
    equal "$(cat events)" "run,t,group,kind,a,b,x,y,nx,ny,u,j,jt,jz"
    equal "$(head -1 energy)" "run,step,t,kinetic,potential,lost,total,px,py,lz,virial,jleft,jright,jbottom,jtop,rotation"
    one_ball ',"mu":0' >scene.json
    simulate --batch /dev/null -f csv-wide scene.json
    equal "$output" "run,step,t,x0,y0,vx0,vy0,wx0,wy0,wz0"
}
