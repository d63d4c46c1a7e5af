#ifndef BASE_TEAM_H
#define BASE_TEAM_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A few threads that work on the parts of a task together, again and again. Owned by the caller: team_create()
 * allocates and starts the threads, team_destroy() ends and frees them and accepts NULL.
 */
struct team;

enum { TEAM_MAX = 1024 };

/** The calling thread and size - 1 more, 1 <= size <= TEAM_MAX. NULL: out of memory or threads. */
struct team *team_create(size_t size);
void team_destroy(struct team *team);

/** 1 for NULL. */
size_t team_size(const struct team *team);

/** Where the share of a part begins when n things are divided evenly; that of part `parts` is n. */
static inline size_t team_share(size_t n, size_t part, size_t parts)
{
    return n * part / parts;
}

/** Calls work(context, part) for each part < parts, at most the team's size, each on a thread of its own, and returns
 *  when all are done; what they have written is then seen by the caller. A team NULL does the parts one by one. Not to
 *  be called by two threads at once, nor by the work. */
void team_run(struct team *team, size_t parts, void (*work)(void *context, size_t part), void *context);

#endif
