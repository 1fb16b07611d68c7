// Describes the progress of a run in words: its pace, and what limits the pace.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace milkomeda {

// Measured data about the run. A pace is model time per second of wall-clock time. Durations are smoothed.
struct RunFacts {
    double frames_per_second = 0;
    double frame_seconds = 0;    // duration of a frame in seconds of wall-clock time
    double advance_seconds = 0;  // part of frame_seconds that the simulation takes, in seconds
    std::size_t bodies = 0;
    bool playing = true;
    bool backwards = false;
    std::optional<double> goal{};  // model time up to which the run computes; empty without a goal
    bool at_end = false;           // true at the end of the scene or of the snapshots
    std::string trouble{};         // one-line reason why the run cannot play; empty if the run can play
    std::string spared{};     // what drawing omits to be faster, such as "without dust"; empty if drawing omits nothing
    bool searching = false;   // true while the kernel search takes time from the simulation
    bool sums_pairs = false;  // true: the cost of a step grows with the square of the number of bodies; false: linearly
    double timestep = 0;      // model time of one step
    std::optional<double> pace_asked{};  // requested pace; empty if the number of steps per frame is fixed
    double pace_reached = 0;             // measured pace; negative while the run plays backward
    std::string followed{};              // progress of a run that another program computes; empty for other sources
    bool has_years = true;               // true if model time can be converted to years
};

// Reason why the run is slower than the requested pace or stands still; empty if the run reaches the requested pace.
struct PaceCause {
    std::string why;   // short reason, such as "limited by the simulation"
    std::string more;  // details, such as "4,000 bodies would allow the pace 1.20"; may be empty
};
PaceCause pace_cause(const RunFacts& facts);

// Returns true if the run plays at the requested pace, so that a frame has spare time, for example for the kernel
// search.
bool keeps_pace(const RunFacts& facts);

// Returns descriptions of the run and of the cause of its pace, from the longest to the shortest. The status line shows
// the first description that fits its width.
std::vector<std::string> status_lines(const RunFacts& facts, const PaceCause& cause);

}  // namespace milkomeda
