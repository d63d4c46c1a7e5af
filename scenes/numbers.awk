# numbers.awk: what the recipes need to know of a gas, from the output of --print-scene, as options of awk:
#   -v n=256 -v d=0.664 -v width=16 -v height=13.9 -v area=222 -v eta=0.4
# n counts the balls, d is their diameter, and eta the part of the area that they cover. The recipes are for equal balls of mass 1 that all can
# move, on a periodic table (with -v walls=1, on any): else nothing is printed, and the reason is told.
function number(text, key) {
    return match(text, "\"" key "\": [-+.0-9eE]+") ? substr(text, RSTART + length(key) + 4, RLENGTH - length(key) - 4) : 0
}
/^  "table":/ { width = number($0, "width"); height = number($0, "height"); if (!walls && !/"periodic": true/) fault = "its table has walls" }
/^    [{]"x": / {
    if (/"fixed": true/) fault = "some balls are fixed"
    else if (number($0, "m") != 1) fault = "not all balls have the mass 1"
    if (!n++) r = number($0, "r"); else if (number($0, "r") != r) fault = "its balls have several radii"
}
END {
    if (fault) { print "numbers.awk: the recipe does not fit this scene: " fault >"/dev/stderr"; exit 1 }
    printf "-v n=%d -v d=%.17g -v width=%.17g -v height=%.17g -v area=%.17g -v eta=%.17g\n",
        n, 2*r, width, height, width*height, n*3.141592653589793*r*r/(width*height)
}
