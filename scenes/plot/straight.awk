# Joins what paths.awk writes frame by frame: a ball's pieces become one while they are straight and no longer than `longest`
# in time, so that a picture has some hundred lines instead of some ten thousand. Where a ball slides, its path is dashed: every
# length `dash` has a line of half that. Writes blocks of lines "x y t ball".

function flush(ball) {
    print from[ball]
    print x[ball], y[ball], t[ball], ball
    print ""
    delete from[ball]
}

# The dashes of a piece from (x0, y0) to (x1, y1); `gone[ball]` is what the ball has slid before.
function dashes(ball, x0, y0, t0, x1, y1, t1,    way, s, next_s, edge) {
    way = sqrt((x1 - x0) ^ 2 + (y1 - y0) ^ 2)
    for (s = 0; s < way; s = next_s) {
        edge = (int(2 * (gone[ball] + s) / dash + 1e-6) + 1) * dash / 2
        next_s = edge - gone[ball] < way ? edge - gone[ball] : way
        if (int(2 * (gone[ball] + s) / dash + 1e-6) % 2 == 0) {
            printf "%.9g %.9g %.9g %d\n", x0 + (x1 - x0) * s / way, y0 + (y1 - y0) * s / way, t0 + (t1 - t0) * s / way, ball
            printf "%.9g %.9g %.9g %d\n\n", x0 + (x1 - x0) * next_s / way, y0 + (y1 - y0) * next_s / way, t0 + (t1 - t0) * next_s / way, ball
        }
        if (next_s <= s)
            break
    }
    gone[ball] += way
}

!NF { inside = 0; next }
{
    ball = $4
    if (!inside && ball in from && ($1 != x[ball] || $2 != y[ball])) # on the other side of a periodic table
        flush(ball)
    if (inside && dash > 0 && $6) {
        if (ball in from)
            flush(ball)
        dashes(ball, x[ball], y[ball], t[ball], $1, $2, $3)
    } else if (inside) {
        gone[ball] = 0
        dt = $3 - t[ball]
        straight = dt > 0 && ball in from
        if (straight) {
            dx = $1 - x[ball] - vx[ball] * dt
            dy = $2 - y[ball] - vy[ball] * dt
            straight = dx * dx + dy * dy <= 1e-8 * (vx[ball] ^ 2 + vy[ball] ^ 2) * dt * dt && $3 - since[ball] <= longest
        }
        if (!straight) {
            if (ball in from)
                flush(ball)
            from[ball] = x[ball] " " y[ball] " " t[ball] " " ball
            since[ball] = t[ball]
            vx[ball] = dt > 0 ? ($1 - x[ball]) / dt : 0
            vy[ball] = dt > 0 ? ($2 - y[ball]) / dt : 0
        }
    }
    inside = 1
    x[ball] = $1; y[ball] = $2; t[ball] = $3
}

END {
    for (ball in from)
        flush(ball)
    print -1e9, -1e9, 0, 0 # outside any picture: gnuplot warns of data without any
}
