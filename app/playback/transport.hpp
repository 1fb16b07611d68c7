// Interface of a particle source to its transport: play, pause, single steps, and jumps in time.
#pragma once

#include <optional>

#include "data/simulation/parameters.hpp"

namespace milkomeda {

// Times are model times, or numbers of snapshots if the files of a series have no times.
struct TransportState {
    bool playing = false;
    bool moving = false;  // The next frame changes the bodies: it plays, or a single step is requested.
    bool backward = false;
    bool looping = false;
    double time = 0;
    std::optional<double> goal{};          // time that run_to() is on the way to
    std::optional<double> undo_limit{};    // Steps can be undone exactly back to this time; empty: none can.
    double first_time = 0, last_time = 0;  // range of the times that can be shown
    double pace_reached = 0;               // model time per second, smoothed
    long jumps = 0;                        // number of jumps so far to a time that was not the next
};

// Functions that a source does not support throw UsageError with one line that says why.
class Transport {
  public:
    virtual ~Transport() = default;

    virtual TransportState state() const = 0;
    bool playing() const { return state().playing; }
    bool moving() const { return state().moving; }
    double time() const { return state().time; }

    virtual void play(bool on) = 0;
    // Plays from here toward the start at the present pace: step by step as far as steps can be undone, then
    // from key frame to key frame.
    virtual void play_backward() = 0;
    virtual void step() = 0;       // takes one step and pauses
    virtual void step_back() = 0;  // undoes one step and pauses
    virtual void restart() = 0;    // goes to the start and plays
    virtual void loop(bool on) = 0;

    // Runs at full speed, frame by frame, to this time, and plays or pauses there as it did before. Any other
    // transport function cancels it.
    virtual void run_to(double time) = 0;
    // Returns true if run_to(time) needs no restart: the time lies ahead or can be gone back to.
    virtual bool can_reach(double time) const { return time > this->time(); }
    // Shows the state nearest to this time among the states that are kept, and pauses.
    virtual void show_nearest(double time) = 0;
    // Goes to the end of the next branch of the run history.
    virtual void next_branch() = 0;
    // Continues like another source of the same scene that had reached this time.
    virtual void resume(double time, bool playing) = 0;
    // Returns the parameters of the moment that the source has gone back to, once.
    virtual std::optional<SimulationParameters> take_parameters() { return {}; }
};

}  // namespace milkomeda
