#include "base/version.h"
#include "lib/capture.h"
#include "lib/testing.h"
#include "out/energy_log.h"
#include "out/event_log.h"
#include "out/summary.h"

static void assert_captured(struct capture *capture, const char *expected)
{
    char *text = capture_end(capture);
    assert_string_equal(text, expected);
    free(text);
}

static void event_rows(void **state)
{
    (void)state;
    struct capture capture = capture_start();
    struct row_log log = {capture.out, 0, NULL};
    const struct contact_event ball = {.t = 0.125,
                                       .group = 7,
                                       .kind = CONTACT_BALL,
                                       .a = 3,
                                       .b = 4000000000,
                                       .at.x = 1,
                                       .at.y = 0.1,
                                       .n.x = 0.6,
                                       .n.y = -0.8,
                                       .u = -2,
                                       .j = 1e-7};
    const struct contact_event wall = {.t = 0.25,
                                       .group = 8,
                                       .kind = CONTACT_TOP,
                                       .a = 0,
                                       .b = -1,
                                       .at.x = 0.5,
                                       .at.y = 2,
                                       .n.x = 0,
                                       .n.y = 1,
                                       .u = -1.5,
                                       .j = -0.25};
    event_log_begin(&log);
    event_log_contact(&log, &ball);
    event_log_contact(&log, &wall);
    assert_captured(&capture, "t,group,kind,a,b,x,y,nx,ny,u,j\n"
                              "0.125,7,ball,3,4000000000,1,0.1,0.6,-0.8,-2,1e-7\n"
                              "0.25,8,top,0,-1,0.5,2,0,1,-1.5,-0.25\n");
}

static void event_kinds(void **state)
{
    (void)state;
    static const char *const names[] = {"ball", "left", "right", "bottom", "top"};
    for (int kind = CONTACT_BALL; kind <= CONTACT_TOP; kind++) {
        struct capture capture = capture_start();
        struct row_log log = {capture.out, 2, NULL};
        const struct contact_event event = {.t = 1.0 / 3, .kind = (enum contact_kind)kind, .b = -1};
        char expected[64];
        event_log_contact(&log, &event);
        snprintf(expected, sizeof expected, "0.33,0,%s,0,-1,0,0,0,0,0,0\n", names[kind]);
        assert_captured(&capture, expected);
    }
}

static void rows_of_rotation(void **state)
{
    (void)state;
    struct capture capture = capture_start();
    const struct row_log log = {.out = capture.out, .rotates = true};
    const struct contact_event hit = {.t = 1, .kind = CONTACT_LEFT, .a = 2, .b = -1, .j = 3, .jt = 0.5, .jz = -0.25};
    const struct contact_event roll = {.t = 2, .group = 1, .kind = CONTACT_ROLL, .b = -1, .at = {4, 5}, .u = 6};
    const struct energy_row row = {.sums = {1, 2, 3, 4, 0.5}, .potential = 16, .lost = 32};
    event_log_begin(&log);
    event_log_contact(&log, &hit);
    event_log_contact(&log, &roll);
    energy_log_begin(&log);
    energy_log_row(&log, &row);
    assert_captured(&capture, "t,group,kind,a,b,x,y,nx,ny,u,j,jt,jz\n"
                              "1,0,left,2,-1,0,0,0,0,0,3,0.5,-0.25\n"
                              "2,1,roll,0,-1,4,5,0,0,6,0,0,0\n"
                              "step,t,kinetic,potential,lost,total,px,py,lz,virial,jleft,jright,jbottom,jtop,rotation\n"
                              "0,0,1,16,32,49.5,2,3,4,0,0,0,0,0,0.5\n");
}

static void energy_rows(void **state)
{
    (void)state;
    struct capture capture = capture_start();
    struct row_log log = {capture.out, 0, NULL}, rounded = {capture.out, 4, NULL};
    const struct energy_row row = {.step = 50,
                                   .t = 0.5,
                                   .sums = {1.5, -3, 0, 2.0 / 3},
                                   .potential = 0.25,
                                   .lost = 0.125,
                                   .virial = 3,
                                   .wall = {4, 5, 6, 7}};
    energy_log_begin(&log);
    energy_log_row(&log, &row);
    energy_log_row(&rounded, &row);
    assert_captured(&capture, "step,t,kinetic,potential,lost,total,px,py,lz,virial,jleft,jright,jbottom,jtop\n"
                              "50,0.5,1.5,0.25,0.125,1.875,-3,0,0.6666666666666666,3,4,5,6,7\n"
                              "50,0.5,1.5,0.25,0.125,1.875,-3,0,0.6667,3,4,5,6,7\n");
}

static void number_of_the_run(void **state)
{
    (void)state;
    struct capture capture = capture_start();
    struct row_log energy = {capture.out, 0, "17"};
    struct row_log events = {capture.out, 0, "18"};
    const struct energy_row row = {.step = 50, .t = 0.5};
    const struct contact_event event = {.t = 1.5, .kind = CONTACT_BALL, .b = 1, .n.x = 1};
    energy_log_begin(&energy);
    energy_log_row(&energy, &row);
    event_log_begin(&events);
    event_log_contact(&events, &event);
    summary_write_status(capture.out, "19", STATUS_SCENE);
    assert_captured(&capture, "run,step,t,kinetic,potential,lost,total,px,py,lz,virial,jleft,jright,jbottom,jtop\n"
                              "17,50,0.5,0,0,0,0,0,0,0,0,0,0,0,0\n"
                              "run,t,group,kind,a,b,x,y,nx,ny,u,j\n"
                              "18,1.5,0,ball,0,1,0,0,1,0,0,0\n"
                              "{\"run\":19,\"status\":3}\n");
}

static const struct scene usual_scene = {
    .title = (char[]){"Break \"shot\""}, .integrator = "event", .impact = "gr", .n = 16, .steps = 600};

static uint32_t usual_taken[] = {7, 2}, usual_pockets[16] = {[7] = 3, [2] = 1};
static const struct world usual_world = {.taken = usual_taken, .n_taken = 2, .pocket = usual_pockets},
                          empty_world = {.n_taken = 0};

static const struct gate_counts no_gates = {0};

static struct summary usual_summary(void)
{
    return (struct summary){
        .scene = &usual_scene,
        .world = &usual_world,
        .gates = &no_gates,
        .ended = SUMMARY_COLLAPSE,
        .initial = {.step = 100, .t = 1, .sums.kinetic = 1.75, .potential = 0.25},
        .final = {.step = 600, .t = 5, .sums = {1.25, 1, -0.5, 0.1}, .potential = 0.25, .lost = 0.25},
        .counters = {.ball = 123,
                     .surface = 45,
                     .simultaneous = 3,
                     .overlap = 1e-16,
                     .pulls = 2,
                     .energy_gains = 1,
                     .last_resorts = 3,
                     .kept = 4,
                     .rest = 1.5},
        .wall_s = 0.0123456789,
    };
}

static void summary_line(void **state)
{
    (void)state;
    struct scene_setting settings[] = {
        {"k=4", "k", "4", "4", true}, {"title=a", "title", "a", "a", false}, {"k=5", "k", "5", "5", true}};
    struct capture capture = capture_start();
    struct scene scene = usual_scene;
    struct summary summary = usual_summary();
    scene.settings = settings;
    scene.n_overrides = 3;
    summary.scene = &scene;
    summary_write(capture.out, &summary, 0);
    assert_captured(
        &capture,
        "{\"version\":\"" BILLIARD_SIM_VERSION
        "\",\"title\":\"Break \\\"shot\\\"\",\"integrator\":\"event\",\"impact\":\"gr\","
        "\"balls\":16,\"steps\":500,\"t\":5,\"collisions\":{\"ball\":123,\"wall\":45,\"simultaneous\":3},"
        "\"energy\":{\"initial\":2,\"final\":1.5,\"lost\":0.25,\"drift\":-0.125},"
        "\"momentum\":{\"px\":1,\"py\":-0.5,\"lz\":0.1},\"overlap\":1e-16,"
        "\"overrides\":[\"k=4\",\"title=a\",\"k=5\"],\"ended\":\"collapse\",\"steps_wanted\":600,"
        "\"pulls\":2,\"energy_gains\":1,\"last_resorts\":3,\"kept\":4,\"set\":{\"title\":\"a\",\"k\":5},\"pocketed\":["
        "7,2],\"pockets\":[3,1],\"rest\":1.5,\"wall_s\":0.0123457}\n");
}

static void summary_without_title_and_energy(void **state)
{
    (void)state;
    struct capture capture = capture_start();
    const struct scene scene = {.integrator = "impulse", .impact = "newton"};
    struct summary summary = {
        .scene = &scene, .world = &empty_world, .gates = &no_gates, .final = {.t = 1.0 / 3}, .counters.rest = HUGE_VAL};
    summary_write(capture.out, &summary, 3);
    assert_captured(
        &capture,
        "{\"version\":\"" BILLIARD_SIM_VERSION "\",\"title\":\"\",\"integrator\":\"impulse\",\"impact\":\"newton\","
        "\"balls\":0,\"steps\":0,\"t\":0.333,\"collisions\":{\"ball\":0,\"wall\":0,\"simultaneous\":0},"
        "\"energy\":{\"initial\":0,\"final\":0,\"lost\":0,\"drift\":0},"
        "\"momentum\":{\"px\":0,\"py\":0,\"lz\":0},\"overlap\":0,\"overrides\":[],\"ended\":\"complete\","
        "\"steps_wanted\":0,\"pulls\":0,\"energy_gains\":0,\"last_resorts\":0,\"kept\":0,\"set\":{},\"pocketed\":[],"
        "\"pockets\":[],\"rest\":null,\"wall_s\":0}\n");
}

static void summary_with_the_number_of_the_run(void **state)
{
    (void)state;
    struct capture capture = capture_start();
    struct summary summary = usual_summary();
    summary.run = "17";
    summary.status = STATUS_FAILED;
    summary_write(capture.out, &summary, 0);
    char *text = capture_end(&capture);
    assert_non_null(strstr(text, "{\"run\":17,\"status\":1,\"version\":\"" BILLIARD_SIM_VERSION "\","));
    free(text);
}

static void summary_names_every_ending(void **state)
{
    (void)state;
    static const char *const names[] = {"complete", "stop", "range", "collapse", "crushed", "failed", "signal"};
    for (int ended = SUMMARY_COMPLETE; ended <= SUMMARY_SIGNAL; ended++) {
        struct capture capture = capture_start();
        struct summary summary = usual_summary();
        char expected[64];
        summary.ended = (enum summary_ended)ended;
        summary_write(capture.out, &summary, 0);
        char *text = capture_end(&capture);
        snprintf(expected, sizeof expected, ",\"ended\":\"%s\",", names[ended]);
        assert_non_null(strstr(text, expected));
        free(text);
    }
}

static void drift_is_always_a_number(void **state)
{
    (void)state;
    struct capture capture = capture_start();
    struct summary summary = usual_summary();
    summary.initial = (struct energy_row){.sums.kinetic = 5e-324};
    summary.final = (struct energy_row){.sums.kinetic = 1};
    summary_write(capture.out, &summary, 0);
    char *text = capture_end(&capture);
    assert_non_null(strstr(text, "\"drift\":1.7976931348623157e308}"));
    free(text);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(event_rows),
        cmocka_unit_test(event_kinds),
        cmocka_unit_test(rows_of_rotation),
        cmocka_unit_test(energy_rows),
        cmocka_unit_test(number_of_the_run),
        cmocka_unit_test(summary_line),
        cmocka_unit_test(summary_with_the_number_of_the_run),
        cmocka_unit_test(summary_without_title_and_energy),
        cmocka_unit_test(summary_names_every_ending),
        cmocka_unit_test(drift_is_always_a_number),
    };
    return RUN_TESTS(tests);
}
