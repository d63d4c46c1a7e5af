/*
 * What the processor can do, without asking it. The instruction that tells (CPUID) is answered by the hypervisor on a
 * virtual machine, some microseconds each, and compilers' own dispatch (target_clones, ifunc) asks about twenty times
 * at every start of the program: more than a small scene costs. The C library has asked already.
 */
#include "base/simd.h"

#include <limits.h> /* tells the C library */

#if defined(__x86_64__) && defined(__GLIBC__) && __GLIBC__ * 100 + __GLIBC_MINOR__ >= 233
#include <sys/platform/x86.h>
#endif

bool cpu_has_avx2(void)
{
#if defined(CPU_FEATURE_ACTIVE)
    return CPU_FEATURE_ACTIVE(AVX2);
#elif defined(__x86_64__)
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}
