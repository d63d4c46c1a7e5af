# Turns the frames of -f gnuplot into what is drawn of them. A ball's path from frame to frame gets a corner where the ball was
# hit: as the collision log tells it, if one is named before the frames, else where the straight path behind the one frame
# meets that before the next (with several hits between two frames there is no such place, and the frames are joined; `lost` then
# tells of the first such path that misses the true one by radii).
#
#   awk -v out=FOLDER -f paths.awk [LOG] FRAMES
#
# writes to FOLDER: `paths`, per frame but the first a block (index) of lines "x y t ball speed slides", one for each ball;
# `first` and `last`, each ball's first and last row "x y r ball speed", and of the last whether its number beside it would be in
# the way of another ball; a ball that a pocket has taken has no last row, and its path ends at the rim, or nearby without a log.
# Prints gnuplot commands: begin, end, frames, `typical`, the root mean square speed in the last frame, `lost`, `starts`, "x y r
# ball" of each ball of a dozen at most where it starts, and `images`, the same of each image that reaches onto a periodic table at
# the end; and `outermost`, the farthest that balls reach to the left, right, bottom and top. If scene.awk has left FOLDER/scene: `sunk`
# has "x y r ball" for each ball that is in a pocket, beside each other, and
# `misfit` says why the frames cannot be those of that scene. With -v bare=1 there are no paths and starts. With -v at=TIME frames
# behind that time are left out; `beyond` is 1 if the run ends before it.

# On a periodic table: the number of whole periods in a coordinate; the coordinate on the table; its image near another.
function turns(q, period,    k) { k = period > 0 ? int(q / period) : 0; return k * period > q ? k - 1 : k }
function folded(q, period) { return q - period * turns(q, period) }
function near(q, other, period) { return period > 0 ? q - period * turns(q - other + period / 2, period) : q }

function point(x, y, t, ball, speed, kx, ky) {
    printf "%.9g %.9g %.9g %d %.4g %d\n", x - fold_x * kx, y - fold_y * ky, t, ball, speed, sliding >paths
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

# The first row of a ball; of a dozen balls also for labels.
function begin_path() {
    print placed($4, fold_x), placed($5, fold_y), $8, $3, sprintf("%.4g", speed) >(out "/first")
    starts = starts sprintf("%.9g %.9g %.9g %d ", placed($4, fold_x), placed($5, fold_y), $8, $3)
    if (++begun > 12)
        starts = ""
}

# Is a time not after `at`, to rounding?
function early(t) { return at == "" || t <= at + 1e-9 * (at < 0 ? -at : at) }

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
        if (hit[3] == "roll")
            continue
        side = hit[3] ~ /pocket|gate/ ? 0 : hit[4] == ball ? -1 : 1 # a pocket and a gate act on the centre
        if (hit[3] == "pocket")
            taken[ball] = hit[5]
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

# Does a ball slide on the cloth, as a row of its frame says?
function slips(    ux, uy) {
    if (!slides || NF < 11)
        return 0
    ux = $6 - $8 * $10; uy = $7 + $8 * $9
    return ux * ux + uy * uy > 1e-12 * ($6 * $6 + $7 * $7 + $8 * $8 * ($9 * $9 + $10 * $10))
}

function read_scene(    line, part) {
    while ((getline line <(out "/scene")) > 0) {
        split(line, part, " ")
        if (part[1] == "table") { width = part[2]; height = part[3] }
        else if (part[1] == "start") start = part[2]
        else if (part[1] == "moves") moves = 1
        else if (part[1] == "slides") slides = 1
        else if (part[1] == "felt") felt = 1
        else if (part[1] == "pocket") { pocket_x[part[2]] = part[3]; pocket_y[part[2]] = part[4]; pocket_r[part[2]] = part[5] }
        else { fixed[part[2]] = part[1] == "fixed"; scene_x[part[2]] = part[3]; scene_y[part[2]] = part[4]; scene_r[part[2]] = part[5]; balls_of_scene++ }
    }
}

# Compares a row with the scene: its radius, its place at the start, and whether it is on the table, if that stays where it is.
function compare(    ball, reach) {
    ball = $3; reach = 0.5 * $8
    if (!(ball in scene_r))
        misfit = sprintf("the run has a ball %d, the scene %d ball%s", ball, balls_of_scene, balls_of_scene == 1 ? "" : "s")
    else if ((scene_r[ball] - $8) ^ 2 > 1e-4 * $8 * $8)
        misfit = sprintf("ball %d has radius %.4g in the run, %.4g in the scene", ball, $8, scene_r[ball])
    else if (frames == 1 && $1 == start && scene_x[ball] != "-" && ((scene_x[ball] - $4) ^ 2 > reach * reach || (scene_y[ball] - $5) ^ 2 > reach * reach))
        misfit = sprintf("ball %d starts at (%.4g, %.4g) in the run, at (%.4g, %.4g) in the scene", ball, $4, $5, scene_x[ball], scene_y[ball])
    else if (width && !moves && ($4 < -reach || $5 < -reach || $4 > width + reach || $5 > height + reach))
        misfit = sprintf("at t = %.4g ball %d is at (%.4g, %.4g), off the table", $2, ball, $4, $5)
}

# The farthest place of balls on a side.
function reach(side, q, sign) { if (outermost[side] == "" || sign * q > sign * outermost[side]) outermost[side] = q }

# The pocket nearest to where a ball was going.
function nearest(ball,    p, d, best, least) {
    for (p in pocket_x) {
        d = (pocket_x[p] - x0[ball]) ^ 2 + (pocket_y[p] - y0[ball]) ^ 2
        if (best == "" || d < least) { best = p; least = d }
    }
    return best
}

function crowded(ball,    other) {
    for (other = 0; other <= highest && highest < 60; other++)
        if (other != ball && t0[other] == end && (x0[ball] + 2 * radius[ball] - x0[other]) ^ 2 + (y0[ball] + 2 * radius[ball] - y0[other]) ^ 2 < (2.2 * radius[ball]) ^ 2)
            return 1
    return 0
}

# In each pocket one ball lies in the middle, more of them in a ring; at the foot or top of a picture without rails in half a ring.
function list_sunk(    ball, p, k, many, r, far, turn, half, up) {
    for (ball = 0; ball <= highest; ball++)
        if (ball in t0 && t0[ball] != end) {
            if (!(ball in taken))
                taken[ball] = nearest(ball)
            inside[taken[ball]]++
        }
    for (ball = 0; ball <= highest; ball++)
        if (ball in taken && taken[ball] in pocket_x) {
            p = taken[ball]; many = inside[p]; k = lying[p]++
            half = !felt && height > 0 && (pocket_y[p] <= 0 || pocket_y[p] >= height)
            r = pocket_r[p] * (many == 1 ? (half ? 0.5 : 0.9) : half ? 1 / (1.5 + 0.64 * many) : many < 5 ? 0.4 : 0.25)
            r = radius[ball] < r ? radius[ball] : r
            far = many > 1 || half ? pocket_r[p] - r : 0
            turn = half ? 3.141592654 * (k + 0.5) / many : 6.283185307 * k / many
            up = half && many > 1 && far * sin(turn) < r ? r : far * sin(turn)
            print pocket_x[p] + far * cos(turn), pocket_y[p] + (pocket_y[p] > 0 && half ? -up : up), r, ball >(out "/sunk")
        }
    print -1e9, -1e9, 0, 0 >(out "/sunk")
}

BEGIN { paths = out "/paths"; printf "" >paths; read_scene() }

NR == 1 && /^t,/ { with_log = 1; next }
with_log && FILENAME == ARGV[1] {
    split($0, cell, ",")
    if (bare && cell[3] == "pocket" && early(cell[1]))
        taken[cell[4]] = cell[5]
    if (bare)
        next
    log_row[cell[4], ++hits[cell[4]]] = $0
    if (cell[3] == "ball")
        log_row[cell[5], ++hits[cell[5]]] = $0
    next
}
/^#/ || NF < 8 { next }
!early($2) {
    if (begin == "")
        begin = $2
    past = 1
    next
}
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
    if (balls_of_scene && misfit == "")
        compare()
    reach(1, $4 - $8, -1); reach(2, $4 + $8, 1); reach(3, $5 - $8, -1); reach(4, $5 + $8, 1)
    speed = sqrt($6 * $6 + $7 * $7)
    if (!bare && $3 in t0) {
        sliding = slid[$3]
        place(x0[$3], y0[$3], t0[$3], $3, speed)
        if (with_log)
            logged($3, $2, $8, speed)
        else
            corner($3, $4, $5, $6, $7, $2, $8, speed)
        place($4, $5, $2, $3, speed)
        end_path()
    } else if (!bare)
        begin_path()
    slid[$3] = slips(); highest = $3 > highest ? $3 : highest
    t0[$3] = $2; x0[$3] = $4; y0[$3] = $5; vx0[$3] = $6; vy0[$3] = $7; radius[$3] = $8
    balls++
    squares += speed * speed
    last[$3] = placed($4, fold_x) " " placed($5, fold_y) " " $8 " " $3 " " speed
}

END {
    for (ball in last)
        if (t0[ball] == end) {
            print last[ball], crowded(ball) >(out "/last")
            list_images(folded(x0[ball], fold_x), folded(y0[ball], fold_y), radius[ball], ball)
        } else if (with_log && !bare) {
            end_path()
            place(x0[ball], y0[ball], t0[ball], ball, 0)
            logged(ball, end, radius[ball], 0)
            end_path()
        }
    for (ball in fixed) # those that --balls left out stand there all the same
        if (fixed[ball] && !(ball in t0))
            print scene_x[ball], scene_y[ball], scene_r[ball], ball, 0, 0 >(out "/last")
    if (bare) {
        print -1e9, -1e9, 0, 0, 0 >(out "/first")
        print -1e9, -1e9, 0, 0, 0, 0 >paths
    }
    if (!bare || highest < 60)
        list_sunk()
    else
        print -1e9, -1e9, 0, 0 >(out "/sunk")
    if (misfit != "")
        printf "misfit = \"%s\"\n", misfit
    print -1e9, -1e9, 0, 0, 0 >(out "/last") # outside any picture: gnuplot warns of data without any
    printf "begin = real(%.17g); end = real(%.17g); frames = %d; typical = real(%.17g); lost = \"%s\"; starts = \"%s\"; images = \"%s\"; beyond = %d; outermost = \"%.9g %.9g %.9g %.9g\"\n",
        begin, frames ? end : begin, frames, balls ? sqrt(squares / balls) : 0, lost, starts, images, (at != "" && !past && at > end + 1e-9 * (end < 0 ? -end : end)), outermost[1], outermost[2], outermost[3], outermost[4]
}
