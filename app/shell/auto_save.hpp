// Saves the run in the background, at regular intervals and at the end of the program. The next start of the program
// can continue the saved run (docs/sessions.md). A second file stores the run of the previous session.
#pragma once

#include <filesystem>
#include <future>
#include <optional>
#include <string>

#include "app/scene/state_file.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

struct ActiveRun;
struct Screen;
struct ViewState;

// Returns the newest file of an automatically saved run in `folder`; empty without such a file.
std::optional<std::filesystem::path> newest_saved_run(const std::optional<std::filesystem::path>& folder);

class AutoSave {
  public:
    static constexpr double usual_seconds = 60;

    // `folder`: folder of the saved run. Without a folder, runs are not saved.
    AutoSave(Screen& screen, ActiveRun& run, ViewState& view, const std::optional<std::filesystem::path>& folder,
             double every_seconds);

    double every_seconds;  // interval of automatic saves in seconds; 0 switches automatic saves off

    // Returns the path of the run that the previous session of the program has saved; empty without a saved run.
    const std::optional<std::filesystem::path>& former() const { return former_; }

    // Must be called when a run begins. The first state of the run is not saved, because the source of the run contains
    // this state.
    void begin();
    // Must be called when the bodies of the run were replaced. The next save then stores the new bodies.
    void bodies_changed() {
        saved_steps_ = -1;
        ++run_number_;
        forget_request();
    }
    // Must be called when a new particle source continues the run. Forgets the pending checkpoint request, which only
    // the old particle source would answer.
    void forget_request() { has_requested_ = false; }
    // Continues the save in progress, or starts a save that is due. Must be called once a frame. Never waits.
    void advance();
    // Saves the run at the end of the program. Waits for the end of the current step and for the file.
    void finish();
    // Saves the newest checkpoint that is already in host memory, without waiting for the device. Returns the model
    // time of the newest saved state of this run, or empty if no state was saved.
    std::optional<double> finish_at_once();

  private:
    struct Written {
        double time = 0, seconds = 0;
        long steps = 0;
        std::string error;
        int run_number = 0;
    };
    bool is_wanted() const;
    void prepare_folder();
    CheckpointRequest request(std::shared_ptr<const Checkpoint> state) const;
    Written write(const CheckpointRequest& request, int run_number) const;
    void save_now(std::shared_ptr<const Checkpoint> state);
    void report(const Written& done);

    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    std::optional<std::filesystem::path> folder_, former_ = newest_saved_run(folder_);
    bool has_written_ = false;
    bool has_requested_ = false;  // true while a checkpoint requested from the particle source has not arrived
    int run_number_ = 0;          // increases when a run begins and when bodies are replaced
    long saved_steps_ = 0;
    std::optional<double> saved_time_;  // model time of the newest saved state of this run
    bool can_be_saved_ = true;          // true if a state file can store the run
    Clock::time_point next_ = time_in(every_seconds);
    std::future<Written> writing_;
    std::string last_error_;  // last error message, which is not shown twice in succession
};

}  // namespace milkomeda
