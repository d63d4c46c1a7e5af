#!/usr/bin/env bats
# Exit status 5: an output failed. Files appear whole or not at all, and no temporary file stays.
#
# Promise: a failed output is status 5, for --help too. Measured: a full device for every stream, format and text.
# Also kept by fault/output.bats.

load common

setup() {
    enter_empty_folder
    scene >scene.json
}

@test "a full device, for every kind of text, stream and format, ends the run at once" {
    # a full device, for every kind of text
    for action in "scene.json" "--help" "--version" "--list" "--print-scene scene.json"; do
        run --separate-stderr bash -c "'$sim' $action >/dev/full"
        equal "$status" 5
        like "$stderr" 'billiard-sim: standard output: cannot write: No space left on device'
    done

    # a full device, for every stream and format
    for option in --output --events --energy --summary --save; do
        simulate -q -n 100000 -e 1000 -o /dev/null "$option" /dev/full scene.json
        equal "$status" 5
        like "$stderr" 'billiard-sim: /dev/full: cannot write: No space left on device'
        equal "$(ls -A)" scene.json
    done
    for format in $(formats); do
        fails 5 'billiard-sim: /dev/full: cannot write: No space left on device' -f "$format" -o /dev/full scene.json
    done

    # a thousand million steps into a full device end at once
    run --separate-stderr timeout 10 "$sim" -n 1000000000 -e 1 -o /dev/full scene.json
    equal "$status" 5
    like "$stderr" 'billiard-sim: /dev/full: cannot write: No space left on device'
}

@test "an output that is an open file is written where it is, not replaced" {
    "$sim" scene.json >wanted
    for name in /dev/fd/7 /proc/self/fd/7; do
        echo before >found
        ln -f found same
        "$sim" -o "$name" scene.json 7>>found
        cmp <(echo before; cat wanted) found
        [ found -ef same ]
    done
    "$sim" -o /dev/stderr scene.json 2>>found
    cmp <(echo before; cat wanted wanted) found
    equal "$(ls -A | tr '\n' ' ')" "found same scene.json wanted "
}

@test "standard output by whatever name continues what stands there" {
    "$sim" scene.json >wanted
    ln -s /dev/stdout link
    for name in - /dev/stdout //dev/stdout /dev/fd/1 /proc/self/fd/1 link found ./found; do
        { echo before; "$sim" -o "$name" scene.json; echo after; } >found
        cmp <(echo before; cat wanted; echo after) found
        [[ $name == *found ]] ||
            { echo before; "$sim" -o "$name" scene.json; echo after; } | cmp <(echo before; cat wanted; echo after) -
    done
    { echo before >&2; "$sim" -o found scene.json; echo after >&2; } 2>found
    cmp <(echo before; cat wanted; echo after) found
}

@test "no stream overwrites another, or the scene, under whatever name" {
    cp scene.json kept.json
    fails 2 'billiard-sim: --output and --events name the same file, *' -o new --events ./new scene.json
    ln scene.json hard.json
    for name in scene.json ./scene.json hard.json; do
        fails 2 'billiard-sim: --output would overwrite the scene, standard input*' -o "$name" <scene.json
        fails 2 'billiard-sim: --events would overwrite the scene, standard input*' --events "$name" - <scene.json
        fails 2 'billiard-sim: --energy would overwrite the scene, "/dev/stdin"*' --energy "$name" /dev/stdin <scene.json
        fails 2 'billiard-sim: --output would overwrite the scene, "scene.json"*' -o "$name" scene.json
    done
    run --separate-stderr bash -c "'$sim' scene.json >>scene.json"
    like "$status $stderr" '2 billiard-sim: --output would overwrite the scene, "scene.json"*'
    run --separate-stderr bash -c "'$sim' -o other --save - scene.json >>scene.json"
    like "$status $stderr" '2 billiard-sim: --save would overwrite the scene, "scene.json"*'
    run --separate-stderr bash -c "'$sim' --events found scene.json >found"
    like "$status $stderr" '2 billiard-sim: --output and --events both go to standard output; give one a FILE*'
    run --separate-stderr bash -c "'$sim' -o /dev/stdout --events /dev/stderr scene.json >found 2>&1"
    equal "$status" 2
    cmp kept.json scene.json
    [ ! -e new ]
    [ ! -e other ]
    "$sim" -q -o found --save hard.json <scene.json # which may be replaced, to be continued
    equal "$(json_value hard.json '$_->{start}{step}')" 20
}

@test "closed standard output" {
    for action in "scene.json" "--help" "--list" "-o - --events events.csv scene.json" \
        "-o out.csv --summary - scene.json" "-o out.csv --summary /dev/stdout scene.json"; do
        run --separate-stderr bash -c "'$sim' $action >&-"
        equal "$status" 5
        like "$stderr" 'billiard-sim: @(standard output|/dev/stdout): cannot write to it: Bad file descriptor'
        equal "$(ls -A)" scene.json
    done
}

@test "an output in a folder that does not exist, without a name, that is a folder" {
    # an output in a folder that does not exist
    for option in --output --events --energy --summary --save; do
        fails 5 'billiard-sim: cannot create absent/file: no such folder' -o /dev/null "$option" absent/file scene.json
    done

    # an empty name
    for option in --output --events --energy --summary --save; do
        fails 5 "billiard-sim: $option: empty file name" -o /dev/null "$option" "" scene.json
    done
    fails 4 'billiard-sim: empty file name' ""
    fails 4 'billiard-sim: empty file name' --batch "" scene.json

    # an output that is a folder
    mkdir folder
    fails 5 'billiard-sim: folder: *' -o folder scene.json
}

@test "files and folders without write permission" {
    other=
    if [ "$(id -u)" -eq 0 ]; then # who may write everywhere
        other="setpriv --reuid 54321 --clear-groups"
        $other "$sim" --check scene.json || skip "cannot become someone else"
    fi
    mkdir locked
    echo old >locked/old.csv
    echo old >locked/kept.csv
    chmod 666 locked/old.csv
    chmod 444 locked/kept.csv
    chmod 555 locked
    for pair in "new:write to its folder" "old:write to its folder" "kept:write to it"; do
        run --separate-stderr $other "$sim" -n 9007199254740992 -o "locked/${pair%:*}.csv" scene.json
        equal "$status $stderr" "5 billiard-sim: locked/${pair%:*}.csv: cannot ${pair#*:}: Permission denied"
    done
    equal "$(cat locked/*)" $'old\nold'
    chmod 755 locked
}

@test "a file that grows beyond the limit" {
    echo old >out.csv
    run --separate-stderr bash -c "ulimit -f 64; '$sim' -n 100000 -o out.csv --events events.csv scene.json"
    equal "$status" 5
    like "$stderr" 'billiard-sim: out.csv: cannot write: File too large; RLIMIT_FSIZE is 65536 bytes'
    equal "$(cat out.csv)" old
    equal "$(ls -A | tr '\n' ' ')" "out.csv scene.json "
}

@test "an old output: kept if the scene is rejected, replaced with its permissions, through a symbolic link" {
    # a rejected scene leaves an old output as it was
    echo old >out.csv
    fails 3 '*' -o out.csv --set dt=0 scene.json
    equal "$(cat out.csv)" old

    # a new output replaces the old one and keeps its permissions
    echo old >out.csv
    chmod 600 out.csv
    simulate -o out.csv scene.json
    equal "$status" 0
    equal "$(head -1 out.csv)" "step,t,ball,x,y,vx,vy"
    equal "$(stat -c %a out.csv)" 600
    umask 027
    simulate -o new.csv scene.json
    equal "$(stat -c %a new.csv)" 640

    # an output through a symbolic link
    echo old >target.csv
    ln -s target.csv link.csv
    simulate -o link.csv scene.json
    equal "$status" 0
    [ -L link.csv ]
    equal "$(head -1 target.csv)" "step,t,ball,x,y,vx,vy"

    # whose file is not there yet, or cannot be
    mkdir folder
    ln -s folder/next first.csv
    ln -s ../last.csv folder/next
    simulate -o first.csv scene.json
    equal "$status" 0
    [ -L first.csv ] && [ -L folder/next ]
    equal "$(head -1 last.csv)" "step,t,ball,x,y,vx,vy"
    rm last.csv
    simulate -o first.csv --events last.csv scene.json
    like "$status $stderr" '2 billiard-sim: --output and --events name the same file, *'
    ln -s none/at.csv nowhere.csv
    simulate -o nowhere.csv scene.json
    equal "$status $stderr" "5 billiard-sim: cannot create nowhere.csv: no such folder"
    [ -L nowhere.csv ]
}

@test "all streams at once; a trajectory to /dev/null changes nothing else, in any format" {
    # all streams at once
    simulate -o o --events e --energy l --summary s --save v scene.json
    equal "$status" 0
    equal "$(ls -A | tr '\n' ' ')" "e l o s scene.json v "
    simulate -o o --events /dev/null --energy /dev/null scene.json
    equal "$status" 0

    # a trajectory to /dev/null changes nothing else, in any format
    simulate -v -o o --events e --energy l --summary s --save v scene.json
    told=$(tail -n 1 <<<"${stderr%,*}")
    for format in $(formats); do
        simulate -v -f "$format" -o /dev/null --events e2 --energy l2 --summary s2 --save v2 scene.json
        equal "$status$output" 0
        equal "$(tail -n 1 <<<"${stderr%,*}")" "$told"
        cmp e e2
        cmp l l2
        cmp v v2
        equal "$(sed 's/"wall_s".*//' s2)" "$(sed 's/"wall_s".*//' s)"
    done
    simulate --print-scene -o /dev/null scene.json
    equal "$status$output" 0
}

@test "--save over the scene continues it in place" {
    simulate -o /dev/null --save scene.json scene.json
    equal "$status" 0
    equal "$(json_value scene.json '$_->{start}{step}')" 20
    simulate -o /dev/null --save scene.json scene.json
    equal "$(json_value scene.json '$_->{start}{step}')" 40
}

@test "a reader that goes away: silent, by signal, also while SIGPIPE is ignored" {
    # a reader that goes away: silent, by signal
    run --separate-stderr bash -c "'$sim' -n 1000000 --events events.csv scene.json | head -1; echo \${PIPESTATUS[0]}"
    equal "$output" $'step,t,ball,x,y,vx,vy\n141'
    equal "$stderr" ""
    run --separate-stderr bash -c "'$sim' --help | true; '$sim' --print-scene scene.json | true"
    equal "$stderr" ""

    # a reader that goes away while SIGPIPE is ignored
    run --separate-stderr bash -c "trap '' PIPE; '$sim' -n 1000000 scene.json | head -1"
    equal "$output" "step,t,ball,x,y,vx,vy"
    equal "$stderr" ""

    # a reader at the other end of a socket, as programs are that node starts: it goes away with bytes unread
    run --separate-stderr perl -MSocket -e 'socketpair my $here, my $there, AF_UNIX, SOCK_STREAM, 0;
        if (!(my $child = fork)) { open STDOUT, ">&", $there; exec @ARGV } else {
            close $there; sysread $here, my $first, 21; print $first; close $here; waitpid $child, 0; print $? & 127 }' \
        "$sim" -n 1000000 scene.json
    equal "$output" "step,t,ball,x,y,vx,vy13"
    equal "$stderr" ""
}

@test "messages that nobody reads end no run" {
    "$sim" -n 2000 -o wanted scene.json
    run --separate-stderr bash -c "'$sim' -v --progress=always -n 2000 -o found scene.json 2> >(exec 2>&-)"
    equal "$status" 0
    cmp wanted found
    mkfifo closed
    exec 7<>closed
    exec 8>closed 7>&-
    "$sim" -v --progress=always -n 2000 -o found2 scene.json 2>&8
    cmp wanted found2
    "$sim" -v --progress=always -n 2000 -o found3 scene.json 2>&-
    cmp wanted found3
}
