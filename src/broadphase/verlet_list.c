/*
 * A Verlet neighbour list (Verlet, Phys. Rev. 159, 98, 1967): the pairs within 1 + skin times the sum of their radii
 * are kept, and no other pair can touch until some ball has moved skin times its own radius. Tied to each ball's own
 * radius the skin fits any mixture of sizes: a small ball among large ones does not drag a large skin along. The list
 * is then made anew, by the grid or, for a few balls, by a double loop.
 *
 * How far the balls have moved is known roughly without looking at them, from the longest step of each call; only when
 * these add up to the smallest skin is every ball asked.
 *
 * A part holds the pairs of its own balls with later ones, and once more, turned round, those of its balls with balls
 * of earlier parts. So it knows all partners of its own balls, and each ball's come in ascending order: first the
 * incoming ones, then those that come before the ball in its own part, then those after it.
 *
 * Marks remember which own pairs touched at the last look, so that contacts are counted without following each. When
 * the list is made anew the marks of pairs that stay are carried over.
 *
 * Invariant: every pair that touches is in the list; so the result is what all pairs would give. Cost: O(pairs), a few
 * per ball, and O(n) now and then.
 */
#include "broadphase/verlet_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "broadphase/allpairs.h"
#include "broadphase/grid.h"
#include "broadphase/touching.h"

/** Part of its radius that a ball may move before the list is made anew, at first, at least and at most. Larger: fewer,
 *  longer lists. Changes no bit of any result. */
static const double FIRST_SKIN = 0.4, LEAST_SKIN = 0.1, LARGEST_SKIN = 2;

/** What it costs to make a list anew, in looks at a pair: per ball, and per pair in the list. */
static const double COST_PER_BALL = 60, COST_PER_PAIR = 15;

/** The list is valid to a little more than the distance that is checked, which covers rounding. */
static const double SKIN_MARGIN = 1.000001;

enum {
    SMALL = 48,          /* balls up to which a double loop is faster than the grid */
    FEWEST_IN_PART = 64, /* balls for which another thread might be worth asking; more than SMALL */
    FOUR = 4
};

/** Near pairs with what is needed to ask which of them touch. */
struct near {
    struct pairs pairs; /* without filling */
    double *limits;     /* NULL if all are equal */
    size_t limits_capacity;
    struct pair *touching;
    size_t touching_capacity;
    uint8_t *marks; /* of the last look, a byte per four pairs */
    size_t marks_capacity;
};

struct part {
    struct near own, incoming;
    uint32_t *watched; /* balls near a wall */
    size_t watched_capacity;
    struct pair *kept; /* while the list is made anew: the own pairs that touched */
    size_t n_kept, kept_capacity;
    struct verlet_touching touching; /* what is told */
    bool done;                       /* made anew without running out of memory */
    double left;                     /* of the skin of the ball that is nearest to the end of it; negative: beyond */
};

struct verlet_list {
    size_t n;
    const double *r;
    double width, height, softening;
    double limit;      /* of all pairs; negative: radii differ */
    double skin;       /* of each ball, in its radii */
    double smallest;   /* radius */
    double left;       /* no ball has moved farther than its skin less this */
    size_t steps;      /* since the list was made */
    double *reach;     /* r + skin */
    struct grid *grid; /* NULL: up to SMALL balls */
    struct vec2 *at;   /* centres when the list was made */
    struct part *parts;
    size_t n_parts;
};

/* ---- life ---- */

static void set_skin(struct verlet_list *list, double skin)
{
    list->skin = skin;
    for (size_t i = 0; i < list->n; i++)
        list->reach[i] = list->r[i] + skin * list->r[i] * SKIN_MARGIN;
    if (list->grid)
        grid_adapt(list->grid);
}

static void measure_radii(struct verlet_list *list)
{
    bool equal = true;
    list->smallest = (double)INFINITY;
    for (size_t i = 0; i < list->n; i++) {
        list->smallest = list->r[i] < list->smallest ? list->r[i] : list->smallest;
        equal = equal && list->r[i] == list->r[0];
    }
    list->limit = equal && list->n > 0 ? touching_limit(list->r[0] + list->r[0], list->softening) : -1;
}

size_t verlet_list_parts(const struct verlet_list *list)
{
    return list->n_parts;
}

static bool prepare(struct verlet_list *list)
{
    list->reach = mem_array(list->n, sizeof *list->reach);
    list->at = mem_array_raw(list->n + 1, sizeof *list->at);
    if (!list->reach || !list->at)
        return false;
    measure_radii(list);
    set_skin(list, FIRST_SKIN);
    list->left = -1;
    if (list->n > SMALL && !(list->grid = grid_create(list->n, list->reach, list->width)))
        return false;
    return verlet_list_divide(list, 1);
}

struct verlet_list *verlet_list_create(size_t n, const double *r, double width, double height, double softening)
{
    struct verlet_list *list = mem_array(1, sizeof *list);
    if (!list)
        return NULL;
    list->n = n;
    list->r = r;
    list->width = width;
    list->height = height;
    list->softening = softening;
    if (prepare(list))
        return list;
    verlet_list_destroy(list);
    return NULL;
}

static void near_free(struct near *near)
{
    pairs_free(&near->pairs);
    free(near->limits);
    free(near->touching);
    free(near->marks);
}

static void parts_free(struct part *parts, size_t count)
{
    for (size_t p = 0; p < count; p++) {
        near_free(&parts[p].own);
        near_free(&parts[p].incoming);
        free(parts[p].watched);
        free(parts[p].kept);
    }
    free(parts);
}

void verlet_list_destroy(struct verlet_list *list)
{
    if (!list)
        return;
    parts_free(list->parts, list->n_parts);
    grid_destroy(list->grid);
    free(list->reach);
    free(list->at);
    free(list);
}

bool verlet_list_divide(struct verlet_list *list, size_t parts)
{
    size_t most = list->n / FEWEST_IN_PART, count = parts < most ? parts : most > 0 ? most : 1;
    struct part *divided = mem_array(count, sizeof *divided);
    if (!divided)
        return false;
    for (size_t p = 0; p < count; p++) {
        divided[p].touching.first = (uint32_t)thread_pool_share(list->n, p, count);
        divided[p].touching.last = (uint32_t)thread_pool_share(list->n, p + 1, count);
    }
    parts_free(list->parts, list->n_parts);
    list->parts = divided;
    list->n_parts = count;
    list->left = -1;
    return true;
}

/* ---- making the list ---- */

static bool keep_touching(struct part *part)
{
    const struct near *own = &part->own;
    void *kept = part->kept;
    part->n_kept = 0;
    bool grown = mem_grow(&kept, &part->kept_capacity, own->pairs.count + 1, sizeof *part->kept);
    part->kept = kept;
    for (size_t p = 0; grown && p < own->pairs.count; p++)
        if (own->marks[p / FOUR] >> p % FOUR & 1)
            part->kept[part->n_kept++] = own->pairs.items[p];
    return grown;
}

/** Moves *at forward to the place of a pair in a sorted list. true: it is there. */
static bool find_pair(const struct pairs *pairs, size_t *at, struct pair wanted)
{
    while (*at < pairs->count && pairs_before(pairs->items[*at], wanted))
        ++*at;
    return *at < pairs->count && !pairs_before(wanted, pairs->items[*at]);
}

/** For a look in passing: what touched stays in the list, though it may not be near. */
static bool add_kept(struct part *part, size_t n)
{
    struct pairs *pairs = &part->own.pairs;
    struct pairs near = *pairs;
    for (size_t k = 0, at = 0; k < part->n_kept; k++) {
        near.items = pairs->items;
        if (!find_pair(&near, &at, part->kept[k]) && !pairs_add(pairs, part->kept[k].a, part->kept[k].b))
            return false;
    }
    return pairs->count == near.count || pairs_sort(pairs, n);
}

/** Nobody counts what begins among the incoming pairs, but their marks are read like the others. */
static void mark_kept(struct part *part)
{
    struct near *own = &part->own;
    memset(own->marks, 0, own->marks_capacity);
    memset(part->incoming.marks, 0, part->incoming.marks_capacity);
    for (size_t k = 0, at = 0; k < part->n_kept; k++)
        if (find_pair(&own->pairs, &at, part->kept[k]))
            own->marks[at / FOUR] |= (uint8_t)(1 << at % FOUR);
}

/** Fills the pairs up to a multiple of four and makes room for what goes with them. */
static bool prepare_near(struct near *near, uint32_t nobody)
{
    if (!pairs_reserve(&near->pairs, FOUR))
        return false;
    for (size_t i = 0; i < FOUR; i++)
        near->pairs.items[near->pairs.count + i] = (struct pair){nobody, nobody};
    size_t fours = near->pairs.count / FOUR + 1;
    void *touching = near->touching, *marks = near->marks;
    bool grown = mem_grow(&touching, &near->touching_capacity, (fours + 1) * FOUR, sizeof *near->touching);
    near->touching = touching;
    grown = grown && mem_grow(&marks, &near->marks_capacity, fours, 1);
    near->marks = marks;
    return grown;
}

static bool set_limits(const struct verlet_list *list, struct near *near)
{
    if (list->limit >= 0)
        return true;
    void *limits = near->limits;
    bool grown = mem_grow(&limits, &near->limits_capacity, near->pairs.count + FOUR, sizeof *near->limits);
    near->limits = limits;
    for (size_t p = 0; grown && p < near->pairs.count; p++) {
        struct pair pair = near->pairs.items[p];
        near->limits[p] = touching_limit(list->r[pair.a] + list->r[pair.b], list->softening);
    }
    for (size_t i = 0; grown && i < FOUR; i++)
        near->limits[near->pairs.count + i] = 0;
    return grown;
}

static bool find_near(struct verlet_list *list, struct part *part)
{
    if (list->grid)
        return grid_near(list->grid, list->at, part->touching.first, part->touching.last, &part->own.pairs,
                         &part->incoming.pairs);
    return allpairs_near(list->n, list->reach, list->at, &part->own.pairs);
}

static bool is_near_wall(const struct verlet_list *list, size_t i)
{
    struct vec2 x = list->at[i];
    double reach = list->reach[i];
    return (x.x - reach < 0) | (x.x + reach > list->width) | (x.y - reach < 0) | (x.y + reach > list->height);
}

static bool find_watched(const struct verlet_list *list, struct part *part)
{
    struct verlet_touching *told = &part->touching;
    told->n_watched = 0;
    for (uint32_t i = told->first; i < told->last; i++) {
        if (!is_near_wall(list, i))
            continue;
        void *watched = part->watched;
        bool grown = mem_grow(&watched, &part->watched_capacity, told->n_watched + 1, sizeof *part->watched);
        part->watched = watched;
        if (!grown)
            return false;
        part->watched[told->n_watched++] = i;
    }
    told->watched = part->watched;
    return true;
}

static bool renew_part(struct verlet_list *list, struct part *part, bool passing)
{
    uint32_t nobody = (uint32_t)list->n;
    if (!keep_touching(part) || !find_near(list, part) || !find_watched(list, part) ||
        (passing && !add_kept(part, list->n)) || !prepare_near(&part->own, nobody) ||
        !prepare_near(&part->incoming, nobody) || !set_limits(list, &part->own) || !set_limits(list, &part->incoming))
        return false;
    mark_kept(part);
    part->touching.own = part->own.touching;
    part->touching.incoming = part->incoming.touching;
    return true;
}

/** What the members of a pool share while they work on the list. */
struct task {
    struct verlet_list *list;
    const struct vec2 *centre;
    bool passing;
};

static void renew_one(void *context, size_t number)
{
    const struct task *task = context;
    struct part *part = &task->list->parts[number];
    part->done = renew_part(task->list, part, task->passing);
}

/** Long lists cost at every step, short ones because they are made often: where the derivatives of both by the skin
 *  balance, their sum is smallest. The number of pairs grows with the square of the reach, the number of steps between
 *  two lists with the skin. */
static void tune_skin(struct verlet_list *list)
{
    double pairs = 0, balls = (double)list->n, skin = list->skin;
    for (size_t p = 0; p < list->n_parts; p++)
        pairs += (double)list->parts[p].own.pairs.count;
    double price = (COST_PER_BALL * balls + COST_PER_PAIR * pairs) * (1 + skin);
    double burden = 2 * pairs * skin * ((double)list->steps + COST_PER_PAIR);
    if (price > burden && skin < LARGEST_SKIN)
        set_skin(list, skin * 1.1);
    else if (price < 0.5 * burden && skin > LEAST_SKIN)
        set_skin(list, skin / 1.1);
}

static bool renew(struct verlet_list *list, const struct vec2 *centre, bool passing, struct thread_pool *pool)
{
    struct task task = {list, centre, passing};
    bool all = true;
    if (list->steps > 0)
        tune_skin(list);
    memcpy(list->at, centre, list->n * sizeof *centre);
    if (list->grid && !grid_place(list->grid, list->at))
        return false;
    thread_pool_run(pool, list->n_parts, renew_one, &task);
    for (size_t p = 0; p < list->n_parts; p++)
        all = all && list->parts[p].done;
    list->left = all ? list->skin * list->smallest : -1;
    list->steps = 0;
    return all;
}

/* ---- following ---- */

/** Balls that are nowhere (NaN) are beyond their skins. */
static void measure_part(void *context, size_t number)
{
    const struct task *task = context;
    const struct verlet_list *list = task->list;
    struct part *part = &task->list->parts[number];
    double least = (double)INFINITY;
    for (size_t i = part->touching.first; i < part->touching.last; i++) {
        double left = list->skin * list->r[i] - vec2_length(vec2_sub(task->centre[i], list->at[i]));
        least = left >= least ? least : left == left ? left : -1;
    }
    part->left = least;
}

static double measure(struct verlet_list *list, const struct vec2 *centre, struct thread_pool *pool)
{
    struct task task = {list, centre, false};
    double least = (double)INFINITY;
    thread_pool_run(pool, list->n_parts, measure_part, &task);
    for (size_t p = 0; p < list->n_parts; p++)
        least = list->parts[p].left < least ? list->parts[p].left : least;
    return least;
}

bool verlet_list_follow(struct verlet_list *list, const struct vec2 *centre, double moved, bool passing,
                        struct thread_pool *pool, bool *renewed)
{
    double step = 1.4142136 * moved;
    list->steps++;
    list->left -= step;
    if (list->left >= 0)
        return true;
    if (list->left + step >= 0) /* the balls are near the places for which the list was made */
        list->left = measure(list, centre, pool);
    if (list->left >= 0)
        return true;
    *renewed = true;
    return renew(list, centre, passing, pool);
}

/* ---- looking ---- */

bool verlet_list_usable(const struct verlet_list *list)
{
    return list->left >= 0;
}

/** Returns how many touch. */
static size_t look(const struct verlet_list *list, struct near *near, const struct vec2 *centre, bool passing,
                   size_t *begun)
{
    if (near->pairs.count == 0)
        return 0;
    const struct touching_pairs ask = {
        .pairs = near->pairs.items,
        .count = (near->pairs.count + FOUR - 1) / FOUR * FOUR,
        .limits = list->limit < 0 ? near->limits : NULL,
        .limit = list->limit,
    };
    size_t count = touching_find(&ask, centre, passing, near->marks, near->touching, begun);
    for (size_t i = 0; i < FOUR; i++)
        near->touching[count + i] = (struct pair){(uint32_t)list->n, (uint32_t)list->n};
    return count;
}

const struct verlet_touching *verlet_list_touching(struct verlet_list *list, size_t number, const struct vec2 *centre,
                                                   bool passing)
{
    struct part *part = &list->parts[number];
    struct verlet_touching *touching = &part->touching;
    size_t ignored = 0;
    touching->begun = 0;
    touching->n_own = look(list, &part->own, centre, passing, &touching->begun);
    touching->n_incoming = look(list, &part->incoming, centre, passing, &ignored);
    return touching;
}
