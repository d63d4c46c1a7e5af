/*
 * The texts of balls at rest. A ball that has rolled to rest, or is fixed, has the same position in frame after frame,
 * and copying its text takes a tenth of the time of formatting it. Only balls without velocity are looked up: other
 * balls cost two comparisons, and memory is first touched when a ball comes to rest.
 */
#include "out/row.h"

void row_text_set(struct row_text *kept, double value, int precision)
{
    char text[NUMBER_MAX_TEXT];
    kept->value = value;
    kept->length = (uint8_t)number_write(text, value, precision);
    memcpy(kept->text, text, sizeof kept->text);
}
