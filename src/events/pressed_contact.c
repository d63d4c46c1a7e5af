/*
 * Bodies that are pressed together bounce infinitely often in finite time if each bounce is lower than the one before:
 * n bounces of speed e^n u under the relative acceleration a ("pressure") last 2 u/a (e + e^2 + ...). In the exact
 * motion they stay in contact from then on, like bodies that touch from the start, and have no flights between hits. On
 * one of the table's four walls a ball then lies (surfaces/boundary). Elsewhere the sequence ends when a bounce is as
 * low as what counts as touching, CONTACT_TOUCHING, which is a rule of the state alone:
 *
 *   gravity, or the inner side of an arc: the run ends and reports an inelastic collapse, unless a third body touches
 *   and the law of impact drives the two apart or stops them together (simultaneous_collision). With a
 *   contact_time the bodies bounce for that time instead, at the speed a contact_time/2, since hits within it are
 *   elastic anyway (Luding and McNamara, Granular Matter 1, 113, 1998).
 *
 *   friction: a ball that is behind another one, or has less friction, presses on it while both roll out. Most crowds
 *   of rolling balls end so, and soon rest. Here bounces are no lower than CONTACT_CREEP, which moves the balls by as
 *   little. Each such hit involves two bodies only; balls that roll go on rolling (event_rolling). It may add energy,
 * at most that of a fall from this height, and the ledger accounts for it. As CONTACT_CREEP gets smaller, the motion
 * tends to that of bodies in contact with just the force that keeps them apart (tests/laws/test_pressed_contact.c).
 *
 * Bodies with the same acceleration do not press on each other: a heap collapses from below, one contact at a time.
 *
 * Cost: a bounce of height CONTACT_CREEP lasts (8 CONTACT_CREEP s/a)^(1/2), where s is the sum of radii. So a pair that
 * rolls out over a distance D with friction c makes (D a/(4 s c CONTACT_CREEP))^(1/2) hits: some thousand where D is a
 * diameter and the frictions differ by as much as their size. A crowd that starts in contact has some hundred such
 * pairs, whatever the law of impact: 49 touching balls with frictions from 0.05 to 1.5 make 5 10^5 hits with e = 0, and
 * 8 10^4 with e = 1.
 */
#include "events/pressed_contact.h"

#include <math.h>

#include "base/min_max.h"
#include "base/vec2.h"
#include "contact/contact.h"

double pressed_contact_pressure(const struct motion *motion, struct body a, struct body b, struct vec2 d)
{
    struct parabola of_a = motion_whole(motion, a).path, of_b = motion_whole(motion, b).path;
    struct vec2 v = vec2_sub(of_b.v, of_a.v);
    double dd = vec2_dot(d, d), sideways = vec2_cross(d, v);
    return -(vec2_dot(d, vec2_sub(of_b.a, of_a.a)) + sideways * sideways / dd) / sqrt(dd);
}

double pressed_contact_bounce(const struct motion *motion, const struct particle *ball)
{
    double a =
        double_max(motion->friction ? motion->friction[ball->id] : 0, motion->sliding ? motion->sliding[ball->id] : 0);
    return a > 0 ? sqrt(8 * CONTACT_CREEP * ball->r / a) : 0;
}

double pressed_contact_parting(const struct motion *motion, double contact_time, double pressure, double reach,
                               double speed_squared)
{
    if (!(pressure > 0))
        return 0;
    double length = 2 * pressure * reach;
    if (motion_decelerates(motion))
        return speed_squared < CONTACT_CREEP * length ? CONTACT_CREEP * length : 0;
    if (speed_squared > CONTACT_TOUCHING * length)
        return 0;
    double speed = 0.5 * pressure * contact_time;
    return contact_time > 0 ? double_max(speed * speed, speed_squared) : HUGE_VAL;
}
