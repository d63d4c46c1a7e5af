/*
 * A frame as a JSON object. Keys and numbers of a ball go into the output's buffer in one piece; only a name, which can
 * be of any length and needs escapes, takes the slower way.
 */
#include "out/json_frame.h"

#include <string.h>

#include "base/json_put.h"
#include "base/number.h"
#include "out/row.h"

/** Room for one ball without its name. */
enum { BALL_MOST_BYTES = 384 };

static void write_ball(struct writer *writer, const struct world *world, size_t i, bool first)
{
    const char *name = writer->scene->name ? writer->scene->name[i] : NULL;
    const int count = row_count(writer);
    struct row_ball columns;
    row_prepare(&columns, count, writer, world, i);
    char *ball = output_reserve(writer->out, BALL_MOST_BYTES);
    char *end = stpcpy(ball, first ? "{\"id\":" : ",{\"id\":");
    end += number_write_u64(end, i);
    end = row_columns(stpcpy(end, ",\"x\""), ':', &columns, ROW_X, ROW_Y);
    end = row_columns(stpcpy(end, ",\"y\""), ':', &columns, ROW_Y, ROW_VX);
    end = row_columns(stpcpy(end, ",\"vx\""), ':', &columns, ROW_VX, ROW_VY);
    end = row_columns(stpcpy(end, ",\"vy\""), ':', &columns, ROW_VY, ROW_SPIN);
    if (writer->scene->rotates) {
        char *list = stpcpy(end, ",\"w\":");
        end = row_columns(list, ',', &columns, ROW_SPIN, count);
        *list = '[';
        *end++ = ']';
    }
    end = stpcpy(end, name ? ",\"name\":" : "}");
    output_advance(writer->out, (size_t)(end - ball));
    if (name) {
        output_json_string(writer->out, name);
        output_text(writer->out, "}");
    }
}

void json_frame_write(struct writer *writer, const struct world *world)
{
    output_text(writer->out, "{");
    if (writer->run) {
        output_text(writer->out, "\"run\":");
        output_text(writer->out, writer->run);
        output_text(writer->out, ",");
    }
    json_put_count(writer->out, "\"step\":", world->step);
    json_put_number(writer->out, ",\"t\":", world->t, writer->precision);
    output_text(writer->out, ",\"balls\":[");
    bool first = true;
    for (size_t k = 0, i; writer_next(writer, world, &k, &i); first = false)
        write_ball(writer, world, i, first);
    output_text(writer->out, "]}");
}
