/*
 * With a hundred thousand balls and more an event finds hardly anything in the caches: some twenty lines of memory,
 * each of which takes as long as a third of the event's work. They are asked for ahead, in stages, since what is needed
 * next is told by what came before: the ball, its event and its home; its row and its partner; its neighbours and, of a
 * hit that only this ball has scheduled, the partner's row; that partner's neighbours. Each stage looks at the notes of
 * the queue's calendar some notes after the one before, which by then has what it asked for.
 *
 * Neighbours are asked for into the second cache only: they are many, and the first has too few places for what is on
 * its way.
 */
#include "integrators/event/prefetch.h"

/* Inlined by force: compilers drop calls of functions that do nothing but ask for memory. */
#define ASK static inline __attribute__((always_inline)) void

enum {
    NOTES = 2,   /* of the queue, looked at for each event handled */
    BUCKETS = 4, /* how far ahead of the present one (measured: flat from 3 to 6) */
    APART = 5    /* notes from one stage to the next (likewise, from 3 to 8) */
};

_Static_assert(3 * APART < EVENT_NOTES, "the last stage still has its note");

ASK ask_ball(const struct event_engine *engine, uint32_t slot)
{
    event_queue_prefetch(engine->queue, slot);
    __builtin_prefetch(&engine->balls[slot]);
    neighbours_prefetch_home(engine->system.neighbours, slot);
}

ASK ask_row_and_partner(const struct event_engine *engine, uint32_t slot)
{
    uint32_t partner = event_queue_get(engine->queue, slot).partner;
    neighbours_prefetch_row(engine->system.neighbours, slot);
    if (contact_is_ball(partner))
        ask_ball(engine, partner);
}

/** The partner in a coming hit that only one of its balls has scheduled; EVENT_NONE: there is none. */
static uint32_t unaware_partner(const struct event_engine *engine, uint32_t slot)
{
    struct event event = event_queue_get(engine->queue, slot);
    if (!contact_is_ball(event.partner) || engine->balls[event.partner].hits != event.hits)
        return EVENT_NONE;
    return event_queue_get(engine->queue, event.partner).partner == slot ? EVENT_NONE : event.partner;
}

ASK ask_neighbours(const struct event_engine *engine, uint32_t slot)
{
    neighbours_prefetch_balls(engine->system.neighbours, slot, engine->balls);
    uint32_t partner = unaware_partner(engine, slot);
    if (partner != EVENT_NONE)
        neighbours_prefetch_row(engine->system.neighbours, partner);
}

ASK ask_partners_neighbours(const struct event_engine *engine, uint32_t slot)
{
    uint32_t partner = unaware_partner(engine, slot);
    if (partner != EVENT_NONE)
        neighbours_prefetch_balls(engine->system.neighbours, partner, engine->balls);
}

/** The note that was looked at `ago` notes before the last. */
static uint32_t earlier_note(const struct event_engine *engine, uint32_t ago)
{
    return engine->notes[(engine->foreseen - ago) % EVENT_NOTES];
}

void prefetch(struct event_engine *engine)
{
    for (int note = 0; note < NOTES; note++) {
        uint32_t slot = event_queue_foresee(engine->queue, &engine->sight, BUCKETS);
        if (slot == EVENT_NONE)
            return;
        engine->notes[++engine->foreseen % EVENT_NOTES] = slot;
        ask_ball(engine, slot);
        ask_row_and_partner(engine, earlier_note(engine, APART));
        ask_neighbours(engine, earlier_note(engine, 2 * APART));
        ask_partners_neighbours(engine, earlier_note(engine, 3 * APART));
    }
}
