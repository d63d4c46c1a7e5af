# billiard.awk SCENE LOG: the reflections of one ball in a billiard, one row of csv each.
#   billiard-sim --print-scene S >shown; billiard-sim -o /dev/null --events log S; awk -f billiard.awk shown log
# Columns: t; path, the time since the reflection before times the speed; s, the place along the boundary, as the centre of the ball sees it;
# p, the part of the incoming direction along s; curvature of the boundary there (a disc: positive); u, the part across it, negative.
# The boundary is the lines and arcs in the order of the scene, then fixed balls, then the walls bottom, right, top, left. For s to go round a
# chain, name its lines and arcs counter-clockwise. At a corner s leaves out what the centre cannot reach. The one ball that moves goes straight
# on between hits and is reflected as by a mirror: a scene in which it does not is refused.
BEGIN { FS = ","; obstacles = balls = 0; pi = 3.141592653589793; OFMT = "%.17g"; split("bottom right top left", walls, " ") }
function number(text, key) {
    return match(text, "\"" key "\": [-+.0-9eE]+") ? substr(text, RSTART + length(key) + 4, RLENGTH - length(key) - 4) : 0
}
function list(text, key, values) { # the numbers of an array
    if (!match(text, "\"" key "\": \\[[^]]*\\]"))
        return 0
    return split(substr(text, RSTART + length(key) + 5, RLENGTH - length(key) - 6), values, ", *")
}
FNR == NR && /^  "table":/ { width = number($0, "width"); height = number($0, "height"); if (/"motion"|"thermal"/) fault = "walls move, or have a temperature" }
FNR == NR && /^  "restitution":/ && !/"ball": 1, "wall": 1[}]/ { fault = "hits take energy, restitution is not 1" }
FNR == NR && /^  "mu":/ && !/"ball": 0, "wall": 0[}]/ { fault = "the ball rubs, mu is not 0" }
FNR == NR && /^  "materials":/ { fault = "it has materials" }
FNR == NR && /^  "gravity":/ && !/\[0, 0\]/ { fault = "it has gravity" }
FNR == NR && /^  "integrator":/ && !/"event"/ { fault = "its integrator is not event" }
FNR == NR && /^    [{]"(line|arc|pocket|gate)":/ {
    for (i = list($0, "line", v); i > 0; i--) line[obstacles, i] = v[i]
    for (i = list($0, "arc", v); i > 0; i--) arc[obstacles, i] = v[i]
    if (/"motion"/ || (match($0, /"e": [0-9.]+/) && substr($0, RSTART + 5, RLENGTH - 5) != 1) || (match($0, /"mu": [^,}]+/) && !/"mu": 0[,}]/))
        fault = "an obstacle moves, rubs or takes energy"
    obstacles++
}
FNR == NR && /^    [{]"x": / {
    if (/"fixed": true/) { fixed[balls] = number($0, "r"); at_x[balls] = number($0, "x"); at_y[balls] = number($0, "y") }
    else if (r) fault = "more than one ball moves"
    else { r = number($0, "r"); if (number($0, "friction") || number($0, "sliding")) fault = "the ball rolls or slides on a cloth" }
    balls++
}
FNR == NR { next }
fault { print "billiard.awk: the recipe does not fit this scene: " fault >"/dev/stderr"; exit 1 }
FNR == 1 { measure(); print "t,path,s,p,curvature,u"; next }

# Where each piece of the boundary begins. An arc is as long as its inner side is for the centre, which is where chains are.
function measure(    i, end) {
    for (i = 0; i < obstacles; i++) {
        start["o" i] = end
        if ((i, 1) in line) end += sqrt((line[i, 3] - line[i, 1])^2 + (line[i, 4] - line[i, 2])^2)
        else if ((i, 1) in arc) end += (arc[i, 3] - r)*(arc[i, 5] - arc[i, 4])*pi/180
    }
    for (i = 0; i < balls; i++) if (i in fixed) { start["b" i] = end; end += 2*pi*(fixed[i] + r) }
    for (i = 1; i <= 4; i++) { start[walls[i]] = end; end += (i % 2 ? width : height) - 2*r }
}

# The angle of a direction, from an angle on, counter-clockwise: 0 to 2 pi.
function angle_from(dx, dy, from,    a) {
    a = atan2(dy, dx) - from
    while (a < 0) a += 2*pi
    while (a >= 2*pi) a -= 2*pi
    return a
}

# Sets s, curvature, and (ex, ey), the direction in which s grows, for a centre (x, y) with the normal (nx, ny) into the piece.
function locate(kind, piece,    R, far, sign) {
    ex = -ny; ey = nx; curvature = 0 # counter-clockwise inside of a chain, clockwise about what stands in it
    if (kind == "ball") {
        curvature = 1/(fixed[piece] + r)
        s = start["b" piece] + (fixed[piece] + r)*angle_from(x - at_x[piece], y - at_y[piece], 0)
    } else if (kind == "line") {
        far = sqrt((line[piece, 3] - line[piece, 1])^2 + (line[piece, 4] - line[piece, 2])^2)
        ex = (line[piece, 3] - line[piece, 1])/far; ey = (line[piece, 4] - line[piece, 2])/far
        s = start["o" piece] + (x - line[piece, 1])*ex + (y - line[piece, 2])*ey
        if ((ex*nx + ey*ny)^2 > 1e-12) curvature = 1/r # an end
    } else if (kind == "arc") {
        R = arc[piece, 3]; far = sqrt((x - arc[piece, 1])^2 + (y - arc[piece, 2])^2)
        sign = far < R ? -1 : 1
        curvature = (far - R - sign*r)^2 < 1e-12*R^2 ? sign/(R + sign*r) : 1/r
        s = start["o" piece] + (R - r)*angle_from(x - arc[piece, 1], y - arc[piece, 2], arc[piece, 4]*pi/180)
    } else
        s = start[kind] + (kind == "bottom" ? x : kind == "right" ? y : kind == "top" ? width - x : height - y) - r
}

# Rows of the log: t,group,kind,a,b,x,y,nx,ny,u,...
$3 != "roll" && $3 != "pocket" && $3 != "gate" {
    nx = $8; ny = $9; b = $5
    if ($3 == "ball" && $4 in fixed) { nx = -nx; ny = -ny; b = $4 }
    x = $6 - r*nx; y = $7 - r*ny
    if (n++) {
        path = sqrt((x - x0)^2 + (y - y0)^2)
        locate($3, b)
        printf "%.17g,%.17g,%.9f,%.9f,%.17g,%.17g\n", $1, path, s, ((x - x0)*ex + (y - y0)*ey)/path, curvature, $10*($1 - t0)/path
    }
    t0 = $1; x0 = x; y0 = y
}
