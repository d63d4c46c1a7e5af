/*
 * Cells for dilute gases, where a ball crosses much free space between two collisions and moving it from cell to cell
 * is cheaper than keeping lists (Alder and Wainwright, J. Chem. Phys. 31, 459, 1959, sec. III).
 *
 * A cell holds up to three balls in 16 bytes; crowds overflow into more of the same, chained to it. A neighbour list is
 * gathered when it is asked for: the three cells side by side on each of three rows are copied one after the other,
 * whole, each overwriting what the one before left unused. Branch-free unless a cell has overflowed.
 *
 * A ball that crosses to the next cell keeps its trajectory, and six of the nine cells that it sees: only the balls of
 * the other three are new to it. It does not cross before it has strayed from its cell half as far as cells are wider
 * than the largest diameter: else one that is hit back would cross again and again.
 *
 * Invariants: between two crossings a ball's centre is in its cell or no farther from it than that, but for rounding;
 * cells are wider than the largest diameter by more than rounding, so balls that touch are in cells side by side. The
 * last column and row end at the walls: cells divide the table evenly. Around the table lies a frame of cells that stay
 * empty; on a periodic axis they are copies of the cells at the other side, so that lists are gathered in the same way.
 *
 * Choice of the cell: a large one means more balls in each prediction, a small one more crossings.
 *
 * Cost: a crossing moves one number from cell to cell; memory 16 bytes per cell, of which there are about as many as
 * balls, and 8 per ball. What it does badly: one large ball makes all cells large (then near-neighbour lists are
 * chosen), and many balls in a corner of a large table.
 */
#include "near/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/cell_axis.h"
#include "base/mem.h"
#include "base/min_max.h"

/* Balls in nine cells, on average, for which predictions and crossings cost about the same (measured). */
#define WANTED 7.0
/* By how much cells are wider than the largest diameter, in units of the table: far more than rounding. */
#define MARGIN 1e-9
/* And under gravity, in units of that diameter, on either side: for parabolas to stray from their chords; and the part
 * of what there is that is left for that (measured). */
#define SLACK      0x1p-6
#define SLACK_PART 0.1

/* ---- a cell's balls ---- */

/** A free overflow cell; CELLS_NO_MORE: out of memory. */
static uint32_t take_overflow(struct cells *cells)
{
    uint32_t index = cells->free_overflow;
    if (index != CELLS_NO_MORE) {
        cells->free_overflow = cells->overflow[index].more;
        return index;
    }
    if (cells->n_overflow == CELLS_NO_MORE ||
        !mem_grow(&cells->overflow, &cells->overflow_capacity, cells->n_overflow + 1, sizeof *cells->overflow))
        return CELLS_NO_MORE;
    return (uint32_t)cells->n_overflow++;
}

/** Moves a full cell's balls to an overflow cell; false: out of memory. */
static bool make_overflow(struct cells *cells, struct cell *cell)
{
    uint32_t index = take_overflow(cells);
    if (index == CELLS_NO_MORE)
        return false;
    cells->overflow[index] = *cell;
    cell->more = index & CELLS_NO_MORE;
    cell->count = 0;
    return true;
}

/** Moves the balls of the last overflow cell back. */
static void merge_overflow(struct cells *cells, struct cell *cell)
{
    uint32_t index = cell->more;
    *cell = cells->overflow[index];
    cells->overflow[index].more = cells->free_overflow & CELLS_NO_MORE;
    cells->free_overflow = index;
}

/** The other column or row that shows the same cells; `index` itself if there is none. */
static uint32_t mirrored(uint32_t index, uint32_t count)
{
    return index == 1 ? count + 1 : index == count ? 0 : index;
}

/** Copies a cell that has changed to the frame, where it is seen from the other side of a periodic table; on another
 *  table, or far from its sides, does nothing. */
static void copy_to_frame(struct cells *cells, struct cells_position at)
{
    const size_t stride = cells->columns + 2;
    uint32_t column = cells->wraps_x ? mirrored(at.column, cells->columns) : at.column;
    uint32_t row = cells->wraps_y ? mirrored(at.row, cells->rows) : at.row;
    if ((column == at.column) & (row == at.row))
        return;
    struct cell cell = cells->grid[at.row * stride + at.column];
    cells->grid[at.row * stride + column] = cell;
    cells->grid[row * stride + at.column] = cell;
    cells->grid[row * stride + column] = cell;
}

static bool insert(struct cells *cells, uint32_t slot)
{
    struct cell *cell = cells_at(cells, slot);
    if (cell->count == CELLS_ROOM && !make_overflow(cells, cell))
        return false;
    cell->slots[cell->count++] = slot;
    return true;
}

/** Where a slot stands in its cell. */
static uint32_t *find(struct cells *cells, struct cell *cell, uint32_t slot)
{
    for (;; cell = &cells->overflow[cell->more])
        for (uint32_t i = 0; i < cell->count; i++)
            if (cell->slots[i] == slot)
                return &cell->slots[i];
}

static void take_out(struct cells *cells, uint32_t slot)
{
    struct cell *cell = cells_at(cells, slot);
    *find(cells, cell, slot) = cell->slots[cell->count - 1];
    cell->count--;
    if (cell->count == 0 && cell->more != CELLS_NO_MORE)
        merge_overflow(cells, cell);
}

void cells_remove(struct cells *cells, uint32_t slot)
{
    take_out(cells, slot);
    copy_to_frame(cells, cells->positions[slot]);
}

/* ---- lists ---- */

/** Appends a cell's balls, and those of its overflow cells, to a list. */
static uint32_t gather_chain(const struct cells *cells, const struct cell *cell, uint32_t *list, uint32_t count)
{
    for (;; cell = &cells->overflow[cell->more]) {
        memcpy(list + count, cell, sizeof *cell);
        count += cell->count;
        if (cell->more == CELLS_NO_MORE)
            return count;
    }
}

/** Copies the balls of nine cells, some of which have overflowed. */
static uint32_t gather_chains(const struct cells *cells, const struct cell *corner, uint32_t *list, uint32_t *centre)
{
    uint32_t count = 0;
    for (int row = 0; row < 3; row++, corner += cells->columns + 2)
        for (int i = 0; i < 3; i++) {
            *centre = row == 1 && i == 1 ? count : *centre;
            count = gather_chain(cells, &corner[i], list, count);
        }
    return count;
}

/** Copies the balls of nine cells. @param centre receives where those of the middle one begin */
static uint32_t gather(const struct cells *cells, const struct cell *corner, uint32_t *list, uint32_t *centre)
{
    const struct cell *cell = corner;
    uint32_t count = 0, overflow = CELLS_NO_MORE;
    for (int row = 0; row < 3; row++, cell += cells->columns + 2)
        for (int i = 0; i < 3; i++) {
            *centre = row == 1 && i == 1 ? count : *centre;
            memcpy(list + count, &cell[i], sizeof *cell); /* more than the balls: overwritten by the next */
            count += cell[i].count;
            overflow &= cell[i].more;
        }
    return overflow == CELLS_NO_MORE ? count : gather_chains(cells, corner, list, centre);
}

/** Removes the ball itself, which is at `index` or later; the last entry takes its place. Without a branch to
 * mispredict if it is among the first of its cell. */
static uint32_t drop_self(uint32_t *list, uint32_t count, uint32_t index, uint32_t slot)
{
    for (int i = 1; i < CELLS_ROOM; i++)
        index += list[index] != slot;
    while (list[index] != slot)
        index++;
    list[index] = list[count - 1];
    return count - 1;
}

/** Fills a list up with sentinels. */
static inline void pad(const struct cells *cells, uint32_t *list, uint32_t count)
{
    const uint32_t sentinel = (uint32_t)cells->n;
    for (uint32_t i = 0; i < IMPACT_KERNEL_ROOM; i++)
        list[count + i] = sentinel;
}

uint32_t *cells_list(struct cells *cells, uint32_t slot, int buffer, uint32_t *count)
{
    uint32_t *list = cells->lists[buffer];
    uint32_t centre = 0, gathered = gather(cells, cells_at(cells, slot) - (cells->columns + 2) - 1, list, &centre);
    *count = drop_self(list, gathered, centre, slot);
    pad(cells, list, *count);
    return list;
}

/** Columns and rows from a ball's former cell to its new one, by the way that it has taken. */
static const int32_t steps[][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};

uint32_t *cells_list_entered(struct cells *cells, uint32_t slot, uint32_t way, uint32_t *count)
{
    const ptrdiff_t row = cells->columns + 2, along = steps[way][0] ? row : 1; /* from each cell to the next */
    const struct cell *cell = cells_at(cells, slot) + steps[way][0] + steps[way][1] * row - along;
    uint32_t *list = cells->lists[0], gathered = 0;
    for (int i = 0; i < 3; i++, cell += along)
        gathered = gather_chain(cells, cell, list, gathered);
    pad(cells, list, gathered);
    *count = gathered;
    return list;
}

/* ---- crossings ---- */

/** When a ball leaves its cell along each axis, and on which side: -1, 1: towards smaller, larger coordinates. */
struct crossing {
    double t[2];
    int side[2];
};

/** A ball's cell along an axis: its place among so many of that size. */
struct interval {
    uint32_t index, count;
    double size, stray;
    bool wraps; /* the axis is periodic */
};

ALWAYS_INLINE struct interval interval_of(const struct cells *cells, uint32_t slot, int axis)
{
    const struct cells_position *at = &cells->positions[slot];
    return axis ? (struct interval){at->row, cells->rows, cells->size.y, cells->stray, cells->wraps_y}
                : (struct interval){at->column, cells->columns, cells->size.x, cells->stray, cells->wraps_x};
}

/** In uniform motion. No ball crosses an end of the table: there a cell is unbounded.
 *  @param shift of the cell's image that the ball is in */
ALWAYS_INLINE void cross(struct interval cell, const struct particle *ball, int axis, double shift,
                         struct crossing *crossing)
{
    int side = motion_side(ball, axis); /* it can leave on that side only */
    bool is_open = (side == 0) | (!cell.wraps & (cell.index == (side > 0 ? cell.count : 1)));
    double end = (cell.index - (side < 0)) * cell.size + side * cell.stray + shift;
    crossing->t[axis] = is_open ? HUGE_VAL : motion_time_at(ball, axis, end);
    crossing->side[axis] = side;
}

/** Both crossings, where one axis alone is periodic or balls are accelerated. */
static __attribute__((noinline)) struct crossing cross_special(const struct cells *cells, uint32_t slot,
                                                               struct body body, double t)
{
    const struct motion *motion = &cells->motion;
    struct vec2 shift = cells_shift(cells, slot, body, t);
    struct crossing crossing;
    for (int axis = 0; axis < 2; axis++) {
        const struct interval cell = interval_of(cells, slot, axis);
        double back = axis ? shift.y : shift.x;
        if (!motion_is_accelerated_along(motion, axis)) {
            cross(cell, body.ball, axis, back, &crossing);
            continue;
        }
        bool is_first = cell.index == 1 && !cell.wraps, is_last = cell.index == cell.count && !cell.wraps;
        struct motion_strip strip = {axis, is_first ? -HUGE_VAL : (cell.index - 1) * cell.size - cell.stray + back,
                                     is_last ? HUGE_VAL : cell.index * cell.size + cell.stray + back};
        crossing.t[axis] = motion_exit_strip(motion, body, t, strip, &crossing.side[axis]);
    }
    return crossing;
}

static inline struct crossing cross_both(const struct cells *cells, uint32_t slot, struct body body, double t)
{
    if (cells->is_special)
        return cross_special(cells, slot, body, t);
    struct vec2 shift = cells_shift(cells, slot, body, t);
    struct crossing crossing;
    cross(interval_of(cells, slot, 0), body.ball, 0, shift.x, &crossing);
    cross(interval_of(cells, slot, 1), body.ball, 1, shift.y, &crossing);
    return crossing;
}

static uint32_t way_of(const struct crossing *crossing)
{
    int axis = !(crossing->t[0] <= crossing->t[1]);
    return (uint32_t)(CELLS_WAY_LEFT + 2 * axis + (crossing->side[axis] > 0));
}

double cells_exit_time(const struct cells *cells, uint32_t slot, struct body body, double t, uint32_t *way)
{
    struct crossing crossing = cross_both(cells, slot, body, t);
    *way = motion_decelerates(&cells->motion) ? CELLS_WAY_UNKNOWN : way_of(&crossing);
    return double_max(double_min(crossing.t[0], crossing.t[1]), t);
}

/** On a periodic table: the ball has moved, perhaps to the frame; the cell that this shows takes it. */
__attribute__((noinline)) static bool insert_periodic(struct cells *cells, uint32_t slot, struct cells_position before)
{
    struct cells_position *position = &cells->positions[slot];
    copy_to_frame(cells, before);
    position->column = position->column == 0 ? cells->columns : position->column;
    position->column = position->column > cells->columns ? 1 : position->column;
    position->row = position->row == 0 ? cells->rows : position->row;
    position->row = position->row > cells->rows ? 1 : position->row;
    bool inserted = insert(cells, slot);
    copy_to_frame(cells, *position);
    return inserted;
}

bool cells_move(struct cells *cells, uint32_t slot, double t, uint32_t way)
{
    struct cells_position *position = &cells->positions[slot], before = *position;
    if (way == CELLS_WAY_UNKNOWN) {
        struct crossing crossing = cross_both(cells, slot, body_at(cells->balls, cells->legs, slot), t);
        way = way_of(&crossing);
    }
    take_out(cells, slot);
    position->column = (uint32_t)((int32_t)position->column + steps[way][0]);
    position->row = (uint32_t)((int32_t)position->row + steps[way][1]);
    return (cells->wraps_x | cells->wraps_y) ? insert_periodic(cells, slot, before) : insert(cells, slot);
}

/** Puts a ball that is in no cell into that of its place at time t. false: out of memory. */
static bool put(struct cells *cells, uint32_t slot, double t)
{
    const struct cell_axis columns = {1 / cells->size.x, cells->columns - 1};
    const struct cell_axis rows = {1 / cells->size.y, cells->rows - 1};
    struct vec2 place = motion_position(&cells->motion, body_at(cells->balls, cells->legs, slot), t);
    period_wrap(&cells->motion.period, &place);
    cells->positions[slot].column = 1 + (uint32_t)cell_axis_index(&columns, place.x);
    cells->positions[slot].row = 1 + (uint32_t)cell_axis_index(&rows, place.y);
    if (!insert(cells, slot))
        return false;
    copy_to_frame(cells, cells->positions[slot]);
    return true;
}

bool cells_replace(struct cells *cells, uint32_t slot, double t)
{
    cells_remove(cells, slot);
    return put(cells, slot, t);
}

/* ---- creation ---- */

static double cell_from_density(const struct cells *cells, struct vec2 table)
{
    return sqrt(WANTED / 9 * table.x * table.y / (double)cells->n);
}

static uint32_t cells_along(double length, double cell, bool wraps)
{
    struct cell_axis axis = cell_axis_divide(length, cell, 1e6);
    uint32_t count = (uint32_t)cell_axis_count(&axis);
    return wraps && count < CELLS_LEAST_PERIODIC ? CELLS_LEAST_PERIODIC : count;
}

/** Divides the table into cells of at least the wanted size, no more than four per ball of the scene (in a periodic
 *  corridor nine times as many) or a million in one row. */
static bool lay_grid(struct cells *cells, const struct motion_system *system, double cell, bool strays)
{
    const struct vec2 table = system->size;
    const size_t balls = system->among > system->n ? system->among : system->n;
    double r = motion_largest_radius(cells->balls, cells->n);
    double least = 2 * r + MARGIN * (table.x + table.y);
    cell = double_max(cell, motion_falls(&cells->motion) ? least * (1 + 2 * SLACK) : least);
    cell = double_max(cell, sqrt(table.x * table.y / (4.0 * (double)balls)));
    cells->columns = cells_along(table.x, cell, cells->wraps_x);
    cells->rows = cells_along(table.y, cell, cells->wraps_y);
    cells->size = (struct vec2){table.x / cells->columns, table.y / cells->rows};
    double spare = double_max((double_min(cells->size.x, cells->size.y) - least) / 2, 0);
    cells->slack = !strays ? spare : motion_falls(&cells->motion) ? SLACK_PART * spare : 0;
    cells->stray = spare - cells->slack;
    cells->half = (struct vec2){0.5 * cells->size.x + cells->stray, 0.5 * cells->size.y + cells->stray};
    size_t count = (size_t)(cells->columns + 2) * (cells->rows + 2);
    cells->grid = mem_array_aligned(count, sizeof *cells->grid);
    for (size_t i = 0; cells->grid && i < count; i++)
        cells->grid[i].more = CELLS_NO_MORE;
    return cells->grid != NULL;
}

static bool initialise(struct cells *cells, double t)
{
    for (uint32_t i = 0; i < cells->n; i++)
        if (!put(cells, i, t))
            return false;
    return true;
}

struct cells *cells_create(const struct motion_system *system, double t, double cell, bool strays)
{
    struct cells *cells = mem_array(1, sizeof *cells);
    if (!cells)
        return NULL;
    const size_t n = cells->n = system->n;
    cells->motion = system->motion;
    cells->legs = system->legs;
    cells->wraps_x = system->motion.period.length.x > 0;
    cells->wraps_y = system->motion.period.length.y > 0;
    cells->is_special = cells->wraps_x != cells->wraps_y || motion_is_accelerated(&cells->motion);
    cells->balls = system->balls;
    cells->free_overflow = CELLS_NO_MORE;
    cells->positions = mem_array_aligned(n, sizeof *cells->positions);
    for (int i = 0; i < 2; i++)
        cells->lists[i] = mem_array_raw(n + 9 * (CELLS_ROOM + 1) + IMPACT_KERNEL_ROOM, sizeof *cells->lists[i]);
    if (cells->positions && cells->lists[0] && cells->lists[1] &&
        lay_grid(cells, system, cell > 0 ? cell : cell_from_density(cells, system->size), strays) &&
        initialise(cells, t))
        return cells;
    cells_destroy(cells);
    return NULL;
}

void cells_destroy(struct cells *cells)
{
    if (!cells)
        return;
    free(cells->positions);
    free(cells->grid);
    free(cells->overflow);
    free(cells->lists[0]);
    free(cells->lists[1]);
    free(cells);
}
