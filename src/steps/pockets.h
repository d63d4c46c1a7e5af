#pragma once

#include "base/vec3.h"
#include "integrators/integrator.h"
#include "measure/ledger.h"
#include "near/verlet_list.h"
#include "steps/state.h"
#include "surfaces/boundary.h"

/*
 * Pockets in fixed time steps: which balls they take at the end of a step. On a table without pockets all of it does
 * nothing, and `left_out` is NULL.
 *
 * Ownership: pockets_open() allocates, also in part when it fails; pockets_close() frees and accepts a zeroed struct.
 * Scene and observer are borrowed.
 */
struct pockets {
    const struct scene *scene;
    const struct observer *observer; /* NULL: none */
    const struct boundary *boundary; /* borrowed */
    bool *left_out;                  /* of each ball: a pocket has taken it; up to date within a slice */
    uint32_t first;                  /* pocket among the surfaces, of which they are the last */
    uint64_t steps;                  /* 1 and those taken */
    uint64_t *inside;                /* of each ball: `steps` when its centre was last in a pocket; 0: never */
    struct contact_event *rows;      /* the balls taken so far, in order */
    size_t n_rows, n_reported, n_stored;
    struct ledger *ledger; /* the stepper's */
};

/** @param boundary the surfaces of the scene's table. false: out of memory. */
bool pockets_open(struct pockets *pockets, const struct scene *scene, const struct world *world,
                  const struct boundary *boundary, const struct observer *observer);
void pockets_close(struct pockets *pockets);

/** What pockets_take() does on a table with pockets. */
bool pockets_take_some(struct pockets *pockets, const struct verlet_list *list, struct state *state, double t);

/** Takes each ball whose centre is in a pocket and was in none when the step began: it stays
 * there with velocity 0.
 *  @param list of what is near the balls, up to date
 *  @param t time at the end of the step
 *  @return whether there is one; who keeps lists of balls must then leave it out */
static inline bool pockets_take(struct pockets *pockets, const struct verlet_list *list, struct state *state, double t)
{
    return pockets->left_out && pockets_take_some(pockets, list, state, t);
}

/** Passes the balls taken since the last call to the observer. @param group number of the next group, counted on */
void pockets_report(struct pockets *pockets, uint64_t *group);

/** Tells the world which balls were taken since the last call. */
void pockets_store(struct pockets *pockets, struct world *world);
