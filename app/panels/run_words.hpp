// How the run goes, in words: its pace, and why that is not the one asked for.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace milkomeda {

// What the frames so far tell. Paces are model time per second of wall clock; seconds are smoothed.
struct RunFacts {
    double frames_per_second = 0;
    double frame_seconds = 0, advance_seconds = 0;  // of a frame, and the part of it that the simulation had
    std::size_t bodies = 0;
    bool playing = true;
    bool backwards = false;
    std::optional<double> goal{};        // the model time that it runs to as fast as it can
    bool at_end = false;                 // of the scene, or of the series of snapshots
    std::string trouble{};               // why nothing can play, in one line; empty: it can
    std::string spared{};                // what drawing leaves out to be quicker: "without dust"
    bool searching = false;              // for the fastest kernel, in the simulation's time
    bool sums_pairs = false;             // a step costs as bodies^2, else as bodies
    double timestep = 0;                 // model time
    std::optional<double> pace_asked{};  // empty: something else decides how far a frame goes
    double pace_reached = 0;
    bool has_years = true;  // model time is that of galaxies
};

// Why the pace is not the one asked for, or that nothing moves; empty where all is well.
struct PaceCause {
    std::string why;   // "limited by the simulation"
    std::string more;  // "4,000 bodies would reach the pace 1.2"; often empty
};
PaceCause pace_cause(const RunFacts& facts);

// Whether a run that plays has all the pace that was asked for, so that there is time for other work.
bool keeps_pace(const RunFacts& facts);

// Facts and cause in one line, from all that there is to say to the least that helps: the first that fits.
std::vector<std::string> status_lines(const RunFacts& facts, const PaceCause& cause);

}  // namespace milkomeda
