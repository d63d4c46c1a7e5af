# What came of breaks, as a table for plot/sweep.gnuplot: restitution, offset of the shot in diameters of the cue ball, and
# spread, the root mean square distance of the racked balls from their common centre in the last frame of each run.
#
#   awk -f spread.awk LINES TRAJECTORIES
#
# LINES is what --batch was given, each line with restitution.ball and balls.0.y; TRAJECTORIES is what it wrote, as csv.

# value(LINE, PATH): what an override gives.
function value(line, path) {
    line = substr(line, index(line, path "=") + length(path) + 1)
    sub(/[ \t].*/, "", line)
    return line
}

function finish(line) {
    line = lines[run]
    printf "%s,%.6g,%.6g\n", value(line, "restitution.ball"), (value(line, "balls.0.y") - 0.635) / 0.05715, \
        sqrt(squares / n - (x / n) ^ 2 - (y / n) ^ 2)
}

BEGIN { FS = ","; print "restitution,offset,spread" }
FNR == NR { if ($0 ~ /^[ \t]*[^ \t\r#]/) lines[runs++] = $0; next }
FNR == 1 { next }
$1 != run || $2 != step {
    if ($1 != run && n)
        finish()
    run = $1
    step = $2
    n = x = y = squares = 0
}
$4 > 0 { n++; x += $5; y += $6; squares += $5 ^ 2 + $6 ^ 2 }
END { if (n) finish() }
