#pragma once

#include "steps/stepper.h"

/*
 * What the coefficients of contacts are to springs: the damping ratios that give their restitution. They are found by
 * bisection, so once for all pairs, which are alike (scene_pair), and once for each surface.
 *
 * Ownership: damping_ratios_open() allocates, damping_ratios_close() frees and accepts a zeroed struct.
 */

struct damping_ratio {
    double normal;     /* 0: elastic */
    double tangential; /* 0: likewise, or nothing rubs */
};

struct damping_ratios {
    struct damping_ratio pair;
    struct damping_ratio *surfaces;
    uint32_t n;           /* surfaces */
    bool damped, dashed;  /* some ratio along, across normals is not 0 */
    bool surfaces_differ; /* across normals */
};

/** Those along the normals. false: out of memory. */
bool damping_ratios_open(struct damping_ratios *ratios, const struct stepper *stepper);

/** Adds those across them. */
void damping_ratios_rub(struct damping_ratios *ratios, const struct stepper *stepper);

void damping_ratios_close(struct damping_ratios *ratios);

/** Of a ball and a body, a ball or the side of a surface. */
static inline const struct damping_ratio *damping_ratios_of(const struct damping_ratios *ratios, uint32_t ball,
                                                            uint32_t body)
{
    (void)ball;
    return contact_is_ball(body) ? &ratios->pair : &ratios->surfaces[(body - CONTACT_SURFACE) / 2];
}
