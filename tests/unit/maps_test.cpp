// Directions of a view, and blurring of images.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "data/maps/sky_map.hpp"

using namespace milkomeda;

TEST_CASE("an inclined galaxy recedes at its position angle, and its spin axis has the inclination to the observer") {
    constexpr double inclination = 0.8, position_angle = 0.5;
    const glm::dvec3 spin = glm::normalize(glm::dvec3{0.3, -0.7, 0.5});
    const GalaxyFrame frame{{1, 2, 3}, {0.1, 0.2, 0.3}, disk_axes(spin)};
    const SkyView view = view_of_galaxy(frame, inclination, position_angle);
    CHECK(glm::dot(spin, view.toward) == doctest::Approx(std::cos(inclination)));
    CHECK(glm::length(glm::cross(view.right, view.up) - view.toward) < 1e-14);
    // A body on the major axis, in rotation
    const glm::dvec3 node = frame.axes.x, velocity = frame.velocity + glm::cross(spin, node);
    const glm::dvec3 place = view.place(frame.center + node);
    CHECK(place.x == doctest::Approx(-std::sin(position_angle)));  // east is left
    CHECK(place.y == doctest::Approx(std::cos(position_angle)));
    CHECK(std::abs(place.z) < 1e-14);
    CHECK(view.receding(velocity) == doctest::Approx(std::sin(inclination)));
    const SkyView face_on = view_of_galaxy(frame, 0, 0);
    CHECK(std::abs(face_on.receding(velocity)) < 1e-14);
}

TEST_CASE("blurring keeps the sum of an image, and adds the variance of the Gaussian") {
    constexpr std::size_t columns = 61, rows = 41;
    std::vector<double> image(columns * rows, 0);
    image[20 * columns + 30] = 2;
    convolve(image, columns, 3, 1.5);
    double sum = 0, x_squares = 0, y_squares = 0;
    for (std::size_t i = 0; i < image.size(); ++i) {
        const double x = double(i % columns) - 30, y = double(i / columns) - 20;
        sum += image[i], x_squares += image[i] * x * x, y_squares += image[i] * y * y;
    }
    CHECK(sum == doctest::Approx(2).epsilon(1e-6));
    // Integration over pixels adds the variance 1/12 of a pixel.
    CHECK(x_squares / sum == doctest::Approx(9 + 1 / 12.0).epsilon(1e-4));
    CHECK(y_squares / sum == doctest::Approx(2.25 + 1 / 12.0).epsilon(1e-4));
}
