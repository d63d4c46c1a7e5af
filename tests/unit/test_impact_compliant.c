/*
 * Promise: hooke and hertz are the limits of stiff contacts. Measured: springs in their stiff limit to 2e-5; 300
 * random clusters against a plain integrator of the forces, and lines, walls, racks against independent codes, to
 * 1e-11; energy of 10 000 random clusters to 5e-13; renumbered ones to 1e-12; mirror images of any to the bit, of
 * themselves to 1e-13. Also kept by unit/test_impact_compliant_clusters.c, unit/test_impact_process.c,
 * unit/test_extrapolation.c, laws/test_hooke_limit.c, laws/test_hertz_surfaces.c.
 */
/* The laws `hooke` and `hertz`: published and independently computed outcomes, and limits. */
#include "unit/touching.h"

#include "base/min_max.h"

static const char *const laws[] = {"hooke", "hertz"};
enum { HOOKE, HERTZ, LAWS };

/* ---- lines ---- */

/** `moving` of n touching unit balls in a row have speed 1. */
static void set_line(struct touching *set, size_t n, size_t moving, double e)
{
    touching_clear(set);
    for (size_t i = 0; i < n; i++) {
        touching_ball(set, 2 * (double)i, 0, 1, 1);
        touching_velocity(set, i, i < moving ? 1 : 0, 0);
    }
    touching_find_pairs(set, e);
}

/** Forty digits of piecewise exponentials for hooke, an independent extrapolation code for hertz. */
static void test_lines(void **context)
{
    (void)context;
    static const struct {
        size_t law, n, moving;
        double e, v[5], tolerance;
    } lines[] = {
        {HOOKE, 3, 1, 1, {-.13026169506452104705, .15022956943477408931, .98003212562974695774}, 1e-13},
        {HERTZ, 3, 1, 1, {-.070952353651, .076403039071, .994549314580}, 1e-11},
        {HOOKE,
         5,
         1,
         1,
         {-.13227948470970768681, -.075329169802566405682, -.031010829014029060459, .29621775014143867659,
          .94240173338486447636},
         1e-12},
        {HERTZ, 5, 1, 1, {-.071085017086, -.030273764097, -.014463629032, .127044986068, .988777424147}, 1e-11},
        {HOOKE,
         5,
         2,
         1,
         {-.1708997483090873552, -.049200786161265915681, .382027214317732308, .66099499574553066897,
          1.1770783244070902939},
         1e-12},
        {HERTZ, 5, 2, 1, {-.112614979027, -.041959500533, .214485776198, .800366671701, 1.139722031661}, 1e-11},
        {HOOKE, 3, 1, .9, {-.098376288613, .191151858917, .907224429696}, 1e-11},
        {HERTZ, 3, 1, .9, {-.039127531483, .123325108909, .915802422573}, 1e-11},
        {HOOKE, 5, 1, .9, {-.102466274729, -.053121168505, -.001078056186, .315634540655, .841030958766}, 1e-11},
        {HERTZ, 5, 1, .9, {-.039663070047, -.007249274266, .009186971420, .172526858897, .865198513996}, 1e-11},
    };
    struct touching *set = touching_open();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        set_line(set, lines[i].n, lines[i].moving, lines[i].e);
        assert_int_equal(touching_resolve(set, laws[lines[i].law]).rounds, 1);
        for (size_t ball = 0; ball < lines[i].n; ball++) {
            assert_near(set->bodies[ball].v.x, lines[i].v[ball], lines[i].tolerance);
            assert_true(set->bodies[ball].v.y == 0);
        }
    }
    touching_close(set);
}

static void test_last_of_long_lines(void **context)
{
    (void)context;
    static const double last[LAWS][2] = {{.877671242297, .805638775261}, {.985865866417, .985679434509}};
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (size_t i = 0; i < 2; i++) {
            set_line(set, 10 + 10 * i, 1, 1);
            touching_resolve(set, laws[law]);
            assert_near(set->bodies[9 + 10 * i].v.x, last[law][i], 1e-11);
            assert_near(touching_kinetic(set), 0.5, 2e-13);
        }
    touching_close(set);
}

/** Unequal masses; radii as for equal densities. */
static void test_masses(void **context)
{
    (void)context;
    static const double m[3][3] = {{1, 2, 1}, {1, 1, 3}, {1, .001, 1}};
    static const double v[LAWS][3][3] = {{{-.39696932166782371958, .2868140538197886583, .82334121402824640297},
                                          {-.40887009879357127869, -.1502238924045492214, .5196979970660401667},
                                          {-.00047669509498409583712, .78485444547252900195, .99969184064951156682}},
                                         {{-.361985920698, .249613728654, .862758463390},
                                          {-.444433556794, -.097870154906, .514101237233},
                                          {-.000497700275, .935501351756, .999562198923}}};
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (size_t i = 0; i < 3; i++) {
            double x = 0;
            touching_clear(set);
            for (size_t ball = 0; ball < 3; ball++) {
                double r = cbrt(m[i][ball]);
                x += ball ? r : 0;
                touching_ball(set, x, 0, r, m[i][ball]);
                x += r;
            }
            touching_velocity(set, 0, 1, 0);
            touching_find_pairs(set, 1);
            touching_resolve(set, laws[law]);
            for (size_t ball = 0; ball < 3; ball++)
                assert_near(set->bodies[ball].v.x, v[law][i][ball], 1e-11);
        }
    touching_close(set);
}

/** How long the contacts have lasted: the state begins with the time, in units in which the largest mass m is 1. */
static double duration(const struct touching *set, size_t law, double m)
{
    return set->cluster.process[0] * (law == HOOKE ? sqrt(m) : pow(m, 0.4));
}

/** A ball of mass 1 or 3 hits one that touches a wall. */
static void test_wall(void **context)
{
    (void)context;
    static const double v[LAWS][2][2] = {
        {{-.976928618649, -.213566088284}, {-.894728222109, -.773552988285}},
        {{-.978769885569, -.204962218723}, {-.896558193986, -.767170264276}},
    };
    static const double lasts[LAWS][2] = {{5.739597403, 8.384950283}, {6.407774123, 11.378839110}};
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (size_t i = 0; i < 2; i++) {
            double m = i ? 3 : 1, r = cbrt(m);
            touching_clear(set);
            touching_ball(set, 0, 0, r, m);
            touching_ball(set, r + 1, 0, 1, 1);
            touching_velocity(set, 0, 1, 0);
            touching_find_pairs(set, 1);
            touching_wall(set, 1, 1, 0, 1);
            touching_resolve(set, laws[law]);
            assert_near(set->bodies[0].v.x, v[law][i][0], 1e-11);
            assert_near(set->bodies[1].v.x, v[law][i][1], 1e-11);
            assert_near(duration(set, law, m), lasts[law][i], 1e-9);
        }
    touching_close(set);
}

/* ---- in the plane ---- */

/** Two touching balls at +-30 degrees from the origin, hit by one at unit speed. */
static void test_double_collision(void **context)
{
    (void)context;
    static const struct {
        double angle, v[LAWS][6];
    } cases[] = {
        {0,
         {{-.2, 0, .6, .34641016151377546, .6, -.34641016151377546},
          {-.2, 0, .6, .34641016151377546, .6, -.34641016151377546}}},
        {-50,
         {{-.206133241153, -.341533040593, .056822766636, .032806639614, .792098084203, -.457318042139},
          {-.191275856871, -.320588510320, .031255579209, .018045417070, .802807887349, -.463501349869}}},
        {10,
         {{-.199129473588, .071896624615, .680088043118, .392649014767, .503849183483, -.290897461715},
          {-.197552340963, .061338074197, .688443449694, .397473011003, .493916644281, -.285162907533}}},
    };
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            double angle = cases[i].angle * 0.017453292519943295;
            touching_clear(set);
            touching_ball(set, 0, 0, 1, 1);
            touching_ball(set, sqrt(3.0), 1, 1, 1);
            touching_ball(set, sqrt(3.0), -1, 1, 1);
            touching_velocity(set, 0, cos(angle), sin(angle));
            touching_find_pairs(set, 1);
            touching_resolve(set, laws[law]);
            for (size_t ball = 0; ball < 3; ball++) {
                assert_near(set->bodies[ball].v.x, cases[i].v[law][2 * ball], 1e-11);
                assert_near(set->bodies[ball].v.y, cases[i].v[law][2 * ball + 1], 1e-11);
            }
        }
    touching_close(set);
}

/** Where an equality asks for a pull. */
static void test_pulling_witness(void **context)
{
    (void)context;
    static const double v[LAWS][6] = {
        {-.135599261364, -.176889608122, .029476036097, .022107027073, .793623225267, -.595217418951},
        {-.122667588591, -.161332791750, .012638988795, .009479241597, .797528599796, -.598146449847}};
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++) {
        touching_clear(set);
        touching_ball(set, 0, 0, 1, 1);
        touching_ball(set, 1.6, 1.2, 1, 1);
        touching_ball(set, 1.6, -1.2, 1, 1);
        touching_velocity(set, 0, .6875, -.75);
        touching_find_pairs(set, 1);
        touching_resolve(set, laws[law]);
        for (size_t ball = 0; ball < 3; ball++) {
            assert_near(set->bodies[ball].v.x, v[law][2 * ball], 1e-11);
            assert_near(set->bodies[ball].v.y, v[law][2 * ball + 1], 1e-11);
        }
    }
    touching_close(set);
}

/** A rack hit at its apex; the cue is the last ball. */
static size_t set_break(struct touching *set, size_t rows, double e)
{
    touching_clear(set);
    touching_rack(set, rows);
    size_t cue = touching_ball(set, -2, 0, 1, 1);
    touching_velocity(set, cue, 1, 0);
    touching_find_pairs(set, e);
    return cue;
}

/** Cue, then the rack row by row, down to its mirror image. */
static void test_racks(void **context)
{
    (void)context;
    static const double three[LAWS][8] = {
        {-.22260678440, 0, .02912579963, 0, .59674049238, -.34452828391, .59674049238, .34452828391},
        {-.12360605674, 0, -.08706031603, 0, .60533318639, -.34948927811, .60533318639, .34948927811}};
    static const double six[LAWS][14] = {
        {-.23259327221, 0, -.19748061427, 0, .04708923470, -.17695929479, .04708923470, .17695929479, .53824108117,
         -.31075363310, .25941325475, 0, .53824108117, .31075363310},
        {-.17911592830, 0, -.12023642482, 0, -.05064619713, -.13462441385, -.05064619713, .13462441385, .55841111276,
         -.32239880627, .28382252185, 0, .55841111276, .32239880627}};
    static const double fifteen[LAWS][32] = {{-.23265642851, 0,
                                              -.20766643355, 0,
                                              -.14895300883, -.09961837443,
                                              -.14895300883, .09961837443,
                                              -.09452266649, -.10328003236,
                                              -.01809597986, 0,
                                              -.09452266649, .10328003236,
                                              .12509871158,  -.16582261834,
                                              .06635084634,  -.00154560802,
                                              .06635084634,  .00154560802,
                                              .12509871158,  .16582261834,
                                              .46002813823,  -.26559736944,
                                              .21633982252,  -.03130701124,
                                              .20973515522,  0,
                                              .21633982252,  .03130701124,
                                              .46002813823,  .26559736944},
                                             {-.17924933707, 0,
                                              -.12025297453, 0,
                                              -.12031692944, -.10114282362,
                                              -.12031692944, .10114282362,
                                              -.10260329492, -.09875453154,
                                              -.01231785186, 0,
                                              -.10260329492, .09875453154,
                                              -.01801247030, -.12978238374,
                                              .02385105671,  -.00790216256,
                                              .02385105671,  .00790216256,
                                              -.01801247030, .12978238374,
                                              .48470647414,  -.27984541332,
                                              .25660271311,  -.00800438600,
                                              .26336506486,  0,
                                              .25660271311,  .00800438600,
                                              .48470647414,  .27984541332}};
    static const double *const expected[LAWS][3] = {{three[HOOKE], six[HOOKE], fifteen[HOOKE]},
                                                    {three[HERTZ], six[HERTZ], fifteen[HERTZ]}};
    static const size_t rows[] = {2, 3, 5};
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (size_t i = 0; i < 3; i++) {
            size_t cue = set_break(set, rows[i], 1);
            touching_resolve(set, laws[law]);
            for (size_t ball = 0; ball <= cue; ball++) {
                const struct impact_body *body = &set->bodies[ball ? ball - 1 : cue];
                assert_near(body->v.x, expected[law][i][2 * ball], 2e-11);
                assert_near(body->v.y, expected[law][i][2 * ball + 1], 2e-11);
            }
            assert_near(touching_kinetic(set), 0.5, 2e-13);
        }
    touching_close(set);
}

/** A head-on break is its own mirror image to rounding, at any restitution. */
static void test_mirror(void **context)
{
    (void)context;
    static const double e[] = {1, .95, .5, .1, .001};
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (size_t i = 0; i < sizeof e / sizeof *e; i++) {
            set_break(set, 5, e[i]);
            touching_resolve(set, laws[law]);
            for (size_t row = 0, first = 0; row < 5; first += ++row)
                for (size_t place = 0; place <= row; place++) {
                    const struct impact_body *one = &set->bodies[first + place];
                    const struct impact_body *other = &set->bodies[first + row - place];
                    assert_near(one->v.x, other->v.x, 1e-13);
                    assert_near(one->v.y, -other->v.y, 1e-13);
                }
        }
    touching_close(set);
}

/* ---- limits ---- */

/** A contact alone, and contacts that do not act on each other, are the closed form to the bit. */
static void test_alone(void **context)
{
    (void)context;
    struct touching *set = touching_open(), *rigid = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (int corner = 0; corner < 2; corner++)
            for (int i = 0; i <= 10; i++) {
                struct touching *const both[] = {set, rigid};
                for (int which = 0; which < 2; which++) {
                    set_line(both[which], corner ? 1 : 2, 1, i / 10.0);
                    touching_velocity(both[which], 0, .7, .3);
                    if (corner) {
                        touching_wall(both[which], 0, 1, 0, i / 10.0);
                        touching_wall(both[which], 0, 0, 1, 1 - i / 10.0);
                    }
                }
                touching_resolve(set, laws[law]);
                touching_resolve(rigid, "gr");
                assert_memory_equal(set->bodies, rigid->bodies, 2 * sizeof *set->bodies);
            }
    touching_close(set);
    touching_close(rigid);
}

/** A pair with an idle third ball goes through the springs, and has restitution e at any speed and masses. */
static void test_restitution_of_a_pair(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (int i = 1; i <= 20; i++)
            for (double speed = 1e-6; speed < 1e7; speed *= 1e6) {
                double e = i / 20.0;
                touching_clear(set);
                touching_ball(set, 0, 0, 1, i);
                touching_ball(set, 2, 0, 1, 3);
                touching_ball(set, -1.9, 0.5, 0.9, 2); /* leaves ball 0 alone */
                touching_velocity(set, 0, speed, 0);
                touching_velocity(set, 2, -speed, 0);
                touching_pair(set, 0, 1, e);
                touching_pair(set, 0, 2, e);
                touching_resolve(set, laws[law]);
                assert_near(set->bodies[1].v.x - set->bodies[0].v.x, e * speed, 1e-11 * speed);
                assert_true(set->bodies[2].v.x == -speed && set->bodies[2].v.y == 0);
            }
    touching_close(set);
}

/** Restitution towards 0 tends to the perfectly inelastic impact. */
static void test_inelastic_limit(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (double e = .04; e >= IMPACT_COMPLIANT_LEAST_E; e /= 2) {
            set_line(set, 5, 1, e);
            touching_resolve(set, laws[law]);
            for (size_t ball = 0; ball < 5; ball++)
                assert_near(set->bodies[ball].v.x, 0.2, 10 * e);
        }
    touching_close(set);
}

/** Ratios of 10^3 to 10^9: in the limit the heavy balls exchange their velocities, and energy is kept. */
static void test_mass_ratios(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (double m = 1e-3; m > (runs(1, 0) ? 1e-7 : 1e-10); m *= 1e-3) {
            set_line(set, 3, 1, 1);
            set->bodies[1].m = m;
            struct impact_outcome outcome = touching_resolve(set, laws[law]);
            assert_false(outcome.last_resort);
            assert_near(touching_kinetic(set), 0.5, 5e-13);
            assert_near(set->bodies[0].v.x, 0, m);
            assert_near(set->bodies[2].v.x, 1, m);
        }
    touching_close(set);
}

/** Balls wedged between walls never come to an end when they are elastic; the bound does, soon. */
static void test_wedged(void **context)
{
    (void)context;
    struct touching *set = touching_open();
    for (size_t law = 0; law < LAWS; law++)
        for (int elastic = 0; elastic < 2; elastic++) {
            set_line(set, 2, 1, elastic ? 1 : .8);
            touching_find_wall(set, 1, 0, elastic ? 1 : .8);
            touching_find_wall(set, -1, 0, elastic ? 1 : .8);
            struct impact_outcome outcome = touching_resolve(set, laws[law]);
            assert_int_equal(outcome.last_resort, elastic);
            assert_true(touching_kinetic(set) <= 1e-15);
            assert_int_equal(touching_resolve(set, laws[law]).rounds, 0);
        }
    touching_close(set);
}

/** A contact is all but open when its bodies are pressed together again. To step to its opening, which does not come,
 *  once ran backwards in time, to ten times the energy, and stayed there until the work was used up. */
static void test_pressed_anew(void **context)
{
    (void)context;
    static const double m[] = {0.4983772440920081, 1};
    static const struct contact contacts[] = {
        {.a = 0, .b = 1, .n = {1 / 3.0, -0.9428090415820635}},
        {.a = 1, .b = CONTACT_FIXED, .n = {0.5055676718142216, 0.862786954709184}},
        {.a = 0, .b = CONTACT_FIXED, .n = {-1, 0}},
        {.a = 1, .b = CONTACT_FIXED, .n = {-1, 0}},
        {.a = 1, .b = CONTACT_FIXED, .n = {0.9523397923571124, -0.30503921041927007}},
    };
    struct touching *set = touching_open();
    touching_clear(set);
    for (size_t i = 0; i < 2; i++)
        touching_ball(set, 0, 0, 1, m[i]);
    for (size_t k = 0; k < sizeof contacts / sizeof *contacts; k++)
        touching_contact(set, contacts[k].a, contacts[k].b, contacts[k].n.x, contacts[k].n.y, 0.9);
    touching_velocity(set, 1, -0.3072546069037856, -0.6786871472045546);
    assert_false(touching_resolve(set, "hooke").last_resort);
    assert_near(set->bodies[0].v.x, 0.17198511506300, 1e-12);
    assert_near(set->bodies[0].v.y, 0.61171300212950, 1e-12);
    assert_near(hypot(set->bodies[1].v.x, set->bodies[1].v.y), 0, 1e-11);
    touching_close(set);
}

TEST_GROUP()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_last_of_long_lines),
        cmocka_unit_test(test_masses),
        cmocka_unit_test(test_wall),
        cmocka_unit_test(test_double_collision),
        cmocka_unit_test(test_pulling_witness),
        cmocka_unit_test(test_racks),
        cmocka_unit_test(test_mirror),
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_restitution_of_a_pair),
        cmocka_unit_test(test_inelastic_limit),
        cmocka_unit_test(test_mass_ratios),
        cmocka_unit_test(test_wedged),
        cmocka_unit_test(test_pressed_anew),
    };
    return RUN_TESTS(tests);
}
