/*
 * Forces of touching balls, four pairs at a time: places are gathered, the force law of spring_contacts.c follows with
 * its operations in their order, and the forces are added ball by ball in the order of the pairs, which is what defines
 * the bits of a sum.
 *
 * The largest overlap changes rarely; so only those are divided by the smaller radius that may be larger than it, to
 * more than rounding.
 */
#include "integrators/spring_kernel.h"

#include "base/cpu.h"
#include "broadphase/quad_pairs.h"
#include "physics/spring.h"

/** Just below 1, by more than the rounding of a product and a quotient. */
#define NEARLY_ONE (1 - 0x1p-50)

INLINED quad radii(const double *r, const uint32_t a, const uint32_t b, const uint32_t c, const uint32_t d)
{
    return (quad){r[a], r[b], r[c], r[d]};
}

struct sizes {
    quad reach, smaller;
};

INLINED struct sizes sizes_of(const struct spring_bodies *bodies, const struct pair *p)
{
    if (!bodies->r)
        return (struct sizes){QUAD_ALL(bodies->radius + bodies->radius), QUAD_ALL(bodies->radius)};
    quad a = radii(bodies->r, p[0].a, p[1].a, p[2].a, p[3].a), b = radii(bodies->r, p[0].b, p[1].b, p[2].b, p[3].b);
    return (struct sizes){a + b, quad_choose(a < b, a, b)};
}

/** The forces on the pairs' first balls, as x, y, x, y, ... */
struct pushes {
    twin of[QUAD];
};

INLINED struct pushes turn(quad x, quad y)
{
    return (struct pushes){{__builtin_shufflevector(x, y, 0, 4), __builtin_shufflevector(x, y, 1, 5),
                            __builtin_shufflevector(x, y, 2, 6), __builtin_shufflevector(x, y, 3, 7)}};
}

INLINED void add(const struct spring_bodies *bodies, struct pair pair, twin push, struct vec2 *force)
{
    *(twin *)(void *)&force[pair.a] += push;
    if (pair.b - bodies->first < bodies->last - bodies->first)
        *(twin *)(void *)&force[pair.b] -= push;
}

INLINED struct pushes push_four(const struct spring_bodies *bodies, const struct pair *pairs, const struct vec2 *centre,
                                quad *deepest, struct quad_tools tools)
{
    struct quad_vec way = quad_differences(pairs, centre);
    struct sizes sizes = sizes_of(bodies, pairs);
    quad d = quad_root(way.x * way.x + way.y * way.y) + SPRING_SOFTENING;
    quad overlap = sizes.reach - d;
    quad force = overlap * bodies->k;
    if (tools.bits(overlap > *deepest * sizes.smaller * NEARLY_ONE))
        *deepest = quad_larger(overlap / sizes.smaller, *deepest);
    return turn(force * (way.x / d), force * (way.y / d));
}

INLINED double push(const struct spring_bodies *bodies, const struct pair *pairs, size_t count,
                    const struct vec2 *centre, struct vec2 *force, double deepest, struct quad_tools tools)
{
    quad so_far = QUAD_ALL(deepest);
    for (size_t p = 0; p < count; p += QUAD) {
        struct pushes pushes = push_four(bodies, &pairs[p], centre, &so_far, tools);
        if (p + QUAD <= count)
            for (int i = 0; i < QUAD; i++)
                add(bodies, pairs[p + (size_t)i], pushes.of[i], force);
        else
            for (size_t i = 0; i < count - p; i++)
                add(bodies, pairs[p + i], pushes.of[i], force);
    }
    for (int i = 0; i < QUAD; i++)
        deepest = so_far[i] > deepest ? so_far[i] : deepest;
    return deepest;
}

/** Equal radii get code of their own. */
INLINED double push_all(const struct spring_bodies *bodies, const struct pair *pairs, size_t count,
                        const struct vec2 *centre, struct vec2 *force, double deepest, struct quad_tools tools)
{
    struct spring_bodies own = *bodies;
    if (own.r)
        return push(&own, pairs, count, centre, force, deepest, tools);
    own.r = NULL;
    return push(&own, pairs, count, centre, force, deepest, tools);
}

static double push_plain(const struct spring_bodies *bodies, const struct pair *pairs, size_t count,
                         const struct vec2 *centre, struct vec2 *force, double deepest)
{
    return push_all(bodies, pairs, count, centre, force, deepest, QUAD_PLAIN);
}

WIDE static double push_wide(const struct spring_bodies *bodies, const struct pair *pairs, size_t count,
                             const struct vec2 *centre, struct vec2 *force, double deepest)
{
    return push_all(bodies, pairs, count, centre, force, deepest, QUAD_WIDE);
}

double spring_kernel_push(const struct spring_bodies *bodies, const struct pair *pairs, size_t count,
                          const struct vec2 *centre, struct vec2 *force, double deepest)
{
    if (count == 0)
        return deepest;
    return (cpu_has_avx2() ? push_wide : push_plain)(bodies, pairs, count, centre, force, deepest);
}
