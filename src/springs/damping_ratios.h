#pragma once

#include "steps/stepper.h"

/*
 * What the coefficients of contacts are to springs: the damping ratios that give their restitution. They are found by
 * bisection, so once for all pairs of materials, and for each surface and material.
 *
 * Ownership: damping_ratios_open() allocates, damping_ratios_close() frees and accepts a zeroed struct.
 */

struct damping_ratio {
    double normal;     /* 0: elastic */
    double tangential; /* 0: likewise, or nothing rubs */
};

struct damping_ratios {
    const struct scene *scene;   /* borrowed: knows the material of each ball */
    uint32_t materials;          /* how many there are */
    struct damping_ratio *pairs; /* of each two of them, row by row; then of each surface, with each material */
    uint32_t n;                  /* surfaces */
    bool damped, dashed;         /* some ratio along, across normals is not 0 */
    bool surfaces_differ;        /* across normals; */
    bool surfaces_bounce_apart;  /* along them */
    bool pairs_differ;           /* in any coefficient */
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
    const uint32_t m = ratios->materials, of = scene_material(ratios->scene, ball);
    if (contact_is_ball(body))
        return &ratios->pairs[of * m + scene_material(ratios->scene, body)];
    return &ratios->pairs[(m + (body - CONTACT_SURFACE) / 2) * (size_t)m + of];
}
