#ifndef BASE_CPU_H
#define BASE_CPU_H

#include <stdbool.h>

/** True if the processor has AVX2 and the operating system saves its registers. Costs nothing worth keeping the answer
 *  for. */
bool cpu_has_avx2(void);

#endif
