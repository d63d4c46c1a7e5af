/* The registry of integrators, and what scenes are told of them: a new integrator is one line of the array here. */
#include "integrators/integrator.h"

#include <string.h>

#include "impact/impact_law.h"
#include "motion/motion.h"
#include "near/overlap.h"
#include "surfaces/saved_contacts.h"

const struct integrator_ops *const integrator_all[] = {
    &integrator_impulse, &integrator_spring, &integrator_spring_verlet, &integrator_spring_rk4, &integrator_event, NULL,
};

const struct integrator_ops *integrator_find(const char *name)
{
    for (size_t i = 0; integrator_all[i]; i++)
        if (strcmp(integrator_all[i]->name, name) == 0)
            return integrator_all[i];
    return NULL;
}

static bool describe(size_t index, struct scene_integrator *integrator)
{
    const struct integrator_ops *ops = integrator_all[index];
    if (ops)
        *integrator = (struct scene_integrator){ops->name,  ops->doc,         ops->supports, ops->needs,
                                                ops->steps, ops->suitable_dt, ops->stability};
    return ops;
}

static bool describe_impact(size_t index, struct scene_impact *law)
{
    *law = (struct scene_impact){impact_laws[index].name, impact_laws[index].doc, impact_laws[index].least_e};
    return law->name;
}

const struct scene_registry integrator_registry = {
    .integrator = describe,
    .impact = describe_impact,
    .default_integrator = "event",
    .default_impact = "gr",
    .synchronise = motion_synchronise,
    .find_contacts = saved_contacts_find,
    .check_overlaps = overlap_check,
};
