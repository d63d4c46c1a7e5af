#include "ball_list.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/quote.h"

static const uint64_t LAST_BALL = INT32_MAX - 1; /* of the largest scene */

/** "7" or "3-5", and the comma after it. */
static bool read_range(const char **text, struct ball_range *range)
{
    uint64_t first, last;
    if (!number_read_u64(text, LAST_BALL, &first))
        return false;
    last = first;
    if (**text == '-') {
        (*text)++;
        if (!number_read_u64(text, LAST_BALL, &last) || last < first)
            return false;
    }
    *range = (struct ball_range){(uint32_t)first, (uint32_t)last};
    if (**text == '\0')
        return true;
    return *(*text)++ == ',' && **text != '\0';
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
    if (valid)
        return STATUS_OK;
    ball_list_free(list);
    return error_set(err, STATUS_USAGE, NULL, "--balls: must be numbers and ranges of balls such as 0,3-5, found %s",
                     quote_text(quoted, text));
}

static uint32_t last_ball(const struct ball_list *list)
{
    uint32_t last = 0;
    for (size_t i = 0; i < list->n; i++)
        last = list->range[i].last > last ? list->range[i].last : last;
    return last;
}

enum status ball_list_numbers(const struct ball_list *list, size_t n_balls, uint32_t **numbers, size_t *n,
                              struct error *err)
{
    uint32_t last = last_ball(list);
    *n = 0;
    *numbers = NULL;
    if (n_balls == 0)
        return error_set(err, STATUS_USAGE, NULL, "--balls: there is no ball %u, the scene has none", last);
    if (last >= n_balls)
        return error_set(err, STATUS_USAGE, NULL, "--balls: there is no ball %u, only 0 to %zu", last, n_balls - 1);
    int32_t *change = mem_array(n_balls + 1, sizeof *change); /* in how many more ranges than the ball before */
    *numbers = mem_array(n_balls, sizeof **numbers);
    if (!change || !*numbers) {
        free(change);
        free(*numbers);
        *numbers = NULL;
        return error_no_memory(err);
    }
    for (size_t i = 0; i < list->n; i++) {
        change[list->range[i].first]++;
        change[list->range[i].last + 1]--;
    }
    int32_t ranges = 0; /* that the ball is in */
    for (uint32_t ball = 0; ball <= last; ball++) {
        ranges += change[ball];
        if (ranges > 0)
            (*numbers)[(*n)++] = ball;
    }
    free(change);
    return STATUS_OK;
}

void ball_list_free(struct ball_list *list)
{
    free(list->range);
    *list = (struct ball_list){NULL, 0};
}
