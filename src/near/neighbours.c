/*
 * The choice between cells and near-neighbour lists.
 *
 * In a dense packing balls rattle in their cages: a list for each ball holds for many collisions, and leaving a shell
 * now and then costs little. In a dilute gas a ball crosses several shells or cells between two collisions: moving it
 * from cell to cell costs a third of rebuilding its list, and gathering the balls around it for each prediction costs
 * less than that saves. Cells must be wider than the largest ball, so what decides is how many balls lie around one
 * when the cells are as small as that. For equal balls the two cost the same at an area fraction of about 0.63, which
 * is seven. One of them for all scenes would take 1.2 times as long where the other is chosen, up to 1.4
 * (tests/bench/TRIALS.md).
 *
 * Few balls are all in each other's lists, for ever, which is quickest as long as there are few surfaces, too. Where
 * they are many, each prediction would examine them all, or those of a cell as wide as balls are far apart; so shells
 * are as wide as surfaces are far apart. One ball among 10 000 arcs is 150 times as fast for it, 30 balls ten times.
 */
#include "near/neighbours.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/min_max.h"

/* Balls in nine cells of the least size up to which cells are faster (measured). */
#define CELLS_CROWD 7.2
/* Part of the table on which the balls must be spread. */
#define LEAST_PART 0.1
/* Balls for which examining all pairs is faster than either (measured). */
enum { ALL_PAIRS_BELOW = 24 };
/* Surfaces, in all and for each ball, from which regions are to be small beside their spacing (measured). */
enum { MANY_SURFACES = 32, MANY_SURFACES_PER_BALL = 4 };
/* Balls for each obstacle from which it pays that they stray from their cells (measured). */
enum { STRAYS_PER_SURFACE = 40 };
/* Cells in the grid of surfaces, or as many as there are surfaces: more would take longer to fill than a short run. */
enum { MOST_SURFACE_CELLS = 4096 };
/* Covers the rounding of list centres to single precision, in units of the table. */
#define CENTRE_MARGIN 1e-6

/** True if a periodic table is large enough for cells that are wider than the largest ball along both axes. */
static bool cells_fit(const struct motion_system *system, double diameter)
{
    const struct vec2 length = system->motion.period.length;
    double least = CELLS_LEAST_PERIODIC * (diameter + CENTRE_MARGIN * (system->size.x + system->size.y));
    return (length.x == 0 || length.x > least) && (length.y == 0 || length.y > least);
}

/** Cells divide the whole table: where the balls take up a small part of it, they would share few cells. With friction
 *  lists are quicker at any density, as each prediction takes so long.
 *  @param largest diameter */
static bool suits_cells(const struct motion_system *system, double largest)
{
    struct vec2 extent = nnl_levels_extent(system->balls, system->n);
    double area = system->size.x * system->size.y;
    return !motion_decelerates(&system->motion) && cells_fit(system, largest) &&
           9 * largest * largest * (double)system->n < CELLS_CROWD * area && extent.x * extent.y > LEAST_PART * area;
}

/** Shell radius where few balls or many surfaces decide; 0: they do not.
 *  @param largest diameter */
static double shell_of_few(const struct motion_system *system, size_t surfaces, double largest)
{
    bool few = system->n < ALL_PAIRS_BELOW;
    double least = 16 * CENTRE_MARGIN * (system->size.x + system->size.y);
    if (surfaces < MANY_SURFACES)
        return !few ? 0 : motion_slides(&system->motion) ? double_max(2 * largest, least) : HUGE_VAL;
    if (!few && (surfaces < MANY_SURFACES_PER_BALL * system->n || !suits_cells(system, largest)))
        return 0;
    double spacing = sqrt(system->size.x) * sqrt(system->size.y) / sqrt((double)surfaces);
    return double_max(spacing, double_max(0.25 * largest, least));
}

struct neighbours *neighbours_create(const struct motion_system *system, size_t surfaces, double t, double shell,
                                     double cell)
{
    struct neighbours *neighbours = mem_array(1, sizeof *neighbours);
    if (!neighbours)
        return NULL;
    const double largest = 2 * motion_largest_radius(system->balls, system->n);
    if (shell == 0 && cell == 0)
        shell = shell_of_few(system, surfaces, largest);
    bool wants_cells = cell > 0 || system->n > NNL_MOST_BALLS;
    if (shell == 0 && (wants_cells ? cells_fit(system, largest) : suits_cells(system, largest)))
        neighbours->cells = cells_create(system, t, cell, surfaces <= BOUNDARY_SLABS + system->n / STRAYS_PER_SURFACE);
    else
        neighbours->nnl = nnl_create(system, t, shell);
    neighbours->is_plain = !motion_is_accelerated(&system->motion);
    neighbours->has_surfaces = system->motion.period.length.x == 0 || system->motion.period.length.y == 0;
    if (!neighbours->cells && !neighbours->nnl) {
        free(neighbours);
        return NULL;
    }
    bool is_alone = system->n == 1 && (neighbours->nnl || !neighbours->has_surfaces);
    neighbours->is_endless = is_alone || (!neighbours->cells && neighbours->nnl->shell_squared == HUGE_VAL);
    neighbours->tells_alone = neighbours->is_plain && !neighbours->is_endless;
    if (is_alone && neighbours->nnl) /* the walls of a corridor, wherever in it */
        neighbours->nnl->entries[0].near_boundary = 1;
    neighbours->motion = neighbours->cells ? &neighbours->cells->motion : &neighbours->nnl->motion;
    if (motion_falls(&system->motion))
        neighbours->straight_squared = motion_straight_squared(
            &system->motion, neighbours->cells ? neighbours->cells->slack : neighbours->nnl->slack);
    return neighbours;
}

bool neighbours_add_surfaces(struct neighbours *neighbours, const struct motion_system *system,
                             const struct boundary *boundary)
{
    neighbours->is_plain = false;
    neighbours->is_endless = !neighbours->cells && neighbours->nnl->shell_squared == HUGE_VAL;
    neighbours->tells_alone = !motion_is_accelerated(&system->motion) && !neighbours->is_endless;
    neighbours->has_surfaces = true;
    double radius = neighbours_radius(neighbours);
    double margin = CENTRE_MARGIN * (system->size.x + system->size.y);
    size_t cells = system->n < MOST_SURFACE_CELLS / 4 ? 4 * system->n + 1 : MOST_SURFACE_CELLS;
    cells = boundary->n > cells ? boundary->n : cells;
    const struct vec2 beyond = vec2_sub(system->size, table_size(boundary->table)); /* balls, where walls move */
    double reach = motion_largest_radius(system->balls, system->n) + radius + margin + vec2_length(beyond);
    neighbours->surfaces = surface_grid_create(boundary, reach, cells);
    neighbours->surface_cell = mem_array(system->n, sizeof *neighbours->surface_cell);
    for (uint32_t i = 0; neighbours->surfaces && neighbours->surface_cell && i < system->n; i++)
        neighbours_place(neighbours, i);
    return neighbours->surfaces && neighbours->surface_cell;
}

void neighbours_destroy(struct neighbours *neighbours)
{
    if (!neighbours)
        return;
    cells_destroy(neighbours->cells);
    nnl_destroy(neighbours->nnl);
    surface_grid_destroy(neighbours->surfaces);
    free(neighbours->surface_cell);
    free(neighbours);
}
