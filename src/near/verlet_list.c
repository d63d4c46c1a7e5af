/*
 * A Verlet neighbour list (Verlet, Phys. Rev. 159, 98, 1967) for balls that move a little in each step.
 *
 * Idea: the list holds the pairs whose centres are closer than the sum of their radii and twice the skin, a length. No
 * other pair can touch until some ball has moved by the skin; then the list is rebuilt, by a grid or, for a few balls,
 * by a double loop. The skin is counted in mean radii: a few balls, however small or large, do not set it.
 *
 * When to rebuild: the caller gives a bound on the displacement of each step. Only when these bounds add up to the
 * skin are the true displacements measured.
 *
 * Parts: the balls are divided into ranges of indices, one for each thread that pays: p parts of n balls take some
 * 7 n/p ns a step and, since threads wait for each other a few times, 0.3 p us, least where p^2 is about n/16. A part
 * holds the local pairs (a in the part, b > a) and the ghost pairs (a in the part, b in an earlier part). So it knows
 * all partners of its balls, and the partners of each come in ascending index: ghost pairs first, then local pairs.
 * Forces summed in that order have the same bits whatever the number of parts.
 *
 * Invariant: every touching pair is in the list, so the result is that of testing all pairs.
 * Cost: O(pairs) per step, a few pairs per ball; O(n) per rebuild, of which there is one every few tens of steps.
 */
#include "near/verlet_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "near/allpairs.h"
#include "near/candidates.h"
#include "near/grid.h"
#include "near/near_surfaces.h"
#include "near/pairs.h"

/** Skin in units of the mean radius: initial, least, and that beyond which it does not grow. A
 * larger skin means fewer rebuilds and longer lists.
 * It changes no bit of any result. */
static const double FIRST_SKIN = 0.4, LEAST_SKIN = 0.1, LARGEST_SKIN = 2;

/** Cost of a rebuild in units of one distance test: per ball, and per pair in the list; and that of a test whether a
 *  ball touches a surface (measured). */
static const double COST_PER_BALL = 60, COST_PER_PAIR = 15, COST_PER_SURFACE = 8;

/** The list reaches a little beyond the distance that is checked, which covers rounding. */
static const double SKIN_MARGIN = 1.000001;

enum {
    MANY_SURFACES = 32, /* from here on a grid of surfaces pays */
    FEW = 48,           /* up to this many balls a double loop is faster than the grid */
    FEWEST_IN_PART = 64 /* least number of balls for which another thread can pay; more than FEW */
};

struct part {
    struct candidates local, ghost;
    struct near_surfaces surfaces;
    struct verlet_touching touching; /* what is touching */
    bool done;                       /* rebuilt without running out of memory */
    double way;                      /* square of the longest way of a ball since the rebuild */
};

struct verlet_list {
    size_t n;
    const double *r, *m;  /* m: NULL if none is infinite */
    bool counts_new;      /* new contacts are counted */
    const bool *left_out; /* of each ball; NULL: none */
    const struct boundary *boundary;
    struct surface_grid *surfaces; /* NULL: there are few */
    struct period period;          /* of the table */
    struct candidates_rule rule;
    double skin;            /* in units of: */
    double unit;            /* mean radius of the free balls */
    double left;            /* every ball may still move this far at least */
    double travelled;       /* by surfaces until the last rebuild */
    size_t rebuilds, steps; /* rebuilds in all; steps since the last */
    double *reach;          /* r + skin */
    struct grid *grid;      /* NULL: there are FEW balls */
    struct vec2 *at;        /* centres at the last rebuild, but of balls that are left out */
    struct part *parts;
    size_t n_parts;
};

/* ---- life ---- */

static void set_skin(struct verlet_list *list, double skin)
{
    list->skin = skin;
    for (size_t i = 0; i < list->n; i++)
        list->reach[i] = list->r[i] + skin * list->unit * SKIN_MARGIN;
    if (list->grid)
        grid_adapt(list->grid);
}

static void measure_radii(struct verlet_list *list, const struct scene *scene)
{
    double sum = 0, free = 0;
    for (size_t i = 0; i < list->n; i++)
        if (!scene_is_fixed(scene, i)) {
            sum += list->r[i];
            free++;
        }
    list->unit = free > 0 ? sum / free : 0;
    bool equal = list->n > 0 && scene_are_equal(scene, list->r);
    list->rule.limit = equal ? candidates_limit(list->r[0] + list->r[0], list->rule.offset) : -1;
}

size_t verlet_list_parts(const struct verlet_list *list)
{
    return list->n_parts;
}

/** A grid of the surfaces that any free ball can reach, whatever the skin; none for few surfaces. false: out of memory.
 */
static bool lay_surfaces(struct verlet_list *list, const struct scene *scene)
{
    if (list->boundary->n < MANY_SURFACES)
        return true;
    double reach = (2 + LARGEST_SKIN) * scene_largest_radii(scene).first;
    list->surfaces = surface_grid_create(list->boundary, reach, list->boundary->n);
    return list->surfaces;
}

static bool prepare(struct verlet_list *list, const struct scene *scene)
{
    list->reach = mem_array(list->n, sizeof *list->reach);
    list->at = mem_array_raw(list->n + 1, sizeof *list->at);
    if (!list->reach || !list->at)
        return false;
    measure_radii(list, scene);
    set_skin(list, FIRST_SKIN);
    list->left = -1;
    if (list->n > FEW && !(list->grid = grid_create(list->n, list->reach, list->period)))
        return false;
    return lay_surfaces(list, scene) && verlet_list_divide(list, 1);
}

struct verlet_list *verlet_list_create(const struct scene *scene, const double *r, const struct boundary *boundary,
                                       double offset, bool counts_new)
{
    struct verlet_list *list = mem_array(1, sizeof *list);
    if (!list)
        return NULL;
    list->n = scene->n;
    list->r = r;
    list->m = scene_largest_radii(scene).fixed > 0 ? scene->m : NULL;
    list->period = table_period(&scene->table);
    list->boundary = boundary;
    list->rule = (struct candidates_rule){.n = scene->n, .r = r, .offset = offset};
    list->counts_new = counts_new;
    list->rule.period = list->period.is_any ? &list->period : NULL;
    list->rule.search = candidates_search_for(list->rule.period);
    if (prepare(list, scene))
        return list;
    verlet_list_destroy(list);
    return NULL;
}

void verlet_list_leave_out(struct verlet_list *list, const bool *left_out)
{
    list->left_out = left_out;
    list->left = -HUGE_VAL;
}

static bool is_left_out(const struct verlet_list *list, size_t ball)
{
    return list->left_out && list->left_out[ball];
}

static void parts_free(struct part *parts, size_t count)
{
    for (size_t p = 0; p < count; p++) {
        candidates_free(&parts[p].local);
        candidates_free(&parts[p].ghost);
        near_surfaces_free(&parts[p].surfaces);
    }
    free(parts);
}

void verlet_list_destroy(struct verlet_list *list)
{
    if (!list)
        return;
    parts_free(list->parts, list->n_parts);
    surface_grid_destroy(list->surfaces);
    grid_destroy(list->grid);
    free(list->reach);
    free(list->at);
    free(list);
}

size_t verlet_list_most_parts(size_t n)
{
    size_t most = 1;
    while (most < THREAD_POOL_MAX && (most + 1) * FEWEST_IN_PART <= n && 16 * (most + 1) * (most + 1) <= n)
        most++;
    return most;
}

bool verlet_list_divide(struct verlet_list *list, size_t parts)
{
    const size_t most = verlet_list_most_parts(list->n), count = parts < most ? parts : most;
    struct part *divided = mem_array(count, sizeof *divided);
    if (!divided)
        return false;
    for (size_t p = 0; p < count; p++) {
        divided[p].touching.first = (uint32_t)thread_pool_share(list->n, p, count);
        divided[p].touching.last = (uint32_t)thread_pool_share(list->n, p + 1, count);
        divided[p].surfaces.grid = list->surfaces;
        divided[p].surfaces.m = list->m;
        divided[p].touching.surfaces = &divided[p].surfaces.list;
        divided[p].local.counts_new = list->counts_new;
    }
    parts_free(list->parts, list->n_parts);
    list->parts = divided;
    list->n_parts = count;
    list->left = -1;
    return true;
}

/* ---- rebuilding ---- */

static bool find_candidates(struct verlet_list *list, struct part *part)
{
    struct pairs *local = &part->local.pairs, *ghost = &part->ghost.pairs;
    bool found = list->grid ? grid_near(list->grid, part->touching.first, part->touching.last, local, ghost)
                            : allpairs_near(list->n, list->reach, list->at, &list->period, local);
    if (list->m) {
        pairs_drop_fixed(local, list->m);
        pairs_drop_fixed(ghost, list->m);
    }
    return found;
}

static bool find_surfaces(const struct verlet_list *list, struct part *part)
{
    part->surfaces.left_out = list->left_out;
    return near_surfaces_rebuild(&part->surfaces, list->boundary, list->at, list->reach, part->touching.first,
                                 part->touching.last);
}

static bool rebuild_part(struct verlet_list *list, struct part *part)
{
    candidates_keep_touching(&part->local);
    if (!find_candidates(list, part) || !find_surfaces(list, part))
        return false;
    if (!candidates_prepare(&part->local, &list->rule) || !candidates_prepare(&part->ghost, &list->rule))
        return false;
    part->touching.local = part->local.touching;
    part->touching.ghost = part->ghost.touching;
    return true;
}

/** Argument of the thread pool. */
struct task {
    struct verlet_list *list;
    const struct vec2 *centre;
};

static void rebuild_one(void *context, size_t number)
{
    const struct task *task = context;
    struct part *part = &task->list->parts[number];
    part->done = rebuild_part(task->list, part);
}

/** Chooses the skin. A long list costs at every step, a short one is rebuilt often; the sum of both costs is least
 * where their derivatives with respect to the skin cancel. The number of pairs grows with the square of the reach, the
 * number of steps between rebuilds with the skin. */
static void tune_skin(struct verlet_list *list)
{
    double pairs = 0, surfaces = 0, balls = (double)list->n, skin = list->skin;
    for (size_t p = 0; p < list->n_parts; p++) {
        pairs += (double)list->parts[p].local.pairs.count;
        surfaces += (double)list->parts[p].surfaces.list.count;
    }
    double rebuild_cost = (COST_PER_BALL * balls + COST_PER_PAIR * pairs) * (1 + skin);
    double list_cost = (2 * pairs + COST_PER_SURFACE * surfaces) * skin * ((double)list->steps + COST_PER_PAIR);
    if (rebuild_cost > list_cost && skin < LARGEST_SKIN)
        set_skin(list, skin * 1.1);
    else if (rebuild_cost < 0.5 * list_cost && skin > LEAST_SKIN)
        set_skin(list, skin / 1.1);
}

static bool rebuild(struct verlet_list *list, struct task *task, struct thread_pool *pool)
{
    bool all = true;
    if (list->steps > 0)
        tune_skin(list);
    memcpy(list->at, task->centre, list->n * sizeof *list->at);
    for (size_t i = 0; list->left_out && i < list->n; i++)
        if (list->left_out[i])
            list->at[i] = (struct vec2){(double)NAN, (double)NAN};
    if (list->grid && !grid_place(list->grid, list->at))
        return false;
    thread_pool_run(pool, list->n_parts, rebuild_one, task);
    for (size_t p = 0; p < list->n_parts; p++)
        all = all && list->parts[p].done;
    list->left = all ? list->skin * list->unit : -1;
    list->steps = 0;
    list->rebuilds++;
    list->travelled = list->boundary->travelled;
    return all;
}

/* ---- updating ---- */

/** The square of the longest way since the rebuild; a ball whose centre is NaN has gone infinitely far. */
static void measure_part(void *context, size_t number)
{
    const struct task *task = context;
    const struct verlet_list *list = task->list;
    const struct period *period = list->rule.period;
    struct part *part = &task->list->parts[number];
    part->way = 0;
    for (size_t i = part->touching.first; i < part->touching.last; i++) {
        struct vec2 way = vec2_sub(task->centre[i], list->at[i]);
        if (period)
            way = period_nearest(period, way);
        double square = vec2_dot(way, way);
        if (!(square <= part->way) && !is_left_out(list, i))
            part->way = square == square ? square : HUGE_VAL;
    }
}

/** How far every ball may still move at least, and every surface with it. */
static double measure(struct verlet_list *list, struct task *task, struct thread_pool *pool)
{
    double longest = 0;
    thread_pool_run(pool, list->n_parts, measure_part, task);
    for (size_t p = 0; p < list->n_parts; p++)
        longest = double_max(list->parts[p].way, longest);
    return list->skin * list->unit - sqrt(longest) - (list->boundary->travelled - list->travelled);
}

/** The bound says that some ball may be beyond its skin. @param was_valid it did not say so before this step */
static __attribute__((noinline)) bool renew(struct verlet_list *list, struct task *task, bool was_valid,
                                            struct thread_pool *pool)
{
    if (was_valid) /* the balls are near their centres at the last rebuild */
        list->left = measure(list, task, pool);
    return list->left >= 0 || rebuild(list, task, pool);
}

bool verlet_list_update(struct verlet_list *list, const struct vec2 *centre, double moved, struct thread_pool *pool)
{
    double step = 1.4142136 * moved;
    list->steps++;
    list->left -= step;
    if (list->left >= 0)
        return true;
    return renew(list, &(struct task){list, centre}, list->left + step >= 0, pool);
}

/* ---- searching ---- */

const struct near_surfaces_list *verlet_list_surfaces(const struct verlet_list *list, size_t number)
{
    return &list->parts[number].surfaces.list;
}

size_t verlet_list_rebuilds(const struct verlet_list *list)
{
    return list->rebuilds;
}

bool verlet_list_usable(const struct verlet_list *list)
{
    return list->left >= 0;
}

const struct verlet_touching *verlet_list_touching(struct verlet_list *list, size_t number, const struct vec2 *centre,
                                                   bool trial)
{
    struct part *part = &list->parts[number];
    struct verlet_touching *touching = &part->touching;
    touching->n_new = 0;
    if (list->n_parts > 1)
        touching->n_ghost = candidates_find_touching(&part->ghost, &list->rule, centre, trial, &touching->n_new);
    touching->n_local = candidates_find_touching(&part->local, &list->rule, centre, trial, &touching->n_new);
    return touching;
}
