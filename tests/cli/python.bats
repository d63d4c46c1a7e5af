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
@test "killed, late and forked processes leave neither orphans nor wrong answers" { passes Processes; }
@test "rulings are those of the rule books" { passes Rulings; }
@test "games follow the rules" { passes Games; }
@test "an environment is one of gymnasium" { passes Agents; }
@test "random strokes all end" { passes Random; }
