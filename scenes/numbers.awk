# numbers.awk: what the recipes need to know of a gas, from the output of --print-scene, as options of awk:
#   -v n=256 -v d=0.664 -v width=16 -v height=13.9 -v area=222 -v eta=0.4 -v room=222 -v tick=0.2
# n counts the balls, d is their diameter, eta the part of the area that they cover, and room the area of a periodic table on which they would
# hit each other as often: between walls centres have less room, and next to a wall no ball comes from there. tick is 1, 2 or 5 times a power
# of ten, next to the mean time between two hits of a ball (Enskog): recipes count in it. The recipes are for equal,
# smooth, elastic balls of mass 1 that all can move, on a periodic table. With -v cools=1 they may be inelastic, and have elastic walls; with
# -v rough=1 they may rub. From another scene nothing is made, and the reason is told.
function number(text, key) {
    return match(text, "\"" key "\": [-+.0-9eE]+") ? substr(text, RSTART + length(key) + 4, RLENGTH - length(key) - 4) : 0
}
/^  "table":/ {
    width = number($0, "width"); height = number($0, "height"); walls = !/"periodic": true/
    if (walls && !cools) fault = "its table has walls"
    if (/"motion"/) fault = "its walls move"
    if (/"thermal"/) fault = "its walls have a temperature"
}
/^  "restitution":/ && !/"ball": 1[,}]/ && !cools { fault = "its balls lose energy, restitution.ball is not 1" }
/^  "restitution":/ && !/"wall": 1[,}]/ && walls { fault = "its walls take energy, restitution.wall is not 1" }
/^  "mu":/ && !/"ball": 0, "wall": 0[}]/ && !rough { fault = "its balls rub, mu is not 0" }
/^  "materials":/ { fault = "it has materials" }
/^  "gravity":/ && !/\[0, 0\]/ { fault = "it has gravity" }
/^  "integrator":/ && !/"event"/ { fault = "its integrator is not event" }
/^  "contact_time":/ { contact_time = number($0, "contact_time") }
/^  "obstacles":/ { fault = "it has obstacles" }
/^    [{]"x": / {
    if (/"fixed": true/) fault = "some balls are fixed"
    else if (number($0, "m") != 1) fault = "not all balls have the mass 1"
    else if (number($0, "friction") || number($0, "sliding")) fault = "its balls roll or slide on a cloth"
    if (!n++) r = number($0, "r"); else if (number($0, "r") != r) fault = "its balls have several radii"
    vx = number($0, "vx"); vy = number($0, "vy"); px += vx; py += vy; squares += vx^2 + vy^2
}
END {
    if (!fault && !squares) fault = "no ball moves"
    if (!fault && contact_time*sqrt(squares/n) > 0.002*r) fault = "its contact_time makes hits elastic that are no collapse"
    if (fault) { print "numbers.awk: the recipe does not fit this scene: " fault >"/dev/stderr"; exit 1 }
    room = width*height
    if (walls) { room = (width - 2*r)*(height - 2*r); room /= 1 - 4*r*(width + height - 4*r)/(3.141592653589793*room) }
    eta = n*3.141592653589793*r*r/(width*height); part = eta*width*height/room
    kT = n > 1 ? (squares - (px^2 + py^2)/n)/(2*n - 2) : 0
    mean = kT > 0 ? r*sqrt(3.141592653589793/kT)*(1 - part)^2/(4*part*(1 - 7*part/16)) : 1
    for (tick = 1; tick > mean; ) tick /= 10
    while (10*tick <= mean) tick *= 10
    tick *= mean^2 > 50*tick^2 ? 10 : mean^2 > 10*tick^2 ? 5 : mean^2 > 2*tick^2 ? 2 : 1
    printf "-v n=%d -v d=%.17g -v width=%.17g -v height=%.17g -v area=%.17g -v eta=%.17g -v room=%.17g -v tick=%g\n", n, 2*r, width,
        height, width*height, eta, room, tick
}
