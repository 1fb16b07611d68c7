// The time line of a run: the computed part, the moments that can be shown, branches, milestones and
// passages.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/playback/particle_source.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// State of the line. Times are model time, or snapshot numbers if the snapshots have no times.
struct TimeStrip {
    struct Mark {
        double time;
        std::string words;
        bool is_passage;
    };
    struct BranchTimes {
        double begin, end;  // times of another branch of the run
    };
    double first = 0, last = 1;        // range of the line
    double scene_end = 0;              // time at which the window pauses
    double computed = 0;               // time up to which the run is computed
    std::optional<double> exact_from;  // time back to which steps can be undone exactly
    double now = 0;
    std::optional<double> goal;
    std::vector<double> keys{};  // times of key frames or snapshots
    std::vector<BranchTimes> branches{};
    std::vector<Mark> marks{};
};

// Builds the line of a run with these milestones, which pauses at `until`.
TimeStrip time_strip(const ParticleSource& source, std::span<const SceneMilestone> milestones, double until);

// Returns the mark nearest to `time` within the distance `within`; null if no mark is that near.
const TimeStrip::Mark* mark_at(const TimeStrip& strip, double time, double within);

// Describes a time, such as "t = 23.4, 416 Myr: not computed yet; release the mouse to compute up to here".
std::string words_of(const TimeStrip& strip, double time, bool has_times);

// Draws the line into the current ImGui window; `place` is x, y, width, height.
void draw_time_strip(const TimeStrip& strip, const std::array<float, 4>& place);

// Convert between a screen coordinate x and a time.
double time_at(const TimeStrip& strip, const std::array<float, 4>& place, float x);
float place_of(const TimeStrip& strip, const std::array<float, 4>& place, double time);

}  // namespace milkomeda
