#pragma once

/*
 * Cases for motion/parabola.h and a judge that is always right: all numbers of a case are whole multiples of 2^-53, so
 * the quartic f(t) = |2 x + 2 v t + a t^2|^2 - 4 s^2 has whole coefficients, and Sturm's theorem counts its zeros
 * without rounding (unit/exact.h).
 */
#include "lib/uniform.h"
#include "unit/exact.h"

#include <stdio.h>

#include "motion/parabola.h"

#define GRID 0x1p53

/** Contact from outside (side 1) or from inside (-1). */
struct contact_case {
    struct parabola path;
    double reach, end;
    int side;
};

static double contact_time(const struct contact_case *c)
{
    return c->side > 0 ? parabola_fall(&c->path, c->reach, 0, c->end) : parabola_rise(&c->path, c->reach, 0, c->end);
}

/** The next multiple of 1/GRID. */
static double on_grid(double value)
{
    return nearbyint(value * GRID) / GRID;
}

static struct vec2 vector_on_grid(double x, double y)
{
    return (struct vec2){on_grid(x), on_grid(y)};
}

/** Components in -most..most; draws y first. */
static struct vec2 random_on_grid(uint64_t *seed, double most)
{
    double y = uniform(seed, -most, most), x = uniform(seed, -most, most);
    return vector_on_grid(x, y);
}

/** c = factor a.b */
static void dot_product(struct whole *c, double factor, struct vec2 a, struct vec2 b)
{
    const double pairs[2][2] = {{a.x, b.x}, {a.y, b.y}};
    whole_set(c, 0);
    for (int i = 0; i < 2; i++) {
        struct whole first, second;
        assert(fabs(pairs[i][0]) < 512 && fabs(pairs[i][1]) < 512);
        whole_set(&first, (int64_t)(pairs[i][0] * GRID));
        whole_set(&second, (int64_t)(pairs[i][1] * GRID));
        whole_multiply(&first, &first, &second);
        whole_set(&second, (int64_t)factor);
        whole_multiply(&first, &first, &second);
        whole_add(c, c, &first, 1);
    }
}

/** f, made larger by `slack` units of its last place: positive while the bodies are apart. */
static void quartic_of(struct polynomial *f, const struct contact_case *c, int64_t slack)
{
    const struct parabola *p = &c->path;
    const struct vec2 reach = {c->reach, 0};
    struct whole term;
    f->degree = 4;
    dot_product(&f->c[0], 4, p->x, p->x);
    dot_product(&term, 4, reach, reach);
    whole_add(&f->c[0], &f->c[0], &term, -1);
    dot_product(&f->c[1], 8, p->x, p->v);
    dot_product(&f->c[2], 4, p->v, p->v);
    dot_product(&term, 4, p->x, p->a);
    whole_add(&f->c[2], &f->c[2], &term, 1);
    dot_product(&f->c[3], 4, p->v, p->a);
    dot_product(&f->c[4], 1, p->a, p->a);
    for (int i = 0; i <= 4; i++)
        f->c[i].sign *= c->side;
    whole_set(&term, slack);
    whole_add(&f->c[0], &f->c[0], &term, 1);
    polynomial_trim(f);
}

/* ---- cases ---- */

/** Any path: near or far, long or short, nearly straight or not, lengths and times of any size from 1/10 to 10. */
static struct contact_case random_case(uint64_t *seed)
{
    struct contact_case c = {.side = uniform(seed, 0, 4) < 1 ? -1 : 1};
    double length = pow(10, uniform(seed, -1, 1)), time = pow(10, uniform(seed, -0.5, 1)), speed = length / time;
    double far = length * (uniform(seed, 0, 1) < 0.5 ? 2 : 6);
    double bent = speed / time * (uniform(seed, 0, 1) < 0.3 ? 0.1 : 1);
    c.path.x = random_on_grid(seed, far);
    c.path.v = random_on_grid(seed, 2 * speed);
    c.path.a = random_on_grid(seed, bent);
    c.reach = on_grid(length * uniform(seed, 0.2, c.side < 0 ? 4 : 2));
    c.end = time * uniform(seed, 0, uniform(seed, 0, 1) < 0.2 ? 20 : 4);
    return c;
}

/** The least distance near time t. */
static long double least_distance(const struct parabola *p, long double t)
{
    long double x = 0, y = 0;
    for (int i = 0; i < 6; i++) {
        long double vx = p->v.x + t * p->a.x, vy = p->v.y + t * p->a.y;
        x = p->x.x + t * (p->v.x + t * p->a.x / 2);
        y = p->x.y + t * (p->v.y + t * p->a.y / 2);
        t -= (x * vx + y * vy) / (vx * vx + vy * vy + x * p->a.x + y * p->a.y);
    }
    return sqrtl(x * x + y * y);
}

/** A path whose distance has an extreme value, mostly the least, of (1 + margin) times the reach. */
static struct contact_case graze(uint64_t *seed, double margin)
{
    double t = uniform(seed, 0.05, 4), angle = uniform(seed, 0, 6.283185307179586), w = uniform(seed, -2, 2);
    double distance = uniform(seed, 0.5, 1.5), bent = uniform(seed, 0, 1) < 0.1 ? 0 : 1;
    struct vec2 normal = {cos(angle), sin(angle)};
    struct contact_case c = {.side = uniform(seed, 0, 4) < 1 ? -1 : 1, .end = uniform(seed, t, 2 * t)};
    struct parabola *p = &c.path;
    p->a = random_on_grid(seed, bent);
    p->v = vector_on_grid(-w * normal.y - t * p->a.x, w * normal.x - t * p->a.y);
    struct vec2 travelled = parabola_position(&(struct parabola){.v = p->v, .a = p->a}, t);
    p->x = vector_on_grid(distance * normal.x - travelled.x, distance * normal.y - travelled.y);
    c.reach = on_grid((double)(least_distance(p, t) * (1 - (long double)margin)));
    return c;
}

/** A path that touches at time t and does not go deeper, in numbers of few bits: p is a Pythagorean vector, q at right
 *  angles to it. */
static inline struct contact_case tangent(uint64_t *seed)
{
    double k = 1 + floor(uniform(seed, 0, 8)), m = k + 1 + floor(uniform(seed, 0, 8));
    struct vec2 touch = {(m * m - k * k) / 8, 2 * m * k / 8}, along = {-touch.y, touch.x};
    double t = (1 + floor(uniform(seed, 0, 64))) / 16, w = (1 + floor(uniform(seed, 0, 32))) / 16;
    struct contact_case c = {.reach = (m * m + k * k) / 8, .end = 1.25 * t, .side = 1};
    struct parabola *p = &c.path;
    p->a = (struct vec2){floor(uniform(seed, -8, 8)) / 16, floor(uniform(seed, -8, 8)) / 16};
    p->v = vec2_sub(vec2_scale(w, along), vec2_scale(t, p->a));
    struct vec2 travelled = parabola_position(&(struct parabola){.v = p->v, .a = p->a}, t);
    p->x = vec2_sub(touch, travelled);
    if (vec2_dot(touch, p->a) + w * w * vec2_dot(along, along) < 0) /* touches from inside */
        c.side = -1;
    return c;
}

/* ---- the judge ---- */

/** What was seen of many cases. */
struct verdicts {
    long hits, overlaps, misses, tangents;
};

/** f and h = f'/8 of a case, with their chains. */
struct exact_gap {
    struct sturm f, h;
};

/** Where f, negative at `low` and positive at `high`, rises through its only zero between: a time before it, as near as
 *  doubles go. */
static double time_of_rise(const struct exact_gap *gap, double low, double high)
{
    for (int i = 0; i < 80; i++) {
        double middle = low + (high - low) / 2;
        *(polynomial_sign(&gap->f.chain[0], middle) > 0 ? &high : &low) = middle;
    }
    return low;
}

/** Whether bodies that overlap at time 0 never approach until they are apart for the first time, before `apart`. */
static bool is_only_separating(const struct exact_gap *gap, double apart)
{
    return polynomial_sign(&gap->h.chain[0], 0) >= 0 && sturm_zeros(&gap->h, 0, time_of_rise(gap, 0, apart)) == 0;
}

/** Whether t is the first contact, to `tolerance` of it. */
static bool is_first_contact(const struct exact_gap *gap, double t, double tolerance)
{
    const struct polynomial *f = &gap->f.chain[0], *h = &gap->h.chain[0];
    double before = t * (1 - tolerance), after = t * (1 + tolerance);
    if (t == 0)
        return polynomial_sign(f, 0) <= 0 && polynomial_sign(h, 0) <= 0;
    if (polynomial_sign(f, 0) > 0)
        return sturm_zeros(&gap->f, 0, before) == 0 && polynomial_sign(f, after) < 0;
    if (sturm_zeros(&gap->f, 0, after) == 0) /* overlap all the way, until they approach */
        return sturm_zeros(&gap->h, 0, t * (1 - 0x1p-40)) == 0 && polynomial_sign(h, t + 0x1p-40) < 0;
    return sturm_zeros(&gap->f, 0, before) == 1 && polynomial_sign(f, after) < 0 && is_only_separating(gap, before);
}

/** Whether there is no contact before `end`, and none before 2^50 if that is infinite. */
static bool is_never_in_contact(const struct exact_gap *gap, double end)
{
    end = fmin(end, 0x1p50);
    int zeros = sturm_zeros(&gap->f, 0, end);
    if (polynomial_sign(&gap->f.chain[0], 0) > 0)
        return zeros == 0;
    return zeros == 1 ? is_only_separating(gap, end)
                      : zeros == 0 && polynomial_sign(&gap->h.chain[0], 0) >= 0 && sturm_zeros(&gap->h, 0, end) == 0;
}

static inline void exact_gap_of_polynomial(struct exact_gap *gap, const struct polynomial *f)
{
    struct polynomial h;
    polynomial_derive(&h, f);
    sturm_of(&gap->f, f);
    sturm_of(&gap->h, &h);
}

static void exact_gap_of(struct exact_gap *gap, const struct contact_case *c, int64_t slack)
{
    struct polynomial f;
    quartic_of(&f, c, slack);
    exact_gap_of_polynomial(gap, &f);
}

/** 2^-97 of the squared lengths, what counts as touching, in units of f. */
static int64_t touching(const struct contact_case *c)
{
    const struct parabola *p = &c->path;
    double length = fabs(p->x.x) + fabs(p->x.y) + c->end * (fabs(p->v.x) + fabs(p->v.y)) +
                    c->end * c->end / 2 * (fabs(p->a.x) + fabs(p->a.y)) + c->reach;
    return (int64_t)(4 * GRID * GRID * 0x1p-97 * length * length) + 1;
}

/** Asks for a contact and whether the answer is right; prints a case where it is wrong. */
static bool is_right(const struct contact_case *c, struct verdicts *seen)
{
    static struct exact_gap gap;
    double t = contact_time(c);
    bool right;
    exact_gap_of(&gap, c, 0);
    if (t < HUGE_VAL) {
        right = t < c->end && is_first_contact(&gap, t, 0x1p-52);
        *(t > 0 ? &seen->hits : &seen->overlaps) += 1;
    } else {
        right = is_never_in_contact(&gap, c->end);
        if (!right) {
            exact_gap_of(&gap, c, touching(c));
            right = polynomial_sign(&gap.f.chain[0], 0) > 0 && is_never_in_contact(&gap, c->end);
            seen->tangents++;
        }
        seen->misses++;
    }
    if (!right)
        printf("# wrong: side %d reach %a end %a x %a %a v %a %a a %a %a gives %a\n", c->side, c->reach, c->end,
               c->path.x.x, c->path.x.y, c->path.v.x, c->path.v.y, c->path.a.x, c->path.a.y, t);
    return right;
}
