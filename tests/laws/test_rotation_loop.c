/*
 * Promise: `event` with balls that slide, roll, spin and rub is what a plain loop in long double computes, which tries
 * every pair at every event: cloth, cushions with a nose, pockets, fixed balls, rough discs. Measured: times, impulses
 * and ends of slides, 200 000 rows of 12 000 random shots, to 8 times what 1e-13 at the start grows to.
 */
/* The loop shares nothing with the program: times are roots of polynomials between their turning points, by bisection;
 * friction is written in the axes of the contact (Han, J. Mech. Sci. Technol. 19, 976, 2005), with libm. It knows no
 * pressed contacts: the comparison ends before the first slow hit. It runs twice, the second time from places that are
 * slightly off; the distance of its two logs, its growth, is what the program's may be. */

#include "lib/contact_log.h"

typedef long double real;

enum { MOST = 8, POCKETS = 6, ROWS = 60 };

#define OFF    1e-13 /* the second run's places */
#define LATEST 50.0  /* then the clock is too coarse */

/* ---- the loop ---- */

struct disc {
    real x[2], v[2], w[3], m, r; /* m infinite: fixed */
    bool rolls, gone;
};

struct loop {
    struct disc ball[MOST];
    int n, pockets;
    real q, sliding, friction, pivoting, width, height, nose, e[2], beta[2], mu[2][3], pocket[POCKETS][3], t;
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

/** When c first turns from > 0 to <= 0 before `end`; else infinite. */
static real first_contact(const real *c, int degree, real end)
{
    real found[6];
    int n = zeros(c, degree, end, found);
    return n == 0 ? HUGE_VALL : value(c, degree, 0) > 0 ? found[0] : n > 1 ? found[1] : HUGE_VALL;
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
static void rub(const struct loop *loop, int kind, real yielding, real normal, real g[2])
{
    const real *mu = loop->mu[kind];
    real speed = hypotl(g[0], g[1]), stick = (1 + loop->beta[kind]) * speed / yielding;
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

static struct line hit_balls(struct loop *loop, int i, int k)
{
    struct disc *a = &loop->ball[i], *b = &loop->ball[k];
    real d[2] = {b->x[0] - a->x[0], b->x[1] - a->x[1]}, distance = hypotl(d[0], d[1]), from[2], to[2];
    const real n[2] = {d[0] / distance, d[1] / distance};
    real u = n[0] * (b->v[0] - a->v[0]) + n[1] * (b->v[1] - a->v[1]);
    real lightness = (isfinite(a->m) ? 1 / a->m : 0) + (isfinite(b->m) ? 1 / b->m : 0);
    real j = -(1 + loop->e[0]) * u / lightness;
    surface(a, n, 0, 1, from);
    surface(b, n, 0, -1, to);
    real t[2] = {to[0] - from[0], to[1] - from[1]};
    rub(loop, 0, yields(loop, a) + yields(loop, b), j, t);
    for (int c = 0; c < 2; c++) {
        a->v[c] -= isfinite(a->m) ? j * n[c] / a->m : 0;
        b->v[c] += isfinite(b->m) ? j * n[c] / b->m : 0;
    }
    push(loop, a, n, 0, -1, t);
    push(loop, b, n, 0, 1, t);
    return (struct line){loop->t, j, t[0], t[1], CONTACT_BALL, i, k};
}

static struct line hit_wall(struct loop *loop, int i, int wall)
{
    static const real normals[][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    struct disc *ball = &loop->ball[i];
    const real *n = normals[wall];
    real sine = loop->nose > 0 ? loop->nose / ball->r - 1 : 0, cosine = sqrtl(1 - sine * sine);
    struct line line = {.t = loop->t, .kind = CONTACT_LEFT + wall, .a = i, .b = -1};
    ball->rolls = false;
    for (real u; (u = n[0] * ball->v[0] + n[1] * ball->v[1]) > 0;) {
        real g[2], change = (1 + loop->e[1]) * u, j = ball->m * change / cosine;
        surface(ball, n, sine, 1, g);
        g[0] = -g[0], g[1] = -g[1]; /* the wall rests */
        rub(loop, 1, yields(loop, ball), j, g);
        ball->v[0] -= change * n[0];
        ball->v[1] -= change * n[1];
        push(loop, ball, n, sine, -1, g);
        line.j += ball->m * change - sine * g[1];
        line.jt += g[0];
        line.jz += j * sine + cosine * g[1];
    }
    return line;
}

/** The earliest event before `next`, and what it is: a ball's partner >= 0, wall -1..-4, end of a slide -5, pockets -6
 *  and below. */
struct coming {
    real t;
    int a, b;
};

static void consider(struct coming *next, real t, int a, int b)
{
    if (t < next->t)
        *next = (struct coming){t, a, b};
}

static void consider_circle(struct coming *next, const real x[2], const real v[2], const real a[2], real r, int i,
                            int k)
{
    const real c[] = {x[0] * x[0] + x[1] * x[1] - r * r, 2 * (x[0] * v[0] + x[1] * v[1]),
                      v[0] * v[0] + v[1] * v[1] + x[0] * a[0] + x[1] * a[1], v[0] * a[0] + v[1] * a[1],
                      (a[0] * a[0] + a[1] * a[1]) / 4};
    consider(next, first_contact(c, 4, fminl(next->t, 1e3L)), i, k);
}

static void consider_places(const struct loop *loop, struct coming *next, int i, const real a[2])
{
    const struct disc *ball = &loop->ball[i];
    const real size[] = {loop->width, loop->height};
    for (int c = 0; c < 2; c++) {
        const real low[] = {ball->x[c] - ball->r, ball->v[c], a[c] / 2};
        const real high[] = {size[c] - ball->x[c] - ball->r, -ball->v[c], -a[c] / 2};
        consider(next, first_contact(low, 2, fminl(next->t, 1e3L)), i, -1 - 2 * c);
        consider(next, first_contact(high, 2, fminl(next->t, 1e3L)), i, -2 - 2 * c);
    }
    for (int p = 0; p < loop->pockets; p++) {
        const real x[] = {ball->x[0] - loop->pocket[p][0], ball->x[1] - loop->pocket[p][1]};
        consider_circle(next, x, ball->v, a, loop->pocket[p][2], i, -6 - p);
    }
}

/** The next event; times from now on. */
static struct coming next_event(const struct loop *loop)
{
    struct coming next = {HUGE_VALL, -1, 0};
    real a[MOST][2];
    for (int i = 0; i < loop->n; i++)
        consider(&next, loop->ball[i].gone ? HUGE_VALL : acceleration(loop, &loop->ball[i], a[i]), i, -5);
    for (int i = 0; i < loop->n; i++) {
        const struct disc *ball = &loop->ball[i];
        if (ball->gone)
            continue;
        if (isfinite(ball->m))
            consider_places(loop, &next, i, a[i]);
        for (int k = i + 1; k < loop->n; k++) {
            const struct disc *b = &loop->ball[k];
            const real x[] = {b->x[0] - ball->x[0], b->x[1] - ball->x[1]};
            const real v[] = {b->v[0] - ball->v[0], b->v[1] - ball->v[1]};
            const real aa[] = {a[k][0] - a[i][0], a[k][1] - a[i][1]};
            if (!b->gone && (isfinite(ball->m) || isfinite(b->m)))
                consider_circle(&next, x, v, aa, ball->r + b->r, i, k);
        }
    }
    return next;
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

static void run_loop(struct loop *loop, struct script *script)
{
    script->n = 0;
    while (script->n < ROWS) {
        struct coming next = next_event(loop);
        if (!isfinite(next.t))
            return;
        loop->t += next.t;
        for (int i = 0; i < loop->n; i++)
            if (!loop->ball[i].gone && isfinite(loop->ball[i].m))
                move(loop, &loop->ball[i], next.t);
        struct line line = next.b >= 0    ? hit_balls(loop, next.a, next.b)
                           : next.b == -5 ? end_leg(loop, next.a)
                           : next.b > -5  ? hit_wall(loop, next.a, -1 - next.b)
                                          : (struct line){loop->t, 0, 0, 0, CONTACT_POCKET, next.a, -6 - next.b};
        loop->ball[next.a].gone = next.b <= -6;
        if (line.kind >= 0)
            script->line[script->n++] = line;
    }
}

/* ---- random shots ---- */

enum shot_kind { POOL, FIXED, ROUGH, PUCKS, SHOT_KINDS };

static void random_laws(struct loop *loop, enum shot_kind kind, uint64_t *seed)
{
    bool cloth = kind == POOL || kind == FIXED;
    loop->q = kind == ROUGH ? 0.5L : 0.4L;
    loop->sliding = cloth ? uniform(seed, 0.5, 3) : 0;
    loop->friction = kind == ROUGH ? 0 : uniform(seed, 0.05, 0.2);
    loop->pivoting = kind == ROUGH ? 0 : uniform(seed, 0, 0.5);
    loop->nose = kind == POOL ? uniform(seed, 0.03, 0.037) : 0;
    for (int i = 0; i < 2; i++) {
        loop->e[i] = uniform(seed, i ? 0.3 : 0.6, kind == ROUGH ? 1 : 0.85);
        loop->beta[i] = i ? loop->beta[0] : uniform(seed, -0.5, 0.5);
        loop->mu[i][0] = uniform(seed, 0, 0.3);
        loop->mu[i][1] = uniform(seed, 0, 0.2);
        loop->mu[i][2] = uniform(seed, 0, 2);
    }
}

static struct loop random_shot(enum shot_kind kind, uint64_t *seed)
{
    struct loop loop = {.n = 2 + (int)uniform(seed, 0, MOST - 2 + 0.999), .width = 1.5, .height = 1};
    random_laws(&loop, kind, seed);
    loop.pockets = kind == POOL ? POCKETS : 0;
    for (int p = 0; p < loop.pockets; p++) {
        const double x[] = {0.75 * (p % 3), p < 3 ? 0 : 1, 0.06};
        for (int c = 0; c < 3; c++)
            loop.pocket[p][c] = x[c];
    }
    for (int i = 0; i < loop.n;) {
        struct disc *ball = &loop.ball[i];
        ball->r = uniform(seed, 0.028, 0.032), ball->m = uniform(seed, 0.1, 0.3);
        ball->x[0] = uniform(seed, 0.1, 1.4), ball->x[1] = uniform(seed, 0.1, 0.9);
        for (int c = 0; c < 2; c++)
            ball->v[c] = i == 0 || kind >= ROUGH ? uniform(seed, -2, 2) : 0;
        for (int c = 0; c < 3; c++)
            ball->w[c] = i == 0 || kind >= ROUGH ? uniform(seed, -60, 60) : 0;
        if (kind == FIXED && i == 1)
            ball->m = HUGE_VALL;
        ball->rolls = i > 0 && kind < ROUGH;
        bool fits = true;
        for (int k = 0; k < i; k++)
            fits = fits && hypotl(ball->x[0] - loop.ball[k].x[0], ball->x[1] - loop.ball[k].x[1]) > 0.1L;
        i += fits;
    }
    return loop;
}

/** The same shot on a table of the program. */
static struct sim *table_of(const struct loop *loop, struct obstacle pockets[POCKETS])
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
    scene->e_ball = (double)loop->e[0], scene->e_wall = (double)loop->e[1];
    scene->beta_ball = (double)loop->beta[0], scene->beta_wall = (double)loop->beta[1];
    scene->mu_ball = (struct rubbing){(double)loop->mu[0][0], (double)loop->mu[0][1], (double)loop->mu[0][2]};
    scene->mu_wall = (struct rubbing){(double)loop->mu[1][0], (double)loop->mu[1][1], (double)loop->mu[1][2]};
    for (int p = 0; p < loop->pockets; p++)
        pockets[p] = (struct obstacle){
            OBSTACLE_POCKET, {(double)loop->pocket[p][0], (double)loop->pocket[p][1], (double)loop->pocket[p][2]}};
    scene->table.obstacles = pockets;
    scene->table.n_obstacles = (uint32_t)loop->pockets;
    assert_true(loop->pockets == 0 || world_add_pockets(sim->world));
    for (size_t i = 0; i < scene->n; i++) {
        const struct disc *ball = &loop->ball[i];
        scene->inertia[i] = (double)loop->q;
        scene->r[i] = (double)ball->r, scene->m[i] = (double)ball->m;
        sim_ball(sim, i, (double)ball->x[0], (double)ball->x[1], (double)ball->v[0], (double)ball->v[1]);
        sim->world->w[i] = (struct vec3){(double)ball->w[0], (double)ball->w[1], (double)ball->w[2]};
    }
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
        double slow_hit = 1e-16 / fmax(fabs(row->u), 1e-3); /* its time tells of little in places */
        assert_true(distance(row->t, row->j, row->jt, row->jz, a) <= 8 * growth + slow_hit + 1e-14);
    }
    return k;
}

static void shots(enum shot_kind kind, int least)
{
    uint64_t seed = 7 + kind;
    int rows = 0;
    for (int i = 0; i < runs(100, 3000); i++) {
        struct loop exact = random_shot(kind, &seed), off = exact;
        struct script wanted, other;
        struct obstacle pockets[POCKETS];
        struct contact_log contacts;
        struct sim *sim = table_of(&exact, pockets);
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
    assert_true(rows >= runs(least, 30 * least));
}

static void test_pool(void **context)
{
    (void)context;
    shots(POOL, 450);
}

static void test_fixed_balls(void **context)
{
    (void)context;
    shots(FIXED, 400);
}

static void test_rough_discs(void **context)
{
    (void)context;
    shots(ROUGH, 3500);
}

static void test_pucks(void **context)
{
    (void)context;
    shots(PUCKS, 1700);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pool),
        cmocka_unit_test(test_fixed_balls),
        cmocka_unit_test(test_rough_discs),
        cmocka_unit_test(test_pucks),
    };
    return RUN_TESTS(tests);
}
