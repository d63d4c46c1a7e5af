#include "lib/whole_run.h"

static void add_impulse(void *context, const struct contact_event *row)
{
    struct whole_run_impulses *impulses = context;
    if (row->t < impulses->from)
        return;
    if (row->kind == CONTACT_BALL) {
        impulses->ball[row->b] += row->j;
        impulses->upwards -= row->j * row->n.y + row->jt * row->n.x;
    } else if (row->b >= 0)
        impulses->obstacle[row->b] += row->j;
    else
        impulses->walls += row->j;
}

void whole_run(struct whole_run *run, const char *text, double from)
{
    *run = (struct whole_run){.loaded = scene_text_load(text, NULL, true), .impulses = {.from = from}};
    assert_string_equal(run->loaded->faults, "");
    run->session = session_of(run->loaded->scene, run->loaded->world);
    const struct session_watch watch = {.contact = add_impulse, .context = &run->impulses, .sums_losses = true};
    assert_int_equal(session_start(run->session, &watch, &run->err), STATUS_OK);
    run->status = session_step(run->session, run->loaded->scene->steps, &run->err);
    run->counters = session_engine_counters(run->session);
}

struct whole_run *whole_run_completed(const char *text, double from)
{
    static struct whole_run done;
    whole_run(&done, text, from);
    if (done.status != STATUS_OK)
        fail_msg("%s: %s", text, done.err.text);
    return &done;
}

void whole_run_close(struct whole_run *run)
{
    session_free(run->session);
    scene_text_free(run->loaded);
}
