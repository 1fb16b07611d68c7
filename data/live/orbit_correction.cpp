#include "data/live/orbit_correction.hpp"

#include <cmath>

namespace milkomeda {
namespace {

// Returns the place on the sky that galaxy 2 has at the time 0 on the rigid orbit from `start`.
glm::dvec2 present_place(const EncounterParameters& parameters, const LiveStart& start) {
    const EncounterSteps steps = encounter_steps(start.time);
    const RelativeOrbit orbit{parameters};
    PhasePoint state = start.galaxy2;
    for (long i = 0; i < steps.forward; ++i) orbit.advance(state, steps.step);
    return glm::dvec2{state.position};
}

}  // namespace

LiveError live_error(const EncounterParameters& parameters, const PhasePoint& galaxy2) {
    const glm::dvec2 target{parameters.position}, place{galaxy2.position};
    const double length = glm::length(target), sine = target.x * place.y - target.y * place.x;
    return {glm::length(place - target) / length, glm::length(place) / length - 1,
            std::atan2(sine, glm::dot(target, place))};
}

OrbitCorrection::OrbitCorrection(const EncounterParameters& parameters)
    : target_{parameters.position}, start_{live_start(parameters)}, gradients_{} {
    constexpr double change = 1e-3;
    const glm::dvec2 unchanged = present_place(parameters, start_);
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        LiveStart changed = start_;
        changed.galaxy2.velocity[axis] += change;
        const glm::dvec2 slope = (present_place(parameters, changed) - unchanged) / change;
        gradients_[0][axis] = slope.x, gradients_[1][axis] = slope.y;
    }
}

void OrbitCorrection::correct(const glm::dvec2& reached) {
    constexpr double longest_share = 0.3;  // largest change of a correction, as a share of the velocity
    const Trial trial{start_.galaxy2.velocity, reached - target_};
    if (best_) {
        const glm::dvec3 change = trial.velocity - best_->velocity;
        for (int i = 0; i < 2; ++i) {
            const double missed = trial.error[i] - best_->error[i] - glm::dot(gradients_[i], change);
            gradients_[i] += missed / glm::dot(change, change) * change;
        }
    }
    if (!best_ || glm::length(trial.error) < glm::length(best_->error)) best_ = trial;
    // The smallest change with gradients * change = -error is gradients^T * weights.
    const auto& [x, y] = gradients_;
    const double xx = glm::dot(x, x), xy = glm::dot(x, y), yy = glm::dot(y, y), determinant = xx * yy - xy * xy;
    const glm::dvec2 error = best_->error;
    glm::dvec3 change = ((xy * error.y - yy * error.x) * x + (xy * error.x - xx * error.y) * y) / determinant;
    const double longest = longest_share * glm::length(best_->velocity), length = glm::length(change);
    if (length > longest) change *= longest / length;
    start_.galaxy2.velocity = best_->velocity + change;
}

}  // namespace milkomeda
