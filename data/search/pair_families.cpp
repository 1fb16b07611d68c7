#include "data/search/pair_families.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

constexpr std::size_t most_members = 32;  // of a family
constexpr double most_loss = 5;           // compared with the best family

}  // namespace

bool are_similar(const PairBox& box, const SearchPoint& a, const SearchPoint& b, double radius) {
    const auto similar = [&](const SearchPoint& other) {
        return box.distance(a, other) <= radius && box.have_same_spins(a, other);
    };
    return similar(b) || similar(box.mirrored(b));
}

void PairFamilies::add(const PairBox& box, const std::vector<SearchPoint>& points, const std::vector<double>& values) {
    for (std::size_t i = 0; i < points.size(); ++i)
        if (std::isfinite(values[i])) members_.push_back({points[i], values[i], 0});
    std::ranges::stable_sort(members_, std::ranges::greater{}, &Member::value);
    std::vector<Member> kept;
    std::vector<std::size_t> leaders, counts;
    for (Member& member : members_) {
        if (member.value < members_.front().value - most_loss) break;
        const auto found = std::ranges::find_if(
            leaders, [&](std::size_t leader) { return are_similar(box, kept[leader].point, member.point); });
        member.family = static_cast<std::size_t>(found - leaders.begin());
        if (found == leaders.end()) {
            if (leaders.size() == most_families) continue;
            leaders.push_back(kept.size()), counts.push_back(0);
        }
        if (++counts[member.family] <= most_members) kept.push_back(std::move(member));
    }
    members_ = std::move(kept);
}

std::vector<PairFamily> PairFamilies::families() const {
    std::vector<PairFamily> families;
    for (std::size_t number = 0; number < most_families; ++number) {
        PairFamily family;
        SearchPoint sum(pair_unknowns), squares(pair_unknowns);
        for (const Member& member : members_) {
            if (member.family != number) continue;
            if (family.best.empty()) family.best = member.point, family.value = member.value;
            if (member.value < family.value - accepted_loss) continue;
            ++family.members;
            for (std::size_t i = 0; i < pair_unknowns; ++i) {
                const double difference = member.point[i] - family.best[i];
                sum[i] += difference, squares[i] += difference * difference;
            }
        }
        if (family.best.empty()) continue;
        const auto count = static_cast<double>(family.members);
        for (std::size_t i = 0; i < pair_unknowns; ++i)
            family.spread.push_back(std::sqrt(std::max(0.0, squares[i] / count - sum[i] * sum[i] / (count * count))));
        families.push_back(std::move(family));
    }
    std::ranges::stable_sort(families, std::ranges::greater{}, &PairFamily::value);
    return families;
}

std::vector<SearchPoint> PairFamilies::best_members(std::size_t count) const {
    std::array<std::size_t, most_families> taken{};
    std::vector<SearchPoint> points;
    for (const Member& member : members_)
        if (taken[member.family]++ < count) points.push_back(member.point);
    return points;
}

void PairFamilies::save(StateWriter& state) const {
    state.put_count("good-points", members_.size());
    for (const Member& member : members_) {
        state.put_count("family", member.family);
        state.put("value", member.value);
        state.put("point", member.point);
    }
}

void PairFamilies::restore(StateReader& state) {
    members_.clear();
    for (std::size_t left = state.take_count("good-points", most_families * most_members); left > 0; --left) {
        const std::size_t family = state.take_count("family", most_families - 1);
        const double value = state.take("value");
        members_.push_back({state.take("point", pair_unknowns), value, family});
    }
}

}  // namespace milkomeda
