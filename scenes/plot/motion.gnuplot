# Where walls, lines and arcs are that move: scene.awk tells of their motion, `now` is the time.

phase(k, t) = cycle[k] > 0 ? t - cycle[k] * floor(t / cycle[k]) : t
from_when(i) = piece[5 * i - 4]
# The number of a piece at a time of its own period: how many have begun, of those of K; 0 if K rests.
piece_at(k, s) = piece_first[k] - 1 + sum [i = piece_first[k]:piece_last[k]] (from_when(i) <= s)
way(k, t, axis) = piece_last[k] == 0 ? 0 : (phase_now = phase(k, t), i_now = piece_at(k, phase_now), \
    piece[5 * i_now - 4 + axis] + piece[5 * i_now - 2 + axis] * (phase_now - from_when(i_now)))
way_x(k) = way(k, now, 1)
way_y(k) = way(k, now, 2)

# The farthest way of K from `begin` to `shown`, to the side of `sign`: at both, and where its pieces begin in between.
between(k, t) = cycle[k] > 0 ? t + cycle[k] * ceil((begin - t) / cycle[k]) <= shown : begin <= t && t <= shown
farther(far, q, sign) = sign * q > sign * far ? q : far
farthest(k, axis, sign) = (far = farther(way(k, begin, axis), way(k, shown, axis), sign), \
    sum [i = piece_first[k]:piece_last[k]] (far = between(k, from_when(i)) ? farther(far, piece[5 * i - 4 + axis], sign) : far, 0), far)
