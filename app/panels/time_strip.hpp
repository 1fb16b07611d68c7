// A run's time as a line: what was computed, what can be gone back to, what lies on it.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/playback/particle_source.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// Times are model time, or numbers of snapshots where those have none.
struct TimeStrip {
    struct Mark {
        double time;
        std::string words;
        bool is_passage;
    };
    struct Future {
        double begin, end;  // of another way that the run has gone
    };
    double first = 0, last = 1;        // of the line
    double scene_end = 0;              // where the window pauses
    double computed = 0;               // up to here the run was computed
    std::optional<double> exact_from;  // steps can be undone back to here
    double now = 0;
    std::optional<double> goal;
    std::vector<double> keys{};  // of key frames, or of snapshots
    std::vector<Future> futures{};
    std::vector<Mark> marks{};
};

// Of a run with these milestones, which pauses at `until`.
TimeStrip time_strip(const ParticleSource& source, std::span<const SceneMilestone> milestones, double until);

// The mark whose place is next to this one, within so much time.
const TimeStrip::Mark* mark_at(const TimeStrip& strip, double time, double within);

// What can be said of this time: "t = 23.4, 416 Myr: a key frame".
std::string words_of(const TimeStrip& strip, double time, bool has_times);

// Into ImGui's window; place: x, y, width, height.
void draw_time_strip(const TimeStrip& strip, const std::array<float, 4>& place);

// The time at this place, and back.
double time_at(const TimeStrip& strip, const std::array<float, 4>& place, float x);
float place_of(const TimeStrip& strip, const std::array<float, 4>& place, double time);

}  // namespace milkomeda
