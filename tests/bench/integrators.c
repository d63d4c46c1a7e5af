/*
 * How fast is each integrator? A gas of hard discs (area fraction 0.4, restitution 1), small and large, is advanced for
 * about a second of wall time; printed are balls x steps and contacts per second. `event` has no steps of its own, so
 * only its contacts mean something. Build without sanitizers; compare only numbers of one machine.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "integrators/integrator.h"
#include "session/session.h"

static const double SECONDS = 1.0, RADIUS = 0.5, AREA_FRACTION = 0.4;

static void print_fault(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "%s\n", line);
}

static struct session *load(const struct integrator_ops *ops, int n)
{
    const double side = sqrt(n * 3.14159265358979 * RADIUS * RADIUS / AREA_FRACTION);
    const struct scene_faults faults = {print_fault, NULL, true};
    struct session *session;
    struct error err;
    char text[512];
    const int length = snprintf(
        text, sizeof text,
        "{\"table\": {\"width\": %.17g, \"height\": %.17g}, \"k\": 1e5, \"dt\": 5e-4, \"steps\": 0, \"integrator\": "
        "\"%s\", \"balls\": [{\"fill\": \"hex\", \"count\": %d, \"r\": %.17g, \"m\": 1, \"speed\": 1, \"seed\": 1}]}",
        side, side, ops->name, n, RADIUS);
    const struct scene_source source = {.text = text, .length = (size_t)length};
    if (session_load(&source, &faults, &session, &err) != STATUS_OK ||
        session_start(session, &(struct session_watch){.sums_losses = true}, &err) != STATUS_OK)
        abort();
    return session;
}

static void measure(const struct integrator_ops *ops, int n)
{
    struct session *session = load(ops, n);
    struct error err;
    double begun = clock_seconds(), elapsed = 0;
    uint64_t step = 0;
    for (uint64_t stride = 1; elapsed < SECONDS; stride += stride / 4 + 1) {
        if (session_step(session, step += stride, &err) != STATUS_OK)
            abort();
        elapsed = clock_seconds() - begun;
    }
    const struct counters *counters = session_counters(session);
    printf("%-14s %7d balls %10.3g balls x steps/s %10.3g contacts/s\n", ops->name, n, n * (double)step / elapsed,
           (double)(counters->ball + counters->surface) / elapsed);
    session_free(session);
}

int main(void)
{
    static const int sizes[] = {100, 10000};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (size_t i = 0; integrator_all[i]; i++)
            measure(integrator_all[i], sizes[s]);
    return 0;
}
