// Computes the orbits of galaxy 2 in double precision, a work-item for each encounter.
// data/encounter/encounter_orbit.cpp explains the formulas and contains the same computation.
//
// Definitions: RUNGE_KUTTA, ARCHIVE (the particles of disk 2 feel friction in proportion to their own velocity), and
// KEPLER (the attraction falls as 1 / r^2 beyond the table).
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#include "kernels/encounter/encounter.h"

#define BINS 10000  // of each table; a bin has the width 0.001

// Request for an orbit; all numbers are doubles, so that the layout is equal on host and device.
typedef struct {
    double x, y, z, vx, vy, vz;  // present position and velocity of galaxy 2
    double mass1, mass2, radius1;
    double start;  // negative, or 0 for the rule of the published models
    double scan;   // 1 if the closest approach is wanted
    double longest_step;
    double step, back, forward;                         // fixed steps if `step` is positive
    double friction_scale, speed_scale1, speed_scale2;  // OrbitFriction in data/encounter
} OrbitRequest;

typedef struct {
    __global const double *attraction, *density, *dispersion;
    double mass, mass2, friction_scale, speed_scales[2];
} Galaxies;

typedef struct {
    double x, y, z, vx, vy, vz;
} Phase;

uint bin_of(double r) {
    const double place = r * 1000.0;
    return place < BINS - 1 ? (uint)place : BINS - 1;
}

// Returns the acceleration toward the center of a galaxy of mass 1.
double attraction_of(const Galaxies* galaxies, double r) {
    const double attraction = galaxies->attraction[bin_of(r)];
#ifdef KEPLER
    const double beyond = r * (1000.0 / (BINS - 0.5));
    return beyond > 1.0 ? attraction / (beyond * beyond) : attraction;
#else
    return attraction;
#endif
}

double length_of(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }

// The error function of x >= 0 as the published code computes it (error_function() in data/encounter).
double error_function(double x) {
#ifdef ARCHIVE
    const double t = 1.0 / (1.0 + 0.5 * x);
    const double coefficients[] = {0.17087277,  -0.82215223, 1.48851587, -1.13520398, 0.27886807,
                                   -0.18628806, 0.09678418,  0.37409196, 1.00002368,  -1.26551223};
    double sum = 0.0;
    for (uint i = 0; i < 10; ++i) sum = sum * t + coefficients[i];
    return 1.0 - t * exp(sum - x * x);
#else
    return erf(x);
#endif
}

double friction_of(const Galaxies* galaxies, Phase s) {
    const uint bin = bin_of(length_of(s.x, s.y, s.z));
    const double speed = length_of(s.vx, s.vy, s.vz), density = galaxies->density[bin];
    if (density == 0.0 || speed == 0.0) return 0.0;
    const double root_of_pi = 1.7724538509055160273;
    double shares = 0.0;
    for (uint k = 0; k < 2; ++k) {
        if (galaxies->speed_scales[k] == 0.0) continue;
        const double ratio = speed / (galaxies->speed_scales[k] * galaxies->dispersion[bin]);
        shares += ratio < 1e-3 ? 4.0 * ratio * ratio * ratio / (3.0 * root_of_pi)
                               : error_function(ratio) - 2.0 * ratio * exp(-ratio * ratio) / root_of_pi;
    }
    return galaxies->friction_scale * density * shares / (speed * speed * speed);
}

Phase moved(Phase s, double time, Phase slope) {
    s.x += time * slope.x;
    s.y += time * slope.y;
    s.z += time * slope.z;
    s.vx += time * slope.vx;
    s.vy += time * slope.vy;
    s.vz += time * slope.vz;
    return s;
}

// A step of the fourth-order Runge-Kutta method. `stages` receives the states at which the slopes were computed.
void runge_kutta(const Galaxies* galaxies, Phase* state, double h, double friction_sign, Phase stages[4]) {
    const Phase begin = *state;
    Phase at = begin;
    for (uint k = 0; k < 4; ++k) {
        stages[k] = at;
        const double r = length_of(at.x, at.y, at.z);
        const double pull = r > 0.0 ? galaxies->mass * attraction_of(galaxies, r) / r : 0.0;
        const double drag = friction_sign * friction_of(galaxies, at);
        const Phase slope = {
            at.vx, at.vy, at.vz, -pull * at.x - drag * at.vx, -pull * at.y - drag * at.vy, -pull * at.z - drag * at.vz};
        *state = moved(*state, h * (k == 0 || k == 3 ? 1.0 / 6.0 : 1.0 / 3.0), slope);
        at = moved(begin, h * (k == 2 ? 1.0 : 0.5), slope);
    }
}

Phase reversed(Phase s) {
    s.vx = -s.vx;
    s.vy = -s.vy;
    s.vz = -s.vz;
    return s;
}

// Returns the start time of the published models. `closest` receives distance, time and speed of the closest approach.
double start_time(const Galaxies* galaxies, Phase present, double radius1, double h, double closest[3]) {
    const double r = length_of(present.x, present.y, present.z);
    const double v2 = present.vx * present.vx + present.vy * present.vy + present.vz * present.vz;
    const double spin =
        length_of(present.y * present.vz - present.z * present.vy, present.z * present.vx - present.x * present.vz,
                  present.x * present.vy - present.y * present.vx);
    const double mass = galaxies->mass;
    const double e = sqrt(fmax(0.0, 1.0 + 2.0 * (v2 / 2.0 - mass / r) * spin * spin / (mass * mass)));
    const double apocenter = e < 1.0 ? spin * spin / mass / (1.0 - e) : 0.0, apocenter2 = apocenter * apocenter;
    Phase state = reversed(present), stages[4];
    double least = 2.0 * r * r, most = 0.0, apocenter_time = 0.0;
    closest[0] = r;
    closest[1] = 0.0;
    closest[2] = sqrt(v2);
    for (double time = 0.0; time > -30.0; time -= h) {
        runge_kutta(galaxies, &state, h, -1.0, stages);
        const double d2 = state.x * state.x + state.y * state.y + state.z * state.z;
        if (e < 1.0 && fabs(d2 - apocenter2) < 0.05 * apocenter2 && d2 > most) {
            most = d2;
            apocenter_time = time;
        }
        if (d2 < least) {
            least = d2;
            closest[0] = sqrt(d2);
            closest[1] = time;
            closest[2] = length_of(state.vx, state.vy, state.vz);
        }
    }
    const double start = apocenter_time < 0.0 ? apocenter_time : closest[1] - 10.0 * radius1 / closest[2];
    return start >= -12.0 && fabs(start) >= h ? start : -5.0;
}

OrbitStage stage_of(const Galaxies* galaxies, Phase s) {
    const double r = length_of(s.x, s.y, s.z), friction = friction_of(galaxies, s);
    const double pull = r > 0.0 ? -galaxies->mass2 * attraction_of(galaxies, r) / r : 0.0;
    OrbitStage stage;
    stage.galaxy2 = (float4)((float)s.x, (float)s.y, (float)s.z, 0.0f);
    stage.reflex1 = (float4)((float)(pull * s.x), (float)(pull * s.y), (float)(pull * s.z), 0.0f);
#ifdef ARCHIVE
    stage.galaxy2.w = (float)friction;
    stage.reflex2 = stage.reflex1;
#else
    stage.reflex2 = (float4)((float)(pull * s.x - friction * s.vx), (float)(pull * s.y - friction * s.vy),
                             (float)(pull * s.z - friction * s.vz), 0.0f);
#endif
    return stage;
}

__kernel void orbits(__global const OrbitRequest* restrict requests, uint count,
                     __global const double* restrict attraction, __global const double* restrict density,
                     __global const double* restrict dispersion, __global OrbitStage* restrict stages, uint stages_each,
                     __global OrbitOutcome* restrict outcomes) {
    const uint i = get_global_id(0);
    if (i >= count) return;
    const OrbitRequest wanted = requests[i];
    const Galaxies galaxies = {attraction,
                               density,
                               dispersion,
                               wanted.mass1 + wanted.mass2,
                               wanted.mass2,
                               wanted.friction_scale,
                               {wanted.speed_scale1, wanted.speed_scale2}};
    const Phase present = {wanted.x, wanted.y, wanted.z, wanted.vx, wanted.vy, wanted.vz};
    double closest[3] = {0.0, 0.0, 0.0}, start = wanted.start;
    if (start == 0.0 || wanted.scan != 0.0) {
        const double rule = start_time(&galaxies, present, wanted.radius1, 0.02, closest);
        if (start == 0.0) start = rule;
    }
    double h = wanted.step;
    uint back = (uint)wanted.back, forward = (uint)wanted.forward;
    if (h <= 0.0) {
        back = max(1u, (uint)ceil(-start / wanted.longest_step - 1e-9));
        forward = back;
        h = -start / back;
    }
    OrbitOutcome outcome;
    Phase state = reversed(present), points[4];
    for (uint step = 0; step < back; ++step) runge_kutta(&galaxies, &state, h, -1.0, points);
    state = reversed(state);
    outcome.start_position = (float4)((float)state.x, (float)state.y, (float)state.z, 0.0f);
    outcome.start_velocity = (float4)((float)state.vx, (float)state.vy, (float)state.vz, 0.0f);
    __global OrbitStage* stage = stages + i * (size_t)stages_each;
    for (uint step = 0; step < forward; ++step) {
        runge_kutta(&galaxies, &state, h, 1.0, points);
#ifdef RUNGE_KUTTA
        for (uint k = 0; k < 4; ++k) *stage++ = stage_of(&galaxies, points[k]);
#else
        *stage++ = stage_of(&galaxies, points[0]);
#endif
    }
#ifndef RUNGE_KUTTA
    *stage = stage_of(&galaxies, state);
#endif
    outcome.end_position = (float4)((float)state.x, (float)state.y, (float)state.z, 0.0f);
    outcome.end_velocity = (float4)((float)state.vx, (float)state.vy, (float)state.vz, 0.0f);
    outcome.timing = (float4)((float)start, (float)closest[0], (float)closest[1], (float)closest[2]);
    outcome.step = (float)h;
    outcome.steps = forward;
    outcome.unused[0] = outcome.unused[1] = 0;
    outcomes[i] = outcome;
}
