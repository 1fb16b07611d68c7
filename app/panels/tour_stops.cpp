#include "app/panels/tour_stops.hpp"

namespace milkomeda {
namespace {

constexpr TourStop orbit_stop{
    TourSubject::orbit, 2.5, {}, "", "Drag with the left mouse button to rotate the view; the wheel zooms."};
constexpr TourStop modes_stop{TourSubject::draw_mode, 3, Panel::view, "View/Mode",
                              "Draw modes show the bodies in different ways; d switches to the next."};

constexpr TourStop live_stops[] = {
    orbit_stop,
    modes_stop,
    {TourSubject::timestep, 2.25, Panel::simulation, "Simulation/Timestep",
     "Timestep: a smaller one is more accurate, a larger one is faster."},
    {TourSubject::fraction, 2.25, Panel::simulation, "Simulation/Fraction",
     "Fraction of the bodies that attract in each step: smaller is faster, but noisier."},
};

constexpr TourStop recorded_stops[] = {
    orbit_stop,
    modes_stop,
    {TourSubject::time, 2.25, Panel::simulation, "Playback/Time",
     "Time: shows any moment of the recording, forward or backward."},
    {TourSubject::pace, 2.25, Panel::simulation, "Playback/Pace", "Pace: the model time that passes per second."},
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
