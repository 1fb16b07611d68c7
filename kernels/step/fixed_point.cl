// Kicks and drifts on integers, which can be undone to the last bit (Levesque and Verlet 1993, J. Stat. Phys. 72, 519;
// Rein and Tamayo 2018, MNRAS 473, 3351). Every increment is rounded to an integer before it is added to a position or
// velocity. An increment depends only on quantities that the addition does not change. `sign` is 1, or -1 to undo an
// increment. Each row has three integers. The float rows for forces and drawing are computed from the integers alone.
//
// If an integer exceeds `limit` (half of the integer range), or an increment is not finite, the body has left the
// domain. The kernel then stores the lowest row of a body outside of the domain in first[0]. An integer that would
// overflow is set to the largest integer instead, and the step cannot be undone any more.

#ifdef WIDE
typedef long fixed;
typedef long3 fixed3;
#define ROUNDED convert_long3_sat_rte
#else
typedef int fixed;
typedef int3 fixed3;
#define ROUNDED convert_int3_sat_rte
#endif

// Returns whether all components of a vector are finite. Tests the exponent bits, because compilers with fast
// mathematics remove isfinite().
bool is_number(float3 a) {
    const uint4 bits = as_uint4((float4)(a, 0.0f)) & 0x7f800000u;
    return all(bits != 0x7f800000u);
}

// Adds sign * round(increment) to the three integers of row i, with saturation. If the body leaves the
// domain, stores the row in first[0].
void move(__global fixed* numbers, uint i, float3 increment, int sign, fixed limit, __global uint* first) {
    const fixed3 step = ROUNDED(increment);
    const fixed3 before = vload3(i, numbers);
    const fixed3 after = sign > 0 ? add_sat(before, step) : sub_sat(before, step);
    vstore3(after, i, numbers);
    if (any(after > limit) || any(after < -limit) || !is_number(increment)) atomic_min(first, i);
}

// Updates x, y and z of the float row from its three integers; w is not changed.
void show(__global const fixed* numbers, uint i, float unit, __global float4* rows) {
    float4 row = rows[i];
    row.xyz = convert_float3_rte(vload3(i, numbers)) * unit;
    rows[i] = row;
}

// Updates all float rows from their integers; `unit` is what the integer 1 represents in model units.
__kernel void show_rows(__global const fixed* restrict numbers, float unit, __global float4* restrict rows,
                        uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) show(numbers, i, unit, rows);
}

// Kick: V <- V + sign round(a dt). The caller has divided `dt` by the velocity unit.
__kernel void kick_integers(__global fixed* restrict velocities, __global float4* restrict shown, float unit,
                            __global const float4* restrict accelerations, float dt, int sign, fixed limit,
                            __global uint* restrict first, uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        move(velocities, i, accelerations[i].xyz * dt, sign, limit, first);
        show(velocities, i, unit, shown);
    }
}

// Drift: X <- X + sign round(V dt). The caller has multiplied `dt` by the velocity unit and divided it by the position
// unit.
__kernel void drift_integers(__global fixed* restrict positions, __global float4* restrict shown, float unit,
                             __global const fixed* restrict velocities, float dt, int sign, fixed limit,
                             __global uint* restrict first, uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        move(positions, i, convert_float3_rte(vload3(i, velocities)) * dt, sign, limit, first);
        show(positions, i, unit, shown);
    }
}

// Kick by an external mass: V <- V + sign round(gravity m (x_b - x) / (|x_b - x|^2 + radius^2)^(3/2) dt).
__kernel void kick_external_integers(__global fixed* restrict velocities, __global float4* restrict shown, float unit,
                            __global const float4* restrict positions, float4 body, float radius_squared,
                            float gravity_dt, int sign, fixed limit, __global uint* restrict first, uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        const float3 way = body.xyz - positions[i].xyz;
        const float nearness = rsqrt(dot(way, way) + radius_squared);
        move(velocities, i, way * (gravity_dt * body.w * nearness * nearness * nearness), sign, limit, first);
        show(velocities, i, unit, shown);
    }
}

// Damping: V <- round(V factor). This cannot be undone.
__kernel void damp_integers(__global fixed* restrict velocities, __global float4* restrict shown, float unit,
                            float factor, uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        vstore3(ROUNDED(convert_float3_rte(vload3(i, velocities)) * factor), i, velocities);
        show(velocities, i, unit, shown);
    }
}
