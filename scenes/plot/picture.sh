#!/bin/sh
# A picture or a film of a run: the table to scale, the balls in their colours, their paths.
#
#   picture.sh PICTURE SCENE [SETTING]... [OPTION... | FILE]
#
# The ending of PICTURE says what is made: .png, .pdf or .svg a picture of the paths, drawn by trajectories.gnuplot, .gif or .mp4 a
# film, by animation.gnuplot. The first form runs the scene, with options of billiard-sim such as -s duration=2. The second shows a
# run that was made: FILE (- is standard input) is in the format csv or gnuplot; if the run changed the scene, give
# `billiard-sim --print-scene` of the same options. Settings:
#
#   units=SI      the scene is in metres, seconds and kilograms
#   title=TEXT    another title than that of the scene
#   at=TIME       ends with the last frame at or before TIME
#   paths=no      shows where the balls are then, and no paths
#   style=plain   for print, on white, 8 cm wide; cm=WIDTH: that wide, from 3 to 100
#   hits=LOG      the log of --events that belongs to FILE, for paths that are exact between frames
set -eu
script=$0
while [ -L "$script" ]; do # it is installed as a link
    to=$(readlink "$script")
    case $to in /*) script=$to ;; *) script=$(dirname "$script")/$to ;; esac
done
here=$(dirname "$script")
what=picture endings='.png .pdf .svg .gif .mp4 ' settings='paths=no at=TIME style=plain cm=WIDTH'
usage='Draws a run: a picture (.png, .pdf, .svg) of the paths, or a film (.gif, .mp4).
OPTIONs are those of billiard-sim, which runs SCENE with them; or the run comes
from FILE, in the format csv or gnuplot (- is standard input).

  units=SI     metres, seconds, kilograms
  title=TEXT   instead of that of the scene
  at=TIME      ends with the last frame at or before TIME
  paths=no     where the balls are then, without paths
  style=plain  for print, on white, 8 cm wide
  cm=WIDTH     of a plain picture, in centimetres, 3 to 100
  hits=LOG     log of --events of the run in FILE'

commands="producer='-f csv or gnuplot';"
# Numbers become part of commands of gnuplot and awk, so the whole of them is looked at, and then, as it is one line, its form.
number() {
    case $1 in *[!0-9.e+-]*) return 1 ;; esac
    printf '%s\n' "$1" | grep -qxE '[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]+)?'
}
setting() {
    case $1=$2 in
    paths=no | style=plain) commands="$commands$1='$2';" ;;
    at=* | cm=*)
        number "$2" || misused "$1=$2: must be a number"
        [ "$1" = at ] || awk -v cm="$2" 'BEGIN { exit !(cm >= 3 && cm <= 100) }' || misused "$1=$2: must be from 3 to 100"
        [ "$1" = at ] || cm=$2
        commands="$commands$1=real($2);"
        ;;
    paths=* | style=*) misused "$1=$2: must be $(case $1 in paths) echo paths=no ;; *) echo style=plain ;; esac)" ;;
    *) false ;;
    esac
}
draw=trajectories
together() {
    case $commands in *style=*) ;; *cm=*) misused "cm=${cm}: only with style=plain, for print" ;; esac
    case $made in
    *.gif | *.mp4)
        draw=animation
        case $commands in *at=*) misused "at=TIME: a film shows all frames" ;; esac
        ;;
    esac
}
tools() {
    command -v gnuplot >/dev/null || fail 1 "gnuplot not found; install it first (Debian: apt-get install gnuplot-nox)"
    case $made in *.mp4) command -v ffmpeg >/dev/null || fail 1 "ffmpeg not found, which an .mp4 needs; a .gif does not" ;; esac
}
# shellcheck source=scenes/plot/common.sh
. "$here/common.sh"
[ -n "$file" ] || record gnuplot "$@"

# What is in csv, as gnuplot, which has radii, too.
if head -n 1 "$folder/run" | grep -q '^step,t,ball,x,y,vx,vy'; then
    awk '
        FNR == NR { if (/^    [{]"x": / && match($0, /"r": [-+.0-9e]+/)) r[n++] = substr($0, RSTART + 5, RLENGTH - 5); next }
        FNR == 1 { print "# step t ball x y vx vy r"; next }
        { sub(/\r$/, ""); if (FNR > 2 && $1 != step) print "\n"; step = $1
          print $1, $2, $3, $4, $5, $6, $7, $3 in r ? r[$3] : 1, $8, $9, $10 }' "$folder/scene" FS=, "$folder/run" >"$folder/rows"
    mv "$folder/rows" "$folder/run"
fi

[ -z "$units" ] || commands="${commands}units='SI';"
[ -z "$title" ] || commands="${commands}title='$(printf %s "$title" | sed "s/'\{1,\}/'.\"&\".'/g")';"
[ ! -s "$folder/log" ] || commands="${commands}hits='log';" # here: names of files may have quotes
[ ! -s "$folder/ledger" ] || commands="${commands}ledger='ledger';"
if [ $draw = animation ] && [ -t 2 ]; then # which takes long
    awk -v name="$name" '/^[0-9]/ && $1 != step { step = $1; n++ } END { print name ": draws " n + 0 " frames" }' "$folder/run" >&2
fi
case $made in /*) ;; *) made=$PWD/$made ;; esac
case $here in /*) ;; *) here=$PWD/$here ;; esac
case $sim in /*) ;; */*) sim=$PWD/$sim ;; esac
(cd "$folder" && BILLIARD_SIM=$sim TMPDIR=$folder LC_ALL=C.UTF-8 gnuplot -e "$commands" -c "$here/$draw.gnuplot" "$made" scene run) 2>"$folder/said" || status=$?
sed "s,^warning: ,$name: &,; /frames in animation sequence/d; /^\$/d; ${status:+s,^,$name: ,}" "$folder/said" >&2
exit "${status:-0}"
