/*
 * to_chars COUNT SEED: COUNT doubles of each kind as shortest text. Each text must read back to the same double and
 * have exactly the digits of C++17's std::to_chars: as few, and the nearest among those. Prints the first that differs.
 */
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

extern "C" {
#include "lib/uniform.h"
#include "base/number.h"
}

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/** Any bit pattern; evenly between -1 and 1; with few digits; whole; a power of two or a neighbour of one; halfway
 * between two short decimals, as near as a double comes. */
static double draw(int kind, uint64_t &state)
{
    uint64_t random = uniform_bits(&state);
    switch (kind) {
    case 0:
        return from_bits(random);
    case 1:
        return double(int64_t(random)) * 0x1p-63;
    case 2:
        return double(random % 1000000000) / pow(10, double(uniform_bits(&state) % 12));
    case 3:
        return double(random >> (uniform_bits(&state) % 64));
    case 4:
        return from_bits((random % 2047 << 52) + uniform_bits(&state) % 3 - 1);
    default: {
        std::string text =
            std::to_string(random % 100000000000000000) + "5e" + std::to_string(int(uniform_bits(&state) % 600) - 310);
        return strtod(text.c_str(), nullptr);
    }
    }
}

/** The digits of a decimal text without zeros at either end, and the exponent of the first. */
static std::string digits_of(const char *text, const char *end)
{
    std::string digits;
    long exponent = -1, given = 0;
    bool point = false;
    for (; text < end && *text != 'e'; text++) {
        if (*text == '.')
            point = true;
        if (*text < '0' || *text > '9')
            continue;
        if (*text != '0' || !digits.empty())
            digits += *text;
        exponent += digits.empty() ? -long(point) : !point;
    }
    if (text < end)
        given = strtol(std::string(text + 1, end).c_str(), nullptr, 10);
    while (!digits.empty() && digits.back() == '0')
        digits.pop_back();
    return digits + "e" + std::to_string(digits.empty() ? 0 : exponent + given);
}

static bool agrees(double value)
{
    char text[NUMBER_MAX_TEXT + 1], reference[64];
    char *end = text + number_write(text, value, 0);
    *end = 0;
    char *reference_end =
        std::to_chars(reference, reference + sizeof reference, value, std::chars_format::scientific).ptr;
    double back = strtod(text, nullptr);
    if (memcmp(&back, &value, sizeof value) == 0 && digits_of(text, end) == digits_of(reference, reference_end))
        return true;
    printf("%a: %s instead of %.*s\n", value, text, int(reference_end - reference), reference);
    return false;
}

int main(int argc, char **argv)
{
    enum { KINDS = 6 };
    if (argc != 3)
        return 2;
    uint64_t state = strtoull(argv[2], nullptr, 10);
    for (long i = strtol(argv[1], nullptr, 10); i > 0; i--)
        for (int kind = 0; kind < KINDS; kind++) {
            double value = draw(kind, state);
            if (std::isfinite(value) && !agrees(value))
                return 1;
        }
    return 0;
}
