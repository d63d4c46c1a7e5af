#!/bin/sh
# The same over all odd scenes.
exec sh tests/schema/check_schema.sh 1
