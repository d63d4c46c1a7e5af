# Reads what billiard-sim writes about a run, for the rules that run.sh gives for each problem: frames, collision log, ledger of
# energy, and the time of rest, one file after another.
#
#   awk -F, -v problem=01 -f run.awk -f RULES frames log energy rest

# ---- what rules can ask ----

# The last row of the ledger.
function ledger(column) { return energy[rows, column] }

# The n-th contact in the log, of any kind or of one; ends of slides are none.
function hit(n, column, kind,   i) {
    for (i = 1; i <= hits; i++)
        if (log_[i, "kind"] != "roll" && (kind == "" || log_[i, "kind"] == kind) && --n == 0) return log_[i, column]
}

function count(kinds,   i, n) {
    for (i = 1; i <= hits; i++) n += index(kinds, log_[i, "kind"]) > 0
    return n
}

# Direction of a ball in the last frame, in degrees.
function heading(ball) {
    if ((ball, "vx") in frame) return atan2(frame[ball, "vy"], frame[ball, "vx"]) * 180 / 3.14159265358979323846
}

# Contacts per time in each stretch between two rows of the ledger.
function rates(kinds, block,   i, k, long) {
    long = energy[2, "t"] - energy[1, "t"]
    for (k = 1; k < rows; k++) block[k] = 0
    for (i = 1; i <= hits; i++) if (index(kinds, log_[i, "kind"])) {
        k = 1 + int(log_[i, "t"] / long)
        if (k < rows) block[k] += 1 / long
    }
    return rows - 1
}

# Joins each `size` blocks to one, their mean.
function gather(n, block, size,   i, k) {
    for (k = 1; k * size <= n; k++) {
        for (i = (k - 1) * size + 1; i <= k * size; i++) joined[k] += block[i] / size
        block[k] = joined[k]
        joined[k] = 0
    }
    return k - 1
}

# ---- what they print ----

function say(quantity, value, error) { if (value != "") printf "%s,%s,%.17g,%s\n", problem, quantity, value, error }

# A value less what stands after a minus sign in `origin`; nothing where there is no value.
function less(value, origin) { return value == "" ? "" : value - origin }

# "QUANTITY=BALL.COLUMN[-ORIGIN] ...", of the last frame.
function show(list,   i, n, item, part) {
    n = split(list, item, " ")
    for (i = 1; i <= n; i++) { split(item[i] "-0", part, /[=.-]/); say(part[1], less(frame[part[2], part[3]], part[4])) }
}

# "QUANTITY=NUMBER ...", times of contacts.
function times(list,   i, n, item, part) {
    n = split(list, item, " ")
    for (i = 1; i <= n; i++) { split(item[i], part, "="); say(part[1], hit(part[2], "t")) }
}

# "QUANTITY=COLUMN[-ORIGIN] ...", of the first end of a slide.
function slide(list,   i, k, n, item, part) {
    for (k = 1; k <= hits && log_[k, "kind"] != "roll"; k++) continue
    n = split(list, item, " ")
    for (i = 1; i <= n; i++) { split(item[i] "-0", part, /[=-]/); say(part[1], less(log_[k, part[2]], part[3])) }
}

# The mean of blocks, to a power of 1 or -1, with its standard error.
function mean(quantity, block, n, power,   i, sum, squares, value, error) {
    for (i = 1; i <= n; i++) { sum += block[i]; squares += block[i] * block[i] }
    if (n < 20 || sum == 0) return
    value = sum / n
    error = sqrt((squares / n - value * value) / (n - 1)) / value
    say(quantity, value ^ power, sprintf("%.3g", error * value ^ power))
}

# ---- reading ----

/^(step|t|rest)/ { table = NF < 2 ? "rest" : $1 == "t" ? "log" : $3 == "ball" ? "frames" : "energy"; split($0, name); next }
table == "log" { hits++; for (i = 1; i <= NF; i++) log_[hits, name[i]] = $i; next }
table == "energy" { rows++; for (i = 1; i <= NF; i++) energy[rows, name[i]] = $i; next }
table == "frames" { for (i = 4; i <= NF; i++) frame[$3, name[i]] = $i; frames[$3]++; height[$3, frames[$3]] = $5; next }
table == "rest" { rest = $1 }
