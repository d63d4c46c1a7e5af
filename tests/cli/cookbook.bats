#!/usr/bin/env bats
# Every recipe of scenes/COOKBOOK.md, as it stands there, and what must come of it.

load common

setup() {
    enter_empty_folder
    ln -s "$root/scenes" scenes
    ln -s "$sim" billiard-sim
}

# recipe N: the text of the N-th recipe's block.
recipe() {
    awk -v wanted="## $1." 'index($0, "## ") == 1 { here = index($0, wanted) == 1 } /^```/ { inside = !inside; next } here && inside' \
        "$root/scenes/COOKBOOK.md"
}

# cook N: runs it as a shell script that ends at the first error.
cook() {
    bash -eo pipefail -c "$(recipe "$1")"
}

need() {
    command -v "$1" >/dev/null || skip "no $1"
}

@test "there are ten recipes, and each has its test" {
    equal "$(grep -c '^## ' "$root/scenes/COOKBOOK.md")" 10
    for n in 1 2 3 4 5 6 7 8 9 10; do
        grep -q "^@test \"$n: " "$BATS_TEST_FILENAME"
        [ -n "$(recipe $n)" ]
    done
}

@test "1: plot" {
    need gnuplot
    equal "$(cook 1 2>&1)" ""
    equal "$(head -c 8 break.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
}

@test "2: film" {
    need gnuplot
    cook 2 2>/dev/null
    equal "$(head -c 6 kickoff.gif)" GIF89a
}

@test "3: compare integrators" {
    cook 3 >table
    equal "$(awk '{ print $1 }' table)" "$(for name in event impulse spring spring-verlet spring-rk4; do echo $name; done)"
    awk '$1 == "event" { if ($2 != "-0.160000" || $3 != "-1.620000") exit 1 }
         { if (($2 + 0.16) ^ 2 + ($3 + 1.62) ^ 2 > 0.05 ^ 2) exit 1 }' table
}

@test "4: sweep" {
    cook 4 >table
    equal "$(grep -c '' table)" 11
    # all energy is kept at e = 1, and ever less of it as e falls, by and large
    awk '$1 == 1 && ($2 - 5.44) ^ 2 > 1e-24 || $1 < 1 && $2 > 2.7 || $1 < 0.7 && $2 > 0.2 || $2 <= 0 { exit 1 }' table
}

@test "5: continue" {
    equal "$(cook 5)" "the same bytes"
}

@test "6: first collision" {
    cook 6 >hits
    # the cue ball (0) meets the apex (1) at x = 1.9 - 0.028575 after (1.3 - 0.05715) / 8 s
    sed -n 1p hits | awk -F, '{ t = $1 - 0.15535625; x = $6 - 1.871425; exit !(t ^ 2 < 1e-24 && x ^ 2 < 1e-24 && $4 == 0 && $5 == 1) }'
    sed -n 2p hits | awk -F, '{ exit !($4 == 12 || $5 == 12) }'
}

@test "7: energy" {
    cook 7 | awk '{ exit !($1 > 1e-6 && $1 < 0.05) }'
    half=$(recipe 7 | sed 's/-i spring/-i spring -d 0.025 -n 8000 -e 40/')
    awk -v whole="$(cook 7)" -v half="$(bash -c "$half")" 'BEGIN { exit !(half < 0.7 * whole) }'
}

@test "8: Python" {
    need python3
    recipe 8 >recipe.py
    run python3 recipe.py
    equal "$status" 0
    # it touches the rack with its centre a diameter before the apex
    awk '{ exit !($NF > 1.82 && $NF < 1.85) }' <<<"$output"
}

@test "9: R" {
    need Rscript
    recipe 9 >recipe.r
    Rscript recipe.r >table
    awk 'NR > 1 { n++; sum += $NF } END { exit !(n == 3 && sum / 3 > 1.7 && sum / 3 < 2.3) }' table
}

@test "10: Makefile" {
    recipe 10 >Makefile
    (unset MAKEFLAGS MFLAGS MAKELEVEL; make -s two_balls.csv unequal.csv && make -q two_balls.csv)
    "$sim" scenes/two_balls.json | cmp - two_balls.csv
    equal "$(unset MAKEFLAGS MFLAGS MAKELEVEL; make -n | grep -c billiard-sim)" $(($(ls scenes/*.json | wc -l) - 2))
}
