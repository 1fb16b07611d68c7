// A run's milestones as a list: where it stands, and where a click takes it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/ui/widgets.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// "t = 15.7: the disks pass through each other"
std::string words_of(const SceneMilestone& milestone);

// At this model time, on the way to another one if that is not empty. The time of the milestone that was
// clicked in this frame.
std::optional<double> milestone_list(Widgets& widgets, std::span<const SceneMilestone> milestones,
                                     double time, std::optional<double> heading_for);

}  // namespace milkomeda
