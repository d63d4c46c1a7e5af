#ifndef WRITERS_JSON_FRAME_H
#define WRITERS_JSON_FRAME_H

#include "writers/writer.h"

/** One frame as a JSON object, without a line end: {"step":0,"t":0,"balls":[{"id":0,"x":0,"y":0,"vx":0,"vy":0},...]},
 *  with "name" at the end of a ball that has one. What `ndjson` and `json` have in common. */
void json_frame_write(struct writer *writer, const struct world *world);

#endif
