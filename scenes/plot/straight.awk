# Joins what paths.awk writes frame by frame: a ball's pieces become one while they are straight and no longer than `longest`
# in time, so that a picture has some hundred lines instead of some ten thousand.

function flush(ball) {
    print from[ball]
    print x[ball], y[ball], t[ball], ball
    print ""
    delete from[ball]
}

!NF { inside = 0; next }
{
    ball = $4
    if (!inside && ball in from && ($1 != x[ball] || $2 != y[ball])) # on the other side of a periodic table
        flush(ball)
    if (inside) {
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
