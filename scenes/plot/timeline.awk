# Places the contacts of a collision log (--events) on a line for each ball. What would overlap on a line is put side by side,
# `width` apart, so that all contacts of one instant are seen. Writes to the folder `out`:
#
#   discs  "x ball partner", two for each hit between balls
#   arcs   "x ball" along the arc between the two, bulging by up to `bulge`; an empty line after each
#   walls  "x ball wall"
#
# Each file also has a row outside any picture, as gnuplot warns of data without any.

# The next free place on a ball's line from time t on.
function place(ball, t) {
    if (ball in taken && taken[ball] + width > t)
        t = taken[ball] + width
    taken[ball] = t
    return t
}

BEGIN {
    FS = ","
    OFMT = "%.12g"
    pi = atan2(0, -1)
    print -1e9, 0, 0 >(out "/discs")
    print -1e9, 0 "\n" >(out "/arcs")
    print -1e9, 0, "left" >(out "/walls")
}

NR > 1 && $3 != "ball" { print place($4, $1), $4, $3 >(out "/walls") }

$3 == "ball" {
    xa = place($4, $1)
    xb = place($5, $1)
    print xa, $4, $5 >(out "/discs")
    print xb, $5, $4 >(out "/discs")
    rows = $5 > $4 ? $5 - $4 : $4 - $5
    high = bulge * (0.25 + 0.75 * (rows - 1) / (rows + 3))
    for (i = 0; i <= 20; i++) {
        u = (1 - cos(pi * i / 20)) / 2
        print xa + (xb - xa) * u + high * sin(pi * i / 20), $4 + ($5 - $4) * u >(out "/arcs")
    }
    print "" >(out "/arcs")
}
