#!/usr/bin/env bats
# One row per run with chosen columns (--columns), and the frame at which a run ends (--last).
#
# Promise: each column is what summary, log and frames of the same run say; rows do not depend on threads. Measured: 1000 runs
# of four scenes with all columns, against a reader of its own.

load common

values=version,title,integrator,impact,balls,steps,t,collisions.ball,collisions.wall,collisions.simultaneous
values+=,energy.initial,energy.final,energy.lost,energy.drift,momentum.px,momentum.py,momentum.lz,overlap,overrides
values+=,ended,steps_wanted,pulls,energy_gains,last_resorts,kept,pocketed,pockets,rest

# random_lines COUNT SEED SCENE: overrides that most runs accept; some stop early, some are rejected.
random_lines() {
    perl -e '
        my ($count, $seed) = @ARGV;
        srand $seed;
        sub pick { $_[rand @_] }
        for (1 .. $count) {
            my @words = ("balls.0.angle=" . sprintf("%.4f", rand 360), "balls.0.speed=" . sprintf("%.3f", 0.1 + rand 3));
            push @words, "restitution.ball=" . sprintf("%.2f", rand) if rand() < 0.5;
            push @words, "restitution.wall=" . sprintf("%.2f", rand) if rand() < 0.5;
            push @words, "stop=" . pick("hits:1", "hit:0", "pair:0,1", "hits:40") if rand() < 0.4;
            push @words, "title=" . pick("a,b", "say\"so\"", "plain") if rand() < 0.3;
            push @words, "gravity=" . pick("[0,0]", "[0,0.0]") if rand() < 0.2;
            push @words, pick("k=-1", "colour=red") if rand() < 0.05;
            print join(" ", @words), "\n";
        }' "$1" "$2"
}

# compare COUNT SEED SCENE OPTION...: a batch with columns, the same without, and what an independent reader makes of both.
compare() {
    local count=$1 seed=$2 scene=$3
    shift 3
    random_lines "$count" "$seed" >lines
    local columns=status,$values,set.restitution.wall,set.title,set.gravity
    for ball in $balls; do
        for member in x y vx vy wx wy wz met; do columns+=,balls.$ball.$member; done
    done
    local last=0
    "$sim" -q --batch lines --summary rows.csv --columns "$columns" -o /dev/null "$@" "$scene" || last=$?
    "$sim" -q --batch lines --summary lines.ndjson --events log.csv --last -o last.csv "$@" "$scene" || equal $? $last
    perl "$root/tests/cli/outcomes.pl" rows.csv lines.ndjson log.csv last.csv
}

@test "each column is what summary, log and last frame say" {
    count=$(runs 40 250)
    balls="0 1 5"
    equal "$(compare "$count" 1 "$root/scenes/kickoff.json" -s 'balls.0.vx=null' -s duration=9 -s frame=1)" "$count rows, 0 wrong"
    equal "$(compare "$count" 2 "$root/scenes/cloth.json" -s duration=1)" "$count rows, 0 wrong"
    equal "$(balls="0 1" compare "$count" 3 "$root/scenes/pool.json" --threads 2 -s duration=3)" "$count rows, 0 wrong"
    equal "$(compare "$count" 4 "$root/scenes/break.json" -i spring-verlet -s duration=0.02 -p 9)" "$count rows, 0 wrong"
}

@test "a table can say which program made it" {
    build=$("$sim" -V | sed -n 's/^build //p') version=$("$sim" -V | sed -n 's/^billiard-sim //p')
    scene >a.json
    equal "$("$sim" -q -o /dev/null --summary - --columns version,build,status a.json)" $'version,build,status\n'"$version,\"$build\",0"
    equal "$(echo steps=1 | "$sim" -q -o /dev/null --batch - --summary - --columns build a.json | tail -n 1)" "0,\"$build\""
    equal "$(echo steps=-1 | "$sim" -q -o /dev/null --batch - --summary - --columns status,build a.json 2>/dev/null | tail -n 1)" "0,3,"
    fails 2 '*unknown column "bild"; did you mean "build"*' --summary - --columns bild a.json
}

@test "rows do not depend on threads, and stream in the order of lines" {
    random_lines 200 5 >lines
    for threads in 1 2 4; do
        "$sim" -q --batch lines --summary $threads.csv --columns t,balls.0.met,status --threads $threads -o /dev/null \
            "$root/scenes/kickoff.json" || [ $? = 3 ]
    done
    cmp 1.csv 2.csv
    cmp 1.csv 4.csv
    equal "$(cut -d, -f1 1.csv | sed -n '1p;2p;201p' | tr '\n' ' ')" 'run 0 199 '
}

@test "a single run: a header and a row, without the number of the run" {
    scene '"title": "a \"b\", c",' >scene.json
    "$sim" -o /dev/null --summary - --columns t,title,status,ended,balls.target.met,set.dt,set.steps -s dt=0.02 -q scene.json >out
    equal "$(cat out)" 't,title,status,ended,balls.target.met,set.dt,set.steps
0.4,"a ""b"", c",0,complete,0,0.02,'
    "$sim" -o /dev/null --summary - --columns t -n 0 scene.json >out
    equal "$(cat out)" $'t\n0'
    # a string has the same text with and without quotes, and what is taken away none
    local columns=set.title,set.balls.0.name,set.balls.0.color,set.balls.0.vx,set.k,set.gravity
    "$sim" -o /dev/null --summary - --columns $columns -s title=ab -s 'balls.0.name= "ab" ' -s 'balls.0.color="\u00e9, \"b"' \
        -s balls.0.vx=.5 -s k=null -s gravity='[0, 0]' scene.json >out
    equal "$(cat out)" "$columns"$'\nab,ab,"\xc3\xa9, ""b",0.5,,"[0, 0]"'
}

@test "unknown columns are refused before anything is written, with a suggestion" {
    scene >scene.json
    refused() { # COLUMNS MESSAGE
        simulate -o out.csv --summary rows.csv --columns "$1" scene.json
        equal "$status $stderr" "2 billiard-sim: --columns: $2
try 'billiard-sim --help'"
        equal "$(echo ./*)" ./scene.json
    }
    refused t,energi.lost 'unknown column "energi.lost"; did you mean "energy.lost"?'
    refused time 'unknown column "time"; did you mean "t"?'
    refused energy '"energy" is an object; its columns are energy.initial, energy.final, energy.lost, energy.work, energy.heat, energy.drift'
    refused set '"set" is an object; name an override, set.PATH'
    refused t, 'an empty name; names stand between commas'
    refused '' 'an empty name; names stand between commas'
    refused run '"run" comes first by itself, with --batch'
    refused balls.0.speed 'unknown column "balls.0.speed"; of a ball there are x, y, vx, vy, wx, wy, wz and met, as in balls.0.x'
    refused balls.7.x 'there is no ball 7; the scene has 2, numbered from 0'
    refused balls.tarjet.x 'no ball is called "tarjet"; did you mean "target"?'
    simulate --columns t scene.json
    equal "$status $stderr" "2 billiard-sim: --columns: needs --summary FILE, where the rows go
try 'billiard-sim --help'"
}

@test "a column set.PATH that no run has set is told at the end" {
    scene >scene.json
    echo restitution=0.5 >lines
    echo steps=-1 >wrong
    unset() { "$sim" -o /dev/null --summary /dev/null "$@" scene.json 2>&1; }
    equal "$(unset --columns set.restituton,t -s restitution=0.5)" 'billiard-sim: warning: --columns: no run has set restituton'
    equal "$(unset --columns set.restituton,set.restitution --batch lines)" 'billiard-sim: warning: --columns: no run has set restituton'
    equal "$(unset --columns set.restituton --batch lines -q)$(unset --columns set.restitution,set.k --batch lines -s k=null)" ''
    equal "$(unset --columns set.k --batch wrong || true)" "run 0: wrong:1: error: steps: must be an integer from 0 to 2^53, found -1
billiard-sim: 0 complete, 1 failed (run 0)"
}

@test "a rejected run: its number and its status" {
    scene >scene.json
    printf '%s\n' steps=1 k=-1 steps=2 >lines
    status=0
    "$sim" -q --batch lines -o /dev/null --summary rows.csv --columns steps,status,t scene.json || status=$?
    equal "$status $(tr '\n' ' ' <rows.csv)" '3 run,steps,status,t 0,1,0,0.01 1,,3, 2,2,0,0.02 '
    : >none
    "$sim" --batch none -o /dev/null --summary - --columns t scene.json >out
    equal "$(cat out)" run,t
}

@test "--last: the frame at which the run ends, in every format" {
    scene >scene.json
    for format in $(formats); do
        "$sim" -f "$format" -e 1 -o all scene.json
        "$sim" -f "$format" -e 20 -n 20 -o both scene.json # the first frame and the last
        "$sim" -f "$format" -e 7 --last -o last scene.json 2>words
        equal "$(cat words)" ''
        [ "$(wc -c <last)" -lt "$(wc -c <both)" ]
        case $format in
            csv | csv-wide | ndjson) cmp <(sed 1,2d both | tail -n "$(tail -n +2 last | grep -c '')") <(sed 1d last) || tail -n 1 last | cmp - <(tail -n 1 all) ;;
            binary) cmp last <(tail -c "$(wc -c <last)" all) ;;
        esac
        [ "$format" != json ] || equal "$(grep -c '"step":20' last) $(grep -c '"step":0,' last)" '1 0'
    done
    # at a stop, and in a batch
    "$sim" --last -s stop=hit:0 -n 900 -e 1 scene.json >last
    "$sim" -s stop=hit:0 -n 900 -e 1 scene.json | sed -n '1p;$!{h;d;};H;${x;p;}' >wanted
    cmp <(tail -n 2 last) <(tail -n 2 wanted)
    equal "$(grep -c '' last)" 3
    printf 'steps=%d\n' 3 5 >lines
    equal "$("$sim" --batch lines --last scene.json | cut -d, -f1-4 | tr '\n' ' ')" 'run,step,t,ball 0,3,0.03,0 0,3,0.03,1 1,5,0.05,0 1,5,0.05,1 '
    # the ledger keeps its rows
    equal "$("$sim" --last -o /dev/null -e 5 --energy - scene.json | grep -c '')" 6
}

@test "--last: a run that fails has no row" {
    simulate --last "$root/tests/golden/scenes/collapse.json"
    equal "$status" 1
    equal "$output" step,t,ball,x,y,vx,vy
}

@test "an interrupted batch names the run to go on with, and the files joined are the whole" {
    random_lines 15000 6 >lines
    columns=t,collisions.ball,balls.0.x
    "$sim" -q --batch lines -o /dev/null --summary whole.csv --columns $columns -s duration=20 -s frame=20 "$root/scenes/kickoff.json" || [ $? = 3 ]
    perl -e 'my $child = fork // die; if (!$child) { $SIG{INT} = "DEFAULT"; exec @ARGV or die }
        select undef, undef, undef, 0.002 until grep { -s } glob ".output*" or waitpid $child, 1; # its first rows
        kill "INT", $child; waitpid $child, 0; exit(($? & 127) == 2 ? 0 : 1)' \
        "$sim" --batch lines -o /dev/null --summary part.csv --columns $columns -s duration=20 -s frame=20 --progress=never \
        "$root/scenes/kickoff.json" 2>words || skip "it was through at once"
    word=$(grep -- --first-run words)
    like "$word" 'billiard-sim: * runs complete; --first-run * goes on*'
    run=$(sed -E 's/.*--first-run ([0-9]+) .*/\1/' <<<"$word")
    equal "$(awk -F, -v run="$run" 'NR > 1 && $1 < run' part.csv* | grep -c '')" "$run"
    "$sim" -q --batch lines --first-run "$run" -o /dev/null --summary rest.csv --columns $columns -s duration=20 -s frame=20 \
        "$root/scenes/kickoff.json" || [ $? = 3 ]
    { awk -F, -v run="$run" 'NR == 1 || $1 < run' part.csv*; sed 1d rest.csv; } | cmp - whole.csv
}
