#!/usr/bin/env bats
# Spin and friction from the command line, against an independent computation with 40 digits.
#
# Promise: throw, cushions and the cue from the command line; Coriolis' direction of a masse shot. Measured: 40-digit
# references to 1e-13; direction to 1e-12; places of rest to 1e-8. Also kept by cli/scenes.bats.

load common

# after BALL: vx vy wx wy wz of a ball in the last frame of out.csv.
after() {
    awk -F, -v ball="$1" '$3 == ball { row = $6 " " $7 " " $8 " " $9 " " $10 } END { print row }' out.csv
}

# all_near "FOUND..." "WANTED...": word by word, to 1e-13 of the largest.
all_near() {
    awk -v found="$1" -v wanted="$2" 'BEGIN {
        n = split(found, f, " ")
        bad = n == 0 || n != split(wanted, w, " ")
        for (i = 1; i <= n; i++) { size = w[i] < 0 ? -w[i] : w[i]; if (size > most) most = size }
        for (i = 1; i <= n; i++) { d = f[i] - w[i]; if (d < 0) d = -d; if (!(d <= 1e-13 * (1 + most))) bad = 1 }
        if (bad) { printf "found  %s\nwanted %s\n", found, wanted; exit 1 } }'
}

# A ball at 1 along x hits another, cut by 30 degrees; e 0.95, mu 0.06. Arguments: its spin, what it has then, the other.
throw() {
    cat >scene.json <<END
{"table": {"width": 4, "height": 4}, "restitution": 0.95, "mu": 0.06, "dt": 0.2, "steps": 1,
 "defaults": {"r": 0.028575, "m": 0.17},
 "balls": [{"x": 1, "y": 1, "vx": 1, "spin": [$1]},
           {"x": $(awk 'BEGIN { printf "%.17g", 1.1 + 0.05715 * sqrt(0.75) }'), "y": 1.028575}]}
END
    "$sim" -o out.csv scene.json
    all_near "$(after 0)" "$2"
    all_near "$(after 1)" "$3"
}

@test "throw: one contact of two balls" {
    throw "0, 0, 0" "0.24341875693930517 -0.37831238434491384 0 0 4.4324134839361033" \
        "0.75658124306069483 0.37831238434491384 0 0 4.4324134839361033"
    throw "0, 34.995625546806649, 0" \
        "0.25608437846965258 -0.40024988434491384 1.9192913385826772 31.671315433854572 2.2162067419680517" \
        "0.74391562153034742 0.40024988434491384 1.9192913385826772 -3.3243101129520775 2.2162067419680517"
    throw "0, 0, 20" "0.27385714285714286 -0.43103321525499775 0 0 19.106361704786902" \
        "0.72614285714285714 0.43103321525499775 0 0 -0.89363829521309836"
    throw "0, 0, 17.497812773403325" "0.26875 -0.42218738434491384 0 0 17.497812773403325" "0.73125 0.42218738434491384 0 0 0"
}

# A ball with v = (1.2, 0.7) hits the right wall; e 0.85, mu 0.2. Arguments: its spin, the nose or nothing, what it has then.
cushion() {
    cat >scene.json <<END
{"table": {"width": 4, "height": 4$2}, "restitution": 0.85, "mu": 0.2, "dt": 0.2, "steps": 1,
 "balls": [{"x": 3.9, "y": 1, "r": 0.028575, "m": 0.17, "vx": 1.2, "vy": 0.7, "spin": [$1]}]}
END
    "$sim" -o out.csv scene.json
    all_near "$(after 0)" "$3"
}

@test "cushions: at the height of the centre, and above it" {
    local nose=', "nose": 0.03629025'
    cushion "0, 0, 0" "" "-1.02 0.5 0 0 -17.497812773403325"
    cushion "0, 0, 0" "$nose" "-1.0449942857142857 0.5 4.7244094488188976 -8.0989876265466817 -16.847949644184816"
    cushion "-24.496937882764655, 41.994750656167979, 0" "$nose" \
        "-1.1275439627700662 0.46765193228689391 -19.008400850171597 7.1468964809739643 -19.572942723770277"
    cushion "0, 0, 30" "$nose" \
        "-1.0449942857142857 0.26416799680683277 10.295244169917336 -8.0989876265466817 -6.7143782156133874"
}

@test "a cue: the spin, and where it makes the ball go" {
    run -0 "$sim" --print-scene - <<<'{"table": {"width": 9, "height": 9}, "dt": 1, "steps": 1,
        "balls": [{"x": 1, "y": 1, "r": 1, "vx": 2, "tip": [0.3, 0], "elevation": 60}]}'
    all_near "$(json_value <(echo "$output") '"@{$_->{balls}[0]{spin}}"')" "2.5980762113533159 0 1.5"
    # from the place of the ball towards the point at which the line of the cue meets the cloth, after Coriolis
    "$sim" -o out.csv - <<<'{"table": {"width": 9, "height": 9}, "dt": 1, "steps": 1, "balls": [{"x": 1, "y": 4,
        "r": 0.028575, "vx": 2, "tip": [0.3, 0], "elevation": 60, "sliding": 1.962}]}'
    read -r vx vy _ <<<"$(after 0)"
    awk -v vx="$vx" -v vy="$vy" 'BEGIN { pi = 4 * atan2(1, 1)
        far = cos(pi / 3) / sin(pi / 3) # the line falls by the radius from the height of the centre, 0.3 to the right
        d = atan2(vy, vx) - atan2(-0.3, far); if (d < 0) d = -d
        if (!(d < 1e-12)) { printf "direction %.17g\n", atan2(vy, vx) * 180 / pi; exit 1 } }'
}

# as_event "SCENE" NEAR INTEGRATOR OPTION...: each ball ends as under event, to NEAR in velocities and spins.
as_event() {
    "$sim" -o hard.csv - <<<"$1"
    "$sim" -i "$3" "${@:4}" -o soft.csv - <<<"$1"
    paste -d , <(awk -F, '{ row[$3] = $0 } END { for (b in row) print row[b] }' hard.csv) \
        <(awk -F, '{ row[$3] = $0 } END { for (b in row) print row[b] }' soft.csv) | awk -F, -v near="$2" '
        $3 != "ball" { n++; for (i = 6; i <= 10; i++) { d = $i - $(i + 10); if (d < 0) d = -d; if (!(d <= near)) { print; bad = 1 } } }
        END { exit bad || !n }'
}

@test "springs: friction by speed, the cue and its elevation as under event" {
    # at each step the friction is that of the slip then, so a contact during which that falls has a little more
    local cut='{"table": {"width": 40, "height": 40}, "mu": [0.01, 0.108, 1.088], "beta": 1, "k": 1e5,
        "dt": 2, "steps": 1, "balls": [{"x": 5, "y": 5, "vx": 1, "spin": [0, 0, 2], "r": 1, "m": 1}, {"x": 6.75, "y": 6, "r": 1, "m": 1}]}'
    for integrator in spring spring-verlet spring-rk4; do
        as_event "$cut" 5e-2 $integrator -d 2e-4 -n 10000 -e 10000
        as_event "${cut/1.088/0}" 5e-3 $integrator -d 2e-4 -n 10000 -e 10000
        run as_event "$cut" 5e-3 $integrator -d 2e-4 -n 10000 -e 10000
        [ "$status" -ne 0 ]
    done
    # Coriolis' direction, see above
    for integrator in spring spring-verlet spring-rk4; do
        "$sim" -i $integrator -o out.csv - <<<'{"table": {"width": 9, "height": 9}, "dt": 0.001, "steps": 1000, "every": 1000,
            "k": 1, "mu": 0.1, "balls": [{"x": 1, "y": 4, "r": 0.028575, "vx": 2, "tip": [0.3, 0], "elevation": 60, "sliding": 1.962}]}'
        read -r vx vy _ <<<"$(after 0)"
        awk -v vx="$vx" -v vy="$vy" 'BEGIN { pi = 4 * atan2(1, 1); d = atan2(vy, vx) - atan2(-0.3, cos(pi / 3) / sin(pi / 3))
            exit !(d * d < 1e-18) }'
    done
}

@test "springs: a break with spin comes to rest, and its ledger closes to the first order" {
    cat >break.json <<'END'
{"table": {"width": 2.54, "height": 1.27}, "k": 1e5, "dt": 2e-5, "duration": 20, "frame": 1, "stop": "rest",
 "restitution": {"ball": 0.95, "wall": 0.7}, "mu": {"ball": [0.01, 0.108, 1.088], "wall": 0.2}, "beta": 0.1,
 "defaults": {"r": 0.028575, "m": 0.17, "sliding": 1.962, "friction": 0.0981, "pivoting": 0.31},
 "balls": [{"x": 0.6, "y": 0.64, "vx": 3, "tip": [0.2, 0.3]},
           {"x": 1.5, "y": 0.635}, {"x": 1.5496, "y": 0.6064}, {"x": 1.5496, "y": 0.6636}]}
END
    drift() {
        "$sim" -q "$@" --summary summary.json -o out.csv break.json
        json_value summary.json '$_->{energy}{drift}'
    }
    for integrator in spring spring-verlet spring-rk4; do
        coarse=$(drift -i $integrator)
        grep -q '"final":0,.*"ended":"stop".*"rest":6' summary.json
        grep -q '"collisions":{"ball":[3-9],"wall":[3-9]' summary.json
        fine=$(drift -i $integrator -d 5e-6)
        awk -v coarse="$coarse" -v fine="$fine" 'BEGIN { exit !(coarse * coarse < 3.6e-5 && fine * fine < 0.1 * 3.6e-5) }'
    done
}
