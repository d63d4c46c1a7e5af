#!/usr/bin/env bats
# What a picture shows, by counting its pixels.

load common

# pixels FILE: how many pixels a picture has of each colour, most frequent first: "count rrggbb".
pixels() {
    perl -MCompress::Zlib -e '
        local $/; my $png = <STDIN>; my ($data, $at) = ("", 8);
        while ($at < length $png) {
            my ($length, $type) = unpack "Na4", substr $png, $at, 8;
            $data .= substr $png, $at + 8, $length if $type eq "IDAT";
            $at += 12 + $length;
        }
        my ($width, $height, $depth, $kind) = unpack "NNCC", substr $png, 16, 10;
        my ($wide, %count, @above) = ($kind == 6 ? 4 : 3);
        my $raw = uncompress($data);
        my $row = 1 + $width * $wide;
        for my $y (0 .. $height - 1) {
            my ($filter, @line) = unpack "C*", substr $raw, $y * $row, $row;
            for my $i (0 .. $#line) {
                my ($a, $b, $c) = ($i < $wide ? 0 : $line[$i - $wide], $above[$i] // 0, $i < $wide ? 0 : $above[$i - $wide] // 0);
                my $p = $a + $b - $c;
                my ($pa, $pb, $pc) = (abs($p - $a), abs($p - $b), abs($p - $c));
                my $paeth = $pa <= $pb && $pa <= $pc ? $a : $pb <= $pc ? $b : $c;
                $line[$i] = ($line[$i] + (0, $a, $b, int(($a + $b) / 2), $paeth)[$filter]) & 255;
            }
            $count{sprintf "%02x%02x%02x", @line[$_ * $wide .. $_ * $wide + 2]}++ for 0 .. $width - 1;
            @above = @line;
        }
        print "$count{$_} $_\n" for sort { $count{$b} <=> $count{$a} } keys %count' <"$1"
}

@test "trajectories: discs of the scene's colours and radii on a table of its size" {
    command -v gnuplot >/dev/null || skip "no gnuplot"
    perl -MCompress::Zlib -e 1 || skip "no Compress::Zlib"
    ln -s "$sim" billiard-sim
    "$sim" -f gnuplot -n 0 "$root/scenes/kickoff.json" |
        gnuplot -c "$root/scenes/plot/trajectories.gnuplot" file.png "$root/scenes/kickoff.json"
    pixels file.png >colors
    # 1101.4 pixels are 633.6 wide; a disc of radius 10 has 949 of them, less the darker rim, the gloss and the number
    for color in dc143c 008080 ffa500 1e90ff ffd700 000000 40e0d0; do
        awk -v color=$color '$2 "" == color { n = $1 } END { exit !(n > 450 && n < 949) }' colors || { grep $color colors; false; }
    done
    # the cloth is what is left of 600 x 400
    awk '$2 == "0f6049" { n = $1 } END { scale = 1101.4 / 633.6; share = n / (600 * 400 * scale ^ 2); exit !(share > 0.96 && share < 0.99) }' colors
}

@test "make pictures draws every picture there is" {
    command -v gnuplot >/dev/null || skip "no gnuplot"
    [ -n "${BUILD-}" ] || skip "needs to be called by make test-full"
    command -v ffmpeg >/dev/null && command -v jq >/dev/null || skip "no ffmpeg, or no jq"
    unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
    make -C "$root" -s pictures PICTURES="$PWD/pictures" CC="$CC" CFLAGS="$CFLAGS" CPPFLAGS="$CPPFLAGS" LDFLAGS="$LDFLAGS" \
        LDLIBS="$LDLIBS" BUILD="$BUILD" PROGRAM="$PROGRAM" 2>messages || { cat messages; false; }
    equal "$(ls pictures | grep -v player)" "$(ls "$root/scenes/pictures" | grep -v 'player\|Makefile')" # which needs chromium
    for picture in pictures/*; do [ "$(wc -c <"$picture")" -gt 5000 ] && [ "$(wc -c <"$picture")" -lt 1000000 ]; done
    # a page of pictures is read over slow networks, too: 256 colours are enough for each
    for picture in pictures/*.png; do [ "$(wc -c <"$picture")" -lt 120000 ]; done
}
