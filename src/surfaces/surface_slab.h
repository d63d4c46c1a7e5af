#pragma once

#include "surfaces/surface_ops.h"

/** What boundary_impact_edge() and boundary_touching_edge() do, of the two slabs of a table. */
double surface_slab_impact_edge(const struct surface slabs[2], const struct particle *ball, uint32_t *body);
unsigned surface_slab_touching_edge(const struct surface slabs[2], struct vec2 centre, double r);

/** As boundary_impact(), of one side of a slab. */
double surface_slab_impact_side(const struct motion *motion, const struct surface *slab, struct body body,
                                uint32_t side);
