#pragma once

/** The one place that names the release (semantic versioning, https://semver.org). */
#define BILLIARD_SIM_VERSION "1.0.0"
