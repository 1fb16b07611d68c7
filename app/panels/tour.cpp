#include "app/panels/tour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace milkomeda {
namespace {

constexpr TourStop orbit_stop{
    TourSubject::orbit, 2.5, {}, "", "Drag with the left mouse button to rotate the view; the wheel zooms."};
constexpr TourStop modes_stop{TourSubject::draw_mode, 3, Panel::look, "Look/Mode",
                              "Draw modes show the bodies in different ways; the key d selects the next mode."};

constexpr TourStop live_stops[] = {
    orbit_stop,
    modes_stop,
    {TourSubject::timestep, 2.25, Panel::physics, "Physics/Timestep",
     "Timestep: a smaller timestep makes the run more accurate, a larger timestep makes the run faster."},
    {TourSubject::fraction, 2.25, Panel::physics, "Physics/Approximation fraction",
     "Fraction of the bodies that attract in each step: a smaller fraction makes the run faster, but less accurate."},
};

constexpr TourStop recorded_stops[] = {
    orbit_stop,
    modes_stop,
    {TourSubject::time, 2.25, Panel::physics, "Playback/Time",
     "Time: the slider shows any time of the recording, forward or backward."},
    {TourSubject::pace, 2.25, Panel::physics, "Playback/Pace",
     "Pace: the model time by which the playback advances per second of wall-clock time."},
};

// Returns the index of the item to show at `progress` (0 to 1), if `count` items are shown in turn for equal times.
int turn_of(int count, double progress) { return std::min(static_cast<int>(count * progress), count - 1); }

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

void Tour::begin(bool recorded) {
    end();
    kept_ = Kept{toured_.camera, toured_.look.mode, toured_.parameters};
    stops_ = tour_stops(recorded);
    seconds_ = 0;
    now_ = {};
}

void Tour::advance(double seconds) {
    if (!runs()) return;
    // longest counted frame duration, so that the tour skips no stop after a slow frame
    constexpr double longest_seconds = 0.25;
    seconds_ += std::min(seconds, longest_seconds);
    const std::optional<TourMoment> moment = tour_at(stops_, seconds_);
    if (!moment) return end();
    if (moment->stop != now_.stop) put_back();
    now_ = *moment;
    show();
}

void Tour::end() {
    if (!runs()) return;
    put_back();
    kept_.reset();
}

void Tour::put_back() {
    if (stop().subject == TourSubject::orbit) toured_.camera = kept_->camera;
    toured_.look.mode = kept_->mode;
    toured_.parameters = kept_->parameters;
}

void Tour::show() {
    const double progress = now_.progress;
    SimulationParameters& parameters = toured_.parameters;
    switch (stop().subject) {
        case TourSubject::orbit: {  // turns the camera to one side and then back to its initial direction
            constexpr double widest_degrees = 50;
            const double per_second = widest_degrees * glm::pi<double>() / stop().seconds;
            toured_.camera.settings.turns = true;
            toured_.camera.settings.degrees_per_second = per_second * std::cos(2 * glm::pi<double>() * progress);
            return;
        }
        case TourSubject::draw_mode: {
            DrawMode mode = kept_->mode;
            for (int i = turn_of(3, progress); i >= 0; --i) mode = next_mode(mode, false);
            toured_.look.mode = mode;
            return;
        }
        // gradually halves and restores the timestep; a smaller timestep makes the run no less accurate
        case TourSubject::timestep:
            parameters.timestep = std::max(
                timestep_range.least, kept_->parameters.timestep * (1 - 0.5 * std::sin(glm::pi<double>() * progress)));
            return;
        case TourSubject::fraction: {
            constexpr std::array denominators{1, 2, 4, 2, 1};
            parameters.fraction_denominator =
                denominators[static_cast<std::size_t>(turn_of(denominators.size(), progress))];
            return;
        }
        case TourSubject::time:
        case TourSubject::pace:
            return;  // a recording has no parameters to change; tour_overlay() frames the control
    }
}

}  // namespace milkomeda
