#!/bin/sh
# Do the JSON Schema and the program accept the same scenes? $1: of the odd scenes every so manieth (default 16).
# Run from the top of the tree.
#
# Promise: the JSON Schema and the program accept the same scenes. Measured: every odd scene made there, in the full
# suite. Also kept by schema/check_schema_full.sh, schema/check_strict.sh.
set -u
for python in /usr/bin/python3 python3; do # that of a version manager takes long to start
    if $python -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
        exec $python tests/schema/compare.py "${BILLIARD_SIM:-./billiard-sim}" \
            scenes/schema/billiard-scene.schema.json "${1-16}" scenes/*.json
    fi
done
echo "1..0 # SKIP no Python package jsonschema (4.0 or later)"
