#!/bin/sh
# Runs one test for prove, whether or not its file is marked executable.
case $1 in
    *.bats) exec bats "$1" ;;
    *.sh) exec sh "$1" ;;
    *) exec "$1" ;;
esac
