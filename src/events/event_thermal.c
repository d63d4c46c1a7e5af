/*
 * Walls with a temperature. A ball that meets one forgets how it came: it leaves with the velocity of a particle that
 * comes through an opening from a gas at that temperature, seen from the wall (Maxwell 1879; Lebowitz and Spohn, J.
 * Stat. Phys. 19, 633, 1978; Tehver, Toigo, Koplik and Banavar, Phys. Rev. E 57, R17, 1998):
 *
 *     v' = V + n' sqrt(kT/m) R + t sqrt(kT/m) G
 *
 * with n' inwards, t along the wall towards larger coordinates, R of the density R exp(-R^2/2), G normal. What is drawn
 * depends on the seed, the ball and its number of such hits alone (base/thermal_draw). Nothing else of the contact
 * acts, no other body takes part, and the spin stays.
 *
 * The energy that the wall gives, m ((v' - V)^2 - (v - V)^2)/2, is heat; what its motion adds is work.
 */
#include "events/event_thermal.h"

#include <math.h>

#include "base/thermal_draw.h"
#include "events/event_arrival.h"
#include "events/event_ledger.h"
#include "events/prediction.h"

/** A hit at a wall, and the ball as it comes and goes. */
struct kick {
    uint32_t wall; /* as a body */
    struct vec2 n; /* into it */
    struct vec2 v; /* its velocity */
    struct vec2 before, after;
    struct event_arrival arrival;
};

static void draw(const struct event_system *system, struct kick *kick)
{
    const struct table_thermal *thermal = &system->scene->table.thermal;
    const uint32_t id = kick->arrival.ball.id;
    const double s = sqrt(thermal->kT[kick->wall - CONTACT_SURFACE] / kick->arrival.ball.m);
    const struct thermal_draw draw = thermal_draw(thermal->seed, id, system->kicks[id]++);
    const struct vec2 along = {fabs(kick->n.y), fabs(kick->n.x)};
    kick->after.x = kick->v.x + s * (along.x * draw.normal - kick->n.x * draw.rayleigh);
    kick->after.y = kick->v.y + s * (along.y * draw.normal - kick->n.y * draw.rayleigh);
}

static void report(const struct event_system *system, const struct kick *kick)
{
    const struct particle *ball = &kick->arrival.ball;
    const struct vec2 impulse = vec2_scale(ball->m, vec2_sub(kick->before, kick->after));
    struct contact contact = {.a = (int32_t)ball->id, .body = kick->wall, .n = kick->n};
    contact.u = -vec2_dot(kick->n, vec2_sub(kick->before, kick->v)) + 0;
    contact.j = vec2_dot(kick->n, impulse);
    contact.jt = vec2_cross(kick->n, impulse);
    event_ledger_report(system, &contact, ball, kick->arrival.turns);
}

static void account(struct event_system *system, const struct kick *kick)
{
    const struct vec2 from = vec2_sub(kick->before, kick->v), to = vec2_sub(kick->after, kick->v);
    const double m = kick->arrival.ball.m;
    ledger_wall_heated(&system->ledger, kick->wall - CONTACT_SURFACE,
                       m * (vec2_dot(to, to) - vec2_dot(from, from)) / 2);
    ledger_walls_worked(&system->ledger, m * vec2_dot(vec2_sub(kick->after, kick->before), kick->v));
    event_ledger_book(system, false, 0);
    if (event_ledger_is_observed(system))
        report(system, kick);
    system->group++;
}

enum status event_thermal_kick(struct event_system *system, struct event_collision collision, struct error *err)
{
    (void)err;
    const struct surface *surface = boundary_surface(&system->boundary, collision.partner);
    struct kick kick = {.wall = collision.partner, .v = boundary_translation(&system->boundary, collision.partner)};
    kick.arrival = event_arrival_of(system, collision.slot, collision.t);
    struct particle ball = kick.arrival.ball;
    kick.before = event_velocity(&ball);
    kick.n = boundary_normal(surface, contact_side(collision.partner), event_centre(&ball));
    draw(system, &kick);
    account(system, &kick);
    event_trajectory_begin(&ball, kick.after);
    event_arrival_leave(system, collision.slot, &kick.arrival, &ball, kick.arrival.w);
    prediction_update(system, collision.slot, collision.t);
    return STATUS_OK;
}
