# Turns the frames of -f gnuplot into what is drawn of them. A ball's path from frame to frame gets a corner where the ball was
# hit: as the collision log tells it, if one is named before the frames, else where the straight path behind the one frame
# meets that before the next (with several hits between two frames there is no such place, and the frames are joined).
#
#   awk -v out=FOLDER -f paths.awk [LOG] FRAMES
#
# writes to FOLDER: `paths`, per frame but the first a block (index) of lines "x y t ball speed", one for each ball; `first`
# and `last`, each ball's first and last row "x y r ball speed"; a ball that a pocket has taken has no last row, and with a
# log its path ends at the rim. Prints gnuplot commands: begin, end, frames, and `typical`, the root mean square speed in the
# last frame.

function place(x, y, t, ball, speed) { printf "%.9g %.9g %.9g %d %.4g\n", x, y, t, ball, speed >paths }

# The logged hits of a ball before time t, from the last one drawn on.
function logged(ball, t, r, speed,    hit, i, side) {
    while (drawn[ball] < hits[ball]) {
        i = ++drawn[ball]
        split(log_row[ball, i], hit, ",")
        if (hit[1] > t) {
            drawn[ball]--
            return
        }
        side = hit[3] == "pocket" ? 0 : hit[4] == ball ? -1 : 1 # a pocket takes the centre
        place(hit[6] + side * r * hit[8], hit[7] + side * r * hit[9], hit[1], ball, speed)
    }
}

# Where the paths of two frames meet: x0 + v0 s = x1 - v1 (dt - s), by least squares.
function corner(ball, x, y, vx, vy, t, r, speed,    dt, wx, wy, dx, dy, w, s) {
    dt = t - t0[ball]
    wx = vx0[ball] - vx
    wy = vy0[ball] - vy
    w = wx * wx + wy * wy
    if (w <= 1e-12 * speed * speed)
        return
    dx = x - x0[ball] - vx * dt
    dy = y - y0[ball] - vy * dt
    s = (dx * wx + dy * wy) / w
    if (s > 0 && s < dt && (dx - s * wx) ^ 2 + (dy - s * wy) ^ 2 < (0.02 * r) ^ 2)
        place(x0[ball] + s * vx0[ball], y0[ball] + s * vy0[ball], t0[ball] + s, ball, speed)
}

BEGIN { paths = out "/paths"; printf "" >paths }

NR == 1 && /^t,/ { with_log = 1; next }
with_log && FILENAME == ARGV[1] {
    split($0, cell, ",")
    log_row[cell[4], ++hits[cell[4]]] = $0
    if (cell[3] == "ball")
        log_row[cell[5], ++hits[cell[5]]] = $0
    next
}
/^#/ || NF != 8 { next }
{
    if ($1 != step || !frames) {
        if (frames++ > 1)
            printf "\n" >paths
        step = $1
        balls = squares = 0
        if (frames == 1)
            begin = $2
        end = $2
    }
    speed = sqrt($6 * $6 + $7 * $7)
    if ($3 in t0) {
        place(x0[$3], y0[$3], t0[$3], $3, speed)
        if (with_log)
            logged($3, $2, $8, speed)
        else
            corner($3, $4, $5, $6, $7, $2, $8, speed)
        place($4, $5, $2, $3, speed)
        printf "\n" >paths
    } else
        printf "%s %s %s %d %.4g\n", $4, $5, $8, $3, speed >(out "/first")
    t0[$3] = $2; x0[$3] = $4; y0[$3] = $5; vx0[$3] = $6; vy0[$3] = $7; radius[$3] = $8
    balls++
    squares += speed * speed
    last[$3] = $4 " " $5 " " $8 " " $3 " " speed
}

END {
    for (ball in last)
        if (t0[ball] == end)
            print last[ball] >(out "/last")
        else if (with_log) {
            printf "\n" >paths
            place(x0[ball], y0[ball], t0[ball], ball, 0)
            logged(ball, end, radius[ball], 0)
            printf "\n" >paths
        }
    print -1e9, -1e9, 0, 0, 0 >(out "/last") # outside any picture: gnuplot warns of data without any
    printf "begin = real(%.17g); end = real(%.17g); frames = %d; typical = real(%.17g)\n",
        begin, end, frames, balls ? sqrt(squares / balls) : 0
}
