/*
 * A frame as a JSON object. Keys and numbers of a ball go into the output's buffer in one piece; only a name, which can
 * be of any length and needs escapes, takes the slower way.
 */
#include "writers/json_frame.h"

#include <string.h>

#include "base/number.h"

/** Room for one ball without its name. */
enum { BALL_MOST_BYTES = 256 };

static char *put_text(char *end, const char *text)
{
    size_t length = strlen(text);
    memcpy(end, text, length);
    return end + length;
}

static char *put_number(char *end, const char *key, double value, int precision)
{
    end = put_text(end, key);
    return end + number_write(end, value, precision);
}

static void write_ball(struct writer *writer, const struct world *world, size_t i)
{
    const char *name = writer->scene->name ? writer->scene->name[i] : NULL;
    char *ball = output_reserve(writer->out, BALL_MOST_BYTES);
    char *end = put_text(ball, i > 0 ? ",{\"id\":" : "{\"id\":");
    end += number_write_u64(end, i);
    end = put_number(end, ",\"x\":", world->x[i], writer->precision);
    end = put_number(end, ",\"y\":", world->y[i], writer->precision);
    end = put_number(end, ",\"vx\":", world->vx[i], writer->precision);
    end = put_number(end, ",\"vy\":", world->vy[i], writer->precision);
    end = put_text(end, name ? ",\"name\":" : "}");
    output_advance(writer->out, (size_t)(end - ball));
    if (name) {
        output_json_string(writer->out, name);
        output_text(writer->out, "}");
    }
}

void json_frame_write(struct writer *writer, const struct world *world)
{
    output_text(writer->out, "{\"step\":");
    output_integer(writer->out, (int64_t)world->step);
    output_text(writer->out, ",\"t\":");
    output_number(writer->out, world->t, writer->precision);
    output_text(writer->out, ",\"balls\":[");
    for (size_t i = 0; i < world->n; i++)
        write_ball(writer, world, i);
    output_text(writer->out, "]}");
}
