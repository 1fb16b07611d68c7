// Kicks and drifts on integers, which can be undone to the last bit (Levesque and Verlet 1993, J. Stat. Phys. 72, 519;
// Rein and Tamayo 2018, MNRAS 473, 3351). Every increment is rounded to an integer before it is added to a position or
// velocity. An increment depends only on quantities that the addition does not change. `sign` is 1, or -1 to undo an
// increment. Each row has three integers. The float rows for forces and drawing are computed from the integers alone.
//
// The integers have 64 bits if WIDE is defined, otherwise 32 bits. As long as no integer overflows, both sizes compute
// equal numbers, so that a run can change the size at any time. Every kernel therefore computes increments by
// operations that round equally for both sizes: conversions and single multiplications.
//
// An integer that would overflow is set to the largest integer instead, and the step cannot be undone any more. The
// kernel then stores the lowest row with such an integer, or with an increment that is not finite, in found[0].

#ifdef WIDE
typedef long fixed;
typedef long3 fixed3;
typedef int other;
#define ROUNDED convert_long3_sat_rte
#define LARGEST LONG_MAX
#define SMALLEST LONG_MIN
#else
typedef int fixed;
typedef int3 fixed3;
typedef long other;
#define ROUNDED convert_int3_sat_rte
#define LARGEST INT_MAX
#define SMALLEST INT_MIN
#endif

// Returns whether all components of a vector are finite. Tests the exponent bits, because compilers with fast
// mathematics remove isfinite().
bool is_number(float3 a) {
    const uint4 bits = as_uint4((float4)(a, 0.0f)) & 0x7f800000u;
    return all(bits != 0x7f800000u);
}

// Returns whether an integer is at an end of the range, as after an overflow.
bool is_saturated(fixed3 a) { return any(a == LARGEST) || any(a == SMALLEST); }

// Returns whether the absolute value of an integer is larger than `limit`.
bool is_beyond(fixed3 a, long limit) {
    const long3 number = convert_long3(a);
    return any(number > limit) || any(number < -limit);
}

// Adds sign * round(increment) to the three integers of row i. If an integer overflows, stores the row in found[0].
void move(__global fixed* numbers, uint i, float3 increment, int sign, __global uint* found) {
    const fixed3 step = ROUNDED(increment);
    const fixed3 before = vload3(i, numbers);
    const fixed3 after = sign > 0 ? add_sat(before, step) : sub_sat(before, step);
    vstore3(after, i, numbers);
    if (is_saturated(step) || is_saturated(after) || !is_number(increment)) atomic_min(found, i);
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
                            __global const float4* restrict accelerations, float dt, int sign,
                            __global uint* restrict found, uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        move(velocities, i, accelerations[i].xyz * dt, sign, found);
        show(velocities, i, unit, shown);
    }
}

// Drift: X <- X + sign round(V dt). The caller has multiplied `dt` by the velocity unit and divided it by the position
// unit.
__kernel void drift_integers(__global fixed* restrict positions, __global float4* restrict shown, float unit,
                             __global const fixed* restrict velocities, float dt, int sign,
                             __global uint* restrict found, uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        move(positions, i, convert_float3_rte(vload3(i, velocities)) * dt, sign, found);
        show(positions, i, unit, shown);
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

// Finds bodies outside of the domain: stores the lowest row with an integer beyond `limit` (FixedPoint::limit()) in
// found[1], and the lowest row with an integer beyond `last_limit`, the end of the 64-bit domain, in found[2].
__kernel void find_outside(__global const fixed* restrict positions, __global const fixed* restrict velocities,
                           long limit, long last_limit, __global uint* restrict found, uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        const fixed3 x = vload3(i, positions), v = vload3(i, velocities);
        if (is_beyond(x, limit) || is_beyond(v, limit)) atomic_min(found + 1, i);
        if (is_beyond(x, last_limit) || is_beyond(v, last_limit)) atomic_min(found + 2, i);
    }
}

// Copies integers of the other size to integers of this size. The integers must fit.
__kernel void change_size(__global const other* restrict from, __global fixed* restrict to, uint count) {
    const uint i = get_global_id(0);
    if (i < count) to[i] = (fixed)from[i];
}
