#pragma once

#include <stddef.h>
#include <stdint.h>

#include "given/scene.h"

/* Reading back what a run wrote, strictly, by the columns of billiard-sim(1), FORMATS. */

/** A table in text: a header, then `rows` lines of `columns` fields, each a finite number, or a word in column `word`
 *  (from 0; columns: none). */
void tables_check_csv(const char *text, size_t columns, size_t rows, size_t word);

/** Frames in the format of that name (--format) hold so many balls each. */
void tables_check_frames(const char *format, const char *text, size_t length, const struct scene *scene, size_t frames);

/** Frames in such a text, as its lines tell, or its length; SIZE_MAX: without balls they leave no trace. */
size_t tables_count_frames(const char *format, const char *text, size_t length, const struct scene *scene);

/** Whole rows of doubles, each finite. Returns their number. */
size_t tables_check_binary(const char *bytes, size_t length, const struct scene *scene);

/** Lines in a text, each ended by a newline. */
size_t tables_count_lines(const char *text);

/** One value of strict JSON, and nothing else. */
void tables_check_json(const char *text, size_t length);
