#!/bin/sh
# Does some bad scene fail for every rule of the reader that is taken out? Run from the top of the tree, after make.
exec perl tests/rejects/remove_rules.pl
