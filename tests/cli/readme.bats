#!/usr/bin/env bats
# What the READMEs say is so: their commands run (without the installation), their scene is valid, their lists are complete.
#
# Promise: the commands of README, manuals and cookbook run and show what they say. Measured: all. Also kept by
# cli/examples.bats, cli/cookbook.bats.

load common

readme=$root/README.md

setup() {
    enter_empty_folder
    ln -s "$root/scenes" scenes
    ln -s "$sim" billiard-sim
}

# commands PATTERN: the indented lines of the README that match.
commands() {
    sed -n 's/^    //p' "$readme" | grep -E "$1"
}

@test "the README has one line to build and run, and one to build and test" {
    equal "$(commands '^\./\.ci/deps')" \
        $'./.ci/deps && make && ./billiard-sim scenes/break.json > out.csv\n./.ci/deps test && make test'
    [ -x "$root/.ci/deps" ]
    bash -ec "$(commands '> out.csv$' | sed 's/.*make && //')"
    equal "$(grep -c '' out.csv)" $((1 + 501 * 16))
}

@test "the README's scene passes --check and runs" {
    sed -n '/^```json/,/^```/p' "$readme" | grep -v '^```' >scene.json
    simulate --check scene.json
    equal "$status$stderr" 0
    simulate -o out.csv --summary summary.json scene.json
    equal "$status$stderr" 0
    equal "$(json_value summary.json '"$_->{balls} $_->{t}"')" "16 5"
}

@test "the README's commands run" {
    commands '^\./billiard-sim' | grep -vE 'gnuplot|--batch' >commands
    equal "$(grep -c '' commands)" 2
    bash -ec "$(head -n 1 commands)" >output
    equal "$(grep -c '' output)" 17
    bash -ec "$(tail -n 1 commands)" >summary.json
    equal "$(json_value summary.json '$_->{integrator}')" spring
    [ -s hits.csv ] && [ -s out.csv ]
    bash -ec "$(commands '^scenes/plot/player.sh ')" </dev/null
    [ -s break.html ]
}

@test "the README does not exaggerate the number of published numbers of billiard-physics(7)" {
    rows=$(sed -n '/^\.Bd -literal/,/^\.Ed/p' "$root/man/billiard-physics.7" | grep -cE ' (exact|-|[-+][0-9.]+) +(0|-|[-+]?[0-9][-+0-9.e]*)$')
    [ "$rows" -gt 150 ] || { echo "$rows rows"; false; }
    grep -qF "[more than 150 published numbers]" "$readme"
}

# bats test_tags=full
@test "the README's plots" {
    command -v gnuplot >/dev/null || skip "no gnuplot"
    commands '^scenes/plot/picture.sh' | sed 's/frame=0.02/frame=2/' | sort -u >commands # a shorter film than the one told of
    equal "$(grep -c '' commands)" 4
    while read -r command; do
        bash -eo pipefail -c "$command" 2>message </dev/null
        equal "$(cat message)" ""
    done <commands
    equal "$(head -c 8 cloth.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
    equal "$(head -c 6 break.gif)" GIF89a
    rm -- *.png
    commands '^\./billiard-sim .* \| gnuplot' >commands
    sed -n 's/^    //p' "$root/scenes/README.md" | grep '| gnuplot' >>commands
    equal "$(grep -c '' commands)" 5
    while read -r command; do
        equal "$(bash -eo pipefail -c "$command" 2>&1)" ""
    done <commands
    equal "$(echo *.png)" "energy.png kinetic.png speeds.png timeline.png"
}

@test "the README's pictures are those of its commands" {
    drawn=$(env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$root/scenes/pictures" -n break.gif cloth.png draw.png |
        sed -n "s,^../plot/picture.sh '[^']*/\([a-z.]*\)' ../,scenes/plot/picture.sh \1 scenes/,p")
    equal "$(commands '^scenes/plot/picture.sh' | grep -v paths=no | sort -u)" "$(sort -u <<<"$drawn")"
}

@test "all pictures are shown, in scenes/README.md with the command that draws each" {
    for picture in "$root"/scenes/pictures/*.png; do
        grep -qF "pictures/${picture##*/}" "$root"/README.md "$root"/scenes/*.md "$root"/scenes/*/*.md || { echo "not shown: $picture"; false; }
    done
    for picture in $(grep -oE 'pictures/[a-z]+\.png' "$root/scenes/README.md"); do [ -e "$root/scenes/$picture" ]; done
    drawn=$(env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$root/scenes/pictures" -n draw.png masse.png snooker.png superball.png lying.png tilted.png stadium.png sinai.png hopper.png piston.png |
        sed -n "s,^../plot/picture.sh '[^']*/\([a-z.]*\)' ../,scenes/plot/picture.sh \1 scenes/,p")
    equal "$(grep -oE '`scenes/plot/picture.sh [^`]*`' "$root/scenes/README.md" | tr -d '`' | sort)" "$(sort <<<"$drawn")"
    drawn=$(env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$root/scenes/pictures" -n energy.png speeds.png timeline.png |
        sed -n "/| gnuplot /{s,^'[^']*/billiard-sim' -q,./billiard-sim,; s,'[^']*/\([a-z]*\.png\)',\1,; s,\.\./,scenes/,g; s/  */ /g; p;}")
    equal "$(sed -n 's/^    //p' "$root/scenes/README.md" | grep '| gnuplot' | grep -v kinetic.png)" "$drawn"
    equal "$(commands '^\./billiard-sim .* \| gnuplot')" "$(head -n 1 <<<"$drawn")"
}

@test "what the README shows of the output is what comes out" {
    awk '/^    \$ / { sub(/^    \$ /, ""); print >("command" ++n); shown = 1; next } !/^    / { shown = 0 }
        shown { sub(/^    /, ""); print >("shown" n) }' "$readme"
    for n in 1 2 3; do
        equal "$(bash "command$n" 2>&1)" "$(cat "shown$n")"
    done
    [ ! -e command4 ]
}

# bats test_tags=full
@test "the README's sweep" {
    commands '^(awk .*breaks$|\./billiard-sim --batch)' >sweep.sh
    equal "$(grep -c '' sweep.sh)" 2
    bash -e sweep.sh
    equal "$(grep -c '' breaks)" 1196
    equal "$(tail -n 1 last.csv | cut -d, -f1-4)" 1195,50000,1,15
    # the means that recipe 5 tells of: at e = 0.5 and 1; the range of those up to 0.8 diameters; neighbours, any two cells
    told=$(tr '\n' ' ' <"$root/scenes/COOKBOOK.md" | sed -E 's/.*grows from ([0-9.]+) m at e = 0\.5 to ([0-9.]+) m at e = 1\..*between ([0-9.]+) and ([0-9.]+) m\..*differ by ([0-9.]+) m *on average and any two cells by ([0-9.]+) m.*/\1 \2 \3 \4 \5 \6/')
    equal "$(awk -f "$root/scenes/sweep/spread.awk" breaks last.csv | awk -F, '
        function distance(a, b) { return a > b ? a - b : b - a }
        NR > 1 { e = int(($1 - 0.5) * 50 + 0.5); d = int($2 * 50 + 0.5); s[e, d] = $3; of_e[e] += $3 / 46; of_d[d] += $3 / 26 }
        END {
            least = 9
            for (d = 0; d <= 40; d++) { if (of_d[d] < least) least = of_d[d]; if (of_d[d] > most) most = of_d[d] }
            for (i = 20 * 46; i < 26 * 46; i++) {
                e = int(i / 46); d = i % 46
                if (d < 45) { near += distance(s[e, d], s[e, d + 1]); n++ }
                if (e < 25) { near += distance(s[e, d], s[e + 1, d]); n++ }
                for (j = 20 * 46; j < i; j++) { any += distance(s[e, d], s[int(j / 46), j % 46]); m++ }
            }
            printf "%.2f %.2f %.2f %.2f %.3f %.3f", of_e[0], of_e[25], least, most, near / n, any / m
        }')" "$told"
    command -v gnuplot >/dev/null || skip "no gnuplot"
    commands '^awk -f' >plot.sh
    equal "$(bash -eo pipefail plot.sh 2>&1)" ""
    equal "$(head -c 8 sweep.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
}

# ignored FILE: does .gitignore have a pattern for it?
ignored() {
    local pattern
    while read -r pattern; do
        # shellcheck disable=SC2053 # a pattern
        [[ /$1 != $pattern ]] || return 0
    done <"$root/.gitignore"
    echo "not ignored: $1"
    return 1
}

@test "git ignores the files that README and cookbook write" {
    files=$( { commands ''; sed -n '/^```sh/,/^```/p' "$root/scenes/COOKBOOK.md" "$root/scenes/RESEARCH.md"; } |
        grep -oE "([^0-9\"']>|-o |--(events|energy|summary|save) |set output '|\.gnuplot )[a-z][a-z.]*" | sed "s/.*[> ']//" | sort -u)
    [ "$(wc -w <<<"$files")" -gt 30 ]
    for file in $files; do
        ignored "$file"
    done
}

@test "scenes/README.md tells of every script" {
    for script in "$root"/scenes/fit/* "$root"/scenes/plot/* "$root"/scenes/problems/*.{py,sh} "$root"/scenes/sweep/*; do
        grep -q "\`${script#"$root/scenes/"}\`" "$root/scenes/README.md" || { echo "not told of: $script"; false; }
    done
}

@test "src/README.md has a row for every room, and each file that it names is there" {
    rooms=$(sed -n '/^## Rooms/,/^## Add/s/^| `\([a-z]*\)` |.*/\1/p' "$root/src/README.md" | sort)
    equal "$rooms" "$(cd "$root/src" && find . -mindepth 1 -maxdepth 1 -type d | cut -c3- | sort)"
    grep -oE '`[a-z0-9_/]+\.[ch]`' "$root/src/README.md" | tr -d '`' | grep -vE 'mine|^tests/' | sort -u | while read -r file; do
        [ -n "$(find "$root/src" -path "*/$file")" ] || { echo "src/README.md: $file"; false; }
    done
}

@test "relative links lead somewhere" {
    for page in README.md man/INSTALL.md scenes/README.md scenes/COOKBOOK.md scenes/RESEARCH.md scenes/problems/{README,PROBLEMS}.md src/README.md tests/README.md; do
        grep -oE '\]\([^)#:]+\)' "$root/$page" | tr -d ']()' | while read -r link; do
            [ -e "$root/${page%"${page##*/}"}$link" ] || { echo "$page: $link"; false; }
        done
    done
}
