/*
 * Any bytes as a scene: the strict reader of JSON, the schema, generators, overlaps. What is accepted is strict JSON.
 */
#include <string.h>

#include "fuzz/reading.h"
#include "fuzz/require.h"
#include "json/json_scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct reading reading;
    struct json_fault fault;
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    reading_load(&reading, text, size, NULL, 0, true);
    enum status verdict = json_scan(text, size, NULL, &fault);
    REQUIRE(verdict == STATUS_OK || (reading.status == STATUS_SCENE && reading.lines == 1));
    reading_check(&reading);
    if (reading.status == STATUS_OK)
        reading_check_printed(reading.scene, reading.world);
    else if (reading.status == STATUS_SCENE)
        reading_check_brief(&reading, text, size);
    reading_free(&reading);
    free(text);
    return 0;
}
