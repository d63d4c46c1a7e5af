# Places the contacts of a collision log (--events) on a line for each ball, at their times. What would overlap there is put above
# and below the line, so that all contacts of one instant are seen. Writes to the folder `out`:
#
#   discs  "t line ball partner", two for each hit between balls
#   arcs   "t line", from disc to disc, bulging by up to `bulge`; an empty line after each
#   walls  "t line ball wall"
#
# Marks are `width` wide, in units of time, and `high` lines high. Each file also has a row outside any picture, as gnuplot warns
# of data without any. Prints "line BALL PLACE" for each of `n` balls, and "lines HEIGHT": lines are as far apart as they need.

# The nearest free place above or below a ball's line at time t: 0, -1, 1, -2, ...
function place(ball, t,    k, level) {
    for (k = 0; ; k++) {
        level = k % 2 ? -(k + 1) / 2 : k / 2
        if (!((ball, level) in taken) || taken[ball, level] + width <= t * (1 + 1e-12))
            break
    }
    taken[ball, level] = t
    if (level < above[ball]) above[ball] = level
    if (level > below[ball]) below[ball] = level
    return level
}

BEGIN {
    FS = ","
    OFMT = "%.12g"
    pi = atan2(0, -1)
}

NR > 1 && $1 >= from && $1 <= until && $3 != "roll" && $3 != "gate" {
    rows++
    t[rows] = $1; a[rows] = $4; wall[rows] = $3
    at_a[rows] = place($4, $1)
    if ($3 == "ball") {
        b[rows] = $5
        at_b[rows] = place($5, $1)
    }
}

END {
    print -1e9, 0, 0, 0 >(out "/discs")
    print -1e9, 0 "\n" >(out "/arcs")
    print -1e9, 0, 0, "left" >(out "/walls")
    for (ball = 0; ball < n; ball++) {
        y += -above[ball] * high
        line[ball] = y
        print "line", ball, y
        y += below[ball] * high + 1
    }
    print "lines", y
    for (i = 1; i <= rows; i++) {
        ya = line[a[i]] + at_a[i] * high
        if (wall[i] != "ball") {
            print t[i], ya, a[i], wall[i] >(out "/walls")
            continue
        }
        yb = line[b[i]] + at_b[i] * high
        print t[i], ya, a[i], b[i] >(out "/discs")
        print t[i], yb, b[i], a[i] >(out "/discs")
        far = yb > ya ? yb - ya : ya - yb
        for (k = 0; k <= 20; k++) {
            u = (1 - cos(pi * k / 20)) / 2
            print t[i] + bulge * far / (far + 4) * sin(pi * k / 20), ya + (yb - ya) * u >(out "/arcs")
        }
        print "" >(out "/arcs")
    }
}
