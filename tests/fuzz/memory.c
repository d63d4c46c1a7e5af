/*
 * The seams at which the fuzz targets meet the program: functions of base/input.c, base/destination.c and base/clock.c,
 * defined here and therefore not taken from the library, and write(2) and mem_array(), which the linker's --wrap leads
 * here. No system call remains, which makes the difference between some hundred and some ten thousand executions per
 * second.
 *
 * Executions are kept short: no array of more than MEMORY_MOST_ELEMENTS numbers is granted, so that a generator of more
 * balls ends in STATUS_LIMIT, as it would on a machine with little memory; and a random fill is not tried where the
 * centres' places, less the 4 pi r^2 that each ball takes from the others, would be used up, since hundreds of
 * thousands of attempts could follow.
 */
#include "fuzz/memory.h"

#include <stdbool.h>
#include <string.h>
#include <sys/types.h>

#include "base/clock.h"
#include "base/destination.h"
#include "base/input.h"
#include "base/mem.h"
#include "fuzz/require.h"
#include "reading/generate.h"

enum { FILES = 8, ROOM = 1 << 20, FIRST_DESCRIPTOR = 1000 };

static struct {
    const char *text;
    size_t length;
} input;

static struct file {
    char path[16]; /* "": free */
    bool complete;
    size_t length;
    char bytes[ROOM];
} files[FILES];

ssize_t __real_write(int descriptor, const void *bytes, size_t count);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t count);
void *__real_mem_array(size_t count, size_t size);
void *__wrap_mem_array(size_t count, size_t size);
uint64_t __real_generate_random_place(struct random random, const struct generate_balls *balls, struct fill_area area,
                                      struct disc_grid *taken);
uint64_t __wrap_generate_random_place(struct random random, const struct generate_balls *balls, struct fill_area area,
                                      struct disc_grid *taken);

void memory_set_input(const char *text, size_t length)
{
    input.text = text;
    input.length = length;
}

/** A clock that leaps now and then. */
double clock_seconds(void)
{
    static double now;
    static uint32_t random = 1;
    random = random * 1664525 + 1013904223;
    return now += random >> 30 ? 0.001 : 0.3;
}

/** Exactly as large as it must be, so that the sanitizer sees a byte too many. */
enum status input_read(const char *path, char **text, size_t *length, struct error *err)
{
    (void)path;
    *text = malloc(input.length + 1);
    if (!*text)
        return error_no_memory(err);
    memcpy(*text, input.text, input.length);
    (*text)[input.length] = '\0';
    *length = input.length;
    return STATUS_OK;
}

static struct file *find(const char *path)
{
    for (size_t i = 0; i < FILES; i++)
        if (strcmp(files[i].path, path) == 0)
            return &files[i];
    return NULL;
}

const char *memory_output(const char *path, size_t *length)
{
    struct file *file = find(path);
    if (!file || !file->complete)
        return NULL;
    *length = file->length;
    return file->bytes;
}

void memory_forget(void)
{
    for (size_t i = 0; i < FILES; i++)
        files[i].path[0] = '\0';
}

enum status destination_open(const char *path, struct destination *destination, struct error *err)
{
    struct file *file = find(path) ? find(path) : find("");
    (void)err;
    REQUIRE(file && strlen(path) < sizeof file->path);
    strcpy(file->path, path);
    file->complete = false;
    file->length = 0;
    *destination = (struct destination){.descriptor = FIRST_DESCRIPTOR + (int)(file - files)};
    return STATUS_OK;
}

enum status destination_sync(struct destination *destination, struct error *err)
{
    (void)destination;
    (void)err;
    return STATUS_OK;
}

enum status destination_settle(struct destination *destination, struct error *err)
{
    return destination_sync(destination, err);
}

enum status destination_commit(struct destination *destination, char *partial, struct error *err)
{
    (void)partial;
    struct file *file = &files[destination->descriptor - FIRST_DESCRIPTOR];
    file->bytes[file->length] = '\0';
    file->complete = true;
    return destination_sync(destination, err);
}

void destination_discard(struct destination *destination)
{
    (void)destination;
}

ssize_t __wrap_write(int descriptor, const void *bytes, size_t count)
{
    if (descriptor < FIRST_DESCRIPTOR)
        return __real_write(descriptor, bytes, count);
    struct file *file = &files[descriptor - FIRST_DESCRIPTOR];
    REQUIRE(count < ROOM - file->length);
    memcpy(file->bytes + file->length, bytes, count);
    file->length += count;
    return (ssize_t)count;
}

void *__wrap_mem_array(size_t count, size_t size)
{
    return size >= sizeof(double) && count > MEMORY_MOST_ELEMENTS ? NULL : __real_mem_array(count, size);
}

uint64_t __wrap_generate_random_place(struct random random, const struct generate_balls *balls, struct fill_area area,
                                      struct disc_grid *taken)
{
    double r = 0;
    for (size_t i = 0; i < balls->n; i++)
        r = balls->r[i] > r ? balls->r[i] : r;
    double places = (area.x1 - area.x0 - 2 * r) * (area.y1 - area.y0 - 2 * r);
    if (balls->n > 1 && !((double)balls->n * 12.6 * r * r < 0.9 * places))
        return 0;
    return __real_generate_random_place(random, balls, area, taken);
}
