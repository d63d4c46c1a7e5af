#!/usr/bin/env bats
# Do the programs that people use read what is written, and to the same doubles? The reference is perl: its numbers come
# from the C library's strtod.

load common

setup() {
    enter_empty_folder
    cat >scene.json <<'JSON'
{"title": "Readers", "table": {"width": 12, "height": 7}, "restitution": {"ball": 0.95, "wall": 0.9}, "k": 5000,
 "dt": 0.003, "steps": 1000, "every": 10,
 "balls": [{"x": 2, "y": 3.5, "vx": 9, "vy": 0.3, "r": 0.5, "name": "cue"},
           {"x": 1.1, "y": 0.9, "vx": -1e-9, "vy": 1e-300, "r": 0.25, "name": "two words"},
           {"rack": "triangle", "rows": 4, "x": 6, "y": 3.5, "r": 0.5, "gap": 0.01}]}
JSON
    "$sim" --events events.csv --energy energy.csv --summary summary.json -o rows.csv scene.json
    for format in $(formats); do
        "$sim" -f "$format" -o "out.$format" scene.json
    done
    balls=12 frames=101 rows=1212
    contacts=$(($(grep -c '' events.csv) - 1))
    [ "$contacts" -gt 20 ]
}

need() {
    command -v "$1" >/dev/null || skip "no $1"
}

# need_python MODULE: sets $python to one that has the module.
need_python() {
    for python in python3 /usr/bin/python3; do
        "$python" -c "import $1" 2>/dev/null && return
    done
    skip "no python3 with $1"
}

# exact FILE: succeeds if its numbers, separated by commas or spaces, are the same doubles as the states in rows.csv.
exact() {
    perl -e '
        sub numbers { open my $file, "<", $_[0] or die; local $/; return map { pack "d", $_ } grep { $_ ne "" } split /[\s,]+/, <$file> }
        system("tail -n +2 rows.csv | cut -d, -f4- >states.csv") == 0 or die;
        my ($found, $wanted) = (join("", numbers($ARGV[0])), join "", numbers("states.csv"));
        die "other numbers, or ", length($found) / 8, " instead of ", length($wanted) / 8, "\n" if $found ne $wanted' "$1"
}

@test "pandas: csv, csv-wide, events, energy" {
    need_python pandas
    cat >read.py <<'PYTHON'
import csv, sys
import pandas

def read(path):
    table = pandas.read_csv(path, float_precision='round_trip')
    with open(path, newline='') as file:
        header, *rows = csv.reader(file)
    assert list(table.columns) == header and len(table) == len(rows)
    for column, name in enumerate(header):
        convert = str if name == 'kind' else float
        assert [convert(cell) for cell in table[name]] == [convert(row[column]) for row in rows], name
    return table

rows = read('rows.csv')
assert str(rows.step.dtype) == str(rows.ball.dtype) == 'int64'
assert all(str(rows[name].dtype) == 'float64' for name in ('t', 'x', 'y', 'vx', 'vy'))
wide = read('out.csv-wide')
assert (wide.x3.values == rows[rows.ball == 3].x.values).all()
assert set(read('events.csv').kind) <= {'ball', 'left', 'right', 'bottom', 'top'}
energy = read('energy.csv')
assert (abs(energy.total - energy.total[0]) < 1e-12 * energy.total[0]).all()
frames = pandas.read_json('out.ndjson', lines=True)
assert list(frames.columns) == ['step', 't', 'balls'] and len(frames) == len(wide)
PYTHON
    "$python" read.py
}

@test "jq: ndjson, json, summary" {
    need jq
    equal "$(jq -s 'length' out.ndjson)" "$frames"
    equal "$(jq '.frames | length' out.json)" "$frames"
    equal "$(jq -r '.meta.title, .meta.balls[1].name, .frames[0].balls[1].name' out.json | tr '\n' ,)" \
        "Readers,two words,two words,"
    equal "$(jq .collisions.ball summary.json)" "$(grep -c ,ball, events.csv)"
    jq -r '.balls[] | [.x, .y, .vx, .vy] | @csv' out.ndjson >found
    exact found
    jq -r '.frames[].balls[] | [.x, .y, .vx, .vy] | @csv' out.json >found
    exact found
    cmp <(jq -c '.frames[]' out.json) <(jq -c . out.ndjson)
}

@test "Miller: csv, csv-wide, events, energy" {
    need mlr
    for file in rows.csv out.csv-wide events.csv energy.csv; do
        mlr --icsv --ocsv cat "$file" | cmp - "$file"
    done
    equal "$(mlr --icsv --onidx stats1 -a count,max -f step rows.csv)" "$rows 1000"
    mlr --icsv --ocsv --headerless-csv-output put -q 'print ($x + 0) . "," . ($y + 0) . "," . ($vx + 0) . "," . ($vy + 0)' \
        rows.csv >found
    exact found
    equal "$(mlr --icsv --onidx filter '$ball == 3 && $step == 500' 'then' cut -f x rows.csv)" \
        "$(mlr --icsv --onidx filter '$step == 500' 'then' cut -f x3 out.csv-wide)"
}

@test "sqlite3: csv, events" {
    need sqlite3
    sqlite3 rows.db 'CREATE TABLE rows (step INTEGER, t REAL, ball INTEGER, x REAL, y REAL, vx REAL, vy REAL)'
    sqlite3 rows.db '.mode csv' '.import --skip 1 rows.csv rows' '.import events.csv events'
    equal "$(sqlite3 rows.db 'SELECT count(*), max(step), count(DISTINCT ball) FROM rows')" "$rows|1000|$balls"
    equal "$(sqlite3 rows.db 'SELECT DISTINCT typeof(step), typeof(x), typeof(vy) FROM rows')" "integer|real|real"
    equal "$(sqlite3 rows.db 'SELECT count(*) FROM events WHERE b = -1')" "$(grep -vc ',ball,' <(tail -n +2 events.csv))"
    # It writes 15 digits.
    sqlite3 -csv rows.db 'SELECT x, y, vx, vy FROM rows' |
        paste -d, - <(tail -n +2 rows.csv | cut -d, -f4-) |
        awk -F, '{ for (i = 1; i <= 4; i++) { d = $i - $(i + 4); if (d > 1e-13 || d < -1e-13) exit 1 } }'
}

@test "R: csv, csv-wide, events, energy" {
    need Rscript
    cat >read.R <<'R'
rows <- read.csv("rows.csv")
stopifnot(identical(names(rows), c("step", "t", "ball", "x", "y", "vx", "vy")), nrow(rows) == 1212)
stopifnot(is.integer(rows$step), is.integer(rows$ball), is.double(rows$x), !anyNA(rows))
wide <- read.csv("out.csv-wide")
stopifnot(identical(wide$x3, rows$x[rows$ball == 3]), nrow(wide) == 101)
events <- read.csv("events.csv")
stopifnot(all(events$kind %in% c("ball", "left", "right", "bottom", "top")), all(events$u < 0), all(events$j > 0))
energy <- read.csv("energy.csv")
stopifnot(all(abs(energy$total - energy$total[1]) < 1e-12 * energy$total[1]))
options(digits = 17)
write.table(rows[, c("x", "y", "vx", "vy")], "found", sep = ",", row.names = FALSE, col.names = FALSE)
R
    Rscript read.R
    # It writes 15 digits.
    paste -d, found <(tail -n +2 rows.csv | cut -d, -f4-) |
        awk -F, '{ for (i = 1; i <= 4; i++) { d = $i - $(i + 4); if (d > 1e-13 || d < -1e-13) exit 1 } }'
}

@test "gnuplot: index k is frame k, and the columns are where the header says" {
    need gnuplot
    gnuplot -e "stats 'out.gnuplot' using 1 nooutput; print STATS_records" >found 2>&1
    equal "$(cat found)" "$rows"
    gnuplot -e "stats 'out.gnuplot' index 50 using 1 nooutput; print STATS_min, STATS_max, STATS_records" >found 2>&1
    equal "$(cat found)" "500.0 500.0 $balls"
    gnuplot -e "set print 'found'; set format '%.17g'; set table 'found'; plot 'out.gnuplot' using (sprintf('%.17g', \$4)):(sprintf('%.17g', \$5)):(sprintf('%.17g', \$6)):(sprintf('%.17g', \$7)) with table"
    grep -v '^ *$' found >numbers
    exact numbers
    gnuplot -e "set datafile separator ','; set key autotitle columnhead; stats 'rows.csv' using 'x' nooutput; print STATS_records" >found 2>&1
    equal "$(cat found)" "$rows"
}

@test "ASE: xyz" {
    need_python ase
    cat >read.py <<'PYTHON'
import csv
import ase.io

frames = ase.io.read('out.xyz', index=':', format='extxyz')
with open('rows.csv', newline='') as file:
    rows = list(csv.DictReader(file))
assert len(frames) == 101
for k, frame in enumerate(frames):
    mine = rows[12 * k:12 * (k + 1)]
    assert frame.info['Time'] == float(mine[0]['t'])
    assert [tuple(row) for row in frame.cell.array] == [(12, 0, 0), (0, 7, 0), (0, 0, 1)]
    assert list(frame.arrays['id']) == list(range(12)) and list(frame.arrays['radius']) == [0.5, 0.25] + [0.5] * 10
    for axis, name in enumerate('xy'):
        assert list(frame.positions[:, axis]) == [float(row[name]) for row in mine]
        assert list(frame.arrays['velo'][:, axis]) == [float(row['v' + name]) for row in mine]
    assert not frame.positions[:, 2].any() and not frame.arrays['velo'][:, 2].any()
PYTHON
    "$python" read.py
}
