#include "app/panels/tour.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace milkomeda;

TEST_CASE("the guided tour takes ten seconds and shows a sentence at every stop") {
    for (const bool recorded : {false, true}) {
        double seconds = 0;
        for (const TourStop& stop : tour_stops(recorded)) {
            CHECK(stop.seconds >= 2);  // The user needs two seconds to read the sentence.
            CHECK(std::string{stop.words}.ends_with('.'));
            CHECK(stop.panel.has_value() != std::string{stop.control}.empty());
            seconds += stop.seconds;
        }
        CHECK(seconds == doctest::Approx(10));
    }
}

TEST_CASE("the guided tour of a live run shows the rotating view, draw modes, timestep and approximation fraction") {
    const auto stops = tour_stops(false);
    REQUIRE(stops.size() == 4);
    CHECK(stops[0].subject == TourSubject::orbit);
    CHECK(stops[1].subject == TourSubject::draw_mode);
    CHECK(stops[2].subject == TourSubject::timestep);
    CHECK(stops[3].subject == TourSubject::fraction);
}

TEST_CASE("the guided tour of a recorded run shows no simulation parameters") {
    for (const TourStop& stop : tour_stops(true)) {
        CHECK(stop.subject != TourSubject::timestep);
        CHECK(stop.subject != TourSubject::fraction);
        CHECK_FALSE(std::string{stop.control}.starts_with("Physics"));
    }
}

TEST_CASE("the stops of the guided tour follow each other without gaps, and the tour ends after the last stop") {
    const auto stops = tour_stops(false);
    const TourMoment first = tour_at(stops, 0).value();
    CHECK(first.stop == 0);
    CHECK(first.progress == 0);
    double began = 0;
    for (std::size_t i = 0; i < stops.size(); ++i) {
        const TourMoment middle = tour_at(stops, began + 0.5 * stops[i].seconds).value();
        CHECK(middle.stop == i);
        CHECK(middle.progress == doctest::Approx(0.5));
        const TourMoment late = tour_at(stops, began + 0.999 * stops[i].seconds).value();
        CHECK(late.stop == i);
        CHECK(late.progress == doctest::Approx(0.999));
        began += stops[i].seconds;
    }
    CHECK_FALSE(tour_at(stops, 10.001));
    CHECK_FALSE(tour_at({}, 0));
}
