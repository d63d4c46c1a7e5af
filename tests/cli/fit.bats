#!/usr/bin/env bats
# The scripts of scenes/fit: derivatives, and fits to filmed shots.

load common

derive=$root/scenes/fit/derive.py

setup() {
    command -v python3 >/dev/null || skip "no python3"
    enter_empty_folder
    export BILLIARD_SIM=$sim
}

# complains STATUS PATTERN COMMAND...: one line on standard error that matches PATTERN, and nothing on standard output.
complains() {
    local wanted=$1 pattern=$2
    shift 2
    run --separate-stderr "$@"
    equal "$status" "$wanted"
    like "$stderr" "$pattern"
    unlike "$stderr" *$'\n'*
    equal "$output" ""
}

@test "derivatives of eight scenes agree with dual numbers of 60 digits" {
    cat >compare.py <<'PYTHON'
import csv, io, subprocess, sys

# A scene is a line that begins with a brace; each line "t path ball: derivatives" after it is of that scene.
cases = []
for line in open(sys.argv[2]):
    if line.startswith("{"):
        cases.append((line, []))
    elif ": " in line and cases:
        t, path, ball = line.split(":")[0].split()
        cases[-1][1].append((float(t), path, int(ball), [float(x) for x in line.split(": ")[1].split()]))
rows = 0
for scene, wanted in cases:
    with open("scene.json", "w") as file:
        file.write(scene)
    paths = list(dict.fromkeys(path for _, path, _, _ in wanted))
    out = subprocess.run([sys.argv[1], "scene.json", *paths], stdout=subprocess.PIPE, check=True, text=True).stdout
    found = {(float(row["t"]), row["path"], int(row["ball"])): list(row.values()) for row in csv.DictReader(io.StringIO(out))}
    for t, path, ball, values in wanted:
        row = found[t, path, ball]
        most = max(abs(x) for other in wanted if other[:2] == (t, path) for x in other[3])
        assert row[-1] == "1", row
        assert len(row) == 5 + len(values)
        for a, b in zip(map(float, row[4:-1]), values):
            assert abs(a - b) < (1e-6 if most > 100 else 1e-8) * max(most, 1e-3), (scene, t, path, ball, a, b)
        rows += 1
print(len(cases), "scenes", rows, "rows")
PYTHON
    equal "$(python3 compare.py "$derive" "$BATS_TEST_DIRNAME/tangent.txt")" "8 scenes 203 rows"
}

@test "derivatives: frames, then paths in the order given, then balls; angles per degree; * moves all" {
    scene '"title": "x",' >scene.json
    "$derive" scene.json balls.1.x 'balls.*.vx' balls.target.vy >rows
    equal "$(head -n 1 rows)" "step,t,path,ball,x,y,vx,vy,smooth"
    equal "$(sed -n '2,7p' rows | cut -d, -f1,3,4 | paste -sd' ')" "0,balls.1.x,0 0,balls.1.x,1 0,balls.*.vx,0 0,balls.*.vx,1 0,balls.target.vy,0 0,balls.target.vy,1"
    equal "$(tail -n 1 rows | cut -d, -f1-4)" "20,0.2,balls.target.vy,1"
    awk -F, '$3 == "balls.*.vx" && ($7 - 1)^2 > 1e-16 { exit 1 }' rows
    equal "$(cd / && "$derive" "$OLDPWD/scene.json" balls.1.x | head -n 1)" "step,t,path,ball,x,y,vx,vy,smooth"
    # the middle ball of three that touch is met from both sides at once
    "$derive" "$root/scenes/double_symmetric.json" balls.0.x | awk -F, 'NR > 1 && $2 < 2 && !$NF { exit 1 } { last = $NF } END { exit last != 0 }'
}

@test "derivatives: what is wrong is said once" {
    scene >scene.json
    complains 2 "derive.py: usage: *" "$derive" scene.json
    complains 1 "derive.py: nothing.json: cannot be opened*" "$derive" nothing.json balls.0.x
    complains 1 "derive.py: balls.2.x: no number in scene.json" "$derive" scene.json balls.2.x
    complains 1 "derive.py: balls.0.z: no number in scene.json" "$derive" scene.json balls.0.z
    complains 1 "derive.py: *must be >= 0*" "$derive" scene.json mu.ball
}
