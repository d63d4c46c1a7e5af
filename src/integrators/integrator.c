/* The list of integrators: a new one is one line of the array here. */
#include "integrators/integrator.h"

#include <string.h>

const struct integrator_ops *const integrator_all[] = {
    &integrator_impulse, &integrator_spring, &integrator_spring_verlet, &integrator_spring_rk4, &integrator_event, NULL,
};

const struct integrator_ops *const integrator_default = &integrator_event;

const struct integrator_ops *integrator_find(const char *name)
{
    for (size_t i = 0; integrator_all[i]; i++)
        if (strcmp(integrator_all[i]->name, name) == 0)
            return integrator_all[i];
    return NULL;
}
