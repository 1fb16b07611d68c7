#include "app/panels/tour_stops.hpp"

namespace milkomeda {
namespace {

constexpr TourStop orbit_stop{TourSubject::orbit,
                              2.5,
                              {},
                              "",
                              "Drag with the left button, and the view turns; the wheel brings it nearer."};
constexpr TourStop modes_stop{TourSubject::draw_mode, 3, Panel::view, "View/Mode",
                              "The same bodies in other lights: d is the next draw mode."};

constexpr TourStop live_stops[] = {
    orbit_stop,
    modes_stop,
    {TourSubject::timestep, 2.25, Panel::simulation, "Simulation/timestep",
     "The time between two steps: smaller is more exact, larger is faster."},
    {TourSubject::fraction, 2.25, Panel::simulation, "Simulation/fraction",
     "The fraction of the bodies that pull in each step: smaller is faster, and coarser."},
};

constexpr TourStop recorded_stops[] = {
    orbit_stop,
    modes_stop,
    {TourSubject::time, 2.25, Panel::simulation, "Playback/time",
     "Any moment of the recording, forwards and backwards."},
    {TourSubject::pace, 2.25, Panel::simulation, "Playback/pace",
     "How much of the galaxies' time goes by in a second."},
};

}  // namespace

std::span<const TourStop> tour_stops(bool recorded) {
    return recorded ? std::span<const TourStop>{recorded_stops} : std::span<const TourStop>{live_stops};
}

std::optional<TourMoment> tour_at(std::span<const TourStop> stops, double seconds) {
    double left = seconds;
    for (std::size_t i = 0; i < stops.size(); ++i) {
        if (left < stops[i].seconds) return TourMoment{i, left / stops[i].seconds};
        left -= stops[i].seconds;
    }
    return std::nullopt;
}

}  // namespace milkomeda
