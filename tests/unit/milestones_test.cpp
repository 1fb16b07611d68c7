#include "data/scene/milestones.hpp"

#include <doctest/doctest.h>

#include "app/panels/milestone_list.hpp"

using namespace milkomeda;

namespace {

const std::vector<SceneMilestone> milestones{{.time = 12, .title = "the rims touch", .origin = {}},
                                             {.time = 15.7, .title = "the first passage", .origin = {}},
                                             {.time = 86, .title = "one is left", .origin = {}}};

}  // namespace

TEST_CASE("the current milestone is the latest milestone that the run has reached") {
    CHECK_FALSE(milestone_at(milestones, 0));
    CHECK_FALSE(milestone_at(milestones, 11.99));
    CHECK(milestone_at(milestones, 12) == 0);
    CHECK(milestone_at(milestones, 15.69) == 0);
    // The time of a step is a rounded sum of 785 timesteps, so a milestone may be reached slightly early.
    CHECK(milestone_at(milestones, 15.7 - 1e-9) == 1);
    CHECK(milestone_at(milestones, 1e9) == 2);
    CHECK_FALSE(milestone_at({}, 5));
}

TEST_CASE("a run passes a milestone once, and only forward in time") {
    CHECK_FALSE(milestone_between(milestones, 0, 11));
    CHECK(milestone_between(milestones, 11.98, 12) == 0);
    CHECK_FALSE(milestone_between(milestones, 12, 12.02));
    // If several milestones are passed, the latest is returned.
    CHECK(milestone_between(milestones, 11, 90) == 2);
    CHECK_FALSE(milestone_between(milestones, 90, 0));
    CHECK_FALSE(milestone_between(milestones, 90, 16));
    CHECK_FALSE(milestone_between(milestones, 12, 12));
}

TEST_CASE("a milestone is described by its time and title") {
    CHECK(words_of(milestones[1], true) == "279 Myr: the first passage");
    CHECK(words_of(milestones[1], false) == "t = 15.70: the first passage");
}
