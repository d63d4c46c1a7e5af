#pragma once

#include <stdbool.h>

#include "given/scene.h"
#include "state/world.h"

/* What a scene may say and can hardly mean: a unit or a convention of another program, things that cannot act. */

enum { DOUBTS = 6, DOUBTS_MAX_TEXT = 256 };

/** True if the scene has the doubt of that number, from 0 to DOUBTS - 1; `text` says where, and what would be right. */
bool doubts_find(int doubt, const struct scene *scene, const struct world *world, char text[DOUBTS_MAX_TEXT]);

/** The same of the trajectory's file: a name that promises another format. NULL: none; else the format's name. */
const char *doubts_of_name(const char *path, const char *format);
