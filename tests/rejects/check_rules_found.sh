#!/bin/sh
# Does check_rules_full.pl, which takes half an hour, still find each rule that it removes? TAP.
exec perl tests/rejects/check_rules_full.pl find
