// Search for the encounters that made a pair of galaxies.
#pragma once

#include <functional>
#include <limits>
#include <span>

#include "data/search/cma_es.hpp"
#include "data/search/differential_evolution.hpp"
#include "data/search/pair_families.hpp"

namespace milkomeda {

struct PairSearchSettings {
    std::uint64_t seed = 1;
    std::size_t islands = 1;   // independent populations; a batch contains the points of all islands
    std::size_t members = 64;  // of a population
    // Largest numbers of encounters of differential evolution before the polishing, and of the polishing. Both end
    // earlier if they bring no gain.
    std::size_t evolution = 4000, polishing = 1200;
    std::size_t refinement = 960;  // largest number of encounters of the refinement of a family
    std::uint64_t subject = 0;     // identifies the picture in saved states, below 2^53
};

// Computes the scores of encounters, in their order.
using ScoreEncounters = std::function<std::vector<double>(std::span<const EncounterParameters>)>;

// State of a search. Each island maximizes by differential evolution, polishes its best family by CMA-ES, and begins
// again with other random numbers. Meanwhile the best families are refined one after another: CMA-ES maximizes refined
// scores, which need more particles. The search is deterministic: it depends on the settings, the scores, and the calls
// of the user (pin, reject, prefer) between batches.
class PairSearch {
  public:
    explicit PairSearch(PairBox box, const PairSearchSettings& settings = {});

    // Returns the encounters of the next batch. tell() takes their scores in the same order; a score that is not finite
    // is the worst. Throws std::invalid_argument if the number of scores is wrong.
    std::vector<EncounterParameters> ask();
    void tell(const std::vector<double>& scores);
    // Returns true if the batch of the last ask() needs refined scores.
    bool refines() const { return refines_; }
    // Computes the missing refined scores, so that families() compares all families.
    void refine_families(const ScoreEncounters& refined_score);

    std::size_t encounters() const { return encounters_; }  // number of scores so far
    // Returns true if the last 20,000 encounters have improved the best value by less than 0.1, and every island has
    // begun a tenth population on average.
    bool has_stalled() const;
    // Returns at most 12 distinct families with descending values. If refined scores exist, only families with refined
    // scores are returned.
    std::vector<PairFamily> families() const;
    const PairBox& box() const { return box_; }

    // The functions by which a user steers the search. They discard a batch that tell() has not answered.
    // Searches an unknown in a part of its range. Populations continue with their members moved into the range.
    void pin(PairUnknown unknown, const ValueRange& range);
    // Removes the family of the point, and reduces the values of similar points.
    void reject(const SearchPoint& point);
    // Adds samples around the point to the following batches.
    void prefer(const SearchPoint& point);

    // Text of the whole state, from which restore() continues with the same encounters.
    std::string save() const;
    // The search must have the box and the settings of the saved search. Throws std::invalid_argument if the text is
    // damaged, or belongs to another picture or another box.
    void restore(std::string_view text);

  private:
    struct Island {
        DifferentialEvolution evolution;
        std::vector<CmaEs> polishing{};                       // none, or the running CMA-ES
        SearchPoint polished{};                               // the start of the CMA-ES
        std::size_t used = 0;                                 // encounters of the present phase
        std::uint64_t number = 0;                             // selects the random numbers
        double best = std::numeric_limits<double>::lowest();  // value at the last gain of the phase
        std::size_t gain = 0;                                 // used encounters at the last gain of the phase
    };

    // The end of a phase: after `most` encounters, or `patience` encounters without a gain of `least_gain`.
    struct PhaseLimits {
        std::size_t most, patience;
        double least_gain;
    };

    Island new_island(std::uint64_t number, std::vector<SearchPoint> first = {}) const;
    Island polishing_island(const SearchPoint& start, double sigma);
    CmaEs polishing_of(const SearchPoint& start, double sigma, std::uint64_t number) const;
    std::vector<EncounterParameters> decoded(const std::vector<SearchPoint>& points) const;
    std::vector<double> values_of(const std::vector<SearchPoint>& points, const std::vector<double>& scores) const;
    std::vector<SearchPoint> unrefined() const;
    void tell_islands(const std::vector<double>& values);
    void tell_refinement(const std::vector<double>& values);
    void refine_later(Island island);
    void advance(Island& island, const std::vector<double>& values);
    static bool is_complete(Island& island, const std::vector<double>& values, const PhaseLimits& limits);
    double penalty(const SearchPoint& point) const;
    void note_best();

    PairBox box_;
    PairSearchSettings settings_;
    std::vector<Island> islands_;
    // Points that the user prefers, with their CMA-ES.
    std::vector<Island> preferred_;
    std::vector<Island> refining_;  // polished islands; the first is refined, the others wait
    std::vector<SearchPoint> rejected_, asked_;
    bool refines_ = false;
    PairFamilies explored_, refined_;         // families by usual scores, and by refined scores
    std::size_t encounters_ = 0, begun_ = 0;  // begun_: islands so far
    std::size_t refined_encounters_ = 0;
    double best_ = 0;            // value at the last noted gain
    std::size_t last_gain_ = 0;  // encounters at the last gain of 0.1
};

enum class SearchEnd { seconds, encounters, stalled, stopped };
template <>
inline constexpr std::array<std::string_view, 4> names<SearchEnd>{"seconds", "encounters", "stalled", "stopped"};

struct SearchLimits {
    double seconds = 60;
    std::size_t encounters = 1'000'000;  // the last batch can exceed the limit
};

// Usual scores for the exploration, and scores with more particles.
struct SearchScores {
    ScoreEncounters usual, refined;
};

// Runs batches until a limit is reached, the search has stalled, or `goes_on`, which is called after each batch,
// returns false.
SearchEnd run_search(
    PairSearch& search, const SearchScores& scores, const SearchLimits& limits,
    const std::function<bool()>& goes_on = [] { return true; });

}  // namespace milkomeda
