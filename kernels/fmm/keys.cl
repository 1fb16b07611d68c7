// Computes the bodies' Morton keys, and copies sorted bodies into the columns that later stages read.
#include "kernels/fmm/keys.h"
#include "kernels/fmm/tree.h"

// Spreads the lowest 21 bits of `cell`: bit n moves to bit 3 * n, and two zero bits lie between successive bits.
ulong spread(uint cell) {
    ulong v = cell;
    v = (v | v << 32) & 0x1f00000000fffful;
    v = (v | v << 16) & 0x1f0000ff0000fful;
    v = (v | v << 8) & 0x100f00f00f00f00ful;
    v = (v | v << 4) & 0x10c30c30c30c30c3ul;
    return (v | v << 2) & 0x1249249249249249ul;
}

// Writes the Morton key of body i to keys[i], and i to order[i]. A body outside of the box gets the key of the nearest
// cell. The tree is correct nevertheless, because each node's radius is computed from its bodies.
__kernel void make_keys(__global const float4* restrict positions, uint bodies, __global const float* restrict box,
                        __global ulong* restrict keys, __global uint* restrict order) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        const float4 body = positions[i];
        const float to_cells = 1048575.9f / box[BOX_HALF];
        const float3 cell = clamp((body.xyz - (float3)(box[BOX_X], box[BOX_Y], box[BOX_Z])) * to_cells + 1048576.0f,
                                  0.0f, 2097151.0f);
        keys[i] = spread((uint)cell.x) << 2 | spread((uint)cell.y) << 1 | spread((uint)cell.z);
        order[i] = i;
    }
}

// Copies bodies in Morton order (`order`) into columns x, y, z and mass of `body_stride` elements.
__kernel void gather_bodies(__global const float4* restrict positions, uint count, __global const uint* restrict order,
                            __global float* restrict bodies, uint body_stride) {
    const uint i = get_global_id(0);
    if (i < count) {
        const float4 body = positions[order[i]];
        BODY_X(i) = body.x;
        BODY_Y(i) = body.y;
        BODY_Z(i) = body.z;
        BODY_MASS(i) = body.w;
    }
}

// Stores accelerations that another device has computed. `found` holds the accelerations of the bodies first ... last -
// 1 in Morton order, for G = 1. The kernel multiplies them by `gravity` and writes them to the rows of these bodies.
__kernel void place_results(__global const float4* restrict found, uint first, uint last,
                            __global const uint* restrict order, float gravity,
                            __global float4* restrict accelerations) {
    const uint i = first + get_global_id(0);
    if (i < last) accelerations[order[i]] = gravity * found[get_global_id(0)];
}
