/*
 * Linked into programs that are built for coverage: writes what a process has counted, when it ends and before it dies
 * of a signal it raises itself (linked with --wrap=raise). The libraries beside this file are told before, so that no
 * allocation and no call of the profiler fails in place of the program's. A process whose files may not grow is not
 * counted: a profile cut short would spoil those of the others.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/resource.h>

extern int __llvm_profile_runtime;
int __llvm_profile_runtime; /* defined: the profiler writes nothing by itself */

void __llvm_profile_set_filename(const char *name);
int __llvm_profile_write_file(void);
int __real_raise(int number);
int __wrap_raise(int number);

__attribute__((destructor)) static void write_profile(void)
{
    struct rlimit size;
    if (getrlimit(RLIMIT_FSIZE, &size) != 0 || size.rlim_cur != RLIM_INFINITY)
        return;
    const char *name = getenv("LLVM_PROFILE_FILE"); /* asked first: it may be forgotten when blocks are counted */
    void (*end_faults)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "end_faults");
    if (end_faults)
        end_faults();
    __llvm_profile_set_filename(name);
    __llvm_profile_write_file();
}

int __wrap_raise(int number)
{
    write_profile();
    return __real_raise(number);
}
