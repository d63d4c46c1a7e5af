# Reads the output of billiard-sim --print-scene and writes what gnuplot needs of it: `width`, `height`, `title`, `fold_x`
# and `fold_y` (the periods of a periodic table, 0 where there are walls), the number of balls `n`, the `largest` radius of
# those that are not fixed, and arrays of names (`is_number`: of one or two digits), radii and colours, the first ball at 1. Colours are the scene's (names of
# CSS, or #rrggbb); balls without one get one of sixteen, fixed balls grey. `obstacles` draws them. `felt` is 1 if the scene
# looks like a billiard table: without gravity, periodic sides, walls with a mass, fixed balls, and with 50 balls at most. `colored` counts the balls
# whose colour the scene gives. `moves` is 1 if walls, lines or arcs move; then `obstacles` has their places at the time `now`, told
# by way_x(K) and way_y(K) of motion.gnuplot: `piece_first`, `piece_last` and `cycle` have the first and last piece of the motion of
# wall K, 1 to 4 (left, right, bottom, top), or of obstacle K - 4, and its period; `piece` five numbers each: from when on, place and
# velocity; and `began` draws, lightly, what moves.
#
# With -v ledger=FILE walls with a mass are where that ledger of the run has them; without one `loose` has their numbers K: they are
# not drawn, and the caller says how far the table goes there.
#
# With -v out=FOLDER also what of the table balls can reach, as points: `bed`, rectangles "x0 x1 y0 y1 " that cover it;
# `walls`, which draws those parts of the walls that can be reached; and `nose_left`, `nose_right`, `nose_bottom` and
# `nose_top`, where most of its rows and columns end (`square` is the smallest share of those that do). And for paths.awk,
# FOLDER/scene: "table W H" (if it has walls), "start STEP", "moves", "slides", "felt", "pocket NUMBER x y r", and "ball NUMBER x y r" or "fixed NUMBER x y r" for each.

BEGIN {
    n = 0
    names = names "aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc "
    names = names "bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a "
    names = names "burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 "
    names = names "cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b "
    names = names "darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkkhaki bdb76b "
    names = names "darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 "
    names = names "darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f "
    names = names "darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 "
    names = names "dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff "
    names = names "gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 "
    names = names "greenyellow adff2f honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 "
    names = names "khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd "
    names = names "lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 "
    names = names "lightgray d3d3d3 lightgreen 90ee90 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa "
    names = names "lightskyblue 87cefa lightslategray 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 "
    names = names "limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa "
    names = names "mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 "
    names = names "mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 "
    names = names "midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead "
    names = names "navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 "
    names = names "orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 "
    names = names "papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 "
    names = names "purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 "
    names = names "saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee "
    names = names "sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 snow fffafa "
    names = names "springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 "
    names = names "turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 "
    names = names "yellowgreen 9acd32 "
    words = split(names, word, " ")
    for (i = 1; i < words; i += 2)
        known[word[i]] = "0x" word[i + 1]
    # To normal, red-blind and green-blind eyes (Machado 2009) these differ by 19 and more in CIE Lab, to blue-blind by 15.
    split("left right bottom top", wall_name, " ")
    split("f7f1e1 f5e03b 1490ff dc8114 b34eba 18b95b a9d9ff 612fb0 f1b4a1 91ff94 ba89c0 b9d958 9fabfd 846414 bfb0ba 622f7f",
          spare, " ")
}

# text(LINE, KEY): the member KEY of one line of the scene, a string. Control characters, which alone have other escapes than
# those of quotes and backslashes, become blanks.
function text(line, key,    words) {
    if (!match(line, "\"" key "\": \"([^\"\\\\]|\\\\.)*\""))
        return ""
    line = substr(line, RSTART + length(key) + 5, RLENGTH - length(key) - 6)
    while (match(line, /\\(u....|.)/)) {
        words = words substr(line, 1, RSTART - 1) (RLENGTH == 2 && substr(line, RSTART + 1, 1) ~ /["\\\/]/ ? substr(line, RSTART + 1, 1) : " ")
        line = substr(line, RSTART + RLENGTH)
    }
    return words line
}

# quoted(WORDS): as a string of gnuplot, in single quotes: in double quotes gnuplot would run what stands between backquotes.
# Apostrophes stand outside, as a string of gnuplot ends at two of them.
function quoted(words) {
    gsub(/\047+/, "\047.\"&\".\047", words)
    return "\047" words "\047"
}

# The same, a number as it is written: to compare it, add 0.
function number(line, key) {
    match(line, "\"" key "\": [-+.0-9e]+")
    return substr(line, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
}

function colour(line) {
    line = tolower(text(line, "color"))
    gsub(/grey/, "gray", line)
    colored += line != ""
    if (line ~ /^#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]$/)
        return "0x" substr(line, 2)
    if (line != "" && !(line in known) && !told[line]++)
        print "unknown color \"" line "\", want a name of CSS or #rrggbb" >"/dev/stderr"
    if (line == "" && is_fixed[n])
        return "0x8f8a80"
    return line in known ? known[line] : "0x" spare[n == 0 ? 1 : (n - 1) % 15 + 2]
}

/^  "title": / { title = text($0, "title") }
/^  "table": / {
    width = number($0, "width"); height = number($0, "height")
    fold_x = /"periodic": (true|"x")/ ? width : 0; fold_y = /"periodic": (true|"y")/ ? height : 0
}
/^  "table": .*"motion": / {
    for (i = 1; i <= 4; i++)
        if (match($0, "\"" wall_name[i] "\": \\[\\[[][0-9e+., -]*\\]\\]"))
            move(i, substr($0, RSTART, RLENGTH), /"motion_period": / ? number($0, "motion_period") : 0)
}
/^  "table": .*"piston": / {
    masses = $0; sub(/.*"piston": /, "", masses)
    for (i = 1; i <= 4; i++)
        if (index(masses, "\"" wall_name[i] "\": {"))
            follow(i)
}
/^  "gravity": / && !/\[0, 0\]/ { pulled = 1 }
/^  "start": / { start = number($0, "step") }
/^    [{]"(line|arc|pocket|gate)": / {
    split($0, part, /[][]/)
    split(part[2], at, ", ")
    edge++
    if (match($0, /"motion": \[\[[][0-9e+., -]*\]\]/)) {
        move(4 + edge, substr($0, RSTART, RLENGTH), /"motion_period": / ? number($0, "motion_period") : 0)
        moved_x = " + way_x(" 4 + edge ")"; moved_y = " + way_y(" 4 + edge ")"
    } else
        moved_x = moved_y = ""
    for (i = 1; i <= 5; i++)
        place[edge, i] = at[i] + 0
    match($0, /"[a-z]*"/)
    kind[edge] = substr($0, RSTART + 1, RLENGTH - 2)
    if (kind[edge] == "pocket")
        holes = holes sprintf("%s %s %s ", at[1], at[2], at[3])
    for (i = fold_x ? -1 : 0; i <= (fold_x ? 1 : 0); i++)
        for (j = fold_y ? -1 : 0; j <= (fold_y ? 1 : 0); j++)
            if (image(i * fold_x, j * fold_y))
                put_edge(edge + (i || j ? 1000000 * (5 + 3 * i + j) : 0))
}
/^    [{]"x": / {
    x[n] = number($0, "x"); y[n] = number($0, "y")
    slides += /"sliding": / && number($0, "sliding") + 0 > 0
    is_fixed[n] = /"fixed": true/ ? 1 : 0
    pegs += is_fixed[n]
    radius[n] = number($0, "r")
    largest = !is_fixed[n] && radius[n] + 0 > largest ? radius[n] + 0 : largest
    rgb[n] = colour($0); name[n] = text($0, "name"); n++
}

# Whether the image of an obstacle, so far off, reaches onto the table: seen[], its numbers; of a line the part that is there.
function image(dx, dy,    k) {
    for (k in at)
        seen[k] = at[k]
    if (!fold_x && !fold_y)
        return 1
    seen[1] = at[1] + dx; seen[2] = at[2] + dy
    if (kind[edge] == "arc" || kind[edge] == "pocket")
        return !(fold_x && (seen[1] + at[3] <= 0 || seen[1] - at[3] >= width)) && !(fold_y && (seen[2] + at[3] <= 0 || seen[2] - at[3] >= height))
    seen[3] = at[3] + dx; seen[4] = at[4] + dy
    return (!fold_x || clip(1, width)) && (!fold_y || clip(2, height))
}

# Leaves of the line seen[] what has coordinate k within the table. 0: nothing.
function clip(k, most,    end, other, bound, across) {
    across = k == 1 ? 1 : -1 # from there to the other coordinate
    for (end = k; end <= k + 2; end += 2) {
        other = 2 * k + 2 - end
        if (seen[end] < 0 && seen[other] <= 0 || seen[end] > most + 0 && seen[other] >= most + 0)
            return 0
        if (seen[end] >= 0 && seen[end] <= most + 0)
            continue
        bound = seen[end] < 0 ? 0 : most
        seen[end + across] += (seen[other + across] - seen[end + across]) * (bound - seen[end]) / (seen[other] - seen[end])
        seen[end] = bound
    }
    return 1
}

# Draws the obstacle seen[].
function put_edge(tag,    circle, way) {
    if (kind[edge] == "pocket") {
        edges = edges sprintf("set object %d circle at %s, %s size 1.3 * %s behind fs solid noborder fc rgb around;", \
            350000 + tag, seen[1], seen[2], seen[3])
        edges = edges sprintf("set object %d circle at %s, %s size %s behind fs solid noborder fc rgb hole;", \
            400000 + tag, seen[1], seen[2], seen[3])
    } else if (kind[edge] == "gate")
        edges = edges dashes(tag, seen[1], seen[2], seen[3], seen[4])
    else if (kind[edge] == "line")
        draw(tag, seen[1] moved_x, seen[2] moved_y, seen[3] moved_x, seen[4] moved_y, moved_x)
    else {
        circle = sprintf("circle at %s, %s size %s arc [%s:%s] nowedge", seen[1] moved_x, seen[2] moved_y, seen[3], seen[4], seen[5])
        edges = edges "set object " 400000 + tag " " circle " front fs empty border rgb edge lw thick;"
        if ((way = turns_by($0)) != 0)
            edges = edges turning(tag, seen[1], seen[2], seen[3], (seen[4] + seen[5])/2, way)
        if (moved_x != "")
            began = began "set object " 200000 + tag " " circle " back fs empty border rgb faded lw thick;"
    }
}

# A line that nothing bounces off: a gate, a side of a periodic table.
function dashes(tag, x0, y0, x1, y1) {
    return sprintf("set arrow %d from %s, %s to %s, %s nohead front lw 0.5 * thick dt 2 lc rgb edge;", tag, x0, y0, x1, y1)
}

function stroke(tag, x0, y0, x1, y1) {
    return sprintf("set arrow %d from %s, %s to %s, %s nohead front lw thick lc rgb edge;", tag, x0, y0, x1, y1)
}

# The first rate of an arc that turns; 0: it does not.
function turns_by(line,    q, m, i) {
    if (!match(line, /"turn": [][0-9e+., -]*/))
        return 0
    line = substr(line, RSTART + 8, RLENGTH - 8)
    if (line !~ /^\[/)
        return line + 0
    gsub(/[][]/, "", line)
    m = split(line, q, ", ")
    for (i = 2; i <= m; i += 2)
        if (q[i] + 0 != 0)
            return q[i] + 0
    return 0
}

# An arrow at an arc that turns, across the angle A, degrees, the way that it turns first.
function turning(tag, x, y, r, a, rate,    s) {
    a *= atan2(0, -1)/180; s = rate > 0 ? 0.15 : -0.15
    return sprintf("set arrow %d from %s + %.9g, %s + %.9g to %s + %.9g, %s + %.9g head filled front lw thick lc rgb edge;", 650000 + tag, \
        x moved_x, 0.9*r*cos(a - s), y moved_y, 0.9*r*sin(a - s), x moved_x, 0.9*r*cos(a + s), y moved_y, 0.9*r*sin(a + s))
}

# A line that stands, or moves.
function draw(tag, x0, y0, x1, y1, moves) {
    edges = edges stroke(tag, x0, y0, x1, y1)
    if (moves)
        began = began sprintf("set arrow %d from %s, %s to %s, %s nohead back lw thick lc rgb faded;", 200000 + tag, x0, y0, x1, y1)
}

# Takes the motion of K: at rest from 0 on, then by its list [t, vx, vy]; the last piece has no end.
function move(k, list, period,    q, m, i, t, dx, dy, vx, vy) {
    gsub(/"[a-z]*": |[][]/, "", list)
    m = split("0, 0, 0, " list, q, ", ")
    piece_first[k] = pieces + 1; cycle[k] = period
    for (i = 1; i < m; i += 3) {
        dx += vx * (q[i] - t); dy += vy * (q[i] - t); t = q[i]; vx = q[i + 1]; vy = q[i + 2]
        piece[++pieces] = sprintf("%.9g, %.9g, %.9g, %.9g, %.9g", t, dx, dy, vx, vy)
    }
    piece_last[k] = pieces
}

# Takes the places of wall K from the ledger, as a motion: at rest before its first row, straight between rows.
function follow(k,    row, cell, c, home, t, q) {
    home = k == 2 ? width : k == 4 ? height : 0
    piece_first[k] = pieces + 1; cycle[k] = 0
    if (ledger != "" && (getline row <ledger) > 0)
        for (c = split(row, cell, ","); c > 0 && cell[c] != "x" wall_name[k];) c--
    while (c && (getline row <ledger) > 0) {
        split(row, cell, ",")
        piece[++pieces] = t == "" ? "-1e300, " along(k, cell[c] - home) ", 0, 0" : t ", " along(k, q) ", " along(k, (cell[c] - home - q) / (cell[2] - t))
        t = cell[2]; q = cell[c] - home
    }
    if (ledger != "")
        close(ledger)
    if (t == "")
        loose = loose k " "
    piece[++pieces] = t == "" ? "0, 0, 0, 0, 0" : t ", " along(k, q) ", 0, 0"
    piece_last[k] = pieces
}

function along(k, q) { return sprintf(k < 3 ? "%.9g, 0" : "0, %.9g", q) }

function print_motion(    k, i, part) {
    printf "moves = %d; loose = \"%s\"\n", (pieces > 0), loose
    if (!pieces)
        return
    printf "array piece_first[%d]; array piece_last[%d]; array cycle[%d]; array piece[%d]\n", 4 + edge, 4 + edge, 4 + edge, 5 * pieces
    for (k = 1; k <= 4 + edge; k++)
        printf "piece_first[%d] = %d; piece_last[%d] = %d; cycle[%d] = real(%s)\n", k, piece_first[k] + 0, k, piece_last[k] + 0, k, cycle[k] + 0
    for (k = 1; k <= pieces; k++) {
        split(piece[k], part, ", ")
        for (i = 1; i <= 5; i++)
            printf "piece[%d] = real(%s)\n", 5 * (k - 1) + i, part[i]
    }
}

function draw_wall(k, x0, y0, x1, y1) {
    if (!index(" " loose, " " k " "))
        draw(edge + k, x0, y0, x1, y1, k in cycle)
}

# The walls that there are, of a table on which something moves.
function draw_walls(    x0, x1, y0, y1, kept) {
    kept = edges; edges = ""
    x0 = "way_x(1)"; x1 = "width + way_x(2)"; y0 = "way_y(3)"; y1 = "height + way_y(4)"
    if (!fold_x) { draw_wall(1, x0, y0, x0, y1); draw_wall(2, x1, y0, x1, y1) }
    else edges = edges dashes(600001, 0, y0, 0, y1) dashes(600002, width, y0, width, y1)
    if (!fold_y) { draw_wall(3, x0, y0, x1, y0); draw_wall(4, x0, y1, x1, y1) }
    else edges = edges dashes(600003, x0, 0, x1, 0) dashes(600004, x0, height, x1, height)
    printf "walls = \"%s\"\n", edges
    edges = kept
}

# Marks the cells whose middle is so near to a point of a line that a way from cell to cell does not cross it.
function block(px, py,    i, j, k, l) {
    i = int(px / dx); j = int(py / dy)
    for (k = i - 1; k <= i + 1; k++)
        for (l = j - 1; l <= j + 1; l++)
            if (k >= 0 && k < nx && l >= 0 && l < ny && ((k + 0.5) * dx - px) ^ 2 + ((l + 0.5) * dy - py) ^ 2 < 0.55 * dx * dx)
                cell[l * nx + k] = 1
}

function block_edge(e,    i, j, m, a) {
    if (kind[e] == "line") {
        m = int(4 * sqrt((place[e, 3] - place[e, 1]) ^ 2 + (place[e, 4] - place[e, 2]) ^ 2) / dx) + 1
        for (i = 0; i <= m; i++)
            block(place[e, 1] + (place[e, 3] - place[e, 1]) * i / m, place[e, 2] + (place[e, 4] - place[e, 2]) * i / m)
    } else if (kind[e] == "arc") {
        m = int(4 * place[e, 3] * (place[e, 5] - place[e, 4]) / 57 / dx) + 1
        for (i = 0; i <= m; i++) {
            a = (place[e, 4] + (place[e, 5] - place[e, 4]) * i / m) / 57.29577951308232
            block(place[e, 1] + place[e, 3] * cos(a), place[e, 2] + place[e, 3] * sin(a))
        }
    } else if (kind[e] == "pocket")
        for (j = int((place[e, 2] - place[e, 3]) / dy); j <= (place[e, 2] + place[e, 3]) / dy; j++)
            for (i = int((place[e, 1] - place[e, 3]) / dx); i <= (place[e, 1] + place[e, 3]) / dx; i++)
                if (i >= 0 && i < nx && j >= 0 && j < ny && ((i + 0.5) * dx - place[e, 1]) ^ 2 + ((j + 0.5) * dy - place[e, 2]) ^ 2 < place[e, 3] ^ 2)
                    cell[j * nx + i] = 1
}

# Cells that can be reached from the balls: 2.
function reach(    b, i, depth, c, stack) {
    for (b = 0; b < n; b++)
        if (!is_fixed[b] && x[b] + 0 >= 0 && x[b] + 0 < width + 0 && y[b] + 0 >= 0 && y[b] + 0 < height + 0)
            stack[++depth] = int(y[b] / dy) * nx + int(x[b] / dx)
    while (depth) {
        c = stack[depth--]
        if (cell[c] == 2)
            continue
        cell[c] = 2
        i = c % nx
        if (i > 0 && !cell[c - 1]) stack[++depth] = c - 1
        if (i < nx - 1 && !cell[c + 1]) stack[++depth] = c + 1
        if (c >= nx && !cell[c - nx]) stack[++depth] = c - nx
        if (c < nx * (ny - 1) && !cell[c + nx]) stack[++depth] = c + nx
    }
}

# The reached cells as rectangles: runs in a row, joined with equal ones in the row before; up to the middle of what blocks.
function cover(    i, j, from, run, last, key, all) {
    for (j = 0; j <= ny; j++) {
        split("", run)
        for (i = 0; i <= nx && j < ny; i++)
            if (i < nx && cell[j * nx + i] == 2) {
                if (from == "") from = i
            } else if (from != "") {
                run[from " " i] = 1
                from = ""
            }
        for (key in last)
            if (!(key in run)) {
                all = all rectangle(key, last[key], j)
                delete last[key]
            }
        for (key in run)
            if (!(key in last))
                last[key] = j
    }
    return all
}

function rectangle(key, from, to,    at) {
    split(key, at, " ")
    return sprintf("%.6g %.6g %.6g %.6g ", at[1] > 0 ? (at[1] - 0.75) * dx : 0, at[2] < nx ? (at[2] + 0.75) * dx : width, \
        from > 0 ? (from - 0.75) * dy : 0, to < ny ? (to + 0.75) * dy : height)
}

# Where most rows (across = 1) or columns begin (last = 0) or end; `square` becomes the least share of those that do.
function nose(across, last,    i, j, k, lines, cells, at, count, best, seen) {
    lines = across ? ny : nx; cells = across ? nx : ny
    for (j = 0; j < lines; j++)
        for (k = 0; k < cells; k++) {
            i = last ? cells - 1 - k : k
            if (cell[across ? j * nx + i : i * nx + j] == 2) {
                at = i + last
                seen++
                if (++count[at] > count[best])
                    best = at
                break
            }
        }
    if (!seen || count[best] / seen < square)
        square = seen ? count[best] / seen : 0
    return snapped(best * (across ? dx : dy), across)
}

# To the wall or line that is there.
function snapped(q, across,    e, near) {
    near = bounds ? 2.5 * dx : 0.1 * dx
    if (q < near) return 0
    if (q > (across ? width : height) - near) return across ? width : height
    for (e = 1; e <= edge; e++)
        if (kind[e] == "line" && place[e, across ? 1 : 2] == place[e, across ? 3 : 4] && (place[e, across ? 1 : 2] - q) ^ 2 < near * near)
            return place[e, across ? 1 : 2]
    return q
}

# The parts of a wall along which cells are reached.
function wall(across, last,    k, lines, at, from, all) {
    lines = across ? ny : nx
    at = across ? (last ? width : 0) : (last ? height : 0)
    for (k = 0; k <= lines; k++) {
        if (k < lines && cell[across ? k * nx + (last ? nx - 1 : 0) : (last ? ny - 1 : 0) * nx + k] == 2) {
            if (from == "") from = k
        } else if (from != "") {
            all = all (across ? stroke(++strokes, at, from * dy, at, k * dy) : stroke(++strokes, from * dx, at, k * dx, at))
            from = ""
        }
    }
    return all
}

function print_bed(    cells, e) {
    for (e = 1; e <= edge; e++)
        bounds += kind[e] == "line" || kind[e] == "arc"
    bounds = pieces ? 0 : bounds # what can be reached now is not what could be then
    cells = bounds ? 400 : 2 # without lines and arcs all can be reached
    dx = (width + 0 > height + 0 ? width : height) / cells
    nx = int(width / dx + 0.5); ny = int(height / dx + 0.5)
    if (nx < 1) nx = 1
    if (ny < 1) ny = 1
    dx = width / nx; dy = height / ny
    if (bounds && !fold_x && !fold_y) {
        for (e = 1; e <= edge; e++)
            block_edge(e)
        reach()
    } else
        for (e = 0; e < nx * ny; e++)
            cell[e] = 2
    square = 1; strokes = edge
    printf "bed = \"%s\"\n", cover()
    if (pieces)
        draw_walls()
    else
        printf "walls = \"%s\"\n", (fold_x > 0 ? dashes(600001, 0, 0, 0, height) dashes(600002, width, 0, width, height) : wall(1, 0) wall(1, 1)) \
            (fold_y > 0 ? dashes(600003, 0, 0, width, 0) dashes(600004, 0, height, width, height) : wall(0, 0) wall(0, 1))
    printf "nose_left = %.9g; nose_right = %.9g; ", nose(1, 0), nose(1, 1)
    printf "nose_bottom = %.9g; nose_top = %.9g; square = %.9g\n", nose(0, 0), nose(0, 1), 1 in cycle || 2 in cycle || 3 in cycle || 4 in cycle ? 0 : square
}

function print_for_paths(    i, e) {
    if (!(fold_x > 0 || fold_y > 0))
        print "table", width, height >(out "/scene")
    print "start", start + 0 >(out "/scene")
    if (pieces)
        print "moves" >(out "/scene")
    if (slides)
        print "slides" >(out "/scene")
    if (felt)
        print "felt" >(out "/scene")
    for (e = 1; e <= edge; e++)
        if (kind[e] == "pocket")
            print "pocket", e - 1, place[e, 1], place[e, 2], place[e, 3] >(out "/scene")
    for (i = 0; i < n; i++)
        print is_fixed[i] ? "fixed" : "ball", i, x[i], y[i], radius[i] >(out "/scene")
}

END {
    if (!width)
        exit 1
    printf "width = real(%s); height = real(%s); title = %s; n = %d\n", width, height, quoted(title), n
    felt = !pulled && !pegs && masses == "" && !fold_x && !fold_y && n <= 50
    printf "felt = %d\ncolored = %d\n", felt, colored
    if (out != "") {
        print_bed()
        print_for_paths()
    }
    printf "largest = real(%.17g); fold_x = real(%s); fold_y = real(%s)\n", largest, fold_x, fold_y
    printf "obstacles = \"%s\"; pockets = \"%s\"; began = \"%s\"\n", edges, holes, began
    print_motion()
    printf "array radius[%d]; array rgb[%d]; array name[%d]; array is_fixed[%d]; array is_number[%d]\n", n + 1, n + 1, n + 1, n + 1, n + 1
    for (i = 0; i < n; i++)
        printf "radius[%d] = %s; rgb[%d] = %s; name[%d] = %s; is_fixed[%d] = %d; is_number[%d] = %d\n", \
            i + 1, radius[i], i + 1, rgb[i], i + 1, quoted(name[i]), i + 1, is_fixed[i], i + 1, name[i] ~ /^[0-9][0-9]?$/
}
