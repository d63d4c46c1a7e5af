/*
 * A library for LD_PRELOAD that makes one allocation fail: the n-th one, with n in the environment variable
 * FAIL_ALLOCATION (0: none). With FAIL_ALLOCATION_COUNT set it prints the number of allocations when the program ends.
 * Relies on the names under which glibc exports its own functions.
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
int posix_memalign(void **block, size_t alignment, size_t size);
void *aligned_alloc(size_t alignment, size_t size);

static unsigned long allocations, failing;
static int counting;

/* Allocations before this are the loader's. */
__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("FAIL_ALLOCATION");
    failing = text ? strtoul(text, NULL, 10) : 0;
    counting = getenv("FAIL_ALLOCATION_COUNT") != NULL;
    allocations = 0;
}

__attribute__((destructor)) static void end(void)
{
    if (counting)
        fprintf(stderr, "%lu\n", allocations);
}

static int fails(void)
{
    allocations++;
    if (!failing || allocations != failing)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails() ? NULL : __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (fails())
        return ENOMEM;
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}
