#pragma once

/** The one place that names the release (semantic versioning, https://semver.org). */
#define BILLIARD_SIM_VERSION "1.0.0"

/** The name of the build, which the Makefile makes of the commit (.ci/publish name); no line ends. */
extern const char version_build[];
