#!/usr/bin/env bats
# The Python module, scenes/python/billiard_sim.py, by the classes of python.py.
#
# Promise: every stroke is a run of the program, rulings are those of the rule books, and no process is left. Measured: 40 rulings,
# 1e5 random strokes (make test-full), processes and interpreters that are killed.

load common

setup() {
    command -v python3 >/dev/null || skip "no python3"
    enter_empty_folder
    export BILLIARD_SIM=$sim PYTHONPATH=$root/scenes/python PYTHONDONTWRITEBYTECODE=1
}

# passes CLASS...: the tests of these classes; warnings, as of files left open, are errors.
passes() {
    python3 -W error "$root/tests/cli/python.py" "$@" >log 2>&1 || { cat log; false; }
    [[ $(<log) =~ Ran\ ([0-9]+)\ test ]] && [ "${BASH_REMATCH[1]}" -gt 0 ]
}

@test "strokes, states and shots are those of the program" { passes Strokes; }
@test "what is wrong is told as the guide says" { passes Values; }
@test "scripts find values of scenes and run many" { passes Files; }
@test "killed, late and forked processes leave neither orphans nor wrong answers" { passes Processes; }
@test "rulings are those of the rule books" { passes Rulings; }
@test "games follow the rules" { passes Games; }
@test "an environment is one of gymnasium" { passes Agents; }
@test "random strokes all end" { passes Random; }

@test "strokes are the same in WebAssembly" {
    need_module
    printf '#!/bin/sh\nexec node --no-warnings "%s" "%s" "$@"\n' "$root/tests/lib/wasi.mjs" "$module" >other
    chmod +x other
    OTHER=$PWD/other passes Module
}

@test "the guide's programs run, and what it promises comes out" {
    awk '/^```python/ { on = 1; next } /^```/ { on = 0 } on' "$root/scenes/python/README.md" >guide.py
    timeout 300 python3 -W error guide.py >found
    like "$(sed -n 1p found)" "9 \['9'*\] {'9': 'top right pocket'}"
    [ "$(grep -c ' degrees: [01]\.[0-9][0-9] +- 0' found)" = 11 ]
    [ "$(grep -c '<Shot: pocketed [123]' found)" = 3 ] # the bot has cleared the table
    grep -qx 'winner: [01]' found
}

@test "a tournament is the same from the same seed, and a map has its table" {
    python3 "$root/scenes/python/tournament.py" 1 3 >first
    python3 "$root/scenes/python/tournament.py" 1 3 | cmp - first
    equal "$(head -n 1 first)" rack,breaker,winner,strokes
    equal "$(grep -cE '^[01],(straight|careful),(straight|careful),[0-9]+$' first)" 1
    python3 "$root/scenes/python/potting_map.py" map.csv 2 1 0.7
    equal "$(wc -l <map.csv) $(head -n 1 map.csv)" "9 x,y,probability"
    awk -F, 'NR > 1 { if ($3 < 0 || $3 > 1) exit bad = 1; n += $3 > 0.3 } END { exit bad || !n }' map.csv
    if [ -z "${TEST_FULL-}" ] || ! command -v gnuplot >/dev/null; then return 0; fi
    python3 "$root/scenes/python/potting_map.py" map.png 1.98 0.78 0.6 # where a place of the cue ball is that of the ball
    grep -q ',$' map.png.csv
    [ -s map.png ]
}

# refuses SCRIPT WORDS ARGUMENT...: the script ends at once with status 2 and one line, which has the words.
refuses() {
    run -2 python3 "$root/scenes/python/$1" "${@:3}"
    equal "$output" "$1: error: $2"
}

@test "tournaments and maps refuse what they cannot use before they compute" {
    for script in tournament potting_map; do
        run -0 python3 "$root/scenes/python/$script.py" --help
        like "$output" "A *$script.py *"
    done
    refuses tournament.py 'argument RACKS: must be a whole number, found ten' ten
    refuses tournament.py 'argument SEED: must be a whole number, found -1' 1 -1
    refuses potting_map.py 'argument MAP: must end in .png or .csv, found map.jpg' map.jpg
    refuses potting_map.py 'argument MAP: no folder "none" that can be written to' none/map.csv
    refuses potting_map.py 'argument BALL_X: must be a number from 0.16 to 2.64, found 2.7' map.csv 2.7 1
    refuses potting_map.py 'argument BALL_Y: must be a number from 0.16 to 1.37, found one' map.csv 2 one
    refuses potting_map.py 'argument BALL_Y: must follow BALL_X' map.csv 2
    for step in 0 -1 nan; do refuses potting_map.py "argument STEP: must be a number from 0.001 to 1, found $step" map.csv 2 1 $step; done
    mkdir "$BATS_TEST_TMPDIR/bin"
    ln -s "$(python3 -c 'import sys; print(sys.executable)')" "$BATS_TEST_TMPDIR/bin/python3"
    PATH=$BATS_TEST_TMPDIR/bin refuses potting_map.py 'argument MAP: a picture needs gnuplot, a table MAP.csv does not' map.png
    equal "$(ls)" ""
}
