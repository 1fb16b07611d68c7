// The list of milestones of a run. A click on a milestone goes to the model time of the milestone.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/ui/widgets.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// Returns text such as "t = 15.7: the disks pass through each other".
std::string words_of(const SceneMilestone& milestone);

// Draws the list and marks the milestone at the model time `time`. `goal`: model time up to which the run
// computes, if any. Returns the time of a milestone that the user clicks.
std::optional<double> milestone_list(Widgets& widgets, std::span<const SceneMilestone> milestones, double time,
                                     std::optional<double> goal);

}  // namespace milkomeda
