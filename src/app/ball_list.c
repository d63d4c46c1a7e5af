#include "app/ball_list.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/quote.h"

static const uint64_t LAST_BALL = INT32_MAX - 1; /* of the largest scene */

/** "7" or "3-5". */
static bool read_range(const char *text, size_t length, uint64_t *first, uint64_t *last)
{
    const char *rest = text;
    if (!number_read_u64(&rest, LAST_BALL, first))
        return false;
    *last = *first;
    if (*rest == '-' && (rest++, !number_read_u64(&rest, LAST_BALL, last) || *last < *first))
        return false;
    return rest == text + length;
}

/** Marks the balls of a number, a range or a name. */
static enum status read_word(const char *list, const char *word, size_t length, const struct scene *scene, bool *shown,
                             struct error *err)
{
    char quoted[QUOTE_MAX_TEXT], fault[SCENE_MAX_FAULT];
    uint64_t first = 0, last = 0;
    size_t ball;
    bool is_name = strspn(word, "0123456789-") < length;
    if (!is_name && !read_range(word, length, &first, &last))
        return error_set(err, STATUS_USAGE, NULL,
                         "--balls: must be numbers, ranges and names of balls such as 0,3-5, found %s",
                         quote_text(quoted, list));
    if (!scene)
        return STATUS_OK;
    if (is_name && !scene_find_ball(scene, word, length, &ball, fault))
        return error_set(err, STATUS_USAGE, NULL, "--balls: %s", fault);
    if (is_name)
        first = last = ball;
    if (last >= scene->n)
        return error_set(err, STATUS_USAGE, NULL, "--balls: there is no ball %llu; the scene has %zu, numbered from 0",
                         (unsigned long long)last, scene->n);
    memset(shown + first, true, last - first + 1);
    return STATUS_OK;
}

enum status ball_list_read(const char *list, const struct scene *scene, uint32_t **numbers, size_t *n,
                           struct error *err)
{
    const size_t n_balls = scene ? scene->n : 0;
    bool *shown = mem_array(n_balls, sizeof *shown);
    uint32_t *found = mem_array(n_balls, sizeof *found);
    size_t count = 0;
    enum status status = STATUS_OK;
    if (!shown || !found) {
        free(shown);
        free(found);
        return error_no_memory(err);
    }
    for (const char *rest = list; rest && status == STATUS_OK;) {
        size_t length = strcspn(rest, ",");
        status = read_word(list, rest, length, scene, shown, err);
        rest = rest[length] ? rest + length + 1 : NULL;
    }
    for (size_t i = 0; i < n_balls && status == STATUS_OK; i++)
        if (shown[i])
            found[count++] = (uint32_t)i;
    free(shown);
    if (status == STATUS_OK && scene) {
        *numbers = found;
        *n = count;
    } else {
        free(found);
    }
    return status;
}
