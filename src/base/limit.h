#pragma once

/* The limits of this process (getrlimit(2)), for messages, and so that they end it in order. Allocates nothing. */

enum limit { LIMIT_MEMORY, LIMIT_FILE_SIZE, LIMIT_OPEN_FILES, LIMIT_PROCESSES };

/** "; RLIMIT_AS is 4096000000 bytes", or "" where there is no such limit. */
enum { LIMIT_MAX_TEXT = 64 };
const char *limit_text(char to[LIMIT_MAX_TEXT], enum limit limit);

/** Makes the signal XCPU come a second before the kill where both are due at once, as after `ulimit -t`: the soft limit
 *  of CPU time is lowered below the hard one. Where the hard one is a second, no time is left and nothing changes. */
void limit_warn_before_kill(void);
