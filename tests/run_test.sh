#!/bin/sh
# Runs one test for prove, whether or not its file is marked executable.
case $1 in
    *.bats) exec bash tests/run_bats.sh "$1" ;;
    *.sh) exec sh "$1" ;;
    *) exec "$1" ;;
esac
