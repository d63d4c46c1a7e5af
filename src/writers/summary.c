/*
 * The run in one line. The order of the keys is part of the format: `wall_s`, the only value that is not a function of
 * the input, comes last, so that a sweep can cut it off and compare the rest.
 */
#include "writers/summary.h"

#include <float.h>
#include <math.h>

#include "base/version.h"
#include "writers/json_put.h"

enum { WALL_CLOCK_DIGITS = 6 };

/** How much of the initial energy has come or gone unaccounted for. Beside a subnormal initial energy it can overflow;
 *  the largest finite number then stands for it. */
static double drift(const struct summary *summary)
{
    double change = summary->energy_final + summary->energy_lost - summary->energy_initial;
    if (summary->energy_initial == 0)
        return 0;
    double relative = change / summary->energy_initial;
    return isfinite(relative) ? relative : copysign(DBL_MAX, change);
}

static void put_collisions(struct output *out, const struct summary *summary)
{
    json_put_count(out, ",\"collisions\":{\"ball\":", summary->ball);
    json_put_count(out, ",\"wall\":", summary->wall);
    json_put_count(out, ",\"simultaneous\":", summary->simultaneous);
}

static void put_conserved(struct output *out, const struct summary *summary, int precision)
{
    json_put_number(out, "},\"energy\":{\"initial\":", summary->energy_initial, precision);
    json_put_number(out, ",\"final\":", summary->energy_final, precision);
    json_put_number(out, ",\"lost\":", summary->energy_lost, precision);
    json_put_number(out, ",\"drift\":", drift(summary), precision);
    json_put_number(out, "},\"momentum\":{\"px\":", summary->px, precision);
    json_put_number(out, ",\"py\":", summary->py, precision);
    json_put_number(out, ",\"lz\":", summary->lz, precision);
    json_put_number(out, "},\"overlap\":", summary->overlap, precision);
}

static void put_overrides(struct output *out, const struct summary *summary)
{
    output_text(out, ",\"overrides\":[");
    for (size_t i = 0; i < summary->n_overrides; i++)
        json_put_text(out, i > 0 ? "," : "", summary->overrides[i]);
    output_text(out, "]");
}

void summary_write(struct output *out, const struct summary *summary, int precision)
{
    json_put_text(out, "{\"version\":", BILLIARD_SIM_VERSION);
    json_put_text(out, ",\"title\":", summary->title ? summary->title : "");
    json_put_text(out, ",\"integrator\":", summary->integrator);
    json_put_text(out, ",\"impact\":", summary->impact);
    json_put_count(out, ",\"balls\":", summary->balls);
    json_put_count(out, ",\"steps\":", summary->steps);
    json_put_number(out, ",\"t\":", summary->t, precision);
    put_collisions(out, summary);
    put_conserved(out, summary, precision);
    put_overrides(out, summary);
    json_put_count(out, ",\"pulls\":", summary->pulls);
    json_put_count(out, ",\"energy_gains\":", summary->energy_gains);
    json_put_count(out, ",\"last_resorts\":", summary->last_resorts);
    json_put_number(out, ",\"wall_s\":", summary->wall_s, WALL_CLOCK_DIGITS);
    output_text(out, "}\n");
}
