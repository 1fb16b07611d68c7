// The time line of a run: its computed part, key frames, branches, milestones and close passages of galaxies.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/particle_source.hpp"
#include "app/scene/scene_setup.hpp"

namespace milkomeda {

// Contents of the time line. All times are model times, or snapshot numbers if the snapshots contain no times.
struct TimeStrip {
    struct Mark {
        double time;
        std::string words;    // tooltip
        std::string chapter;  // title of a milestone and of the chapter that begins at `time`; empty for passages
        bool is_passage() const { return chapter.empty(); }
    };
    struct BranchTimes {
        double begin, end;  // times at which a branch other than the present branch begins and ends
    };
    double first = 0, last = 1;  // times at the ends of the line
    double scene_end = 0;        // time at which the scene ends and the run pauses
    double computed = 0;         // time up to which the run is computed
    // earliest time that the run can reach by undoing steps exactly; empty if no steps can be undone
    std::optional<double> exact_from;
    double now = 0;
    std::optional<double> goal;
    bool has_years = true;       // false if model time cannot be converted to years
    std::vector<double> keys{};  // times of key frames (stored states) or snapshots
    std::vector<BranchTimes> branches{};
    std::vector<Mark> marks{};
};

// Returns the time line of a run of `scene`.
TimeStrip time_strip(const ParticleSource& source, const SceneSetup& scene);

// Returns the mark nearest to `time`; null if the times of all marks differ from `time` by more than `within`.
const TimeStrip::Mark* mark_at(const TimeStrip& strip, double time, double within);

// Returns a description of a time, such as "t = 23.40, 416 Myr: not computed yet; release the mouse to compute
// up to this time".
std::string words_of(const TimeStrip& strip, double time, bool has_times);

// Draws the time line into the rectangle `place` (x, y, width, height) of the current ImGui window: the names of the
// chapters, below them the bar of the present branch, and below this bar a lane for each other branch.
void draw_time_strip(const TimeStrip& strip, const std::array<float, 4>& place);

// Convert a screen coordinate x to a time and a time to a screen coordinate x.
double time_at(const TimeStrip& strip, const std::array<float, 4>& place, float x);
float place_of(const TimeStrip& strip, const std::array<float, 4>& place, double time);

}  // namespace milkomeda
