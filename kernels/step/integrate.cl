// Kicks and drifts in single precision. Every work-item updates one row in place. Rows are float4 in model
// units: positions hold x, y, z and mass; velocities and accelerations hold x, y and z.

// Kick: v <- (v + a dt) damping
__kernel void kick(__global float4* restrict velocities, __global const float4* restrict accelerations,
                   float dt, float damping, uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        const float4 acceleration = accelerations[i];
        float4 velocity = velocities[i];
        velocity.xyz = mad(acceleration.xyz, dt, velocity.xyz) * damping;
        velocities[i] = velocity;
    }
}

// Drift: x <- x + v dt + a half_dt_squared. The mass in w is not changed.
__kernel void drift(__global float4* restrict positions, __global const float4* restrict velocities,
                    __global const float4* restrict accelerations, float dt, float half_dt_squared,
                    uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        float4 position = positions[i];
        position.xyz = mad(velocities[i].xyz, dt, mad(accelerations[i].xyz, half_dt_squared, position.xyz));
        positions[i] = position;
    }
}

// Kick by an external mass at `body`.xyz with mass body.w: v <- v + gravity m (x_b - x) / (|x_b - x|^2 +
// radius^2)^(3/2) dt.
__kernel void kick_external(__global float4* restrict velocities, __global const float4* restrict positions,
                   float4 body, float radius_squared, float gravity_dt, uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        const float3 way = body.xyz - positions[i].xyz;
        const float nearness = rsqrt(dot(way, way) + radius_squared);
        float4 velocity = velocities[i];
        velocity.xyz = mad(way, gravity_dt * body.w * nearness * nearness * nearness, velocity.xyz);
        velocities[i] = velocity;
    }
}

// Writes the increments of velocities by an external mass, in the velocity unit of the integers: the acceleration of
// kick_external times dt. The caller has divided `gravity_dt` by the velocity unit.
__kernel void external_increments(__global const float4* restrict positions, float4 body, float radius_squared,
                   float gravity_dt, __global float4* restrict increments, uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        const float3 way = body.xyz - positions[i].xyz;
        const float nearness = rsqrt(dot(way, way) + radius_squared);
        increments[i] = (float4)(way * (gravity_dt * body.w * nearness * nearness * nearness), 0.0f);
    }
}
