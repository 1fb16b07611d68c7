// The guided tour as a timeline: where it stops, for how long, what it points at and says.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "app/ui/workspace.hpp"

namespace milkomeda {

// What is shown there.
enum class TourSubject { orbit, draw_mode, timestep, fraction, time, pace };

struct TourStop {
    TourSubject subject;
    double seconds;
    std::optional<Panel> panel;  // that the control is in
    const char* control;         // what it points at, as Widgets name it; empty: the picture
    const char* words;           // one sentence
};

// Ten seconds in all. A recorded run has no parameters: there it is the recording that is shown.
std::span<const TourStop> tour_stops(bool recorded);

struct TourMoment {
    std::size_t stop;
    double progress;  // in that stop, from 0 to 1
};

// So many seconds after it began; empty once it is over.
std::optional<TourMoment> tour_at(std::span<const TourStop> stops, double seconds);

}  // namespace milkomeda
