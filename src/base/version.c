/* The name of the build, in a file of its own: it changes with each commit, and nothing else is compiled anew. */
#include "base/version.h"

const char version_build[] = BILLIARD_SIM_BUILD;
