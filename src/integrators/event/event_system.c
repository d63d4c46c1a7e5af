/* Balls on a periodic table fly on beyond it until their next collision, which brings them back: in a function
 * of its own, so that the usual case does not pay for its frame. */
#include "integrators/event/event_system.h"

struct vec2 event_system_wrap(const struct event_system *system, struct particle *ball)
{
    struct vec2 place = {ball->x, ball->y};
    struct vec2 turns = period_wrap(&system->motion.period, &place);
    ball->x = place.x;
    ball->y = place.y;
    return turns;
}
