// Progress of a run through its scene's milestones, which are sorted by time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

#include "data/scene/scene.hpp"

namespace milkomeda {

// Returns the index of the last milestone reached at the model time `time`; empty before the first milestone.
inline std::optional<std::size_t> milestone_at(std::span<const SceneMilestone> milestones, double time) {
    constexpr double rounding = 1e-6;  // tolerance for rounding errors of model times, which are sums of many steps
    const auto next = std::ranges::upper_bound(milestones, time + rounding, {}, &SceneMilestone::time);
    if (next == milestones.begin()) return std::nullopt;
    return static_cast<std::size_t>(next - milestones.begin()) - 1;
}

// Returns the index of the last milestone with before < time <= now. Returns an empty optional if there is no milestone
// in this interval, or if now < before because the run goes backward.
inline std::optional<std::size_t> milestone_between(std::span<const SceneMilestone> milestones, double before,
                                                    double now) {
    const auto newest = milestone_at(milestones, now);
    if (!(now > before) || newest == milestone_at(milestones, before)) return std::nullopt;
    return newest;
}

}  // namespace milkomeda
