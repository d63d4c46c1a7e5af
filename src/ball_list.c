#include "ball_list.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/quote.h"

static const unsigned long long MOST = INT32_MAX;

static bool read_number(const char **text, uint32_t *number)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    unsigned long long value = strtoull(*text, &end, 10);
    *number = (uint32_t)value;
    *text = end;
    return value < MOST;
}

/** "7" or "3-5", and the comma after it. */
static bool read_range(const char **text, struct ball_range *range)
{
    if (!read_number(text, &range->first))
        return false;
    range->last = range->first;
    if (**text == '-') {
        (*text)++;
        if (!read_number(text, &range->last) || range->last < range->first)
            return false;
    }
    if (**text == '\0')
        return true;
    return *(*text)++ == ',' && **text != '\0';
}

static int compare(const void *a, const void *b)
{
    const struct ball_range *range_a = a, *range_b = b;
    return (range_a->first > range_b->first) - (range_a->first < range_b->first);
}

/** Sorts the ranges and joins those that meet. */
static void join(struct ball_list *list)
{
    size_t n = 0;
    qsort(list->range, list->n, sizeof *list->range, compare);
    for (size_t i = 1; i < list->n; i++) {
        struct ball_range next = list->range[i], *last = &list->range[n];
        if (next.first > last->last + 1)
            list->range[++n] = next;
        else if (next.last > last->last)
            last->last = next.last;
    }
    list->n = n + 1;
}

enum status ball_list_parse(const char *text, struct ball_list *list, struct error *err)
{
    char quoted[QUOTE_MAX_TEXT];
    *list = (struct ball_list){mem_array(strlen(text) + 1, sizeof *list->range), 0};
    if (!list->range)
        return error_no_memory(err);
    const char *rest = text;
    bool valid = true;
    while (valid && (*rest || list->n == 0))
        valid = read_range(&rest, &list->range[list->n++]);
    if (valid) {
        join(list);
        return STATUS_OK;
    }
    ball_list_free(list);
    return error_set(err, STATUS_USAGE, NULL, "--balls: must be numbers and ranges of balls such as 0,3-5, found %s",
                     quote_text(quoted, text));
}

static size_t count(const struct ball_list *list)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        n += list->range[i].last - list->range[i].first + 1;
    return n;
}

enum status ball_list_numbers(const struct ball_list *list, size_t n_balls, uint32_t **numbers, size_t *n,
                              struct error *err)
{
    size_t last = list->range[list->n - 1].last;
    *numbers = NULL;
    if (n_balls == 0)
        return error_set(err, STATUS_USAGE, NULL, "--balls: there is no ball %zu, the scene has none", last);
    if (last >= n_balls)
        return error_set(err, STATUS_USAGE, NULL, "--balls: there is no ball %zu, only 0 to %zu", last, n_balls - 1);
    *n = 0;
    *numbers = mem_array(count(list), sizeof **numbers);
    if (!*numbers)
        return error_no_memory(err);
    for (size_t i = 0; i < list->n; i++)
        for (uint32_t ball = list->range[i].first; ball <= list->range[i].last; ball++)
            (*numbers)[(*n)++] = ball;
    return STATUS_OK;
}

void ball_list_free(struct ball_list *list)
{
    free(list->range);
    *list = (struct ball_list){NULL, 0};
}
