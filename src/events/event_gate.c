/*
 * A ball's centre meets a gate.
 *
 * A crossing is a change of side, and the side is a function of the leg (surfaces/surface_gate): so a gate that counts
 * restates no trajectory, and every other byte of the run stays. Two things are no functions of one leg. A leg that
 * begins on the line may begin on another side than the one before it ended on: then the ball crosses at that moment
 * (it was hit while its centre was on the line). And where crossing and hit come at one time, the hit is first, and
 * may undo the crossing. So each ball has a mark at each gate: until when crossings have been told, and, where a leg
 * begins on the line, the side as far as told.
 *
 * At one time gates come after all else, for each ball in the order of obstacles (event_order). What may not pass is
 * thrown back at its centre, v' = v - 2 (n.v) n: no hit, no law of impact, no friction.
 *
 * Cost: for each prediction one root per gate near the ball; 16 bytes per ball and gate.
 */
#include "events/event_gate.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/min_max.h"
#include "events/event_seam.h"
#include "events/prediction.h"
#include "surfaces/surface_gate.h"

/* ---- marks ---- */

struct event_gates *event_gates_create(const struct table *table, size_t balls)
{
    struct event_gates *gates = mem_array(1, sizeof *gates);
    if (!gates || !(gates->number = mem_array(table->n_obstacles, sizeof *gates->number)))
        goto no_memory;
    for (uint32_t i = 0; i < table->n_obstacles; i++) {
        gates->number[i] = gates->n;
        gates->n += table->obstacles[i].kind == OBSTACLE_GATE;
    }
    gates->marks = mem_array(balls * gates->n, sizeof *gates->marks);
    if (gates->marks)
        return gates;
no_memory:
    event_gates_destroy(gates);
    return NULL;
}

void event_gates_destroy(struct event_gates *gates)
{
    if (!gates)
        return;
    free(gates->number);
    free(gates->marks);
    free(gates);
}

void event_gates_begin(struct event_gates *gates, size_t balls, double t)
{
    for (size_t i = 0; i < balls * gates->n; i++)
        gates->marks[i] = (struct event_gate_mark){.done = t};
}

static struct event_gate_mark *mark_of(const struct event_gates *gates, uint32_t slot, const struct surface *gate)
{
    return &gates->marks[(size_t)slot * gates->n + gates->number[gate->obstacle]];
}

/** The side on which a leg begins, as the gate sees it. Where it rests on the line: that from which it came, at the
 * start of a run the left. */
static int side_at_begin(const struct gate_path *path, const struct event_gate_mark *mark)
{
    if (path->begins != 0)
        return path->begins;
    return mark->side != 0 ? mark->side : 1;
}

/** The side at a time, as far as crossings have been told. @param begun when the leg began */
static int side_told(const struct gate_path *path, const struct event_gate_mark *mark, double begun, double t)
{
    int side = path->on_line && mark->side != 0 && t == begun ? mark->side : side_at_begin(path, mark);
    for (int i = 0; i < path->n; i++)
        if (begun + path->roots[i] < t || begun + path->roots[i] <= mark->done)
            side = -side;
    return side;
}

/* ---- the next crossing ---- */

/** A change of side. */
struct crossing {
    double t;      /* HUGE_VAL: none */
    int to;        /* the side */
    bool at_begin; /* the leg before ended on the other side */
};

/** The first change of side at the gate that has not been told. */
static struct crossing next_crossing(const struct surface *gate, const struct gate_path *path,
                                     const struct event_gate_mark *mark, double begun)
{
    int side = side_at_begin(path, mark);
    if (path->on_line && mark->side == -side && surface_gate_faces(gate, path, 0))
        return (struct crossing){begun, side, true};
    for (int i = 0; i < path->n; i++) {
        side = -side;
        if (begun + path->roots[i] > mark->done && surface_gate_faces(gate, path, path->roots[i]))
            return (struct crossing){begun + path->roots[i], side, false};
    }
    return (struct crossing){HUGE_VAL, 0, false};
}

/** False: the gate is for balls of another material. */
static bool sees(const struct scene *scene, const struct surface *gate, uint32_t ball)
{
    const struct obstacle *obstacle = &scene->table.obstacles[gate->obstacle];
    return !obstacle->of || (scene->materials && scene->materials->of[ball] == obstacle->of_number);
}

/** The number of the obstacle that an event at a gate is about. */
static uint32_t obstacle_of(const struct event_system *system, const struct event *event)
{
    return system->boundary.surfaces[event->collisions].obstacle;
}

void event_gate_search(const struct event_system *system, uint32_t slot, uint32_t number, struct body seen, double now,
                       struct event *best)
{
    const struct surface *gate = &system->boundary.surfaces[number];
    if (!sees(system->scene, gate, seen.ball->id))
        return;
    const struct gate_path path = surface_gate_path(gate, &system->motion, seen);
    const struct crossing next = next_crossing(gate, &path, mark_of(system->gates, slot, gate), seen.ball->t);
    const double t = double_max(next.t, now); /* rounding may put it before what has been */
    const bool is_first = t == best->t && best->partner == EVENT_GATE && gate->obstacle < obstacle_of(system, best);
    if (t < best->t || is_first)
        *best = (struct event){t, EVENT_GATE, number};
}

/* ---- a ball leaves its trajectory ---- */

void event_system_leave_gates(struct event_system *system, uint32_t slot, double t)
{
    struct event_gates *gates = system->gates;
    const struct body body = body_at(system->balls, system->legs, slot);
    uint32_t count;
    const uint32_t *list = neighbours_surfaces(system->neighbours, slot, &count);
    system->thrown[slot] = false;
    for (uint32_t k = 0; k < count; k++) {
        const struct surface *gate = &system->boundary.surfaces[list[k]];
        if (gate->kind != SURFACE_GATE)
            continue;
        struct particle ball = *body.ball;
        const struct vec2 at = motion_position(&system->motion, body, t);
        const struct vec2 seen = event_seam_seen(system, slot, at, gate);
        if (fabs(vec2_dot(surface_gate_left(gate), vec2_sub(seen, gate->origin))) > 2 * CONTACT_TOUCHING * ball.r)
            continue;
        ball.x += seen.x - at.x;
        ball.y += seen.y - at.y;
        struct event_gate_mark *mark = mark_of(gates, slot, gate);
        const struct gate_path path = surface_gate_path(gate, &system->motion, (struct body){&ball, body.leg});
        mark->side = side_told(&path, mark, ball.t, t);
    }
}

/* ---- a crossing ---- */

/** A ball at a gate. */
struct meeting {
    uint32_t slot;
    const struct surface *gate;
    struct vec2 n;        /* to the left */
    struct particle ball; /* as it comes */
    struct vec2 place;    /* unwrapped */
    struct vec2 turns;    /* if the ball is brought back to the table, all that it has made */
    struct crossing crossing;
};

/** The ball as the gate sees it. */
static struct particle seen_ball(const struct event_system *system, const struct meeting *meeting, struct body body)
{
    struct particle ball = *body.ball;
    const struct vec2 at = event_centre(&meeting->ball);
    const struct vec2 shift = vec2_sub(event_seam_seen(system, meeting->slot, at, meeting->gate), at);
    ball.x += shift.x;
    ball.y += shift.y;
    return ball;
}

static struct meeting meet(const struct event_system *system, uint32_t slot, uint32_t number, double t)
{
    const struct body body = body_at(system->balls, system->legs, slot);
    struct meeting meeting = {.slot = slot, .gate = &system->boundary.surfaces[number]};
    meeting.n = surface_gate_left(meeting.gate);
    meeting.ball = motion_at(&system->motion, body, t);
    const struct particle seen = seen_ball(system, &meeting, body);
    const struct gate_path path = surface_gate_path(meeting.gate, &system->motion, (struct body){&seen, body.leg});
    meeting.crossing = next_crossing(meeting.gate, &path, mark_of(system->gates, slot, meeting.gate), seen.t);
    meeting.place = event_centre(&meeting.ball);
    if (system->turns) {
        meeting.place = period_unwrap(&system->motion.period, meeting.place, system->turns[slot]);
        meeting.turns = event_seam_bring_slot_back(system, slot, &meeting.ball);
    }
    return meeting;
}

static bool may_pass(const struct scene *scene, const struct meeting *meeting)
{
    const enum gate_pass pass = scene->table.obstacles[meeting->gate->obstacle].pass;
    return pass == GATE_BOTH || pass == (meeting->crossing.to > 0 ? GATE_LEFT : GATE_RIGHT);
}

static void report(struct event_system *system, const struct meeting *meeting, double j)
{
    const struct vec2 v = event_velocity(&meeting->ball);
    const struct contact_event row = {.t = meeting->ball.t,
                                      .group = system->group++,
                                      .kind = CONTACT_GATE,
                                      .a = meeting->ball.id,
                                      .b = (int64_t)meeting->gate->obstacle,
                                      .at = meeting->place,
                                      .n = meeting->n,
                                      .u = vec2_dot(meeting->n, v),
                                      .j = j,
                                      .v = v};
    observer_notify(system->observer, &row);
}

/** Has the ball leave with the velocity across the gate reversed. */
static void throw_back(struct event_system *system, const struct meeting *meeting)
{
    const struct motion *motion = &system->motion;
    const struct body body = body_at(system->balls, system->legs, meeting->slot);
    struct particle ball = meeting->ball;
    const struct vec2 v = event_velocity(&ball);
    const struct vec3 w = motion_spin(motion, body, &ball);
    const double lost = motion_loss(motion, body, &ball, w);
    event_system_begin_trajectory(&ball, vec2_sub(v, vec2_scale(2 * vec2_dot(meeting->n, v), meeting->n)));
    struct leg leg = {.until = HUGE_VAL};
    if (system->legs)
        leg = motion_leg(motion, &ball, w);
    event_system_set_trajectory(system, meeting->slot, (struct body){&ball, system->legs ? &leg : NULL}, lost);
    if (system->turns)
        system->turns[meeting->slot] = meeting->turns;
    system->thrown[meeting->slot] = true;
}

void event_gate_meet(struct event_system *system, uint32_t slot, uint32_t number, double t)
{
    const struct meeting meeting = meet(system, slot, number, t);
    struct event_gate_mark *mark = mark_of(system->gates, slot, meeting.gate);
    if (may_pass(system->scene, &meeting)) {
        report(system, &meeting, 0);
        mark->side = meeting.crossing.at_begin ? meeting.crossing.to : mark->side;
    } else {
        report(system, &meeting, -2 * meeting.ball.m * vec2_dot(meeting.n, event_velocity(&meeting.ball)));
        throw_back(system, &meeting);
        mark->side = -meeting.crossing.to;
    }
    mark->done = t;
    prediction_update(system, slot, t);
}
