#!/usr/bin/env bats
# Exit status 2: the command line is wrong. One clear line, then where to find help.

load common

usage_error() {
    local pattern=$1
    shift
    scene >scene.json
    fails 2 "billiard-sim: $pattern"$'\n'"try 'billiard-sim --help'" "$@"
}

@test "unknown options: a misspelt one gets a suggestion, none may be abbreviated" {
    # an unknown long option
    usage_error 'unknown option "--colour"' --colour scene.json
    usage_error 'unknown option "--colour"' --colour=red scene.json

    # an unknown letter
    usage_error 'unknown option "-x"' -x scene.json
    usage_error 'unknown option "-x"' -qx scene.json

    # a misspelt option gets a suggestion
    usage_error 'unknown option "--outptu"; did you mean "--output"?' --outptu=file scene.json
    usage_error 'unknown option "--sumary"; did you mean "--summary"?' --sumary file scene.json
    usage_error "unknown option \"--duration\"; a scene's key is set by -s duration=VALUE" --duration=5 scene.json

    # long options are never abbreviated
    usage_error 'unknown option "--outp"; did you mean "--output"?' --outp file scene.json
    usage_error 'unknown option "--outp"; did you mean "--output"?' --outp=file scene.json
    usage_error 'unknown option "--prec"; did you mean "--precision"?' --prec 3 scene.json
    usage_error 'unknown option "--qui"; did you mean "--quiet"?' scene.json --qui
    usage_error 'unknown option "--s"; did you mean "-s"?' --s dt=1 scene.json
    usage_error 'unknown option "--o"; did you mean "-o"?' --o=file scene.json
    usage_error "unknown option \"--k\"; a scene's key is set by -s k=VALUE" --k 5 scene.json
    usage_error 'unknown option "--hel"; did you mean "--help"?' --hel
}

@test "arguments: missing, too many, given twice; two actions at once" {
    # a missing argument
    usage_error '--output: needs an argument, FILE' scene.json -o
    usage_error '--set: needs an argument, PATH=VALUE' scene.json --set

    # an argument too many
    usage_error '--check: takes no argument' --check=all scene.json
    usage_error 'more than one scene: "scene.json" and "other.json"' scene.json other.json
    for dash in ‐ – — −; do usage_error "\"${dash}list\" begins with a dash that no option has; type - or --" ${dash}list; done

    # two actions at once: the last is taken
    simulate --print-scene --check scene.json
    equal "$status $output" "0 "
    simulate --check --version
    like "$output" 'billiard-sim *'

    # a file given twice by one option
    usage_error '--output: given twice, "a" and "b"' -o a --output b scene.json
    for option in events energy summary save; do
        usage_error "--$option: given twice, \"a\" and \"b\"" --$option a -o c --$option=b scene.json
    done
    simulate --summary same --summary same -o /dev/null -o out scene.json
    equal "$status" 0
    [ -s same ]
    [ -s out ]
}

@test "arguments that are none: precision, balls, threads, format, progress" {
    # precision out of 1 to 17
    for value in 0 18 -1 x 3x '' 1e1 ' 3' 99999999999999999999; do
        usage_error "--precision: must be an integer from 1 to 17, found \"$value\"" --precision="$value" scene.json
    done

    # a list of balls that is none, or names balls that are not there
    for list in '' '1,' 2-1 0,,1 -1 1-; do
        usage_error "--balls: must be numbers, ranges and names of balls such as 0,3-5, found \"$list\"" --balls="$list" scene.json
    done
    usage_error '--balls: there is no ball 5; the scene has 2, numbered from 0' -b 0,4-5 -o out.csv scene.json
    [ ! -e out.csv ]
    usage_error '--balls: there is no ball 0; the scene has 0, numbered from 0' -b 0 -s 'balls=[]' scene.json

    # threads out of range
    usage_error '--threads: must be an integer from 1 to *, found "0"' --threads 0 scene.json
    usage_error '--threads: must be an integer from 1 to *, found "many"' --threads many scene.json

    # an unknown format
    usage_error '--format: unknown format "yaml" (see --list)' -f yaml scene.json
    usage_error '--format: unknown format "gnuplto"; did you mean "gnuplot"?' -f gnuplto scene.json

    usage_error '--format: unknown format "jsonl"; did you mean "ndjson"?' -f jsonl scene.json

    # one dash before a long name, and what the shell makes of braces
    usage_error 'unknown option "-duration"; a scene'"'"'s key is set by -s duration=VALUE' -duration 1 scene.json
    usage_error 'unknown option "-steps=5"; did you mean "--steps"?' -steps=5 scene.json
    usage_error "more than one scene: \"balls=[[]y:1[]]\" and \"scene.json\"; a value with braces or blanks needs quotes: -s 'balls=[[]...[]]'" \
        -s 'balls=[x:1]' 'balls=[y:1]' scene.json

    usage_error 'more than one scene: "steps=5" and "scene.json"; a value is set by -s PATH=VALUE' steps=5 scene.json

    # a file that was forgotten
    usage_error '--energy: needs a FILE, and "--events" is an option; a file of that name is ./--events' --energy --events scene.json
    usage_error '--energy: needs a FILE, and "--events=e" is an option; a file of that name is ./--events=e' --energy --events=e scene.json
    usage_error '--output: needs a FILE, and "-n5" is an option; a file of that name is ./-n5' -o -n5 scene.json
    usage_error '--summary: needs a FILE, and "-q" is an option; a file of that name is ./-q' --summary -q scene.json
    "$sim" -q -o--last --energy=-q --events --rows scene.json
    equal "$(ls -- --last -q --rows)" "$(printf '%s\n' --last --rows -q)"

    # actions that read no scene
    usage_error '--list: takes no scene, found "formats"' --list formats
    usage_error '--schema: takes no scene, found "scene.json"' scene.json --schema

    # an unknown time for progress
    usage_error '--progress: must be auto, always or never, found "sometimes"' --progress=sometimes scene.json

    # its time behind a blank would be the scene
    usage_error 'more than one scene: "scene.json" and "never"; --progress=WHEN is one word' scene.json --progress never
    usage_error 'more than one scene: "sometimes" and "scene.json"' --progress sometimes scene.json
}

@test "a malformed --set; control characters in a word do not break the message's line" {
    # a malformed --set
    usage_error '--set: expected PATH=VALUE, found "dt"' --set dt scene.json
    usage_error '--set: expected PATH=VALUE, found "=1"' --set =1 scene.json
    usage_error '--set: expected PATH=VALUE, found ""' --set= scene.json
    usage_error '*' --set balls..x=1 scene.json
    usage_error '*' --set .dt=1 scene.json
    usage_error '*' --set dt.=1 scene.json
    usage_error '--set balls\[0\].x=1: the path has a bracket; an index follows a dot, as in balls.0.x' --set 'balls[0].x=1' scene.json

    # control characters in a word do not break the message's line
    usage_error 'unknown option "--a\\nb"' $'--a\nb' scene.json
    usage_error '--set: expected PATH=VALUE, found "\\u001b\[2J"' --set $'\e[2J' scene.json
    for set in 'balls.0.x = 1' ' balls.0.x=1'; do
        usage_error "--set $set: blanks around =; write PATH=VALUE without them" --set "$set" scene.json
    done
    usage_error '--set a..\\nb\\u001b=1: the path has an empty segment' --set $'a..\nb\e=1' scene.json
}

@test "streams: one to standard output, one into a file, none over the scene" {
    # only one stream to standard output
    usage_error '--output and --events both go to standard output; give one a FILE, such as /dev/null' --events - scene.json
    usage_error '--output and --save both go to standard output; give one a FILE, such as /dev/null' --save - scene.json
    usage_error '--energy and --summary both go to standard output; give one a FILE, such as /dev/null' -o x --energy - --summary - scene.json
    for name in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
        usage_error '--output and --events both go to standard output; give one a FILE, such as /dev/null' --events "$name" scene.json
        usage_error '--events and --energy both go to standard output; give one a FILE, such as /dev/null' -o x --events "$name" --energy - \
            scene.json
    done

    # two streams into one file
    usage_error '--output and --events name the same file, "x"' -o x --events x scene.json
    usage_error '--output and --energy name the same file, "./x"' -o x --energy ./x scene.json
    mkdir folder
    ln -s folder link
    usage_error '--summary and --save name the same file, "link/x"' --summary folder/x --save link/x scene.json
    echo old >x
    ln x y
    usage_error '--output and --events name the same file, "y"' -o x --events y scene.json
    equal "$(cat x)" old

    # a stream over the scene itself
    usage_error '--output would overwrite the scene, "scene.json"' -o ./scene.json scene.json
    usage_error '--events would overwrite the scene, "scene.json"' --events scene.json scene.json
    equal "$(cat scene.json)" "$(scene)"
}

@test "no scene on a terminal: short usage" {
    need_terminal
    run script -qec "'$sim' 2>message; echo status \$?" /dev/null
    like "$output" '*status 2*'
    like "$(cat message)" 'billiard-sim: no scene; usage: billiard-sim \[OPTION\]... \[SCENE\]'*
}
