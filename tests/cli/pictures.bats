#!/usr/bin/env bats
# The scripts of scenes/plot draw the same from standard input as from a file, in the format of the picture's name, the table
# to scale, the balls in the scene's colours and on their paths; pictures_full.bats counts the pixels. (Whether a picture is
# beautiful, only eyes can tell.)
#
# Promise: pictures: the format of their name, tables to scale, paths that turn where balls were hit, colours that
# colour-blind people tell apart. Measured: corners as logged; 16 colours, 15 and more apart in CIE Lab to any eyes.
# Also kept by cli/pictures_full.bats.
#
# Promise: pictures and sweeps come out. Measured: every script of scenes/plot and scenes/sweep. Also kept by
# cli/pictures_full.bats, cli/sweep.bats.

load common

setup() {
    command -v gnuplot >/dev/null || skip "no gnuplot"
    enter_empty_folder
    ln -s "$root/scenes" "$sim" .
    mkdir tmp
    export TMPDIR=$PWD/tmp
}

teardown() {
    equal "$(ls -A "$BATS_TEST_TMPDIR/here/tmp" 2>/dev/null)" "" # nothing is left behind
}

# draw SCRIPT PICTURE [ARGUMENT]...: quietly
draw() {
    gnuplot -e "units='SI'" -c "scenes/plot/$1.gnuplot" "${@:2}" 2>messages || { cat messages; false; }
    sed '/frames in animation sequence/d; /^$/d' messages
}

# both SCRIPT FILE [SCENE]: draws from the file by name and by standard input. What is drawn is the same in PNG, which takes
# three times as long. Films, which take longest, cookbook.bats draws from a pipe.
both() {
    local kind
    case $1 in animation) kind=gif ;; *) kind=$(runs svg png) ;; esac
    equal "$(draw "$1" "file.$kind" ${3-} "$2")" ""
    [ $kind != gif ] || [ -n "${TEST_FULL-}" ] || return 0
    equal "$(draw "$1" "pipe.$kind" ${3-} <"$2")" ""
    # gnuplot 6 writes its own GIFs with other bytes each time
    [ $kind = gif ] && ! command -v ffmpeg magick convert >/dev/null || cmp "file.$kind" "pipe.$kind"
}

# png_size FILE: width and height out of its header.
png_size() {
    od -An -tu1 -j16 -N8 "$1" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }'
}

@test "trajectories: from a pipe and from a file; the table to scale" {
    "$sim" -f gnuplot -n 0 -o run scenes/kickoff.json
    both trajectories run scenes/kickoff.json
    draw trajectories file.png scenes/kickoff.json run
    # 600 x 400 between rails of 0.028 x 600, and room for text of 18.75 points: 2.2 lines and 3 letters of 0.62 to the left,
    # 1.2, 2 and 3.2 lines on the other sides
    equal "$(png_size file.png)" "1200 $(awk 'BEGIN { printf "%.0f", (1200 - (3.4 + 3 * 0.62) * 18.75) * (400 + 33.6) / 633.6 + 5.2 * 18.75 }')"
}

@test "trajectories: what leaves a periodic table on one side enters on the other" {
    cat >torus.json <<'JSON'
{"table": {"width": 8, "height": 5, "periodic": true}, "dt": 1, "steps": 2,
 "balls": [{"x": 7, "y": 4.5, "vx": 2, "vy": 1, "r": 0.5}, {"x": 1, "y": 2.5, "vx": -10, "vy": 0, "r": 0.5},
  {"x": 4, "y": 4.9, "r": 0.3}]}
JSON
    simulate -f gnuplot -o run torus.json
    equal "$(draw trajectories torus.svg torus.json run)" ""
    # ball 0 leaves through the corner, ball 1 at the left, twice
    awk -v out=. -v fold_x=8 -v fold_y=5 -f "$root/scenes/plot/paths.awk" run >commands
    equal "$(awk '$4 == 0 { printf "%s,%s ", $1, $2 }' paths)" "7,4.5 8,5 8,0 8,0 0,0 1,0.5 1,0.5 3,1.5 "
    equal "$(awk '$4 == 1 && $3 < 1 { printf "%s ", $1 }' paths)" "1 0 8 0 8 "
    equal "$(cut -d' ' -f1,2 last | sed '$d' | sort | tr '\n' ' ')" "3 1.5 4 4.9 5 2.5 "
    like "$(cat commands)" '*; images = "4 -0.1 0.3 2 "; *' # ball 2 is seen on both sides
    # no rails along an axis that has no walls: the table fills the picture
    draw trajectories torus.png torus.json run
    equal "$(png_size torus.png)" "1200 $(awk 'BEGIN { printf "%.0f", (1200 - (3.4 + 0.62) * 18.75) * 5 / 8 + 5.2 * 18.75 }')"
}

@test "colours: names of CSS and #rrggbb, in any case; others, and none, get one of sixteen" {
    "$sim" --print-scene -s balls.0.color=DarkSlateGrey -s balls.1.color='#A0b1C2' -s balls.2.color=nocolor \
        -s 'balls.3.name=", \"color\": \"red' scenes/kickoff.json | sed 's/, "color": "black"//' |
        awk -f scenes/plot/scene.awk >arrays 2>messages
    equal "$(cat messages)" 'unknown color "nocolor", want a name of CSS or #rrggbb'
    equal "$(grep -oE 'rgb\[[0-9]\] = 0x[0-9a-f]*' arrays | cut -d' ' -f3 | tr '\n' ' ')" \
        "0x2f4f4f 0xa0b1c2 0x1490ff 0x1e90ff 0xffd700 0x18b95b 0x40e0d0 "
    grep -q "name\[2\] = 'apex'" arrays
    equal "$(head -n 1 arrays)" "width = real(600); height = real(400); title = 'Kick-off'; n = 7"
}

@test "lines and arcs are drawn, and numbers of balls that move, however large a fixed one is" {
    "$sim" -f gnuplot -n 0 -o run -s 'balls.*.r=2' -s balls.0.fixed=true -s balls.0.r=80 -s balls.0.vx=0 scenes/kickoff.json
    "$sim" --print-scene -s 'balls.*.r=2' -s balls.0.fixed=true -s balls.0.r=80 -s balls.0.vx=0 scenes/kickoff.json >none.json
    draw trajectories without.svg none.json run
    "$sim" --print-scene -s 'balls.*.r=2' -s balls.0.fixed=true -s balls.0.r=80 -s balls.0.vx=0 -s 'obstacles=[{"line": [1, 1, 90, 30], "name": "a"}, {"arc": [300, 200, 50, 0, 90]}]' scenes/kickoff.json >scene.json
    equal "$(draw trajectories with.svg scene.json run)" ""
    run ! cmp -s with.svg without.svg
    awk -f scenes/plot/scene.awk scene.json >commands
    grep -q '"set arrow 1 from 1, 1 to 90, 30 nohead' commands
    grep -q 'set object 400002 circle at 300, 200 size 50 arc \[0:90\]' commands
    equal "$(grep -oE '>[1-6]<' with.svg | sort -u | tr -d '><\n')" 123456
}

@test "the bed of a table is what balls can reach: to the noses, in the stadium; walls that none reaches are not drawn" {
    # bed SCENE: its area, without what cells count twice, and commands
    bed() {
        "$sim" -q --print-scene "$1" | awk -v out=. -f scenes/plot/scene.awk >commands
        sed -n 's/^bed = "\(.*\)"/\1/p' commands | tr ' ' '\n' | awk 'NF' | paste -d' ' - - - - >rectangles
        [ "$(awk '$2 <= $1 || $4 <= $3' rectangles)" = "" ]
        # by points of a grid that some rectangle has
        awk -v w="$2" -v h="$3" 'NR { a[NR] = $1; b[NR] = $2; c[NR] = $3; d[NR] = $4 }
            END { n = 40; for (i = 0; i < n; i++) for (j = 0; j < n; j++) { x = (i + 0.5)*w/n; y = (j + 0.5)*h/n
                for (k = 1; k <= NR; k++) if (x > a[k] && x < b[k] && y > c[k] && y < d[k]) { in_it++; break } }
            printf "%.2f\n", in_it*w*h/n^2 }' rectangles
    }
    near_area() { awk -v a="$1" -v b="$2" 'BEGIN { if ((a - b)^2 > (0.02*b)^2) { print a, b; exit 1 } }'; }
    near_area "$(bed scenes/stadium.json 4 2)" 7.1416
    equal "$(grep -o 'from [0-9., ]* to [0-9., ]*' <(grep ^walls commands) | grep -c ', 2 to\|, 0 to')" 2
    near_area "$(bed scenes/pool.json 2.8 1.53)" 3.2258
    equal "$(grep -E '^(walls|nose)' commands | tr '\n' ' ' | sed 's/square.*//')" \
        'walls = "" nose_left = 0.13; nose_right = 2.67; nose_bottom = 0.13; nose_top = 1.4; '
    near_area "$(bed scenes/kickoff.json 600 400)" 240000
    # numbers with more digits than others
    echo '{"table": {"width": 10, "height": 6}, "obstacles": [{"line": [4, 1, 6, 2]}], "dt": 1, "steps": 1,
        "balls": [{"x": 2, "y": 3, "r": 0.1}]}' >digits.json
    near_area "$(bed digits.json 10 6)" 60
    # cloth and wood for what looks like a billiard table
    equal "$(for s in pool cloth snooker lag stadium gas hopper galton falling torus sinai; do
        printf '%s ' "$("$sim" -q --print-scene scenes/$s.json | awk -f scenes/plot/scene.awk | sed -n 's/^felt = //p')"; done)" "1 1 1 1 1 0 0 0 0 0 0 "
}

@test "a periodic table has dashed sides, and its lines and arcs on both sides of the seam" {
    echo '{"table": {"width": 4, "height": 2, "periodic": "x"}, "dt": 1, "steps": 1, "balls": [{"x": 2, "y": 1, "r": 0.1}],
        "obstacles": [{"line": [-0.5, 0.5, 0.5, 1.5]}, {"arc": [4, 1, 0.25, 0, 360]}, {"pocket": [1, 1, 0.1]}]}' >seam.json
    "$sim" -q --print-scene seam.json | awk -v out=. -f scenes/plot/scene.awk >commands
    equal "$(sed -n 's/^walls = //p' commands | grep -o 'from [^h]*nohead front [a-z]* 0.5 . thick dt 2' | grep -o 'from [^n]*')" "from 0, 0 to 0, 2 
from 4, 0 to 4, 2 "
    equal "$(sed -n 's/^obstacles = //p' commands | grep -o 'from [^n]*\|at [0-9., ]* size [0-9.]* arc' | sort)" "at 0, 1 size 0.25 arc
at 4, 1 size 0.25 arc
from 0, 1 to 0.5, 1.5 
from 3.5, 0.5 to 4, 1 "
}

@test "a sliding ball's path is dashed, a rolling one's is not; balls in pockets lie there" {
    "$sim" -q -f gnuplot --events hits -o run scenes/pool.json
    "$sim" -q --print-scene scenes/pool.json | awk -v out=. -f scenes/plot/scene.awk >/dev/null
    awk -v out=. -f scenes/plot/paths.awk hits run >/dev/null
    # until the logged ends of the slides, to a frame
    end=$(awk -F, '$3 == "roll" && $4 == 0 { t = $1 } END { print t }' hits)
    awk -v end="$end" '$4 == 0 && (($6 && $3 > end + 0.0201) || (!$6 && $3 < end - 0.02)) { print; exit 1 }' paths
    awk -v longest=9 -v dash=0.05 -f scenes/plot/straight.awk paths >lines
    # dashes of 0.025, in pieces from frame to frame, make half of the way that the cue ball slides
    awk '!NF { n = 0; next } n++ { if ($4 == 0) d += sqrt(($1 - x)^2 + ($2 - y)^2) } { x = $1; y = $2 } END { exit !(d > 0.3 && d < 0.4) }' lines
    equal "$(awk '$1 > 0 { print $1, $2, $4 }' sunk)" "2.69896 1.42896 1"
    equal "$(awk '$1 > 0 { print $4 }' last)" 0
    # in a pocket at the foot or top of a picture without rails they lie on the table, clear of each other
    for side in "0 1" "6 -1"; do
        echo '{"table": {"width": 9, "height": 6}, "gravity": [1e-9, 0], "duration": 9, "frame": 0.1, "defaults": {"r": 0.3, "vy": '"$((0 - ${side#* }))"'},
            "obstacles": [{"pocket": [3, '"${side% *}"', 1]}, {"pocket": [7, '"${side% *}"', 1]}], "balls": [{"x": 7, "y": 3}, {"x": 5, "y": 3, "vy": 0},
            {"x": 2.4, "y": 2}, {"x": 2.5, "y": 3}, {"x": 2.6, "y": 4}, {"x": 3, "y": 2.5}, {"x": 3.6, "y": 3.4}]}' >side.json
        "$sim" -q -f gnuplot -o run side.json
        "$sim" -q --print-scene side.json | awk -v out=. -f scenes/plot/scene.awk >/dev/null
        awk -v out=. -f scenes/plot/paths.awk run >/dev/null
        equal "$(awk -v edge="${side% *}" -v up="${side#* }" '$1 < 0 { next } (($2 - edge)*up < 0.999*$3) { print }
            { for (k = 1; k <= n; k++) if (($1 - x[k])^2 + ($2 - y[k])^2 < 0.99*($3 + r[k])^2) print; x[++n] = $1; y[n] = $2; r[n] = $3 }
            END { print n }' sunk)" 6
    done
}

# bats test_tags=full
@test "animation: as many pictures as the run has frames, from a pipe and from a file" {
    "$sim" -f gnuplot -n 20 -e 20 -o run scenes/kickoff.json
    both animation run scenes/kickoff.json
    equal "$(head -c 6 file.gif)" GIF89a
    equal "$(LC_ALL=C grep -aoP '\x21\xf9\x04' file.gif | wc -l)" 2
}

# bats test_tags=full
@test "energy ledger, with lost energy and with springs" {
    "$sim" -o /dev/null --energy run -e 2500 scenes/break.json
    both energy run
    "$sim" -o /dev/null --energy run -i spring scenes/kickoff.json
    both energy run
}

@test "energy ledger of balls that turn, and of walls that work: what is lost is what the ledger has lost" {
    shown() { # the legends, and the highest number of the axis
        gnuplot -c scenes/plot/energy.gnuplot ledger.svg "$1"
        sed -n 's/.*<tspan[^>]*>\(.*\)<\/tspan>.*/\1/p' ledger.svg | grep -v '^ *$' >texts
        echo "$(grep '^[a-z]' texts | tr '\n' ' ')$(grep '^[0-9.]*$' texts | sort -n | tail -n 1)"
    }
    echo 'step,t,kinetic,potential,lost,total,px,py,lz,virial,jleft,jright,jbottom,jtop,rotation
0,0,5,0,0,7,0,0,0,0,0,0,0,0,2
1,1,4,0,1,7,0,0,0,0,0,0,0,0,2' >ledger.csv
    equal "$(shown ledger.csv)" "energy time kinetic rotation lost total 7"
    echo 'step,t,kinetic,potential,lost,total,px,py,lz,virial,jleft,jright,jbottom,jtop,work,qleft,qright,qbottom,qtop
0,0,2,0,0,2,0,0,0,0,0,0,0,0,0,0,0,0,0
1,1,9,0,0,2,0,0,0,0,0,0,0,0,3,4,0,0,0' >ledger.csv
    equal "$(shown ledger.csv)" "energy time kinetic lost sum less work and heat 9"
}

@test "energy ledger under gravity: the potential is that of gravity, counted from its least where it is negative" {
    for pull in 0,-10 10,0; do
        "$sim" -o /dev/null --energy run -s "gravity=[$pull]" scenes/falling.json
        gnuplot -c scenes/plot/energy.gnuplot "$pull.svg" run
        sed -n 's/.*<tspan[^>]*>\(.*\)<\/tspan>.*/\1/p' "$pull.svg" >texts
        equal "$(grep '^[a-z]' texts | tr '\n' ' ')" "energy time kinetic potential lost total "
        total=$(awk -F, 'NR == 2 { total = $6 } NR > 1 && $4 < least { least = $4 } END { print int(total - least) }' run)
        [ "$(grep '^[0-9]*$' texts | sort -n | tail -n 1)" -ge $((total - 2)) ] # the axis reaches the total
    done
}

# bats test_tags=full
@test "speeds against Maxwell" {
    "$sim" -f gnuplot -n 200 -o run scenes/gas.json
    both speeds run
}

@test "collision timeline" {
    "$sim" -o /dev/null --events run scenes/kickoff.json
    both timeline run scenes/kickoff.json
    [ -e file.svg ] || draw timeline file.svg scenes/kickoff.json run
    [ -n "${TEST_FULL-}" ] || return 0
    LC_ALL=C.UTF-8 draw timeline C.UTF-8.svg scenes/kickoff.json run
    cmp file.svg C.UTF-8.svg
}

@test "curves: lines of theory, other columns as points, lines or boxes" {
    printf 'angle,"a b",real,theory: c\n0,1,2,1.5\n1,2,,1.6\n2,2,1,1.7\n' >run
    both curves run
    [ -e file.svg ] || draw curves file.svg run
    texts file.svg | grep -qx 'a b'
    texts file.svg | grep -qx 'theory: c'
    gnuplot -e "with='boxes'; y='counts'; title='T'" -c scenes/plot/curves.gnuplot boxes.svg run
    texts boxes.svg | grep -qx counts
    run gnuplot -e "with='bars'" -c scenes/plot/curves.gnuplot a.png run
    like "$output" "*with='bars': must be 'points', 'lines' or 'boxes'*"
    echo 'one column' >run
    run gnuplot -c scenes/plot/curves.gnuplot a.png run
    [ "$status" -ne 0 ]
    like "$output" '*not a table with commas and a header: "one column"*'
    run gnuplot -c scenes/plot/curves.gnuplot a.svg <<<'{"version": "1.0.0", "title": "a, b"}'
    like "$output" '*not a table with commas and a header: "{"version"*'
    unlike "$output" *warning*
}

# bats test_tags=full
@test "curves: logarithmic axes have labels, whatever they span" {
    labels() { gnuplot -e "log='xy'" -c scenes/plot/curves.gnuplot a.svg run && texts a.svg | grep '^[0-9]' | sort -g | tr '\n' ' '; }
    for case in '90 170 2 3|2 2.5 3 100 120 140 160 ' '90 480 1 9|1 2 3 4 5 6 7 8 9 90 100 200 300 400 500 ' \
        '2 150 0.01 0.9|0.01 0.02 0.05 0.1 0.2 0.5 2 5 10 20 50 100 ' '1e-6 1 1 1000|0.0001 0.001 0.01 0.1 1 1 1x10-5 1x10-6 10 100 1000 '; do
        read -r y0 y1 x0 x1 <<<"${case%|*}"
        printf 'x,y\n%s,%s\n%s,%s\n' $x0 $y1 $x1 $y0 >run
        equal "$(labels)" "${case#*|}"
    done
    run gnuplot -e "log='yes'" -c scenes/plot/curves.gnuplot b.svg run
    equal "$status" 2
    like "$output" "*log='yes': must be 'x', 'y' or 'xy'*"
}

# bats test_tags=full
@test "a pipe as FILE is read as a file is" {
    "$sim" -f gnuplot -n 40 -o run --events hits scenes/kickoff.json
    gnuplot -c scenes/plot/trajectories.gnuplot a.svg scenes/kickoff.json run
    gnuplot -c scenes/plot/trajectories.gnuplot b.svg scenes/kickoff.json <(cat run)
    gnuplot -c scenes/plot/trajectories.gnuplot c.svg scenes/kickoff.json /dev/stdin < <(cat run)
    cmp a.svg b.svg
    cmp a.svg c.svg
    gnuplot -c scenes/plot/timeline.gnuplot a.svg scenes/kickoff.json hits
    gnuplot -c scenes/plot/timeline.gnuplot b.svg scenes/kickoff.json <(cat hits)
    cmp a.svg b.svg
}

@test "sweep map" {
    printf 'restitution,offset,spread,energy,ball_hits,wall_hits\n0.5,0,0.4,1,2,3\n0.5,1,0.5,1,2,3\n1,0,0.6,1,2,3\n1,1,0.7,1,2,3\n' >run
    both sweep run
}

# bats test_tags=full
@test "laws side by side" {
    for law in gr hertz hooke spring-rk4; do
        printf '%s,0,1,2,3,4,5,1,0\n%s,8,1,2,3,4,12,0,1\n' $law $law
    done | sed '1i law,t,x0,x1,x2,x3,x4,v0,v4' >run
    both laws run
    [ -e file.svg ] || draw laws file.svg run
    equal "$(grep -c -e '>gr<' -e '>hertz<' -e '>hooke<' -e '>spring-rk4<' file.svg)" 4
    equal "$(grep -c '>1.000<' file.svg)" 4
}

# bats test_tags=full
@test "numbers are read and written with a decimal point, whatever the locale" {
    "$sim" -f gnuplot -n 40 -o run --events hits --energy energy scenes/kickoff.json
    "$root/scenes/sweep/laws.sh" >laws
    for case in 'trajectories svg run' 'animation gif run' 'timeline svg hits' 'energy svg energy' 'speeds svg run' 'laws svg laws'; do
        read -r script kind input <<<"$case"
        case $script in trajectories | animation | timeline) scene=scenes/kickoff.json ;; *) scene='' ;; esac
        gnuplot -c scenes/plot/$script.gnuplot a.$kind $scene $input 2>/dev/null
        decimal_comma gnuplot -c scenes/plot/$script.gnuplot b.$kind $scene $input 2>messages || { cat messages; false; }
        [ $kind = gif ] || cmp a.$kind b.$kind # gnuplot 6 writes its own GIFs with other bytes each time
    done
}

@test "without arguments, and without a scene, a script says what is missing" {
    for script in trajectories sweep curves $(runs '' 'animation timeline energy speeds laws'); do
        run gnuplot -c scenes/plot/$script.gnuplot </dev/null
        [ "$status" -ne 0 ]
        like "$output" "*usage: gnuplot -c $script.gnuplot *"
    done
    "$sim" -f gnuplot -n 0 -o run scenes/kickoff.json
    run gnuplot -c scenes/plot/trajectories.gnuplot a.png absent.json run
    [ "$status" -ne 0 ]
    like "$output" "*absent.json: cannot be opened*no scene*"
    [ ! -e a.png ]
}

# bats test_tags=full
@test "a run of another scene, a scene without balls and unknown settings are refused" {
    # refuses MESSAGE ARGUMENT...: of trajectories
    refuses() {
        run gnuplot "${@:2}"
        [ "$status" -ne 0 ]
        like "$output" "*$1*"
        [ ! -e a.png ]
    }
    "$sim" -f gnuplot -n 0 -o run scenes/kickoff.json
    refuses "not of this scene: ball 0 has radius 10 in the run, 1 in the scene" -c scenes/plot/trajectories.gnuplot a.png scenes/two_balls.json run
    # FIT of a run that ARGUMENT... changed, with the unchanged scene
    changed() {
        "$sim" -f gnuplot -o changed "${@:2}" scenes/kickoff.json
        refuses "not of this scene: $1*--print-scene with the run's options" -c scenes/plot/trajectories.gnuplot a.png scenes/kickoff.json changed
    }
    changed 'ball 0 starts at (70, 200) in the run, at (30, 200) in the scene' -s balls.0.x=70 -n 0
    changed 'at t = [0-9]* ball 2 is at (6[0-9.]*, [0-9.]*), off the table' -s table.width=900
    "$sim" -f gnuplot -n 0 -o changed -s 'balls=[{"x": 60, "y": 200, "r": 10}, {"x": 90, "y": 200, "r": 10}]' scenes/kickoff.json
    "$sim" --print-scene -s 'balls=[{"x": 60, "y": 200, "r": 10}]' -o one.json scenes/kickoff.json
    refuses "the run has a ball 1, the scene 1 ball" -c scenes/plot/trajectories.gnuplot a.png one.json changed
    "$sim" -o /dev/null --events hits scenes/kickoff.json
    refuses "the run has a ball 6, the scene 2 balls" -c scenes/plot/timeline.gnuplot a.png scenes/two_balls.json hits
    for script in trajectories timeline energy speeds sweep laws curves; do
        refuses "unknown setting 'unit'; there are: *units style cm title face" -e "unit='SI'" -c scenes/plot/$script.gnuplot a.png scenes/kickoff.json run
    done
    refuses "unknown setting 'until'" -e "until=3" -c scenes/plot/trajectories.gnuplot a.png scenes/kickoff.json run
    "$sim" --print-scene -s balls=[] -o none.json scenes/kickoff.json
    refuses "nothing to draw: the scene has no balls" -c scenes/plot/trajectories.gnuplot a.png none.json run
    head -n 1 run >empty
    refuses "nothing to draw: the run is empty" -c scenes/plot/trajectories.gnuplot a.png scenes/kickoff.json empty
    refuses "units='cgs': must be 'SI'" -e "units='cgs'" -c scenes/plot/trajectories.gnuplot a.png scenes/kickoff.json run
    refuses "style='bold': must be 'plain'" -e "style='bold'" -c scenes/plot/trajectories.gnuplot a.png scenes/kickoff.json run
}

# bats test_tags=full
@test "a scene that \`event\` cannot do is drawn if another integrator ran it" {
    cat >slope.json <<'JSON'
{"table": {"width": 8, "height": 5}, "gravity": [0, -1], "duration": 1, "frame": 0.01, "k": 1000,
 "balls": [{"x": 2, "y": 2, "vx": 1, "r": 0.5, "friction": 0.1}, {"x": 2.9, "y": 2, "r": 0.5}]}
JSON
    simulate -i spring -f gnuplot -o run slope.json
    equal "$(draw trajectories slope.svg slope.json run)" ""
    grep -q '<svg' slope.svg
}

# bats test_tags=full
@test "names with blanks and quotes" {
    mkdir "it's a folder"
    cp "$root/scenes/kickoff.json" "it's a folder/it's.json"
    cp -r "$root/scenes/plot" "it's a folder/plot"
    cd "it's a folder"
    for options in '-f gnuplot -n 0' '-o /dev/null --events -'; do
        script=trajectories
        [ "$options" = '-f gnuplot -n 0' ] || script=timeline
        "$sim" $options "it's.json" >"it's a run"
        equal "$(BILLIARD_SIM=$sim gnuplot -c plot/$script.gnuplot "it's a picture.svg" "it's.json" "it's a run" 2>&1)" ""
        equal "$(BILLIARD_SIM=$sim gnuplot -c "$PWD/plot/$script.gnuplot" "pipe.svg" "it's.json" <"it's a run" 2>&1)" ""
        cmp "it's a picture.svg" pipe.svg
        for name in e=1 -x '<cat'; do # an assignment to awk; others to gnuplot
            mv -- "it's a run" "$name"
            equal "$(BILLIARD_SIM=$sim gnuplot -c plot/$script.gnuplot odd.svg "it's.json" "$name" 2>&1)" ""
            cmp odd.svg pipe.svg
            mv -- "$name" "it's a run"
        done
    done
}

@test "titles and names are drawn as they are, whatever their characters, and nothing in them is run" {
    many=$(printf "'%.0s" {1..300})
    local n=0
    for words in "it's \`touch title\` 5%d" "'Draw' shot" "''two'' 'x''" 'a "b" \c\' "'a'b'c${many//\'/\'x}" '<b>&amp; $(touch title) {/*2 x}_y^2 @~' "$many"; do
        n=$((n + 1))
        [ $((n % $(runs 2 1))) -eq 0 ] || continue
        "$sim" --print-scene -s "title=\"$(sed 's/[\\"]/\\&/g' <<<"$words")\"" -s "balls.0.name=\"$(sed 's/[\\"]/\\&/g' <<<"$words")\"" \
            "$root/scenes/two_balls.json" >odd.json
        "$sim" -f gnuplot -o run --events hits odd.json
        equal "$(draw trajectories a.svg odd.json run)" ""
        texts a.svg >words
        grep -qxF "$words, t = 0 to 2 s" words
        grep -qxF "$words" words
        equal "$(draw timeline a.svg odd.json hits)" ""
        texts a.svg >words
        if [ ${#words} -gt 40 ]; then grep -qxF "${words:0:37}... 0" words; else grep -qxF "$words 0" words; fi
        grep -qxF "$words: 1 contact" words
    done
    [ ! -e title ]
}

@test "a folder for temporary files with any characters" {
    mkdir 'odd=\t'"'"'"$ x'
    "$sim" -f gnuplot -n 40 -o run --events hits scenes/kickoff.json
    draw trajectories a.svg scenes/kickoff.json run
    draw timeline b.svg scenes/kickoff.json hits
    export TMPDIR=$PWD/'odd=\t'"'"'"$ x'
    equal "$(draw trajectories odd.svg scenes/kickoff.json run)" ""
    cmp a.svg odd.svg
    equal "$(draw timeline odd.svg scenes/kickoff.json hits)" ""
    cmp b.svg odd.svg
    equal "$(ls -A "$TMPDIR")" ""
}

# bats test_tags=full
@test "the program is the one beside the scripts, wherever they are called from" {
    mkdir -p tree/scenes elsewhere bin
    cp -r "$root/scenes/plot" tree/scenes
    ln -s "$sim" tree/billiard-sim
    cd elsewhere
    "$sim" -f gnuplot -n 0 "$root/scenes/kickoff.json" |
        env -u BILLIARD_SIM gnuplot -c ../tree/scenes/plot/trajectories.gnuplot a.svg "$root/scenes/kickoff.json"
    [ -s a.svg ]
    mkdir -p ../prefix/bin ../prefix/share/billiard-sim/scenes
    cp -r "$root/scenes/plot" ../prefix/share/billiard-sim/scenes
    ln -s "$sim" ../prefix/bin/billiard-sim
    "$sim" -f gnuplot -n 0 "$root/scenes/kickoff.json" |
        env -u BILLIARD_SIM gnuplot -c ../prefix/share/billiard-sim/scenes/plot/trajectories.gnuplot b.svg "$root/scenes/kickoff.json"
    cmp a.svg b.svg
}

# bats test_tags=full
@test "only formats with a name of their own are drawn" {
    "$sim" -f gnuplot -n 40 -o run scenes/kickoff.json
    for script in trajectories speeds energy timeline sweep laws animation; do
        case $script in
            energy) "$sim" --energy - -o /dev/null scenes/kickoff.json >input ;;
            timeline) "$sim" --events - -o /dev/null scenes/kickoff.json >input ;;
            sweep) printf 'restitution,offset,spread\n0,0,1\n0,1,1\n1,0,1\n1,1,1\n' >input ;;
            laws) printf 'law,t,x0,x1,x2,x3,x4,v0,v4\ngr,0,1,2,3,4,5,1,0\n' >input ;;
            *) cp run input ;;
        esac
        for name in $(runs a.jpg 'a.jpg a apng'); do
            case $script in speeds | energy | sweep | laws) scene='' ;; *) scene=scenes/kickoff.json ;; esac
            run gnuplot -c scenes/plot/$script.gnuplot $name $scene input
            [ "$status" -ne 0 ]
            like "$output" "*$name: a picture's name ends in .*"
            [ ! -e $name ]
        done
    done
    run gnuplot -c scenes/plot/trajectories.gnuplot scenes/kickoff.json a.png </dev/null # in the wrong order
    like "$output" "*scenes/kickoff.json: a picture's name ends in .png .pdf .svg *"
}

@test "a picture that cannot be written, and a film that cannot be made, are errors" {
    "$sim" -f gnuplot -n 20 -e 20 -o run scenes/kickoff.json
    mkdir -p folder.png bin
    for picture in absent/a.png folder.png/absent/a.png; do
        run gnuplot -c scenes/plot/trajectories.gnuplot $picture scenes/kickoff.json run
        [ "$status" -ne 0 ]
        like "$output" "*cannot write $picture*"
    done
    printf '#!/bin/sh\nexit 1\n' >bin/ffmpeg
    chmod +x bin/ffmpeg
    PATH=$PWD/bin:$PATH run gnuplot -c scenes/plot/animation.gnuplot a.gif scenes/kickoff.json run
    [ "$status" -ne 0 ]
    like "$output" "*no film is made*"
}

@test "the format is that of the picture's name; a plain picture is as wide as a column" {
    "$sim" -f gnuplot -n 40 -o run scenes/kickoff.json
    gnuplot -e "style='plain'" -c scenes/plot/trajectories.gnuplot a.pdf scenes/kickoff.json run
    equal "$(head -c 5 a.pdf)" %PDF-
    # 72 points to the inch of 2.54 cm
    grep -a MediaBox a.pdf | tr -c '0-9.\n' ' ' | awk '{ w = 72 * 8 / 2.54; exit !($3 > w - 1 && $3 < w + 1) }'
    gnuplot -e "style='plain'; cm=6" -c scenes/plot/trajectories.gnuplot b.png scenes/kickoff.json run
    equal "$(head -c 8 b.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
    equal "$(png_size b.png | cut -d' ' -f1)" $((6 * 50 * 3))
    gnuplot -e "style='plain'" -c scenes/plot/trajectories.gnuplot a.svg scenes/kickoff.json run
    grep -q '<svg' a.svg
    run ! grep -q '0f6049\|6b4226' a.svg # neither cloth nor wood
}

# texts FILE: the words of an SVG picture, one text a line.
texts() {
    perl -0777 -ne 'while (/<text>(.*?)<\/text>/gs) { my $text = $1; $text =~ s/<[^>]*>//g; $text =~ s/^\s+|\s+$//g; $text =~ s/&lt;/</g; $text =~ s/&gt;/>/g; $text =~ s/&amp;/&/g; print "$text\n" }' "$1"
}

# bats test_tags=full
@test "the title: of the scene, without a comma where it has none, or as one likes" {
    sed '/"title"/d' scenes/kickoff.json >untitled.json
    "$sim" -f gnuplot -n 40 -o run scenes/kickoff.json
    draw trajectories a.svg scenes/kickoff.json run
    texts a.svg | grep -qx 'Kick-off, t = 0 to 2 s'
    draw trajectories a.svg untitled.json run
    texts a.svg | grep -qx 't = 0 to 2 s'
    gnuplot -e "title='Mine'" -c scenes/plot/trajectories.gnuplot a.svg scenes/kickoff.json run
    texts a.svg | grep -qx Mine
    "$sim" -o /dev/null --energy run scenes/kickoff.json
    gnuplot -e "title='Mine'" -c scenes/plot/energy.gnuplot a.svg run
    texts a.svg | grep -qx Mine
}

# bats test_tags=full
@test "tic labels of four digits keep clear of the axis' name" {
    echo '{"table": {"width": 1000, "height": 1000}, "dt": 1, "steps": 1, "balls": [{"x": 500, "y": 500, "r": 9}]}' >scene.json
    "$sim" -f gnuplot -o run scene.json
    gnuplot -c scenes/plot/trajectories.gnuplot a.svg scene.json run
    # the place of a text is in the group around it; a digit is 0.62 of 18.75 wide, a line 18.75 high, turned about its middle
    perl -0777 -ne '
        while (/<g transform="(?:translate|rotate)\(([-0-9., ]+)\)[^"]*"[^>]*text-anchor="(\w+)"[^>]*>\s*<text>(.*?)<\/text>/gs) {
            my ($place, $anchor, $text) = ($1, $2, $3);
            $text =~ s/<[^>]*>|\s//g;
            print "$text $anchor $place\n";
        }' a.svg >places
    awk '$1 == "1000" && $2 == "end" { split($3, at, ","); print at[1] - 4 * 0.62 * 18.75 }' places >edge
    equal "$(grep -c '' edge)" 1
    awk '{ exit !($1 > 1.3 * 18.75) }' edge # the name is centred 0.8 lines from the left
}

@test "what was meant for something else is not drawn, and the message says what is wanted" {
    "$sim" -o csv --events events --energy energy scenes/kickoff.json
    local n=0
    for case in trajectories:csv:gnuplot speeds:csv:gnuplot animation:events:gnuplot energy:events:energy timeline:csv:events sweep:energy:sweep laws:energy:laws; do
        IFS=: read -r script input wanted <<<"$case"
        n=$((n + 1))
        [ $((n % $(runs 2 1))) -eq 0 ] || continue
        case $script in trajectories | timeline) set -- a.png scenes/kickoff.json ;; animation) set -- a.gif scenes/kickoff.json ;; *) set -- a.png ;; esac
        run gnuplot -c scenes/plot/$script.gnuplot "$@" "$input"
        [ "$status" -ne 0 ]
        like "$output" "*not the output of billiard-sim *$wanted*: \"*,*"
        [ ! -e "$1" ]
    done
    run gnuplot -c scenes/plot/speeds.gnuplot a.png absent
    like "$output" "*cannot open *absent*"
    "$sim" -f gnuplot -n 0 -o run scenes/kickoff.json
    for hits in csv absent; do
        run gnuplot -e "hits='$hits'" -c scenes/plot/trajectories.gnuplot a.png scenes/kickoff.json run
        [ "$status" -ne 0 ]
        like "$output" "*hits='./$hits': not the output of billiard-sim --events*"
    done
    TMPDIR=$PWD/absent run gnuplot -c scenes/plot/speeds.gnuplot a.png events
    like "$output" "*no folder for temporary files*"
    run gnuplot -c scenes/plot/speeds.gnuplot a.png </dev/null
    like "$output" "*the input is empty*"
    [ "$status" -ne 0 ]
}

# corners FILE: vertices of the paths, "ball x y", where the direction changes.
corners() {
    awk '!NF { inside = 0; next }
        inside == 2 { cross = (x - x0) * ($2 - y) - (y - y0) * ($1 - x); if (cross > 1e-9 || cross < -1e-9) printf "%d %.4f %.4f\n", $4, x, y }
        { x0 = x; y0 = y; x = $1; y = $2; if (inside < 2) inside++ }' "$1"
}

@test "paths turn where the balls were hit, however far apart the frames are" {
    "$sim" -q -e 10 -d 0.1 -n 1000 -f gnuplot --events hits -o run scenes/bouncing.json
    awk -F, 'NR > 1 { printf "%d %.4f %.4f\n", $4, $6 - 0.25 * $8, $7 - 0.25 * $9 }' hits >wanted
    # one hit between two frames: from positions and velocities alone
    [ "$(wc -l <wanted)" -gt 50 ]
    for log in '' hits; do
        mkdir "out$log"
        awk -v out="out$log" -f scenes/plot/paths.awk $log run >/dev/null
        corners "out$log/paths" >found
        # 0.02 radii is what two hits may look like one within
        awk 'NR == FNR { x[NR] = $2; y[NR] = $3; next }
            { for (i in x) if ((x[i] - $2) ^ 2 + (y[i] - $3) ^ 2 < 0.005 ^ 2) next; print; bad = 1 } END { exit bad }' wanted found
    done
    # all hits with the log
    equal "$(sort found)" "$(sort wanted)"
    # joined, too
    awk -v longest=1e9 -f scenes/plot/straight.awk outhits/paths | awk 'NF { printf "%.4f %.4f\n", $1, $2 }' | sort -u >vertices
    equal "$(awk '{ printf "%.4f %.4f\n", $2, $3 }' wanted | sort -u | comm -23 - vertices)" ""
    [ "$(awk -v longest=1e9 -f scenes/plot/straight.awk outhits/paths | grep -c '^$')" -eq $(($(wc -l <wanted) + 1)) ]
    gnuplot -e "hits='hits'" -c scenes/plot/trajectories.gnuplot a.svg scenes/bouncing.json run
    [ -s a.svg ]
}

# bats test_tags=full
@test "paths that the frames do not give are warned of" {
    "$sim" -q -f gnuplot -s duration=9 -s frame=9 --events hits -o run scenes/bouncing.json
    equal "$(draw trajectories a.svg scenes/bouncing.json run)" \
        "warning: the frames do not give the path of ball 0 from t = 0 to 9; write more frames, or name the log of --events, hits='FILE'"
    equal "$(gnuplot -e "hits='hits'" -c scenes/plot/trajectories.gnuplot a.svg scenes/bouncing.json run 2>&1)" ""
    # two hits that leave the velocity as it was
    printf '%s\n' '# step t ball x y vx vy r' '0 0 0 1 1 9 0 0.1' '' '' '1 1 0 2 1 9 0 0.1' >run
    like "$(awk -v out=. -f scenes/plot/paths.awk run)" '*; lost = "ball 0 from t = 0 to 1"; *'
    # a parabola is known from its ends
    printf '%s\n' '# step t ball x y vx vy r' '0 0 0 1 1 9 5 0.1' '' '' '1 1 0 10 1 9 -5 0.1' >run
    like "$(awk -v out=. -f scenes/plot/paths.awk run)" '*; lost = ""; *'
}

@test "the timeline has two discs for each hit between balls, a triangle for each on a wall, at their times, and none hides another" {
    "$sim" -q -o /dev/null --events hits scenes/break.json
    awk -v n=16 -v from=0 -v until=9 -v width=0.02 -v high=0.5 -v bulge=0.01 -v out=. -f scenes/plot/timeline.awk hits >lines
    equal "$(awk '$1 > 0 { print $1, $3, $4 }' discs | sort)" \
        "$(awk -F, '$3 == "ball" { print $1, $4, $5 "\n" $1, $5, $4 }' hits | sort)"
    equal "$(awk '$1 > 0 { print $1, $3, $4 }' walls | sort)" "$(awk -F, 'NR > 1 && $3 != "ball" { print $1, $4, $3 }' hits | sort)"
    # 0.02 of time or half a line apart
    cat discs walls | awk '$1 > 0 { for (i = 0; i < n; i++) if (($1 - t[i])^2 < 0.0199^2 && ($2 - y[i])^2 < 0.49^2) { print "too close: " $0; exit 1 }
        t[n] = $1; y[n++] = $2 }'
    # one of the first marks of a ball is on its line, and the lines of no two balls are nearer than one
    awk '$1 == "line" { if ($2 > 0 && $3 - last < 1) exit 1; last = $3 }' lines
    equal "$(cat discs walls | awk '$1 > 0' | awk 'NR == FNR { line[$2] = $3; next } !($3 in t) || $1 < t[$3] { t[$3] = $1; on[$3] = 0 } $1 == t[$3] && $2 == line[$3] { on[$3] = 1 }
        END { for (b in on) n += on[b]; print n }' lines -)" 16
}

# bats test_tags=full
@test "a timeline of hits on walls only, and of none" {
    "$sim" -o /dev/null --events run scenes/bouncing.json
    equal "$(draw timeline a.svg scenes/bouncing.json run)" ""
    head -n 2 run >one
    equal "$(draw timeline a.svg scenes/bouncing.json one)" ""
    texts a.svg | grep -q '1 contact$'
    gnuplot -e "from=1; until=3" -c scenes/plot/timeline.gnuplot a.svg scenes/bouncing.json run
    texts a.svg | grep -q ": $(awk -F, 'NR > 1 && $1 >= 1 && $1 <= 3' run | grep -c '') contacts$" # those that are shown
    head -n 1 run >none
    equal "$(draw timeline a.svg scenes/bouncing.json none)" ""
}

@test "speeds: the histogram has area 1, and the standard error of independent frames" {
    # four frames of two balls; in the last three one or both of speed 1.5
    printf '%s\n' '# step t ball x y vx vy r' '0 0 0 0 0 9 0 1' '0 0 1 0 0 9 0 1' '1 1 0 0 0 1.5 0 1' '1 1 1 0 0 0 1.5 1' \
        '2 2 0 0 0 1.5 0 1' '2 2 1 0 0 0 0.5 1' '3 3 0 0 0 1.5 0 1' '3 3 1 0 0 0.5 0 1' >run
    awk -v half=1 -v bin=1 -f scenes/plot/speeds.awk run >table
    # shares of the second bin: 1, 1/2, 1/2
    awk '{ area += $2 } NR == 2 { share = $2 - 2 / 3; error = $3 - sqrt(1 / 18 / 2) }
        END { exit !(NR == 2 && area == 1 && share ^ 2 < 1e-10 && error ^ 2 < 1e-10) }' table
}

# bats test_tags=full
@test "many balls are drawn by their speeds" {
    echo '{"table": {"width": 100, "height": 100}, "dt": 1, "steps": 1, "balls": [{"fill": "hex", "count": 1001, "r": 0.5, "speed": 1}]}' >many.json
    "$sim" -f gnuplot -o run many.json
    equal "$(draw trajectories a.svg many.json run)" ""
    texts a.svg | grep -q '^colour: speed'
    texts a.svg | grep -qv '^rings'
}

@test "colours of balls without one: told apart by all eyes" {
    sed -n 's/.*split("\(f7f1e1[^"]*\)".*/\1/p' scenes/plot/scene.awk >palette
    equal "$(wc -w <palette)" 16
    # the least distance in CIE Lab to normal eyes and without red, green and blue cones (Machado, Oliveira and Fernandes 2009)
    perl -ane '
        my @eyes = ([1, 0, 0, 0, 1, 0, 0, 0, 1], [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
            [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881],
            [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900]);
        my @wanted = (19, 19, 19, 15);
        sub f { my $t = shift; $t > 0.008856 ? $t ** (1 / 3) : 7.787 * $t + 16 / 116 }
        sub lab {
            my ($m, @c) = @_;
            @c = map { $_ /= 255; $_ <= 0.04045 ? $_ / 12.92 : (($_ + 0.055) / 1.055) ** 2.4 } @c;
            @c = map { my $s = $m->[3 * $_] * $c[0] + $m->[3 * $_ + 1] * $c[1] + $m->[3 * $_ + 2] * $c[2]; $s < 0 ? 0 : $s > 1 ? 1 : $s } 0 .. 2;
            my ($x, $y, $z) = (f((0.4124 * $c[0] + 0.3576 * $c[1] + 0.1805 * $c[2]) / 0.9505),
                f(0.2126 * $c[0] + 0.7152 * $c[1] + 0.0722 * $c[2]), f((0.0193 * $c[0] + 0.1192 * $c[1] + 0.9505 * $c[2]) / 1.089));
            (116 * $y - 16, 500 * ($x - $y), 200 * ($y - $z));
        }
        for my $eye (0 .. 3) {
            my @seen = map { [lab($eyes[$eye], map hex, /../g)] } @F;
            for my $i (0 .. $#F) { for my $j (0 .. $i - 1) {
                my $d = 0; $d += ($seen[$i][$_] - $seen[$j][$_]) ** 2 for 0 .. 2;
                print "eye $eye: $F[$i] $F[$j] ", sqrt $d, "\n" if sqrt $d < $wanted[$eye];
            } }
        }' palette >alike
    equal "$(cat alike)" ""
}

# bats test_tags=full
@test "a film without ffmpeg and ImageMagick: gnuplot's own GIF, and no MP4" {
    "$sim" -f gnuplot -n 20 -e 20 -o run scenes/kickoff.json
    mkdir tools
    for tool in gnuplot awk sh cat rm mktemp head env; do ln -s "$(command -v $tool)" tools/; done
    equal "$(PATH=$PWD/tools gnuplot -c scenes/plot/animation.gnuplot a.gif scenes/kickoff.json run 2>&1 | sed '/frames in animation/d; /^$/d')" ""
    equal "$(LC_ALL=C grep -aoP '\x21\xf9\x04' a.gif | wc -l)" 2
    PATH=$PWD/tools run gnuplot -c scenes/plot/animation.gnuplot a.mp4 scenes/kickoff.json run
    [ "$status" -ne 0 ]
    like "$output" "*an .mp4 needs ffmpeg*"
    [ ! -e a.mp4 ]
}

# bats test_tags=full
@test "a film as MP4" {
    command -v ffmpeg >/dev/null || skip "no ffmpeg"
    "$sim" -f gnuplot -n 20 -e 20 -o run scenes/kickoff.json
    equal "$(draw animation a.mp4 scenes/kickoff.json run)" ""
    equal "$(head -c 8 a.mp4 | tail -c 4)" ftyp
}

@test "every script of scenes/plot is drawn by make pictures and by a test here" {
    for script in scenes/plot/*.gnuplot; do
        script=$(basename "$script" .gnuplot)
        case $script in common | table | motion) continue ;; esac
        case $script in trajectories | animation) picture='$(PICTURE)' ;; sweep) picture=/sweep.png ;; *) picture="GNUPLOT,$script" ;; esac
        grep -qF "$picture" "$root/scenes/pictures/Makefile"
        grep -q "both $script run" "$BATS_TEST_FILENAME"
    done
}

@test "make pictures changes scenes/pictures only with ffmpeg" {
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$root" -n PROGRAM=billiard-sim BUILD=build pictures >commands
    grep -q 'command -v ffmpeg' commands
    equal "$(sed '/^if command -v ffmpeg/,/^esac/d' commands | grep "scenes/pictures'" | grep -v '^make')" \
        "mkdir -p '$root/build/pictures' '$root/scenes/pictures'"
}
