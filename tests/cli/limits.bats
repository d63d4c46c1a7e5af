#!/usr/bin/env bats
# The limits of the manual, and those of the system: what happens at them and one beyond.
#
# Promise: a stated limit, or one of the system, ends with status 6 (file size: 5) and its name. Measured: 2^31 balls,
# 2^53 steps, 64 levels, 5792 contacts; memory, CPU time, files, threads, file size. Also kept by cli/failed_run.bats.

load common

unlimited='-i impulse -n 9007199254740992 -e 9007199254740992'

setup() {
    enter_empty_folder
    scene >scene.json
}

# limited OPTION VALUE ARGUMENT...: the program under `ulimit OPTION VALUE`, as simulate, with three files open.
limited() {
    run --separate-stderr bash -c 'exec 3>&- 4>&- 5>&- 6>&-; ulimit "$1" "$2" && shift 2 && exec "$@"' limited "$1" "$2" "$sim" "${@:3}"
}

many='{"table": {"width": 9e5, "height": 9e5}, "dt": 1, "steps": 1, "balls": [{"fill": "hex", "count": 1000000, "r": 1}]}'

@test "memory: RLIMIT_AS and RLIMIT_DATA" {
    limited -v 60000 --version
    equal "$status" 0 || skip "cannot run within 60 MB here"
    echo "$many" >many.json
    limited -v 60000 -o out.csv many.json
    equal "$status $stderr" "6 billiard-sim: out of memory; RLIMIT_AS is 61440000 bytes"
    limited -d 50000 -o out.csv many.json
    equal "$status $stderr" "6 billiard-sim: out of memory; RLIMIT_DATA is 51200000 bytes"
    equal "$(echo *)" "many.json scene.json"
}

# A soft limit as high as the hard one leaves a second to end in; a lower one is kept. It takes a second to reach, in
# `make test-full` only.
@test "CPU time: RLIMIT_CPU; the streams are completed" {
    while read -r option seconds; do
        (ulimit $option $seconds; exec "$sim" $unlimited -q -f json -o out.json --summary sum.json scene.json) 2>message 3>&- &
        until ls -A | grep -q '^\.output'; do sleep 0.01; done
        [ ! -e /proc/self/limits ] || equal "$(awk '/^Max cpu time/ { print $4 }' /proc/$!/limits)" 1
        [ -n "${TEST_FULL-}" ] || kill -XCPU $!
        status=0
        wait $! || status=$?
        equal "$status $(cat message)" "6 billiard-sim: CPU time is used up: signal XCPU, limit RLIMIT_CPU"
        strict_json out.json.partial sum.json
        equal "$(ls -A | tr '\n' ' ')" "message out.json.partial scene.json sum.json "
        rm out.json.partial
    done <<<$'-t 2\n-St 1'
}

@test "CPU time: a warning from someone else" {
    "$sim" $unlimited -q -o out.csv scene.json 2>message 3>&- &
    until ls -A | grep -q '^\.output'; do sleep 0.01; done
    kill -XCPU "$!"
    wait "$!" || status=$?
    equal "$status $(cat message)" "6 billiard-sim: CPU time is used up: signal XCPU, limit RLIMIT_CPU"
    equal "$(head -n 1 out.csv.partial)" "step,t,ball,x,y,vx,vy"
}

@test "CPU time: ignored by the caller, ignored by the run" {
    (trap '' XCPU; exec "$sim" $unlimited -o out.csv scene.json) 3>&- &
    until ls -A | grep -q '^\.output'; do sleep 0.01; done
    kill -XCPU "$!"
    sleep 0.1
    kill -TERM "$!"
    wait "$!" || status=$?
    equal "$status" 143
}

@test "open files: RLIMIT_NOFILE" {
    limited -n 5 -o a --events b --energy c scene.json
    equal "$status $stderr" "6 billiard-sim: c: cannot write to it: Too many open files; RLIMIT_NOFILE is 5 files"
    equal "$(ls -A)" scene.json
}

@test "threads: RLIMIT_NPROC" {
    [[ ${CFLAGS-} != *-fsanitize* ]] || skip "sanitizers start processes of their own"
    other=
    if [ "$(id -u)" -eq 0 ]; then # who has no such limit
        other="setpriv --reuid 54321 --clear-groups --bounding-set=-all --inh-caps=-all"
        $other "$sim" --version >/dev/null || skip "cannot become someone else"
    fi
    gas='[{"fill": "hex", "count": 1296, "r": 0.01, "m": 1}]'
    for run in "-i spring -s k=1 -s 'balls=$gas' - <scene.json" "--batch /dev/null scene.json"; do
        run --separate-stderr bash -c "ulimit -u 1 && exec $other '$sim' -q --threads 9 $run"
        equal "$status $stderr" "6 billiard-sim: cannot start 9 threads: out of memory or processes; RLIMIT_NPROC is 1 processes"
        equal "$output" ""
    done
}

@test "steps: 2^53, and one more" {
    simulate --check -n 9007199254740992 -e 9007199254740992 scene.json
    equal "$status$stderr" 0
    fails 3 '*error: steps: must be an integer from 0 to 2^53, found 9007199254740994' -n 9007199254740994 scene.json
    simulate -n 9007199254740992 -e 9007199254740992 -s balls='[]' scene.json
    equal "$status$stderr" 0
    equal "$output" "step,t,ball,x,y,vx,vy"
    fails 3 '*error: start.step: must be an integer from 0 to 2^53*' -s start.step=9007199254740994 scene.json
}

@test "balls: 2^31 - 1 do not fit here, 2^31 are refused" {
    limited -v 4000000 --version
    equal "$status" 0 || skip "cannot run within 4 GB here"
    limited -v 4000000 --check -s balls='[{"fill": "hex", "count": 2147483647, "r": 1e-9}]' scene.json
    equal "$status $stderr" "6 billiard-sim: out of memory; RLIMIT_AS is 4096000000 bytes"
    fails 3 '*error: balls.0.count: must be an integer from 0 to 2147483647, found 2147483648' \
        -s balls='[{"fill": "hex", "count": 2147483648, "r": 1e-9}]' scene.json
    fails 3 '*error: balls: more than 2147483647 balls' -s \
        balls='[{"fill": "hex", "count": 2147483647, "r": 1e-9}, {"x": 1, "y": 1, "r": 1}]' scene.json
}

@test "nesting: 64 levels, and one more" {
    nested() {
        printf '{"table": {"width": 9, "height": 9}, "dt": 1, "steps": 1, "balls": %s%s}' "$(printf '[%.0s' $(seq "$1"))" "$(printf ']%.0s' $(seq "$1"))" >deep.json
    }
    nested 63
    fails 3 '*must be an object, found an array of 1' deep.json
    nested 64
    fails 3 '*nested deeper than 64 levels' deep.json
}

@test "size: few balls that slide on a table a million times longer than they see" {
    cat >long.json <<'JSON'
{"table": {"width": 9, "height": 1e10}, "duration": 1, "frame": 1, "defaults": {"r": 0.3, "sliding": 1},
 "balls": [{"x": 2, "y": 2, "vy": -0.4}, {"x": 4, "y": 4294967295, "vx": 2}]}
JSON
    limited -t 5 long.json
    equal "$status $(tail -n 1 <<<"$output")" "0 1,1,1,5.591836734693878,4294967295,1.4285714285714286,0,0,4.761904761904762,0"
}

# At t = 1 rounding of times moves ball 5 by up to 100: as it hits a wall it may be anywhere.
@test "speed: a ball that rounding takes away from the wall that it hits" {
    cat >fast.json <<'JSON'
{"table": {"width": 2.54, "height": 1.27}, "restitution": {"ball": 0.95, "wall": 0.75}, "dt": 2e-5, "steps": 20,
 "start": {"step": 50000}, "defaults": {"r": 0.028575, "m": 0.17},
 "balls": [{"x": 2, "y": 0.583, "vx": -1}, {"x": 1.9, "y": 0.7, "vx": -1}, {"x": 1.774, "y": 1.19, "vy": -1},
           {"x": 1.8071, "y": 0.3, "vx": -1, "vy": -1}, {"x": 2.17, "y": 0.64}, {"x": 2, "y": 0.9, "vx": -1, "vy": -1e18},
           {"x": 1, "y": 1, "vx": -2, "vy": -1}]}
JSON
    simulate -o /dev/null fast.json
    equal "$status" 0
    like "$stderr" 'billiard-sim: warning: rounding misplaces hits by up to 2.4 radii*'
}

@test "a pair that rounding has put into cells far apart hits; nobody is predicted to hit before now" {
    cat >apart.json <<'JSON'
{"table": {"width": 20, "height": 8, "periodic": true}, "restitution": 0.9, "defaults": {"r": 0.3, "m": 1}, "dt": 1.408000009856e-05, "start": {"step": 71022727272727}, "steps": 1, "balls": [
    {"x": 4.694438013468976, "y": 4.86230334675538, "vx": 18850924.533596683},
    {"x": 4.193936956, "y": 4.531397482, "fixed": true}, {"x": 7.820786, "y": 2.708837735},
    {"x": 5.464186457, "y": 1.507406356, "vx": 2598564.1}, {"x": 13.000705553, "y": 4.558509863, "vx": 12436173.0},
    {"x": 17.39797616, "y": 4.6}, {"x": 15.779703744, "y": 5.705956725}, {"x": 7.4993, "y": 7.642751},
    {"x": 17.99797616, "y": 4.615778793}, {"x": 16.157779823670584, "y": 3.684034718},
    {"x": 6.1, "y": 1.5074, "vx": -3552000.0, "vy": 17844000.0}, {"x": 4.6944, "y": 5.462303347},
    {"x": 5.645, "y": 5.928, "vx": -7465000.0}, {"x": 2.22, "y": 0.37, "vx": 1960000.0}, {"x": 5.2, "y": 6.8, "fixed": true},
    {"x": 14.6, "y": 3.58, "vx": -3130000.0}, {"x": 10.512, "y": 5.51, "vx": -15200000.0, "vy": 1130000.0}, {"x": 17.5, "y": 2.9},
    {"x": 14.199, "y": 4.9, "fixed": true}, {"x": 8.845664222970493, "y": 5.225211775316292, "vx": -19565943.01960515},
    {"x": 8.986294141236511, "y": 6.698056042585726}, {"x": 3.6098478229082986, "y": 2.977789064604986, "vx": 12764549.405998912},
    {"x": 5.182791367812206, "y": 3.349054294921986, "vx": -5472365.767831815, "vy": 3266380.386581318},
    {"x": 11.601367131, "y": 3.8074229722723536}, {"x": 3.0222381838821955, "y": 0.769440558627474}]}
JSON
    simulate -q --last -o apart.csv apart.json
    equal "$status $(grep -c . apart.csv)" "0 26"
    cat >late.json <<'JSON'
{"table": {"width": 20, "height": 20}, "defaults": {"r": 0.1, "m": 1}, "dt": 2.2528e-10, "start": {"step": 4545454545454}, "steps": 2, "balls": [
    {"x": 15.6985, "y": 2.1, "vy": 10000000000000.0}, {"x": 8.805, "y": 9.373063815}, {"x": 8.3, "y": 17.252},
    {"x": 6.3, "y": 14.46}, {"x": 8.878443461, "y": 9.1869}, {"x": 6.3, "y": 14.66, "vx": -30000000000000.0},
    {"x": 8.22, "y": 3.3253}, {"x": 15.6, "y": 2.8, "vx": 30000000000000.0}, {"x": 13.8, "y": 12.9}, {"x": 8.81, "y": 9.6},
    {"x": 2.4, "y": 16.19, "vx": -23900000000000.0}, {"x": 6.15, "y": 2.9}, {"x": 11.3, "y": 8.115},
    {"x": 1.48986779, "y": 15.9326}, {"x": 2.29, "y": 2.8}, {"x": 3.4, "y": 19.14},
    {"x": 9.167, "y": 5.294, "vx": 34700000000000.0}, {"x": 17.1, "y": 1.2}, {"x": 17.3, "y": 7.1}, {"x": 2.294, "y": 3.008241},
    {"x": 1.8, "y": 18.7}, {"x": 14.0, "y": 5.321006, "vy": 30000000000000.0}, {"x": 18.455, "y": 8.691139},
    {"x": 18.471, "y": 19.5481}]}
JSON
    simulate -q --last -o late.csv --summary late.ndjson late.json
    equal "$status $(grep -c . late.csv)" "0 25"
    awk 'match($0, /"drift":[^,}]*/) { exit !(substr($0, RSTART + 8, RLENGTH - 8)^2 < 1e-26) }' late.ndjson
}

@test "a ball that rounding carries round a periodic table at one time ends the run" {
    awk 'BEGIN { print "{\"table\": {\"width\": 20, \"height\": 20, \"periodic\": \"x\"}, \"dt\": 9.094947017729282e-13, \"steps\": 1,"
        print "\"start\": {\"step\": 1125899906842624}, \"defaults\": {\"r\": 0.2, \"m\": 1}, \"balls\": [{\"x\": 0.5, \"y\": 0.5, \"vx\": 1e14}"
        for (k = 0; k < 39; k++) printf ", {\"x\": %g, \"y\": %g}", 0.5 + 1.9*(k % 10), 2.5 + 1.7*int(k/10)
        print "]}" }' >round.json
    simulate -q -o /dev/null round.json
    like "$status $stderr" '1 billiard-sim: ball 0 is too fast, 1e14: rounding of times moves it farther than to its neighbours at t = 1024.*'
}

@test "the bound of work, reached at the end of a slide beside a wall that moves" {
    # the small ball is slowed by less than rounding, again and again
    echo '{"table": {"width": 2.000001, "height": 10, "motion": {"top": [[0, 0, 0.001]]}}, "duration": 0.01, "frame": 0.01,
        "balls": [{"x": 1.0000005, "y": 2, "r": 1, "m": 1, "vx": 1000, "sliding": 0.001},
                  {"x": 1, "y": 6, "r": 0.1, "m": 1, "vx": 1, "sliding": 285.7031433774084, "friction": 10}]}' >slide.json
    simulate -q -o /dev/null slide.json
    like "$status $stderr" '1 billiard-sim: ball 1 and its neighbours are wedged*'
}
