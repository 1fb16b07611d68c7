#include "data/scene/milestones.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

constexpr double rounding = 1e-6;  // tolerance for model times, because times are sums of many steps

}  // namespace

std::optional<std::size_t> milestone_at(std::span<const SceneMilestone> milestones, double time) {
    const auto next = std::ranges::upper_bound(milestones, time + rounding, {}, &SceneMilestone::time);
    if (next == milestones.begin()) return std::nullopt;
    return static_cast<std::size_t>(next - milestones.begin()) - 1;
}

std::optional<std::size_t> milestone_between(std::span<const SceneMilestone> milestones, double before, double now) {
    const auto newest = milestone_at(milestones, now);
    if (!(now > before) || newest == milestone_at(milestones, before)) return std::nullopt;
    return newest;
}

}  // namespace milkomeda
