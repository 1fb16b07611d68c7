// Keeps the run of the window in a file beside the animation, every so often and at the end, so that the next
// start can go on from it (docs/sessions.md). The run of the start before is kept, too.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <optional>
#include <string>

#include "app/playback/particle_source.hpp"
#include "app/io/notices.hpp"
#include "app/scene/state_file.hpp"
#include "app/shell/trace.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

// The run at that moment, with what belongs to it.
using HoldRun = std::function<CheckpointRequest(std::shared_ptr<const Checkpoint>)>;

class AutoSave {
  public:
    static constexpr double usual_seconds = 60;

    // Without a folder nothing is kept.
    AutoSave(const std::optional<std::filesystem::path>& folder, double every_seconds);

    double every_seconds;  // 0: never

    // What the start before this one has kept; empty where it has not.
    const std::optional<std::filesystem::path>& former() const { return former_; }

    // Another run begins: as it is now it needs no keeping.
    void begin(const ParticleSource& source) {
        kept_steps_ = source.frames().status().steps;
        can_be_saved_ = source.limits().fits_state_file;
        kept_time_.reset();
        ++run_;
        ask_again();
    }
    // The run goes on with other bodies: what is kept, or under way, is of those before.
    void bodies_changed() {
        kept_steps_ = -1;
        ++run_;
        ask_again();
    }
    // Another particle source goes on with the run: it knows nothing of what the former was asked for.
    void ask_again() { asked_ = false; }
    // Once a frame; never waits.
    void advance(ParticleSource& source, const HoldRun& hold, Notices& notices, Trace& trace);
    // At the end.
    void finish(ParticleSource& source, const SimulationParameters& parameters, const HoldRun& hold, Notices& notices,
                Trace& trace);
    // At the end of a program that can wait for no device: the newest state that lies in host memory. The
    // time of what of this run is kept, if anything is.
    std::optional<double> finish_at_once(const ParticleSource& source, const HoldRun& hold, Notices& notices,
                                         Trace& trace);

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
    bool asked_ = false;  // the particle source, for its state
    int run_ = 0;         // how often one has begun, or had other bodies
    long kept_steps_ = 0;
    std::optional<double> kept_time_;  // of the run that is there now
    bool can_be_saved_ = true;         // A state file can hold the run.
    Clock::time_point next_ = Clock::now();
    std::future<Written> writing_;
    std::string told_;  // the last error
};

// The newest run that was kept in this folder.
std::optional<std::filesystem::path> newest_kept_run(const std::optional<std::filesystem::path>& folder);

}  // namespace milkomeda
