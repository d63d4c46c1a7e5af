/* The laws of cushions, and how what they do is noted. */
#include "contact/cushion.h"

#include <stddef.h>

const struct cushion_law *const cushion_laws[CUSHION_LAWS + 1] = {&cushion_nose, NULL};

void cushion_note(const struct cushion_impulse *impulse, struct contact *contact)
{
    contact->j = impulse->normal;
    contact->jt = impulse->tangential + 0; /* no negative zero */
    contact->jz = impulse->vertical + 0;
}
