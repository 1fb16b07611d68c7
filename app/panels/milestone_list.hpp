// The list of milestones of a run. A click on a milestone goes to the model time of the milestone.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/ui/widgets.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// Returns text such as "279 Myr: the disks pass through each other". `has_years`: false if model time cannot be
// converted to years, as in a mixed box.
std::string words_of(const SceneMilestone& milestone, bool has_years);

struct MilestoneRun {
    double time;                 // present model time
    std::optional<double> goal;  // model time up to which the run computes; empty without a goal
    bool has_years;              // true if model time can be converted to years
};
// Draws the list, with a bar beside the milestone that the run has reached. Returns the model time of the clicked
// milestone; empty without a click.
std::optional<double> milestone_list(Widgets& widgets, std::span<const SceneMilestone> milestones,
                                     const MilestoneRun& run);

}  // namespace milkomeda
