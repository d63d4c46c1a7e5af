# numbers.awk: what the recipes need to know of a gas, from the output of --print-scene, as options of awk:
#   -v n=256 -v d=0.664 -v width=16 -v height=13.9 -v area=222 -v eta=0.4
# n counts the balls that can move; d is the diameter of the first of them, and eta the part of the area that they cover.
function number(text, key) {
    return match(text, "\"" key "\": [-+.0-9eE]+") ? substr(text, RSTART + length(key) + 4, RLENGTH - length(key) - 4) : 0
}
/^  "table":/ { width = number($0, "width"); height = number($0, "height") }
/^    [{]"x": / && !/"fixed": true/ { r = number($0, "r"); if (!n++) d = 2*r; discs += 3.141592653589793*r*r }
END { printf "-v n=%d -v d=%.17g -v width=%.17g -v height=%.17g -v area=%.17g -v eta=%.17g\n", n, d, width, height, width*height, discs/(width*height) }
