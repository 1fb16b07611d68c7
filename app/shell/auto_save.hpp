// Saves the run of the window to a file in the background, at regular intervals and at the end, so that the
// next start can continue it (docs/sessions.md). The run of the previous start is kept in a second file.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <optional>
#include <string>

#include "app/io/notices.hpp"
#include "app/playback/particle_source.hpp"
#include "app/scene/state_file.hpp"
#include "app/shell/trace.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

// Adds what a state file stores beside the checkpoint: scene, parameters, solver, camera and look.
using CheckpointRequester = std::function<CheckpointRequest(std::shared_ptr<const Checkpoint>)>;

class AutoSave {
  public:
    static constexpr double usual_seconds = 60;

    // Without a folder, nothing is saved.
    AutoSave(const std::optional<std::filesystem::path>& folder, double every_seconds);

    double every_seconds;  // seconds between two saves; 0 means never

    // File that the previous start has saved; empty if it saved no run.
    const std::optional<std::filesystem::path>& former() const { return former_; }

    // Must be called when another run begins. Its present state needs no saving.
    void begin(const ParticleSource& source) {
        kept_steps_ = source.frames().status().steps;
        can_be_saved_ = source.limits().fits_state_file;
        kept_time_.reset();
        ++run_;
        ask_again();
    }
    // Must be called when the run continues with other bodies: saved states of the former bodies no longer
    // count as states of this run.
    void bodies_changed() {
        kept_steps_ = -1;
        ++run_;
        ask_again();
    }
    // Must be called when another particle source continues the run, because a checkpoint was requested from
    // the former source only.
    void ask_again() { asked_ = false; }
    // Must be called once a frame. Never waits.
    void advance(ParticleSource& source, const CheckpointRequester& hold, Notices& notices, Trace& trace);
    // Saves the run at the end of the program; waits for the step under way and for the file.
    void finish(ParticleSource& source, const SimulationParameters& parameters,
                const CheckpointRequester& hold, Notices& notices, Trace& trace);
    // Saves the newest checkpoint in host memory, for a program that cannot wait for the device any more.
    // Returns the model time of the saved state of this run, or empty if no state was saved.
    std::optional<double> finish_at_once(const ParticleSource& source, const CheckpointRequester& hold,
                                         Notices& notices, Trace& trace);

  private:
    struct Written {
        double time = 0, seconds = 0;
        long steps = 0;
        std::string error;
        int run = 0;
    };
    bool is_wanted(const ParticleSource& source) const;
    void make_place();
    Written write(const CheckpointRequest& held, int run) const;
    void report(const Written& done, Notices& notices, Trace& trace);

    std::optional<std::filesystem::path> folder_, former_;
    bool has_written_ = false;
    bool asked_ = false;  // A checkpoint was requested from the particle source.
    int run_ = 0;         // number of runs and of changes of their bodies so far
    long kept_steps_ = 0;
    std::optional<double> kept_time_;  // model time of the saved state of this run
    bool can_be_saved_ = true;         // A state file can hold the run.
    Clock::time_point next_ = Clock::now();
    std::future<Written> writing_;
    std::string told_;  // the last error message, which is not repeated
};

// Returns the newest run that was saved in this folder.
std::optional<std::filesystem::path> newest_kept_run(const std::optional<std::filesystem::path>& folder);

}  // namespace milkomeda
