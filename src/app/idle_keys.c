/*
 * Keys that have no effect, one row each: the key, and a function that says why it cannot act in this scene, or NULL:
 * it may, or is not given. A new key that can be idle is a row here, counted by IDLE_KEYS.
 */
#include "app/idle_keys.h"

#include <stdio.h>
#include <string.h>

#include "impact/impact_law.h"
#include "integrators/integrator.h"

/** A scene as the rows see it, and room for what one of them says. */
struct idle_question {
    const struct scene *scene;
    const struct world *world;
    size_t before; /* how often the row has told something already */
    char *key, *text;
};

/* ---- what the integrator does not use ---- */

/** Does the last override of a key give it, rather than take it away? */
static bool is_overridden(const struct scene *scene, const char *key)
{
    size_t last = scene->n_overrides;
    while (last > 0 && strcmp(scene->settings[last - 1].path, key) != 0)
        last--;
    return last > 0 && scene->settings[last - 1].plain[0];
}

static const char *why_unused(const struct idle_question *asked, unsigned feature, bool is_given)
{
    const struct integrator_ops *integrator = integrator_find(asked->scene->integrator);
    if (((integrator->supports | integrator->needs) & feature) ||
        !(is_given || is_overridden(asked->scene, asked->key)))
        return NULL;
    snprintf(asked->text, IDLE_KEYS_MAX_TEXT, "integrator %s does not use it", integrator->name);
    return asked->text;
}

/** A scene may well keep k for the springs: it is told only if the command line gives it. */
static const char *why_k(const struct idle_question *asked)
{
    return why_unused(asked, SCENE_STIFFNESS, false);
}

static const char *why_impact(const struct idle_question *asked)
{
    return why_unused(asked, SCENE_IMPACT, strcmp(asked->scene->impact, impact_law_default()->name) != 0);
}

static const char *why_contact_time(const struct idle_question *asked)
{
    return why_unused(asked, SCENE_CONTACT_TIME, asked->scene->contact_time > 0);
}

/* ---- spins that nothing feels ---- */

/** A spin turns the path of a ball, or another's spin, where a ball slides on the cloth, or rubs in contacts, or
 *  resists rolling there. */
static const char *why_not_felt(const struct scene *scene, bool is_given)
{
    bool felt = !is_given;
    for (size_t i = 0; i < scene->n && scene->sliding && !felt; i++)
        felt = scene->sliding[i] > 0;
    size_t at = 0;
    for (const struct coefficients *of; !felt && (of = scene_next_coefficients(scene, &at));)
        felt = friction_acts(of->rubbing.mu) || of->mu_roll > 0;
    return felt ? NULL : "it turns no path, as no ball has \"sliding\" and \"mu\" is 0";
}

static const char *why_spun(const struct idle_question *asked)
{
    const struct scene_spun *spun = &asked->scene->spun;
    if (spun->key)
        snprintf(asked->key, IDLE_KEYS_MAX_TEXT, "balls.%zu.%s", spun->entry, spun->key);
    return why_not_felt(asked->scene, spun->key);
}

static const char *why_nose(const struct idle_question *asked)
{
    return why_not_felt(asked->scene, asked->scene->nose > 0);
}

static const char *why_beta(const struct idle_question *asked)
{
    const struct scene *scene = asked->scene;
    bool is_given = scene->pair.rubbing.beta != 0 || scene->table.walls.rubbing.beta != 0;
    size_t at = 0;
    for (const struct coefficients *of; !is_given && (of = scene_next_coefficients(scene, &at));)
        is_given = of->rubbing.beta != 0;
    return why_not_felt(scene, is_given);
}

static const char *why_k_tangential(const struct idle_question *asked)
{
    return why_not_felt(asked->scene, asked->scene->k_tangential > 0);
}

static const char *why_k_roll(const struct idle_question *asked)
{
    const struct scene *scene = asked->scene;
    return scene->k_roll > 0 && !scene_resists_rolling(scene) ? "\"mu_roll\" is 0" : NULL;
}

static const char *why_gamma_roll(const struct idle_question *asked)
{
    const struct scene *scene = asked->scene;
    return scene->gamma_roll >= 0 && !scene_resists_rolling(scene) ? "\"mu_roll\" is 0" : NULL;
}

/* ---- what is not there ---- */

static const char *why_material(const struct idle_question *asked)
{
    const struct materials *materials = asked->scene->materials;
    size_t idle = 0;
    for (uint32_t i = 1; materials && i < materials->n; i++)
        if (!materials->has_ball[i] && !materials->has_obstacle[i] && idle++ == asked->before) {
            snprintf(asked->key, IDLE_KEYS_MAX_TEXT, "materials.%s", materials->names[i]);
            return "no ball or obstacle has that material";
        }
    return NULL;
}

static const char *why_kicks(const struct idle_question *asked)
{
    if (asked->scene->kicked == 0)
        return NULL;
    snprintf(asked->key, IDLE_KEYS_MAX_TEXT, "balls.%zu.kicks", asked->scene->kicked - 1);
    return "no wall has a temperature";
}

static const char *why_thrown(const struct idle_question *asked)
{
    if (asked->scene->thrown == 0)
        return NULL;
    const size_t entry = asked->scene->thrown - 1;
    snprintf(asked->key, IDLE_KEYS_MAX_TEXT, "the velocity of balls.%zu", entry);
    snprintf(asked->text, IDLE_KEYS_MAX_TEXT, "it is in a pocket; balls.%zu.pocketed=null takes it out", entry);
    return asked->text;
}

/** Overrides of the place of a ball that is in a pocket, which then stays there. */
static const char *why_place(const struct idle_question *asked)
{
    const struct scene *scene = asked->scene;
    char fault[SCENE_MAX_FAULT];
    size_t idle = 0, ball;
    for (size_t i = 0; asked->world->pocket && i < scene->n_overrides; i++) {
        const char *path = scene->settings[i].path, *name = path + strlen("balls."), *key = strrchr(path, '.');
        if (strncmp(path, "balls.", strlen("balls.")) != 0 || key < name ||
            (strcmp(key, ".x") != 0 && strcmp(key, ".y") != 0))
            continue;
        if (scene_find_ball(scene, name, (size_t)(key - name), &ball, fault) &&
            !world_is_on_table(asked->world, ball) && idle++ == asked->before) {
            snprintf(asked->key, IDLE_KEYS_MAX_TEXT, "%s", path);
            snprintf(asked->text, IDLE_KEYS_MAX_TEXT, "ball %zu is in a pocket; %.*s.pocketed=null takes it out", ball,
                     (int)(key - path), path);
            return asked->text;
        }
    }
    return NULL;
}

/* ---- surfaces that move ---- */

/** Why a motion never acts: what of it moves the surface is 0, and the rest rubs on nothing. NULL: it may act. */
static const char *why_still(const struct surface_motion *motion, bool rubs)
{
    bool drifts = !motion, runs = !motion;
    for (uint32_t i = 0; motion && i < motion->n; i++) {
        const struct surface_piece *piece = &motion->piece[i];
        drifts = drifts || piece->drift.x != 0 || piece->drift.y != 0;
        runs = runs || piece->v.x != 0 || piece->v.y != 0;
    }
    if (drifts || (runs && rubs))
        return NULL;
    return runs ? "it is along the wall, which only rubs, and \"mu\" is 0" : "all velocities are 0";
}

static const char *why_walls(const struct idle_question *asked)
{
    const struct table *table = &asked->scene->table;
    const bool rubs = friction_acts(table->walls.rubbing.mu) || table->walls_by_material;
    const char *why = NULL;
    int acting = 0, resting = 0;
    for (enum table_wall wall = 0; wall < TABLE_WALLS; wall++) {
        const char *reason = why_still(table->motion[wall], rubs || table->thermal.kT[wall] > 0);
        acting += table->motion[wall] && !reason;
        resting += table_has_wall(table, wall) && !table->motion[wall];
        if (reason && !why)
            snprintf(asked->key, IDLE_KEYS_MAX_TEXT, "table.motion.%s", table_wall_name(wall));
        why = why ? why : reason;
    }
    return acting == 0 || resting > 0 ? why : NULL; /* else it may be one list for all walls, which acts at some */
}

static const char *why_obstacles(const struct idle_question *asked)
{
    const struct table *table = &asked->scene->table;
    const char *why = NULL;
    for (uint32_t i = 0; i < table->n_obstacles && !why; i++)
        if ((why = why_still(table->obstacles[i].motion, false)))
            snprintf(asked->key, IDLE_KEYS_MAX_TEXT, "obstacles.%u.motion", i);
    return why;
}

static const char *why_turn(const struct idle_question *asked)
{
    const struct table *table = &asked->scene->table;
    for (uint32_t i = 0; i < table->n_obstacles; i++) {
        const struct obstacle *arc = &table->obstacles[i];
        const bool runs = surface_motion_fastest(arc->turn) > 0;
        if (!arc->turn || (runs && (friction_acts(arc->coefficients.rubbing.mu) || arc->by_material)))
            continue;
        snprintf(asked->key, IDLE_KEYS_MAX_TEXT, "obstacles.%u.turn", i);
        return runs ? "it only rubs, and \"mu\" is 0" : "all rates are 0";
    }
    return NULL;
}

/* ---- the stop ---- */

/** What keeps the speed of a ball, whatever it hits, never lets it come to rest. */
static bool can_rest(const struct scene *scene, const struct world *world)
{
    bool can = scene->gravity.x != 0 || scene->gravity.y != 0 || table_has_pockets(&scene->table), moves = false;
    size_t at = 0;
    for (const struct coefficients *of; !can && (of = scene_next_coefficients(scene, &at));)
        can = of->restitution.least == 0;
    for (size_t i = 0; i < scene->n; i++) {
        can = can || (scene->friction && scene->friction[i] > 0);
        moves = moves || world->vx[i] != 0 || world->vy[i] != 0;
    }
    return can || !moves;
}

static const char *why_stop(const struct idle_question *asked)
{
    const struct scene *scene = asked->scene;
    const uint64_t first = scene->start_step, last = first + scene->steps, every = scene->every;
    const enum scene_stop_kind stop = scene->stop.kind;
    if (stop == SCENE_STOP_REST && !can_rest(scene, asked->world))
        return "without friction and gravity balls that move never rest";
    if (stop == SCENE_STOP_POCKET && !table_has_pockets(&scene->table))
        return "there are no pockets";
    if (stop == SCENE_STOP_GATE && !table_has_gates(&scene->table))
        return "there are no gates";
    if (stop != SCENE_STOP_NONE && scene->steps > 0 && (last - 1) / every == first / every)
        return "no frame is due before the last step";
    return NULL;
}

/* ---- all of them ---- */

/** Some rows put the name of the very entry in place of their key, and two may tell of several. */
static const struct {
    const char *key;
    const char *(*why)(const struct idle_question *asked);
    bool several;
} rows[IDLE_KEYS] = {
    {"stop", why_stop, false},
    {"balls.spin", why_spun, false},
    {"table.nose", why_nose, false},
    {"beta", why_beta, false},
    {"k_tangential", why_k_tangential, false},
    {"materials", why_material, true},
    {"k_roll", why_k_roll, false},
    {"gamma_roll", why_gamma_roll, false},
    {"balls.x", why_place, true},
    {"balls.vx", why_thrown, false},
    {"k", why_k, false},
    {"impact", why_impact, false},
    {"contact_time", why_contact_time, false},
    {"table.motion", why_walls, false},
    {"obstacles.motion", why_obstacles, false},
    {"obstacles.turn", why_turn, false},
    {"balls.kicks", why_kicks, false},
};

bool idle_keys_next(const struct scene *scene, const struct world *world, struct idle_key *idle)
{
    idle->before = idle->reason ? idle->before + 1 : 0;
    for (; idle->kind < IDLE_KEYS; idle->kind++, idle->before = 0) {
        const struct idle_question asked = {scene, world, idle->before, idle->key, idle->text};
        if (idle->before > 0 && !rows[idle->kind].several)
            continue;
        stpcpy(idle->key, rows[idle->kind].key);
        idle->reason = rows[idle->kind].why(&asked);
        if (idle->reason)
            return true;
    }
    return false;
}
