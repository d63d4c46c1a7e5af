/*
 * Promise: each format is what its readers expect. Measured: 7 formats, 7 readers. Also kept by cli/options.bats,
 * cli/readers_full.bats.
 */
#include "base/mem.h"
#include "base/version.h"
#include "lib/capture.h"
#include "lib/testing.h"
#include "out/row.h"
#include "out/writer.h"

/* Every format, byte for byte, for two balls and two frames. */

static double r[] = {0.5, 0.25}, m[] = {1, 0.125};

static struct scene two_ball_scene(void)
{
    return (struct scene){.table = {3, 1.5, .walls.restitution = RESTITUTION(1)},
                          .pair.restitution = RESTITUTION(0.95),
                          .dt = 0.1,
                          .steps = 10,
                          .every = 5,
                          .integrator = "spring",
                          .impact = "gr",
                          .n = 2,
                          .r = r,
                          .m = m};
}

/** Writes `frames` frames of the scene's first n balls and ends.
 *  @param like scene, precision, run and balls, taken over. The caller frees the text. */
static char *written_like(const char *format, struct writer like, uint64_t frames)
{
    const struct scene *scene = like.scene;
    static const double third = 1.0 / 3;
    double x[2][2] = {{0.5, 2}, {1, 2}}, y[2][2] = {{0.5, 1}, {0.5, 1 + third}};
    double vx[2][2] = {{1, 0}, {1, -0.0}}, vy[2][2] = {{0, third}, {1e-7, third}};
    struct capture capture = capture_start();
    const struct writer_ops *ops = writer_find(format);
    struct writer writer = like;
    writer.out = capture.out;
    assert_non_null(ops);
    if (ops->begin)
        ops->begin(&writer);
    for (; writer.frames < frames; writer.frames++) {
        uint64_t f = writer.frames;
        const struct world world = {
            .step = 5 * f,
            .t = (double)(5 * f) * scene->dt,
            .n = scene->n,
            .x = x[f],
            .y = y[f],
            .vx = vx[f],
            .vy = vy[f],
            .r = scene->r,
            .m = scene->m,
            .turns = (struct vec2[2]){{0, 0}},
        };
        ops->frame(&writer, &world);
    }
    if (ops->end)
        ops->end(&writer);
    return capture_end(&capture);
}

static char *written(const char *format, const struct scene *scene, uint64_t frames, int precision)
{
    return written_like(format, (struct writer){.scene = scene, .precision = precision}, frames);
}

static void assert_written(const char *format, const struct scene *scene, uint64_t frames, int precision,
                           const char *expected)
{
    char *text = written(format, scene, frames, precision);
    assert_string_equal(text, expected);
    free(text);
}

static void csv(void **state)
{
    (void)state;
    struct scene scene = two_ball_scene();
    assert_written("csv", &scene, 2, 0,
                   "step,t,ball,x,y,vx,vy\n"
                   "0,0,0,0.5,0.5,1,0\n"
                   "0,0,1,2,1,0,0.3333333333333333\n"
                   "5,0.5,0,1,0.5,1,1e-7\n"
                   "5,0.5,1,2,1.3333333333333333,-0,0.3333333333333333\n");
}

static void csv_wide(void **state)
{
    (void)state;
    struct scene scene = two_ball_scene();
    assert_written("csv-wide", &scene, 2, 0,
                   "step,t,x0,y0,vx0,vy0,x1,y1,vx1,vy1\n"
                   "0,0,0.5,0.5,1,0,2,1,0,0.3333333333333333\n"
                   "5,0.5,1,0.5,1,1e-7,2,1.3333333333333333,-0,0.3333333333333333\n");
}

static void gnuplot(void **state)
{
    (void)state;
    struct scene scene = two_ball_scene();
    assert_written("gnuplot", &scene, 2, 0,
                   "# step t ball x y vx vy r\n"
                   "0 0 0 0.5 0.5 1 0 0.5\n"
                   "0 0 1 2 1 0 0.3333333333333333 0.25\n"
                   "\n\n"
                   "5 0.5 0 1 0.5 1 1e-7 0.5\n"
                   "5 0.5 1 2 1.3333333333333333 -0 0.3333333333333333 0.25\n"
                   "\n\n");
}

static void ndjson(void **state)
{
    (void)state;
    struct scene scene = two_ball_scene();
    assert_written("ndjson", &scene, 2, 0,
                   "{\"step\":0,\"t\":0,\"balls\":["
                   "{\"id\":0,\"x\":0.5,\"y\":0.5,\"vx\":1,\"vy\":0},"
                   "{\"id\":1,\"x\":2,\"y\":1,\"vx\":0,\"vy\":0.3333333333333333}]}\n"
                   "{\"step\":5,\"t\":0.5,\"balls\":["
                   "{\"id\":0,\"x\":1,\"y\":0.5,\"vx\":1,\"vy\":1e-7},"
                   "{\"id\":1,\"x\":2,\"y\":1.3333333333333333,\"vx\":-0,\"vy\":0.3333333333333333}]}\n");
}

static void json(void **state)
{
    (void)state;
    struct scene scene = two_ball_scene();
    scene.title = (char[]){"A \"title\""};
    scene.k = 1000;
    assert_written(
        "json", &scene, 2, 0,
        "{\"meta\":{\"version\":\"" BILLIARD_SIM_VERSION "\",\"title\":\"A \\\"title\\\"\",\"integrator\":\"spring\","
        "\"impact\":\"gr\",\"table\":{\"width\":3,\"height\":1.5},\"restitution\":{\"ball\":0.95,\"wall\":1},"
        "\"k\":1e3,\"dt\":0.1,\"steps\":10,\"every\":5,\"balls\":[{\"r\":0.5,\"m\":1},{\"r\":0.25,\"m\":0.125}]},"
        "\"frames\":[\n"
        "{\"step\":0,\"t\":0,\"balls\":["
        "{\"id\":0,\"x\":0.5,\"y\":0.5,\"vx\":1,\"vy\":0},"
        "{\"id\":1,\"x\":2,\"y\":1,\"vx\":0,\"vy\":0.3333333333333333}]},\n"
        "{\"step\":5,\"t\":0.5,\"balls\":["
        "{\"id\":0,\"x\":1,\"y\":0.5,\"vx\":1,\"vy\":1e-7},"
        "{\"id\":1,\"x\":2,\"y\":1.3333333333333333,\"vx\":-0,\"vy\":0.3333333333333333}]}\n"
        "]}\n");
}

static void xyz(void **state)
{
    (void)state;
    struct scene scene = two_ball_scene();
    assert_written(
        "xyz", &scene, 2, 0,
        "2\n"
        "Lattice=\"3 0 0 0 1.5 0 0 0 1\" Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:id:I:1 Time=0\n"
        "B 0.5 0.5 0 1 0 0 0.5 0\n"
        "B 2 1 0 0 0.3333333333333333 0 0.25 1\n"
        "2\n"
        "Lattice=\"3 0 0 0 1.5 0 0 0 1\" Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:id:I:1 Time=0.5\n"
        "B 1 0.5 0 1 1e-7 0 0.5 0\n"
        "B 2 1.3333333333333333 0 -0 0.3333333333333333 0 0.25 1\n");
}

/** The box is as thick as the largest ball, wherever that stands; a unit where there is none. */
static void thickness_of_the_box(void **state)
{
    (void)state;
    struct scene scene = two_ball_scene();
    static const double radii[][2] = {{0.75, 0.5}, {0.5, 0.75}, {0.75, 0.75}};
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; i++) {
        double these[] = {radii[i][0], radii[i][1]};
        scene.r = these;
        char *text = written("xyz", &scene, 1, 0);
        assert_non_null(strstr(text, "Lattice=\"3 0 0 0 1.5 0 0 0 1.5\""));
        free(text);
    }
}

static void names_and_colours(void **state)
{
    (void)state;
    const char *names[] = {"the \"cue\"", NULL}, *colors[] = {NULL, "wei\xc3\x9f\n"};
    struct scene scene = two_ball_scene();
    scene.name = names;
    scene.color = colors;
    assert_written("ndjson", &scene, 1, 0,
                   "{\"step\":0,\"t\":0,\"balls\":["
                   "{\"id\":0,\"x\":0.5,\"y\":0.5,\"vx\":1,\"vy\":0,\"name\":\"the \\\"cue\\\"\"},"
                   "{\"id\":1,\"x\":2,\"y\":1,\"vx\":0,\"vy\":0.3333333333333333}]}\n");
    assert_written("json", &scene, 0, 0,
                   "{\"meta\":{\"version\":\"" BILLIARD_SIM_VERSION "\",\"integrator\":\"spring\",\"impact\":\"gr\","
                   "\"table\":{\"width\":3,\"height\":1.5},\"restitution\":{\"ball\":0.95,\"wall\":1},"
                   "\"dt\":0.1,\"steps\":10,\"every\":5,\"balls\":[{\"r\":0.5,\"m\":1,\"name\":\"the \\\"cue\\\"\"},"
                   "{\"r\":0.25,\"m\":0.125,\"color\":\"wei\xc3\x9f\\n\"}]},\"frames\":[\n]}\n");
}

static void precision_rounds_every_number(void **state)
{
    (void)state;
    struct scene scene = two_ball_scene();
    assert_written("csv", &scene, 2, 3,
                   "step,t,ball,x,y,vx,vy\n"
                   "0,0,0,0.5,0.5,1,0\n"
                   "0,0,1,2,1,0,0.333\n"
                   "5,0.5,0,1,0.5,1,1e-7\n"
                   "5,0.5,1,2,1.33,-0,0.333\n");
    assert_written("csv-wide", &scene, 1, 1,
                   "step,t,x0,y0,vx0,vy0,x1,y1,vx1,vy1\n"
                   "0,0,0.5,0.5,1,0,2,1,0,0.3\n");
    assert_written("xyz", &scene, 1, 1,
                   "2\n"
                   "Lattice=\"3 0 0 0 2 0 0 0 1\" Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:id:I:1 Time=0\n"
                   "B 0.5 0.5 0 1 0 0 0.5 0\n"
                   "B 2 1 0 0 0.3 0 0.2 1\n");
    assert_written("gnuplot", &scene, 1, 17,
                   "# step t ball x y vx vy r\n"
                   "0 0 0 0.5 0.5 1 0 0.5\n"
                   "0 0 1 2 1 0 0.33333333333333331 0.25\n"
                   "\n\n");
}

static void assert_written_like(const char *format, struct writer like, const char *expected)
{
    char *text = written_like(format, like, 2);
    assert_string_equal(text, expected);
    free(text);
}

static void number_of_the_run(void **state)
{
    (void)state;
    struct scene scene = two_ball_scene();
    const struct writer like = {.scene = &scene, .precision = 1, .run = "17"};
    assert_written_like("csv", like,
                        "run,step,t,ball,x,y,vx,vy\n"
                        "17,0,0,0,0.5,0.5,1,0\n17,0,0,1,2,1,0,0.3\n"
                        "17,5,0.5,0,1,0.5,1,1e-7\n17,5,0.5,1,2,1,-0,0.3\n");
    assert_written_like("csv-wide", like,
                        "run,step,t,x0,y0,vx0,vy0,x1,y1,vx1,vy1\n"
                        "17,0,0,0.5,0.5,1,0,2,1,0,0.3\n17,5,0.5,1,0.5,1,1e-7,2,1,-0,0.3\n");
    assert_written_like("ndjson", like,
                        "{\"run\":17,\"step\":0,\"t\":0,\"balls\":[{\"id\":0,\"x\":0.5,\"y\":0.5,\"vx\":1,\"vy\":0},"
                        "{\"id\":1,\"x\":2,\"y\":1,\"vx\":0,\"vy\":0.3}]}\n"
                        "{\"run\":17,\"step\":5,\"t\":0.5,\"balls\":[{\"id\":0,\"x\":1,\"y\":0.5,\"vx\":1,\"vy\":1e-7},"
                        "{\"id\":1,\"x\":2,\"y\":1,\"vx\":-0,\"vy\":0.3}]}\n");
}

/** Only the second of two balls. */
static void some_balls(void **state)
{
    (void)state;
    uint32_t second[] = {1};
    struct scene scene = two_ball_scene();
    const struct writer like = {.scene = &scene, .precision = 1, .balls = second, .n_balls = 1};
    assert_written_like("csv", like, "step,t,ball,x,y,vx,vy\n0,0,1,2,1,0,0.3\n5,0.5,1,2,1,-0,0.3\n");
    assert_written_like("csv-wide", like, "step,t,x1,y1,vx1,vy1\n0,0,2,1,0,0.3\n5,0.5,2,1,-0,0.3\n");
    assert_written_like("gnuplot", like,
                        "# step t ball x y vx vy r\n0 0 1 2 1 0 0.3 0.2\n\n\n5 0.5 1 2 1 -0 0.3 0.2\n\n\n");
    assert_written_like("ndjson", like,
                        "{\"step\":0,\"t\":0,\"balls\":[{\"id\":1,\"x\":2,\"y\":1,\"vx\":0,\"vy\":0.3}]}\n"
                        "{\"step\":5,\"t\":0.5,\"balls\":[{\"id\":1,\"x\":2,\"y\":1,\"vx\":-0,\"vy\":0.3}]}\n");
    assert_written_like(
        "xyz", like,
        "1\nLattice=\"3 0 0 0 2 0 0 0 1\" Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:id:I:1 Time=0\n"
        "B 2 1 0 0 0.3 0 0.2 1\n"
        "1\nLattice=\"3 0 0 0 2 0 0 0 1\" Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:id:I:1 Time=0.5\n"
        "B 2 1 0 -0 0.3 0 0.2 1\n");
    char *text = written_like("json", like, 1);
    assert_non_null(strstr(text, "\"balls\":[{\"r\":0.5,\"m\":1},{\"r\":0.2,\"m\":0.1}]},\"frames\":[\n"
                                 "{\"step\":0,\"t\":0,\"balls\":[{\"id\":1,\"x\":2,"));
    free(text);
}

static void no_frames(void **state)
{
    (void)state;
    struct scene scene = two_ball_scene();
    assert_written("csv", &scene, 0, 0, "step,t,ball,x,y,vx,vy\n");
    assert_written("csv-wide", &scene, 0, 0, "step,t,x0,y0,vx0,vy0,x1,y1,vx1,vy1\n");
    assert_written("gnuplot", &scene, 0, 0, "# step t ball x y vx vy r\n");
    assert_written("ndjson", &scene, 0, 0, "");
    assert_written("xyz", &scene, 0, 0, "");
}

static void no_balls(void **state)
{
    (void)state;
    struct scene scene = two_ball_scene();
    scene.n = 0;
    assert_written("csv", &scene, 1, 0, "step,t,ball,x,y,vx,vy\n");
    assert_written("csv-wide", &scene, 2, 0, "step,t\n0,0\n5,0.5\n");
    assert_written("gnuplot", &scene, 1, 0, "# step t ball x y vx vy r\n\n\n");
    assert_written("ndjson", &scene, 1, 0, "{\"step\":0,\"t\":0,\"balls\":[]}\n");
    assert_written("json", &scene, 1, 0,
                   "{\"meta\":{\"version\":\"" BILLIARD_SIM_VERSION "\",\"integrator\":\"spring\",\"impact\":\"gr\","
                   "\"table\":{\"width\":3,\"height\":1.5},\"restitution\":{\"ball\":0.95,\"wall\":1},"
                   "\"dt\":0.1,\"steps\":10,\"every\":5,\"balls\":[]},\"frames\":[\n"
                   "{\"step\":0,\"t\":0,\"balls\":[]}\n]}\n");
    assert_written(
        "xyz", &scene, 1, 0,
        "0\n"
        "Lattice=\"3 0 0 0 1.5 0 0 0 1\" Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:id:I:1 Time=0\n");
}

static void extreme_numbers_fit_in_a_row(void **state)
{
    (void)state;
    double x[] = {-1.2345678901234567e-308}, y[] = {-1.7976931348623157e308}, v[] = {-2.2250738585072014e-308};
    const struct world world = {.step = UINT64_C(1) << 53,
                                .t = 1.2345678901234567e-300,
                                .n = 1,
                                .x = x,
                                .y = y,
                                .vx = v,
                                .vy = v,
                                .r = x,
                                .m = v,
                                .turns = &(struct vec2){0, 0}};
    struct scene scene = two_ball_scene();
    scene.n = 1;
    for (size_t i = 0; writer_all[i]; i++) {
        struct capture capture = capture_start();
        struct writer writer = {.out = capture.out, .scene = &scene};
        writer_all[i]->frame(&writer, &world);
        char *text = capture_end(&capture);
        assert_true(writer_all[i]->is_binary || strstr(text, "-1.7976931348623157e308"));
        free(text);
    }
}

/** Frames of a ball that rests, spins, rolls, rests elsewhere and a unit in the last place beside, and has signed
 *  zeros.
 *  @param places as in struct writer. The caller frees the text. */
static char *written_of_resting(const struct writer_ops *ops, struct row_text *places, int precision)
{
    static const double tiny = -1.2345678901234567e-308, third = 1.0 / 3, above = 1.0 / 3 + 0x1p-54;
    static const struct {
        double x, y, vx, vy;
        struct vec3 w;
    } frames[] = {{.x = tiny, .y = third},
                  {.x = tiny, .y = third},
                  {.x = tiny, .y = third, .w.z = tiny},
                  {.x = tiny, .y = third, .w = {-0.0, 0, 0}},
                  {.x = tiny, .y = third, .w = {0, -0.0, 1}},
                  {.x = tiny, .y = third, .vx = 1},
                  {.x = 0.5, .y = third, .vy = third},
                  {.x = tiny, .y = third},
                  {.x = tiny, .y = above},
                  {.x = 0.0, .y = above},
                  {.x = -0.0, .y = above},
                  {.x = -0.0, .y = above, .vx = -0.0},
                  {.x = -0.0, .y = above, .vy = -0.0}};
    struct capture capture = capture_start();
    const struct scene scene = {.table = {3, 1.5}, .n = 1, .r = r, .m = m, .rotates = true};
    struct writer writer = {.out = capture.out, .scene = &scene, .precision = precision, .places = places};
    for (; writer.frames < sizeof frames / sizeof *frames; writer.frames++) {
        double x = frames[writer.frames].x, y = frames[writer.frames].y;
        double vx = frames[writer.frames].vx, vy = frames[writer.frames].vy;
        struct vec3 w = frames[writer.frames].w;
        struct vec2 turns = {0, 0};
        const struct world world = {
            .n = 1, .x = &x, .y = &y, .vx = &vx, .vy = &vy, .w = &w, .r = r, .m = m, .turns = &turns};
        ops->frame(&writer, &world);
    }
    return capture_end(&capture);
}

static void kept_places_change_no_byte(void **state)
{
    (void)state;
    for (size_t i = 0; writer_all[i]; i++)
        for (int precision = 0; precision <= 17; precision++) {
            struct row_text *places = mem_array(ROW_VX, sizeof *places);
            assert_non_null(places);
            char *plain = written_of_resting(writer_all[i], NULL, precision);
            char *kept = written_of_resting(writer_all[i], places, precision);
            assert_string_equal(kept, plain);
            free(kept);
            free(plain);
            free(places);
        }
}

static char *row_of_state(char *text, const struct writer *writer, const struct world *world)
{
    struct row_ball ball;
    row_prepare(&ball, ROW_SPIN, writer, world, 0);
    return row_columns(text, ',', &ball, ROW_X, ROW_SPIN);
}

/** A kept text is not made again, but for another number. */
static void place_of_a_resting_ball_is_kept(void **state)
{
    (void)state;
    double x = 1.0 / 3, y = 0.25, v = 0;
    struct row_text *places = mem_array(ROW_VX, sizeof *places);
    assert_non_null(places);
    const struct writer writer = {.places = places};
    struct vec2 turns = {0, 0};
    const struct world world = {.n = 1, .x = &x, .y = &y, .vx = &v, .vy = &v, .turns = &turns};
    char text[ROW_MOST_BYTES] = {0};
    row_of_state(text, &writer, &world);
    places[ROW_X].text[2] = '7';
    char *end = row_of_state(text, &writer, &world);
    assert_int_equal(end - text, strlen(",0.3333333333333333,0.25,0,0"));
    assert_memory_equal(text, ",0.7333333333333333,0.25,0,0", (size_t)(end - text));
    y = 0.5;
    end = row_of_state(text, &writer, &world);
    assert_memory_equal(text, ",0.7333333333333333,0.5,0,0", (size_t)(end - text));
    free(places);
}

static void registry(void **state)
{
    (void)state;
    static const char *const names[] = {"csv", "csv-wide", "gnuplot", "ndjson", "json", "xyz", "binary"};
    for (size_t i = 0; i < 7; i++) {
        assert_string_equal(writer_all[i]->name, names[i]);
        assert_ptr_equal(writer_find(names[i]), writer_all[i]);
        assert_true(strlen(writer_all[i]->doc) > 0);
    }
    assert_null(writer_all[7]);
    assert_null(writer_find("cs"));
    assert_null(writer_find(""));
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv),
        cmocka_unit_test(csv_wide),
        cmocka_unit_test(gnuplot),
        cmocka_unit_test(ndjson),
        cmocka_unit_test(json),
        cmocka_unit_test(xyz),
        cmocka_unit_test(thickness_of_the_box),
        cmocka_unit_test(names_and_colours),
        cmocka_unit_test(precision_rounds_every_number),
        cmocka_unit_test(number_of_the_run),
        cmocka_unit_test(some_balls),
        cmocka_unit_test(no_frames),
        cmocka_unit_test(no_balls),
        cmocka_unit_test(extreme_numbers_fit_in_a_row),
        cmocka_unit_test(kept_places_change_no_byte),
        cmocka_unit_test(place_of_a_resting_ball_is_kept),
        cmocka_unit_test(registry),
    };
    return RUN_TESTS(tests);
}
