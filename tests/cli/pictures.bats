#!/usr/bin/env bats
# The scripts of scenes/plot draw the same from standard input as from a file, the table to scale and the balls in the
# scene's colours; pictures_full.bats counts the pixels. (Whether a picture is beautiful, only eyes can tell.)

load common

setup() {
    command -v gnuplot >/dev/null || skip "no gnuplot"
    enter_empty_folder
    ln -s "$root/scenes" scenes
    ln -s "$sim" billiard-sim
}

# draw SCRIPT PICTURE [ARGUMENT]...: quietly
draw() {
    gnuplot -e "units='SI'" -c "scenes/plot/$1.gnuplot" "${@:2}" 2>messages || { cat messages; false; }
    sed '/frames in animation sequence/d; /^$/d' messages
}

# both SCRIPT FILE [SCENE]: draws from the file by name and by standard input.
both() {
    local kind=png
    [ "$1" != animation ] || kind=gif
    equal "$(draw "$1" "file.$kind" ${3-} "$2")" ""
    equal "$(draw "$1" "pipe.$kind" ${3-} <"$2")" ""
    cmp "file.$kind" "pipe.$kind"
}

# png_size FILE: width and height out of its header.
png_size() {
    od -An -tu1 -j16 -N8 "$1" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }'
}

@test "trajectories: from a pipe and from a file; the table to scale" {
    "$sim" -f gnuplot -n 0 -o run scenes/kickoff.json
    both trajectories run scenes/kickoff.json
    # 600 x 400 between rails of 0.028 x 600, and room for the axes: 7.8 and 2 % of the width, 5 and 6.4 % above and below
    equal "$(png_size file.png)" "1200 $(awk 'BEGIN { print int(1200 * (0.902 * (400 + 33.6) / 633.6 + 0.114)) }')"
}

@test "colours: names of CSS and #rrggbb, in any case; others, and none, get one of sixteen" {
    "$sim" --print-scene -s balls.0.color=DarkSlateGrey -s balls.1.color='#A0b1C2' -s balls.2.color=nocolor \
        -s 'balls.3.name=", \"color\": \"red' scenes/kickoff.json | sed 's/, "color": "black"//' |
        awk -f scenes/plot/scene.awk >arrays
    equal "$(grep -oE 'rgb\[[0-9]\] = .*' arrays | cut -d' ' -f3 | tr '\n' ' ')" \
        "0x2f4f4f 0xa0b1c2 0x5b97ff 0x1e90ff 0xffd700 0xff9d42 0x40e0d0 "
    equal "$(head -n 1 arrays)" 'width = real(600); height = real(400); title = "Kick-off"; n = 7'
}

@test "animation: as many pictures as the run has frames, from a pipe and from a file" {
    "$sim" -f gnuplot -n 40 -e 10 -o run scenes/kickoff.json
    both animation run scenes/kickoff.json
    equal "$(head -c 6 file.gif)" GIF89a
    equal "$(LC_ALL=C grep -aoP '\x21\xf9\x04' file.gif | wc -l)" 5
}

@test "energy ledger, with lost energy and with springs" {
    "$sim" -o /dev/null --energy run -e 2500 scenes/break.json
    both energy run
    "$sim" -o /dev/null --energy run -i spring scenes/kickoff.json
    both energy run
}

@test "speeds against Maxwell" {
    "$sim" -f gnuplot -n 200 -o run scenes/gas.json
    both speeds run
}

@test "collision timeline" {
    "$sim" -o /dev/null --events run scenes/kickoff.json
    both timeline run scenes/kickoff.json
}

@test "sweep map" {
    printf 'restitution,offset,spread,energy,ball_hits,wall_hits\n0.5,0,0.4,1,2,3\n0.5,1,0.5,1,2,3\n1,0,0.6,1,2,3\n1,1,0.7,1,2,3\n' >run
    both sweep run
}

@test "without arguments, and without a scene, a script says what is missing" {
    for script in trajectories animation timeline energy speeds sweep; do
        run gnuplot -c scenes/plot/$script.gnuplot </dev/null
        [ "$status" -ne 0 ]
        like "$output" "*usage: gnuplot -c $script.gnuplot *"
    done
    run gnuplot -c scenes/plot/trajectories.gnuplot a.png absent.json /dev/null
    [ "$status" -ne 0 ]
    like "$output" "*absent.json: cannot be opened*no scene*"
    [ ! -e a.png ]
}

@test "names with blanks" {
    cp "$root/scenes/kickoff.json" 'my scene.json'
    "$sim" -f gnuplot -n 0 -o 'my run' 'my scene.json'
    gnuplot -c scenes/plot/trajectories.gnuplot 'my picture.png' 'my scene.json' 'my run'
    [ -s 'my picture.png' ]
}

@test "every script of scenes/plot is drawn by make pictures and by a test here" {
    for script in scenes/plot/*.gnuplot; do
        script=$(basename "$script" .gnuplot)
        case $script in common | table) continue ;; esac
        grep -qE "PLOT,.*,$script,|sweep/$script.png" "$root/tests/tests.mk"
        grep -q "both $script run" "$BATS_TEST_FILENAME"
    done
}
