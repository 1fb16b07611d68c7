// Search for the encounters that look like the picture, in a background thread.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <mutex>
#include <string>
#include <vector>

#include "app/tools/match_picture.hpp"
#include "assets/assets.hpp"
#include "compute/encounter/encounter_evaluator.hpp"
#include "data/search/pair_search.hpp"

namespace milkomeda {

// An encounter that the search has found.
struct FoundModel {
    SearchPoint point;
    EncounterParameters encounter;
    double score = 0;          // minus the penalties of the search
    bool is_kept = false;      // the user keeps the model, even if better models are found
    std::vector<float> image;  // light of grid_cells cells from 0 to 1; empty until it is computed
};

struct SearchState {
    std::size_t encounters = 0;      // number of encounters so far
    double seconds = 0;              // time since the start of the search
    bool has_stalled = false;        // the last 2,000 encounters have brought no gain
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

    // Starts a new search on the device. If both velocities of the pair are known, the search uses their difference.
    // Throws std::invalid_argument if the ranges of the pair are invalid, and NoThread.
    void start(const ObservedPair& pair, const MatchTarget& target, const Device& device);
    // Ends the search after the present batch. The models stay.
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
    void run(PairSearch search, const MatchTarget& target, const Device& device);
    void publish(const PairSearch& search, EncounterEvaluator& evaluator, double seconds);
    void add(Request request);

    const Assets& assets_;
    SearchState state_;  // of the window
    std::size_t judged_ = 0;
    std::future<void> thread_;
    std::atomic<bool> is_stopped_{false};

    std::mutex mutex_;  // guards the members below
    SearchState news_;
    bool has_news_ = false;
    std::vector<Request> requests_;

    std::vector<FoundModel> kept_, known_;  // of the thread: known_ are the models that have an image
};

}  // namespace milkomeda
