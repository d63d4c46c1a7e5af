/*
 * Outcomes, one row per run. A sweep of a million runs wants three numbers of each: a row of them takes 30 bytes, the
 * summary's line 580.
 *
 * Names are checked before anything runs, balls when their scene is known. What a ball meets is noted as codes: the
 * number of a ball, or below 0 the kind of a surface.
 */
#include "out/outcome.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_put.h"
#include "base/mem.h"
#include "base/quote.h"
#include "base/suggest.h"
#include "base/version.h"
#include "out/csv_text.h"
#include "state/world.h"

enum column_kind { COLUMN_VALUE, COLUMN_SET, COLUMN_STATUS, COLUMN_BUILD, COLUMN_BALL, COLUMN_GATE };

/** What a column can tell of a ball: its state, BALL_X to BALL_WZ, as in struct world, and what it has met. */
enum ball_member { BALL_X, BALL_Y, BALL_VX, BALL_VY, BALL_WX, BALL_WY, BALL_WZ, BALL_MET, BALL_MEMBERS };

static const char *const members[BALL_MEMBERS] = {"x", "y", "vx", "vy", "wx", "wy", "wz", "met"};

struct outcome_column {
    enum column_kind kind;
    const char *name;
    size_t value; /* of the summary */
    size_t ball;
    enum ball_member member;
    uint32_t gate; /* number of the obstacle; OUTCOME_NO_GATE: there is none in this run */
    enum gate_count count;
    void *met; /* int64_t: number of a ball, or -1 - kind of a surface */
    size_t n_met, capacity;
};

static const char BALLS[] = "balls.", SET[] = "set.", GATES[] = "gates.";

#define OUTCOME_NO_GATE UINT32_MAX

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* ---- names ---- */

/** Names the columns of the object, or the value that was meant. */
static enum status refuse(const char *name, struct error *err)
{
    char quoted[QUOTE_MAX_TEXT], inside[256] = "";
    size_t length = strlen(name);
    struct suggest search = suggest_start(name);
    quote_text(quoted, name);
    for (size_t i = 0; summary_path(i); i++) {
        const char *path = summary_path(i);
        suggest_offer(&search, path, path);
        size_t used = strlen(inside);
        if (begins_with(path, name) && path[length] == '.' && used + strlen(path) + 3 < sizeof inside)
            snprintf(inside + used, sizeof inside - used, "%s%s", used ? ", " : "", path);
    }
    if (inside[0])
        return error_set(err, STATUS_USAGE, NULL, "--columns: %s is an object; its columns are %s", quoted, inside);
    suggest_offer(&search, "status", "status");
    suggest_offer(&search, "time", "t");
    suggest_offer(&search, "build", "build");
    if (!search.meaning)
        return error_set(err, STATUS_USAGE, NULL, "--columns: unknown column %s", quoted);
    return error_set(err, STATUS_USAGE, NULL, "--columns: unknown column %s; did you mean \"%s\"?", quoted,
                     search.meaning);
}

/** "balls.N.x", with N any text but none at all. */
static enum status read_ball(const char *name, struct outcome_column *column, struct error *err)
{
    char quoted[QUOTE_MAX_TEXT];
    const char *ball = name + strlen(BALLS), *point = strrchr(ball, '.');
    column->kind = COLUMN_BALL;
    for (int i = 0; point && point > ball && i < BALL_MEMBERS; i++)
        if (strcmp(point + 1, members[i]) == 0) {
            column->member = (enum ball_member)i;
            return STATUS_OK;
        }
    return error_set(err, STATUS_USAGE, NULL,
                     "--columns: unknown column %s; of a ball there are x, y, vx, vy, wx, wy, wz and met, as in "
                     "balls.0.x",
                     quote_text(quoted, name));
}

/** "gates.N.left", with N any text but none at all. */
static enum status read_gate(const char *name, struct outcome_column *column, struct error *err)
{
    char quoted[QUOTE_MAX_TEXT];
    const char *gate = name + strlen(GATES), *point = strrchr(gate, '.');
    column->kind = COLUMN_GATE;
    for (int i = 0; point && point > gate && i < GATE_COUNTS; i++)
        if (strcmp(point + 1, gate_count_name((enum gate_count)i)) == 0) {
            column->count = (enum gate_count)i;
            return STATUS_OK;
        }
    return error_set(err, STATUS_USAGE, NULL,
                     "--columns: unknown column %s; of a gate there are left, right and held, as in gates.0.left",
                     quote_text(quoted, name));
}

static enum status read_name(const char *name, struct outcome_column *column, struct error *err)
{
    *column = (struct outcome_column){.name = name};
    if (!name[0])
        return error_set(err, STATUS_USAGE, NULL, "--columns: an empty name; names stand between commas");
    if (strcmp(name, "run") == 0)
        return error_set(err, STATUS_USAGE, NULL, "--columns: \"run\" comes first by itself, with --batch");
    if (strcmp(name, "set") == 0)
        return error_set(err, STATUS_USAGE, NULL, "--columns: \"set\" is an object; name an override, set.PATH");
    if (begins_with(name, BALLS))
        return read_ball(name, column, err);
    if (strcmp(name, "gates") == 0)
        return error_set(
            err, STATUS_USAGE, NULL,
            "--columns: \"gates\" is a list; its columns are gates.N.left, gates.N.right and gates.N.held");
    if (begins_with(name, GATES))
        return read_gate(name, column, err);
    if (begins_with(name, SET) && name[strlen(SET)]) {
        column->kind = COLUMN_SET;
        return STATUS_OK;
    }
    if (strcmp(name, "status") == 0 || strcmp(name, "build") == 0) {
        column->kind = name[0] == 's' ? COLUMN_STATUS : COLUMN_BUILD;
        return STATUS_OK;
    }
    for (; summary_path(column->value); column->value++)
        if (strcmp(name, summary_path(column->value)) == 0)
            return STATUS_OK;
    return refuse(name, err);
}

size_t outcome_count(const char *list)
{
    size_t n = 1;
    for (; *list; list++)
        n += *list == ',';
    return n;
}

/** Columns without their balls; may be closed after a failure, too. */
static enum status read_names(const char *list, struct outcome *outcome, struct error *err)
{
    const size_t n = outcome_count(list);
    outcome->names = strdup(list);
    outcome->columns = mem_array(n, sizeof *outcome->columns);
    if (!outcome->names || !outcome->columns)
        return error_no_memory(err);
    for (char *name = outcome->names, *next; name; name = next) {
        next = strchr(name, ',');
        if (next)
            *next++ = '\0';
        enum status status = read_name(name, &outcome->columns[outcome->n], err);
        if (status != STATUS_OK)
            return status;
        const struct outcome_column *column = &outcome->columns[outcome->n++];
        outcome->has_contacts |= column->kind == COLUMN_BALL && column->member == BALL_MET;
    }
    return STATUS_OK;
}

enum status outcome_check(const char *list, struct error *err)
{
    struct outcome outcome = {.n = 0};
    enum status status = read_names(list, &outcome, err);
    outcome_close(&outcome);
    return status;
}

bool outcome_needs_contacts(const char *list)
{
    for (const char *end = strstr(list, ".met"); end; end = strstr(end + 1, ".met"))
        if (end[4] == ',' || end[4] == '\0')
            return true;
    return false;
}

static enum status find_ball(struct outcome_column *column, const struct scene *scene, struct error *err)
{
    char fault[SCENE_MAX_FAULT];
    const char *ball = column->name + strlen(BALLS);
    size_t length = (size_t)(strrchr(ball, '.') - ball);
    if (!scene_find_ball(scene, ball, length, &column->ball, fault))
        return error_set(err, STATUS_USAGE, NULL, "--columns: %s", fault);
    return STATUS_OK;
}

/** A run of a batch may be without the gate: then its field is empty. */
static enum status find_gate(struct outcome_column *column, const struct scene *scene, bool batch, struct error *err)
{
    char quoted[QUOTE_MAX_TEXT], hint[SCENE_MAX_HINT];
    const char *gate = column->name + strlen(GATES);
    const size_t length = (size_t)(strrchr(gate, '.') - gate);
    const int64_t number = table_find_gate(&scene->table, gate, length);
    column->gate = number < 0 ? OUTCOME_NO_GATE : (uint32_t)number;
    if (batch || number >= 0)
        return STATUS_OK;
    return error_set(err, STATUS_USAGE, NULL, "--columns: %s: the scene has no such gate%s",
                     quote_text(quoted, column->name), scene_tell_gate_meant(&scene->table, gate, length, hint));
}

enum status outcome_open(struct outcome *outcome, const char *list, const struct scene *scene, bool batch,
                         struct error *err)
{
    *outcome = (struct outcome){.n = 0};
    enum status status = list ? read_names(list, outcome, err) : STATUS_OK;
    for (size_t i = 0; i < outcome->n && status == STATUS_OK; i++) {
        struct outcome_column *column = &outcome->columns[i];
        if (column->kind == COLUMN_BALL)
            status = find_ball(column, scene, err);
        else if (column->kind == COLUMN_GATE)
            status = find_gate(column, scene, batch, err);
    }
    return status;
}

void outcome_close(struct outcome *outcome)
{
    for (size_t i = 0; i < outcome->n; i++)
        free(outcome->columns[i].met);
    free(outcome->columns);
    free(outcome->names);
}

void outcome_note_set(const struct outcome *outcome, const struct scene *scene, bool *set)
{
    for (size_t i = 0; i < outcome->n; i++)
        if (outcome->columns[i].kind == COLUMN_SET && summary_has_set(scene, outcome->columns[i].name + strlen(SET)))
            set[i] = true;
}

char *outcome_unset(const char *list, const bool *set)
{
    struct outcome outcome = {.n = 0};
    struct error ignored;
    char *name = NULL;
    if (read_names(list, &outcome, &ignored) == STATUS_OK)
        for (size_t i = 0; i < outcome.n && !name; i++)
            if (outcome.columns[i].kind == COLUMN_SET && !set[i])
                name = strdup(outcome.columns[i].name);
    outcome_close(&outcome);
    return name;
}

/* ---- contacts ---- */

/** What the ball met in a contact: a code of struct outcome_column. False: it took no part. */
static bool met_by(size_t ball, const struct contact_event *event, int64_t *code)
{
    const bool is_ball = event->kind == CONTACT_BALL;
    if (event->a != ball && !(is_ball && event->b == (int64_t)ball))
        return false;
    *code = is_ball ? (event->a == ball ? event->b : (int64_t)event->a) : -1 - (int64_t)event->kind;
    return true;
}

void outcome_note(struct outcome *outcome, const struct contact_event *event)
{
    int64_t code;
    if (event->kind == CONTACT_ROLL || event->kind == CONTACT_GATE)
        return;
    for (size_t i = 0; i < outcome->n; i++) {
        struct outcome_column *column = &outcome->columns[i];
        if (column->kind != COLUMN_BALL || column->member != BALL_MET || !met_by(column->ball, event, &code))
            continue;
        if (mem_grow(&column->met, &column->capacity, column->n_met + 1, sizeof code))
            ((int64_t *)column->met)[column->n_met++] = code;
        else
            outcome->no_memory = true;
    }
}

/* ---- rows ---- */

void outcome_write_header(struct output *out, const char *list, bool batch)
{
    output_text(out, batch ? "run," : "");
    output_text(out, list);
    output_text(out, "\n");
}

static void put_met(struct output *out, const struct outcome_column *column)
{
    const int64_t *met = column->met;
    for (size_t i = 0; i < column->n_met; i++) {
        output_text(out, i > 0 ? " " : "");
        if (met[i] < 0)
            output_text(out, contact_kind_name((enum contact_kind)(-1 - met[i])));
        else
            output_integer(out, met[i]);
    }
}

/** One of x to wz. False: there is nothing to tell of a ball that is pocketed, or does not rotate. */
static bool state_of(const struct world *world, size_t i, enum ball_member member, double *value)
{
    if (!world_is_on_table(world, i) || (member >= BALL_WX && !world->w))
        return false;
    const struct vec2 centre = world_centre(world, i);
    const struct vec3 w = world->w ? world->w[i] : (struct vec3){0, 0, 0};
    const double state[] = {centre.x, centre.y, world->vx[i], world->vy[i], w.x, w.y, w.z};
    *value = state[member];
    return true;
}

static void put_gate(struct output *out, const struct outcome_column *column, const struct gate_counts *gates)
{
    if (column->gate != OUTCOME_NO_GATE)
        output_integer(out, (int64_t)gates->counts[column->gate][column->count]);
}

static void put_field(struct output *out, const struct outcome_column *column, const struct summary *summary,
                      int precision)
{
    double value;
    if (column->kind == COLUMN_VALUE)
        summary_write_value(out, summary, column->value, precision);
    else if (column->kind == COLUMN_SET)
        summary_write_set(out, summary, column->name + strlen(SET));
    else if (column->kind == COLUMN_STATUS)
        output_integer(out, summary->status);
    else if (column->kind == COLUMN_BUILD)
        csv_text_put(out, version_build);
    else if (column->kind == COLUMN_GATE)
        put_gate(out, column, summary->gates);
    else if (column->member == BALL_MET)
        put_met(out, column);
    else if (state_of(summary->world, column->ball, column->member, &value))
        output_number(out, value, precision);
}

void outcome_write(struct output *out, const struct outcome *outcome, const struct summary *summary, int precision)
{
    if (summary->run) {
        output_text(out, summary->run);
        output_text(out, ",");
    }
    for (size_t i = 0; i < outcome->n; i++) {
        output_text(out, i > 0 ? "," : "");
        put_field(out, &outcome->columns[i], summary, precision);
    }
    output_text(out, "\n");
}

void outcome_write_status(struct output *out, const char *list, const char *run, enum status status)
{
    static const char NAME[] = "status";
    output_text(out, run);
    for (const char *name = list; name; name = strchr(name, ',') ? strchr(name, ',') + 1 : NULL) {
        output_text(out, ",");
        if (begins_with(name, NAME) && (name[strlen(NAME)] == ',' || name[strlen(NAME)] == '\0'))
            output_integer(out, (int64_t)status);
    }
    output_text(out, "\n");
}
