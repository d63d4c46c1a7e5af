#!/usr/bin/env bats
# The examples of the manual pages run, and the numbers in the manual's table come out of the program.

load common

setup() {
    enter_empty_folder
    ln -s "$root/scenes" scenes
    mkdir bin
    ln -s "$sim" bin/billiard-sim
    PATH=$PWD/bin:$PATH
}

# Plain text of the manual pages, in files of their names.
setup_file() {
    for page in billiard-sim.1 billiard-scene.5; do
        mandoc -Tascii "$root/man/$page" | sed 's/.\x08//g' >"$BATS_FILE_TMPDIR/$page"
    done
}

# section NAME: of billiard-sim(1).
section() {
    sed -n "/^$1\$/,/^[A-Z]/p" "$BATS_FILE_TMPDIR/billiard-sim.1"
}

# rounded DIGITS NUMBER...: as in the table, without negative zeros.
rounded() {
    awk -v digits="$1" -v numbers="${*:2}" 'BEGIN {
        n = split(numbers, number, " ")
        for (i = 1; i <= n; i++) {
            text = sprintf("%." digits "f", number[i])
            if (text + 0 == 0) text = sprintf("%." digits "f", 0)
            row = row (i > 1 ? " " : "") text
        }
        print row
    }'
}

# short: numbers of standard input without zeros at the end.
short() {
    sed -E 's/\.0+( |$)/\1/g; s/(\.[0-9]*[1-9])0+( |$)/\1\2/g'
}

# row LAW TABLE: the numbers of a row of the first or second table.
row() {
    section 'SIMULTANEOUS CONTACTS' | grep -E "^ +$1 +-?[0-9]" | sed -n "$2p" | sed -E "s/^ +$1 +//; s/ +/ /g"
}

# velocities COLUMN ARGUMENT...: a column of the last frame.
velocities() {
    "$sim" -q "${@:2}" | awk -F, -v column="$1" '$1 != step { step = $1; row = "" } { row = row $column " " } END { print row }'
}

# cradle TARGETS ARGUMENT...: final speeds.
cradle() {
    velocities 6 -s balls.1.rows="$1" -s balls.1.gap=0 -s restitution=1 "${@:2}" scenes/cradle.json
}

# break_speeds ARGUMENT...: the cue ball's velocity and the speeds of the far corners, relative to the shot.
break_speeds() {
    "$sim" -q -s restitution=1 "$@" scenes/break.json | awk -F, '
        $3 == 0 { cue = $6 / 8 }
        $3 == 11 { first = sqrt($6 ^ 2 + $7 ^ 2) / 8 }
        $3 == 15 { second = sqrt($6 ^ 2 + $7 ^ 2) / 8 }
        END { print cue, first, second }'
}

# impulses LAW: on the two balls of the pulling witness.
impulses() {
    "$sim" -q -s impact="$1" --events - -o /dev/null scenes/pulling.json |
        awk -F, 'NR > 1 { j[$5] = $11 } END { print j[1] + 0, j[2] + 0 }'
}

@test "every example of billiard-sim(1) runs" {
    section EXAMPLES | sed -nE '/^ +\$ /,/^$/p' | sed -E 's/^ +\$ //' >commands
    equal "$(grep -c billiard-sim commands)" 7
    bash -e commands >output 2>message
    equal "$(cat message)" ""
    # the head of the first frame, the digits of pi, and, by unfolding, the end of the last example: its centre's room is
    # 3.8 x 1.8, it has gone 0.9 + 8 = 7.6 + 1.3 along and 0.9 + 4 = 3.6 + 1.3 across
    equal "$(head -n 1 output)" "step,t,ball,x,y,vx,vy"
    grep -q '"collisions":{"ball":1571,"wall":1570,' output
    equal "$(tail -n 1 output)" "40,4,0,1.4,1.4,2,1"
    "$sim" scenes/gas.json | tail -n 200 | cmp - <(tail -n 200 2.csv)
}

@test "every example of billiard-scene(5) passes --check and runs" {
    sed -n '/^EXAMPLES/,$p' "$BATS_FILE_TMPDIR/billiard-scene.5" | sed 's/^ *//' |
        awk '/^{$/ { n++; inside = 1 } inside { print >("example" n ".json") } /^}$/ { inside = 0 }'
    equal "$(ls example*.json | wc -l)" 8
    for example in example*.json; do
        "$sim" --check "$example"
        simulate -o out.csv "$example"
        equal "$status" 0
    done
    # between them every key but those of --save
    keys=$(sed '/^PERIODIC/,/^OBSTACLES/d' "$BATS_FILE_TMPDIR/billiard-scene.5" | sed -n '/^KEYS/,/^GENERATORS/p' | sed -nE 's/^ {5}([a-z][a-z0-9_]*(, [$a-z0-9_]+)*)( {2,}.*)?$/\1/p' | tr -d ,)
    for key in periodic nose $keys; do
        case $key in \$schema | start | hit | pocketed | image | kicks) ;; *) grep -q "\"$key\"" example*.json || { echo "no example has $key"; false; } ;; esac
    done
}

@test "billiard-scene(5) describes the keys of the schema, and no others" {
    described=$(sed -n '/^KEYS/,/^OVERRIDES/p; /^APPENDIX/,/^SEE ALSO/p' "$BATS_FILE_TMPDIR/billiard-scene.5" | sed -nE 's/^ {5}([a-z][a-z0-9_]*(, [$a-z0-9_]+)*)( {2,}.*)?$/\1/p' | tr -d , | tr ' ' '\n')
    schema=$(schema_keys)
    # these are described with the object that holds them
    equal "$(printf '%s\n' $described width height periodic nose thermal piston force v range left right bottom top ball wall step | sort -u)" "$(sort -u <<<"$schema")"
}

@test "the manual's overrides are accepted" {
    sed -n '/^OVERRIDES/,/^MESSAGES/p' "$BATS_FILE_TMPDIR/billiard-scene.5" | grep -E '^ +[a-z0-9.*]+=[^ ]+$' >overrides
    equal "$(grep -c '' overrides)" 8
    while read -r override; do
        "$sim" --check -s "$override" -s balls=[] scenes/break.json
        "$sim" --print-scene -s "$override" scenes/break.json >/dev/null
    done <overrides
    "$sim" --print-scene -s restitution=0.9 -s restitution.wall=0.8 scenes/break.json |
        grep -F '"restitution": {"ball": 0.9, "wall": 0.8}'
}

@test "the six laws: cradles" {
    for law in pairwise newton lcp gr hooke hertz; do
        three=$(cradle 2 -s impact=$law -n 45000 -e 45000)
        five=$(cradle 4 -s impact=$law -n 45000 -e 45000)
        equal "$(rounded 4 $three $five | short)" "$(row $law 1 | short)"
    done
}

@test "the six laws: double collision, pulling witness, rack" {
    for law in pairwise newton lcp gr hooke hertz; do
        double=$("$sim" -q -s impact=$law scenes/double_symmetric.json | awk -F, '$3 == 0 { v = $6 " " $7 } END { print v }')
        found=$(rounded 4 $double $(impulses $law) $(break_speeds -s impact=$law -n 8000 -e 8000))
        equal "$found" "$(row $law 2)"
    done
}

# bats test_tags=full
@test "stiff springs: the same final speeds for every stiffness, none of them rigid" {
    for k in 10 1000; do
        dt=$(awk "BEGIN { print 0.01 / sqrt($k) }") steps=$(awk "BEGIN { print int(4.6 / (0.01 / sqrt($k))) }")
        found="$(cradle 2 -i spring-rk4 -s k=$k -d "$dt" -n "$steps" -e 1)$(cradle 4 -i spring-rk4 -s k=$k -d "$dt" -n "$steps" -e 1)"
        paste <(printf '%s\n' $found) <(row springs 1 | tr ' ' '\n') | awk '
            { d = $1 - $2; if (d > 1.5e-4 || d < -1.5e-4) { print; exit bad = 1 } } END { exit bad || NR != 8 }'
    done
}

# bats test_tags=full
@test "stiff springs: double collision, pulling witness, rack" {
    # the cue ball begins just before it hits
    double=$("$sim" -i spring-rk4 -s k=1e7 -d 3e-6 -s balls.0.x=4.13 -n 3000 -e 3000 scenes/double_symmetric.json | awk -F, '$3 == 0 { v = $6 " " $7 } END { print v }')
    pulls=$("$sim" -i spring-rk4 -s k=1e7 -d 3e-6 -n 10000 --events - -o /dev/null scenes/pulling.json | awk -F, 'NR > 1 { j[$5] = $11 } END { print j[1], j[2] }')
    found=$(rounded 3 $double $pulls)
    equal "$found $(rounded 2 $(break_speeds -i spring-rk4 -n 8250 -e 8250))" "$(row springs 2)"
}
