/* The collision log of a run, see contact_log.h. */
#include "lib/contact_log.h"

#include "base/mem.h"

void contact_log_contact(void *context, const struct contact_event *row)
{
    struct contact_log *contacts = context;
    assert_true(row->t >= contacts->last);
    assert_true(isfinite(row->t) && isfinite(row->u) && isfinite(row->j));
    contacts->last = row->t;
    if (contacts->n < contacts->limit) {
        assert_true(mem_grow(&contacts->rows, &contacts->capacity, contacts->n + 1, sizeof *contacts->rows));
        contacts->rows[contacts->n] = *row;
    }
    contacts->groups = row->group + 1;
    contacts->pairs += row->kind == CONTACT_BALL;
    contacts->pocketed += row->kind == CONTACT_POCKET;
    contacts->rolls += row->kind == CONTACT_ROLL;
    contacts->pulls += row->j < 0;
    contacts->n++;
}

void contact_log_start(struct contact_log *contacts, struct sim *sim, const char *law, size_t limit)
{
    *contacts = (struct contact_log){.limit = limit, .last = -HUGE_VAL};
    sim->scene.impact = law;
    sim->observer.contact = contact_log_contact;
    sim->observer.context = contacts;
    sim_start(sim, &integrator_event);
}

void contact_log_close(struct contact_log *contacts, struct sim *sim)
{
    struct counters counts = sim_counters(sim);
    assert_true(counts.ball == contacts->pairs && counts.pulls == contacts->pulls);
    assert_true(counts.surface == contacts->n - contacts->pairs - contacts->pocketed - contacts->rolls);
    free(contacts->rows);
    sim_close(sim);
}
