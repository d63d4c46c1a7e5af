/* Gases of hard discs, see gas.h. */
#include "lib/gas.h"

#include "lib/uniform.h"

struct sim *gas_open(size_t columns, size_t lines, double eta, double margin, uint64_t seed)
{
    double spacing = sqrt(GAS_PI / 4 / eta);
    struct sim *sim = sim_open(columns * lines, (double)columns * spacing + margin, (double)lines * spacing + margin);
    for (size_t i = 0; i < sim->scene.n; i++) {
        sim->scene.r[i] = 0.5;
        double x = ((double)(i % columns) + 0.5) * spacing + margin / 2;
        double y = ((double)(i / columns) + 0.5) * spacing + margin / 2;
        double vx = uniform(&seed, -1.7320508, 1.7320508), vy = uniform(&seed, -1.7320508, 1.7320508);
        sim_ball(sim, i, x, y, vx, vy);
    }
    return sim;
}

void gas_mix(struct sim *sim, double smallest, uint64_t seed)
{
    for (size_t i = 0; i < sim->scene.n; i++) {
        sim->scene.r[i] = uniform(&seed, smallest, 0.5);
        sim->scene.m[i] = uniform(&seed, 0.2, 3);
    }
}

void gas_stop_drift(struct world *world)
{
    struct vec2 sum = {0, 0};
    double n = 0;
    for (size_t i = 0; i < world->n; i++) {
        if (world->m[i] == HUGE_VAL)
            continue;
        sum = vec2_add(sum, (struct vec2){world->vx[i], world->vy[i]});
        n++;
    }
    for (size_t i = 0; i < world->n && n > 1; i++) {
        world->vx[i] -= sum.x / n;
        world->vy[i] -= sum.y / n;
    }
}

void gas_equalise_speeds(struct world *world)
{
    for (size_t i = 0; i < world->n; i++) {
        double speed = sqrt(world->vx[i] * world->vx[i] + world->vy[i] * world->vy[i]);
        world->vx[i] /= speed;
        world->vy[i] /= speed;
    }
}

double gas_temperature(const struct sim *sim)
{
    return sim_kinetic(sim) / (double)sim->scene.n;
}

double gas_fourth_moment(const struct world *world)
{
    double second = 0, fourth = 0;
    for (size_t i = 0; i < world->n; i++) {
        double square = world->vx[i] * world->vx[i] + world->vy[i] * world->vy[i];
        second += square;
        fourth += square * square;
    }
    return fourth * (double)world->n / (second * second);
}

uint64_t gas_hash_word(uint64_t hash, uint64_t word)
{
    for (int byte = 0; byte < 8; byte++)
        hash = (hash ^ (word >> 8 * byte & 0xff)) * 0x100000001b3u;
    return hash;
}

uint64_t gas_hash_number(uint64_t hash, double number)
{
    uint64_t word;
    memcpy(&word, &number, sizeof word);
    return gas_hash_word(hash, word);
}

uint64_t gas_hash_world(const struct world *world)
{
    uint64_t hash = GAS_HASH_START;
    const double *const arrays[] = {world->x, world->y, world->vx, world->vy};
    for (int k = 0; k < 4; k++)
        for (size_t i = 0; i < world->n; i++)
            hash = gas_hash_number(hash, arrays[k][i]);
    for (size_t i = 0; world->period.is_any && i < world->n; i++)
        hash = gas_hash_number(gas_hash_number(hash, world->turns[i].x), world->turns[i].y);
    for (size_t i = 0; world->w && i < 3 * world->n; i++)
        hash = gas_hash_number(hash, (&world->w->x)[i]);
    return hash;
}

struct gas_record gas_record_start(void)
{
    return (struct gas_record){0, GAS_HASH_START, UINT64_MAX, -HUGE_VAL};
}

void gas_record_hit(void *context, const struct contact_event *event)
{
    struct gas_record *record = context;
    assert_true(event->t >= record->last_time);
    assert_true(event->group == record->last_group || event->group == record->last_group + 1);
    record->last_time = event->t;
    record->last_group = event->group;
    record->rows++;
    uint64_t who = (uint64_t)event->kind << 60 | (uint64_t)event->a << 30 | (uint64_t)(event->b + 1);
    const double numbers[] = {event->t, event->at.x, event->at.y, event->n.x, event->n.y, event->u, event->j};
    record->hash = gas_hash_word(record->hash, who);
    for (int k = 0; k < 7; k++)
        record->hash = gas_hash_number(record->hash, numbers[k]);
}
