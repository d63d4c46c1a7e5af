/*
 * A library for LD_PRELOAD that lets allocations fail and counts what is not freed. Environment:
 *
 *   FAIL_ALLOCATION        the number of the allocation that fails, counted from 1; 0: none
 *   FAIL_ALLOCATION_ON     set: and all after it
 *   FAIL_ALLOCATION_COUNT  set: print the number of allocations when the program ends
 *
 * Blocks that the program has not freed when it ends are told, one line, unless there are none. Allocations that the C
 * library makes for the program (threads, streams) count like its own, which a hook in the program could not see.
 * Relies on the names under which glibc exports its own functions. What a program built for coverage does after its
 * end, it announces (write_profile.c).
 */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

void __libc_freeres(void);
void __libc_free(void *block);
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
int posix_memalign(void **block, size_t alignment, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
void free(void *block);
void end_faults(void);

static atomic_long allocations, blocks;
static long failing;
static int counting, ever_after, ended;

/* Allocations before this are the loader's. */
__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("FAIL_ALLOCATION");
    failing = text ? strtol(text, NULL, 10) : 0;
    ever_after = getenv("FAIL_ALLOCATION_ON") != NULL;
    counting = getenv("FAIL_ALLOCATION_COUNT") != NULL;
    allocations = blocks = 0;
}

/* What the C library keeps for later, such as the stacks of threads, is given back before blocks are counted. */
__attribute__((destructor)) void end_faults(void)
{
    if (ended)
        return;
    ended = 1;
    __libc_freeres();
    if (blocks != 0)
        fprintf(stderr, "%ld blocks not freed\n", (long)blocks);
    if (counting)
        fprintf(stderr, "%ld\n", (long)allocations);
}

static int fails(void)
{
    if (ended)
        return 0;
    long number = ++allocations;
    if (!failing || (ever_after ? number < failing : number != failing))
        return 0;
    errno = ENOMEM;
    return 1;
}

static void *counted(void *block)
{
    blocks += block != NULL;
    return block;
}

void *malloc(size_t size)
{
    return fails() ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size)
{
    if (fails())
        return NULL;
    void *larger = __libc_realloc(block, size);
    blocks += !block && larger;
    return larger;
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (fails())
        return ENOMEM;
    *block = counted(__libc_memalign(alignment, size));
    return *block ? 0 : ENOMEM;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : counted(__libc_memalign(alignment, size));
}

void free(void *block)
{
    blocks -= block != NULL;
    __libc_free(block);
}
