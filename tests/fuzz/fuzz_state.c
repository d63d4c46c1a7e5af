/*
 * Damaged states: the first byte names a scene, which is run for some steps and saved; each four bytes after it damage
 * the state: another number in place of one, a line gone, doubled or put elsewhere, another byte. What comes of it is
 * refused, or runs for a few steps and stays finite: no number of a state is an index or a length before it has been
 * checked.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "fuzz/memory.h"
#include "fuzz/reading.h"
#include "fuzz/require.h"
#include "fuzz/running.h"

enum { MOST_BYTES = 8192, STEPS = 4, WANTED = 1 << STREAM_SAVE };

/** Balls that press and rub on springs, lie, slide on the cloth, fly round a table, and keep what they have stretched;
 * among walls that move and have a temperature, on a floor that moves, on springs and step by step. */
static const struct {
    const char *text;
    uint64_t steps;
} scenes[] = {{"{\"table\":{\"width\":4,\"height\":4},\"gravity\":[0,-9],\"mu\":0.5,\"restitution\":0.9,\"k\":1000,"
               "\"integrator\":"
               "\"spring\",\"dt\":0.002,\"steps\":9,\"obstacles\":[{\"line\":[2,1,3,1]},{\"arc\":[3,3,0.5,0,200]}],"
               "\"balls\":[{\"x\":1,"
               "\"y\":0.5,\"r\":0.5,\"m\":1},{\"x\":1.9,\"y\":0.49,\"r\":0.5,\"m\":1},{\"x\":2.5,\"y\":1.49,\"r\":0.5,"
               "\"m\":1,\"vx\":1}]}",
               9},
              {"{\"table\":{\"width\":9,\"height\":4},\"gravity\":[0.3,-1],\"mu\":0.5,\"restitution\":0,\"dt\":0.1,"
               "\"steps\":9,\"balls\":[{"
               "\"x\":1,\"y\":0.5,\"r\":0.5,\"m\":1},{\"x\":4,\"y\":2,\"r\":0.5,\"vx\":1},{\"x\":7,\"y\":2,\"r\":0.5,"
               "\"fixed\":true}]}",
               9},
              {"{\"table\":{\"width\":9,\"height\":4},\"mu\":0.1,\"dt\":0.1,\"steps\":9,\"defaults\":{\"sliding\":1,"
               "\"friction\":0.1,"
               "\"pivoting\":0.2,\"r\":0.3},\"obstacles\":[{\"pocket\":[8,2,0.5]}],\"balls\":[{\"x\":1,\"y\":2,\"vx\":"
               "3,\"tip\":[0.1,0.2]},"
               "{\"x\":2,\"y\":2.1},{\"x\":7,\"y\":2,\"vx\":2,\"spin\":\"rolling\"}]}",
               9},
              {"{\"table\":{\"width\":5,\"height\":5,\"periodic\":true},\"restitution\":0.5,\"contact_time\":0.01,"
               "\"dt\":0.5,\"steps\":9,"
               "\"balls\":[{\"fill\":\"random\",\"count\":6,\"r\":0.3,\"speed\":2,\"seed\":1}]}",
               5},
              {"{\"table\":{\"width\":4,\"height\":4},\"mu\":0.5,\"k\":1000,\"integrator\":\"spring-verlet\",\"dt\":0."
               "001,\"steps\":3,"
               "\"start\":{\"step\":1,\"contacts\":[[0,\"ball\",1,0.01,0],[0,\"left\",0,0,0.02,0]]"
               "},\"balls\":[{\"x\":0.49,\"y\":1,\"r\":0.5,\"m\":1},"
               "{\"x\":1.48,\"y\":1,\"r\":0.5,\"m\":1}]}",
               0},
              {"{\"table\":{\"width\":6,\"height\":4,\"motion\":{\"left\":[[0,0.5,0.2],[1,-0.5,0],[2,0,0]],"
               "\"top\":[[0.3,0,-0.4],[0.8,0,0],[1.5,0,0.4],[2,0,0]]},\"motion_period\":2.5,"
               "\"thermal\":{\"right\":2,\"bottom\":1,\"seed\":7}},\"restitution\":0.8,\"dt\":0.2,\"steps\":9,"
               "\"obstacles\":[{\"line\":[3,1,3,2],\"motion\":[[0.5,1,0],[1,-1,0],[1.5,0,0]],\"motion_period\":2},"
               "{\"arc\":[4,3,0.4,0,270],\"motion\":[[0,0,-0.2]],\"turn\":[[0,2],[0.7,-1]]}],\"balls\":[{\"fill\":"
               "\"random\",\"count\":5,"
               "\"r\":0.3,\"speed\":2,\"seed\":1}]}",
               9},
              {"{\"table\":{\"width\":9,\"height\":4,\"motion\":{\"bottom\":[[0,0.3,0.5],[0.2,-0.3,0.5],[0.7,0.1,"
               "-0.5]],\"right\":[[0.1,-1,0]]}},\"gravity\":[0.3,-4],\"mu\":0.5,\"restitution\":0.5,\"dt\":0.1,"
               "\"steps\":9,\"balls\":[{\"x\":1,\"y\":0.5,\"r\":0.5,\"m\":1},{\"x\":4,\"y\":1,\"r\":0.5,\"vx\":1},"
               "{\"x\":8.5,\"y\":2,\"r\":0.4,\"fixed\":true}]}",
               9},
              {"{\"table\":{\"width\":4,\"height\":4,\"motion\":{\"bottom\":[[0,1,0.5],[0.01,1,0]],\"left\":[[0,0.3,"
               "0]]}},\"gravity\":[0,-9],\"mu\":0.5,\"mu_roll\":0.1,\"restitution\":0.9,\"k\":1000,"
               "\"integrator\":\"spring-verlet\",\"dt\":0.002,\"steps\":9,\"obstacles\":[{\"line\":[2,1,3,1],"
               "\"motion\":[[0,0,-0.1],[0.015,0,0.1]]}],\"balls\":[{\"x\":0.5,\"y\":0.5,\"r\":0.5,\"m\":1},"
               "{\"x\":1.49,\"y\":0.49,\"r\":0.5,\"m\":1},{\"x\":2.5,\"y\":1.49,\"r\":0.5,\"m\":1,\"vx\":1}]}",
               9},
              {"{\"table\":{\"width\":4,\"height\":4,\"motion\":{\"left\":[[0,2,1],[0.05,-2,0]]},"
               "\"motion_period\":0.1},\"mu\":0.2,\"restitution\":0.9,\"integrator\":\"impulse\",\"dt\":0.02,"
               "\"steps\":9,\"balls\":[{\"x\":0.6,\"y\":0.6,\"r\":0.5,\"m\":1},{\"x\":1.8,\"y\":1,\"r\":0.5,"
               "\"vx\":-3}]}",
               9},
              {"{\"table\":{\"width\":6,\"height\":5,\"piston\":{\"right\":{\"m\":2,\"force\":-3,\"v\":-0.5,\"range"
               "\":[1,9]},\"top\":{\"m\":4,\"x\":4.5}}},\"gravity\":[0.1,-1],\"mu\":0.5,\"restitution\":0.6,\"dt\":0"
               ".3,\"steps\":9,\"balls\":[{\"x\":1,\"y\":0.2,\"r\":0.2},{\"x\":5.5,\"y\":2,\"r\":0.5,\"vx\":2},{\"x"
               "\":5.5,\"y\":3.2,\"r\":0.5},{\"x\":2,\"y\":3,\"r\":0.2,\"vy\":2}]}",
               9},
              {"{\"table\":{\"width\":6,\"height\":5,\"motion\":{\"left\":[[0,0.3,0]]},\"piston\":{\"right\":{\"m\":"
               "2,\"force\":-3,\"x\":5.99},\"bottom\":{\"m\":3,\"force\":4,\"range\":[-1,1]}}},\"gravity\":[0,-1],\""
               "mu\":0.5,\"restitution\":0.6,\"k\":1000,\"integrator\":\"spring-verlet\",\"dt\":0.004,\"steps\":9,\""
               "balls\":[{\"x\":1,\"y\":0.2,\"r\":0.2},{\"x\":5.5,\"y\":2,\"r\":0.5},{\"x\":5.5,\"y\":2.99,\"r\":0.5"
               "}]}",
               9}};

/** The scene itself, or what is saved after its steps. */
static void make_state(size_t which, char text[MOST_BYTES])
{
    struct reading reading;
    struct running running;
    size_t length;
    snprintf(text, MOST_BYTES, "%s", scenes[which].text);
    if (scenes[which].steps == 0)
        return;
    reading_load(&reading, text, strlen(text), NULL, 0, false);
    REQUIRE(reading.status == STATUS_OK);
    memory_forget();
    running_run(&running, &reading, scenes[which].steps, WANTED, NULL, 0);
    const char *saved = memory_output(running_paths[STREAM_SAVE], &length);
    REQUIRE(saved && length < MOST_BYTES);
    memcpy(text, saved, length + 1);
    reading_free(&reading);
}

/** Puts words in place of part of the text, if there is room. */
static void replace(char text[MOST_BYTES], char *from, size_t length, const char *words)
{
    const size_t size = strlen(words), rest = strlen(from + length) + 1;
    if ((size_t)(from - text) + size + rest > MOST_BYTES)
        return;
    memmove(from + size, from + length, rest);
    memcpy(from, words, size);
}

static bool is_of_number(char c)
{
    return isdigit((unsigned char)c) || strchr("+-.e", c) != NULL;
}

/** A number, counted from the start; the end of the text: there are fewer. */
static char *find_number(char *text, size_t number)
{
    for (char *at = text; *at; at++)
        if (isdigit((unsigned char)*at) && (at == text || !is_of_number(at[-1]) || at[-1] == '-') && number-- == 0)
            return at;
    return text + strlen(text);
}

static void change_number(char text[MOST_BYTES], size_t number, unsigned value)
{
    static const char *const values[] = {"0",          "1",          "2",        "3",     "7",
                                         "0.5",        "1e300",      "1e18",     "1e150", "9007199254740992",
                                         "4294967295", "4294967296", "5e-324",   "1e-12", "\"left\"",
                                         "null",       "\"ball\"",   "\"line\"", "[]",    "true",
                                         "-1",         "2147483648"};
    char *at = find_number(text, number);
    size_t length = 0;
    while (at[length] && is_of_number(at[length]))
        length++;
    if (*at)
        replace(text, at, length, values[value % (sizeof values / sizeof values[0])]);
}

/** The line of a place, and its length with the line end. */
static char *find_line(char *text, size_t place, size_t *length)
{
    char *line = text + place % (strlen(text) + 1);
    while (line > text && line[-1] != '\n')
        line--;
    *length = strcspn(line, "\n");
    *length += line[*length] == '\n';
    return line;
}

static void damage(char text[MOST_BYTES], const uint8_t bytes[4])
{
    const size_t place = bytes[1] + 256u * bytes[2];
    size_t length;
    char *line = find_line(text, place, &length), copy[MOST_BYTES];
    memcpy(copy, line, length);
    copy[length] = '\0';
    switch (bytes[0] % 4) {
    case 0:
    case 1:
        change_number(text, place % 256, bytes[3]);
        break;
    case 2:
        replace(text, line, bytes[3] % 2 ? length : 0, bytes[3] % 2 ? "" : copy);
        break;
    default:
        if (*text && bytes[3])
            text[place % strlen(text)] = (char)bytes[3];
    }
}

static void check_finite(const struct world *world)
{
    for (size_t i = 0; i < world->n; i++)
        REQUIRE(isfinite(world->x[i]) && isfinite(world->y[i]) && isfinite(world->vx[i]) && isfinite(world->vy[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[MOST_BYTES];
    struct reading reading;
    struct running running;
    if (size < 1)
        return 0;
    make_state(data[0] % (sizeof scenes / sizeof scenes[0]), text);
    for (size_t i = 1; i + 4 <= size && i < 33; i += 4)
        damage(text, data + i);
    reading_load(&reading, text, strlen(text), NULL, 0, false);
    reading_check(&reading);
    if (reading.status == STATUS_OK && running_is_short(&reading, STEPS)) {
        memory_forget();
        running_run(&running, &reading, STEPS, WANTED, NULL, 0);
        if (running.status == STATUS_OK)
            check_finite(reading.world);
    }
    reading_free(&reading);
    return 0;
}
