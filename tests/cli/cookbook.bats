#!/usr/bin/env bats
# Every recipe of scenes/COOKBOOK.md and scenes/RESEARCH.md, as it stands there, and what must come of it.

load common

setup() {
    enter_empty_folder
    ln -s "$root/scenes" "$sim" .
}

# The recipes of both files.
recipes() {
    cat "$root/scenes/COOKBOOK.md" "$root/scenes/RESEARCH.md"
}

# recipe N: the text of the N-th recipe's block.
recipe() {
    recipes |
        awk -v wanted="## $1." 'index($0, "## ") == 1 { here = index($0, wanted) == 1 } /^```/ { inside = !inside; next } here && inside'
}

# cook N [SHORTER]: runs it as a shell script that ends at the first error: as it stands in `make test-full`, after the sed
# commands SHORTER, all of which apply, in `make test`.
cook() {
    local text command
    text=$(recipe "$1")
    if [ -z "${TEST_FULL-}" ]; then
        while IFS= read -r command; do
            sed "$command" <<<"$text" | cmp -s - <(printf '%s\n' "$text") && return 1
            text=$(sed "$command" <<<"$text")
        done < <(printf '%s' "${2:+$2$'\n'}")
    fi
    bash -eo pipefail -c "$text"
}

need() {
    command -v "$1" >/dev/null || skip "no $1"
}

@test "each recipe has its test" {
    equal "$( { grep -oE '^@test "[0-9]+: ' "$BATS_TEST_FILENAME" | tr -dc '0-9\n'; seq 63 66; } | sort -nu)" \
        "$(recipes | grep -oE '^## [0-9]+\.' | tr -dc '0-9\n' | sort -n)"
    equal "$(recipes | awk '/^## / { here = 1 } /^```/ { inside = !inside; next } here && inside && NF { n++; here = 0 } END { print n }')" \
        "$(recipes | grep -c '^## ')" # none is empty
    # and any shell will do
    recipes | sed -n '/^```sh/,/^```/{ /^```/!p; }' | sh -n
}

# bats test_tags=full
@test "1: plot" {
    need gnuplot
    equal "$(cook 1 2>&1)" ""
    equal "$(head -c 8 break.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
}

@test "2: one line of gnuplot" {
    need gnuplot
    equal "$(cook 2 2>&1)" ""
    # a curve of as many points as there are frames, with a bend where ball 1 and the walls hit ball 2
    equal "$(head -n 1 wide.csv | cut -d, -f11,12) $(grep -c '' wide.csv)" "x2,y2 4002"
    grep -q '<svg' path.svg
    [ "$(grep -oE '[0-9.]+,[0-9.]+' path.svg | wc -l)" -gt 100 ]
}

# bats test_tags=full
@test "3: film" {
    need gnuplot
    cook 3 's/frame=0.08/frame=4/' 2>/dev/null
    equal "$(head -c 6 cradle.gif)" GIF89a
    # 4 hundredths of a second for each of the frames 0 to 100
    equal "$(LC_ALL=C grep -aoP '\x21\xf9\x04.\x04\x00' cradle.gif | wc -l)" $(runs 3 101)
}

# bats test_tags=full
@test "4: compare integrators" {
    cook 4 >table 2>messages
    equal "$(cat messages)" ""
    equal "$(awk '{ print $1 }' table | sort)" "$(integrators | sort)"
    awk '$1 == "event" { if ($2 != "-0.1600" || $3 != "-1.6200") exit 1 }
         { if (($2 + 0.16) ^ 2 + ($3 + 1.62) ^ 2 > 0.011 ^ 2) exit 1 }' table
    # what the text says of steps and of the scene's own k and dt; mu = 3/4
    told=$(recipes | sed -n '/^## 4\./,/^## 5\./p' | tr '\n' ' ')
    like "$told" "* $(awk 'BEGIN { print int(3.14159 * sqrt(0.75 / 1e6) / 2e-5) }')\. With the scene's own * takes $(
        awk 'BEGIN { print int(3.14159 * sqrt(0.75 / 1e5) / 5e-4) }') steps, and * gives $(
        "$sim" -i spring scenes/two_balls.json | awk -F, '$3 == 0 { v = $6 } END { printf "%.3f", v }')\.*"
}

@test "5: sweep" {
    cook 5 | sed '1d; s/^[0-9]*,//; s/,/ /' >table
    equal "$(grep -c '' table)" 11
    # all energy is kept at e = 1, and ever less of it as e falls, by and large
    awk '$1 == 1 && ($2 - 5.44) ^ 2 > 1e-24 || $1 < 1 && $2 > 2.7 || $1 < 0.7 && $2 > 0.2 || $2 <= 0 { exit 1 }' table
}

# typed N WORDS: the commands that stand in the text of a recipe, outside its block: the lines that have WORDS.
typed() {
    recipes | awk -v wanted="## $1." 'index($0, "## ") == 1 { here = index($0, wanted) == 1 } here && sub(/^    /, "")' | grep -F -- "$2"
}

@test "5: a million runs, here one in a hundred, and what reads them" {
    typed 5 seq | sed 's/1 0.00001 10.99999/1 0.001 10.999/' | bash -eo pipefail
    typed 5 'summary runs.csv' | bash -eo pipefail
    # a row has some 35 bytes; a million rows have one digit more in run and two in the speed
    equal "$(wc -l <runs.csv) $(head -n 1 runs.csv)" "10001 run,set.balls.0.speed,collisions.ball,energy.final"
    awk 'NR > 1 { n += length($0) + 1 } END { exit !(n/(NR - 1) + 3 > 33 && n/(NR - 1) + 3 < 37) }' runs.csv
    mean=$(awk -F, 'NR > 1 { s += $4 } END { printf "%.6f", s/(NR - 1) }' runs.csv)
    for reader in sqlite3 $(runs "" 'duckdb python3 Rscript'); do
        command -v $reader >/dev/null || continue
        [ $reader != python3 ] || python3 -c 'import pandas' 2>/dev/null || continue
        typed 5 "$reader " | sed 's/"energy.final\\")/"energy.final\\") as mean/' | bash -eo pipefail >found
        grep -oE '[0-9]+\.[0-9]+' found | awk -v mean=$mean '{ exit ($1/mean - 1)^2 > 1e-10 }' || { echo "$reader"; cat found; false; }
    done
}

@test "5: Ctrl-C in a batch, and what joins it" {
    typed 5 seq | sed 's/1 0.00001 10.99999/1 0.001 10.999/' | bash -eo pipefail
    batch=$(typed 5 'summary runs.csv')
    bash -c "$batch" && mv runs.csv whole.csv
    # once its first rows are there it is interrupted
    perl -e 'my $child = fork // die; if (!$child) { $SIG{INT} = "DEFAULT"; exec @ARGV or die }
        select undef, undef, undef, 0.002 until grep { -s } glob ".output*" or waitpid $child, 1;
        kill "INT", $child; waitpid $child, 0; exit(($? & 127) == 2 ? 0 : 1)' \
        bash -c "exec ${batch/ -q/}" 2>words || skip "it was through at once"
    run=$(sed -nE 's/.*--first-run ([0-9]+) .*/\1/p' words)
    { echo "run=$run"; typed 5 first-run; typed 5 runs.csv.partial; } | bash -eo pipefail
    cmp runs.csv whole.csv
}

# bats test_tags=full
@test "6: continue" {
    equal "$(cook 6)" "the same bytes"
    # other scenes: with a stop, of a time, and springs
    for scene in scenes/cloth.json scenes/cooling.json '-i spring -s duration=1 scenes/kickoff.json'; do
        equal "$(recipe 6 | sed "s,scenes/gas.json,$scene," | bash -eo pipefail)" "the same bytes"
    done
}

@test "7: first collision" {
    cook 7 >hits
    # the cue ball (0) meets the apex (1) at x = 1.9 - 0.028575 after (1.3 - 0.05715) / 8 s
    sed -n 1p hits | awk -F, '{ t = $1 - 0.15535625; x = $6 - 1.871425; exit !(t ^ 2 < 1e-24 && x ^ 2 < 1e-24 && $4 == 0 && $5 == 1) }'
    sed -n 2p hits | awk -F, '{ exit !($4 == 12 || $5 == 12) }'
}

@test "8: energy" {
    cook 8 | awk '{ exit !($1 > 1e-6 && $1 < 0.05) }'
    half=$(recipe 8 | sed 's/-i spring/-i spring -d 0.025 -n 8000 -e 40/')
    awk -v whole="$(cook 8)" -v half="$(bash -c "$half")" 'BEGIN { exit !(half < 0.7 * whole) }'
}

# bats test_tags=full
@test "9: Python" {
    need python3
    recipe 9 >recipe.py
    timeout 60 python3 recipe.py >found 2>messages
    equal "$(cat messages)" "run 2: <stdin>:3: error: balls.0.speed: must be >= 0, found -1
billiard-sim: 3 complete, 1 failed (run 2)"
    # it touches the rack with its centre a diameter before the apex
    sed -n 1p found | awk '{ exit !($NF > 1.82 && $NF < 1.85) }'
    # four shots, each answered before the next is sent
    equal "$(sed 1d found | sed 's/:.*//')" "4 {'ball'
6 {'ball'
-1 failed
8 {'ball'"
}

# bats test_tags=full
@test "10: R" {
    need Rscript
    recipe 10 >recipe.r
    Rscript recipe.r >table 2>messages
    equal "$(cat messages)" ""
    # 2 N / (N + 1) = 1.990 for N = 200 balls of one energy in all; some 5000 independent samples leave a standard error of 0.03
    awk '{ n++; ratio = $NF } END { exit !(n == 1 && ratio > 1.9 && ratio < 2.08) }' table
}

@test "11: Makefile" {
    recipe 11 >Makefile
    (unset MAKEFLAGS MFLAGS MAKELEVEL; make -s two_balls.csv unequal.csv && make -q two_balls.csv)
    "$sim" scenes/two_balls.json | cmp - two_balls.csv
    equal "$(unset MAKEFLAGS MFLAGS MAKELEVEL; make -n | grep -c billiard-sim)" $(($(ls scenes/*.json | wc -l) - 2))
}

@test "11: Makefile, of a run that fails or is interrupted: nothing is left that make would take for done" {
    recipe 11 >Makefile
    rm scenes
    mkdir scenes
    echo '{"table": {"width": 12, "height": 2}, "dt": 0.1, "steps": 100, "restitution": {"ball": 0.05}, "defaults": {"r": 0.5},
        "balls": [{"x": 1, "y": 1, "vx": 1}, {"x": 5, "y": 1}, {"x": 7, "y": 1}]}' >scenes/collapse.json
    for _ in 1 2; do
        run env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make
        equal "$status" 2
        like "$output" "*inelastic collapse*"
        [ ! -e collapse.csv ]
        equal "$(head -n 1 collapse.csv.partial)" "step,t,ball,x,y,vx,vy"
    done
    sed -i 's/"steps": 100, "restitution": {"ball": 0.05}/"steps": 1000000000000, "every": 1000/' scenes/collapse.json
    run timeout -s INT 0.2 env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make
    [ ! -e collapse.csv ]
}

# bats test_tags=full
@test "12: map" {
    need gnuplot
    equal "$(cook 12 2>&1)" ""
    equal "$(grep -c '' map)" 676
    # walls balls energy: a run alone
    equal "$(sed -n 1p map)" "0.5 0.5 $("$sim" -s duration=5 -s frame=5 -s restitution=0.5 -o /dev/null --energy - "$root/scenes/break.json" | tail -n 1 | cut -d, -f3)"
    awk '$1 == 1 && $2 == 1 { found = ($3 - 5.44) ^ 2 < 1e-24 } END { exit !found }' map
    grep -q '<svg' map.svg
    # a run that fails leaves its place empty
    recipe 12 | sed 's/b = 50; b <= 100; b += 2/b = 0; b <= 80; b += 20/; s/w = 50; w <= 100; w += 2/w = 10; w <= 90; w += 40/' >recipe.sh
    equal "$(bash -eo pipefail recipe.sh 2>/dev/null)" "some runs failed"
    equal "$(awk '{ n += $3 == "NaN" } END { print NR, n }' map)" "15 $(awk -F, '$2 == 1' runs.csv | wc -l)"
    [ "$(grep -c NaN map)" -gt 2 ]
}

# bats test_tags=full
@test "13: random breaks" {
    need jq
    cook 13 >histogram
    awk '{ sum += $4; if (length($5) != int(($4 + 4) / 10) && length($5) != int(($4 + 5) / 10)) exit bad = 1 } END { exit bad || sum != 1000 || NR < 3 }' histogram
}

# bats test_tags=full
@test "14: bank shot" {
    cook 14 >angles.found 2>messages
    equal "$(cat messages)" ""
    # the mirror images of the target in three cushions, seen from the cue ball; the fourth is behind the target
    for wanted in $(perl -e 'use constant R => 0.0286; my $pi = 4 * atan2(1, 1);
        for ([1.9, 2 * R - 0.9], [1.9, 2 * (1.27 - R) - 0.9], [2 * R - 1.9, 0.9], [2 * (2.54 - R) - 1.9, 0.9]) {
            my $angle = 180 / $pi * atan2($_->[1] - 0.3, $_->[0] - 0.6); printf "%.1f ", $angle < 0 ? $angle + 360 : $angle }'); do
        grep -qxF "balls.0.angle=${wanted%.0}" angles.found || { echo "$wanted is missing"; false; }
    done
    # and a few at random: alone, they hit one cushion and then the ball
    for angle in $(sed -n '1p; 20p; $p' angles.found); do
        "$sim" -s "$angle" -o /dev/null --events - shot.json | sed 1d | head -n 2 | cut -d, -f3 | paste -sd' ' | grep -qE '^(left|right|bottom|top) ball$'
    done
}

@test "15: chaos" {
    cook 15 >growth
    equal "$(sed -n 1p growth)" " 0.00 1.0e-09"
    equal "$(grep -c '' growth)" 21
    awk '$2 > most { most = $2 } $1 == 1 && $2 > 1e-5 { exit bad = 1 } END { exit bad || most < 0.01 }' growth
    # where one run ends before the other, and where a pocket takes a ball from one of them, nothing is compared
    recipe 15 | sed 's,scenes/break,scenes/pool,; s/0.65 0.650000001/0.45 0.455/' | bash -eo pipefail >growth
    awk '$2 > 0.1 { exit bad = 1 } END { exit bad || NR < 3 }' growth
}

@test "16: how real is a break" {
    equal "$(cook 16)" "gr     cue 0.200 corner 0.591
hertz  cue 0.179 corner 0.560
hooke  cue 0.233 corner 0.531"
}

# bats test_tags=full
@test "17: a trick shot" {
    need gnuplot
    equal "$(cook 17 's/ 0 0.05 359.95/ 150 0.05 159.95/' 2>&1)" "balls.0.angle=157.3"
    equal "$(head -c 8 pool.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
    # other targets, on another table: what is told is in the log; and where there is nothing to be told, that is
    recipe 17 | sed 's,scenes/pool.json,scenes/tables/pool_7ft.json,; s/ 0 0.05 359.95/ 19 0.1 20/; s/"speed": 6/"speed": 4/; s/"x": 1.42, "y": 1.35/"x": 1.9, "y": 1/
        s/{"x": 2.6, "y": 1.33, "color": "royalblue"}, {"x": 2.6, "y": 0.2/{"x": 1.2, "y": 0.3/; s/wanted=3/wanted=2/; s,scenes/plot/picture.sh,true,' >recipe.sh
    equal "$(bash -eo pipefail recipe.sh 2>/dev/null)" "balls.0.angle=19.2"
    sed -i 's/wanted=2/wanted=4/' recipe.sh
    equal "$(bash -eo pipefail recipe.sh 2>/dev/null)" "none of these directions does it"
}

@test "18: how long a break rolls" {
    cook 18 >rolls
    equal "$(cut -d' ' -f1 rolls | paste -sd' ')" "0.05 0.075 0.1 0.125 0.15"
    awk 'NR > 1 && $2 > last { exit bad = 1 } { last = $2 } NR == 1 { first = $2 } END { exit bad || !(NR == 5 && last > 0.6 * first && last < 0.72 * first) }' rolls
    # the standard error is what another forty breaks scatter by
    awk '$3 != "+-" || $4 < 0.05 || $4 > 0.5 { exit 1 }' rolls
    recipe 18 | sed 's/duration=60/duration=9/' | bash -eo pipefail >late 2>/dev/null
    like "$(sed -n 1p late)" '0.05 *of * breaks; * still roll'
}

@test "19: the perfect lag" {
    # the speed that ends at the cushion, to half a millimetre per second; a rolling ball leaves the other cushion with rolls*u, after a
    # slide of slid*u^2
    wanted=$(awk 'BEGIN { r = 0.028575; c = 0.0981; sine = 0.03629/r - 1; t = (1 + sine)/3.5; v = 0.75 + t*sine; s = 1 - 2.5*t
        rolls = (5*v - 2*s)/7; slid = (v + rolls)/2*2*(v + s)/(7*1.962)
        v = sqrt((2.54 - 2*r)/(slid + rolls^2/(2*c)) + 2*c*(1.905 - r)); print 0.0005 * int(v / 0.0005 + 0.5) }')
    equal "$(cook 19 | cut -d' ' -f1)" "balls.1.vx=$wanted"
    # a ball that still rolls at the end has not stopped anywhere
    equal "$(recipe 19 | sed 's,scenes/lag.json,-q -s duration=8 &,' | bash -eo pipefail)" "no shot "
}

# bats test_tags=full
@test "20: a pressure" {
    cook 20 >found
    # four standard errors, as it says itself; the rate includes the melting
    awk '$1 == "Z" { n += $4 < 0.02 && ($2 - 2.829)^2 < (4*$4)^2 }
         $1 == "beta" { n += $4 > 1.42 && $4 < 1.46 }
         $1 == "hits" { n += $5 " " $6 == "per d/v0" && $4 > 4.05 && $4 < 4.2 }
         $1 == "free" { n += $3 > 0.29 && $3 < 0.32 } END { exit n != 4 }' found
}

# bats test_tags=full
@test "21: diffusion" {
    cook 21 $'s/f += 8/f += 40/\ns/%g. 8 /%g\' 4 /' >found
    # D between 1 and 1.6 times Enskog's value, 0.16; velocities forgotten after ten hits
    awk '$1 == "D" && $2 > 0.15 && $2 < 0.26 { n++ } END { exit n != 2 }' found
    awk 'NF == 4 { n += $3 == "+-" && $4 > 0 && $4 < 0.01 } END { exit n != 1 }' found
    awk -F, 'NR == 2 { n += $2 == 0 && $3 > 1.7 && $3 < 2.3 } $1 > 10 { late++; n += $3^2 < 0.09 } END { exit !(late > 3 && n == late + 1) }' diffusion.csv
    # the same gas 28.3 times slower: as much less, over as many hits
    recipe 21 | sed "s/%g' 8 /%g' 4 /; s,gas=scenes/torus.json,gas='-s balls.0.speed=0.05 scenes/torus.json',; s/f += 8/f += 40/" | bash -eo pipefail >slow
    awk 'FNR == NR { fast[FNR] = $2; next } { r = $2*28.284/fast[FNR]; if (r < 0.8 || r > 1.25) exit bad = 1; n++ } END { exit bad || n != 2 }' found slow
}

# bats test_tags=full
@test "22: structure" {
    cook 22
    # nothing within a diameter, 2.29 at contact, 1 far away
    awk -F, 'NR == 1 { next } $1 < 0.64 { near += $2 } $2 > most { most = $2 } $1 > 2 { far += $2; k++ }
             END { exit !(near == 0 && most > 2 && most < 2.5 && far/k > 0.98 && far/k < 1.02) }' structure.csv
    # another gas, less dense: at contact 1.43 by Henderson, within four of its errors and the slope over two bins
    echo '{"table": {"width": 30, "height": 20, "periodic": true}, "duration": 1, "defaults": {"m": 1},
        "balls": [{"fill": "square", "count": 382, "r": 0.316228, "speed": 3, "seed": 5}]}' >thin.json
    recipe 22 | sed 's,scenes/torus.json,thin.json,' | bash -eo pipefail
    awk -F, '$1 > 0.632 && $1 < 0.67 { s += $2/2; q += $3^2/4; n++ } $1 < 0.632 && $2 > 0 { bad++ }
        END { exit !(n == 2 && !bad && sqrt(q) < 0.2 && (s - 1.4)^2 < 16*q) }' structure.csv
}

# bats test_tags=full
@test "23: a crystal melts" {
    need gnuplot
    # two of the 16 area fractions: 0.60 and 0.74, for less than a third of the time
    equal "$(cook 23 $'s/eta++/eta += 14/\ns/span 1500/span 450/; s/span 50)/span 15)/' 2>&1)" ""
    equal "$(head -c 8 pressure.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
    # liquid, solid, and less pressure in between
    awk -F, -v rows=$(runs 3 17) '
        NR > 1 && ($4 <= 0 || $5 <= 0) { exit bad = 1 } $1 == 0.60 && ($2 - 4.933)^2 < 0.08^2 { ok++ } $1 == 0.67 && ($2 - 7.987)^2 < 0.15^2 { ok++ }
        $1 == 0.74 && $2 > 10.1 && $2 < 10.6 { ok++ }
        $1 == 0.69 { before = $2 } $1 == 0.71 && $2 < before { ok++ } $1 == 0.75 && $2 > 10.8 && $2 < 11.4 { ok++ }
        END { exit bad || !(ok == (rows == 3 ? 2 : 5) && NR == rows) }' pressure.csv
}

# bats test_tags=full
@test "24: Lyapunov exponents" {
    cook 24 's/=1e5/=1e4/g' >found
    # four standard deviations of such runs, from twenty directions of the shot
    awk '/sinai/ { n += ($2 - 0.510)^2 < 0.036^2 && ($7 - 0.769)^2 < 0.028^2 }
         /stadium/ { n += ($2 - 0.468)^2 < 0.061^2 && ($7 - 0.935)^2 < 0.142^2 }
         /lorentz/ { n += ($2 - 1.759)^2 < 0.025^2 && ($7 - 1.269)^2 < 0.021^2 }
         { if (!($4 > 0 && $9 > 0 && ($13 - $14)^2 < (8*$9)^2)) exit bad = 1 } END { exit bad || n != 3 || NR != 3 }' found
    # a small disc in a unit square: -2 ln R + 1 - 4 ln 2 + 27 zeta(3)/(2 pi^2) + O(R (ln R)^2) (Dahlqvist, Nonlinearity 10, 159,
    # 1997), 0.02 higher for this R, and four standard errors of 4900 hits that scatter by 1.14
    echo '{"table": {"width": 1, "height": 1, "periodic": true}, "duration": 1,
        "balls": [{"x": 0.3, "y": 0.2, "speed": 1, "angle": 50, "r": 1e-12}, {"x": 0.5, "y": 0.5, "r": 0.01, "fixed": true}]}' >small.json
    recipe 24 | sed 's,scenes/sinai.json scenes/stadium.json scenes/lorentz.json,small.json,; s/=1e5/=2.5e5/g' >recipe.sh
    bash -eo pipefail recipe.sh | awk '{ d = $7 - (-2*log(0.01) + 1 - 4*log(2) + 27*1.2020569/(2*3.14159265^2)) } END { exit !(NR == 1 && d^2 < 0.085^2) }'
    # two discs between walls: 0.9876 per length, 0.9523 per hit, from a tangent vector along 200 000 hits of a program of its own
    echo '{"table": {"width": 3, "height": 2}, "duration": 1, "balls": [{"x": 2.2, "y": 0.3, "speed": 2, "angle": 33, "r": 0.05},
        {"x": 1, "y": 1.2, "r": 0.4, "fixed": true}, {"x": 2.1, "y": 1.1, "r": 0.3, "fixed": true}]}' >small.json
    sed -i 's/=2.5e5/=2e4/g' recipe.sh
    bash -eo pipefail recipe.sh | awk '{ exit ($2 - 0.9876)^2 > (4*$4)^2 || $4 > 0.04 || ($7 - 0.9523)^2 > (4*$9)^2 || $9 > 0.02 }'
    # what has no exponent of this kind
    sed -i 's/"duration"/"restitution": 0.9, "duration"/' small.json
    equal "$(bash recipe.sh 2>&1 | sort)" "billiard.awk: the recipe does not fit this scene: hits take energy, restitution is not 1
small.json: too few reflections for an exponent"
}

@test "billiard.awk counts gates among obstacles, as the log does, and they are no pieces of the boundary" {
    with() { # with OBSTACLES: the rows of a ball between them
        echo '{"table": {"width": 3, "height": 2}, "duration": 9, "frame": 9, "obstacles": ['"$1"'],
            "balls": [{"x": 2.2, "y": 0.3, "speed": 2, "angle": 33, "r": 0.05}]}' >scene.json
        "$sim" -q --print-scene scene.json >shown
        "$sim" -q -o /dev/null --events - scene.json | awk -f scenes/billiard.awk shown - >rows
    }
    pieces='{"line": [0.5, 0, 0, 0.5]}, {"line": [1, 1, 1, 2]}'
    with "$pieces"
    mv rows wanted
    [ "$(wc -l <wanted)" -gt 5 ]
    with '{"gate": [2, 0, 2, 2]}, '"$pieces"
    cut -d, -f1-6 rows | cmp - <(cut -d, -f1-6 wanted)
}

@test "billiard.awk refuses a ball that does not go straight on from mirror to mirror" {
    ball='{"x": 2.2, "y": 0.3, "speed": 2, "angle": 33, "r": 0.05}'
    disc='{"x": 1, "y": 1.2, "r": 0.4, "fixed": true}'
    told() {
        echo '{'"$1"'"table": {"width": 3, "height": 2'"$3"'}, "duration": 9, "balls": ['"${2:-$ball, $disc}"']}' | "$sim" -q --print-scene >shown
        printf 't,group,kind,a,b,x,y,nx,ny,u,j\n' | awk -f scenes/billiard.awk shown - 2>&1
    }
    equal "$(told '')" "t,path,s,p,curvature,u"
    equal "$(told '"obstacles": [{"line": [0.1, 0, 0, 0.1], "e": 1, "mu": 0}],')" "t,path,s,p,curvature,u"
    no="billiard.awk: the recipe does not fit this scene:"
    equal "$(told '"restitution": {"wall": 0.9},')" "$no hits take energy, restitution is not 1"
    equal "$(told '"mu": {"wall": 0.1},')" "$no the ball rubs, mu is not 0"
    equal "$(told '"gravity": [0, 1],')" "$no it has gravity"
    equal "$(told '"integrator": "impulse",')" "$no its integrator is not event"
    equal "$(told '"materials": {"a": {"a": {"e": 0.5}}},')" "$no it has materials"
    equal "$(told '"obstacles": [{"line": [0.1, 0, 0, 0.1], "e": 0.9}],')" "$no an obstacle moves, rubs or takes energy"
    equal "$(told '"obstacles": [{"line": [0.1, 0, 0, 0.1], "motion": [[0, 1, 1]]}],')" "$no an obstacle moves, rubs or takes energy"
    equal "$(told '' "$ball, {\"x\": 1, \"y\": 1, \"r\": 0.1}")" "$no more than one ball moves"
    equal "$(told '' '{"x": 1, "y": 1, "r": 0.1, "vx": 1, "friction": 0.1}')" "$no the ball rolls or slides on a cloth"
    equal "$(told '' '' ', "thermal": {"left": 1}')" "$no walls move, or have a temperature"
}

# bats test_tags=full
@test "25: backwards" {
    cook 25 >found
    awk '{ t[NR] = $1; d[NR] = $2 } END { exit !(NR == 6 && t[1] == 5 && d[1] < 1e-8 && d[2] < 1e-3 && d[6] > 1) }' found
    # perfectly rough balls bring their spin back, too
    recipe 25 | sed 's,scenes/gas.json,-s mu=1e9 -s beta=1 &,; s/5 10 .*30/0.5 10/' | bash -eo pipefail >found
    awk '{ t[NR] = $1; d[NR] = $2 } END { exit !(NR == 2 && t[1] == 0.5 && d[1] < 1e-12 && d[2] < 1e-3) }' found
    # no way back: losses, a pocket, a wall with a temperature, a rack that is hit at once
    for scene in scenes/cooling.json scenes/pool.json '-s table.thermal.left=1 scenes/gas.json' '-s restitution=1 scenes/break.json'; do
        equal "$(recipe 25 | sed "s,scenes/gas.json,$scene,; s/5 10 .*30/20 30/" | bash -eo pipefail)" "20: energy has come or gone, or several were hit at once"
    done
}

@test "26: a granular gas cools" {
    need gnuplot
    cook 26 >found
    # 1.117 +- 0.005 by the seeds 1001 to 1200, which scatter by 0.07: four standard errors of sixteen. The common motion would add 0.5
    awk '{ error = 0.07/sqrt(16); n++ } ($(NF - 2) - 1.117)^2 > (4*error)^2 || $NF < error/2 || $NF > 2*error { exit bad = 1 } END { exit bad || n != 1 }' found
    awk -F, 'NR == 2 { first = $2 } END { exit !(NR == 23 && $1 == 84 && first == 1) }' cooling.csv
    equal "$(png_kind haff.png)" PNG
    [ -n "${TEST_FULL-}" ] || return 0
    # a dilute gas between walls, as the text says: 1.029 +- 0.003 by 24 seeds
    recipe 26 | sed "s/torus/cooling/; s/%g' 16/%g' 4/; /^gnuplot/s/.*/true/" | bash -eo pipefail | awk '{ print; exit ($(NF - 2) - 1.029)^2 > 0.03^2 }'
}

@test "numbers.awk refuses a gas that the recipes are not made for, and then nothing is made" {
    told() {
        sed "s/^{/{$1/" <<<'{"table": {"width": 9, "height": 9, "periodic": true}, "dt": 1, "steps": 9, "defaults": {"r": 0.2, "m": 1},
            "balls": [{"fill": "hex", "count": 20, "speed": 1}]}' | sed "${3-}" | "$sim" -q --print-scene | awk ${2-} -f scenes/numbers.awk 2>&1
    }
    like "$(told '')" '-v n=20 -v d=0.4* -v width=9 -v height=9 -v area=81 -v eta=0.031* -v room=81 -v tick=5'
    no="numbers.awk: the recipe does not fit this scene:"
    equal "$(told '"mu": 0.1, ')" "$no its balls rub, mu is not 0"
    equal "$(told '"restitution": 0.9, ')" "$no its balls lose energy, restitution.ball is not 1"
    equal "$(told '"restitution": {"ball": [[0, 1], [1, 0.9]]}, ')" "$no its balls lose energy, restitution.ball is not 1"
    like "$(told '"restitution": {"ball": 0.9}, "mu": 1, ' '-v cools=1 -v rough=1')" '-v n=20 *'
    equal "$(told '"restitution": 0.9, ' '-v cools=1' 's/, "periodic": true//')" "$no its walls take energy, restitution.wall is not 1"
    equal "$(told '' '' 's/, "periodic": true//')" "$no its table has walls"
    like "$(told '' '-v cools=1' 's/, "periodic": true//')" '* -v area=81 -v eta=0.031* -v room=78.6* -v tick=5'
    equal "$(told '"gravity": [0, 1], ')" "$no it has gravity"
    equal "$(told '"materials": {"a": {"a": {"e": 1}}}, ')" "$no it has materials"
    equal "$(told '"obstacles": [{"pocket": [0, 0, 0.1]}], ')" "$no it has obstacles"
    equal "$(told '"integrator": "impulse", ')" "$no its integrator is not event"
    equal "$(told '"contact_time": 0.1, ')" "$no its contact_time makes hits elastic that are no collapse"
    like "$(told '"contact_time": 1e-6, ')" '-v n=20 *'
    equal "$(told '' '' 's/"speed": 1/"speed": 0/')" "$no no ball moves"
    equal "$(told '' '' 's/"m": 1/"m": 1, "friction": 1e-9/')" "$no its balls roll or slide on a cloth"
    equal "$(told '' '' 's/"periodic": true/"thermal": {"left": 1}/')" "$no its walls have a temperature"
    equal "$(told '' '' 's/"periodic": true/"motion": {"left": [[0, 1, 0]]}/')" "$no its walls move"
    # a reader who pastes the lines sees the reason, and no table
    for n in 20 21 22 23 26 27 29 38; do
        rm -f ./*.csv ./*.png
        recipe $n | sed 's,scenes/torus.json,scenes/break.json,; s,scenes/cooling.json,scenes/break.json,' >recipe.sh
        run bash recipe.sh
        like "$output" "$no not all balls have the mass 1"*
        equal "$n: $(ls | grep -cE 'csv|png')" "$n: 0"
    done
}

# bats test_tags=full
@test "27: a viscosity" {
    cook 27 's/span 5000/span 1000/g' >found
    # four standard errors of runs of that length
    awk -v error=$(runs 0.2 0.09) '$1 == "viscosity" && ($2 - 1.06)^2 < (4*error)^2 && $4 > 0.02 && $4 < 2*error { n++ } END { exit n != 1 }' found
}

# bats test_tags=full
@test "28: a dense mixture" {
    near() {
        awk -v least="$1" 'NR == 1 { n += $1 == "Z" && ($2 - $9)^2 < (4*$4 + 0.015)^2 && $4 < 0.05 && $9 > least }
            NR > 1 { n += ($2 - $6)^2 < (4*$4 + 0.003)^2 && $4 < 0.01 } END { exit n != 4 }' found
    }
    cook 28 >found
    near 6.34
    # others: a dilute one, that a short time would leave pressed; many small balls, and few large ones
    for line in 'small=100 large=100 a=0.5 b=0.7 eta=0.3' 'small=300 large=20 a=0.5 b=1.5 eta=0.5'; do
        recipe 28 | sed "1s/.*/$line/" | bash -eo pipefail >found
        near 2
    done
}

# bats test_tags=full
@test "29: the Lyapunov exponent of a gas" {
    cook 29 's/span 500/span 150/g' >found
    # four standard errors of four such runs
    awk -v error=$(runs 0.035 0.013) '$1 == "exponent" && ($2 - 3.71)^2 < (4*error)^2 && $4 > 0 && $4 < 0.1 { n++ } END { exit n != 1 || NR != 1 }' found
    # in units of v0/d a slow gas has the same
    recipe 29 | sed "s,gas=scenes/torus.json,gas='-s balls.0.speed=0.05 scenes/torus.json',; s/span 500/span 150/g" | bash -eo pipefail |
        awk '{ exit ($2 - 3.71)^2 > 0.15^2 }'
    # two discs, in the frame of the one: the small disc of recipe 24, at relative speed 1; kT = 1/8; 0.02 and
    # four standard errors of 16000 hits, as there
    echo '{"table": {"width": 1, "height": 1, "periodic": true}, "duration": 1, "defaults": {"r": 0.005, "m": 1},
        "balls": [{"x": 0.3, "y": 0.2, "speed": 0.5, "angle": 50}, {"x": 0.5, "y": 0.5, "speed": 0.5, "angle": 230}]}' >two.json
    recipe 29 | sed "s,scenes/torus.json,two.json,; s/seed=%g' 4/x=0.3%g' 4/; s/span 500/span 1e4/g; s/%.3f/%.9f/g" >recipe.sh
    bash -eo pipefail recipe.sh >found
    awk -v hits="$(sed 1d hits.csv | grep -c '')" '{ print; l = $2/0.01*sqrt(1/8)/(hits/8e5)
        d = l - (-2*log(0.01) + 1 - 4*log(2) + 27*1.2020569/(2*3.14159265^2)); print l, d } END { exit !(NR == 1 && d^2 < 0.06^2) }' found
}

# bats test_tags=full
@test "30: a bounce map" {
    need gnuplot
    cook 30 >found
    equal "$(head -c 8 map.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
    sed 1d map.csv | cut -d, -f2-4 | awk -F, -v OFS=, '{ print $2, $3, $1 }' >moved && mv moved map.csv # s, p, path
    awk '{ exit ($4 - 1/3)^2 > (4*$6)^2 || $6 > 0.01 || ($10 - 1.9994)^2 > (4*$12)^2 || $12 > 0.02 }' found
    # every piece of the boundary, in proportion to its length, and both directions
    awk -F, -v pi=3.14159265 '$1 < 0 || $1 > 4 + 1.8*pi || $2^2 > 1 { exit bad = 1 }
        { n[($1 > 2) + ($1 > 2 + 0.9*pi) + ($1 > 4 + 0.9*pi)]++; p += $2 }
        END { for (i = 0; i < 4; i++) if ((n[i]/NR - (i % 2 ? 0.9*pi : 2)/(4 + 1.8*pi))^2 > 0.02^2) exit 1
              exit bad || !(NR > 49000 && (p/NR)^2 < 0.02^2) }' map.csv
    # the fourth hit of the scene, solved to 40 digits
    awk -F, 'NR == 3 { exit !(($1 - (4 + 0.9*(2*3.14159265 - atan2(0.788090153631867, -0.6155598344178380))))^2 < 1e-9 && ($3 - 2.819924)^2 < 1e-9) }' map.csv
    # a triangle: A/P is half the inradius, which the centre sees smaller by its radius
    recipe 30 | sed '1,2d; /^gnuplot/s/.*/true/' >recipe.sh
    echo '{"table": {"width": 6, "height": 5}, "duration": 2e4, "frame": 2e4, "balls": [{"x": 2.7, "y": 1.8, "speed": 2, "angle": 23, "r": 0.2}], "obstacles": [
        {"line": [1, 1, 5, 1]}, {"line": [5, 1, 2, 4.5]}, {"line": [2, 4.5, 1, 1]}]}' >chain.json
    bash -eo pipefail recipe.sh | awk '{ a = 4; b = sqrt(9 + 3.5^2); c = sqrt(1 + 3.5^2); inradius = 4*3.5/(a + b + c)
        path = 3.14159265*(inradius - 0.2)/2; exit ($4 - 1/3)^2 > (4*$6)^2 || ($10 - path)^2 > (4*$12)^2 || $12 > 0.01 }'
}

@test "31: doubles in gnuplot" {
    need gnuplot
    equal "$(cook 31 2>&1)" ""
    equal "$(wc -c <gas.bin)" "$((56 * $("$sim" scenes/gas.json | sed 1d | wc -l)))"
    grep -q '<svg' speeds.svg
    # a dot for each row, of a scene with rotation, too: with the mean vx of the csv
    recipe 31 | sed "s,scenes/gas.json,scenes/draw.json,; s/set term svg; set output 'speeds.svg'/set table 'dots'/" | bash -eo pipefail 2>/dev/null
    equal "$(awk '!/^#/ && NF' dots | wc -l)" "$("$sim" scenes/draw.json | sed 1d | wc -l)"
    "$sim" scenes/draw.json | awk -F, -v mean="$(awk '!/^#/ && NF { s += $1; n++ } END { print s/n }' dots)" 'NR > 1 { s += $6 } END { exit (s/(NR - 1) - mean)^2 > 1e-8 }'
}

# mean_square [SCENE]: of the speeds, by csv.
mean_square() {
    "$sim" "${1:-scenes/gas.json}" | awk -F, 'NR > 1 { sum += $6^2 + $7^2 } END { printf "%.6f\n", sum/(NR - 1) }'
}

@test "32: doubles in Python, DuckDB and Parquet" {
    need python3
    python3 -c 'import duckdb, numpy, pandas' 2>/dev/null || skip "no duckdb, numpy, pandas"
    recipe 32 >recipe.py
    for scene in gas draw; do
        equal "$(sed "s/gas.json/$scene.json/" recipe.py | python3 | tr -d '()' | awk '{ printf "%.6f\n", $2 }')" "$(mean_square scenes/$scene.json)"
    done
    [ -s gas.parquet ]
}

# bats test_tags=full
@test "33: doubles in R" {
    need Rscript
    recipe 33 >recipe.r
    for scene in gas draw; do
        sed "s/gas.json/$scene.json/" recipe.r >other.r
        equal "$(Rscript other.r | awk '{ printf "%.4f\n", $NF }')" "$(mean_square scenes/$scene.json | awk '{ printf "%.4f\n", $1 }')"
    done
}

@test "35: which runs failed" {
    cook 35 >found
    equal "$(sed -n 1p found)" "the largest status is 3"
    like "$(sed -n 2p found)" 'run 1: <stdin>:2: error: restitution: must be from 0 to 1, found 1.5'
    like "$(sed -n 3p found)" 'run 2: scenes/break.json:*: error: balls.0: extends * beyond the right wall, after <stdin>:3'
    equal "$(wc -l <found)" 3
}

@test "36: a game" {
    need python3
    recipe 36 >recipe.py
    timeout 300 python3 -B recipe.py >found
    like "$(head -n 1 found)" "break: <Shot: *"
    like "$(tail -n 1 found)" "winner: *"
    # as many strokes as the rules took, and a foul has its name
    [ "$(grep -c '^player [01], [01]\.[0-9][0-9]: ' found)" = "$(($(wc -l <found) - 2))" ]
    run ! grep -vE '^(break|player|winner)' found
}

@test "tables/spots.csv has the spots that the tables tell of, and racks stand on them" {
    sed 1d scenes/tables/spots.csv | while IFS=, read -r table spot x y; do
        case $spot in
            centre) grep -qF "($x, $y)" "scenes/tables/$table.json" ;;
            yellow | green) [ "$x" = 0.867 ] ;;
            *) grep -qF "($x, $y)" "scenes/tables/$table.json" ;;
        esac || { echo "$table $spot"; false; }
        simulate -q --check -s "balls=[{\"x\": $x, \"y\": $y}]" "scenes/tables/$table.json"
        equal "$status" 0
    done
    equal "$(cut -d, -f1 scenes/tables/spots.csv | sed 1d | sort -u)" "$(cd scenes/tables && ls ./*.json | sed 's,./\(.*\).json,\1,')"
}

@test "37: a Galton board" {
    need jq
    need gnuplot
    equal "$(cook 37 's/k < 2000/k < 100/' 2>&1)" ""
    # all balls in the thirteen pockets; the theory has all in eleven of them
    awk -F, -v balls="$(runs 100 2000)" 'NR > 1 { n += $2; t += $3; m += $3 > 0 } END { exit !(NR == 14 && m == 11 && n == balls && (balls - t)^2 < 1e-4) }' counts.csv
    # twelve balls from the top to the pockets
    equal "$(awk '$1 == 0' falls | wc -l) $(awk '!/^#/ && NF { print $3 }' falls | sort -u | wc -l) $(grep -c '"r": 0.3,' board.json)" "12 12 12"
    equal "$(png_kind galton.png)$(png_kind binomial.png)" PNGPNG
    [ -n "${TEST_FULL-}" ] || return 0
    # a board of eight rows, with a smaller ball: the theory begins with pocket 2, and the ball is drawn as large as it is
    sed '/"y": 2.24/d; s/\("y": 3.11.*\),$/\1/; /"y": 1.37/d; s/"r": 0.3,/"r": 0.28,/' scenes/galton.json >eight.json
    recipe 37 | sed 's/k < 2000/k < 200/; s,board=scenes/galton.json,board=eight.json,' | bash -eo pipefail
    equal "$(cut -d, -f1 counts.csv | paste -sd' ') $(grep -c '"r": 0.28,' board.json) $(awk '!/^#/ && NF { print $8 }' falls | sort -u)" \
        "pocket 0 1 2 3 4 5 6 7 8 9 10 11 12 12 0.28"
    awk -F, 'NR > 1 { n += $2; t += $3; m += $1*$2; if ($3 > 0 && !begin) begin = $1 } END { exit !(begin == 2 && n == 200 && (t - 200)^2 < 1e-4 && (m/n - 6)^2 < (4*1.5/sqrt(200))^2) }' counts.csv
}

# png_kind FILE: PNG if it is one.
png_kind() { head -c 4 "$1" | tail -c 3; }

@test "38: a rough gas" {
    need gnuplot
    equal "$(cook 38 2>&1)" ""
    # translation and rotation, from two to twelve hits per ball, near the theory
    awk -F, 'NR > 1 && $1 > 2 && $1 < 12 { n++; if (($2/$4 - 1)^2 > 0.15^2 || ($3/$5 - 1)^2 > 0.2^2) exit bad = 1 } END { exit bad || !(n > 20) }' rough.csv
    equal "$(png_kind rough.png)" PNG
    [ -n "${TEST_FULL-}" ] || return 0
    # on a periodic table what all balls have in common never cools: without it elastic, perfectly rough discs keep R/T near 1
    recipe 38 | sed '1s,.*,gas=scenes/torus.json e=1 beta=1 q=0.5,; /^gnuplot/s/.*/true/' | bash -eo pipefail
    awk -F, 'NR > 5 { n++; t += $2/$4; r += $3/$5 } END { exit !(n > 10 && (t/n - 1)^2 < 0.08^2 && (r/n - 1)^2 < 0.08^2) }' rough.csv
}

@test "39: where the cue ball goes" {
    need jq
    need gnuplot
    cook 39 >found
    # the theory; a right angle to the other ball, bent forward; back from cuts below 27 degrees; what e and friction take
    awk -F, 'NR > 1 { if (($2 - $6)^2 > 1e-4 || $3 > $2 || $2 - $3 > 0.4 || $4 > 90.001 - $1 || ($1 > 0 && $4 < $3) || ($5 > 90) != ($1 < 27)) { print; exit bad = 1 } n++ }
        $1 >= 15 && $1 <= 50 && ($2 < 26 || $2 > 33.75) { print; exit bad = 1 } END { exit bad || n != 18 }' found
    equal "$(png_kind natural.png)$(png_kind cut.png)" PNGPNG
    [ -n "${TEST_FULL-}" ] || return 0
    # a half-ball hit: what e = 0.95 takes, and what friction gives back at 1.5 and at 0.6 m/s
    half() { TEST_FULL="" cook 39 "$1" | awk -F, '$1 == 30 { printf "%.1f %.1f\n", $2 - $3, $3 }'; }
    equal "$(awk -F, '$1 == 30 { printf "%.1f %.1f", $2 - $3, $3 }' found)" "0.3 33.3"
    equal "$(half '/>real/s/-s mu=[^]]*.. //')" "1.4 32.3"
    equal "$(half '/>real/s/>/-s balls.cue.vx=0.6 >/')" "-1.0 34.7"
    # other balls, a light and small one behind a heavy and large one that is a disc: momentum and energy at the hit, then Coriolis
    sed 's/"r": 0.028575, "m": 0.17/"r": 0.03, "m": 0.2, "inertia": 0.5/; s/"name": "object"/"name": "object", "m": 0.1, "r": 0.024/' scenes/cut.json >other.json
    recipe 39 | sed 's,scene=scenes/cut.json y=0.9,scene=other.json y=0.7,; /^gnuplot/,$d' | bash -eo pipefail >found
    awk -F, 'NR > 1 { n++; f = $1*3.14159265/180; turn = atan2(2/3*sin(f)*cos(f), cos(f)^2/3 + sin(f)^2 + 0.5)*180/3.14159265
        if (($2 - turn)^2 > 1e-6 || ($6 - turn)^2 > 1e-6) { print; exit bad = 1 } } END { exit bad || n != 18 }' found
}

@test "40: side against throw" {
    need jq
    need gnuplot
    cook 40 >found
    # TP A.14
    # the throw is largest between five degrees and the next
    awk -F, 'NR > 1 && $2 > most { most = $2; at = $1 } END { exit !(at == 33 && most > 5.29 && most < 5.31) }' throw.csv
    equal "$(sed -n '1p; 5p; 8p; 11p' found | tr '\n' ' ')" "cut (degrees),0.447 m/s,1 m/s,3 m/s 15,2.19212411,2.19212411,2.19212411 30,4.71500395,4.15447254,1.77955674 45,4.9451226,3.43304836,1.18543536 "
    equal "$(sed -n 20p found)" 0,2.1921,4.1545,3.4330
    # zero at 2/5 sin f, and of other signs on both sides
    awk -F, 'NR > 19 { for (i = 2; i <= 4; i++) { zero = 0.4*sin((i - 1)*15*3.14159265/180); if ((($1 - zero)^2 > 1e-6 && ($i > 0) != ($1 < zero)) || $i > 4.7) { print; exit bad = 1 } } }
        END { exit bad || NR != 40 }' found
    equal "$(png_kind throw.png)$(png_kind side.png)" PNGPNG
    [ -n "${TEST_FULL-}" ] || return 0
    # larger balls elsewhere: at small cuts the tangent of the throw is 1/(2 + 2/q) of that of the cut, and side cancels it at q sin f
    sed 's/0.028575/0.04/; s/0.635/0.6/; s/"m": 0.17/"m": 0.3, "inertia": 0.5/; s/"duration": 0.9/"duration": 3/' scenes/cut.json >other.json
    recipe 40 | sed 's,scene=scenes/cut.json,scene=other.json,; s/0.447 1 3/2 0.5/; /^gnuplot/d' | bash -eo pipefail >found
    equal "$(sed -n 1p found)" "cut (degrees),2 m/s,0.5 m/s"
    awk -F, '$1 == 5 && NF == 3 { throw = atan2(sin(5*3.14159265/180)/cos(5*3.14159265/180)/6, 1)*180/3.14159265; n += ($2 - throw)^2 < 1e-4 && ($3 - throw)^2 < 1e-4 }
        NF == 4 && $1 + 0 > 0 { for (i = 2; i <= 4; i++) { zero = 0.5*sin((i - 1)*15*3.14159265/180); if (($1 - zero)^2 > 1e-6 && ($i > 0) != ($1 < zero)) { print; exit bad = 1 } } }
        END { exit bad || n != 1 }' found
}

@test "41: a shot on a table" {
    need gnuplot
    need jq
    cook 41 >found
    equal "$(head -n 5 found | tr '\n' ',')" "ball 1,bottom -1,right -1,top -1,ball 2,"
    like "$(tail -n 1 found)" '{"rest":*,"pocketed":*,"pockets":*}'
    equal "$(png_kind carom.png)" PNG
}

# bats test_tags=full
@test "42: restitution from a formula" {
    need gnuplot
    equal "$(cook 42 2>&1)" ""
    # over two decades of time each gas stays within a tenth of its own theory, and the two part by a factor of 2
    awk -F, 'NR > 1 { n++; a = $2/$4; b = $3/$5 } n == 4 { c = $3/$2 }
        END { exit !(n == 400 && (a - 1)^2 < 0.01 && (b - 1)^2 < 0.01 && $3/$2 > 2*c) }' slopes.csv
    equal "$(png_kind slopes.png)" PNG
}

# bats test_tags=full
@test "43: sand" {
    need jq
    need gnuplot
    cook 43 >found
    # rough grains take longer, and heap up; smooth ones lie flat, but for waves
    slower() { awk -v least="$1" '{ time[NR] = $5; angle[NR] = $10; error[NR] = $12 } END { exit !(NR == 2 && time[1] > 1.25*time[2] && time[2] > 4 &&
        angle[1] > least && angle[1] < 20 && error[1] < 4 && angle[2] < 4) }' found; }
    slower 9
    equal "$(png_kind sand.png)" PNG
    equal "$(png_kind heap.png)" PNG
    [ -n "${TEST_FULL-}" ] || return 0
    # the same on a wider table, with other grains; and one that ends too soon
    recipe 43 | sed 's/"width": 46/"width": 60/; s/13/20/g; s/21\.5/28.5/; s/24\.5/31.5/; s/33/40/g; s/"seed": 1/"seed": 5/; s/"duration": 14/"duration": 18/; /^cat >sand.gnuplot/,$d' >recipe.sh
    bash -eo pipefail recipe.sh >found
    slower 5
    sed -i 's/"duration": 18/"duration": 5/' recipe.sh
    equal "$(bash -eo pipefail recipe.sh | grep -c 'not empty')" 2
}

# bats test_tags=full
@test "44: all ways to make a carom" {
    cook 44 >found
    equal "$(sed -n 1p found)" "366 of 18000 strokes score"
    equal "$(sed -n '2,$p' found | grep -cE '^ +[0-9]+ [0-9]+$')" 3
    # some alone: three cushions stand in the log before the second ball, and the recipe knows it
    for run in 1205 4000 13681; do
        "$sim" -q $(sed -n "$((run + 1))p" strokes | sed 's/^/-s /; s/ / -s /2g; s/ balls/ -s balls/g; s/-s -s/-s/g') -o /dev/null --events log carom.json
        score=$(perl -F, -lane 'next if $. == 1 || $F[2] eq "roll" || ($F[3] && $F[4]); next if $F[3] != 0;
            $F[2] eq "ball" ? ($met{$F[4]}++ || push(@balls, $cushions)) : $cushions++;
            END { print @balls > 1 && $balls[1] >= 3 ? "yes" : "no" }' log)
        equal "$run $(awk -F, -v run=$run '$1 == run { print $2 }' runs.csv | perl -lane '
            for (@F) { /^\d/ ? ($met{$_}++ || push(@balls, $n)) : $n++ } print @balls > 1 && $balls[1] >= 3 ? "yes" : "no"')" "$run $score"
    done
}

# bats test_tags=full
@test "45: how wide a pocket is" {
    need jq
    need gnuplot
    cook 45
    equal "$(wc -l <acceptance) $(head -c 4 acceptance.png | tail -c 3)" "300 PNG"
    # as the text says: before the jaws and from the far corner
    like "$(awk '$3 > most { most = $3 } NR == 1 || $3 < least { least = $3 } END { print least, most }' acceptance)" '1.[34][0-9]* 5[0-9].*'
    # a side pocket of a smaller table: widest before it, nothing along its cushion, as much from the left as from the right, and no room in jaws
    recipe 45 | sed 's/pool_9ft.json pocket=3/pool_7ft.json pocket=1/; s/x += 0.1/x += 0.3/; /^gnuplot/d' | bash -eo pipefail >found
    like "$(cat found)" '* shots begin where there is no room'
    awk '$3 == "NaN" { bad++; next } $3 > most { most = $3; at = $1 " " $2 } $2 == "0.20" && $1 < 0.6 && $3 != 0 { exit 1 }
        END { exit !(at == "1.10 0.20" && most > 45 && most < 65 && bad > 2 && NR == 70) }' acceptance
}

# bats test_tags=full
@test "46: the best break" {
    need gnuplot
    cook 46 >found
    equal "$(awk '{ n += $NF } /^balls/ { exit } END { print n - 0 }' <(grep -v ^balls found))" 5000
    # the best one, alone, sinks as many as it is said to, and not the cue ball
    best=$(sed -n '1s/ .*//p' ranking)
    run=$(sed -n '1s/.* //p' ranking)
    equal "$(sed -n "$((run + 2))p" runs.csv | cut -d, -f3 | wc -w)" "$best"
    equal "$(head -c 4 best.png | tail -c 3)" PNG
}

# bats test_tags=full
@test "47: Snakemake" {
    need snakemake
    recipe 47 >Snakefile
    HOME=$PWD snakemake --cores 2 >log 2>&1 || { cat log; false; }
    equal "$(wc -l <spread.csv) $(head -n 1 spread.csv)" "22 run,set.restitution,set.balls.0.y,energy.final"
}

# bats test_tags=full
@test "48: a film" {
    need jq
    need python3
    need gnuplot
    cook 48 >found 2>messages
    equal "$(head -n 1 found)" "track,rms,balls.0.speed,balls.0.angle,balls.0.tip.0,balls.0.tip.1,t0,trust"
    # the stroke of the film, as the text has it; 2 mm in x and in y
    awk -F, 'NR == 2 { exit !($2 > 0.002 && $2 < 0.004 && ($3 - 3.2)^2 < 0.06^2 && ($4 - 24)^2 < 0.3^2 && ($5 + 0.25)^2 < 0.03^2 && ($6 - 0.15)^2 < 0.03^2) }' found
    # computed and filmed ways are the same
    awk -F, 'FNR == NR { if (FNR > 1) { x[$3*25] = $5; y[$3*25] = $6 } next }
        FNR > 1 && $2 == 0 && $1 >= 0.6 { k = int(($1 - 0.48)*25 + 0.5); if (k in x) { n++; if (sqrt((x[k] - $3)^2 + (y[k] - $4)^2) < 0.1) near++ } }
        END { exit !(n > 80 && near > 0.9*n) }' run.csv scenes/fit/film.csv
    equal "$(png_kind film.png)" PNG
}

# bats test_tags=full
@test "49: films" {
    need python3
    need jq
    cook 49 >found 2>messages
    read -r e friction < <(sed -n '1s/[^0-9.]*\([0-9.]*\)[^0-9.]*\([0-9.]*\).*/\1 \2/p' found)
    awk -v e="$e" -v friction="$friction" '$1 ~ /^film[0-7]/ { n++; exit_ += ($(NF - 2) - e)^2 > 0.005^2 || ($(NF - 1)/friction - 1)^2 > 0.02^2 || $NF != 1 || $2 > 0.004 }
        END { exit n != 8 || exit_ }' found
    # a prediction from a third of the film
    awk -F, '$1 == "film8.csv" { n++; bad = $2 > 0.02 } END { exit n != 1 || bad }' found
}

# bats test_tags=full
@test "50: aim by derivatives" {
    need python3
    recipe 50 >recipe.py
    python3 recipe.py >found
    # the stroke that came out leads the ball over the pocket's centre: told by its path before the rim
    awk '{ miss[NR] = $(NF - 1) } END { exit !(NR == 6 && miss[1]^2 > 1e-4 && miss[6]^2 < 1e-18) }' found
    "$sim" -b 1 aim.json | tail -n 1 |
        awk -F, '{ exit !((((2.698956 - $4)*$7 - (1.428956 - $5)*$6)/sqrt($6^2 + $7^2))^2 < 1e-18) }'
    [ -n "${TEST_FULL-}" ] || return 0
    # a shot from which Newton's method alone would jump to and fro, on another table
    sed 's,scenes/pool.json,scenes/tables/pool_8ft.json,; s/"x": 1.2, "y": 0.5, "speed": 3, "angle": 24, "tip": \[0.2, 0.1\]/"x": 1.2, "y": 0.9, "speed": 2, "angle": -25, "tip": [-0.2, 0.3]/
        s/"x": 2.25, "y": 0.98/"x": 1.9, "y": 0.55/; s/\["obstacles"\]\[3\]/["obstacles"][2]/' recipe.py >other.py
    python3 other.py >found
    awk '{ miss = $(NF - 1) } END { exit !(NR < 12 && miss^2 < 1e-24) }' found
    like "$("$sim" -q -o /dev/null --summary - --columns pockets aim.json | tail -n 1)" 2
    # and one that leads nowhere near
    sed 's/"angle": 24/"angle": 200/' recipe.py >other.py
    run python3 other.py
    [ "$status" != 0 ] || like "$(tail -n 1 <<<"$output")" "this does not lead there"
}

# bats test_tags=full
@test "51: tolerant caroms" {
    need python3
    recipe 51 >recipe.py
    python3 recipe.py >found
    equal "$(grep -c '' found)" 6
    # what was tried: sorted, and each direction in the middle makes the carom by the way that is told
    awk '$1 > last && NR > 1 { exit 1 } { last = $1 }' found
    while read -r _ _ _ angle _ _ _ _ side way; do
        met=$("$sim" -q -o /dev/null --summary - --columns balls.0.met -s "balls.0.tip.0=${side%,}" -s "balls.0.angle=${angle%,}" carom.json | tail -n 1)
        like "$met " "$way *"
    done <found
    # near its middle a range of some tenths of a degree is not far from what the slopes say
    awk '$5 < 0.5*$1 || $5 > 6*$1 { exit 1 }' found
}

# bats test_tags=full
@test "52: a horizon" {
    need python3
    recipe 52 >recipe.py
    python3 recipe.py >found
    # two runs that differ by 1e-12 in the same pattern part in the same way
    BILLIARD_SIM=$sim perl -MJSON::PP -e '
        my ($eps, %text) = (1e-12);
        my $gas = decode_json(qq({"table": {"width": 4, "height": 2}, "restitution": 0.99, "duration": 8, "frame": 0.5, "defaults": {"r": 0.1},
            "balls": [{"fill": "random", "count": 8, "speed": 1, "seed": 1}]}));
        open my $one, ">", "one.json"; print $one encode_json($gas); close $one;
        my @rows = grep { /^0,/ } `$ENV{BILLIARD_SIM} one.json`;
        $gas->{balls} = [map { my @c = split /,/; +{x => $c[3] + $eps*(-1)**$c[2], y => $c[4] + $eps*(-1)**int($c[2]/2), vx => $c[5] + 0, vy => $c[6] + 0} } @rows];
        open my $two, ">", "two.json"; print $two encode_json($gas); close $two;
        my (@a) = `$ENV{BILLIARD_SIM} one.json`; my (@b) = `$ENV{BILLIARD_SIM} two.json`; my %most;
        for (1 .. $#a) { my @p = split /,/, $a[$_]; my @q = split /,/, $b[$_];
            for my $k (3, 4) { my $d = abs($p[$k] - $q[$k]); $most{$p[1]} = $d if $d > ($most{$p[1]} // 0) } }
        printf "%g %.3e\n", $_, $most{$_}/$eps*4*2**-53 for sort { $a <=> $b } keys %most' >wanted
    awk 'FNR == NR { wanted[$1 + 0] = $2; next } ($1 + 0) in wanted && $1 >= 2 && $1 <= 8 { n++; r = $2/wanted[$1 + 0]; bad += r < 0.9 || r > 1.1 }
        END { exit !(n == 13 && !bad) }' wanted found
    like "$(tail -n 1 found)" "from 12.5 on the run means nothing"
}

# refused N CHANGE WORDS: the recipe, whose scene a sed command changes, ends with these words, alone.
refused() {
    run -5 bash -eo pipefail -c "$(recipe "$1" | sed "$2")"
    equal "$output" "$3"
}

@test "53: a piston" {
    need gnuplot
    need jq
    cook 53 2>found
    grep -qxE 'T A: at the end (0\.9[5-9]|1\.0[0-5]) of what it was; the disks then press by 1\.0 % more than an ideal gas' found
    equal "$(wc -l <found)" 1
    # each pressure within a tenth of the line, their mean within 2 %
    awk -F, 'NR > 1 { n++; d = $2/$3 - 1; sum += d; if (d^2 > 0.01) { print; exit bad = 1 } } END { exit bad || !(n == 30 && (sum/n)^2 < 0.02^2) }' isentrope.csv
    equal "$(png_kind isentrope.png)" PNG
    [ -n "${TEST_FULL-}" ] || return 0
    # another gas, another piston; and what is no such piston
    recipe 53 | sed 's/"height": 20/"height": 30/; s/0.05, "m": 1/0.02, "m": 3/; s/"count": 120/"count": 200/; s/-0.01, 0/0.005, 0/; s/"frame": 100/"frame": 300/' | bash -eo pipefail 2>found
    grep -qxE 'T A: at the end (0\.9[5-9]|1\.0[0-5]) of what it was; the disks then press by 0\.0 % more than an ideal gas' found
    awk -F, 'NR > 1 { n++; d = $2/$3 - 1; sum += d; if (d^2 > 0.01) { print; exit bad = 1 } } END { exit bad || !(n == 10 && (sum/n)^2 < 0.02^2) }' isentrope.csv
    refused 53 's/\[0, -0.01, 0\]/&, [9, 0, 0]/' "the recipe is for equal disks and a piston at the right that moves evenly from the start"
}

# bats test_tags=full
@test "54: heaps" {
    need jq
    need gnuplot
    cook 54 >found
    # flat, a little, more, and steep
    steeper() { awk '{ angle[NR] = $5; bad += $7 > 3 } END { exit !(NR == 4 && !bad && angle[1] < 2 && angle[2] > 2 && angle[2] < 10 && angle[3] > angle[2] + 4 && angle[4] > angle[3] + 4) }' found; }
    steeper
    equal "$(png_kind heaps.png)" PNG
    # as steep elsewhere, on a wider table
    recipe 54 | sed 's/"width": 48/"width": 70/; s/\[20, 0/[26, 0/g; s/ 20, 20\]/ 26, 20]/; s/28/34/g; /^cat >heaps.gnuplot/,$d' | bash -eo pipefail >found
    steeper
}

# bats test_tags=full
@test "55: a mixture that cools" {
    near() { awk -v theory="$1" 'NR == 1 { n = ($7 - theory)^2 < (4*$9)^2 && $9 > 0 && $9 < 0.04 && ($NF - theory)^2 < 0.002^2 } END { exit !(n && NR == 1) }' found; }
    cook 55 >found
    near 1.527
    [ -n "${TEST_FULL-}" ] || return 0
    # theories, by a program of its own: few light ones; equal masses; and equal discs
    while read -r theory changes; do
        recipe 55 | sed "2s/\$/ $changes/" | bash -eo pipefail >found
        near "$theory" || { echo "$changes"; cat found; false; }
    done <<<"1.485 n2=500
0.886 m1=1 e1=0.7 e2=0.95
1.000 m1=1 e1=0.8 e2=0.8"
    recipe 55 | sed "2s/\$/ e1=1 e12=1 e2=1/" | bash -eo pipefail >found
    like "$(cat found)" "too few frames with 35 to 20 per cent of the energy*"
}

# bats test_tags=full
@test "56: heat between two walls" {
    need gnuplot
    need jq
    equal "$(cook 56 2>&1)" ""
    # of some 5000 round trips
    awk -F, 'NR > 1 { n += ($2 - $3)^2 < 0.005^2 + (0.03*$3)^2 } END { exit n != 8 }' flux.csv
    awk -F, '$1 == 4 { n += ($3 - 1.3298076)^2 < 1e-10 } END { exit n != 1 }' flux.csv
    equal "$(png_kind heat.png)" PNG
    [ -n "${TEST_FULL-}" ] || return 0
    # another ball, another wall, more frames
    recipe 56 | sed 's/0.1, "m": 1/0.3, "m": 4/; s/"left": 1/"left": 2/; s/"frame": 20000/"frame": 1000/' | bash -eo pipefail
    awk -F, 'NR > 1 { n += ($2 - $3)^2 < 0.01^2 + (0.03*$3)^2 } END { exit n != 8 }' flux.csv
    awk -F, '$1 == 8 { n += ($3 - 2.4179554)^2 < 1e-10 } END { exit n != 1 }' flux.csv
    refused 56 's/"duration"/"mu": 0.1, &/' "the recipe is for one ball between smooth, elastic walls that stay"
}

# bats test_tags=full
@test "57: a shaken gas" {
    need gnuplot
    need jq
    alike() { awk -F, -v rows="$1" 'NR > 1 && $1 > 100 { n++; work += $2; lost += $3; theory += $4 } END { exit !(n == rows && (work/lost - 1)^2 < 0.05^2 && (theory/lost - 1)^2 < 0.05^2) }' balance.csv; }
    equal "$(cook 57 2>&1)" ""
    # once it has its temperature, work and theory within a twentieth of what is lost
    alike 45
    equal "$(png_kind shaken.png)" PNG
    [ -n "${TEST_FULL-}" ] || return 0
    # other disks, which lose more, and other frames
    recipe 57 | sed 's/"count": 100, "r": 0.3, "m": 1/"count": 80, "r": 0.4, "m": 4/; s/"ball": 0.9/"ball": 0.85/; s/"frame": 20/"frame": 50/' | bash -eo pipefail
    alike 18
    refused 57 's/"wall": 1/"wall": 0.9/' "the recipe is for equal, smooth disks with one e between elastic walls"
}

@test "58: a belt" {
    need gnuplot
    need jq
    as_theory() { awk -F, 'NR > 1 { n += ($2 - $4)^2 < 1e-11 && ($3 - $5)^2 < 1e-11 } END { exit n != 31 }' belt.csv; }
    equal "$(cook 58 2>&1)" ""
    as_theory
    equal "$(tail -n 1 belt.csv)" 0.6,0.2857142857142857,0.714286,0.285714,0.714286
    equal "$(png_kind belt.png)" PNG
    [ -n "${TEST_FULL-}" ] || return 0
    # a disc that flies and turns already, a belt the other way
    recipe 58 | sed 's/"x": 1, "y": 0.1, "r": 0.1, "m": 1/"x": 4, "y": 0.3, "r": 0.3, "m": 4, "inertia": 0.5, "vx": 0.5, "spin": [0, 0, 2]/; s/\[0, 1, 0\]/[0, -0.7, 0]/; s/"mu": 0.1/"mu": 0.2/' | bash -eo pipefail
    as_theory
    equal "$(tail -n 1 belt.csv | cut -d, -f4,5)" -0.1,-0.6
    refused 58 's/"y": 0.1/"y": 0.2/' "the recipe is for one ball that lies on a belt with one speed and one mu"
}

# bats test_tags=full
@test "59: a floor that vibrates" {
    need gnuplot
    equal "$(cook 59 2>&1)" ""
    # before the period doubles hits are near the line, from 1.54 on off it, to both sides in turn
    awk -F, 'NR > 1 { n++; d = $2 - $3; if ($1 < 1.5 ? d^2 > 0.012^2 : $1 > 1.55 && $1 < 1.66 && (d^2 < 0.02^2 || $1 == G && d*last > 0)) { print; exit bad = 1 } last = d; G = $1 }
        END { exit bad || n < 6000 }' bounce.csv
    # and from 1.68 on each branch has two
    awk -F, '$1 > 1.684 && $1 < 1.689 && $2 > $3 { n++; sum += $2; squares += $2*$2 } END { exit !(n > 20 && sqrt(squares/n - (sum/n)^2) > 0.005) }' bounce.csv
    equal "$(awk -F, 'NR > 1 { n++; if (($2 - $3)^2 > 1e-16) print } END { print n }' accelerating.csv)" 19
    equal "$(png_kind bounce.png)$(png_kind accelerating.png)" PNGPNG
    # with another ball, the doubling is where the theory says; another floor
    recipe 59 | sed 's/e=0.5 r=0.1/e=0.3 r=0.4/; s/P=1 V=1/P=2 V=3/' | bash -eo pipefail
    awk -F, 'NR > 1 { d = ($2 - $3)^2; n++; bad += $1 < 2.1 ? d > 0.012^2 : $1 > 2.18 && $1 < 2.3 && d < 0.02^2 } END { exit n < 6000 || bad }' bounce.csv
    equal "$(awk -F, 'NR > 1 { n++; if (($2 - $3)^2 > 1e-16) print } END { print n, $3 }' accelerating.csv)" "19 117"
}

@test "60: JSON into pandas" {
    need python3
    python3 -c 'import pandas' 2>/dev/null || skip "no pandas"
    recipe 60 >recipe.py
    python3 recipe.py >found
    # the closed form of the scene: two balls, the last row of each
    "$sim" -q scenes/two_balls.json | awk -F, '{ last[$3] = $6 } END { printf "%.5f %.5f\n", last[0], last[1] }' >wanted
    awk '$1 == "light" { l = $4 } $1 == "heavy" { h = $4 } END { printf "%.5f %.5f\n", l, h }' found | diff wanted -
}

@test "61: the temperature of a fill" {
    for values in 'kT=0.5 m=2' 'kT=3 m=0.2'; do
        recipe 61 | sed "1s/.*/$values/" | bash -eo pipefail >found
        # 200 balls with two components each: a deviation of kT/sqrt(200), of which three
        awk -v kT="$(sed 's/kT=\([0-9.]*\).*/\1/' <<<"$values")" '{ d = $1/kT - 1; exit d < -0.21 || d > 0.21 }' found
    done
}

@test "62: a round table" {
    cook 62 </dev/null >found
    equal "$(tr -s ' ' <found)" " 17 1.64545"
    [ -s round.html ]
}

@test "63 to 66: values of other programs" {
    cook 63 >found
    equal "$("$sim" -q --print-scene pooltool.json | grep -oE '"(sliding|friction|pivoting)": [0-9.]*' | tr '\n' ' ')" '"friction": 0.0981 "sliding": 1.962 "pivoting": 0.311467189 '
    # a > 0 on the left, as there: wz = -5/2 a v/R, and topspin for b > 0; the first frame
    "$sim" -q -n 0 pooltool.json | awk -F, 'NR == 2 { v = sqrt($6^2 + $7^2); s = $10*0.028575/v; f = ($9*$6 - $8*$7)/v*0.028575/v; exit (s - 0.5)^2 > 1e-12 || (f - 0.25)^2 > 1e-12 }'
    cook 64 >found
    # it rolls: v = 1 - mu g t/sqrt(2)
    awk -F, '{ d = $6 - (1 - 0.0055*9.8/sqrt(2)); exit d^2 > 1e-14 }' found
    cook 65 >found
    awk '{ d = $1 - 0.4532; exit d^2 > 0.01^2 }' found
    cook 66 >found
    equal "$(cut -d' ' -f1 found)" "$(cut -d' ' -f2 found)"
}

@test "the contents of the cookbook name each recipe of both files, and lead there" {
    sed -n '/^- \*\*First/,/^## /p' "$root/scenes/COOKBOOK.md" | grep -oE '\[[0-9]+ [^]]*\]\([^)]*\)' | sort >listed
    equal "$(grep -c '' listed)" "$(recipes | grep -cE '^## [0-9]+\.')"
    for page in COOKBOOK RESEARCH; do
        sed -n 's/^## \([0-9]*\)\. \(.*\)/\1 \2/p' "$root/scenes/$page.md" | while read -r number title; do
            anchor=$(tr '[:upper:]' '[:lower:]' <<<"$number. $title" | sed 's/[^a-z0-9 _-]//g; s/ /-/g')
            file=$page.md
            [ "$page" = RESEARCH ] || file=''
            grep -qF "[$number $title]($file#$anchor)" listed || { echo "not listed: $number $title"; false; }
        done
    done
}

# bats test_tags=full
# The tables of recipes 39 and 40 are rounded from what their blocks compute: 4.715004, which one prints as 4.715, is 4.72.
@test "the tables of the cookbook are those that its commands make" {
    need jq
    need gnuplot
    cook 39 >natural
    recipe 40 | sed 's/",%g", f/",%.9g", f/' | bash -eo pipefail >throw
    for cut in 15 30 45 60; do
        grep -qx "| $cut | $(awk -F, -v cut=$cut '$1 == cut { printf "%.1f | %.1f | %.1f | %.1f", $2, $3, $4, $5 }' natural.csv) |" "$root/scenes/COOKBOOK.md"
        grep -qx "| $cut | $(awk -F, -v cut=$cut '$1 == cut { printf "%.2f | %.2f | %.2f", $2, $3, $4 }' throw.csv) |" "$root/scenes/COOKBOOK.md"
    done
}

@test "67: two light gates measure g" {
    cook 67 </dev/null >found
    equal "$(cat found)" 9.810000000
}

@test "68: a demon gathers all discs on one side" {
    cook 68 </dev/null >found
    # 80 discs; those that passed began on the right; nobody came back; no energy is lost
    awk -F, 'NR == 2 { exit !($1 > 20 && $1 < 60 && $2 == 0 && $3 > 100 && $4^2 < 1e-24) }' found
    equal "$(tail -n 1 found)" 80
    [ -s demon.html ]
}

# bats test_tags=full
@test "69: osmotic pressure" {
    cook 69 </dev/null >found
    awk '{ exit $1 < 0.97 || $1 > 1.03 }' found
}

@test "70: sections of billiards" {
    need gnuplot
    cook 70 's/2e4/4e3/g' >found
    # a ball in the stadium comes everywhere; one near the axis of the lemon stays on a curve, the last ones do not
    awk '$1 == "stadium:" { for (i = 2; i <= NF; i++) bad += $i < 180 } $1 == "lemon:" { for (i = 2; i <= NF; i++) bad += i < 7 ? $i > 60 : $i < 180 }
        END { exit bad || NR != 2 }' found
    equal "$(png_kind section.png)" PNG
}

# bats test_tags=full
@test "71: escape through a hole" {
    need gnuplot
    cook 71 >found
    awk 'NR == 1 { bad += $6 < 0.85 || $6 > 1 } NR == 2 { bad += $NF > -0.75 || $NF < -1.1 } END { exit bad || NR != 2 }' found
    equal "$(png_kind escape.png)" PNG
    # a narrower hole comes nearer
    wide=$(awk 'NR == 1 { print $6 }' found)
    recipe 71 | sed 's/1.6, 0.8/1.6, 0.7/g; s/w=0.198/w=0.098/; s/slope(10, 100)/slope(20, 200)/g; /^gnuplot/d' | bash -eo pipefail >found
    awk -v wide="$wide" 'NR == 1 { exit !($6 > wide && $6 < 1) }' found
}

# bats test_tags=full
@test "72: a drum with 400 grains" {
    need gnuplot
    cook 72 >found
    # steeper at higher rates, and with rolling resistance
    awk '{ angle[NR] = $5; scatter[NR] = $7 } END { for (i = 1; i <= NR; i++) bad += angle[i] < 10 || angle[i] > 50 || scatter[i] > 8
        exit bad || NR != 5 || !(angle[4] > angle[3] && angle[3] > angle[2] && angle[2] > angle[5] + 2) }' found
    equal "$(png_kind drum.png)" PNG
}

@test "73: a ball that rolls in place" {
    cook 73 >found
    awk '{ exit !(($1 - 1)^2 < 1e-6 && ($2 - 1)^2 < 4e-4) }' found
}

# within "FOUND +- ERROR, theory WANTED" LEAST: in each such part of a line is the theory within three errors, and the error small?
within() {
    perl -ne 'while (/([0-9.]+) \+- ([0-9.]+), theory ([0-9.]+)/g) { $n++; print if abs($1 - $3) > 3*$2 + 1e-9 || $2 > '"$1"'*$3 } END { print "$n values\n" }'
}

@test "74: a ball that holds a load" {
    equal "$(cook 74 's/100000/50000/; s/1000)/500)/; s,/1000,/500,g' | within 0.03)" "2 values"
}

# bats test_tags=full
@test "75: three ways to press a gas" {
    equal "$(cook 75 | within 0.015)" "3 values"
}

@test "76: a gas under a load" {
    cook 76 $'s/40000/10000/\ns/int((NR - 2).500)/int((NR - 2)\/125)/; s,/500,/125,g\ns/"duration": 1100/"duration": 300/' >found
    equal "$(within 0.06 <found)" "3 values"
    awk '/^area/ { exit !($3 > 0.29 && $3 < 0.31) }' found
    [ -n "${TEST_FULL-}" ] || return 0
    # to 1 %
    awk '/^area/ { exit !(($5/2.0633 - 1)^2 < 0.01^2) }' found
}

@test "77: the sound of a gas under a load" {
    cook 77 's/ 8 | / 2 | /' >found
    equal "$(within 0.02 <found)" "1 values"
}

@test "78: friction of a gas on pistons" {
    cook 78 's/ 40 | / 20 | /' >found
    equal "$(within 0.1 <found)" "1 values"
}

# bats test_tags=full
@test "79: a heap under a load" {
    cook 79 >found
    awk '{ bad += ($6 - 120)^2 > 0.02^2; contacts[NR] = $9; covered[NR] = $NF }
        END { exit bad || NR != 2 || contacts[1] < 0.97 || contacts[1] > 1.06 || contacts[2] > 0.95 || covered[2] > covered[1] }' FS='[ ,;]+' found
}
