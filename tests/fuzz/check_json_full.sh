#!/bin/sh
# The same on many more.
exec sh tests/fuzz/check_json.sh 1000000
