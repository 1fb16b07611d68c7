// Saves the run in the background, at regular intervals and at the end of the program, so that the next start
// can continue the run (docs/sessions.md). A second file keeps the run of the previous start.
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

// Adds to a checkpoint everything else in a state file: scene, parameters, solver, camera and look.
using CheckpointRequester = std::function<CheckpointRequest(std::shared_ptr<const Checkpoint>)>;

class AutoSave {
  public:
    static constexpr double usual_seconds = 60;

    // `folder`: folder of the saved run; an empty optional switches saving off. `every_seconds`: seconds
    // between two saves; 0 switches saving at intervals off.
    AutoSave(const std::optional<std::filesystem::path>& folder, double every_seconds);

    double every_seconds;  // seconds between two saves; 0 means never

    // Path of the run that the previous program start has saved; empty if no run was saved.
    const std::optional<std::filesystem::path>& former() const { return former_; }

    // Must be called when another run begins, whose first state needs no saving: its source has that state.
    void begin(const ParticleSource& source) {
        kept_steps_ = source.frames().status().steps;
        can_be_saved_ = source.limits().fits_state_file;
        kept_time_.reset();
        ++run_;
        ask_again();
    }
    // Must be called when the bodies of the run were replaced: files with the former bodies no longer count
    // as saved states of this run.
    void bodies_changed() {
        kept_steps_ = -1;
        ++run_;
        ask_again();
    }
    // Must be called when another particle source continues the run: drops the pending checkpoint request,
    // which only the former source knew.
    void ask_again() { asked_ = false; }
    // Starts a save if a save is due. Must be called once a frame. Never waits.
    void advance(ParticleSource& source, const CheckpointRequester& hold, Notices& notices, Trace& trace);
    // Saves the run at the end of the program. Waits for the end of the current step and for the file.
    void finish(ParticleSource& source, const SimulationParameters& parameters, const CheckpointRequester& hold,
                Notices& notices, Trace& trace);
    // Saves the newest checkpoint in host memory, for a program that can no longer wait for the device.
    // Returns the model time of the newest saved state of this run, or empty if no state was saved.
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
    bool asked_ = false;  // true while a checkpoint requested from the particle source has not arrived
    int run_ = 0;         // counter that increases at every new run and every change of the bodies
    long kept_steps_ = 0;
    std::optional<double> kept_time_;  // model time of the newest saved state of this run
    bool can_be_saved_ = true;         // true if the state file format can hold the run
    Clock::time_point next_ = Clock::now();
    std::future<Written> writing_;
    std::string told_;  // last error message shown; an equal message is not shown twice in a row
};

// Returns the newest run that was saved automatically in `folder`; empty if there is no such file.
std::optional<std::filesystem::path> newest_kept_run(const std::optional<std::filesystem::path>& folder);

}  // namespace milkomeda
