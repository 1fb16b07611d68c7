#include "data/encounter/encounter_orbit.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace milkomeda {
namespace {

// Returns the share of a Maxwell distribution that is slower than `ratio` standard deviations, in the form of
// Chandrasekhar's formula.
double share_of_slower(RigidGalaxy model, double ratio) {
    constexpr double small = 1e-3;
    // For small ratios, the difference of the two terms would lose all digits. Its series is 4 u^3 / (3 sqrt(pi)).
    if (ratio < small) return 4 * ratio * ratio * ratio / (3 * std::sqrt(std::numbers::pi));
    return error_function(model, ratio) - 2 * ratio * std::exp(-ratio * ratio) / std::sqrt(std::numbers::pi);
}

// Kepler orbit of two point masses: the eccentricity and the distance at the apocenter.
struct KeplerElements {
    double eccentricity, apocenter;
};

KeplerElements kepler_elements(const PhasePoint& state, double mass) {
    const double r = glm::length(state.position), v2 = glm::dot(state.velocity, state.velocity);
    const double spin = glm::length(glm::cross(state.position, state.velocity));
    const double energy = v2 / 2 - mass / r;
    const double e = std::sqrt(std::max(0.0, 1 + 2 * energy * spin * spin / (mass * mass)));
    return {e, spin * spin / mass / (1 - e)};
}

}  // namespace

OrbitFriction orbit_friction(const EncounterParameters& parameters, double factor) {
    // Measured by comparison with live galaxies (docs/encounters.md).
    constexpr double published_coulomb = 1e-3, milky_way_coulomb = 0.7;
    const double first = parameters.galaxies[0].mass, second = parameters.galaxies[1].mass;
    if (parameters.rigid_galaxies == RigidGalaxy::milky_way)
        return {4 * std::numbers::pi * (factor * milky_way_coulomb) * first * second,
                {std::sqrt(2 * first), std::sqrt(2 * second)}};
    return {4 * std::numbers::pi * (factor * published_coulomb) * second, {1, 0}};
}

RelativeOrbit::RelativeOrbit(const EncounterParameters& parameters, double friction_factor)
    : potential_{&potential_of(parameters.rigid_galaxies)},
      mass_{parameters.galaxies[0].mass + parameters.galaxies[1].mass},
      friction_{orbit_friction(parameters, friction_factor)} {}

double RelativeOrbit::friction(const PhasePoint& state) const {
    const double r = glm::length(state.position), speed = glm::length(state.velocity);
    const double density = potential_->density(r);
    if (density == 0 || speed == 0) return 0;
    double shares = 0;
    for (const double scale : friction_.speed_scales)
        if (scale > 0) shares += share_of_slower(potential_->model(), speed / (scale * potential_->dispersion(r)));
    return friction_.scale * density * shares / (speed * speed * speed);
}

std::array<PhasePoint, 4> RelativeOrbit::runge_kutta(PhasePoint& state, double step, double friction_sign) const {
    constexpr std::array weights{1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0}, next{0.5, 0.5, 1.0, 0.0};
    std::array<PhasePoint, 4> stages;
    const PhasePoint begin = state;
    PhasePoint stage = state;
    for (std::size_t k = 0; k < 4; ++k) {
        stages[k] = stage;
        const double r = glm::length(stage.position);
        const double pull = r > 0 ? mass_ * potential_->attraction(r) / r : 0;
        const PhasePoint slope{stage.velocity,
                               -pull * stage.position - friction_sign * friction(stage) * stage.velocity};
        state.position += step * weights[k] * slope.position;
        state.velocity += step * weights[k] * slope.velocity;
        stage = {begin.position + step * next[k] * slope.position, begin.velocity + step * next[k] * slope.velocity};
    }
    return stages;
}

std::array<PhasePoint, 4> RelativeOrbit::advance(PhasePoint& state, double step) const {
    return runge_kutta(state, step, 1);
}

void RelativeOrbit::go_back(PhasePoint& state, double step) const {
    state.velocity = -state.velocity;
    runge_kutta(state, step, -1);
    state.velocity = -state.velocity;
}

EncounterTiming encounter_timing(const EncounterParameters& parameters, double step) {
    constexpr double earliest = -30, usual_start = -5, apocenter_tolerance = 0.05, disk_radii = 10;
    const auto& [first, second] = parameters.galaxies;
    const RelativeOrbit orbit{parameters};
    PhasePoint state{parameters.position, parameters.velocity};
    const KeplerElements kepler = kepler_elements(state, first.mass + second.mass);
    const double apocenter2 = kepler.apocenter * kepler.apocenter;

    EncounterTiming timing{.closest_distance = glm::length(state.position),
                           .closest_speed = glm::length(state.velocity)};
    double least2 = 2 * glm::dot(state.position, state.position), most2 = 0;
    std::optional<double> apocenter_time;
    // As in the published codes, the time of a state is the time at the beginning of its step.
    for (double time = 0; time > earliest; time -= step) {
        orbit.go_back(state, step);
        const double d2 = glm::dot(state.position, state.position);
        if (kepler.eccentricity < 1 && std::abs(d2 - apocenter2) < apocenter_tolerance * apocenter2 && d2 > most2) {
            most2 = d2;
            apocenter_time = time;
        }
        if (d2 < least2) {
            least2 = d2;
            timing.closest_distance = std::sqrt(d2);
            timing.closest_time = time;
            timing.closest_speed = glm::length(state.velocity);
        }
    }
    timing.start = apocenter_time.value_or(0) < 0
                       ? *apocenter_time
                       : timing.closest_time - disk_radii * first.radius / timing.closest_speed;
    if (!(timing.start >= earliest_rule_start) || std::abs(timing.start) < step) timing.start = usual_start;
    if (parameters.start_time) timing.start = *parameters.start_time;
    return timing;
}

std::string closest_approach_text(const EncounterParameters& parameters) {
    const EncounterTiming timing = encounter_timing(parameters);
    return fmt::format("closest {:.1f} kpc, {:.0f} Myr ago", encounter_kpc * timing.closest_distance,
                       std::abs(encounter_myr * timing.closest_time));
}

EncounterSteps encounter_steps(double start, double longest) {
    constexpr double rounding = 1e-9;  // of the quotient, so that a start of 250 steps has 250 steps
    const long count = std::max(1L, std::lround(std::ceil(-start / longest - rounding)));
    return {-start / static_cast<double>(count), count, count};
}

PhasePoint start_of_orbit(const EncounterParameters& parameters, const RelativeOrbit& orbit,
                          const EncounterSteps& steps) {
    PhasePoint state{parameters.position, parameters.velocity};
    for (long i = 0; i < steps.back; ++i) orbit.go_back(state, steps.step);
    return state;
}

}  // namespace milkomeda
