#pragma once

#include "base/output.h"
#include "reading/scene_keys.h"

/*
 * Values as text, by the rows that read them: the counterpart of reading/scene_read_value. `base` is what the offsets
 * of the rows count from: struct scene, scene_entry, obstacle, piston or coefficients. Failures are the output's.
 */

/** Whether a key has a value: a number within its range, a pointer, a word that says something; an object, a member
 *  that is not neutral. What stands for "not given" is outside the range of its key. */
bool scene_put_has_value(const struct scene_key *key, const void *base);

/** Whether that value does something: it is not 0, nor a list of zeros. */
bool scene_put_acts(const struct scene_key *key, const void *base);

/** The keys of an object type that have a value. */
struct scene_key_set scene_put_keys(enum scene_object type, const void *base);

/** Writes what stands behind a key. @param precision of numbers; 0: those that read back to the same bits */
void scene_put_value(struct output *out, const struct scene_key *key, const void *base, int precision);

/** Writes members, each after its name.
 *  @param before what comes before the first of them, @param between before each other
 *  @return true: there was one */
bool scene_put_members(struct output *out, const char *before, const char *between, const struct scene_key_set *keys,
                       const void *base);

/** Writes a coefficient of restitution: a number, or a table of speeds. */
void scene_put_restitution(struct output *out, const struct restitution *restitution, int precision);
