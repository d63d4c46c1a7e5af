# Turns the frames of -f gnuplot into what is drawn of them. A ball's path from frame to frame gets a corner where the ball was
# hit: as the collision log tells it, if one is named before the frames, else where the straight path behind the one frame
# meets that before the next (with several hits between two frames there is no such place, and the frames are joined; `lost` then
# tells of the first such path that misses the true one by radii).
#
#   awk -v out=FOLDER -f paths.awk [LOG] FRAMES
#
# writes to FOLDER: `paths`, per frame but the first a block (index) of lines "x y t ball speed", one for each ball; `first`
# and `last`, each ball's first and last row "x y r ball speed"; a ball that a pocket has taken has no last row, and with a
# log its path ends at the rim. With -v bare=1, `last` only. Prints gnuplot commands: begin, end, frames, `typical`, the root
# mean square speed in the last frame, `lost`, and `images`, "x y r ball" of each image that reaches onto a periodic table then.

# On a periodic table: the number of whole periods in a coordinate; the coordinate on the table; its image near another.
function turns(q, period,    k) { k = period > 0 ? int(q / period) : 0; return k * period > q ? k - 1 : k }
function folded(q, period) { return q - period * turns(q, period) }
function near(q, other, period) { return period > 0 ? q - period * turns(q - other + period / 2, period) : q }

function point(x, y, t, ball, speed, kx, ky) {
    printf "%.9g %.9g %.9g %d %.4g\n", x - fold_x * kx, y - fold_y * ky, t, ball, speed >paths
}

# Where the way to a coordinate leaves the table first, as a part of the way; 2: nowhere.
function leaves(from, to, period, k) {
    if (period <= 0 || from == to || (to >= period * k && to <= period * (k + 1)))
        return 2
    return ((to > from ? k + 1 : k) * period - from) / (to - from)
}

# The next point of a ball's path, which may leave the table on one side and enter it on the other, several times.
function place(x, y, t, ball, speed,    px, py, pt, kx, ky, across, along, part) {
    if (!started) {
        started = 1
        kx = turns(x, fold_x); ky = turns(y, fold_y)
        point(x, y, t, ball, speed, kx, ky)
    } else {
        px = last_x; py = last_y; pt = last_t; kx = last_kx; ky = last_ky
        for (;;) {
            across = leaves(px, x, fold_x, kx); along = leaves(py, y, fold_y, ky)
            part = across < along ? across : along
            if (part > 1)
                break
            px += part * (x - px); py += part * (y - py); pt += part * (t - pt)
            point(px, py, pt, ball, speed, kx, ky)
            printf "\n" >paths
            if (across < along)
                kx += x > last_x ? 1 : -1
            else
                ky += y > last_y ? 1 : -1
            point(px, py, pt, ball, speed, kx, ky)
        }
        point(x, y, t, ball, speed, kx, ky)
    }
    last_x = x; last_y = y; last_t = t; last_kx = kx; last_ky = ky
}

function end_path() { printf "\n" >paths; started = 0 }

# A coordinate of a frame, as it stands there unless it has to be folded.
function placed(q, period) { return period > 0 ? sprintf("%.9g", folded(q, period)) : q }

# Adds those images of a ball that reach onto a periodic table. (gnuplot draws no circle of data whose centre is off the graph.)
function list_images(x, y, r, ball,    i, j) {
    for (i = -1; i <= 1; i++)
        for (j = -1; j <= 1; j++)
            if ((i || j) && (!i || reaches(x, r, fold_x, i)) && (!j || reaches(y, r, fold_y, j)))
                images = images sprintf("%.9g %.9g %.9g %d ", x + i * fold_x, y + j * fold_y, r, ball)
}

# True if the image of a coordinate, a period further (side 1) or nearer (side -1), is less than r off the table.
function reaches(q, r, period, side) { return period > 0 && (side > 0 ? q < r : q > period - r) }

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
        place(near(hit[6] + side * r * hit[8], x0[ball], fold_x), near(hit[7] + side * r * hit[9], y0[ball], fold_y), hit[1],
              ball, speed)
    }
}

# Where the paths of two frames meet: x0 + v0 s = x1 - v1 (dt - s), by least squares.
function corner(ball, x, y, vx, vy, t, r, speed,    dt, wx, wy, dx, dy, w, s) {
    dt = t - t0[ball]
    wx = vx0[ball] - vx
    wy = vy0[ball] - vy
    w = wx * wx + wy * wy
    dx = x - x0[ball] - vx * dt
    dy = y - y0[ball] - vy * dt
    s = w > 1e-12 * speed * speed ? (dx * wx + dy * wy) / w : 0
    if (s > 0 && s < dt && (dx - s * wx) ^ 2 + (dy - s * wy) ^ 2 < (0.02 * r) ^ 2)
        place(x0[ball] + s * vx0[ball], y0[ball] + s * vy0[ball], t0[ball] + s, ball, speed)
    else if (lost == "" && (dx - wx * dt / 2) ^ 2 + (dy - wy * dt / 2) ^ 2 > (3 * r) ^ 2) # no hit: it moves at the mean velocity
        lost = sprintf("ball %d from t = %g to %g", ball, t0[ball], t)
}

BEGIN { paths = out "/paths"; printf "" >paths }

NR == 1 && /^t,/ { with_log = 1; next }
with_log && bare && FILENAME == ARGV[1] { next }
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
        if (frames++ > 1 && !bare)
            printf "\n" >paths
        step = $1
        balls = squares = 0
        if (frames == 1)
            begin = $2
        end = $2
    }
    speed = sqrt($6 * $6 + $7 * $7)
    if (!bare && $3 in t0) {
        place(x0[$3], y0[$3], t0[$3], $3, speed)
        if (with_log)
            logged($3, $2, $8, speed)
        else
            corner($3, $4, $5, $6, $7, $2, $8, speed)
        place($4, $5, $2, $3, speed)
        end_path()
    } else if (!bare)
        print placed($4, fold_x), placed($5, fold_y), $8, $3, sprintf("%.4g", speed) >(out "/first")
    t0[$3] = $2; x0[$3] = $4; y0[$3] = $5; vx0[$3] = $6; vy0[$3] = $7; radius[$3] = $8
    balls++
    squares += speed * speed
    last[$3] = placed($4, fold_x) " " placed($5, fold_y) " " $8 " " $3 " " speed
}

END {
    for (ball in last)
        if (t0[ball] == end) {
            print last[ball] >(out "/last")
            list_images(folded(x0[ball], fold_x), folded(y0[ball], fold_y), radius[ball], ball)
        } else if (with_log && !bare) {
            end_path()
            place(x0[ball], y0[ball], t0[ball], ball, 0)
            logged(ball, end, radius[ball], 0)
            end_path()
        }
    print -1e9, -1e9, 0, 0, 0 >(out "/last") # outside any picture: gnuplot warns of data without any
    printf "begin = real(%.17g); end = real(%.17g); frames = %d; typical = real(%.17g); lost = \"%s\"; images = \"%s\"\n",
        begin, end, frames, balls ? sqrt(squares / balls) : 0, lost, images
}
