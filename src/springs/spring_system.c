/*
 * What surrounds a spring integrator's time step.
 *
 * Invariant between steps: contacts and forces are those of the present state and a pure function of it. So a run may
 * stop at any step and continue from the state it saved, to the same bits.
 */
#include "springs/spring_system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/min_max.h"

/* ---- time ---- */

/** Finds contacts and forces of the initial state. */
static bool initialise_contacts(struct spring_system *system, double t)
{
    const struct state *now = &system->base.now;
    if (!spring_contacts_find(&system->contacts, now, HUGE_VAL, false, NULL))
        return false;
    return contact_history_end_step(&system->history, &system->contacts, t, now->v);
}

/** After half a step of gravity and friction: damped forces depend on velocities, and friction on all that moves.
 *  @param felt velocities that dashpots along normals feel @param due as in struct spring_stretching */
static void update_forces(struct spring_system *system, struct vec2 *felt, struct vec2 due)
{
    const struct stepper *base = &system->base;
    const struct spring_stretching how = {.v = base->now.v, .w = base->w, .due = due};
    const struct state felt_now = {.x = base->now.x, .v = felt};
    if (spring_contacts_follow_speed(&system->contacts))
        spring_contacts_push_again(&system->contacts, &felt_now, &how);
}

/** A step that looks ahead ends with half of gravity. Along normals dashpots feel its last velocities; friction acts on
 *  those with which the next one begins. */
static void end_step_ahead(struct spring_system *system)
{
    const struct field *field = &system->base.field;
    const struct state *now = &system->base.now;
    struct vec2 *spent = system->increment.v, *ahead = system->trial.v;
    const size_t size = (system->base.n + STATE_MORE) * sizeof *ahead;
    memcpy(spent, now->v, size);
    field_kick(field, now->v);
    memcpy(ahead, now->v, size);
    field_kick(field, ahead);
    const struct spring_stretching how = {.v = ahead,
                                          .spent = spent,
                                          .w = system->base.w,
                                          .weight = 0.25 * system->base.dt,
                                          .due = vec2_scale(-1, field->kick)};
    spring_contacts_push_again(&system->contacts, now, &how);
    system->is_ahead = true;
}

/** A step begins with half of gravity. */
static void begin_step(struct spring_system *system)
{
    struct field *field = &system->base.field;
    const struct spring_method *method = system->method;
    if (system->is_ahead) {
        field_kick(field, system->base.now.v);
        system->is_ahead = false;
        return;
    }
    struct vec2 *v = system->base.now.v, *felt = method->is_even ? system->trial.v : v;
    if (method->is_even && field->acts && spring_contacts_follow_speed(&system->contacts))
        memcpy(felt, v, (system->base.n + STATE_MORE) * sizeof *v);
    if (field_begin_step(field, &system->base.now) && !field->holds) /* what is held does not move */
        update_forces(system, felt, vec2_scale(method->leads ? 0 : -1, field->kick));
}

/** Two balls at one place have no direction in which to part. */
static enum status fail_at_one_place(const struct pair *balls, uint64_t number, struct error *err)
{
    return error_set(err, STATUS_FAILED, NULL,
                     "balls %zu and %zu have their centres at one place in step %llu, where springs have no direction",
                     (size_t)balls->a, (size_t)balls->b, (unsigned long long)number);
}

static enum status take_step(void *state, uint64_t number, struct error *err)
{
    struct spring_system *system = state;
    struct field *field = &system->base.field;
    struct vec2 *v = system->base.now.v;
    begin_step(system);
    if (system->contacts.listed)
        memcpy(system->before, v, (system->base.n + STATE_MORE) * sizeof *v);
    if (!system->method->step(system))
        return error_no_memory(err);
    if (system->contacts.at_one_place)
        return fail_at_one_place(spring_contacts_at_one_place(&system->contacts), number, err);
    if (field->holds) /* the step has ended as friction does */
        return STATUS_OK;
    if (system->looks_ahead) {
        end_step_ahead(system);
        return STATUS_OK;
    }
    if (field_end_step(field, v))
        update_forces(system, v, (struct vec2){0, 0});
    return STATUS_OK;
}

/** Contacts of balls that are now left out end, and what is stored in them is lost. false: out of memory. */
static bool leave_out(struct spring_system *system)
{
    struct spring_contacts *contacts = &system->contacts;
    const struct state *now = &system->base.now;
    system->is_ahead = false;
    const double before = spring_contacts_energy(contacts, now->x);
    verlet_list_leave_out(contacts->list, system->base.left_out);
    const struct sum lost = contacts->tangential.taken.sum; /* also among what is stored */
    const bool room = spring_contacts_find(contacts, now, HUGE_VAL, false, NULL);
    if (room)
        ledger_pocket_took(&system->base.of_pockets, 0, 0, before - spring_contacts_energy(contacts, now->x));
    contacts->tangential.taken.sum = lost;
    return room;
}

/** Asks whether walls with a mass are within their ranges, as after each step, so before the next. */
static void ask_ranges(struct spring_system *system)
{
    struct stepper *base = &system->base;
    for (int wall = 0; base->boundary.pistons && wall < TABLE_WALLS; wall++) {
        const struct piston *piston = &base->scene->table.piston[wall];
        const double x = table_across((enum table_wall)wall, base->now.x[state_wall(base->n, wall)]);
        if (!piston_exists(piston) || !piston_is_beyond(piston, x))
            continue;
        system->was_beyond[wall] = base->ledger.counts.beyond = true;
    }
}

static bool end_step(void *state, double t, bool taken)
{
    struct spring_system *system = state;
    if (taken && !leave_out(system))
        return false;
    spring_contacts_end_step(&system->contacts);
    return contact_history_end_step(&system->history, &system->contacts, t, system->base.now.v);
}

static const struct stepper_ops ops = {take_step, end_step, "; dt may be too large for k"};

enum status spring_system_advance(void *state, struct world *world, uint64_t step_target, struct error *err)
{
    struct spring_system *system = state;
    enum status status = stepper_advance(state, &ops, world, step_target, err);
    ask_ranges(system);
    for (int wall = 0; wall < TABLE_WALLS; wall++)
        world->walls[wall].was_beyond = system->was_beyond[wall];
    return tangential_spring_store(&system->contacts.tangential, world) ? status : error_no_memory(err);
}

/* ---- creation ---- */

static bool take_masses(struct spring_system *system)
{
    const size_t n = system->base.n;
    const double *m = system->base.m;
    const struct scene *scene = system->base.scene;
    system->masses = vector_ops_equal_masses(n > 0 ? m[0] : 1);
    if (scene_are_equal(scene, m) && !system->base.boundary.pistons)
        return true;
    system->masses.each = system->each_mass = mem_array_aligned(2 * (n + STATE_MORE), sizeof *system->each_mass);
    for (size_t c = 0; system->each_mass && c < 2 * n; c++)
        system->each_mass[c] = m[c / 2];
    for (int c = 0; system->each_mass && c < 2 * TABLE_WALLS; c++) { /* they move across themselves only */
        const struct piston *piston = &scene->table.piston[c / 2];
        const bool is_across = c % 2 == c / TABLE_WALLS;
        system->each_mass[2 * state_wall(n, 0) + (size_t)c] = piston_exists(piston) && is_across ? piston->m : HUGE_VAL;
    }
    return system->each_mass;
}

/** Scratch of spring_system_seen(). */
static bool reserve_seen(struct spring_system *system)
{
    const struct stepper *base = &system->base;
    if (!base->field.holds)
        return true;
    system->seen_v = mem_array(base->n + 1, sizeof *system->seen_v);
    system->seen_w = mem_array(base->n + 1, sizeof *system->seen_w);
    return system->seen_v && system->seen_w;
}

static bool begin(struct spring_system *system, const struct scene *scene, const struct world *world,
                  const struct observer *observer)
{
    struct stepper *base = &system->base;
    const bool staged = system->history.staged = system->method->staged;
    if (!stepper_open(base, scene, world, observer) || !take_masses(system) ||
        !spring_contacts_open(&system->contacts, base, world, system->method->softening,
                              observer_wants_contacts(observer), staged) ||
        !state_open(&system->trial, base->n) || !state_open(&system->increment, base->n) || !reserve_seen(system))
        return false;
    const bool listed = system->history.follows = system->contacts.listed;
    if (listed && !(system->before = mem_array_raw(base->n + STATE_MORE, sizeof *system->before)))
        return false;
    if (system->contacts.tangential.is_listed && (!(system->trial.w = mem_array(base->n + 1, sizeof *base->w)) ||
                                                  !(system->increment.w = mem_array(base->n, sizeof *base->w))))
        return false;
    system->w_half = listed ? system->trial.w : base->w;
    system->accumulates = listed || base->boundary.moves;
    system->looks_ahead = system->method->is_even && base->field.gravity > 0 && !base->field.holds &&
                          !scene->pivoting && spring_contacts_follow_speed(&system->contacts);
    base->list = system->contacts.list;
    verlet_list_leave_out(system->contacts.list, base->left_out);
    system->ops = vector_ops_of_cpu();
    system->history.observer = observer;
    system->history.groups = &base->groups;
    system->history.ledger = &base->ledger;
    return initialise_contacts(system, world->t);
}

enum status spring_system_create(const struct spring_method *method, const struct scene *scene,
                                 const struct world *world, const struct observer *observer, void **state,
                                 struct error *err)
{
    struct spring_system *system = mem_array(1, sizeof *system);
    if (!system)
        return error_no_memory(err);
    system->method = method;
    if (!begin(system, scene, world, observer)) {
        spring_system_destroy(system);
        return error_no_memory(err);
    }
    *state = system;
    return STATUS_OK;
}

enum status spring_system_use_threads(void *state, size_t threads, struct error *err)
{
    struct spring_system *system = state;
    const size_t most = verlet_list_most_parts(system->base.n), used = threads < most ? threads : most;
    system->threads = threads;
    if (used <= 1)
        return STATUS_OK;
    system->pool = thread_pool_create(used, err);
    if (!system->pool)
        return err->status;
    if (!spring_contacts_divide(&system->contacts, system->pool) || !initialise_contacts(system, 0))
        return error_no_memory(err);
    return STATUS_OK;
}

const char *spring_system_threads_used(const void *state, char text[INTEGRATOR_MAX_THREADS_TEXT])
{
    const struct spring_system *system = state;
    const size_t used = thread_pool_size(system->pool);
    if (system->threads <= 1)
        return NULL;
    if (used <= 1)
        snprintf(text, INTEGRATOR_MAX_THREADS_TEXT, "one thread: there are few balls");
    else
        snprintf(text, INTEGRATOR_MAX_THREADS_TEXT, "%zu threads%s", used,
                 used < system->threads ? ": with more, so many balls would wait for each other" : "");
    return text;
}

void spring_system_destroy(void *state)
{
    struct spring_system *system = state;
    if (!system)
        return;
    spring_contacts_close(&system->contacts);
    contact_history_close(&system->history);
    stepper_close(&system->base);
    state_close(&system->trial);
    state_close(&system->increment);
    free(system->seen_v);
    free(system->seen_w);
    free(system->each_mass);
    free(system->before);
    thread_pool_destroy(system->pool);
    free(system);
}

/* ---- moving ---- */

enum { AT_ONCE = 256 }; /* balls that a cache holds */

struct moving {
    struct spring_system *system;
    spring_move *move;
    int stage;
};

static void move_part(void *context, size_t part)
{
    const struct moving *moving = context;
    struct spring_system *system = moving->system;
    const size_t parts = system->contacts.n_parts, end = thread_pool_share(system->base.n, part + 1, parts);
    double longest = 0;
    for (size_t first = thread_pool_share(system->base.n, part, parts), last; first < end; first = last) {
        last = first + AT_ONCE < end ? first + AT_ONCE : end;
        longest = double_max(moving->move(system, (struct range){first, last}, moving->stage), longest);
    }
    system->moved[part] = longest;
}

static double move_together(struct spring_system *system, spring_move *move, int stage)
{
    struct moving moving = {system, move, stage};
    size_t parts = system->contacts.n_parts;
    double longest = 0;
    thread_pool_run(system->pool, parts, move_part, &moving);
    for (size_t p = 0; p < parts; p++)
        longest = double_max(system->moved[p], longest);
    return longest;
}

double spring_system_move(struct spring_system *system, spring_move *move, int stage)
{
    double longest = system->base.n > AT_ONCE ? move_together(system, move, stage)
                                              : move(system, (struct range){0, system->base.n}, stage);
    state_wrap(&system->base.now, system->base.n);
    return stepper_moved(&system->base, longest);
}

void spring_system_move_walls(struct spring_system *system, spring_move *move, int stage)
{
    const size_t n = system->base.n;
    move(system, (struct range){state_wall(n, 0), state_wall(n, TABLE_WALLS)}, stage);
}

bool spring_system_carry_all(struct spring_system *system, spring_move *move, int stage, double t, const struct vec2 *x)
{
    struct stepper *base = &system->base;
    ask_ranges(system);
    if (!boundary_carry(&base->boundary, t))
        return false;
    spring_system_move_walls(system, move, stage);
    stepper_place_pistons(base, x);
    return true;
}

/* ---- what contacts do in a time ---- */

/** Adds the work of the forces at surfaces that are moved. */
static void add_work(struct spring_system *system, double weight)
{
    const struct spring_contacts *contacts = &system->contacts;
    for (size_t c = contacts->count; c-- > 0 && !contact_is_ball(contacts->items[c].b);)
        ledger_walls_worked(&system->base.ledger, weight * vec2_dot(contacts->items[c].given, contacts->items[c].v));
}

bool spring_system_accumulate_all(struct spring_system *system, double weight, const struct vec2 *before,
                                  const struct vec2 *after)
{
    add_work(system, weight);
    return contact_history_accumulate(&system->history, &system->contacts, weight, before, after);
}

/* ---- where friction holds ---- */

void spring_system_foresee(struct spring_system *system)
{
    const struct tangential_springs *tangential = &system->contacts.tangential;
    struct stepper *base = &system->base;
    for (size_t i = 0; i < base->n; i++) {
        struct cloth_motion pull = {.v = vec2_scale(1 / base->m[i], system->contacts.force[i])};
        if (tangential->turning.tilting) {
            const struct vec2 faster = vec2_scale(tangential->turning.yield[i], tangential->turning.tilting[i]);
            pull.s = rolling_velocity((struct vec3){faster.x, faster.y, 0}, base->r[i]);
        }
        field_foresee(&base->field, i, pull);
    }
}

double spring_system_hold(struct spring_system *system)
{
    const double farther = field_hold(&system->base.field, &system->base.now);
    return stepper_moved(&system->base, farther);
}

/** A velocity which with the first has this mean. */
static struct vec2 beyond(struct vec2 first, struct vec2 mean)
{
    return vec2_sub(vec2_scale(2, mean), first);
}

struct spring_stretching spring_system_seen(struct spring_system *system, bool end, const struct vec3 *w, double weight)
{
    const struct stepper *base = &system->base;
    const struct field *field = &base->field;
    for (size_t i = 0; i < base->n; i++) {
        const struct cloth_motion *first = &field->start[i].motion;
        const struct vec2 v = field->mean[i];
        system->seen_v[i] = end ? beyond(first->v, v) : v;
        if (!field->mean_s || !w)
            continue;
        const struct vec2 s = end ? beyond(first->s, field->mean_s[i]) : field->mean_s[i];
        system->seen_w[i] = rolling_spin(s, base->r[i], w[i].z);
    }
    return (struct spring_stretching){
        .v = system->seen_v, .w = field->mean_s && w ? system->seen_w : w, .weight = weight};
}

/* ---- totals ---- */

/** The contacts are those of the present state. */
double spring_system_potential(const void *state)
{
    const struct spring_system *system = state;
    return spring_contacts_energy(&system->contacts, system->base.now.x);
}

void spring_system_counters(const void *state, struct counters *counters)
{
    const struct spring_system *system = state;
    const struct tangential_springs *tangential = &system->contacts.tangential;
    const struct spring_counts counts = spring_contacts_counts(&system->contacts);
    *counters = stepper_counters(&system->base, spring_contacts_taken(&system->contacts));
    if (!system->contacts.listed) { /* else the history has entered them */
        const struct dashpots *dashpots = &system->contacts.dashpots;
        counters->ball = counts.new_ball - counts.open_ball + tangential->taken.ended[0] + dashpots_ended(dashpots, 0);
        counters->surface =
            counts.new_surface - counts.open_surface + tangential->taken.ended[1] + dashpots_ended(dashpots, 1);
    }
    counters->overlap = counts.deepest;
}
