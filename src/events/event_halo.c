/* How wide the halo of a tile is, and how long its engine lives. */
#include "events/event_halo.h"

#include <math.h>

#include "base/min_max.h"
#include "measure/diagnostics.h"

#define MAKING      2.0 /* what it costs to make engines, in hits of each ball, */
#define LEAST_LIFE  6.0 /* and how many they live */
#define MOST_LIFE   40.0
#define SPREAD      1.35 /* diameters that the wrong comes in with each hit, */
#define SPREAD_FREE 4.5  /* and free paths, at first */
#define WANDERS     5.0  /* free paths that a ball comes from its place, at most, for the root of its hits */
#define PI          3.14159265358979323846

/** How many hits of each ball engines are to live. */
static double life_wanted(const struct event_halo *halo)
{
    const double most = sqrt(MAKING * halo->area / (2 * halo->seams * halo->spread));
    return double_min(double_max(most, LEAST_LIFE), MOST_LIFE);
}

/** The width that fits the life of engines and the widths so far. */
static void choose_width(struct event_halo *halo)
{
    const double wanted = 1.1 * halo->life * halo->spread + 2 * halo->diameter;
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
    halo->spread = SPREAD * halo->diameter + SPREAD_FREE * halo->free_path;
    halo->life = halo->given_life > 0 ? halo->given_life : life_wanted(halo);
    halo->stray = halo->diameter + WANDERS * halo->free_path * sqrt(halo->life);
    halo->stray = double_max(halo->stray, 1.1 * halo->radius);
    choose_width(halo);
}

void event_halo_count(struct event_halo *halo, uint64_t ball, uint64_t surface, double span, size_t n)
{
    halo->rate = (double)(ball + surface) / span;
    halo->ball_rate = (double)(2 * ball + surface) / span / (double)n;
}

void event_halo_learn(struct event_halo *halo, double nearest, uint64_t strayed, double lived, size_t n)
{
    const double spread = (halo->width - double_min(nearest, halo->width)) / (halo->ball_rate * lived);
    halo->spread = double_max(spread, 0.95 * halo->spread);
    if (strayed > n / 1000)
        halo->stray *= 1.2;
    else if (strayed == 0)
        halo->stray = double_max(0.95 * halo->stray, 1.1 * halo->radius);
    if (halo->given_life == 0)
        halo->life = double_min(1.5 * halo->life, life_wanted(halo));
    choose_width(halo);
}

void event_halo_widen(struct event_halo *halo)
{
    halo->life = double_max(halo->life / 2, 1);
    halo->stray *= 1.3;
    halo->spread *= 1.3;
    choose_width(halo);
}
