#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

#include "host/host.h"
#include "base/quote.h"

enum status error_set(struct error *err, enum status status, const char *where, const char *format, ...)
{
    va_list arguments;
    err->status = status;
    err->broken_pipe = false;
    quote_short(err->where, sizeof err->where, where ? where : "");
    va_start(arguments, format);
    vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    return status;
}

enum status error_no_memory(struct error *err)
{
    char limit[HOST_LIMIT_MAX_TEXT];
    return error_set(err, STATUS_LIMIT, NULL, "out of memory%s", host_limit_text(limit, HOST_MEMORY));
}
