#!/bin/sh
# The first of the random scenes of check_random_scenes_full.pl, each whole and in three pieces, cut at any step: same bytes, no broken law.
exec perl tests/laws/check_random_scenes_full.pl 6 77
