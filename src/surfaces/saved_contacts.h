#pragma once

#include "base/error.h"
#include "given/scene.h"
#include "state/world.h"
#include "surfaces/boundary.h"

/*
 * Contacts of springs in a saved state. Scenes name the body that a ball touches as the event log does, by kind and
 * number, and for an obstacle which of its surfaces (from its first on, images included) and sides, as place = 2 *
 * surface + side.
 */

/** Fills in kind, number and place of a contact whose bodies are known. */
void saved_contacts_name(const struct boundary *boundary, struct world_contact *contact);

/** Finds the bodies of a world's contacts by their names, and checks that balls and surfaces are there, that they
 * touch, and that the order is that of springs.
 *  @param at, fault receive the first contact that is none and what is wrong with it; NULL: all are sound
 *  STATUS_LIMIT: out of memory */
enum status saved_contacts_find(const struct scene *scene, struct world *world, size_t *at, const char **fault);
