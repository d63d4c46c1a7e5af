#!/usr/bin/env bats
# The standard problems of scenes/problems: their answers, and what billiard-sim, a time stepper and LAMMPS find.
#
# Promise: `event` finds the answers of 44 standard problems. Measured: 114 answers; 11 digits at least of each exact one, means within
# 3.5 standard errors of less than 3 %.

load common

problems=$root/scenes/problems

setup() {
    command -v python3 >/dev/null || skip "no python3"
    enter_empty_folder
    export BILLIARD_SIM=$sim
}

# answers NUMBER...: those of the problems, as a table.
answers() {
    awk -F, -v numbers=" $* " 'NR == 1 || index(numbers, " " $1 " ")' "$problems/answers.csv"
}

@test "check.py computes every answer to 1e-16" {
    run --separate-stderr python3 "$problems/check.py"
    equal "$status $stderr" "0 "
    like "$output" "$(grep -c '^[0-9]' "$problems/answers.csv") answers, largest difference [0-9].[0-9]e-[12][0-9]"
}

@test "check.py notices each answer that is changed in its 15th digit, and each kind, error and row" {
    cat >alter.py <<'PYTHON'
import contextlib, io, re, sys
from decimal import Decimal

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import check

own = check.solved()
check.solved = lambda: own
lines = open(sys.argv[1] + "/answers.csv").read().splitlines()


def complaint(changed):
    with open("altered.csv", "w") as file:
        file.write("\n".join(changed) + "\n")
    said = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        status = check.main(["altered.csv"])
    return status, said.getvalue()


def altered(value, kind):
    if kind == "count":
        return str(int(value) + 1)
    digit = Decimal(1).scaleb(Decimal(value).adjusted() - 14)
    return str(Decimal(value) + (digit if Decimal(value) > 0 else -digit))


assert complaint(lines) == (0, "")
for i in range(1, len(lines)):
    problem, quantity, value, kind, error, source = lines[i].split(",")
    other = "mean" if kind == "exact" else "exact"
    for row in ([problem, quantity, altered(value, kind), kind, error, source], [problem, quantity, value, other, "0", source], None):
        status, said = complaint(lines[:i] + ([",".join(row)] if row else []) + lines[i + 1:])
        assert status == 1 and said.count("\n") == 1 and f"problem {problem}, {quantity}: " in said, (row, status, said)
status, said = complaint(lines + ["45,v,1,exact,0,guess"])
assert status == 1 and "problem 45, v: an answer too many" in said, said
status, said = complaint([line.replace("mean,0.002", "mean,0.001") for line in lines])
assert status == 1 and "problem 44, Z: " in said, said
print(len(lines) - 1)
PYTHON
    equal "$(python3 alter.py "$problems")" "$(grep -c '^[0-9]' "$problems/answers.csv")"
}

@test "the answers have the digits that other programs found" {
    grep '^[0-9]' "$BATS_TEST_DIRNAME/problems.txt" | awk -F, '
        NR == FNR { value[$1, $2] = $3; next }
        {
            digits = $3; sub(/^[^.]*[.]?/, "", digits)
            apart = value[$1, $2] - $3; if (apart < 0) apart = -apart
            if (!(($1, $2) in value) || apart > 10 ^ -length(digits) + 4e-15 * ($3 < 0 ? -$3 : $3)) print "found " value[$1, $2] ", wanted " $0
            n++
        }
        END { print n }' "$problems/answers.csv" - >found
    equal "$(cat found)" "$(grep -c '^[0-9]' "$BATS_TEST_DIRNAME/problems.txt")"
}

# In `make test` the exact ones, which take a second; in `make test-full` the means, too.
@test "event finds 11 digits of each exact answer, and means within 3.5 standard errors of less than 3 %" {
    numbers=$(runs "$(seq -s ' ' -w 1 37)" "$(seq -s ' ' -w 1 44)")
    answers "$numbers" >wanted.csv
    # shellcheck disable=SC2086 # a list of words
    "$problems/run.sh" $numbers >mine.csv
    python3 "$problems/score.py" --least 11 wanted.csv mine.csv >scores.csv || { cat scores.csv; false; }
    equal "$(grep -c . scores.csv)" "$(grep -c . wanted.csv)"
    equal "$(grep error scores.csv)" ""
}

@test "run.sh prints what it can where the program refuses a problem, and finds the program installed with it" {
    run --separate-stderr "$problems/run.sh" 01 30 -i spring -d 1e-3 -s k=5e3
    equal "$status" 0
    like "$stderr" *30-nose.json*nose*
    equal "$(cut -d, -f1,2 <<<"$output" | paste -s -d' ')" "problem,quantity 01,v1 01,v2 01,lost"
    run -2 --separate-stderr "$problems/run.sh" 7
    equal "$output$stderr" "run.sh: no problem 7: they are 01 to 44"
    BILLIARD_SIM=/none run -1 --separate-stderr "$problems/run.sh" 01
    like "$output$stderr" "run.sh: no billiard-sim: *"
    mkdir -p there/bin there/share/billiard-sim/scenes
    cp -r "$problems" there/share/billiard-sim/scenes
    cp "$sim" there/bin/billiard-sim
    unset BILLIARD_SIM
    equal "$(there/share/billiard-sim/scenes/problems/run.sh 01 | tail -n 1)" "$("$problems/run.sh" 01 | tail -n 1)"
}

@test "a time stepper of 60 lines scores between 1 and 4 on most" {
    [ "$(grep -c . "$BATS_TEST_DIRNAME/stepper.py")" -le 60 ]
    python3 "$BATS_TEST_DIRNAME/stepper.py" >mine.csv
    python3 "$problems/score.py" "$problems/answers.csv" mine.csv >scores.csv
    awk -F, 'NR > 1 && $5 == "" { n++; if ($4 >= 1 && $4 <= 4) some++; if ($4 > 8) exact++ }
        END { print n, some, exact >"/dev/stderr"; exit !(n == 30 && some > 0.8 * n && !exact) }' scores.csv
}

# Writes script.py, with run(SCRIPT, ARGUMENT...) -> status, output, what it said: in one process, whose start takes longer than a run.
runs_scripts() {
    cat >script.py <<'PYTHON'
import contextlib, io, runpy, sys

sys.dont_write_bytecode = True
folder = sys.argv[1]
sys.path.insert(0, folder)


def run(script, *arguments):
    sys.modules.pop("table", None)
    sys.argv, status, out, said = [f"{folder}/{script}", *arguments], 0, io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
        try:
            runpy.run_path(sys.argv[0], run_name="__main__")
        except SystemExit as end:
            status = end.code
    return status, out.getvalue(), said.getvalue()


def write(path, *lines):
    with open(path, "w") as file:
        file.write("".join(line + "\n" for line in lines))
PYTHON
}

@test "score.py gives digits, 16 or 0, standard errors, and notes; --least judges them" {
    runs_scripts
    cat >test.py <<'PYTHON'
from script import run, write

answers = ["01,a,-2,exact,0,x", "01,b,0.5,exact,0,x", "01,c,7,exact,0,x", "02,n,314,count,0,x", "02,m,31,count,0,x",
           "03,x,4,mean,0.03,x", "03,y,4,mean,0,x", "03,z,4,mean,0.03,x", "04,z,1,exact,0,x"]
mine = ["03,y,4.25,0.5", "03,x,4.1,0.04", "03,z,4.18,0.04", "02,n,314.0,", "02,m,32,", "01,c,-7,", "01,b,0.5,", "01,a,-2.0002,"]
wanted = ["01,a,exact,4.00,", "01,b,exact,16.00,", "01,c,exact,-0.30,", "02,n,count,16.00,", "02,m,count,0.00,", "03,x,mean,2.00,",
          "03,y,mean,0.50,error 12 %", "03,z,mean,3.60,", "04,z,exact,0.00,missing"]
head, heads = "problem,quantity,value,kind,error,source", "problem,quantity,value,error"
write("answers.csv", head, *answers)
write("mine.csv", heads, *mine)
# as a spreadsheet writes it: a byte order mark, and quotes
write("quoted.csv", *("\ufeff" * (i == 0) + ",".join(f'"{field}"' for field in row.split(",")) for i, row in enumerate([heads, *mine])))
assert run("score.py", "answers.csv", "quoted.csv") == run("score.py", "answers.csv", "mine.csv")
status, out, said = run("score.py", "answers.csv", "mine.csv")
assert (status, out.splitlines(), said) == (0, ["problem,quantity,kind,score,note", *wanted], ""), (status, out, said)


def judged(name, least):
    write("one.csv", head, *[row for row in answers if row.startswith(name)])
    write("some.csv", heads, *[row for row in mine if row.startswith(name)])
    return run("score.py", "--least", least, "one.csv", "some.csv")[0]


found = [judged(*case) for case in (("01,a", "3.9"), ("01,a", "4.1"), ("01,b", "16"), ("01,c", "-1"), ("02,n", "16"), ("02,m", "1"),
                                    ("03,x", "11"), ("03,z", "11"), ("04,z", "-1"))]
assert found == [0, 1, 0, 0, 0, 1, 0, 1, 1], found
PYTHON
    python3 test.py "$problems"
}

@test "wrong tables get one line that names file and line, and status 3; those that are missing 4" {
    runs_scripts
    cat >test.py <<'PYTHON'
from script import run, write
import fnmatch

count = 0


def complains(status, pattern, script, *arguments):
    global count
    found = run(script, *arguments)
    assert found[:2] == (status, ""), (pattern, found)
    assert found[2].count("\n") == 1 and fnmatch.fnmatchcase(found[2], f"{script}: {pattern}\n"), (pattern, found)
    count += 1


def wrong_answers(pattern, *lines):
    write("bad.csv", *lines)
    complains(3, f"bad.csv:{pattern}", "check.py", "bad.csv")


def wrong_solutions(pattern, *lines):
    write("bad.csv", *lines)
    complains(3, f"bad.csv:{pattern}", "score.py", "good.csv", "bad.csv")


head = "problem,quantity,value,kind,error,source"
write("good.csv", head, "01,v1,0.4,exact,0,x", "38,rate,0.15,mean,0,x")
wrong_answers(f"1: expected the line {head}", "problem,quantity,value")
wrong_answers("2: expected 6 fields, found 5", head, "01,v1,0.4,exact,0")
wrong_answers("2: not a number: 'x'", head, "01,v1,x,exact,0,a")
wrong_answers("2: not a number: ''", head, "01,v1,0.4,exact,,a")
wrong_answers("2: kind must be exact, count, mean, found 'sharp'", head, "01,v1,0.4,sharp,0,a")
wrong_answers("3: an answer of 0 has no digits", head, "01,v1,0.4,exact,0,a", "01,v2,0.0,exact,0,a")
wrong_answers("2: an error must be 0, or that of a mean", head, "01,v1,0.4,exact,0.1,a")
wrong_answers("2: an error must be 0, or that of a mean", head, "38,rate,0.4,mean,-1,a")
wrong_answers("3: problem 01, v1: twice", head, "01,v1,0.4,exact,0,a", "01,v1,0.4,exact,0,a")
head = "problem,quantity,value"
wrong_solutions(f"1: expected the line {head} or {head},error", "problem;quantity;value")
wrong_solutions("1: expected the line *")
wrong_solutions("2: expected 3 fields, found 4", head, "01,v1,0.4,0")
wrong_solutions("2: expected 3 fields, found 1", head, "")
for value in ("nan", "inf", "-inf", "0x1", "1e", "1_0", "1 ", "", "１"):
    wrong_solutions("2: not a number: *", head, "01,v1," + value)
wrong_solutions("2: not a number: 'nan'", head + ",error", "38,rate,0.15,nan")
wrong_solutions("3: problem 01, v1: twice", head, "01,v1,0.4", "01,v1,0.4")
wrong_solutions("2: problem 01 asks for no 'v3': it asks for v1", head, "01,v3,0.4")
wrong_solutions("2: problem 01 asks for no ' v1': it asks for v1", head, "01, v1,0.4")
wrong_solutions("2: no problem '1'; did you mean 01?", head, "1,v1,0.4")
wrong_solutions("2: no problem '2': they are 01 to 38", head, "2,t,0.4")
wrong_solutions("2: unexpected end of data", head, '01,"v1,0.4')
wrong_solutions("2: problem 38, rate: a mean needs an error above 0", head, "38,rate,0.15")
wrong_solutions("2: problem 38, rate: a mean needs an error above 0", head + ",error", "38,rate,0.15,0")
wrong_solutions("2: problem 01, v1: an error is never below 0", head + ",error", "01,v1,0.15,-1")
with open("bad.csv", "wb") as file:
    file.write(b"\377\n")
complains(3, "bad.csv:1: not a text in UTF-8", "score.py", "good.csv", "bad.csv")
complains(4, "none.csv: No such file or directory", "score.py", "good.csv", "none.csv")
complains(4, "none.csv: No such file or directory", "score.py", "none.csv", "good.csv")
complains(4, ".: Is a directory", "check.py", ".")
complains(2, "usage: score.py *", "score.py", "good.csv")
complains(2, "usage: check.py *", "check.py", "good.csv", "good.csv")
complains(3, "--least: not a number: 'x'", "score.py", "--least", "x", "good.csv", "good.csv")
print(count)
PYTHON
    equal "$(python3 test.py "$problems")" 39
}

@test "each problem has words, a scene, answers and rows of scores, in the same order" {
    grep -oE '^\*\*[0-9]+\*\*' "$problems/PROBLEMS.md" | tr -d '*' >words
    equal "$(cat words)" "$(seq -w 1 44)"
    equal "$(cd "$problems" && ls [0-9]*.json | cut -d- -f1)" "$(cat words)"
    equal "$(awk -F, 'NR > 1 && !seen[$1]++ { print $1 }' "$problems/answers.csv")" "$(cat words)"
    equal "$(awk '/^[|] [0-9][0-9] [|]/ && !seen[$2]++ { print $2 }' "$problems/README.md")" "$(cat words)"
    awk -F, 'NR > 1 { print $2 }' "$problems/answers.csv" | sort -u | while read -r quantity; do
        grep -q "\`$quantity\`" "$problems/PROBLEMS.md" || { echo "not in the words: $quantity"; false; }
    done
}

# bats test_tags=full
@test "LAMMPS finds some digits of the problems that it can express" {
    command -v lmp >/dev/null || skip "lmp (LAMMPS) is not installed"
    "$problems/lammps.sh" 1e-3 5e3 >mine.csv 2>said
    like "$(cat said)" "lammps.sh: 18: error: *"
    python3 "$problems/score.py" "$problems/answers.csv" mine.csv >scores.csv
    awk -F, 'NR > 1 && $5 == "" { n++; if ($4 >= 1 && $4 <= 6) some++ }
        END { print n, some >"/dev/stderr"; exit !(n > 40 && some > 0.8 * n) }' scores.csv
}
