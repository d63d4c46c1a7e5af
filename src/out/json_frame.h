#pragma once

#include "out/writer.h"

/** One frame as a JSON object, without a line end: {"step":0,"t":0,"balls":[{"id":0,"x":0,"y":0,"vx":0,"vy":0},...]},
 *  with "w":[0,0,0] in scenes that rotate and "name" at the end of a ball that has one. What `ndjson` and `json` have
 * in common. */
void json_frame_write(struct writer *writer, const struct world *world);
