#include "data/field/contours.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace milkomeda;

namespace {

constexpr std::size_t columns = 41, rows = 31;

template <typename Height>
std::vector<float> sampled(Height height) {
    std::vector<float> numbers;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            numbers.push_back(height(static_cast<float>(column), static_cast<float>(row)));
    return numbers;
}

float length_of(const Contour& line) {
    float length = 0;
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
        length += std::hypot(line[i + 1].x - line[i].x, line[i + 1].y - line[i].y);
    return length;
}

}  // namespace

TEST_CASE("the contour of a cone is one closed circle") {
    const auto numbers = sampled([](float x, float y) { return std::hypot(x - 20, y - 15); });
    const std::vector<Contour> lines = contours_at({columns, rows, numbers}, 8.3f);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].front() == lines[0].back());
    // Contours consist of chords in squares of size 1. A chord deviates from the circle of radius 8.3 by at most
    // (diagonal of a square)^2 / (8 * 8.3).
    for (const ContourPoint& p : lines[0]) CHECK(std::abs(std::hypot(p.x - 20, p.y - 15) - 8.3f) < 0.03f);
    CHECK(std::abs(length_of(lines[0]) - 2 * 3.14159f * 8.3f) < 0.3f);
}

TEST_CASE("the contour of an inclined plane is a straight open line where the plane has the contour's height") {
    const auto numbers = sampled([](float x, float y) { return 2 * x + y; });
    const std::vector<Contour> lines = contours_at({columns, rows, numbers}, 45.5f);
    REQUIRE(lines.size() == 1);
    // The tolerance allows rounding errors of floats near 45.
    for (const ContourPoint& p : lines[0]) CHECK(std::abs(2 * p.x + p.y - 45.5f) < 1e-4f);
    const float ends[2] = {lines[0].front().y, lines[0].back().y};
    CHECK(std::min(ends[0], ends[1]) == 0);
    CHECK(std::max(ends[0], ends[1]) == 30);
}

TEST_CASE("two hills have two contours, and contours at a saddle do not cross") {
    const auto hills = sampled([](float x, float y) {
        return std::exp(-0.02f * ((x - 10) * (x - 10) + (y - 15) * (y - 15))) +
               std::exp(-0.02f * ((x - 30) * (x - 30) + (y - 15) * (y - 15)));
    });
    CHECK(contours_at({columns, rows, hills}, 0.6f).size() == 2);
    CHECK(contours_at({columns, rows, hills}, 0.2f).size() == 1);
    const std::vector<float> saddle{1, 0, 0, 1};
    for (const float height : {0.4f, 0.6f}) {
        const std::vector<Contour> lines = contours_at({2, 2, saddle}, height);
        REQUIRE(lines.size() == 2);
        // A contour below the mean height of the four corners connects the high corners and cuts off the low corners. A
        // contour above the mean height cuts off the high corners.
        const bool cuts_low = height < 0.5f;
        for (const Contour& line : lines) {
            REQUIRE(line.size() == 2);
            const float x = (line[0].x + line[1].x) / 2, y = (line[0].y + line[1].y) / 2;
            CHECK((std::abs(x - y) > 0.3f) == cuts_low);
        }
    }
}

TEST_CASE("a constant field, a single row of points and a single point have no contours") {
    const std::vector<float> flat(columns * rows, 3);
    CHECK(contours_at({columns, rows, flat}, 3).empty());
    CHECK(contours_at({columns, 1, flat}, 3).empty());
    CHECK(contours_at({1, 1, flat}, 3).empty());
}

TEST_CASE("contour heights are round numbers within the range of the field's values") {
    CHECK(round_heights(-7.3f, -0.4f, 7) == std::vector<float>{-7, -6, -5, -4, -3, -2, -1});
    CHECK(round_heights(0, 1, 5) == std::vector<float>{0, 0.2f, 0.4f, 0.6f, 0.8f, 1});
    CHECK(round_heights(2, 2, 5).empty());
}
