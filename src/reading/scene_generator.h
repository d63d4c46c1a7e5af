#pragma once

#include <stdbool.h>

#include "reading/scene_settings.h"

/** Completes value.rack or value.fill of a generator from what else was read. False: it asks for something impossible,
 *  which is reported. */
bool scene_generator_complete(struct ball_entry *generator, const struct scene_settings *settings);

uint64_t scene_generator_count(const struct ball_entry *generator);

/** Writes the places of balls first .. first + scene_generator_count() - 1 and adds their random velocities; radii of
 *  the scene are set. False: they did not fit, which is reported. @param taken as in generate_fill_place() */
bool scene_generator_place(const struct ball_entry *generator, struct world *world, size_t first,
                           struct disc_grid *taken);
