#!/usr/bin/env bats
# Spin and friction from the command line, against an independent computation with 40 digits.
#
# Promise: throw, cushions and the cue from the command line; Coriolis' direction of a masse shot. Measured: 40-digit
# references to 1e-13; direction to 1e-12; places of rest to 1e-9. Also kept by cli/scenes.bats.

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
{"table": {"width": 2.54, "height": 1.27}, "k": 1e5, "dt": 8e-5, "duration": 20, "frame": 1, "stop": "rest",
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
        fine=$(drift -i $integrator -d 4e-5)
        awk -v coarse="$coarse" -v fine="$fine" 'BEGIN { exit !(coarse * coarse < 1e-6 && fine * fine < 0.25 * coarse * coarse) }'
    done
}

# shot SCENE: its hits, without ends of slides, are the lines `t kind a b j jt jz` of the input, to 1e-10; balls rest at lines
# `rests BALL x y`, to 1e-9, and all of them from `at t` on.
shot() {
    echo "$1" | "$sim" -o out.csv --events events.csv --summary summary.json -
    cat >wanted
    tail -n +2 events.csv | grep -v ,roll, | cut -d, -f1,3-5,11-13 | tr , ' ' >found || true
    awk -v rest="$(json_value summary.json '$_->{rest} // "never"')" '
        function off(a, b) { return a < b ? b - a : a - b }
        FILENAME == "found" { row[++n] = $0; next }
        FILENAME == "out.csv" { split($0, f, ","); x[f[3]] = f[4]; y[f[3]] = f[5]; next }
        $1 == "rests" { if (!(off(x[$2], $3) < 1e-9 && off(y[$2], $4) < 1e-9)) bad = bad "\n" $0 ", found " x[$2] " " y[$2]; next }
        $1 == "at" { if (!(off(rest, $2) < 1e-9)) bad = bad "\n" $0 ", found " rest; next }
        { split(row[++k], f, " ")
          same = f[2] == $2 && f[3] == $3 && f[4] == $4
          for (i = 1; i <= 7; i++) if (i == 1 || i > 4) same = same && f[i] != "" && off(f[i], $i) < 1e-10
          if (!same) bad = bad "\n" $0 ", found " row[k] }
        END { if (bad || k != n) { print n " hits, wanted " k bad; exit 1 } }' found out.csv wanted
}

@test "whole shots: contacts, impulses, places and times of rest" {
    shot '{"table": {"width": 2.54, "height": 1.27, "nose": 0.036576}, "restitution": {"ball": 0.95, "wall": 0.7}, "mu": {"ball": 0, "wall": 0.2}, "duration": 9.5, "frame": 9.5, "defaults": {"r": 0.028575, "m": 0.170097, "sliding": 1.962, "friction": 0.0981, "pivoting": 0.3114675}, 
        "balls": [{"x": 0.8, "y": 0.635, "vx": 2, "spin": [0.0, -69.9912510936133, 0.0]},
        {"x": 1.3, "y": 0.635}]}' <<END # draw
0.25276249511962871 ball 0 1 0.24944350580789527 0 0
1.4080930089498337 right 1 -1 0.29229076463437861 0 0.025316522921087911
6.0980233759091613 ball 0 1 0.01099845976284205 0 0
rests 0 1.0379256494355887 0.635
rests 1 1.1043012925178207 0.635
at 6.5782412767318722
END
    shot '{"table": {"width": 2.54, "height": 1.27, "nose": 0.036576}, "restitution": {"ball": 0.95, "wall": 0.7}, "mu": {"ball": [0.009951, 0.108, 1.088], "wall": 0.2}, "duration": 9.5, "frame": 9.5, "defaults": {"r": 0.028575, "m": 0.170097, "sliding": 1.962, "friction": 0.0981, "pivoting": 0.3114675}, 
        "balls": [{"x": 0.8, "y": 0.635, "vx": 2, "spin": [0.0, 69.9912510936133, 0.0]},
        {"x": 1.3, "y": 0.635}]}' <<END # follow
0.22264067655779522 ball 0 1 0.32806693028378073 0 -0.0073825489134886199
1.0691250162463325 right 1 -1 0.39561107782964995 0 0.034265526426190153
1.7488228639142837 ball 0 1 0.18103453587286468 0 0.0048599275952953217
rests 0 1.4490469396316962 0.635
rests 1 2.1548984778520092 0.635
at 4.9112748951404871
END
    shot '{"table": {"width": 2.54, "height": 1.27, "nose": 0.036576}, "restitution": {"ball": 0.95, "wall": 0.7}, "mu": {"ball": [0.009951, 0.108, 1.088], "wall": 0.2}, "duration": 9.5, "frame": 9.5, "defaults": {"r": 0.028575, "m": 0.170097, "sliding": 1.962, "friction": 0.0981, "pivoting": 0.3114675}, 
        "balls": [{"x": 0.6, "y": 0.5, "vx": 2.2, "vy": 0.13, "spin": [0.0, 0.0, 31.496062992125985]},
        {"x": 1.5, "y": 0.57}]}' <<END # a cut with stun and side
0.4752098550009073 ball 0 1 0.24714902268636282 0.0014655569381255095 -0.007428918173667925
1.533257550857382 right 1 -1 0.26370664651458543 0.01851380918484472 0.026187729956934113
2.5052525163230948 bottom 0 -1 0.060665198894680213 0.011323096312355105 0.012555854859220774
2.8658001388537269 right 0 -1 0.093388051279287094 0.0037750764319881216 0.0084738811517028154
2.9513557437693865 top 1 -1 0.05083203220363606 0.0091788371214596376 0.0099227635787164011
rests 0 2.3639887990420163 0.093872050285375343
rests 1 1.5044319492058745 1.1462241581622676
at 5.9536578159339038
END
    shot '{"table": {"width": 2.54, "height": 1.27, "nose": 0.036576}, "restitution": {"ball": 0.95, "wall": 0.7}, "mu": {"ball": [0.009951, 0.108, 1.088], "wall": 0.2}, "duration": 9.5, "frame": 9.5, "defaults": {"r": 0.028575, "m": 0.170097, "sliding": 1.962, "friction": 0.0981, "pivoting": 0.3114675}, 
        "balls": [{"x": 0.6, "y": 0.5, "vx": 1.5, "vy": 1.2, "spin": [-41.99475065616798, 52.493438320209975, -38.495188101487315]}]}' <<END # a bank with running side
0.62792202897670374 top 0 -1 0.34524991050592907 -0.061434078651202534 0.065804684398705615
1.5274592315218357 right 0 -1 0.32316266358303273 -0.022805296130222387 0.032135943603878575
5.4319684550082748 bottom 0 -1 0.033764384279688066 -0.0060876259907176104 0.0065743897999294617
rests 0 0.77824084069279617 0.070365775615841889
at 7.4119684512296482
END
    shot '{"table": {"width": 2.54, "height": 1.27}, "restitution": {"ball": 0.95, "wall": 0.75}, "mu": {"ball": 0.06, "wall": 0.2}, "duration": 9.5, "frame": 9.5, "defaults": {"r": 0.028575, "m": 0.17, "sliding": 1.962, "friction": 0.0981, "pivoting": 0.31}, 
        "balls": [{"x": 0.6, "y": 0.5, "vx": 2.2, "vy": 0.13, "spin": [-2, 60, 30]},
        {"x": 1.5, "y": 0.57}]}' <<END # follow and side
0.41193904002219604 ball 0 1 0.31111326340574189 -0.00045375051123215889 -0.018661280129579816
1.2597238190833891 right 1 -1 0.31600031792305232 0.024479395891634759 -0.051591888640498338
1.4660589184521419 bottom 0 -1 0.13198360699839326 0.024532173159776353 -0.0097447103964664661
1.7540490648315313 top 1 -1 0.11312730105920446 0.012165741971161992 -0.018469763438237463
2.0128346365260407 right 0 -1 0.16699188096322237 0.0068506918029840112 -0.02726398056542406
rests 0 2.1209333241838766 0.28610501039114878
rests 1 1.315306840979342 0.83971679779193102
at 6.3106971210367108
END
    shot '{"table": {"width": 2.54, "height": 1.27}, "restitution": {"ball": 0.95, "wall": 0.75}, "mu": {"ball": 0.06, "wall": 0.2}, "duration": 9.5, "frame": 9.5, "defaults": {"r": 0.028575, "m": 0.17, "sliding": 1.962, "friction": 0.0981, "pivoting": 0.31}, 
        "balls": [{"x": 0.6, "y": 0.6, "vx": 2.5, "vy": 0.02, "spin": [0, -90, 0]},
        {"x": 1.3, "y": 0.62}]}' <<END # draw off the line
0.29115177023673582 ball 0 1 0.30997122645130805 -0.0073116071367063604 0.017100765523750267
1.1750328358791433 right 1 -1 0.37918163083756443 0.01477361496812377 -0.061907205034704397
2.6969048994638772 top 1 -1 0.057051432700892994 0.01052648567289123 -0.0044031509521474028
rests 0 1.0158539422355511 0.13048132870458488
rests 1 0.7721297153554087 1.095099822799177
at 7.01385595047541
END
    shot '{"table": {"width": 2.54, "height": 1.27}, "restitution": {"ball": 0.95, "wall": 0.75}, "mu": {"ball": 0.06, "wall": 0.2}, "duration": 9.5, "frame": 9.5, "defaults": {"r": 0.028575, "m": 0.17, "sliding": 1.962, "friction": 0.0981, "pivoting": 0.31}, 
        "balls": [{"x": 0.5, "y": 0.4, "vx": 1.5, "vy": 0.6, "spin": [70, 20, 60]},
        {"x": 1.9, "y": 0.9}]}' <<END # a swerve
1.6470299569355721 right 0 -1 0.33123483302193741 0.046015542786394338 -0.047657427609516886
2.5856468331896794 bottom 0 -1 0.083593818434286561 -0.00879570262604512 -0.013647970356618214
rests 0 1.2582317882194414 0.29676874057260848
rests 1 1.9 0.9
at 6.7185005504885875
END
    shot '{"table": {"width": 2.54, "height": 1.27, "nose": 0.03629025}, "restitution": {"ball": 0.95, "wall": 0.75}, "mu": {"ball": 0.06, "wall": 0.2}, "duration": 9.5, "frame": 9.5, "defaults": {"r": 0.028575, "m": 0.17, "sliding": 1.962, "friction": 0.0981, "pivoting": 0.31}, 
        "balls": [{"x": 0.5, "y": 0.3, "vx": 2.8, "vy": 1.4, "spin": [-30, 70, -60]},
        {"x": 2.1, "y": 0.35}]}' <<END # three cushions
0.7538963912602064 top 0 -1 0.36902452936371382 -0.07141438131554003 0.078647342205186418
0.78880254266410775 right 0 -1 0.65794460843592566 -0.049066353490774204 0.059560858068865859
3.0144809441400517 left 0 -1 0.3000142963148802 0.0087784763730535643 0.023489682147878642
rests 0 1.6861820911989391 0.48380820795534656
rests 1 2.1 0.35
at 8.843436386244805
END
    shot '{"table": {"width": 2.54, "height": 1.27}, "restitution": {"ball": 0.95, "wall": 0.75}, "mu": {"ball": 0, "wall": 0}, "duration": 9.5, "frame": 9.5, "defaults": {"r": 0.028575, "m": 0.17, "sliding": 1.962, "friction": 0.0981, "pivoting": 0.31}, 
        "balls": [{"x": 0.6, "y": 0.5, "vx": 2.2, "vy": 0.13},
        {"x": 1.5, "y": 0.57}]}' <<END # stun, without friction of contacts
0.4752098550009073 ball 0 1 0.24700808278030582 0 0
1.5047011337879614 right 1 -1 0.26690850403144024 0 0
2.4441672641331672 top 1 -1 0.08237411279849719 0 0
2.6314263592797241 bottom 0 -1 0.056712762259814239 0 0
2.6684079028742115 right 0 -1 0.12224984775170661 0 0
rests 0 2.4304807312497481 0.066249088571393619
rests 1 2.0629679038634748 1.1618063993864158
at 4.5328655287331063
END
    shot '{"table": {"width": 2.54, "height": 1.27}, "restitution": {"ball": 0.95, "wall": 0.75}, "mu": {"ball": 0, "wall": 0}, "duration": 9.5, "frame": 9.5, "defaults": {"r": 0.028575, "m": 0.17, "sliding": 1.962, "friction": 0.0981, "pivoting": 0.31}, 
        "balls": [{"x": 0.6, "y": 0.5, "vx": 2.2, "vy": 0.13, "spin": "rolling"},
        {"x": 1.5, "y": 0.57}]}' <<END # rolling, without friction of contacts
0.38810566803291285 ball 0 1 0.3431361792533298 0 0
1.0835921997544249 right 1 -1 0.39086860544117821 0 0
1.6892165103897147 top 1 -1 0.13930512986501828 0 0
1.7584687106388251 bottom 0 -1 0.098741460210963143 0 0
1.8762782032197381 right 0 -1 0.21188352620808674 0 0
rests 0 2.2686649253441316 0.1429888414591601
rests 1 1.6318195891913037 1.0137227831435908
at 5.2214716463047098
END
}

@test "rough discs without cloth" {
    shot '{"table": {"width": 10, "height": 8}, "restitution": 1, "mu": 1000000000.0, "beta": 1, "duration": 19.5, "frame": 19.5, "defaults": {"r": 0.5, "m": 1, "inertia": 0.5}, 
        "balls": [{"x": 2, "y": 3.1, "vx": 1.3, "vy": 0.4, "spin": [0, 0, 2]},
        {"x": 6, "y": 3.4, "vx": -0.5, "vy": 0.2, "spin": [0, 0, -1]},
        {"x": 4.2, "y": 6.3, "vx": 0.3, "vy": -0.9, "spin": [0, 0, 0.5]}]}' <<END # perfectly rough discs
1.6669765438235478 ball 0 1 1.7923169362587634 0.25333333333333333 0
5.0010000388533498 right 1 -1 2.5995547292164705 -0.40888640987163384 0
6.4444444444444444 bottom 2 -1 1.8 0.36666666666666667 0
8.0615060399788129 top 1 -1 1.6044469234616995 0.74058901178989086 0
9.0043826903487091 left 0 -1 0.99955472921647054 0.19111359012836616 0
14.222222222222222 top 2 -1 1.8 -0.27777777777777778 0
14.577459991914911 top 0 -1 0.79555307653830051 -0.2591141410210895 0
16.787254330731917 bottom 1 -1 1.6044469234616995 -1.4861734822143501 0
19.292073215210512 ball 1 2 1.8773231386907328 0.78978732808353858 0
END
    shot '{"table": {"width": 10, "height": 8}, "restitution": 0.9, "mu": 0.3, "beta": 0.5, "duration": 19, "frame": 19, "defaults": {"r": 0.5, "m": 1, "inertia": 0.5}, 
        "balls": [{"x": 2, "y": 3.1, "vx": 1.3, "vy": 0.4, "spin": [0, 0, 2]},
        {"x": 6, "y": 3.4, "vx": -0.5, "vy": 0.2, "spin": [0, 0, -1]},
        {"x": 4.2, "y": 6.3, "vx": 0.3, "vy": -0.9, "spin": [0, 0, 0.5]}]}' <<END # rough discs
1.6669765438235478 ball 0 1 1.7027010894458252 0.19 0
2.0162056405270457 ball 0 2 0.16841218736820885 0.050523656210462654 0
5.254014821682763 right 1 -1 2.295383288060782 -0.273484103301852 0
7.2931374222411806 bottom 2 -1 1.4349793910428388 0.27438478806989125 0
8.9554804300686722 left 0 -1 0.96503537632612681 0.19836608495009618 0
9.4946405242910431 top 1 -1 1.1523802037264812 0.34571406111794436 0
12.157937190995698 ball 0 1 1.3384578999788181 -0.11303247988109416 0
13.880213732282664 left 0 -1 1.6149762202683239 0.1685351140238994 0
17.591388303069763 top 2 -1 1.2914814519385549 -0.26262449452576219 0
END
}

lost() {
    grep -o '"lost":[^,}]*' "$1" | cut -d : -f 2
}

@test "a ledger beside the frames changes no byte of them" {
    for name in cloth draw lying masse pool pulling rolling snooker superball; do
        sed 's/"frame": [0-9.]*/"frame": 0.05/' "$root/scenes/$name.json" >scene.json
        "$sim" -q -o out.csv scene.json
        "$sim" -q -o logged.csv --energy ledger.csv --summary summary.json scene.json
        cmp out.csv logged.csv
        "$sim" -q --summary alone.json -o out.csv scene.json
        [ "$(lost alone.json)" = "$(tail -n 1 ledger.csv | cut -d , -f 5)" ]
        [ "$(lost alone.json)" = "$(lost summary.json)" ]
    done
    # A ball at rest is hit at the very time of a frame.
    for friction in '"friction": 3' '"friction": 3, "sliding": 9'; do
        echo '{"table": {"width": 9, "height": 9}, "dt": 0.125, "steps": 4, "defaults": {"r": 1, '"$friction"'},
               "balls": [{"x": 2, "y": 5, "vx": 2}, {"x": 4, "y": 5}]}' >scene.json
        "$sim" -q -o out.csv scene.json
        "$sim" -q -o logged.csv --energy ledger.csv scene.json
        cmp out.csv logged.csv
        awk -F, '$1 == 1 && $3 == 1 && $6 > 1 { hit = 1 } END { exit !hit }' out.csv
    done
}

@test "pivoting friction takes nothing where no ball turns" {
    echo '{"table": {"width": 9, "height": 9}, "dt": 0.25, "steps": 20, "defaults": {"r": 0.3, "pivoting": 1},
           "balls": [{"x": 2, "y": 5, "vx": 2}, {"x": 4, "y": 5.1}, {"x": 6, "y": 4, "vx": -1}]}' >scene.json
    for integrator in event impulse; do
        "$sim" -q -s integrator=$integrator --summary summary.json -o out.csv scene.json
        grep -q '"ball":[2-9]' summary.json
        [ "$(lost summary.json)" = 0 ]
    done
}
