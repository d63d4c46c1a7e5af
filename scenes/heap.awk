# heap.awk FRAMES: the angle of repose of the heap in the last of the frames of `-f gnuplot`, in degrees: the mean of both sides, +- half
# their difference. With -v opening=HEIGHT it begins with when the last grain has fallen below that height.
!NF || /^#/ { next }
$2 != t { if (inside) empty = $2; t = $2; n = middle = inside = 0 } # a frame begins
{ x[n] = $4; top[n++] = $5 + $8; middle += $4; if ($8 > r) r = $8; if (opening != "" && $5 > opening) inside++ }
# the slope of the surface on one side (-1, 1): bins of five radii, down to a height of three
function slope(side,    i, bin, h, k, sx, sy, sxx, sxy) {
    for (i = 0; i < n; i++)
        if ((x[i] - middle)*side > 0) { bin = int((x[i] - middle)*side/(5*r)); if (top[i] > h[bin]) h[bin] = top[i] }
    for (bin = 0; h[bin] > 3*r; bin++) { k++; sx += bin; sy += h[bin]; sxx += bin*bin; sxy += bin*h[bin] }
    return k > 2 ? atan2(-(k*sxy - sx*sy), (k*sxx - sx*sx)*5*r)*180/3.14159265 : 0
}
END {
    middle /= n; left = slope(-1); right = slope(1); apart = left - right
    if (opening != "") printf "%s, angle of repose ", inside ? "not empty" : "empty after " empty " s"
    printf "%.0f +- %.0f degrees\n", (left + right)/2, (apart < 0 ? -apart : apart)/2
}
