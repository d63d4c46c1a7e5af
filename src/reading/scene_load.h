#pragma once

#include "base/error.h"
#include "given/scene.h"
#include "reading/scene_source.h"
#include "state/world.h"

/* From a text and overrides to a scene and its world. */

/** Reads, overrides, expands and checks a scene. On success *scene and *world belong to the caller.
 *  Faults of the scene go to `faults` and give STATUS_SCENE (err then has an empty text: all is said);
 *  STATUS_USAGE: malformed override; STATUS_INPUT: cannot be opened or read; STATUS_LIMIT: out of memory. */
enum status scene_load(const struct scene_source *source, const struct scene_faults *faults, struct scene **scene,
                       struct world **world, struct error *err);

/*
 * The text of a scene, read once for many scenes that differ by overrides. Several threads may load scenes from it at
 * once.
 *
 * Ownership: the template owns what it keeps of the text; the source's path and overrides are borrowed
 * and must outlive it.
 */
struct scene_template;

/** Reads and parses the text and applies the overrides of `source`. Failures as of scene_load(); *template is then
 *  NULL. */
enum status scene_load_template(const struct scene_source *source, const struct scene_faults *faults,
                                struct scene_template **template, struct error *err);

/** As scene_load(), with the template's text, and its overrides before those of `more`, which names no file. The
 *  template must outlive the scene, to which it lends the texts of these overrides. */
enum status scene_load_from(const struct scene_template *template, const struct scene_source *more,
                            const struct scene_faults *faults, struct scene **scene, struct world **world,
                            struct error *err);

/** Accepts NULL. */
void scene_load_free(struct scene_template *template);
