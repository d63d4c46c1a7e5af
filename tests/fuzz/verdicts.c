/*
 * What the program's reader of JSON makes of texts, for json_reference.py. Reads texts from standard input, each after
 * its length in four bytes, the lowest first; prints a line for each: "no", or the tree that was read. In the tree, s
 * and hexadecimal digits are the bytes of a string, n and digits the bits of a number, t, f and z true, false and null.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/scene_json.h"

static void print_bytes(const char *text)
{
    putchar('s');
    for (; *text; text++)
        printf("%02x", (unsigned)(unsigned char)*text);
}

static void print_number(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    printf("n%016" PRIx64, bits);
}

static void print_node(const struct scene_node *node)
{
    enum scene_kind kind = scene_json_kind(node);
    if (kind == SCENE_STRING)
        print_bytes(scene_json_string(node));
    else if (kind == SCENE_NUMBER)
        print_number(scene_json_number(node));
    else if (kind == SCENE_WORD)
        putchar(scene_json_word(node)[0] == 'n' ? 'z' : scene_json_word(node)[0]);
    if (kind != SCENE_OBJECT && kind != SCENE_ARRAY)
        return;
    putchar(kind == SCENE_OBJECT ? '{' : '[');
    for (node = scene_json_first(node); node; node = scene_json_next(node)) {
        if (kind == SCENE_OBJECT)
            print_bytes(scene_json_key(node));
        print_node(node);
    }
    putchar(kind == SCENE_OBJECT ? '}' : ']');
}

/** Takes the text. */
static void judge(char *text, size_t length)
{
    struct scene_json json;
    struct json_fault fault;
    enum status status = scene_json_parse(&json, text, length, &fault);
    if (status == STATUS_OK)
        print_node(json.root);
    else
        fputs(status == STATUS_SCENE ? "no" : "out of memory", stdout);
    putchar('\n');
    scene_json_free(&json);
}

int main(void)
{
    unsigned char head[4];
    while (fread(head, 1, sizeof head, stdin) == sizeof head) {
        size_t length = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
        char *text = malloc(length + 1);
        if (!text || fread(text, 1, length, stdin) != length)
            return EXIT_FAILURE;
        text[length] = '\0';
        judge(text, length);
    }
    return EXIT_SUCCESS;
}
