/*
 * The texts of balls at rest. A ball that has rolled to rest, or is fixed, has the same position in frame after frame,
 * and copying its text takes a tenth of the time of formatting it. Only balls without velocity are looked up: other
 * balls cost two comparisons, and memory is first touched when a ball comes to rest.
 */
#include "writers/row.h"

#include "base/mem.h"

struct row_place *row_places(size_t n)
{
    return mem_array(n, sizeof(struct row_place));
}

void row_keep_place(struct row_place *kept, struct vec2 place, int precision)
{
    const double coordinates[ROW_VX] = {place.x, place.y};
    kept->place = place;
    for (size_t i = 0; i < ROW_VX; i++) {
        char text[NUMBER_MAX_TEXT];
        kept->length[i] = (uint8_t)number_write(text, coordinates[i], precision);
        memcpy(kept->text[i], text, sizeof kept->text[i]);
    }
}
