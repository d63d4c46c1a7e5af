/*
 * The registry of trajectory formats. Adding one is a file with a `const struct writer_ops` at its end, its declaration
 * in writer.h and a line here.
 */
#include "out/writer.h"

#include <string.h>

const struct writer_ops *const writer_all[] = {
    &writer_csv, &writer_csv_wide, &writer_gnuplot, &writer_ndjson, &writer_json, &writer_xyz, &writer_binary, NULL,
};

const struct writer_ops *writer_find(const char *name)
{
    for (size_t i = 0; writer_all[i]; i++)
        if (strcmp(writer_all[i]->name, name) == 0)
            return writer_all[i];
    return NULL;
}
