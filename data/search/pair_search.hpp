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
    std::uint64_t subject = 0;  // identifies the picture in saved states, below 2^53
};

// State of a search. Each island maximizes by differential evolution, polishes its best family by CMA-ES, and begins
// again with other random numbers. The search is deterministic: it depends on the settings, the scores, and the calls
// of the user (pin, reject, prefer) between batches.
class PairSearch {
  public:
    explicit PairSearch(PairBox box, const PairSearchSettings& settings = {});

    // Returns the encounters of the next batch. tell() takes their scores in the same order; a score that is not finite
    // is the worst. Throws std::invalid_argument if the number of scores is wrong.
    std::vector<EncounterParameters> ask();
    void tell(const std::vector<double>& scores);

    std::size_t encounters() const { return encounters_; }  // number of scores so far
    // Returns true if the last 2,000 encounters have improved the best value by less than 0.1, and every island has
    // begun a third population on average.
    bool has_stalled() const;
    // Returns at most 12 distinct families with descending values.
    std::vector<PairFamily> families() const { return families_.families(); }
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

    Island new_island(std::uint64_t number, std::vector<SearchPoint> first = {}) const;
    CmaEs polishing_of(const SearchPoint& start, double sigma, std::uint64_t number) const;
    void advance(Island& island, const std::vector<double>& values);
    double penalty(const SearchPoint& point) const;
    void note_best();

    PairBox box_;
    PairSearchSettings settings_;
    std::vector<Island> islands_;
    // Points that the user prefers, with their CMA-ES.
    std::vector<Island> preferred_;
    std::vector<SearchPoint> rejected_, asked_;
    PairFamilies families_;
    std::size_t encounters_ = 0, begun_ = 0;  // begun_: islands so far
    double best_ = 0;                         // value at the last noted gain
    std::size_t last_gain_ = 0;               // encounters at the last gain of 0.1
};

using ScoreEncounters = std::function<std::vector<double>(std::span<const EncounterParameters>)>;

enum class SearchEnd { seconds, encounters, stalled, stopped };
template <>
inline constexpr std::array<std::string_view, 4> names<SearchEnd>{"seconds", "encounters", "stalled", "stopped"};

struct SearchLimits {
    double seconds = 60;
    std::size_t encounters = 20'000;  // the last batch can exceed the limit
};

// Runs batches until a limit is reached, the search has stalled, or `goes_on`, which is called after each batch,
// returns false.
SearchEnd run_search(
    PairSearch& search, const ScoreEncounters& score, const SearchLimits& limits,
    const std::function<bool()>& goes_on = [] { return true; });

}  // namespace milkomeda
