/*
 * Suggestions for misspelt names by the edit distance with swaps (Damerau, Comm. ACM 7, 171, 1964, in the restricted
 * form also known as optimal string alignment): d[i][j] is the distance of the first i letters of a from the first j
 * of b. A word is near when at most two edits, and at most half of the letters of the shorter word, separate it from
 * the offer: "x" is not suggested for "q", but "width" is for "widht".
 */
#include "base/suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { MAX_LETTERS = 31, MAX_EDITS = 2 };

static bool same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t suggest_distance(const char *a, const char *b)
{
    size_t d[MAX_LETTERS + 1][MAX_LETTERS + 1];
    size_t m = strlen(a), n = strlen(b);
    if (m > MAX_LETTERS || n > MAX_LETTERS)
        return SIZE_MAX;
    for (size_t i = 0; i <= m; i++)
        d[i][0] = i;
    for (size_t j = 0; j <= n; j++)
        d[0][j] = j;
    for (size_t i = 1; i <= m; i++)
        for (size_t j = 1; j <= n; j++) {
            size_t replaced = d[i - 1][j - 1] + !same(a[i - 1], b[j - 1]);
            d[i][j] = least(replaced, least(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[m][n];
}

struct suggest suggest_start(const char *typed)
{
    return (struct suggest){.typed = typed, .meaning = NULL, .distance = MAX_EDITS + 1};
}

void suggest_offer(struct suggest *search, const char *word, const char *meaning)
{
    size_t typed = strlen(search->typed), offered = strlen(word), letters = least(typed, offered);
    size_t at_least = typed + offered - 2 * letters;
    if (at_least >= search->distance || 2 * at_least > letters)
        return;
    size_t distance = suggest_distance(search->typed, word);
    if (distance < search->distance && 2 * distance <= letters) {
        search->distance = distance;
        search->meaning = meaning;
    }
}
