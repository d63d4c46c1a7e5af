#pragma once

#include <stddef.h>

/* Files in memory, in the place of those on the disk: what the program opens for reading is the text that was set here,
 * and what it writes stays here. Also the bounds that keep an execution short. */

enum { MEMORY_MOST_ELEMENTS = 256 }; /* that an array may have */

/** What every input holds from now on. Borrowed. */
void memory_set_input(const char *text, size_t length);

/** What the last output of that name holds, ended by NUL; NULL: there was none, or it was abandoned. Valid until an
 *  output of that name is opened again. */
const char *memory_output(const char *path, size_t *length);

/** There were no outputs so far. */
void memory_forget(void);
