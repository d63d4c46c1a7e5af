/*
 * Promise: `event` with balls that slide, roll, spin and rub is what a plain loop in long double computes, which tries
 * every pair at every event: cloth, cushions with a nose, pockets, fixed balls, rough discs, lines and arcs, periodic
 * tables. Measured: times, impulses and ends of slides, 231 000 rows of 16 700 random shots, to 8 times what 1e-13 at
 * the start grows to.
 */
/* The loop shares nothing with the program: times are roots of polynomials between their turning points, by bisection;
 * friction is written in the axes of the contact (Han, J. Mech. Sci. Technol. 19, 976, 2005), with libm. It knows no
 * pressed contacts: the comparison ends before the first slow hit. It runs twice, the second time from places that are
 * slightly off; the distance of its two logs, its growth, is what the program's may be. Periodic tables are a lattice
 * of images, and it goes on in pieces in which no ball moves by more than a quarter of the table. */

#include "lib/contact_log.h"

typedef long double real;

enum { MOST = 8, POCKETS = 6, THINGS = 8, ROWS = 60 };

#define OFF    1e-13 /* the second run's places */
#define LATEST 50.0  /* then the clock is too coarse */

/* ---- the loop ---- */

struct disc {
    real x[2], v[2], w[3], m, r; /* m infinite: fixed */
    bool rolls, gone;
};

/** A pocket, a line or an arc: its numbers as in a scene. */
struct thing {
    enum obstacle_kind kind;
    real at[5], e, mu[3];
};

struct loop {
    struct disc ball[MOST];
    struct thing thing[THINGS];
    int n, things;
    bool periodic[2];
    real q, sliding, friction, pivoting, width, height, nose, e[2], beta[2], mu[2][3], t;
};

struct line {
    real t, j, jt, jz;
    int kind, a;
    int64_t b;
};

struct script {
    struct line line[ROWS];
    int n;
};

static real value(const real *c, int degree, real t)
{
    real sum = 0;
    for (int i = degree; i >= 0; i--)
        sum = sum * t + c[i];
    return sum;
}

/** The zero in lo..hi, where the signs at the ends differ. */
static real bisect(const real *c, int degree, real lo, real hi)
{
    bool sign = value(c, degree, lo) > 0;
    for (int i = 0; i < 200; i++) {
        real mid = (lo + hi) / 2;
        if (mid == lo || mid == hi)
            break;
        *((value(c, degree, mid) > 0) == sign ? &lo : &hi) = mid;
    }
    return hi;
}

/** All zeros in 0..end at which the sign changes, in order, from the zeros of the derivative. */
static int zeros(const real *c, int degree, real end, real *found)
{
    real slope[5], turning[6] = {0};
    int turns = 0, n = 0;
    if (degree == 0)
        return 0;
    for (int i = 1; i <= degree; i++)
        slope[i - 1] = (real)i * c[i];
    turns = zeros(slope, degree - 1, end, turning + 1);
    turning[turns + 1] = end;
    for (int i = 0; i <= turns; i++)
        if ((value(c, degree, turning[i]) > 0) != (value(c, degree, turning[i + 1]) > 0))
            found[n++] = bisect(c, degree, turning[i], turning[i + 1]);
    return n;
}

/** All times before `end` at which c turns from > 0 to <= 0. @return how many */
static int contacts(const real *c, int degree, real end, real *found)
{
    real all[6];
    int n = zeros(c, degree, end, all), count = 0;
    for (int i = value(c, degree, 0) > 0 ? 0 : 1; i < n; i += 2)
        found[count++] = all[i];
    return count;
}

/** The first of them; else infinite. */
static real first_contact(const real *c, int degree, real end)
{
    real found[6];
    return contacts(c, degree, end, found) > 0 ? found[0] : HUGE_VALL;
}

/** Slip on the cloth, or its length. */
static real slip_of(const struct disc *ball, real u[2])
{
    u[0] = ball->v[0] - ball->r * ball->w[1];
    u[1] = ball->v[1] + ball->r * ball->w[0];
    return hypotl(u[0], u[1]);
}

static bool slides(const struct loop *loop, const struct disc *ball)
{
    return loop->sliding > 0 && !ball->rolls && isfinite(ball->m);
}

/** Acceleration of a ball. @return how long it lasts */
static real acceleration(const struct loop *loop, const struct disc *ball, real a[2])
{
    real u[2], slip = slip_of(ball, u), speed = hypotl(ball->v[0], ball->v[1]);
    a[0] = a[1] = 0;
    if (slides(loop, ball)) {
        for (int i = 0; i < 2; i++)
            a[i] = -loop->sliding * u[i] / slip;
        return loop->q * slip / ((1 + loop->q) * loop->sliding);
    }
    if (!(speed > 0) || !isfinite(ball->m))
        return HUGE_VALL;
    for (int i = 0; i < 2; i++)
        a[i] = -loop->friction * ball->v[i] / speed;
    return loop->friction > 0 ? speed / loop->friction : HUGE_VALL;
}

static void move(const struct loop *loop, struct disc *ball, real t)
{
    real a[2], less = loop->pivoting * t / ball->r;
    real lasts = acceleration(loop, ball, a);
    bool sliding = slides(loop, ball);
    for (int i = 0; i < 2; i++) {
        ball->x[i] += t * (ball->v[i] + t * a[i] / 2);
        ball->v[i] += t * a[i];
    }
    if (sliding) {
        ball->w[0] += a[1] * t / (loop->q * ball->r);
        ball->w[1] -= a[0] * t / (loop->q * ball->r);
    } else if (t >= lasts) {
        ball->v[0] = ball->v[1] = 0;
    }
    if (loop->sliding > 0 && ball->rolls) {
        ball->w[0] = -ball->v[1] / ball->r;
        ball->w[1] = ball->v[0] / ball->r;
    }
    ball->w[2] = fabsl(ball->w[2]) > less ? ball->w[2] - copysignl(less, ball->w[2]) : 0;
}

/** Friction of one contact, along (-ny, nx) and across that and the normal N, from the surfaces' speeds g there. */
static void rub(const real mu[3], real beta, real yielding, real normal, real g[2])
{
    real speed = hypotl(g[0], g[1]), stick = (1 + beta) * speed / yielding;
    real most = (mu[0] + mu[1] * expl(-mu[2] * speed)) * normal;
    real size = fminl(stick, most);
    for (int i = 0; i < 2; i++)
        g[i] = speed > 0 ? -size * g[i] / speed : 0;
}

/** Turns and pushes a ball: T on it along (-ny, nx) and along N x that, whose horizontal part along n is -sine. */
static void push(const struct loop *loop, struct disc *ball, const real n[2], real sine, real sign, const real t[2])
{
    real cosine = sqrtl(1 - sine * sine), inertia = loop->q * ball->m * ball->r;
    if (!isfinite(ball->m))
        return;
    ball->v[0] += sign * (-n[1] * t[0] - sine * n[0] * t[1]) / ball->m;
    ball->v[1] += sign * (n[0] * t[0] - sine * n[1] * t[1]) / ball->m;
    /* N x (t0 e1 + t1 e2) = t0 e2 - t1 e1, e1 = (-ny, nx, 0), e2 = N x e1 = (-sine nx, -sine ny, cosine) */
    ball->w[0] -= (-sine * n[0] * t[0] + n[1] * t[1]) / inertia;
    ball->w[1] -= (-sine * n[1] * t[0] - n[0] * t[1]) / inertia;
    ball->w[2] -= cosine * t[0] / inertia;
    ball->rolls = false;
}

static real yields(const struct loop *loop, const struct disc *ball)
{
    return isfinite(ball->m) ? (1 + 1 / loop->q) / ball->m : 0;
}

/** Velocity of a ball's surface where it touches along N: along e1, and along e2. */
static void surface(const struct disc *ball, const real n[2], real sine, real side, real g[2])
{
    real cosine = sqrtl(1 - sine * sine), along = -n[1] * ball->v[0] + n[0] * ball->v[1];
    real normal = n[0] * ball->v[0] + n[1] * ball->v[1];
    real w1 = -n[1] * ball->w[0] + n[0] * ball->w[1];
    real w2 = -sine * (n[0] * ball->w[0] + n[1] * ball->w[1]) + cosine * ball->w[2];
    g[0] = along + side * ball->r * w2; /* w x N: N x e1 = e2, so e2 x N = e1 and e1 x N = -e2 */
    g[1] = -sine * normal - side * ball->r * w1;
}

/** @param shift to the image of k that i hits */
static struct line hit_balls(struct loop *loop, int i, int k, const real shift[2])
{
    struct disc *a = &loop->ball[i], *b = &loop->ball[k];
    real d[2] = {b->x[0] + shift[0] - a->x[0], b->x[1] + shift[1] - a->x[1]}, distance = hypotl(d[0], d[1]), from[2],
         to[2];
    const real n[2] = {d[0] / distance, d[1] / distance};
    real u = n[0] * (b->v[0] - a->v[0]) + n[1] * (b->v[1] - a->v[1]);
    real lightness = (isfinite(a->m) ? 1 / a->m : 0) + (isfinite(b->m) ? 1 / b->m : 0);
    real j = -(1 + loop->e[0]) * u / lightness;
    surface(a, n, 0, 1, from);
    surface(b, n, 0, -1, to);
    real t[2] = {to[0] - from[0], to[1] - from[1]};
    rub(loop->mu[0], loop->beta[0], yields(loop, a) + yields(loop, b), j, t);
    for (int c = 0; c < 2; c++) {
        a->v[c] -= isfinite(a->m) ? j * n[c] / a->m : 0;
        b->v[c] += isfinite(b->m) ? j * n[c] / b->m : 0;
    }
    push(loop, a, n, 0, -1, t);
    push(loop, b, n, 0, 1, t);
    return (struct line){loop->t, j, t[0], t[1], CONTACT_BALL, i, k};
}

/** A hit with what is along n. @param line receives the impulses */
static void hit_cushion(struct loop *loop, int i, const real n[2], real e, const real mu[3], struct line *line)
{
    struct disc *ball = &loop->ball[i];
    real sine = loop->nose > 0 ? loop->nose / ball->r - 1 : 0, cosine = sqrtl(1 - sine * sine);
    ball->rolls = false;
    for (real u; (u = n[0] * ball->v[0] + n[1] * ball->v[1]) > 0;) {
        real g[2], change = (1 + e) * u, j = ball->m * change / cosine;
        surface(ball, n, sine, 1, g);
        g[0] = -g[0], g[1] = -g[1]; /* the wall rests */
        rub(mu, loop->beta[1], yields(loop, ball), j, g);
        ball->v[0] -= change * n[0];
        ball->v[1] -= change * n[1];
        push(loop, ball, n, sine, -1, g);
        line->j += ball->m * change - sine * g[1];
        line->jt += g[0];
        line->jz += j * sine + cosine * g[1];
    }
}

static struct line hit_wall(struct loop *loop, int i, int wall)
{
    static const real normals[][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    struct line line = {.t = loop->t, .kind = CONTACT_LEFT + wall, .a = i, .b = -1};
    hit_cushion(loop, i, normals[wall], loop->e[1], loop->mu[1], &line);
    return line;
}

/* ---- lines and arcs ---- */

/** An end of an arc. */
static void arc_end(const struct thing *arc, int which, real end[2])
{
    real angle = arc->at[3 + which] * acosl(-1) / 180;
    end[0] = arc->at[0] + arc->at[2] * cosl(angle);
    end[1] = arc->at[1] + arc->at[2] * sinl(angle);
}

/** Whether a direction from an arc's centre is between those of its ends. */
static bool arc_faces(const struct thing *arc, real x, real y)
{
    real angle = fmodl(atan2l(y, x) * 180 / acosl(-1) - arc->at[3] + 720, 360);
    return angle <= arc->at[4] - arc->at[3];
}

/** The nearest point of a line or an arc. */
static void nearest(const struct thing *thing, const real x[2], real point[2])
{
    const real *at = thing->at;
    if (thing->kind == OBSTACLE_LINE) {
        real d[2] = {at[2] - at[0], at[3] - at[1]};
        real part = ((x[0] - at[0]) * d[0] + (x[1] - at[1]) * d[1]) / (d[0] * d[0] + d[1] * d[1]);
        for (int c = 0; c < 2; c++)
            point[c] = at[c] + fminl(fmaxl(part, 0), 1) * d[c];
        return;
    }
    real d[2] = {x[0] - at[0], x[1] - at[1]}, distance = hypotl(d[0], d[1]), ends[2][2];
    if (arc_faces(thing, d[0], d[1])) {
        for (int c = 0; c < 2; c++)
            point[c] = at[c] + at[2] * d[c] / distance;
        return;
    }
    arc_end(thing, 0, ends[0]), arc_end(thing, 1, ends[1]);
    int k = hypotl(x[0] - ends[0][0], x[1] - ends[0][1]) > hypotl(x[0] - ends[1][0], x[1] - ends[1][1]);
    point[0] = ends[k][0], point[1] = ends[k][1];
}

/** @param shift to the image of the thing that the ball hits */
static struct line hit_thing(struct loop *loop, int i, int k, const real shift[2])
{
    const struct thing *thing = &loop->thing[k];
    const struct disc *ball = &loop->ball[i];
    struct line line = {.t = loop->t, .kind = CONTACT_LINE + (int)thing->kind, .a = i, .b = k};
    real x[2] = {ball->x[0] - shift[0], ball->x[1] - shift[1]}, point[2];
    if (thing->kind == OBSTACLE_POCKET)
        return line;
    nearest(thing, x, point);
    real distance = hypotl(point[0] - x[0], point[1] - x[1]);
    hit_cushion(loop, i, (real[]){(point[0] - x[0]) / distance, (point[1] - x[1]) / distance}, thing->e, thing->mu,
                &line);
    return line;
}

/* ---- what comes next ---- */

/** The earliest event, and what it is: a ball's partner >= 0, wall -1..-4, end of a slide -5, things -6 and below. */
struct coming {
    real t;
    int a, b;
    real shift[2]; /* to the image of b */
};

/** A ball's path in the image of the table that is looked at. */
struct way {
    real x[2], v[2], a[2], r, shift[2];
};

static void consider(struct coming *next, real t, int a, int b, const real shift[2])
{
    if (t < next->t)
        *next = (struct coming){t, a, b, {shift[0], shift[1]}};
}

static void consider_wall(struct coming *next, real t, int a, int wall)
{
    consider(next, t, a, -1 - wall, (real[]){0, 0});
}

/** (x(t) - centre)^2 - reach^2. */
static void distance_to(const struct way *way, real x, real y, real reach, real c[5])
{
    const real d[2] = {way->x[0] - x, way->x[1] - y}, *v = way->v, *a = way->a;
    c[0] = d[0] * d[0] + d[1] * d[1] - reach * reach;
    c[1] = 2 * (d[0] * v[0] + d[1] * v[1]);
    c[2] = v[0] * v[0] + v[1] * v[1] + d[0] * a[0] + d[1] * a[1];
    c[3] = v[0] * a[0] + v[1] * a[1];
    c[4] = (a[0] * a[0] + a[1] * a[1]) / 4;
}

static real horizon(const struct coming *next)
{
    return fminl(next->t, 1e3L);
}

static void consider_circle(struct coming *next, const struct way *way, real x, real y, real reach, int i, int k)
{
    real c[5];
    distance_to(way, x, y, reach, c);
    consider(next, first_contact(c, 4, horizon(next)), i, k, way->shift);
}

static real place(const struct way *way, int c, real t)
{
    return way->x[c] + t * (way->v[c] + t * way->a[c] / 2);
}

/** Both sides of a line between its ends. */
static void consider_line(struct coming *next, const struct way *way, const real *at, int i, int k)
{
    real length = hypotl(at[2] - at[0], at[3] - at[1]), d[2] = {(at[2] - at[0]) / length, (at[3] - at[1]) / length};
    for (int side = -1; side <= 1; side += 2) {
        const real n[2] = {-side * d[1], side * d[0]};
        const real c[] = {n[0] * (way->x[0] - at[0]) + n[1] * (way->x[1] - at[1]) - way->r,
                          n[0] * way->v[0] + n[1] * way->v[1], (n[0] * way->a[0] + n[1] * way->a[1]) / 2};
        real found[6];
        int count = contacts(c, 2, horizon(next), found);
        for (int m = 0; m < count; m++) {
            real along = d[0] * (place(way, 0, found[m]) - at[0]) + d[1] * (place(way, 1, found[m]) - at[1]);
            if (along >= 0 && along <= length)
                consider(next, found[m], i, k, way->shift);
        }
    }
}

/** An arc from outside and from within, between its ends. */
static void consider_arc(struct coming *next, const struct way *way, const struct thing *arc, int i, int k)
{
    for (int side = -1; side <= 1; side += 2) {
        real c[5], found[6];
        distance_to(way, arc->at[0], arc->at[1], arc->at[2] + side * way->r, c);
        for (int m = 0; m < 5; m++)
            c[m] *= side;
        int count = contacts(c, 4, horizon(next), found);
        for (int m = 0; m < count; m++)
            if (arc_faces(arc, place(way, 0, found[m]) - arc->at[0], place(way, 1, found[m]) - arc->at[1]))
                consider(next, found[m], i, k, way->shift);
    }
}

static void consider_thing(struct coming *next, const struct way *way, const struct thing *thing, int i, int k)
{
    real ends[2][2];
    const real *at = thing->at;
    if (thing->kind == OBSTACLE_POCKET) {
        consider_circle(next, way, at[0], at[1], at[2], i, k);
        return;
    }
    for (int c = 0; c < 2; c++)
        ends[0][c] = at[c], ends[1][c] = at[2 + c];
    if (thing->kind == OBSTACLE_ARC)
        arc_end(thing, 0, ends[0]), arc_end(thing, 1, ends[1]);
    for (int end = 0; end < 2; end++)
        consider_circle(next, way, ends[end][0], ends[end][1], way->r, i, k);
    if (thing->kind == OBSTACLE_LINE)
        consider_line(next, way, at, i, k);
    else
        consider_arc(next, way, thing, i, k);
}

static void consider_walls(const struct loop *loop, struct coming *next, int i, const real a[2])
{
    const struct disc *ball = &loop->ball[i];
    const real size[] = {loop->width, loop->height};
    for (int c = 0; c < 2; c++) {
        const real low[] = {ball->x[c] - ball->r, ball->v[c], a[c] / 2};
        const real high[] = {size[c] - ball->x[c] - ball->r, -ball->v[c], -a[c] / 2};
        if (loop->periodic[c])
            continue;
        consider_wall(next, first_contact(low, 2, horizon(next)), i, 2 * c);
        consider_wall(next, first_contact(high, 2, horizon(next)), i, 2 * c + 1);
    }
}

/** What ball i meets in an image of the table. */
static void consider_image(const struct loop *loop, struct coming *next, int i, real a[MOST][2], const real shift[2])
{
    const struct disc *ball = &loop->ball[i];
    struct way way = {.r = ball->r, .shift = {shift[0], shift[1]}};
    for (int c = 0; c < 2; c++)
        way.x[c] = ball->x[c] - shift[c], way.v[c] = ball->v[c], way.a[c] = a[i][c];
    for (int k = 0; k < loop->things && isfinite(ball->m); k++)
        consider_thing(next, &way, &loop->thing[k], i, -6 - k);
    for (int k = i + 1; k < loop->n; k++) {
        const struct disc *b = &loop->ball[k];
        struct way to = way;
        for (int c = 0; c < 2; c++)
            to.x[c] -= b->x[c], to.v[c] -= b->v[c], to.a[c] -= a[k][c];
        if (!b->gone && (isfinite(ball->m) || isfinite(b->m)))
            consider_circle(next, &to, 0, 0, ball->r + b->r, i, k);
    }
}

/** The next event; times from now on. */
static struct coming next_event(const struct loop *loop)
{
    struct coming next = {.t = HUGE_VALL, .a = -1};
    real a[MOST][2];
    const int far[] = {loop->periodic[0] ? 2 : 0, loop->periodic[1] ? 2 : 0};
    for (int i = 0; i < loop->n; i++)
        consider_wall(&next, loop->ball[i].gone ? HUGE_VALL : acceleration(loop, &loop->ball[i], a[i]), i, 4);
    for (int i = 0; i < loop->n; i++) {
        if (loop->ball[i].gone)
            continue;
        if (isfinite(loop->ball[i].m))
            consider_walls(loop, &next, i, a[i]);
        for (int x = -far[0]; x <= far[0]; x++)
            for (int y = -far[1]; y <= far[1]; y++)
                consider_image(loop, &next, i, a, (real[]){x * loop->width, y * loop->height});
    }
    return next;
}

/** On a periodic table: the time in which no ball moves by more than a quarter of it; while it slides it is no faster
 *  than now, or than the velocity with which it would roll. */
static real piece(const struct loop *loop)
{
    real fastest = 1e-3L;
    for (int i = 0; i < loop->n; i++) {
        const struct disc *ball = &loop->ball[i];
        real rolls = loop->sliding > 0 ? ball->r * hypotl(ball->w[0], ball->w[1]) : 0;
        fastest = fmaxl(fastest, fmaxl(hypotl(ball->v[0], ball->v[1]), rolls));
    }
    return loop->periodic[0] || loop->periodic[1] ? fminl(loop->width, loop->height) / 4 / fastest : HUGE_VALL;
}

/** A slide or a roll of the ball ends. */
static struct line end_leg(struct loop *loop, int i)
{
    struct disc *ball = &loop->ball[i];
    struct line line = {.t = loop->t, .kind = CONTACT_ROLL, .a = i, .b = -1};
    if (!slides(loop, ball))
        line.kind = -1;
    else
        ball->w[0] = -ball->v[1] / ball->r, ball->w[1] = ball->v[0] / ball->r;
    ball->rolls = true;
    return line;
}

/** Brings balls that have left a periodic table back to it. */
static void bring_back(struct loop *loop)
{
    const real size[] = {loop->width, loop->height};
    for (int i = 0; i < loop->n; i++)
        for (int c = 0; c < 2; c++)
            if (loop->periodic[c])
                loop->ball[i].x[c] -= size[c] * floorl(loop->ball[i].x[c] / size[c]);
}

static void run_loop(struct loop *loop, struct script *script)
{
    script->n = 0;
    while (script->n < ROWS && loop->t < 2 * LATEST) {
        struct coming next = next_event(loop);
        real t = fminl(next.t, piece(loop));
        if (!isfinite(t))
            return;
        loop->t += t;
        for (int i = 0; i < loop->n; i++)
            if (!loop->ball[i].gone && isfinite(loop->ball[i].m))
                move(loop, &loop->ball[i], t);
        struct line line = next.t > t     ? (struct line){.kind = -1}
                           : next.b >= 0  ? hit_balls(loop, next.a, next.b, next.shift)
                           : next.b == -5 ? end_leg(loop, next.a)
                           : next.b > -5  ? hit_wall(loop, next.a, -1 - next.b)
                                          : hit_thing(loop, next.a, -6 - next.b, next.shift);
        bring_back(loop);
        if (line.kind >= 0)
            script->line[script->n++] = line;
        if (line.kind == CONTACT_POCKET)
            loop->ball[next.a].gone = true;
    }
}

/* ---- random shots ---- */

enum shot_kind { POOL, FIXED, RAILS, SEAMS, ROUGH, PUCKS, TORUS, SHOT_KINDS };

static void random_laws(struct loop *loop, enum shot_kind kind, uint64_t *seed)
{
    bool rough = kind == ROUGH || kind == TORUS;
    loop->q = rough ? 0.5L : 0.4L;
    loop->sliding = kind < ROUGH ? uniform(seed, 0.5, 3) : 0;
    loop->friction = rough ? 0 : uniform(seed, 0.05, 0.2);
    loop->pivoting = rough ? 0 : uniform(seed, 0, 0.5);
    loop->nose = kind == POOL || kind == RAILS ? uniform(seed, 0.03, 0.037) : 0;
    for (int i = 0; i < 2; i++) {
        loop->e[i] = uniform(seed, i ? 0.3 : 0.6, rough ? 1 : 0.85);
        loop->beta[i] = i ? loop->beta[0] : uniform(seed, -0.5, 0.5);
        loop->mu[i][0] = uniform(seed, 0, 0.3);
        loop->mu[i][1] = uniform(seed, 0, 0.2);
        loop->mu[i][2] = uniform(seed, 0, 2);
    }
}

static void add_thing(struct loop *loop, enum obstacle_kind kind, const double at[5], uint64_t *seed)
{
    struct thing *thing = &loop->thing[loop->things++];
    thing->kind = kind;
    for (int c = 0; c < 5; c++)
        thing->at[c] = at[c];
    thing->e = loop->sliding > 0 ? uniform(seed, 0.3, 0.8) : 1; /* a puck that loses speed within an arc stays on it */
    for (int c = 0; c < 3; c++)
        thing->mu[c] = uniform(seed, 0, 0.3);
}

/** Six pockets; or lines and arcs, apart from each other and from the walls by more than a ball, on a table with
 *  periodic axes also across its seams. */
static void add_things(struct loop *loop, enum shot_kind kind, uint64_t *seed)
{
    for (int p = 0; p < POCKETS && kind == POOL; p++)
        add_thing(loop, OBSTACLE_POCKET, (double[]){0.75 * (p % 3), p < 3 ? 0 : 1, 0.06, 0, 0}, seed);
    if (kind != RAILS && kind != SEAMS && kind != TORUS)
        return;
    double beyond = kind == RAILS ? 0 : 0.2;
    for (int k = 0; k < 2; k++) {
        double x = 0.2 + 0.7 * k, from = uniform(seed, -180, 180), line[5] = {0}, arc[5];
        line[0] = uniform(seed, x, x + 0.4), line[1] = uniform(seed, 0.15, 0.4);
        line[2] = uniform(seed, x, x + 0.4) + beyond, line[3] = uniform(seed, 0.15, 0.4);
        arc[0] = x + 0.2 + beyond, arc[1] = 0.7, arc[2] = uniform(seed, 0.08, 0.19);
        arc[3] = from, arc[4] = from + uniform(seed, 40, 300);
        add_thing(loop, OBSTACLE_LINE, line, seed);
        add_thing(loop, OBSTACLE_ARC, arc, seed);
    }
}

/** Whether ball i is apart from those before it and from lines and arcs, images included. */
static bool fits(const struct loop *loop, int i)
{
    const struct disc *ball = &loop->ball[i];
    bool fits = true;
    for (int image = 0; image < 9; image++) {
        const real x[] = {ball->x[0] + (loop->periodic[0] ? image % 3 - 1 : 0) * loop->width,
                          ball->x[1] + (loop->periodic[1] ? image / 3 - 1 : 0) * loop->height};
        for (int k = 0; k < i; k++)
            fits = fits && hypotl(x[0] - loop->ball[k].x[0], x[1] - loop->ball[k].x[1]) > 0.1L;
        for (int k = 0; k < loop->things; k++) {
            real point[2];
            if (loop->thing[k].kind == OBSTACLE_POCKET)
                continue;
            nearest(&loop->thing[k], x, point);
            fits = fits && hypotl(x[0] - point[0], x[1] - point[1]) > 0.04L;
        }
    }
    return fits;
}

static struct loop random_shot(enum shot_kind kind, uint64_t *seed)
{
    struct loop loop = {.n = 2 + (int)uniform(seed, 0, MOST - 2 + 0.999), .width = 1.5, .height = 1};
    random_laws(&loop, kind, seed);
    loop.periodic[0] = kind == SEAMS || kind == TORUS, loop.periodic[1] = kind == TORUS;
    add_things(&loop, kind, seed);
    for (int i = 0; i < loop.n;) {
        struct disc *ball = &loop.ball[i];
        ball->r = uniform(seed, 0.028, 0.032), ball->m = uniform(seed, 0.1, 0.3);
        ball->x[0] = uniform(seed, 0.1, 1.4), ball->x[1] = uniform(seed, 0.1, 0.9);
        for (int c = 0; c < 2; c++)
            ball->v[c] = i == 0 || kind >= ROUGH ? uniform(seed, -2, 2) : 0;
        for (int c = 0; c < 3; c++)
            ball->w[c] = i == 0 || kind >= ROUGH ? uniform(seed, -60, 60) : 0;
        if ((kind == FIXED || kind == SEAMS) && i == 1)
            ball->m = HUGE_VALL;
        ball->rolls = i > 0 && kind < ROUGH;
        i += fits(&loop, i);
    }
    return loop;
}

/** The same shot on a table of the program. */
static struct sim *table_of(const struct loop *loop, struct obstacle things[THINGS])
{
    struct sim *sim = sim_open((size_t)loop->n, (double)loop->width, (double)loop->height);
    struct scene *scene = &sim->scene;
    if (loop->sliding > 0) {
        sim_cloth(sim, (double)loop->sliding, (double)loop->friction, (double)loop->pivoting);
    } else {
        sim_cloth(sim, 0, (double)loop->friction, (double)loop->pivoting);
        free(scene->sliding), scene->sliding = NULL;
    }
    if (loop->friction == 0)
        free(scene->friction), scene->friction = NULL;
    scene->nose = (double)loop->nose;
    scene->pair.restitution = restitution_of((double)loop->e[0]),
    scene->table.walls.restitution = restitution_of((double)loop->e[1]);
    scene->pair.rubbing.beta = (double)loop->beta[0], scene->table.walls.rubbing.beta = (double)loop->beta[1];
    scene->pair.rubbing.mu = (struct friction){(double)loop->mu[0][0], (double)loop->mu[0][1], (double)loop->mu[0][2]};
    scene->table.walls.rubbing.mu =
        (struct friction){(double)loop->mu[1][0], (double)loop->mu[1][1], (double)loop->mu[1][2]};
    bool has_pockets = false;
    for (int k = 0; k < loop->things; k++) {
        const struct thing *thing = &loop->thing[k];
        things[k] = (struct obstacle){.kind = thing->kind, BOUNCES((double)thing->e)};
        things[k].coefficients.rubbing =
            (struct rubbing){{(double)thing->mu[0], (double)thing->mu[1], (double)thing->mu[2]}, (double)loop->beta[1]};
        for (int c = 0; c < 5; c++)
            things[k].value[c] = (double)thing->at[c];
        has_pockets = has_pockets || thing->kind == OBSTACLE_POCKET;
    }
    scene->table.obstacles = things;
    scene->table.n_obstacles = (uint32_t)loop->things;
    assert_true(!has_pockets || world_add_pockets(sim->world));
    for (size_t i = 0; i < scene->n; i++) {
        const struct disc *ball = &loop->ball[i];
        scene->inertia[i] = (double)loop->q;
        scene->r[i] = (double)ball->r, scene->m[i] = (double)ball->m;
        sim_ball(sim, i, (double)ball->x[0], (double)ball->x[1], (double)ball->v[0], (double)ball->v[1]);
        sim->world->w[i] = (struct vec3){(double)ball->w[0], (double)ball->w[1], (double)ball->w[2]};
    }
    if (loop->periodic[0])
        sim_make_periodic(sim, TABLE_AXIS_X | (loop->periodic[1] ? TABLE_AXIS_Y : 0));
    return sim;
}

static double distance(real t, real j, real jt, real jz, const struct line *line)
{
    real impulse = fmaxl(fabsl(j - line->j), fmaxl(fabsl(jt - line->jt), fabsl(jz - line->jz)));
    return (double)fmaxl(fabsl(t - line->t), impulse);
}

/** Compares the rows that are certain. @return how many */
static int compare(const struct contact_log *found, const struct script *wanted, const struct script *off)
{
    double growth = 0;
    int k = 0;
    for (; k < wanted->n && k < off->n; k++) {
        const struct line *a = &wanted->line[k], *b = &off->line[k];
        bool slow = a->kind != CONTACT_ROLL && a->kind != CONTACT_POCKET && a->j < 1e-4L;
        growth = fmax(growth, distance(b->t, b->j, b->jt, b->jz, a));
        if (slow || a->t > LATEST || a->kind != b->kind || a->a != b->a || a->b != b->b || growth > 1e-7)
            break;
        assert_true((size_t)k < found->n);
        const struct contact_event *row = &found->rows[k];
        assert_true((int)row->kind == a->kind && (int)row->a == a->a && row->b == a->b);
        double slow_hit = 0x1p-52 / fmax(fabs(row->u), 1e-4); /* its time is worth a last bit of its place */
        assert_true(distance(row->t, row->j, row->jt, row->jz, a) <= 8 * growth + slow_hit + 1e-14);
    }
    return k;
}

/** @param least rows that must be compared in each hundred */
static void shots(enum shot_kind kind, int count, int least)
{
    uint64_t seed = 7 + kind;
    int rows = 0;
    for (int i = 0; i < count; i++) {
        struct loop exact = random_shot(kind, &seed), off = exact;
        struct script wanted, other;
        struct obstacle things[THINGS];
        struct contact_log contacts;
        struct sim *sim = table_of(&exact, things);
        for (int k = 0; k < off.n; k++)
            for (int c = 0; c < 2; c++)
                off.ball[k].x[c] += uniform(&seed, -OFF, OFF);
        run_loop(&exact, &wanted);
        run_loop(&off, &other);
        sim->scene.dt = wanted.n > 0 ? (double)wanted.line[wanted.n - 1].t + 1e-6 : 1;
        contact_log_start(&contacts, sim, "gr", ROWS + 1);
        sim_advance(sim, 1);
        rows += compare(&contacts, &wanted, &other);
        contact_log_close(&contacts, sim);
    }
    assert_true(rows >= least * count / 100);
}

static void test_pool(void **context)
{
    (void)context;
    shots(POOL, runs(100, 3000), 450);
}

static void test_fixed_balls(void **context)
{
    (void)context;
    shots(FIXED, runs(100, 3000), 400);
}

static void test_rough_discs(void **context)
{
    (void)context;
    shots(ROUGH, runs(100, 3000), 3500);
}

static void test_lines_and_arcs(void **context)
{
    (void)context;
    shots(RAILS, runs(60, 3000), 600);
}

static void test_periodic_cloth(void **context)
{
    (void)context;
    shots(SEAMS, runs(40, 1500), 600);
}

static void test_rough_discs_on_a_torus(void **context)
{
    (void)context;
    shots(TORUS, runs(2, 200), runs(600, 1300)); /* of a lattice of images, 200 times slower than the others */
}

static void test_pucks(void **context)
{
    (void)context;
    shots(PUCKS, runs(100, 3000), 1700);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pool),
        cmocka_unit_test(test_fixed_balls),
        cmocka_unit_test(test_rough_discs),
        cmocka_unit_test(test_pucks),
        cmocka_unit_test(test_lines_and_arcs),
        cmocka_unit_test(test_periodic_cloth),
        cmocka_unit_test(test_rough_discs_on_a_torus),
    };
    return RUN_TESTS(tests);
}
