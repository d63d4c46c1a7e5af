#pragma once

#include "given/features.h"
#include "given/scene.h"

/** What the fastest contact of a scene asks of the time step of the springs. Looks at all balls of positive mass. */
struct scene_stability spring_stability_of(const struct scene *scene);
