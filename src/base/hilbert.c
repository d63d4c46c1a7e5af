/*
 * The Hilbert curve visits the cells of a square grid so that neighbours along the curve are neighbours in the plane
 * (Hilbert, Math. Ann. 38, 459, 1891). Points are sorted by the position of their cell along it with a stable radix
 * sort of two passes, O(n). The grid has 2^11 x 2^11 cells: finer than needed up to some million balls.
 */
#include "base/hilbert.h"

#include <stdlib.h>

#include "base/mem.h"

enum { CURVE_BITS = 11, CURVE_SIDE = 1 << CURVE_BITS };

/** Position of cell (column, line) along the curve: one quadrant per level, with the reflections that join them. */
static uint32_t curve_position(uint32_t column, uint32_t line)
{
    uint32_t position = 0;
    for (uint32_t side = CURVE_SIDE / 2; side > 0; side /= 2) {
        uint32_t right = (column & side) != 0, up = (line & side) != 0;
        position += side * side * ((3 * right) ^ up);
        if (!up) {
            if (right) {
                column = CURVE_SIDE - 1 - column;
                line = CURVE_SIDE - 1 - line;
            }
            uint32_t swap = column;
            column = line;
            line = swap;
        }
    }
    return position;
}

static uint32_t curve_cell(double x, double size)
{
    double place = x / size * CURVE_SIDE;
    return place <= 0 ? 0 : place >= CURVE_SIDE ? CURVE_SIDE - 1 : (uint32_t)place;
}

/** One stable counting pass over CURVE_BITS bits of the keys. */
static void sort_pass(const uint32_t *keys, const uint32_t *from, uint32_t *to, size_t n, unsigned shift)
{
    size_t start[CURVE_SIDE + 1] = {0};
    for (size_t i = 0; i < n; i++)
        start[(keys[i] >> shift & (CURVE_SIDE - 1)) + 1]++;
    for (size_t b = 0; b < CURVE_SIDE; b++)
        start[b + 1] += start[b];
    for (size_t i = 0; i < n; i++)
        to[start[keys[from[i]] >> shift & (CURVE_SIDE - 1)]++] = from[i];
}

bool hilbert_order(const double *x, const double *y, size_t n, struct vec2 size, uint32_t *order)
{
    uint32_t *keys = mem_array(n, sizeof *keys), *other = mem_array(n, sizeof *other);
    if (keys && other) {
        for (size_t i = 0; i < n; i++) {
            keys[i] = curve_position(curve_cell(x[i], size.x), curve_cell(y[i], size.y));
            order[i] = (uint32_t)i;
        }
        sort_pass(keys, order, other, n, 0);
        sort_pass(keys, other, order, n, CURVE_BITS);
    }
    bool done = keys && other;
    free(keys);
    free(other);
    return done;
}
