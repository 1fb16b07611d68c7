// Progress of a run through its scene's milestones, which are sorted by time.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "data/scene/scene.hpp"

namespace milkomeda {

// Returns the last milestone reached at the model time `time`; empty before the first milestone.
std::optional<std::size_t> milestone_at(std::span<const SceneMilestone> milestones, double time);

// Returns the last milestone with before < time <= now. Returns an empty optional if there is no milestone in
// this interval, or if now < before because the run goes backward.
std::optional<std::size_t> milestone_between(std::span<const SceneMilestone> milestones, double before, double now);

}  // namespace milkomeda
