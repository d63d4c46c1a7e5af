/* The names of contacts in the event log; the rules of contact are inline, in the header. */
#include "contact/contact.h"

const char *contact_kind_name(enum contact_kind kind)
{
    static const char *const names[] = {"ball", "left", "right", "bottom", "top"};
    if (kind == CONTACT_ROLL)
        return "roll";
    return kind < CONTACT_LINE ? names[kind] : table_obstacle_name(kind - CONTACT_LINE);
}
