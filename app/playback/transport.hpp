// Interface that controls the time of a particle source: play, pause, single steps, and jumps in time.
#pragma once

#include <optional>
#include <string>

#include "data/simulation/parameters.hpp"

namespace milkomeda {

// State of the time controls. Times are model times, or snapshot indices for a series without times.
struct TransportState {
    bool playing = false;
    bool moving = false;  // true if the source plays or computes a single step in the next frame
    bool backward = false;
    bool looping = false;
    double time = 0;
    std::optional<double> goal{};          // target time of run_to(); empty outside of run_to()
    std::optional<double> undo_limit{};    // earliest time to which steps can be undone exactly, if any
    double first_time = 0, last_time = 0;  // range of the times that can be shown
    double pace_reached = 0;               // model time per second, smoothed
    long jumps = 0;                        // number of jumps in time so far, such as going to a key frame
};

// Functions of Transport that are impossible at present. Each text gives the reason in one line; an empty text means
// that the function is possible.
struct TransportLimits {
    std::string play{}, step{}, step_back{}, play_backward{}, next_branch{};
};

// Functions that a source does not support throw UsageError with the reason in one line.
class Transport {
  public:
    virtual ~Transport() = default;

    virtual TransportState state() const = 0;
    virtual TransportLimits limits() const = 0;
    bool playing() const { return state().playing; }
    bool moving() const { return state().moving; }
    double time() const { return state().time; }

    virtual void play(bool on) = 0;
    // Plays backward at the present pace. Undoes steps if possible. Otherwise shows the key frames of the run
    // history in reverse order.
    virtual void play_backward() = 0;
    virtual void step() = 0;       // computes one step and pauses
    virtual void step_back() = 0;  // undoes one step and pauses
    virtual void restart() = 0;    // goes to the start and plays
    virtual void loop(bool on) = 0;

    // Runs at full speed, frame by frame, to this time. Plays there if the source was playing before, else
    // pauses. Each other function that changes the time cancels run_to().
    virtual void run_to(double time) = 0;
    // Returns true if run_to(time) needs no restart, because `time` lies ahead or the source can go back to it.
    virtual bool can_reach(double time) const { return time > this->time(); }
    // Shows the stored state nearest to this time, and pauses.
    virtual void show_nearest(double time) = 0;
    // Goes to the end of the next branch of the run history.
    virtual void next_branch() = 0;
    // Continues a previous source of the scene, which had reached this time.
    virtual void resume(double time, bool playing) = 0;
    // After the source has gone back in time, returns the parameters of that time once.
    virtual std::optional<SimulationParameters> take_parameters() { return {}; }
};

}  // namespace milkomeda
