// Describes the progress of a run in words: its pace, and what keeps it below the requested pace.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace milkomeda {

// Measured facts about the run. Paces are model time per second of wall-clock time; durations are smoothed.
struct RunFacts {
    double frames_per_second = 0;
    // duration of a frame, and the part that the simulation used
    double frame_seconds = 0, advance_seconds = 0;
    std::size_t bodies = 0;
    bool playing = true;
    bool backwards = false;
    std::optional<double> goal{};  // model time that the run computes up to at full speed
    bool at_end = false;           // The run is at the end of the scene or of the snapshots.
    std::string trouble{};         // one-line reason why nothing can be played; empty if it can
    std::string spared{};          // what drawing omits to be faster, such as "without dust"
    bool searching = false;        // The search for the fastest kernel takes time from the simulation.
    // The cost of a step grows with the square of the number of bodies; else linearly.
    bool sums_pairs = false;
    double timestep = 0;  // model time of a step
    // Requested pace; empty if the number of steps per frame is fixed instead.
    std::optional<double> pace_asked{};
    double pace_reached = 0;
    bool has_years = true;  // Model time corresponds to years of galaxies.
};

// Why the run is slower than requested or does not move; empty if it runs as requested.
struct PaceCause {
    std::string why;   // cause, such as "limited by the simulation"
    std::string more;  // details, such as "4,000 bodies would reach the pace 1.2"; often empty
};
PaceCause pace_cause(const RunFacts& facts);

// Returns true if the playing run reaches the requested pace, so that there is time for other work.
bool keeps_pace(const RunFacts& facts);

// Returns lines with facts and cause, from the most detailed to the shortest; the status line shows the first
// that fits.
std::vector<std::string> status_lines(const RunFacts& facts, const PaceCause& cause);

}  // namespace milkomeda
