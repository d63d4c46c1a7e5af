/* The law `hertz` in `event`: how stiff a contact is depends on the curvature of what a ball lies against, a wall, a
 * line, a fixed ball, either side of an arc. One ball hits another that lies there; closed forms of Hertz's radius. */
#include "lib/sim.h"
#include "unit/touching.h"

#define RADIUS 0.5 /* of the balls; the one that lies there is at (20, 20) and its surface at x = 20.5 */

struct surface_case {
    const char *name;
    struct obstacle obstacle;
    double fixed;            /* radius of a fixed ball; neither it nor an obstacle: the table's wall */
    double curvature_radius; /* Hertz's */
};

/** Velocities of both balls by the law alone. */
static void expected_speeds(double curvature_radius, double *speeds)
{
    struct touching *set = touching_open();
    touching_ball(set, 0, 0, RADIUS, 1);
    touching_ball(set, 2 * RADIUS, 0, RADIUS, 1);
    touching_velocity(set, 0, 1, 0);
    touching_pair(set, 0, 1, 1);
    touching_wall(set, 1, 1, 0, 1);
    set->contacts[1].curvature_radius = curvature_radius;
    touching_resolve(set, "hertz");
    speeds[0] = set->bodies[0].v.x;
    speeds[1] = set->bodies[1].v.x;
    touching_close(set);
}

static struct sim *make_scene(struct surface_case *surface)
{
    bool has_obstacle = surface->obstacle.value[2] > 0, has_fixed = surface->fixed > 0;
    struct sim *sim = sim_open(has_fixed ? 3 : 2, has_obstacle || has_fixed ? 40 : 20 + RADIUS, 40);
    sim->scene.table.obstacles = &surface->obstacle;
    sim->scene.table.n_obstacles = has_obstacle;
    for (size_t i = 0; i < sim->scene.n; i++)
        sim->scene.r[i] = RADIUS;
    sim_ball(sim, 0, 17, 20, 1, 0);
    sim_ball(sim, 1, 20, 20, 0, 0);
    if (has_fixed) {
        sim->scene.r[2] = surface->fixed;
        sim->scene.m[2] = HUGE_VAL;
        sim_ball(sim, 2, 20.5 + surface->fixed, 20, 0, 0);
    }
    sim->scene.impact = "hertz";
    sim->scene.dt = 2.5;
    return sim;
}

static void test_surfaces(void **context)
{
    (void)context;
    struct surface_case cases[] = {
        {"wall", {.kind = OBSTACLE_LINE}, 0, RADIUS},
        {"line", {.kind = OBSTACLE_LINE, .value = {20.5, 10, 20.5, 30}, .e = 1}, 0, RADIUS},
        {"end of a line", {.kind = OBSTACLE_LINE, .value = {20.5, 20, 30, 20}, .e = 1}, 0, RADIUS},
        {"inside an arc",
         {.kind = OBSTACLE_ARC, .value = {18.5, 20, 2, -90, 90}, .e = 1},
         0,
         2 * RADIUS / (2 - RADIUS)},
        {"outside an arc",
         {.kind = OBSTACLE_ARC, .value = {22.5, 20, 2, 90, 270}, .e = 1},
         0,
         2 * RADIUS / (2 + RADIUS)},
        {"small fixed ball", {.kind = OBSTACLE_LINE}, 0.125, 0.1},
        {"large fixed ball", {.kind = OBSTACLE_LINE}, 4.5, 0.45},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double speeds[2];
        struct sim *sim = make_scene(&cases[i]);
        expected_speeds(cases[i].curvature_radius, speeds);
        sim_start(sim, &integrator_event);
        sim_advance(sim, 1);
        for (size_t ball = 0; ball < 2; ball++)
            if (!(fabs(sim->world->vx[ball] - speeds[ball]) < 1e-9))
                fail_msg("%s: ball %zu has speed %.12f, expected %.12f", cases[i].name, ball, sim->world->vx[ball],
                         speeds[ball]);
        sim_close(sim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_surfaces),
    };
    return RUN_TESTS(tests);
}
