#ifndef PHYSICS_IMPACT_LAW_H
#define PHYSICS_IMPACT_LAW_H
#include <stddef.h>
/* names for the registry; the rest follows below */
struct impact_law_name {
    const char *name, *doc;
};
extern const struct impact_law_name impact_law_names[];
extern const size_t impact_law_count;
#endif
