#include "data/search/differential_evolution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>

namespace milkomeda {
namespace {

constexpr std::size_t first_factor = 4;  // the first generation is larger by this factor
constexpr double worst_value = std::numeric_limits<double>::lowest();

std::vector<std::size_t> descending_order(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
    return order;
}

}  // namespace

DifferentialEvolution::DifferentialEvolution(SearchBox box, std::uint64_t seed, std::size_t members,
                                             std::vector<SearchPoint> first)
    : box_{std::move(box)}, seed_{seed}, members_{members}, first_{std::move(first)} {
    require_valid(box_);
    if (members < first_factor) throw std::invalid_argument("differential evolution needs at least 4 members");
    first_.resize(std::min(first_.size(), first_factor * members));
    for (SearchPoint& point : first_) {
        if (point.size() != box_.size())
            throw std::invalid_argument("a first point has another number of coordinates than the box");
        for (std::size_t d = 0; d < box_.size(); ++d) point[d] = std::clamp(point[d], box_[d].least, box_[d].most);
    }
}

std::vector<SearchPoint> DifferentialEvolution::ask() {
    Random random{seed_, generation_};
    asked_.clear(), asked_scales_.clear(), asked_crossovers_.clear();
    if (points_.empty()) {
        asked_ = first_;
        while (asked_.size() < first_factor * members_) {
            SearchPoint& point = asked_.emplace_back();
            for (const SearchDimension& each : box_)
                point.push_back(std::lerp(each.least, each.most, random.uniform()));
        }
        return asked_;
    }
    const std::vector<std::size_t> order = descending_order(values_);
    for (std::size_t i = 0; i < members_; ++i) asked_.push_back(mutated(i, order, random));
    return asked_;
}

// Moves a member toward one of the best members and by the difference of two members, and takes some of the
// coordinates of the result.
SearchPoint DifferentialEvolution::mutated(std::size_t member, const std::vector<std::size_t>& order, Random& random) {
    constexpr double width = 0.1, least_scale = 0.1, best_share = 0.12, jump = 0.05;
    const double cauchy = std::tan(std::numbers::pi * (random.uniform() - 0.5));
    const double scale = std::clamp(scale_ + width * cauchy, least_scale, 1.0);
    const double crossover = std::clamp(crossover_ + width * random.normal(), 0.1, 1.0);
    asked_scales_.push_back(scale), asked_crossovers_.push_back(crossover);
    const auto choose = [&](std::size_t count) { return random.below(static_cast<std::uint32_t>(count)); };
    const auto best_count =
        std::max<std::size_t>(2, static_cast<std::size_t>(best_share * static_cast<double>(members_)));
    const SearchPoint& target = points_[order[choose(best_count)]];
    const SearchPoint &first = points_[choose(members_)], &second = points_[choose(members_)];
    const std::size_t certain = choose(box_.size());  // this coordinate always changes
    const SearchPoint& old = points_[member];
    SearchPoint point = old;
    for (std::size_t d = 0; d < box_.size(); ++d) {
        const SearchDimension& bounds = box_[d];
        if (random.uniform() < crossover || d == certain)
            point[d] += scale * (target[d] - old[d]) + scale * (first[d] - second[d]);
        // Beyond a bound, the middle between the old place and the bound keeps the members apart from the bound.
        if (point[d] < bounds.least) point[d] = (bounds.least + old[d]) / 2;
        if (point[d] > bounds.most) point[d] = (bounds.most + old[d]) / 2;
        if (bounds.has_branches && random.uniform() < jump)
            point[d] = std::lerp(bounds.least, bounds.most, random.uniform());
    }
    return point;
}

void DifferentialEvolution::tell(const std::vector<double>& given) {
    if (given.size() != asked_.size() || given.empty())
        throw std::invalid_argument("the number of values differs from the number of points of the generation");
    std::vector<double> values = given;
    for (double& value : values)
        if (!std::isfinite(value)) value = worst_value;
    ++generation_;
    if (points_.empty()) {
        const std::vector<std::size_t> order = descending_order(values);
        for (std::size_t i = 0; i < members_; ++i)
            points_.push_back(asked_[order[i]]), values_.push_back(values[order[i]]);
        asked_.clear();
        return;
    }
    double scales = 0, squares = 0, crossovers = 0;
    std::size_t better = 0;
    for (std::size_t i = 0; i < members_; ++i) {
        if (!(values[i] > values_[i])) continue;
        points_[i] = asked_[i], values_[i] = values[i];
        scales += asked_scales_[i], squares += asked_scales_[i] * asked_scales_[i];
        crossovers += asked_crossovers_[i], ++better;
    }
    asked_.clear();
    if (better == 0) return;
    constexpr double rate = 0.1;  // share of the new means
    scale_ = std::lerp(scale_, squares / scales, rate);
    crossover_ = std::lerp(crossover_, crossovers / static_cast<double>(better), rate);
}

void DifferentialEvolution::revalue(const std::function<double(const SearchPoint&, double)>& value_of) {
    for (std::size_t i = 0; i < points_.size(); ++i) values_[i] = value_of(points_[i], values_[i]);
}

std::size_t DifferentialEvolution::best() const {
    return static_cast<std::size_t>(std::ranges::max_element(values_) - values_.begin());
}

double DifferentialEvolution::spread() const {
    double spread = 0;
    for (std::size_t d = 0; d < box_.size() && !points_.empty(); ++d) {
        if (!(box_[d].width() > 0)) continue;
        const auto [least, most] = std::ranges::minmax(points_, {}, [d](const SearchPoint& point) { return point[d]; });
        spread = std::max(spread, (most[d] - least[d]) / box_[d].width());
    }
    return spread;
}

void DifferentialEvolution::save(StateWriter& state) const {
    state.put_count("generation", generation_);
    state.put("scale", scale_), state.put("crossover", crossover_);
    state.put_count("first", first_.size());
    for (const SearchPoint& point : first_) state.put("point", point);
    state.put_count("members", points_.size());
    for (std::size_t i = 0; i < points_.size(); ++i) {
        state.put("value", values_[i]);
        state.put("point", points_[i]);
    }
}

void DifferentialEvolution::restore(StateReader& state) {
    generation_ = state.take_count("generation");
    scale_ = state.take("scale"), crossover_ = state.take("crossover");
    first_.clear();
    for (std::size_t left = state.take_count("first", first_factor * members_); left > 0; --left)
        first_.push_back(state.take("point", box_.size()));
    const std::size_t count = state.take_count("members", members_);
    if (count != 0 && count != members_) throw std::invalid_argument("the state has another number of members");
    points_.clear(), values_.clear(), asked_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        values_.push_back(state.take("value"));
        points_.push_back(state.take("point", box_.size()));
    }
}

}  // namespace milkomeda
