// The stops of the guided tour: the control that each stop points at, its text, and its duration.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "app/ui/workspace.hpp"

namespace milkomeda {

// Setting or control that a stop of the tour demonstrates.
enum class TourSubject { orbit, draw_mode, timestep, fraction, time, pace };

struct TourStop {
    TourSubject subject;
    double seconds;
    std::optional<Panel> panel;  // panel that contains the control
    const char* control;         // control to point at, as "Panel/label"; empty for the picture
    const char* words;           // text of one sentence
};

// Returns the stops, which take ten seconds in total. A recorded run has no parameters, so its stops show
// time and pace instead.
std::span<const TourStop> tour_stops(bool recorded);

struct TourMoment {
    std::size_t stop;
    double progress;  // elapsed share of the stop's duration, 0 to 1
};

// Returns the stop at `seconds` since the start of the tour; empty after the last stop.
std::optional<TourMoment> tour_at(std::span<const TourStop> stops, double seconds);

}  // namespace milkomeda
