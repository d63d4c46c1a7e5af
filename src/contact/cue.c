/*
 * The cue. With x along the shot, y to the left and z up, the cue points along d = (cos el, 0, -sin el) and strikes at
 * p = a (0, -1, 0) + h (sin el, 0, cos el), in radii. Its force along d gives the momentum m v/cos el along d and the
 * angular momentum r p x (that); the table takes the momentum that points downwards (Alciatore, TP A.30):
 *
 *     q r w = (v/cos el) p x d = v (a tan el, h/cos el, a)
 */
#include "contact/cue.h"

#include <math.h>

#include "base/angle.h"

static const double MISCUE = 0.5; /* radii: farther out a chalked tip slips */

struct vec3 cue_spin(const double tip[2], double elevation, double q, double r, struct vec2 v)
{
    const struct vec2 el = angle_direction(elevation);
    const double along = tip[0] * (el.y / el.x), across = tip[1] / el.x, scale = 1 / (q * r);
    return vec3_scale(scale, (struct vec3){along * v.x - across * v.y, along * v.y + across * v.x,
                                           tip[0] * sqrt(v.x * v.x + v.y * v.y)});
}

bool cue_slips(const double tip[2])
{
    return tip[0] * tip[0] + tip[1] * tip[1] > MISCUE * MISCUE;
}
