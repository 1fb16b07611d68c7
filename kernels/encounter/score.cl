// Scores encounters against the picture of a pair (data/match/README.md). A work-group scores an encounter in local
// memory. Images are integers, so that the order of the particles does not matter, and sums of floats have a fixed
// order: the result is the same in each run.
//
// Definitions:
//   WORK_GROUP   work-items of a work-group, a power of two from 128 to 2048
#include "kernels/encounter/encounter.h"

#define EDGE 64
#define CELLS (EDGE * EDGE)
#define DARK_DIVISOR 10000000u  // a cell is dark if its light is at most this fraction of the brightest cell
#define OUTLINE_LIMIT 6         // of signed distances, in cells
#define FAR EDGE                // no marked cell in the column
#define BINS 256
#define WEIGHT_BITS 30          // the weights of a Gaussian add up to 2^30

// Settings of a target. Must match TargetNumbers in compute/encounter/encounter_scores.cpp.
typedef struct {
    float map[6];           // from model positions to cells
    uint weights[2];        // light of a particle of each disk
    uint bright, faint;     // numbers of cells
    uint fine_radius, coarse_radius;
    uint gaussians[64];     // weights: fine Gaussian in the first half, coarse Gaussian in the second half
    float coarse_mean, coarse_deviation;
} TargetNumbers;

#define FOR_CELLS(i) for (uint i = get_local_id(0); i < CELLS; i += WORK_GROUP)

uint reflected(int i) { return i < 0 ? -1 - i : i >= EDGE ? 2 * EDGE - 1 - i : i; }

// Adds the light of a particle to its cell.
void add_particle(__local uint* image, __global const TargetNumbers* target, float x, float y, uint weight) {
    const float cell_x = fma(target->map[1], x, fma(target->map[2], y, target->map[0]));
    const float cell_y = fma(target->map[4], x, fma(target->map[5], y, target->map[3]));
    if (cell_x >= 0 && cell_y >= 0 && cell_x < EDGE && cell_y < EDGE)
        atomic_add(image + (uint)cell_y * EDGE + (uint)cell_x, weight);
}

// Smooths the image: first the columns, then the rows. The light is multiplied by 2^extra of both passes.
void smooth(__local uint* image, __local uint* work, __global const uint* weights, int radius, uint2 extra) {
    const uint2 bits = WEIGHT_BITS - extra;
    FOR_CELLS(i) {
        const int row = i / EDGE, column = i % EDGE;
        ulong sum = (ulong)image[i] * weights[0];
        for (int j = 1; j <= radius; ++j)
            sum += (ulong)(image[reflected(row - j) * EDGE + column] + image[reflected(row + j) * EDGE + column]) *
                   weights[j];
        work[i] = (uint)((sum + (1ul << (bits.x - 1))) >> bits.x);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    FOR_CELLS(i) {
        const int column = i % EDGE;
        __local const uint* const line = work + i - column;
        ulong sum = (ulong)line[column] * weights[0];
        for (int j = 1; j <= radius; ++j)
            sum += (ulong)(line[reflected(column - j)] + line[reflected(column + j)]) * weights[j];
        image[i] = (uint)((sum + (1ul << (bits.y - 1))) >> bits.y);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Returns the least light of the `count` brightest cells that are not dark. Digits of eight bits are found one after
// another, beginning with the highest digit.
uint least_bright(__local const uint* image, uint count, __local uint* bins, __local uint* state) {
    if (get_local_id(0) == 0) state[2] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint brightest = 0;
    FOR_CELLS(i) brightest = max(brightest, image[i]);
    atomic_max(state + 2, brightest);
    uint prefix = 0, missing = count;
    for (int shift = 24; shift >= 0; shift -= 8) {
        for (uint i = get_local_id(0); i < BINS; i += WORK_GROUP) bins[i] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        FOR_CELLS(i) {
            const uint light = image[i];
            const bool has_prefix = shift == 24 || light >> (shift + 8) == prefix;
            if (has_prefix && light > 0) atomic_inc(bins + (light >> shift) % BINS);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) {
            uint digit = BINS - 1;
            while (digit > 0 && bins[digit] < missing) missing -= bins[digit--];
            state[0] = prefix * BINS + digit;
            state[1] = missing;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        prefix = state[0];
        missing = state[1];
    }
    return max(prefix, state[2] / DARK_DIVISOR + 1);
}

void set_mask(__local const uint* image, uint least, __local uchar* mask) {
    FOR_CELLS(i) mask[i] = image[i] >= least;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Sets the vertical distance of each cell to the nearest cell whose mask is `marked`; FAR if no cell of the column is.
// Only the work-items from `first` to first + EDGE - 1 work.
void set_column_distances(__local const uchar* mask, uchar marked, __local uchar* distances, uint first) {
    const uint column = get_local_id(0) - first;
    if (column >= EDGE) return;
    uint steps = FAR;
    for (uint i = column; i < CELLS; i += EDGE) {
        steps = mask[i] == marked ? 0 : min(steps + 1, (uint)FAR);
        distances[i] = steps;
    }
    steps = FAR;
    for (int i = CELLS - EDGE + column; i >= 0; i -= EDGE) {
        steps = mask[i] == marked ? 0 : min(steps + 1, (uint)FAR);
        distances[i] = min((uint)distances[i], steps);
    }
}

int square_in_column(uint steps) { return steps == FAR ? 2 * CELLS : (int)(steps * steps); }

// Returns the square of the distance to the nearest marked cell; distances above `limit` are only lower bounds.
int nearest_square(__local const uchar* distances, uint cell, int limit) {
    const int column = cell % EDGE;
    __local const uchar* const line = distances + cell - column;
    int best = square_in_column(line[column]);
    for (int dx = 1; dx <= limit && dx * dx < best; ++dx) {
        if (column >= dx) best = min(best, square_in_column(line[column - dx]) + dx * dx);
        if (column + dx < EDGE) best = min(best, square_in_column(line[column + dx]) + dx * dx);
    }
    return best;
}

// Returns the sums of all work-items, in a fixed order.
float4 group_sum(float4 value, __local float4* sums) {
    const uint item = get_local_id(0);
    sums[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = WORK_GROUP / 2; stride > 0; stride /= 2) {
        if (item < stride) sums[item] += sums[item + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float4 sum = sums[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

// Sorts the cells by their light, and by their place if the light is equal (bitonic sort).
void sort_cells(__local uint* light, __local ushort* places) {
    FOR_CELLS(i) places[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint size = 2; size <= CELLS; size *= 2)
        for (uint step = size / 2; step > 0; step /= 2) {
            for (uint pair = get_local_id(0); pair < CELLS / 2; pair += WORK_GROUP) {
                const uint low = pair % step, i = 2 * (pair - low) + low, k = i + step;
                const uint a = light[i], b = light[k];
                const ushort place_a = places[i], place_b = places[k];
                const bool is_above = a > b || (a == b && place_a > place_b), ascends = (i & size) == 0;
                if (is_above == ascends) {
                    light[i] = b;
                    light[k] = a;
                    places[i] = place_b;
                    places[k] = place_a;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
}

// Adds the light of the disks as they would be without the encounter. `samples` contains the share of the way from the
// inner to the outer radius, and cosine and sine of the angle.
void add_undisturbed(__local uint* image, __global const TargetNumbers* target, __global const DiskGalaxy* galaxies,
                     float4 end_position, __global const float4* samples, uint particles1, uint particles2) {
    for (uint i = get_local_id(0); i < particles1 + particles2; i += WORK_GROUP) {
        const uint disk = i >= particles1;
        const DiskGalaxy galaxy = galaxies[disk];
        const float4 sample = samples[disk ? i - particles1 : i];
        const float radius = fma(galaxy.outer_radius - galaxy.inner_radius, sample.x, galaxy.inner_radius);
        const float2 center = disk ? end_position.xy : (float2)(0, 0);
        const float2 direction = fma(sample.y, galaxy.x_axis.xy, sample.z * galaxy.y_axis.xy);
        const float2 place = fma(radius, direction, center);
        add_particle(image, target, place.x, place.y, target->weights[disk]);
    }
}

// Each of `cells` contains outline, nearness, 1 or 0 for the faint mask, and coarse light minus its mean; `sorted`
// contains the ascending coarse light. Writes outline, correlation and tide of each encounter.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void score(__global const float4* restrict positions, __global const OrbitOutcome* restrict outcomes,
           __global const DiskGalaxy* restrict galaxies, __global const float4* restrict samples,
           __global const TargetNumbers* restrict target, __global const float4* restrict cells,
           __global const float* restrict sorted, __global float4* restrict terms, uint particles1, uint particles2) {
    __local uint image[CELLS], work[CELLS], bins[BINS], state[3];
    __local uchar disk_mask[CELLS];
    __local float4 sums[WORK_GROUP];
    __local uchar* const mask = (__local uchar*)work;
    __local uchar* const marked = mask + CELLS;
    __local uchar* const unmarked = mask + 2 * CELLS;
    const uint encounter = get_group_id(0), particles = particles1 + particles2;

    FOR_CELLS(i) image[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    add_undisturbed(image, target, galaxies + 2 * encounter, outcomes[encounter].end_position, samples, particles1,
                    particles2);
    barrier(CLK_LOCAL_MEM_FENCE);
    smooth(image, work, target->gaussians, target->fine_radius, (uint2)(0, 0));
    set_mask(image, least_bright(image, target->bright, bins, state), mask);
    FOR_CELLS(i) {
        const uint row = i / EDGE, column = i % EDGE;
        disk_mask[i] = mask[i] | (row > 0 ? mask[i - EDGE] : 0) | (row + 1 < EDGE ? mask[i + EDGE] : 0) |
                       (column > 0 ? mask[i - 1] : 0) | (column + 1 < EDGE ? mask[i + 1] : 0);
        image[i] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < particles; i += WORK_GROUP) {
        const float4 place = positions[encounter * (size_t)particles + i];
        add_particle(image, target, place.x, place.y, target->weights[i >= particles1]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    smooth(image, work, target->gaussians, target->fine_radius, (uint2)(0, 0));

    set_mask(image, least_bright(image, target->bright, bins, state), mask);
    set_column_distances(mask, 1, marked, 0);
    set_column_distances(mask, 0, unmarked, EDGE);
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 sum = 0;
    FOR_CELLS(i) {
        const int square = nearest_square(mask[i] ? unmarked : marked, i, OUTLINE_LIMIT);
        const float distance = sqrt((float)min(square, OUTLINE_LIMIT * OUTLINE_LIMIT));
        sum.x -= fabs((mask[i] ? -distance : distance) - cells[i].x);
    }
    const float outline = group_sum(sum, sums).x / CELLS;

    set_mask(image, least_bright(image, target->faint, bins, state), mask);
    set_column_distances(mask, 1, marked, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0;
    FOR_CELLS(i) {
        if (disk_mask[i]) continue;
        if (mask[i]) sum.xy += (float2)(cells[i].y, 1);
        if (cells[i].z > 0) sum.zw += (float2)(exp(-0.5f * sqrt((float)nearest_square(marked, i, EDGE))), 1);
    }
    sum = group_sum(sum, sums);
    const float precision = sum.y > 0 ? sum.x / sum.y : 0, recall = sum.w > 0 ? sum.z / sum.w : 0;
    const float tide = 5 * precision * recall / (4 * precision + recall + 1e-9f);

    smooth(image, work, target->gaussians + 32, target->coarse_radius, (uint2)(2, 3));
    __local ushort* const places = (__local ushort*)work;
    sort_cells(image, places);
    const uint dark = image[CELLS - 1] / DARK_DIVISOR;
    sum = 0;
    FOR_CELLS(i) {
        const float value = (image[i] > dark ? sorted[i] : 0) - target->coarse_mean;
        sum.xyz += (float3)(value, value * value, value * cells[places[i]].w);
    }
    sum = group_sum(sum, sums);
    const float variance = sum.y - sum.x * sum.x / CELLS, deviation = target->coarse_deviation;
    const float correlation = image[CELLS - 1] > 0 && variance > 0 && deviation > 0
                                  ? sum.z / (sqrt(variance) * deviation)
                                  : 0;
    if (get_local_id(0) == 0) terms[encounter] = (float4)(outline, correlation, tide, 0);
}
