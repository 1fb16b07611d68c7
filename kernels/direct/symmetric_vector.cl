// Symmetric direct sum for CPUs: a work-item computes a whole pair of blocks (ring.h). UNROLL vectors of block I stay
// in registers while the loop runs over the vectors of block J. Each vector of J is rotated by one lane, WIDTH times,
// together with its sums, so that every lane of I is paired with every lane of J.
//
// If all masses of a block are equal, the sums are multiplied by the mass at the end. This saves two
// operations per pair and the rotation of one vector.
//
// `columns` holds the columns x, y, z and mass, each with `rows` elements. A slot of `partials` holds the
// columns x, y and z, each with `rows` elements. A block has PER_ITEM vectors, and UNROLL divides PER_ITEM.
//
// All sums are short, to limit rounding errors (levels.h). Sums for I are taken over the vectors of one run of J, and
// then over the runs. Sums for J are taken over UNROLL vectors of I, and then over these groups of UNROLL vectors.
#include "kernels/direct/levels.h"
#include "kernels/direct/ring.h"
#include "kernels/direct/vectors.h"

#define BLOCK (PER_ITEM * WIDTH)

// Returns whether all bodies of a block have equal masses.
bool one_mass(__global const float* restrict masses) {
    intv differs = (intv)(0);
    for (uint v = 0; v < PER_ITEM; ++v) differs |= load(v, masses) != (floatv)(masses[0]);
    return !any(differs);
}

#define ALL_PAIRS(EQUAL_MASSES)                                                                              \
    for (uint first = 0; first < PER_ITEM; first += UNROLL) {                                                \
        floatv x[UNROLL], y[UNROLL], z[UNROLL], mass[UNROLL], all_x[UNROLL], all_y[UNROLL], all_z[UNROLL];   \
        for (uint q = 0; q < UNROLL; ++q) {                                                                  \
            x[q] = load(first + q, mine);                                                                    \
            y[q] = load(first + q, mine + rows);                                                             \
            z[q] = load(first + q, mine + 2 * (size_t)rows);                                                 \
            mass[q] = load(first + q, mine + 3 * (size_t)rows);                                              \
            all_x[q] = all_y[q] = all_z[q] = (floatv)(0.0f);                                                 \
        }                                                                                                    \
        for (uint run = 0; run < PER_ITEM; run += RUN / WIDTH) {                                             \
            floatv sum_x[UNROLL], sum_y[UNROLL], sum_z[UNROLL];                                              \
            for (uint q = 0; q < UNROLL; ++q) sum_x[q] = sum_y[q] = sum_z[q] = (floatv)(0.0f);               \
            for (uint v = run; v < min(run + RUN / WIDTH, (uint)PER_ITEM); ++v) {                            \
                floatv other_x = load(v, others);                                                            \
                floatv other_y = load(v, others + rows);                                                     \
                floatv other_z = load(v, others + 2 * (size_t)rows);                                         \
                floatv other_mass = load(v, others + 3 * (size_t)rows);                                      \
                floatv pull_x = (floatv)(0.0f), pull_y = (floatv)(0.0f), pull_z = (floatv)(0.0f);            \
                for (uint turn = 0; turn < WIDTH; ++turn) {                                                  \
                    _Pragma("unroll")                                                                        \
                    for (uint q = 0; q < UNROLL; ++q) {                                                      \
                        const floatv dx = other_x - x[q];                                                    \
                        const floatv dy = other_y - y[q];                                                    \
                        const floatv dz = other_z - z[q];                                                    \
                        const floatv inverse =                                                               \
                            INVERSE_SQRT(fma(dx, dx, fma(dy, dy, fma(dz, dz, (floatv)(softening_squared)))));\
                        const floatv cube = inverse * (inverse * inverse);                                   \
                        const floatv to_me = EQUAL_MASSES ? cube : other_mass * cube;                        \
                        const floatv to_other = EQUAL_MASSES ? cube : mass[q] * cube;                        \
                        sum_x[q] = fma(to_me, dx, sum_x[q]);                                                 \
                        sum_y[q] = fma(to_me, dy, sum_y[q]);                                                 \
                        sum_z[q] = fma(to_me, dz, sum_z[q]);                                                 \
                        pull_x = fma(to_other, dx, pull_x);                                                  \
                        pull_y = fma(to_other, dy, pull_y);                                                  \
                        pull_z = fma(to_other, dz, pull_z);                                                  \
                    }                                                                                        \
                    other_x = ROTATED(other_x);                                                              \
                    other_y = ROTATED(other_y);                                                              \
                    other_z = ROTATED(other_z);                                                              \
                    if (!EQUAL_MASSES) other_mass = ROTATED(other_mass);                                     \
                    pull_x = ROTATED(pull_x);                                                                \
                    pull_y = ROTATED(pull_y);                                                                \
                    pull_z = ROTATED(pull_z);                                                                \
                }                                                                                            \
                pulls_x[v] += pull_x;                                                                        \
                pulls_y[v] += pull_y;                                                                        \
                pulls_z[v] += pull_z;                                                                        \
            }                                                                                                \
            for (uint q = 0; q < UNROLL; ++q) {                                                              \
                all_x[q] += sum_x[q];                                                                        \
                all_y[q] += sum_y[q];                                                                        \
                all_z[q] += sum_z[q];                                                                        \
            }                                                                                                \
        }                                                                                                    \
        for (uint q = 0; q < UNROLL; ++q) {                                                                  \
            store(all_x[q] * scale, first + q, to_mine);                                                     \
            store(all_y[q] * scale, first + q, to_mine + rows);                                              \
            store(all_z[q] * scale, first + q, to_mine + 2 * (size_t)rows);                                  \
        }                                                                                                    \
    }

// Each work-group computes the partial sums of one pair of blocks, for block distances from `first_distance` on.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void accelerate_pairs(__global const float* restrict columns, uint rows, uint blocks, uint first_distance,
                uint chunk_first, uint chunk_size, float softening_squared, __global float* restrict partials) {
    const uint block = get_group_id(0);
    const uint distance = first_distance + get_group_id(1);
    const uint other_block = block + distance < blocks ? block + distance : block + distance - blocks;
    if (has_pairs(blocks, block, distance)) {
        __global const float* restrict mine = columns + block * BLOCK;
        __global const float* restrict others = columns + other_block * BLOCK;
        const size_t slot = distance - chunk_first;
        const size_t other_slot = slot_of_other(distance, blocks, chunk_first, chunk_size);
        __global float* restrict to_mine = partials + slot * 3 * rows + block * BLOCK;
        __global float* restrict to_others = partials + other_slot * 3 * rows + other_block * BLOCK;

        const bool equal_masses = one_mass(mine + 3 * (size_t)rows) && one_mass(others + 3 * (size_t)rows);
        const float scale = equal_masses ? others[3 * (size_t)rows] : 1.0f;
        const float other_scale = equal_masses ? -mine[3 * (size_t)rows] : -1.0f;
        floatv pulls_x[PER_ITEM], pulls_y[PER_ITEM], pulls_z[PER_ITEM];
        for (uint v = 0; v < PER_ITEM; ++v) pulls_x[v] = pulls_y[v] = pulls_z[v] = (floatv)(0.0f);
        if (equal_masses) {
            ALL_PAIRS(true)
        } else {
            ALL_PAIRS(false)
        }
        if (distance > 0)
            for (uint v = 0; v < PER_ITEM; ++v) {
                store(pulls_x[v] * other_scale, v, to_others);
                store(pulls_y[v] * other_scale, v, to_others + rows);
                store(pulls_z[v] * other_scale, v, to_others + 2 * (size_t)rows);
            }
    }
}

// Adds up partial sums like partials.cl, but in columns. A work-item adds up the sums of WIDTH rows, in ascending order
// of slots.
__kernel void add_partials(__global const float* restrict partials, uint stride, uint slots, float weight,
                           uint add, __global float4* restrict accelerations, uint first, uint rows) {
    const uint i = get_global_id(0) * WIDTH;
    if (i < rows) {
        floatv x = (floatv)(0.0f), y = (floatv)(0.0f), z = (floatv)(0.0f);
        for (uint slot = 0; slot < slots; ++slot) {
            __global const float* restrict sums = partials + (size_t)slot * 3 * stride + i;
            x += load(0, sums);
            y += load(0, sums + stride);
            z += load(0, sums + 2 * (size_t)stride);
        }
        float xs[WIDTH], ys[WIDTH], zs[WIDTH];
        store(x * weight, 0, xs);
        store(y * weight, 0, ys);
        store(z * weight, 0, zs);
        for (uint lane = 0; lane < WIDTH && i + lane < rows; ++lane) {
            const float4 sum = (float4)(xs[lane], ys[lane], zs[lane], 0.0f);
            accelerations[first + i + lane] = add ? accelerations[first + i + lane] + sum : sum;
        }
    }
}
