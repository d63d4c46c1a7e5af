/*
 * One JSON document: what stays the same ("meta"), then the frames, one per line. It is streamed; end() completes it
 * after any number of frames, so that an interrupted run leaves valid JSON too.
 */
#include "base/json_put.h"
#include "base/version.h"
#include "out/json_frame.h"
#include "out/writer.h"
#include "reading/scene_put.h"

static void put_ball(struct writer *writer, size_t i)
{
    const struct scene *scene = writer->scene;
    json_put_number(writer->out, i > 0 ? ",{\"r\":" : "{\"r\":", scene->r[i], writer->precision);
    if (scene_is_fixed(scene, i))
        output_text(writer->out, ",\"fixed\":true");
    else
        json_put_number(writer->out, ",\"m\":", scene->m[i], writer->precision);
    if (scene->name && scene->name[i])
        json_put_text(writer->out, ",\"name\":", scene->name[i]);
    if (scene->color && scene->color[i])
        json_put_text(writer->out, ",\"color\":", scene->color[i]);
    output_text(writer->out, "}");
}

/** How walls move, their temperatures and masses, as the scene gives them. */
static void put_walls(struct output *out, const struct scene *scene)
{
    const struct scene_key_set motion = scene_put_keys(OBJECT_MOTION, scene);
    const struct scene_key_set thermal = scene_put_keys(OBJECT_THERMAL, scene);
    const struct scene_key_set pistons = scene_put_keys(OBJECT_PISTONS, scene);
    if (scene_put_members(out, ",\"motion\":{", ", ", &motion, scene))
        output_text(out, "}");
    if (scene->table.motion_period > 0)
        json_put_number(out, ", \"motion_period\": ", scene->table.motion_period, 0);
    if (table_is_thermal(&scene->table) && scene_put_members(out, ",\"thermal\":{", ", ", &thermal, scene))
        output_text(out, "}");
    if (scene_put_members(out, ",\"piston\":{", ", ", &pistons, scene))
        output_text(out, "}");
}

static void put_table_and_laws(struct writer *writer)
{
    const struct scene *scene = writer->scene;
    json_put_text(writer->out, ",\"integrator\":", scene->integrator);
    json_put_text(writer->out, ",\"impact\":", scene->impact);
    json_put_number(writer->out, ",\"table\":{\"width\":", scene->table.width, writer->precision);
    json_put_number(writer->out, ",\"height\":", scene->table.height, writer->precision);
    if (scene->table.periodic) {
        output_text(writer->out, ",\"periodic\":");
        output_text(writer->out, table_axes_json(scene->table.periodic));
    }
    output_text(writer->out, "},\"restitution\":{\"ball\":");
    scene_put_restitution(writer->out, &scene->pair.restitution, writer->precision);
    output_text(writer->out, ",\"wall\":");
    scene_put_restitution(writer->out, &scene->table.walls.restitution, writer->precision);
    output_text(writer->out, "}");
    put_walls(writer->out, scene);
    if (scene->k > 0)
        json_put_number(writer->out, ",\"k\":", scene->k, writer->precision);
}

static void begin(struct writer *writer)
{
    const struct scene *scene = writer->scene;
    json_put_text(writer->out, "{\"meta\":{\"version\":", BILLIARD_SIM_VERSION);
    if (scene->title)
        json_put_text(writer->out, ",\"title\":", scene->title);
    put_table_and_laws(writer);
    json_put_number(writer->out, ",\"dt\":", scene->dt, writer->precision);
    json_put_count(writer->out, ",\"steps\":", scene->steps);
    json_put_count(writer->out, ",\"every\":", scene->every);
    output_text(writer->out, ",\"balls\":[");
    for (size_t i = 0; i < scene->n; i++)
        put_ball(writer, i);
    output_text(writer->out, "]},\"frames\":[");
}

static void frame(struct writer *writer, const struct world *world)
{
    output_text(writer->out, writer->frames > 0 ? ",\n" : "\n");
    json_frame_write(writer, world);
}

static void end(struct writer *writer)
{
    output_text(writer->out, "\n]}\n");
}

const struct writer_ops writer_json = {
    .name = "json",
    .doc = "one JSON document: constants of the scene, then frames",
    .begin = begin,
    .frame = frame,
    .end = end,
};
