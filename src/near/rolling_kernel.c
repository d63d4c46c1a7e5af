/*
 * The filter of pairs of rolling balls.
 *
 * After a time tau a ball with deceleration c is at most c tau^2/2 behind the place to which its initial velocity would
 * have taken it, whether it still rolls or rests. So two balls stay apart until T if the straight motions stay apart by
 * more than both lags at T. This takes some thirty operations without a root, for four pairs at once; the exact
 * computation (motion/motion_pair) first takes both parabolas to the later of their beginnings.
 *
 * The margins are far above the rounding of the quantities that they are added to: 2^-47 of the sum of all lengths, and
 * 2^-40 of the squared distance. A comparison with NaN lets the pair through; so does a search without an end, whose
 * lags are infinite or NaN.
 *
 * Cost: some twenty instructions for each pair with AVX2; as a rule nine pairs in ten end here.
 */
#include "near/rolling_kernel.h"

#include <math.h>

#include "contact/contact.h"
#include "near/particle_simd.h"

/** Decelerations of four balls; 0 of those that rest. */
ALWAYS_INLINE f64x4 frictions(const struct motion *motion, const struct particle *balls, const uint32_t *list,
                              const struct particle4 *of)
{
    const double *friction = motion->friction;
    f64x4 c = {friction[balls[list[0]].id], friction[balls[list[1]].id], friction[balls[list[2]].id],
               friction[balls[list[3]].id]};
    return (f64x4)((mask64x4)c & ((of->vx != 0) | (of->vy != 0)));
}

/** Two balls from the later beginning on, as if they kept their velocities. */
struct straight4 {
    f64x4 begin, wait; /* the beginning; from then on for so long */
    f64x4 dx, dy, dvx, dvy;
    f64x4 reach, lags; /* sum of radii; of how far both are behind at the end */
    f64x4 places;      /* sum of all lengths that the separation comes from */
};

/** @param friction of the ball  @param frictions of the partners */
ALWAYS_INLINE struct straight4 straight_motion(const struct particle4 *partner, f64x4 frictions,
                                               const struct particle *ball, double friction, double until,
                                               struct simd_ops simd)
{
    struct straight4 s = {.begin = simd.max(F64X4_ALL(ball->t), partner->t), .reach = ball->r + partner->r};
    s.wait = (until - s.begin) + 0x1p-40 * (fabs(until) + f64x4_abs(s.begin));
    f64x4 x = ball->x + ball->vx * (s.begin - ball->t), y = ball->y + ball->vy * (s.begin - ball->t);
    s.dx = (partner->x + partner->vx * (s.begin - partner->t)) - x;
    s.dy = (partner->y + partner->vy * (s.begin - partner->t)) - y;
    s.dvx = partner->vx - ball->vx;
    s.dvy = partner->vy - ball->vy;
    s.places = 2 * (f64x4_abs(x) + f64x4_abs(y)) + f64x4_abs(s.dx) + f64x4_abs(s.dy) +
               s.wait * (f64x4_abs(s.dvx) + f64x4_abs(s.dvy));
    f64x4 of_ball = s.begin + s.wait - ball->t, of_partner = s.begin + s.wait - partner->t;
    s.lags = 0.5 * (friction * (of_ball * of_ball) + frictions * (of_partner * of_partner));
    return s;
}

/** Whether four partners may touch the ball or hit it; and when they would if all kept their velocities. */
ALWAYS_INLINE mask64x4 may_meet(const struct straight4 *s, f64x4 *meeting, struct simd_ops simd)
{
    f64x4 dd = s->dx * s->dx + s->dy * s->dy, vv = s->dvx * s->dvx + s->dvy * s->dvy;
    f64x4 approach = s->dx * s->dvx + s->dy * s->dvy, reach = s->reach;
    f64x4 nearest = f64x4_select(approach < 0, simd.min(-approach / vv, s->wait), F64X4_ALL(0));
    f64x4 least = dd + nearest * (2 * approach + nearest * vv);
    f64x4 wide = reach * (1 + 2 * CONTACT_TOUCHING) + s->lags + 0x1p-47 * (s->places + s->lags);
    mask64x4 candidate = ~(least > wide * wide + 0x1p-40 * dd);
    f64x4 cross = s->dx * s->dvy - s->dy * s->dvx, discriminant = vv * (reach * reach) - cross * cross;
    mask64x4 hits = candidate & (approach < 0) & (discriminant > 0);
    f64x4 root = f64x4_sqrt((f64x4)((mask64x4)discriminant & hits));
    *meeting = f64x4_select(hits, s->begin + (dd - reach * reach) / (root - approach), F64X4_ALL(HUGE_VAL));
    return candidate;
}

ALWAYS_INLINE struct rolling_found filter(const struct motion *motion, const struct particle *balls,
                                          const struct particle *ball, const struct impact_list *list, double until,
                                          struct simd_ops simd)
{
    struct rolling_found found = {0, ROLLING_KERNEL_BLOCK, HUGE_VAL};
    f64x4 earliest = F64X4_ALL(HUGE_VAL);
    mask64x4 index = {0, 1, 2, 3}, winner = {0};
    double friction = ball->vx != 0 || ball->vy != 0 ? motion->friction[ball->id] : 0;
    for (uint32_t k = 0; k < list->count; k += F64X4_LANES, index += F64X4_LANES) {
        struct particle4 partner;
        f64x4 meeting;
        particle4_load(&partner, balls, list->slots + k, simd);
        f64x4 of_partners = frictions(motion, balls, list->slots + k, &partner);
        struct straight4 straight = straight_motion(&partner, of_partners, ball, friction, until, simd);
        mask64x4 candidate = may_meet(&straight, &meeting, simd);
        found.candidates |= (uint64_t)simd.movemask(candidate) << k;
        winner = (mask64x4)f64x4_select(meeting < earliest, (f64x4)index, (f64x4)winner);
        earliest = simd.min(meeting, earliest);
    }
    for (int i = 0; i < F64X4_LANES; i++)
        if (earliest[i] < found.t) {
            found.t = earliest[i];
            found.first = (uint32_t)winner[i];
        }
    return found;
}

SIMD_BOTH(struct rolling_found, kernel,
          (const struct motion *motion, const struct particle *balls, const struct particle *ball,
           const struct impact_list *list, double until),
          return filter(motion, balls, ball, list, until, simd);)

rolling_kernel *rolling_kernel_of(const struct motion *motion, bool wide)
{
    if (motion->law != MOTION_FRICTION)
        return NULL;
    return SIMD_MAY_BE_WIDE && wide ? kernel_avx2 : kernel_baseline;
}
