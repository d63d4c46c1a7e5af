#pragma once

#include <stddef.h>

/** A search for the word that a misspelt one means. Start it with suggest_start(), offer every word that would have
 * been right, then read `meaning`: the best offer, or NULL when nothing is near. Strings are borrowed. */
struct suggest {
    const char *typed;
    const char *meaning;
    size_t distance;
};

struct suggest suggest_start(const char *typed);

/** `word` is compared with what was typed, `meaning` is what to suggest for it: the word itself, or the proper name
 *  that a common word stands for ("radius" means "r"). Of equally near offers the first wins. */
void suggest_offer(struct suggest *search, const char *word, const char *meaning);

/** Smallest number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other,
 *  no substring edited twice; case is ignored. Words longer than 31 bytes count as infinitely far (SIZE_MAX). */
size_t suggest_distance(const char *a, const char *b);
