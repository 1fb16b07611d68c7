#include "data/search/pair_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

constexpr double format_version = 2;
constexpr double least_gain = 0.1;
constexpr std::size_t patience = 20'000;       // encounters without a gain, for the whole search
constexpr std::size_t least_populations = 10;  // of each island, before a search has stalled
constexpr std::size_t evolution_patience = 1000, polishing_patience = 360,
                      refinement_patience = 240;  // encounters of a phase without a gain
constexpr double polishing_gain = 0.02;
constexpr std::size_t polishing_population = 24;
constexpr double polishing_sigma = 0.1, preferred_sigma = 0.08, refinement_spread = 0.03;
// A refined encounter takes about the time of `refinement_cost` usual encounters on a CPU. Half of the time refines.
constexpr std::size_t refinement_cost = 5;
constexpr std::size_t most_refinements = 4;  // running and waiting
constexpr std::size_t combined_members = 2;  // of each family, in the first generation of a population
constexpr double converged = 0.004;          // spread of a CMA-ES
constexpr double rejection_radius = 0.25;    // PairBox::distance()
constexpr double rejection_loss = 5;  // at the edge of the region of a rejected family; twice as much at its center

// Returns true if two bounds differ by no more than the rounding errors of a pair that was written and read again.
bool are_near(double a, double b) {
    constexpr double tolerance = 1e-9;
    return std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

}  // namespace

PairSearch::PairSearch(PairBox box, const PairSearchSettings& settings) : box_{std::move(box)}, settings_{settings} {
    for (std::size_t i = 0; i < std::max<std::size_t>(1, settings.islands); ++i)
        islands_.push_back(new_island(begun_++));
}

PairSearch::Island PairSearch::new_island(std::uint64_t number, std::vector<SearchPoint> first) const {
    return {.evolution = {box_.box(), Random{settings_.seed, number}.next(), settings_.members, std::move(first)},
            .number = number};
}

// Starts a CMA-ES around the point. The box contains a single branch of each tilt.
CmaEs PairSearch::polishing_of(const SearchPoint& start, double sigma, std::uint64_t number) const {
    SearchBox box = box_.box();
    for (std::size_t d = 0; d < box.size(); ++d) {
        if (!box[d].has_branches || !(box[d].width() > 0)) continue;
        const double branch = std::floor(std::clamp(start[d], box[d].least, std::nextafter(box[d].most, 0)));
        box[d].least = std::max(box[d].least, branch), box[d].most = std::min(box[d].most, branch + 1);
    }
    return {box, start, sigma, Random{settings_.seed, number}.of(1).next(), polishing_population};
}

PairSearch::Island PairSearch::polishing_island(const SearchPoint& start, double sigma) {
    Island island = new_island(begun_++);
    island.polished = start;
    island.polishing.push_back(polishing_of(start, sigma, island.number));
    return island;
}

std::vector<EncounterParameters> PairSearch::decoded(const std::vector<SearchPoint>& points) const {
    std::vector<EncounterParameters> encounters;
    for (const SearchPoint& point : points) encounters.push_back(box_.decode(point));
    return encounters;
}

std::vector<EncounterParameters> PairSearch::ask() {
    asked_.clear();
    const auto append = [this](std::vector<SearchPoint> points) {
        asked_.insert(asked_.end(), points.begin(), points.end());
    };
    refines_ = !refining_.empty() && refined_encounters_ * refinement_cost <= encounters_ - refined_encounters_;
    if (refines_) {
        if (refining_.front().used == 0) append(unrefined());
        append(refining_.front().polishing.front().ask());
        return decoded(asked_);
    }
    for (Island& island : islands_)
        append(island.polishing.empty() ? island.evolution.ask() : island.polishing.front().ask());
    for (Island& island : preferred_) append(island.polishing.front().ask());
    return decoded(asked_);
}

double PairSearch::penalty(const SearchPoint& point) const {
    double sum = box_.velocity_penalty(point);
    for (const SearchPoint& rejected : rejected_)
        if (are_similar(box_, point, rejected, rejection_radius)) {
            const double distance =
                std::min(box_.distance(point, rejected), box_.distance(point, box_.mirrored(rejected)));
            sum += rejection_loss * (2 - distance / rejection_radius);
        }
    return sum;
}

std::vector<double> PairSearch::values_of(const std::vector<SearchPoint>& points,
                                          const std::vector<double>& scores) const {
    if (scores.size() != points.size() || scores.empty())
        throw std::invalid_argument("the number of scores differs from the number of encounters of the batch");
    std::vector<double> values;
    for (std::size_t i = 0; i < scores.size(); ++i)
        values.push_back(std::isfinite(scores[i]) ? scores[i] - penalty(points[i])
                                                  : std::numeric_limits<double>::quiet_NaN());
    return values;
}

void PairSearch::tell(const std::vector<double>& scores) {
    const std::vector<double> values = values_of(asked_, scores);
    encounters_ += values.size();
    (refines_ ? refined_ : explored_).add(box_, asked_, values);
    refines_ ? tell_refinement(values) : tell_islands(values);
    asked_.clear();
    note_best();
}

void PairSearch::tell_islands(const std::vector<double>& values) {
    auto next = values.begin();
    const auto take = [&next](std::size_t count) {
        next += static_cast<std::ptrdiff_t>(count);
        return std::vector<double>(next - static_cast<std::ptrdiff_t>(count), next);
    };
    for (Island& island : islands_) {
        const bool polishes = !island.polishing.empty(), begins = island.evolution.points().empty();
        const std::vector<double> own = take(polishes ? polishing_population : (begins ? 4 : 1) * settings_.members);
        polishes ? island.polishing.front().tell(own) : island.evolution.tell(own);
        advance(island, own);
    }
    for (Island& island : preferred_) {
        island.polishing.front().tell(take(polishing_population));
        island.used += polishing_population;
    }
    std::erase_if(preferred_, [this](const Island& island) {
        return island.used >= settings_.polishing || island.polishing.front().spread() < converged;
    });
}

// The last values of a batch belong to the CMA-ES.
void PairSearch::tell_refinement(const std::vector<double>& values) {
    if (refined_encounters_ == 0) last_gain_ = 0;  // values of usual scores are no longer compared
    refined_encounters_ += values.size();
    Island& island = refining_.front();
    if (island.used == 0) island.best = std::numeric_limits<double>::lowest();
    const std::vector<double> own(values.end() - polishing_population, values.end());
    island.polishing.front().tell(own);
    if (is_complete(island, own, {settings_.refinement, refinement_patience, polishing_gain}))
        refining_.erase(refining_.begin());
}

// Queues a polished island for refinement, better islands first. The running refinement remains the first.
void PairSearch::refine_later(Island island) {
    island.used = island.gain = 0;
    island.polishing.front().widen(refinement_spread);
    const bool runs = !refining_.empty() && refining_.front().used > 0;
    const auto place = std::find_if(refining_.begin() + runs, refining_.end(),
                                    [&](const Island& other) { return other.best < island.best; });
    refining_.insert(place, std::move(island));
    if (refining_.size() > most_refinements) refining_.pop_back();
}

// Returns the best members of the families without refined scores.
std::vector<SearchPoint> PairSearch::unrefined() const {
    std::vector<SearchPoint> points;
    const std::vector<PairFamily> refined = refined_.families();
    for (const PairFamily& family : explored_.families())
        if (std::ranges::none_of(refined,
                                 [&](const PairFamily& each) { return are_similar(box_, each.best, family.best); }))
            points.push_back(family.best);
    return points;
}

void PairSearch::refine_families(const ScoreEncounters& refined_score) {
    const std::vector<SearchPoint> points = unrefined();
    if (!points.empty()) refined_.add(box_, points, values_of(points, refined_score(decoded(points))));
}

std::vector<PairFamily> PairSearch::families() const {
    const std::vector<PairFamily> explored = explored_.families();
    std::vector<PairFamily> families = refined_.families();
    if (families.empty()) return explored;
    // A family has often a single refined member, so its spread is that of the members with usual scores.
    for (PairFamily& family : families)
        for (const PairFamily& each : explored)
            if (each.members > family.members && are_similar(box_, each.best, family.best))
                family.members = each.members, family.spread = each.spread;
    return families;
}

bool PairSearch::is_complete(Island& island, const std::vector<double>& values, const PhaseLimits& limits) {
    island.used += values.size();
    for (const double value : values)
        if (value >= island.best + limits.least_gain) island.best = value, island.gain = island.used;
    const double spread = island.polishing.empty() ? island.evolution.spread() : island.polishing.front().spread();
    return island.used >= limits.most || spread <= converged || island.used >= island.gain + limits.patience;
}

// Begins the next phase of an island if the present phase is complete.
void PairSearch::advance(Island& island, const std::vector<double>& values) {
    const bool polishes = !island.polishing.empty();
    const PhaseLimits limits = polishes ? PhaseLimits{settings_.polishing, polishing_patience, polishing_gain}
                                        : PhaseLimits{settings_.evolution, evolution_patience, least_gain};
    if (!is_complete(island, values, limits)) return;
    if (polishes) {
        refine_later(std::move(island));
        // Every second population combines the best members of all families; the others begin anew.
        const std::uint64_t number = begun_++;
        std::vector<SearchPoint> first;
        if (number % 2 == 1)
            for (const PairFamilies& families : {refined_, explored_})
                for (SearchPoint& point : families.best_members(combined_members)) first.push_back(std::move(point));
        island = new_island(number, std::move(first));
        return;
    }
    island.polished = island.evolution.points()[island.evolution.best()];
    island.polishing.push_back(polishing_of(island.polished, polishing_sigma, island.number));
    island.used = island.gain = 0;
}

void PairSearch::note_best() {
    const std::vector<PairFamily> found = families();
    if (found.empty()) return;
    if (last_gain_ == 0 || found.front().value >= best_ + least_gain)
        best_ = found.front().value, last_gain_ = encounters_;
}

bool PairSearch::has_stalled() const {
    return begun_ >= least_populations * islands_.size() && encounters_ >= last_gain_ + patience;
}

void PairSearch::pin(PairUnknown unknown, const ValueRange& range) {
    box_.pin(unknown, range);
    const SearchDimension bounds = box_.box()[static_cast<std::size_t>(unknown)];
    const auto is_outside = [&](const SearchPoint& point) {
        const double value = point[static_cast<std::size_t>(unknown)];
        return value < bounds.least || value > bounds.most;
    };
    explored_.remove(is_outside), refined_.remove(is_outside);
    refining_.clear();
    for (Island& island : islands_) island = new_island(begun_++, island.evolution.points());
    preferred_.clear(), asked_.clear();
    last_gain_ = 0;
}

void PairSearch::reject(const SearchPoint& point) {
    const auto old_penalty = [this](const SearchPoint& each) { return penalty(each); };
    for (Island& island : islands_)
        island.evolution.revalue([&](const SearchPoint& each, double value) { return value + old_penalty(each); });
    rejected_.push_back(point);
    for (Island& island : islands_) {
        island.evolution.revalue([&](const SearchPoint& each, double value) { return value - penalty(each); });
        if (!island.polishing.empty() && are_similar(box_, island.polished, point, rejection_radius))
            island = new_island(begun_++);
    }
    const auto is_rejected = [&](const SearchPoint& each) { return are_similar(box_, each, point, rejection_radius); };
    explored_.remove(is_rejected), refined_.remove(is_rejected);
    for (std::vector<Island>* islands : {&preferred_, &refining_})
        std::erase_if(*islands, [&](const Island& island) { return is_rejected(island.polished); });
    asked_.clear();
    last_gain_ = 0;
}

void PairSearch::prefer(const SearchPoint& point) {
    preferred_.push_back(polishing_island(point, preferred_sigma));
    asked_.clear();
    last_gain_ = 0;
}

std::string PairSearch::save() const {
    StateWriter state;
    state.put("milkomeda-pair-search", format_version);
    state.put_count("subject", settings_.subject);
    state.put_count("rigid-galaxies", static_cast<std::uint64_t>(box_.rigid_galaxies()));
    state.put_count("seed", settings_.seed);
    for (const SearchBox& box : {box_.whole_box(), box_.box()})
        for (const SearchDimension& bounds : box) state.put("bounds", std::array{bounds.least, bounds.most});
    state.put("counts", std::array{static_cast<double>(encounters_), static_cast<double>(begun_),
                                   static_cast<double>(last_gain_), best_, static_cast<double>(refined_encounters_)});
    const auto put_islands = [&state](const std::vector<Island>& islands) {
        state.put_count("islands", islands.size());
        for (const Island& island : islands) {
            state.put_count("number", island.number), state.put_count("used", island.used);
            state.put("best", island.best), state.put_count("gain", island.gain);
            island.evolution.save(state);
            state.put_count("polishing", island.polishing.size());
            if (island.polishing.empty()) continue;
            state.put("polished", island.polished);
            island.polishing.front().save(state);
        }
    };
    put_islands(islands_), put_islands(preferred_), put_islands(refining_);
    state.put_count("rejected", rejected_.size());
    for (const SearchPoint& point : rejected_) state.put("point", point);
    explored_.save(state), refined_.save(state);
    return state.text();
}

void PairSearch::restore(std::string_view text) {
    constexpr std::size_t most_islands = 4096, most_points = 100'000;
    StateReader state{text};
    if (state.take("milkomeda-pair-search") != format_version)
        throw std::invalid_argument("the search was saved by another version; start a new search");
    const auto require_same = [](bool is_same, const char* what) {
        if (!is_same) throw std::invalid_argument(fmt::format("the search was saved for another {}", what));
    };
    require_same(state.take_count("subject") == settings_.subject, "picture");
    // States of earlier versions have no model; their galaxies are those of SPAM.
    const auto galaxies = static_cast<RigidGalaxy>(
        state.has_next("rigid-galaxies") ? state.take_count("rigid-galaxies", names<RigidGalaxy>.size() - 1) : 0);
    if (galaxies != box_.rigid_galaxies())
        throw std::invalid_argument(
            fmt::format("the search was saved with the rigid galaxies {}: choose them instead of {}", name_of(galaxies),
                        name_of(box_.rigid_galaxies())));
    require_same(state.take_count("seed") == settings_.seed, "seed");
    for (std::size_t d = 0; d < pair_unknowns; ++d) {
        const std::vector<double> bounds = state.take("bounds", 2);
        const SearchDimension& own = box_.whole_box()[d];
        require_same(are_near(bounds[0], own.least) && are_near(bounds[1], own.most), "pair or other ranges");
    }
    for (std::size_t d = 0; d < pair_unknowns; ++d) {
        const std::vector<double> bounds = state.take("bounds", 2);
        const SearchDimension& own = box_.whole_box()[d];
        box_.pin(static_cast<PairUnknown>(d),
                 {std::clamp(bounds[0], own.least, own.most), std::clamp(bounds[1], own.least, own.most)});
    }
    const std::vector<double> counts = state.take("counts", 5);
    encounters_ = static_cast<std::size_t>(counts[0]), begun_ = static_cast<std::size_t>(counts[1]);
    last_gain_ = static_cast<std::size_t>(counts[2]), best_ = counts[3];
    refined_encounters_ = static_cast<std::size_t>(counts[4]);
    const auto take_islands = [&](std::vector<Island>& islands, double sigma) {
        islands.clear();
        for (std::size_t left = state.take_count("islands", most_islands); left > 0; --left) {
            Island island = new_island(state.take_count("number"));
            island.used = state.take_count("used");
            island.best = state.take("best"), island.gain = state.take_count("gain");
            island.evolution.restore(state);
            if (state.take_count("polishing", 1) == 1) {
                island.polished = state.take("polished", pair_unknowns);
                island.polishing.push_back(polishing_of(island.polished, sigma, island.number));
                island.polishing.front().restore(state);
            }
            islands.push_back(std::move(island));
        }
    };
    take_islands(islands_, polishing_sigma), take_islands(preferred_, preferred_sigma);
    take_islands(refining_, polishing_sigma);
    rejected_.clear(), asked_.clear();
    for (std::size_t left = state.take_count("rejected", most_points); left > 0; --left)
        rejected_.push_back(state.take("point", pair_unknowns));
    explored_.restore(state), refined_.restore(state);
    state.finish();
}

SearchEnd run_search(PairSearch& search, const SearchScores& scores, const SearchLimits& limits,
                     const std::function<bool()>& goes_on) {
    const Clock::time_point start = Clock::now();
    const std::size_t first = search.encounters();
    for (;;) {
        if (search.has_stalled()) return SearchEnd::stalled;
        if (search.encounters() - first >= limits.encounters) return SearchEnd::encounters;
        if (seconds_since(start) >= limits.seconds) return SearchEnd::seconds;
        const std::vector<EncounterParameters> encounters = search.ask();
        search.tell((search.refines() ? scores.refined : scores.usual)(encounters));
        if (!goes_on()) return SearchEnd::stopped;
    }
}

}  // namespace milkomeda
