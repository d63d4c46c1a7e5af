# Reads the output of billiard-sim --print-scene and writes what gnuplot needs of it: `width`, `height`, `title`, `fold_x`
# and `fold_y` (the periods of a periodic table, 0 where there are walls), the number of balls `n`, the `largest` radius of
# those that are not fixed, and arrays of names, radii and colours, the first ball at 1. Colours are the scene's (names of
# CSS, or #rrggbb); balls without one get one of sixteen, fixed balls grey. `obstacles` draws them.

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
    split("f7f1e1 f5e03b 1490ff dc8114 b34eba 18b95b a9d9ff 612fb0 f1b4a1 91ff94 ba89c0 b9d958 9fabfd 846414 bfb0ba 622f7f",
          spare, " ")
}

# text(LINE, KEY): the member KEY of one line of the scene, a string; its escapes are dropped.
function text(line, key) {
    if (!match(line, "\"" key "\": \"([^\"\\\\]|\\\\.)*\""))
        return ""
    line = substr(line, RSTART + length(key) + 5, RLENGTH - length(key) - 6)
    gsub(/\\(u....|.)/, "", line)
    return line
}

# quoted(WORDS): as a string of gnuplot, in single quotes: in double quotes gnuplot would run what stands between backquotes.
function quoted(words) {
    gsub(/\047/, "&&", words)
    return "\047" words "\047"
}

function number(line, key) {
    match(line, "\"" key "\": [-+.0-9e]+")
    return substr(line, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
}

function colour(line) {
    line = tolower(text(line, "color"))
    gsub(/grey/, "gray", line)
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
/^    [{]"(line|arc|pocket)": / {
    split($0, part, /[][]/)
    split(part[2], at, ", ")
    if (/^    [{]"pocket"/)
        edges = edges sprintf("set object %d circle at %s, %s size %s behind fs solid noborder fc rgb hole;", \
            1000 + ++edge, at[1], at[2], at[3])
    else if (/^    [{]"line"/)
        edges = edges sprintf("set arrow %d from %s, %s to %s, %s nohead front lw 2.5 lc rgb edge;", ++edge, at[1], at[2], at[3], at[4])
    else
        edges = edges sprintf("set object %d circle at %s, %s size %s arc [%s:%s] nowedge front fs empty border rgb edge lw 2.5;", \
            1000 + ++edge, at[1], at[2], at[3], at[4], at[5])
}
/^    [{]"x": / {
    is_fixed[n] = /"fixed": true/ ? 1 : 0
    radius[n] = number($0, "r")
    largest = !is_fixed[n] && radius[n] + 0 > largest ? radius[n] + 0 : largest
    rgb[n] = colour($0); name[n] = text($0, "name"); n++
}

END {
    if (!width)
        exit 1
    printf "width = real(%s); height = real(%s); title = %s; n = %d\n", width, height, quoted(title), n
    printf "largest = real(%.17g); fold_x = real(%s); fold_y = real(%s)\n", largest, fold_x, fold_y
    printf "obstacles = \"%s\"\n", edges
    printf "array radius[%d]; array rgb[%d]; array name[%d]; array is_fixed[%d]\n", n + 1, n + 1, n + 1, n + 1
    for (i = 0; i < n; i++)
        printf "radius[%d] = %s; rgb[%d] = %s; name[%d] = %s; is_fixed[%d] = %d\n", \
            i + 1, radius[i], i + 1, rgb[i], i + 1, quoted(name[i]), i + 1, is_fixed[i]
}
