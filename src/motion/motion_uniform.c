/* No force: velocity and spin stay, but for a spin about the vertical with pivoting friction. */
#include "motion/motion_ops.h"

const struct motion_ops motion_uniform = {.spin = motion_ops_pivoted_spin, .presses = "a wall or ball"};
