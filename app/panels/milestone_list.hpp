// The milestones of a run as a list; a click on a milestone goes to its time.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/ui/widgets.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// "t = 15.7: the disks pass through each other"
std::string words_of(const SceneMilestone& milestone);

// Draws the list and marks the milestone at the model time `time`. `heading_for` is the time that the run
// computes up to, if any. Returns the time of the milestone clicked in this frame.
std::optional<double> milestone_list(Widgets& widgets, std::span<const SceneMilestone> milestones,
                                     double time, std::optional<double> heading_for);

}  // namespace milkomeda
