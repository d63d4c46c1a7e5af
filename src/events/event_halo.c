/* How wide the halo of a tile is, and for how long. */
#include "events/event_halo.h"

#include <math.h>

#include "base/min_max.h"
#include "measure/diagnostics.h"

#define RENEWING   0.2 /* what it costs to renew halos, in hits of each ball, */
#define MAKING     2.0 /* and to make engines */
#define LEAST_TERM 3.0 /* hits of each ball */
#define MOST_LIFE  200.0
#define EDGE       3.0  /* diameters that the wrong comes in at first, */
#define SPREAD     1.35 /* with each hit, */
#define FREE       5.0  /* and free paths */
#define WANDERS    5.0  /* free paths that a ball comes from its place, at most, for the root of its hits */
#define PI         3.14159265358979323846

/** Chooses when to renew halos, at the start: what each hit asks of their width costs as much as to do so more often;
 *  and when to make engines anew: the same of what it asks that balls come from their places. */
static void choose_times(struct event_halo *halo)
{
    const double strip = 2 * halo->seams / halo->area; /* of a halo, for its width */
    const double spread = SPREAD * halo->diameter + FREE * halo->free_path;
    halo->term = double_max(sqrt(RENEWING / (strip * spread)), LEAST_TERM);
    halo->life = halo->term;
    while (halo->life < MOST_LIFE && halo->life * sqrt(halo->life) < MAKING / (strip * WANDERS * halo->free_path))
        halo->life *= 1.1;
    if (halo->given_term > 0) {
        halo->term = halo->given_term;
        halo->life = halo->given_life;
    }
    halo->depth = EDGE * halo->diameter + spread * halo->term;
}

static void choose_width(struct event_halo *halo)
{
    const double wanted = 1.15 * halo->depth + halo->diameter;
    halo->width = event_halo_seen(halo) + (halo->given_width > 0 ? halo->given_width : wanted);
}

/** What the theory of gases says of the rate of hits. */
static void guess_rate(struct event_halo *halo, const struct event_system *system)
{
    double covered = 0, speed = 0, r = 0;
    const double n = (double)system->n;
    for (size_t i = 0; i < system->n; i++) {
        const struct particle *ball = &system->balls[i];
        covered += PI * ball->r * ball->r;
        r += ball->r / n;
        speed += sqrt(ball->vx * ball->vx + ball->vy * ball->vy) / n;
    }
    halo->free_path = diagnostics_free_path(double_min(covered / halo->area, 0.9), r);
    halo->ball_rate = speed / halo->free_path;
    halo->rate = halo->ball_rate * n / 2;
}

void event_halo_guess(struct event_halo *halo, const struct event_system *system)
{
    guess_rate(halo, system);
    choose_times(halo);
    halo->stray = halo->diameter + WANDERS * halo->free_path * sqrt(halo->life);
    halo->stray = double_max(halo->stray, 1.1 * halo->radius);
    choose_width(halo);
}

void event_halo_count(struct event_halo *halo, uint64_t ball, uint64_t surface, double span, size_t n)
{
    halo->rate = (double)(ball + surface) / span;
    halo->ball_rate = double_max((double)(2 * ball + surface) / span / (double)n, 0.9 * halo->ball_rate);
}

void event_halo_note(struct event_halo *halo, double nearest)
{
    halo->deepest = double_max(halo->width - nearest, halo->deepest);
}

void event_halo_learn(struct event_halo *halo, uint64_t strayed, size_t n)
{
    halo->depth = double_max(halo->deepest, 0.9 * halo->depth);
    halo->deepest = 0;
    if (strayed > n / 1000)
        halo->stray *= 1.2;
    else if (strayed == 0)
        halo->stray = double_max(0.95 * halo->stray, 1.1 * halo->radius);
    choose_width(halo);
}

void event_halo_widen(struct event_halo *halo, bool strayed)
{
    if (strayed)
        halo->stray *= 1.5;
    else
        halo->depth *= 1.2;
    choose_width(halo);
}
