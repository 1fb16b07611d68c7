// Data that the kernels of restricted encounters share. compute/encounter/encounter_orbits.hpp contains the same types.

// A stage of a step of the orbit of galaxy 2. The leapfrog integrator has a stage at the beginning of each step and a
// stage at the end of the last step. The Runge-Kutta integrator has four stages in each step.
typedef struct {
    float4 galaxy2;  // position; w: friction of the particles of disk 2, in proportion to their own velocity
    float4 reflex1;  // acceleration of the frame for the particles of disk 1
    float4 reflex2;  // acceleration of the frame and friction of galaxy 2 for the particles of disk 2
} OrbitStage;

// Result of the orbit of an encounter.
typedef struct {
    float4 start_position, start_velocity, end_position, end_velocity;  // of galaxy 2
    float4 timing;  // start, and distance, time and speed of the closest approach
    float step;
    uint steps, unused[2];
} OrbitOutcome;

// A galaxy with its disk of test particles.
typedef struct {
    float4 x_axis, y_axis;  // unit vectors in the plane of the disk
    float mass, inner_radius, outer_radius, unused;
} DiskGalaxy;
