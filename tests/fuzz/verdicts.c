/*
 * What the program's reader of JSON makes of texts, for json_reference.py. Reads texts from standard input, each after
 * its length in four bytes, the lowest first; prints a line for each: "no", or the tree that was read. In the tree, s
 * and hexadecimal digits are the bytes of a string, n and digits the bits of a number, t, f and z true, false and null.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/json_tree.h"

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

static void print_node(const struct cJSON *node)
{
    enum json_tree_kind kind = json_tree_kind(node);
    if (kind == TREE_STRING)
        print_bytes(json_tree_string(node));
    else if (kind == TREE_NUMBER)
        print_number(json_tree_number(node));
    else if (kind == TREE_WORD)
        putchar(json_tree_word(node)[0] == 'n' ? 'z' : json_tree_word(node)[0]);
    if (kind != TREE_OBJECT && kind != TREE_ARRAY)
        return;
    putchar(kind == TREE_OBJECT ? '{' : '[');
    for (node = json_tree_first(node); node; node = json_tree_next(node)) {
        if (kind == TREE_OBJECT)
            print_bytes(json_tree_key(node));
        print_node(node);
    }
    putchar(kind == TREE_OBJECT ? '}' : ']');
}

/** Takes the text. */
static void judge(char *text, size_t length)
{
    struct json_tree json;
    struct json_fault fault;
    enum status status = json_tree_parse(&json, text, length, (struct json_tree_names){NULL, NULL}, &fault);
    if (status == STATUS_OK)
        print_node(json.root);
    else
        fputs(status == STATUS_SCENE ? "no" : "out of memory", stdout);
    putchar('\n');
    json_tree_free(&json);
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
