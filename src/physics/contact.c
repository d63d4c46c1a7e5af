/* The names of contacts in the event log; the rules of contact are inline, in the header. */
#include "physics/contact.h"

static const struct {
    const char *name, *noun;
} kinds[CONTACT_LINE] = {
    {"ball", "ball"}, {"left", "left wall"}, {"right", "right wall"}, {"bottom", "bottom wall"}, {"top", "top wall"}};

const char *contact_kind_name(enum contact_kind kind)
{
    if (kind == CONTACT_ROLL)
        return "roll";
    return kind < CONTACT_LINE ? kinds[kind].name : table_obstacle_name(kind - CONTACT_LINE);
}

const char *contact_kind_noun(enum contact_kind kind)
{
    return kind < CONTACT_LINE ? kinds[kind].noun : table_obstacle_name(kind - CONTACT_LINE);
}
