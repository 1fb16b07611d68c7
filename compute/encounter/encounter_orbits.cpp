#include "compute/encounter/encounter_orbits.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

// Returns the quantities of the orbit that act on the particles.
EncounterStage stage_of(const PhasePoint& galaxy2, const RelativeOrbit& orbit, const GalaxyPotential& potential,
                        double mass2) {
    const double r = glm::length(galaxy2.position), friction = orbit.friction(galaxy2);
    const glm::dvec3 reflex = r > 0 ? -mass2 * potential.attraction(r) / r * galaxy2.position : glm::dvec3{0};
    const bool is_archive = potential.model() == RigidGalaxy::archive;
    return {.galaxy2 = float4_of(galaxy2.position, is_archive ? friction : 0),
            .reflex1 = float4_of(reflex, 0),
            .reflex2 = float4_of(is_archive ? reflex : reflex - friction * galaxy2.velocity, 0)};
}

// Returns the number of stages of an encounter with `steps` steps.
std::size_t stages_of(std::size_t steps, EncounterIntegrator integrator) {
    return integrator == EncounterIntegrator::leapfrog ? steps + 1 : 4 * steps;
}

}  // namespace

OrbitRequest orbit_request(const EncounterParameters& parameters, const EncounterSettings& settings) {
    const auto& [first, second] = parameters.galaxies;
    const EncounterSteps steps = settings.steps.value_or(EncounterSteps{0, 0, 0});
    const OrbitFriction friction = orbit_friction(parameters);
    return {.x = parameters.position.x,
            .y = parameters.position.y,
            .z = parameters.position.z,
            .vx = parameters.velocity.x,
            .vy = parameters.velocity.y,
            .vz = parameters.velocity.z,
            .mass1 = first.mass,
            .mass2 = second.mass,
            .radius1 = first.radius,
            .start = parameters.start_time.value_or(settings.steps ? -1.0 : 0.0),
            .scan = settings.closest_approach ? 1.0 : 0.0,
            .longest_step = settings.longest_step,
            .step = steps.step,
            .back = static_cast<double>(steps.back),
            .forward = static_cast<double>(steps.forward),
            .friction_scale = friction.scale,
            .speed_scale1 = friction.speed_scales[0],
            .speed_scale2 = friction.speed_scales[1]};
}

std::size_t most_stages(std::span<const EncounterParameters> encounters, const EncounterSettings& settings) {
    if (settings.steps) return stages_of(static_cast<std::size_t>(settings.steps->forward), settings.integrator);
    double earliest = 0;
    for (const EncounterParameters& each : encounters)
        earliest = std::min(earliest, each.start_time.value_or(earliest_rule_start));
    return stages_of(static_cast<std::size_t>(encounter_steps(earliest, settings.longest_step).forward),
                     settings.integrator);
}

EncounterOutcome compute_orbit(const EncounterParameters& parameters, const EncounterSettings& settings,
                               std::span<EncounterStage> stages) {
    const GalaxyPotential& potential = potential_of(parameters.rigid_galaxies);
    EncounterTiming timing{.start = parameters.start_time.value_or(0)};
    if (settings.closest_approach || (!parameters.start_time && !settings.steps)) timing = encounter_timing(parameters);
    const EncounterSteps steps = settings.steps.value_or(encounter_steps(timing.start, settings.longest_step));
    const RelativeOrbit orbit{parameters};
    const double mass2 = parameters.galaxies[1].mass;
    PhasePoint galaxy2 = start_of_orbit(parameters, orbit, steps);
    EncounterOutcome outcome{.start_position = float4_of(galaxy2.position, 0),
                             .start_velocity = float4_of(galaxy2.velocity, 0),
                             .start = static_cast<float>(timing.start),
                             .closest_distance = static_cast<float>(timing.closest_distance),
                             .closest_time = static_cast<float>(timing.closest_time),
                             .closest_speed = static_cast<float>(timing.closest_speed),
                             .step = static_cast<float>(steps.step),
                             .steps = static_cast<std::uint32_t>(steps.forward)};
    const bool is_leapfrog = settings.integrator == EncounterIntegrator::leapfrog;
    std::size_t next = 0;
    for (long i = 0; i < steps.forward; ++i) {
        const auto points = orbit.advance(galaxy2, steps.step);
        for (std::size_t k = 0; k < (is_leapfrog ? 1 : 4); ++k)
            stages[next++] = stage_of(points[k], orbit, potential, mass2);
    }
    if (is_leapfrog) stages[next] = stage_of(galaxy2, orbit, potential, mass2);
    outcome.end_position = float4_of(galaxy2.position, 0);
    outcome.end_velocity = float4_of(galaxy2.velocity, 0);
    return outcome;
}

}  // namespace milkomeda
