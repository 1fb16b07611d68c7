// The list of milestones of a run. A click on a milestone goes to the model time of the milestone.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/ui/widgets.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// Returns text such as "t = 15.70: the disks pass through each other".
std::string words_of(const SceneMilestone& milestone);

// Draws the list, with a bar beside the milestone that the run has reached at the model time `time`. `goal`: model time
// up to which the run computes; empty without a goal. Returns the time of the clicked milestone; empty without a click.
std::optional<double> milestone_list(Widgets& widgets, std::span<const SceneMilestone> milestones, double time,
                                     std::optional<double> goal);

}  // namespace milkomeda
