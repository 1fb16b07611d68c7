// The stops of the guided tour: what each stop points at and says, and for how long.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "app/ui/workspace.hpp"

namespace milkomeda {

// What a stop demonstrates.
enum class TourSubject { orbit, draw_mode, timestep, fraction, time, pace };

struct TourStop {
    TourSubject subject;
    double seconds;
    std::optional<Panel> panel;  // panel with the control
    const char* control;         // control to point at, as "Panel/label"; empty: the picture
    const char* words;           // one sentence
};

// Stops of ten seconds in total. A recorded run has no parameters, so its tour shows time and pace instead.
std::span<const TourStop> tour_stops(bool recorded);

struct TourMoment {
    std::size_t stop;
    double progress;  // progress within the stop, 0 to 1
};

// Returns the stop at a time in seconds since the start of the tour; empty after the end.
std::optional<TourMoment> tour_at(std::span<const TourStop> stops, double seconds);

}  // namespace milkomeda
