// Direct sum for CPUs: a work-item computes PER_ITEM vectors of WIDTH bodies and loops over all sources. Vectors are
// explicit because CPU drivers do not combine work-items into vectors. Tiles in local memory would only cost time,
// because a CPU caches the sources anyway.
//
// Arguments, softening and POTENTIAL: see direct.h. A work-group is a single work-item. source_first and source_end
// must be multiples of RUN.
#include "kernels/direct/levels.h"
#include "kernels/direct/vectors.h"

// Loads the rows first ... first + WIDTH - 1 as vectors of coordinates. Rows from `end` on are replaced by row end - 1.
void load_bodies(__global const float4* restrict positions, uint first, uint end, floatv* x, floatv* y,
                 floatv* z) {
    float xs[WIDTH], ys[WIDTH], zs[WIDTH];
    for (uint lane = 0; lane < WIDTH; ++lane) {
        const float4 body = positions[min(first + lane, end - 1)];
        xs[lane] = body.x;
        ys[lane] = body.y;
        zs[lane] = body.z;
    }
    *x = load(0, xs);
    *y = load(0, ys);
    *z = load(0, zs);
}

// Writes vectors of accelerations to the rows first ... first + WIDTH - 1 that lie below `end`. If `add` is true, adds
// the vectors to the old values.
void add_accelerations(bool add, __global float4* restrict accelerations, uint first, uint end, floatv x, floatv y,
                       floatv z, floatv w) {
    float xs[WIDTH], ys[WIDTH], zs[WIDTH], ws[WIDTH];
    store(x, 0, xs);
    store(y, 0, ys);
    store(z, 0, zs);
    store(w, 0, ws);
    for (uint lane = 0; lane < WIDTH && first + lane < end; ++lane)
        accelerations[first + lane] = (add ? accelerations[first + lane] : (float4)(0.0f)) +
                                      (float4)(xs[lane], ys[lane], zs[lane], ws[lane]);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void accelerate(__global const float4* restrict positions, uint first, uint end,
                __global const float4* restrict sources, uint source_first, uint source_end,
                float softening_squared, __global float4* restrict accelerations) {
    const uint i = first + get_global_id(0) * (PER_ITEM * WIDTH);
    floatv x[PER_ITEM], y[PER_ITEM], z[PER_ITEM];
    floatv total_x[PER_ITEM], total_y[PER_ITEM], total_z[PER_ITEM], total_w[PER_ITEM];
    floatv part_x[PER_ITEM], part_y[PER_ITEM], part_z[PER_ITEM], part_w[PER_ITEM];
    for (uint q = 0; q < PER_ITEM; ++q) {
        load_bodies(positions, i + q * WIDTH, end, &x[q], &y[q], &z[q]);
        total_x[q] = total_y[q] = total_z[q] = total_w[q] = (floatv)(0.0f);
        part_x[q] = part_y[q] = part_z[q] = part_w[q] = (floatv)(0.0f);
    }
#ifdef POTENTIAL
    int own_rows[WIDTH];
    for (int lane = 0; lane < WIDTH; ++lane) own_rows[lane] = (int)i + lane;
    const intv own_row = load(0, own_rows);
#endif

    for (uint start = source_first; start < source_end; start += RUN) {
        floatv sum_x[PER_ITEM], sum_y[PER_ITEM], sum_z[PER_ITEM], sum_w[PER_ITEM];
        for (uint q = 0; q < PER_ITEM; ++q) sum_x[q] = sum_y[q] = sum_z[q] = sum_w[q] = (floatv)(0.0f);
        for (uint j = start; j < start + RUN; ++j) {
            const float4 source = sources[j];
#pragma unroll
            for (uint q = 0; q < PER_ITEM; ++q) {
                const floatv dx = source.x - x[q];
                const floatv dy = source.y - y[q];
                const floatv dz = source.z - z[q];
                const floatv inverse =
                    INVERSE_SQRT(fma(dx, dx, fma(dy, dy, fma(dz, dz, (floatv)(softening_squared)))));
                const floatv pull = source.w * inverse * (inverse * inverse);
                sum_x[q] = fma(pull, dx, sum_x[q]);
                sum_y[q] = fma(pull, dy, sum_y[q]);
                sum_z[q] = fma(pull, dz, sum_z[q]);
#ifdef POTENTIAL
                const intv itself = own_row + (int)(q * WIDTH) == (intv)((int)j);
                sum_w[q] -= select(source.w * inverse, (floatv)(0.0f), itself);
#endif
            }
        }
        for (uint q = 0; q < PER_ITEM; ++q) {
            part_x[q] += sum_x[q];
            part_y[q] += sum_y[q];
            part_z[q] += sum_z[q];
            part_w[q] += sum_w[q];
        }
        const bool part_ends = (start + RUN) % PART == 0 || start + RUN >= source_end;
        for (uint q = 0; part_ends && q < PER_ITEM; ++q) {
            total_x[q] += part_x[q];
            total_y[q] += part_y[q];
            total_z[q] += part_z[q];
            total_w[q] += part_w[q];
            part_x[q] = part_y[q] = part_z[q] = part_w[q] = (floatv)(0.0f);
        }
    }
    for (uint q = 0; q < PER_ITEM; ++q)
        add_accelerations(source_first > 0, accelerations, i + q * WIDTH, end, total_x[q], total_y[q], total_z[q],
                          total_w[q]);
}
