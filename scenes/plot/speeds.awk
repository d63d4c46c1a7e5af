# Counts the speeds in frames of -f gnuplot from time `half` on, in bins of width `bin`. Per bin a line: its middle, the mean
# over the frames of the probability density, and the standard error of that mean.

!/^#/ && NF >= 8 && $2 >= half {
    if (!($2 in balls))
        frame[++frames] = $2
    balls[$2]++
    place = int(sqrt($6 * $6 + $7 * $7) / bin)
    if (place > top)
        top = place
    count[$2, place]++
}

END {
    for (i = 0; i <= top; i++) {
        sum = squares = 0
        for (j = 1; j <= frames; j++) {
            density = count[frame[j], i] / balls[frame[j]] / bin
            sum += density
            squares += density * density
        }
        variance = squares / frames - (sum / frames) ^ 2
        print bin * (i + 0.5), sum / frames, (frames > 1 && variance > 0 ? sqrt(variance / (frames - 1)) : 0)
    }
}
