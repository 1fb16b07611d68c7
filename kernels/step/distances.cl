// Sums, over all bodies, the squared distance between a body's positions in two runs. With n work-items, each work-item
// sums over every n-th row, and the host adds up the sums of all work-items.

// Writes the sum of |a - b|^2 over the work-item's rows to sums_out[item].
__kernel void squared_distances(__global const float4* restrict a, __global const float4* restrict b, uint bodies,
                                __global float* restrict sums_out) {
    float sum = 0.0f;
    for (uint row = get_global_id(0); row < bodies; row += get_global_size(0)) {
        const float3 way = a[row].xyz - b[row].xyz;
        sum += dot(way, way);
    }
    sums_out[get_global_id(0)] = sum;
}
