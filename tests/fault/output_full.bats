#!/usr/bin/env bats
# As output.bats, with every format, integrator and reason.

load breaks

@test "all streams in every format, for every reason" {
    for format in $(formats); do
        breaks "EIO ENOSPC EFBIG EDQUOT EACCES" "out e l s SAVED" -f "$format" -o out --events e --energy l --summary s \
            --save SAVED --save-every 200 ../scene.json
    done
}

@test "all streams with every integrator" {
    for integrator in $(integrators); do
        breaks EIO "out e l s SAVED" -q -s k=10 -i "$integrator" -o out --events e --energy l --summary s --save SAVED \
            --save-every 100 ../scene.json
    done
}
