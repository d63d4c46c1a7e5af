#!/usr/bin/env bats
# bats file_tags=full
# Gases behind walls with a mass: energies over many hits, and means against statistical mechanics.
#
# Promise: without losses the energy of a gas and a wall under a load stays to rounding. Measured: relative, to
# 1e-13 + 1e-16 a hit, over a million hits.
#
# Promise: a gas moves a wall under a load as statistical mechanics has it. Measured: means over the surface of energy of two
# discs, and of one disc at a wall with a temperature, within three standard errors; the pressure of 1000 discs at area
# fraction 0.3 to one percent.

load common

# means COLUMN: mean and standard error of a column of energy.csv, by 100 blocks, without the first row.
means() {
    awk -F , -v column="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) at = i; next }
        NR > 2 { value[NR - 2] = $at; n++ }
        END {
            for (b = 0; b < 100; b++) { s = 0; for (i = 0; i < n / 100; i++) s += value[1 + b * n / 100 + i]; s /= n / 100; sum += s; squares += s * s }
            mean = sum / 100; print mean, sqrt((squares / 100 - mean^2) / 99) }' energy.csv
}

# near WHAT WANTED MEAN ERROR: within three standard errors, which are small.
near() {
    awk -v what="$1" -v wanted="$2" -v mean="$3" -v error="$4" 'BEGIN { if (!((mean - wanted)^2 < 9 * error^2 && error < 0.01 * wanted)) print what, wanted, mean, error }'
}

@test "energy over a million hits" {
    echo '{"table": {"width": 20, "height": 10, "piston": {"right": {"m": 30, "force": -40}, "top": {"m": 7, "force": -50}}}, "dt": 10, "steps": 150, "balls": [{"fill": "random", "count": 100, "r": [0.2, 0.5], "speed": 2, "seed": 5}]}' >gas.json
    "$sim" -q -o /dev/null --energy energy.csv --columns collisions.ball,collisions.wall --summary out.csv gas.json
    awk -F , 'NR == 2 && $1 + $2 < 1e6 { print "hits:", $1 + $2 }' out.csv >wrong
    hits=$(awk -F , 'NR == 2 { print $1 + $2 }' out.csv)
    awk -F , -v hits="$hits" 'NR == 2 { first = $6 } END { drift = $6 / first - 1; if (drift^2 > (1e-13 + 1e-16 * hits)^2) print drift, hits }' energy.csv >>wrong
    equal "$(<wrong)" ""
}

@test "the mean place of a wall before two discs" {
    # kinetic energy E - F x, of which the wall has its part; x = X - 2 r
    for case in "1 0.5 3 -1 3.36191286248 0.655234855009 4 2.5" "0.5 0.5 3 -1 3.36191286248 0.655234855009 4 2.5" "3 0.25 2 -2 1.35749704026 0.514002367791 3 1.3"; do
        read -r m r height force place kinetic energy start <<<"$case"
        # both discs get half of the energy that is left
        v=$(awk -v e="$energy" -v f="$force" -v x="$start" -v r="$r" 'BEGIN { printf "%.17g", sqrt(e + f * (x - 2 * r)) }')
        echo '{"table": {"width": '"$start"', "height": '"$height"', "piston": {"right": {"m": '"$m"', "force": '"$force"'}}}, "dt": 1, "steps": 200000, "every": 1,
            "defaults": {"r": '"$r"', "m": 1, "speed": '"$v"'}, "balls": [{"x": '"$r"', "y": '"$r"', "angle": 37}, {"x": '"$(awk -v x="$start" -v r="$r" 'BEGIN { print x - r }')"', "y": '"$(awk -v h="$height" -v r="$r" 'BEGIN { print h - r }')"', "angle": 208}]}' >two.json
        "$sim" -q -o /dev/null --energy energy.csv two.json
        read -r mean error < <(means xright)
        near "place of $m, $r" "$place" "$mean" "$error"
        awk -F , -v OFS=, -v m="$m" 'NR == 1 { $0 = $0 ",square" } NR > 1 { $(NF + 1) = m * $NF^2 } 1' energy.csv >with && mv with energy.csv
        read -r mean error < <(means square)
        near "energy of $m, $r" "$kinetic" "$mean" "$error"
    done >wrong
    equal "$(<wrong)" ""
}

@test "one disc between a wall with a temperature and a load" {
    echo '{"table": {"width": 3, "height": 1, "thermal": {"left": 1.5, "seed": 3}, "piston": {"right": {"m": 2, "force": -1}}}, "dt": 2, "steps": 200000, "balls": [{"x": 0.2, "y": 0.5, "vx": 1, "vy": 0.3, "r": 0.1, "m": 1}]}' >one.json
    "$sim" -q -o /dev/null --energy energy.csv one.json
    read -r mean error < <(means xright)
    near place 3.2 "$mean" "$error" >wrong # 2 kT/F + 2 r
    equal "$(<wrong)" ""
}

@test "the pressure of 1000 discs under a load" {
    # Z(0.3) = 2.0633; from there to the fraction between the walls, which their layers of discs leave a little denser, by
    # Henderson, Mol. Phys. 30, 971 (1975)
    cat >gas.json <<'END'
{"table": {"width": 130.89969389957471, "height": 20, "periodic": "y", "piston": {"right": {"m": 100, "force": -15.7625}}}, "dt": 20, "steps": 200,
 "balls": [{"fill": "random", "count": 1000, "r": 0.5, "m": 1, "speed": 1.4142135623730951, "seed": 6}]}
END
    "$sim" -q -o gas.csv --energy energy.csv gas.json
    awk -F , 'FNR == 1 { file++; next } file == 1 { x[$1] = $(NF - 1); kinetic[$1] = $3; next } $1 < 20 { next }
        $1 != last { frames++; last = $1; area += 20 * x[$1] / 2; sum += kinetic[$1] }
        $4 > x[$1] / 4 && $4 < 3 * x[$1] / 4 { inside++ }
        END { density = inside / area; kT = sum / frames / 1000.5; z = 15.7625 / 20 / (density * kT); eta = density * atan2(1, 1)
            wanted = 2.0633 * (1 + eta^2 / 8) / (1 - eta)^2 / (1.01125 / 0.49)
            if (!((z / wanted - 1)^2 < 1e-4 && (eta - 0.3)^2 < 1e-4)) print z, eta, wanted }' energy.csv gas.csv >wrong
    equal "$(<wrong)" ""
}
