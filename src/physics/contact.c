/* The names of contacts in the event log; the rules of contact are inline, in the header. */
#include "physics/contact.h"

static const struct {
    const char *name, *noun;
} kinds[] = {{"ball", "ball"},    {"left", "left wall"}, {"right", "right wall"}, {"bottom", "bottom wall"},
             {"top", "top wall"}, {"line", "line"},      {"arc", "arc"},          {"pocket", "pocket"}};

const char *contact_kind_name(enum contact_kind kind)
{
    return kinds[kind].name;
}

const char *contact_kind_noun(enum contact_kind kind)
{
    return kinds[kind].noun;
}
