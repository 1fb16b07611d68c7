// Where a run stands among its scene's milestones, which are in the order of their times.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "data/scene/scene.hpp"

namespace milkomeda {

// The newest that is reached at this model time; empty before the first.
std::optional<std::size_t> milestone_at(std::span<const SceneMilestone> milestones, double time);

// The newest that lies after `before` and not after `now`; empty for none, and when time ran back.
std::optional<std::size_t> milestone_between(std::span<const SceneMilestone> milestones, double before,
                                             double now);

}  // namespace milkomeda
