#pragma once

/** Seconds since some moment in the past; never runs backwards. For progress and run times only: nothing that is
 *  computed may depend on it. */
double clock_seconds(void);
