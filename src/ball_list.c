#include "ball_list.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/quote.h"

static const uint64_t LAST_BALL = INT32_MAX - 1; /* of the largest scene */

/** "7", "3-5" or a name. */
static bool read_range(const char *text, size_t length, struct ball_range *range)
{
    uint64_t first, last;
    *range = (struct ball_range){.name = NULL};
    if (strspn(text, "0123456789-") < length) {
        *range = (struct ball_range){.name = text, .length = length};
        return true;
    }
    const char *rest = text;
    if (!number_read_u64(&rest, LAST_BALL, &first))
        return false;
    last = first;
    if (*rest == '-') {
        rest++;
        if (!number_read_u64(&rest, LAST_BALL, &last) || last < first)
            return false;
    }
    *range = (struct ball_range){.first = (uint32_t)first, .last = (uint32_t)last};
    return rest == text + length;
}

enum status ball_list_parse(const char *text, struct ball_list *list, struct error *err)
{
    char quoted[QUOTE_MAX_TEXT];
    *list = (struct ball_list){mem_array(strlen(text) + 1, sizeof *list->range), 0};
    if (!list->range)
        return error_no_memory(err);
    bool valid = true;
    for (const char *rest = text; valid && rest;) {
        size_t length = strcspn(rest, ",");
        valid = read_range(rest, length, &list->range[list->n++]);
        rest = rest[length] ? rest + length + 1 : NULL;
    }
    if (valid)
        return STATUS_OK;
    ball_list_free(list);
    return error_set(err, STATUS_USAGE, NULL,
                     "--balls: must be numbers, ranges and names of balls such as 0,3-5, found %s",
                     quote_text(quoted, text));
}

static uint32_t last_ball(const struct ball_list *list)
{
    uint32_t last = 0;
    for (size_t i = 0; i < list->n; i++)
        last = list->range[i].last > last ? list->range[i].last : last;
    return last;
}

/** Gives the names of a list their numbers, in a list of its own. */
static enum status resolve(const struct ball_list *list, const struct scene *scene, struct ball_list *known,
                           struct error *err)
{
    char fault[SCENE_MAX_FAULT];
    size_t ball;
    *known = (struct ball_list){mem_array(list->n, sizeof *known->range), list->n};
    if (!known->range)
        return error_no_memory(err);
    for (size_t i = 0; i < list->n; i++) {
        const struct ball_range *range = &list->range[i];
        known->range[i] = *range;
        if (!range->name)
            continue;
        if (!scene_find_ball(scene, range->name, range->length, &ball, fault))
            return error_set(err, STATUS_USAGE, NULL, "--balls: %s", fault);
        known->range[i].first = known->range[i].last = (uint32_t)ball;
    }
    return STATUS_OK;
}

static enum status numbers_of(const struct ball_list *list, size_t n_balls, uint32_t **numbers, size_t *n,
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

enum status ball_list_numbers(const struct ball_list *list, const struct scene *scene, uint32_t **numbers, size_t *n,
                              struct error *err)
{
    struct ball_list known;
    *n = 0;
    *numbers = NULL;
    enum status status = resolve(list, scene, &known, err);
    if (status == STATUS_OK)
        status = numbers_of(&known, scene->n, numbers, n, err);
    ball_list_free(&known);
    return status;
}

void ball_list_free(struct ball_list *list)
{
    free(list->range);
    *list = (struct ball_list){NULL, 0};
}
