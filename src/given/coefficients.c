/* Coefficients member by member: which of them a pair of materials or an obstacle gives. */
#include "given/coefficients.h"

#include <assert.h>

/** All members and their names, in the order of their bits; new ones stand at the end. */
#define MEMBERS(each) \
    each(restitution, restitution) each(mu, rubbing.mu) each(beta, rubbing.beta) each(mu_roll, mu_roll)

#define SIZE(member)       sizeof(((struct coefficients *)NULL)->member)
#define ROW(name, member)  {offsetof(struct coefficients, member), SIZE(member)},
#define ROOM(name, member) char name[SIZE(member)];

static_assert(sizeof(struct coefficients) == sizeof(struct {MEMBERS(ROOM)}), "a member has no row");

static const struct {
    size_t offset, size;
} members[] = {MEMBERS(ROW)};

unsigned coefficients_bit(size_t offset)
{
    unsigned i = 0;
    while (members[i].offset != offset)
        i++;
    return 1u << i;
}

void coefficients_take(struct coefficients *to, const struct coefficients *from, unsigned given)
{
    for (unsigned i = 0; given >> i; i++)
        if (given >> i & 1)
            memcpy((char *)to + members[i].offset, (const char *)from + members[i].offset, members[i].size);
}
