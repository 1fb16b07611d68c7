// How far apart the bodies of two runs are that began as one: an item sums over every so many-th row, as many as there
// are items, and the host over the items.

// sums_out[item]: of |a - b|^2.
__kernel void squared_distances(__global const float4* restrict a, __global const float4* restrict b, uint bodies,
                                __global float* restrict sums_out) {
    float sum = 0.0f;
    for (uint row = get_global_id(0); row < bodies; row += get_global_size(0)) {
        const float3 way = a[row].xyz - b[row].xyz;
        sum += dot(way, way);
    }
    sums_out[get_global_id(0)] = sum;
}
