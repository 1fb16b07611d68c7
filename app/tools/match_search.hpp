// Search for the encounters that look like the picture, in a background thread.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/tools/match_picture.hpp"
#include "app/tools/match_result.hpp"
#include "assets/assets.hpp"
#include "compute/encounter/encounter_evaluator.hpp"

namespace milkomeda {

// The picture with which a search compares encounters, and the device that computes them.
struct SearchTask {
    ObservedPair pair;
    MatchTarget target;
    Device device;
    RigidGalaxy rigid_galaxies = RigidGalaxy::archive;
};

// Returns the measured radial velocity of galaxy 1 minus that of galaxy 2 in km/s, if both are known.
std::optional<double> velocity_difference(const ObservedPair& pair);

struct SearchState {
    std::size_t encounters = 0;  // number of encounters so far
    double seconds = 0;          // duration since the search was started or continued
    double encounters_per_second = 0;
    bool has_stalled = false;        // the last 20,000 encounters have brought no gain
    std::vector<FoundModel> models;  // kept models, then the best models of the search
    std::string fault;               // why the search has ended; empty unless it has failed
};

class MatchSearch {
  public:
    explicit MatchSearch(const Assets& assets) : assets_{assets} {}
    ~MatchSearch() { forget(); }
    MatchSearch(const MatchSearch&) = delete;
    MatchSearch& operator=(const MatchSearch&) = delete;

    static constexpr std::size_t most_models = 12;

    // Starts a new search. Throws std::invalid_argument if the ranges of the pair are invalid, and NoThread.
    void start(const SearchTask& task);
    // Continues the stopped search. Throws std::invalid_argument if the search belongs to another picture, other
    // marks or other rigid galaxies, and NoThread.
    void go_on(const SearchTask& task);
    // Replaces the search by a stored search, and shows its models without continuing. Throws std::invalid_argument if
    // the state is damaged or belongs to another picture or other marks; the present search then stays.
    void restore(const SearchTask& task, const StoredSearch& stored);
    // Returns true if go_on(), save() and rigid_galaxies() are possible.
    bool has_state() const;
    std::string save() const;            // PairSearch::save() of the newest state
    RigidGalaxy rigid_galaxies() const;  // of the newest state
    // Stops the search after the present batch. The models stay.
    void stop() { is_stopped_ = true; }
    void forget();  // waits for the end of the present batch, and removes all models
    bool is_running() const { return thread_.valid(); }

    // Takes the newest state of the thread. Must be called once a frame. Returns true if state() has changed.
    bool advance();
    const SearchState& state() const { return state_; }

    // The functions by which the user steers the search; `model` is an index of state().models.
    void keep(std::size_t model, bool is_kept);
    void prefer(std::size_t model);                 // searches more around the model
    void reject(std::size_t model);                 // removes the model and avoids similar models
    std::size_t judged() const { return judged_; }  // number of models that the user has preferred or rejected

  private:
    using Request = std::function<void(PairSearch&, std::vector<FoundModel>& kept)>;
    void begin(PairSearch search, const SearchTask& task, bool continues);
    void run(PairSearch search, const SearchTask& task);
    void publish(const PairSearch& search, EncounterEvaluator& evaluator, double seconds, std::size_t first);
    void add(Request request);

    const Assets& assets_;
    SearchState state_;  // of the window
    std::size_t judged_ = 0;
    std::future<void> thread_;
    std::atomic<bool> is_stopped_{false};

    mutable std::mutex mutex_;  // guards the members below
    SearchState news_;
    bool has_news_ = false;
    std::vector<Request> requests_;
    std::optional<PairSearch> newest_;  // state after the newest batch

    // of the thread while it runs; known_ are the models that have an image
    std::vector<FoundModel> kept_, known_;
};

}  // namespace milkomeda
