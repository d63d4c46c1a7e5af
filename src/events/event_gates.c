/*
 * Which crossings of gates have been told.
 *
 * A crossing is a change of side, and the side is a function of the leg (surfaces/surface_gate): so a gate that counts
 * restates no trajectory, and every other byte of the run stays. Two things are no functions of one leg. A leg that
 * begins on the line may begin on another side than the one before it ended on: then the ball crosses at that moment
 * (it was hit while its centre was on the line). And where crossing and hit come at one time, the hit is first, and
 * may undo the crossing. So each ball has a mark at each gate: until when crossings have been told, and, where a leg
 * begins on the line, the side as far as told.
 *
 * Cost: 16 bytes per ball and gate.
 */
#include "events/event_gates.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

struct event_gates *event_gates_create(const struct table *table, size_t balls)
{
    struct event_gates *gates = mem_array(1, sizeof *gates);
    if (gates) {
        gates->obstacles = table->obstacles;
        gates->number = mem_array(table->n_obstacles, sizeof *gates->number);
    }
    for (uint32_t i = 0; gates && gates->number && i < table->n_obstacles; i++) {
        gates->number[i] = gates->n;
        gates->n += table->obstacles[i].kind == OBSTACLE_GATE;
    }
    if (gates && gates->number)
        gates->marks = mem_array(balls * gates->n, sizeof *gates->marks);
    if (gates && gates->marks)
        return gates;
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

/** The side on which a leg begins. Where it rests on the line: that from which it came, at the start of a run the left.
 */
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

bool event_gates_may_pass(const struct event_gates *gates, const struct surface *gate, int to)
{
    const enum gate_pass pass = gates->obstacles[gate->obstacle].pass;
    return pass == GATE_BOTH || pass == (to > 0 ? GATE_LEFT : GATE_RIGHT);
}

/** True if a change to a side at a time of the leg happens at the gate: what passes belongs to one of two gates that
 *  are joined, what is held to each. */
static bool is_at(const struct event_gates *gates, const struct surface *gate, const struct gate_path *path, int to,
                  double time)
{
    return event_gates_may_pass(gates, gate, to) ? surface_gate_faces(gate, path, time)
                                                 : surface_gate_meets(gate, path, time);
}

struct event_gate_crossing event_gates_next(const struct event_gates *gates, uint32_t slot, const struct surface *gate,
                                            const struct motion *motion, struct body body)
{
    const struct event_gate_mark *mark = mark_of(gates, slot, gate);
    const struct gate_path path = surface_gate_path(gate, motion, body);
    const double begun = body.ball->t;
    int side = side_at_begin(&path, mark);
    if (path.on_line && mark->side == -side && is_at(gates, gate, &path, side, 0))
        return (struct event_gate_crossing){begun, side, true};
    for (int i = 0; i < path.n; i++) {
        side = -side;
        if (begun + path.roots[i] > mark->done && is_at(gates, gate, &path, side, path.roots[i]))
            return (struct event_gate_crossing){begun + path.roots[i], side, false};
    }
    return (struct event_gate_crossing){HUGE_VAL, 0, false};
}

void event_gates_tell(struct event_gates *gates, uint32_t slot, const struct surface *gate, double t,
                      struct event_gate_crossing crossing, bool passes)
{
    struct event_gate_mark *mark = mark_of(gates, slot, gate);
    mark->done = t;
    if (!passes)
        mark->side = -crossing.to;
    else if (crossing.at_begin)
        mark->side = crossing.to;
}

void event_gates_leave(struct event_gates *gates, uint32_t slot, const struct surface *gate,
                       const struct motion *motion, struct body body, double t)
{
    if (!event_gates_is_near(gate, motion_position(motion, body, t), body.ball->r))
        return;
    struct event_gate_mark *mark = mark_of(gates, slot, gate);
    const struct gate_path path = surface_gate_path(gate, motion, body);
    mark->side = side_told(&path, mark, body.ball->t, t);
}
