#!/usr/bin/env bats
# The scene's `stop`: the run ends with the first frame at or after the event, and is a beginning of the run without it.
#
# Promise: stop ends a run with the first frame at or after the event, and changes nothing before. Measured: every
# pair and several counts, every integrator.

load common

# bouncing: four balls in a box, which hit each other and the walls again and again.
bouncing() {
    cat >scene.json <<'JSON'
{"table": {"width": 6, "height": 5}, "restitution": 0.95, "k": 2e3, "duration": 20, "frame": 0.25,
 "defaults": {"r": 0.5}, "balls": [{"x": 1, "y": 1, "vx": 3, "vy": 1}, {"x": 3, "y": 2, "vx": -1}, {"x": 4, "y": 4, "vy": -2}, {"x": 1, "y": 4}]}
JSON
}

# stops INTEGRATOR STOP MOMENT: with STOP, the frames are those of the file `all` up to the first one not before MOMENT.
stops() {
    "$sim" -q -i "$1" -s stop="$2" -o out --events log --summary summary --save saved scene.json
    wanted=$(awk -F, -v moment="$3" 'NR > 1 && $2 >= moment - 1e-9 { print $2; exit }' all)
    equal "$(tail -n 1 out | cut -d, -f2)" "$wanted"
    head -n "$(grep -c '' out)" all | cmp - out
    head -n "$(grep -c '' log)" all.log | cmp - log
    equal "$(json_value summary '"$_->{ended} $_->{t} " . ($_->{steps} < $_->{steps_wanted})')" "stop $wanted 1"
    # the saved state continues the run, for as long again
    "$sim" -q -s stop=hits:9007199254740992 -o rest saved
    awk -F, -v moment="$wanted" 'NR > 1 && $2 >= moment' all >left
    sed 1d rest | head -n "$(grep -c '' left)" | cmp - left
    equal "$(tail -n 1 rest | cut -d, -f2)" "$(awk -v t="$wanted" 'BEGIN { print t + 20 }')"
    [ ! -e out.partial ]
}

@test "hits and pairs, with every integrator" {
    bouncing
    for integrator in $(runs "event spring" "$(integrators)"); do
        "$sim" -q -i "$integrator" -o all --events all.log scene.json
        for n in $(runs 7 '1 3 7'); do
            stops "$integrator" hits:$n "$(awk -F, -v n=$n '$3 == "ball" && ++hits == n { print $1 }' all.log)"
        done
        for pair in $(awk -F, '$1 < 19 && $3 == "ball" && !seen[$4 "," $5]++ { print $4 "," $5 }' all.log | head -n "$(runs 1 6)"); do
            stops "$integrator" "pair:$pair" "$(awk -F, -v pair=$pair '$3 == "ball" && $4 "," $5 == pair { print $1; exit }' all.log)"
        done
        # the order of the two does not matter
        "$sim" -q -i "$integrator" -s stop=pair:1,0 -o swapped scene.json
        "$sim" -q -i "$integrator" -s stop=pair:0,1 scene.json | cmp - swapped
    done
}

@test "hits of one ball, and pockets, with every integrator" {
    bouncing
    for integrator in $(runs "event spring" "$(integrators)"); do
        "$sim" -q -i "$integrator" -o all --events all.log scene.json
        for ball in 0 2; do
            stops "$integrator" hit:$ball "$(awk -F, -v b=$ball '$3 == "ball" && ($4 == b || $5 == b) { print $1; exit }' all.log)"
        done
    done
    sed -i 's/"defaults"/"obstacles": [{"line": [5, 0.5, 5, 1]}, {"pocket": [0, 0, 1.2]}, {"pocket": [6, 5, 1.2]}], "defaults"/' scene.json
    for integrator in $(runs "event spring" "$(integrators)"); do
        "$sim" -q -i "$integrator" -o all --events all.log scene.json
        for pocket in pocket pocket:1 pocket:2; do
            moment=$(awk -F, -v stop=$pocket '$3 == "pocket" && (stop == "pocket" || stop == "pocket:" $5) { print $1; exit }' all.log)
            "$sim" -q -i "$integrator" -s stop=$pocket -o out --summary summary scene.json
            wanted=$(awk -F, -v moment="${moment:-20}" 'NR > 1 && $2 >= moment - 1e-9 { print $2; exit }' all)
            equal "$(tail -n 1 out | cut -d, -f2)" "$wanted"
            [ -z "$moment" ] || grep -q '"ended":"stop".*"pockets":\[[12]' summary
        done
        grep -q ',pocket,' all.log
    done
}

@test "an event log is not needed to see the pair, and none appears" {
    bouncing
    "$sim" -s stop=pair:0,1 -o out scene.json
    "$sim" -s stop=pair:0,1 -o logged --events log scene.json
    cmp out logged
    equal "$(ls | tr '\n' ' ')" "log logged out scene.json "
}

@test "rest: at the start, after rolling, and never under gravity or against a spring" {
    echo '{"table": {"width": 6, "height": 5}, "k": 100, "duration": 9, "frame": 0.5, "dt": 0.01,
           "balls": [{"x": 2, "y": 1, "r": 0.5}, {"x": 3, "y": 4, "r": 0.5}]}' >scene.json
    ended() { "$sim" -q -o /dev/null --summary - "$@" scene.json | sed 's/.*"t":\([^,]*\),.*"ended":"\([a-z]*\)".*/\1 \2/'; }
    equal "$(ended -s stop=rest)" "0 stop"
    equal "$(ended -s stop=rest -s 'balls=[]')" "0 stop"
    equal "$(ended -s stop=rest -s balls.0.vx=1)" "9 complete"
    equal "$(ended -s stop=rest -i impulse -s gravity='[0,-1]' -s duration=1)" "1 complete"
    like "$(ended -s stop=rest -i spring -s balls.0.x=0.4 -s duration=1)" "* complete"
    # friction as strong as gravity, against weaker friction, with which a ball on a spring never rests
    for i in spring-verlet impulse; do
        equal "$(ended -s stop=rest -i $i -s gravity='[0,-1]' -s defaults.friction=1 -s duration=1)" "0 stop"
        equal "$(ended -s stop=rest -i $i -s gravity='[0,-1]' -s defaults.friction=0.9 -s restitution=0.5)" "9 complete"
    done
    # from 1 with 0.52: 1.92 s
    equal "$(ended -s stop=rest -i impulse -s 'defaults={"friction":0.52}' -s balls.0.vx=1)" "2 stop"
}

@test "a stop that comes with the last frame" {
    bouncing
    "$sim" -q -o /dev/null --events log scene.json
    last=$(awk -F, '$3 == "ball" { print $1; exit }' log)
    "$sim" -q -s stop=hits:1 -s duration="$last" -s frame="$last" -o /dev/null --summary summary scene.json
    like "$(json_value summary '"$_->{ended} $_->{steps} $_->{steps_wanted}"')" "stop 1 1"
}
