// The initial view of the sky must show the other galaxy and the band of the observer's own galaxy.
#include "app/viewport/sky_aim.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <glm/gtc/constants.hpp>
#include <optional>

#include "render/camera/projection.hpp"

using namespace milkomeda;

namespace {

constexpr float degree = 3.14159265f / 180;
constexpr int screen_width = 1920, screen_height = 1080;

// Returns the direction of a galactic longitude and latitude in degrees. The galactic north pole is at +y, and the
// galactic center is at -z.
glm::vec3 direction_at(float longitude, float latitude) {
    const float l = longitude * degree, b = latitude * degree;
    return {-std::cos(b) * std::sin(l), std::sin(b), -std::cos(b) * std::cos(l)};
}

View view_to(const SkyAim& aim, Projection projection) {
    Camera camera{.yaw = aim.yaw, .pitch = aim.pitch, .distance = 1, .fov_radians = 75 * degree};
    camera.projection = projection;
    move_to(camera, {0, 0, 0});
    return view_of(camera, screen_width, screen_height);
}

// Returns where a direction appears in the picture: relative to the center, in units of half the picture size, with y
// upward.
std::optional<glm::vec2> seen(const View& view, const glm::vec3& direction) {
    const std::optional<glm::vec2> pixel = pixel_of(view, 10.0f * direction);
    if (!pixel) return std::nullopt;
    return glm::vec2{2 * pixel->x / screen_width - 1, 1 - 2 * pixel->y / screen_height};
}

}  // namespace

TEST_CASE(
    "at its present position, Andromeda appears left of the center, and the Milky Way's band crosses the picture") {
    const glm::vec3 andromeda = direction_at(121.2f, -21.6f), center = direction_at(0, 0);
    for (const Projection projection : {Projection::perspective, Projection::dome}) {
        const View view = view_to(aim_in_sky(center, andromeda, projection), projection);
        const auto at = seen(view, andromeda);
        REQUIRE(at.has_value());
        // Andromeda is left of the center, because the brighter part of the band is to the right.
        CHECK(at->x < -0.1f);
        CHECK(at->x > -0.6f);
        CHECK(std::abs(at->y) < 0.4f);
    }
    const View view = view_to(aim_in_sky(center, andromeda, Projection::perspective), Projection::perspective);
    for (const float longitude : {60.0f, 90.0f, 120.0f}) {
        const auto band = seen(view, direction_at(longitude, 0));
        REQUIRE(band.has_value());
        CHECK(std::abs(band->x) < 1);
        CHECK(std::abs(band->y) < 0.5f);
    }
}

TEST_CASE(
    "the other galaxy is in view at any position, with as much of the Milky Way's band as fits beside the galaxy") {
    for (int longitude = -180; longitude < 180; longitude += 15)
        for (int latitude = -90; latitude <= 90; latitude += 15) {
            CAPTURE(longitude);
            CAPTURE(latitude);
            const glm::vec3 center = direction_at(40, 0),
                            other = direction_at(static_cast<float>(longitude), static_cast<float>(latitude));
            const SkyAim aim = aim_in_sky(center, other, Projection::perspective);
            const View view = view_to(aim, Projection::perspective);
            const auto at = seen(view, other);
            REQUIRE(at.has_value());
            CHECK(std::abs(at->x) < 0.6f);
            CHECK(std::abs(at->y) < 0.8f);
            const auto band = seen(view, direction_at(aim.yaw / degree, 0));
            if (std::abs(latitude) <= 60) {
                REQUIRE(band.has_value());
                CHECK(std::abs(band->y) < 1);
            }
        }
}

TEST_CASE("the center of a single or merged galaxy is in the middle of the sky view") {
    for (const glm::vec3& center : {direction_at(0, 0), direction_at(-170, 3), direction_at(77, -40)})
        for (const Projection projection : {Projection::perspective, Projection::dome}) {
            const auto at = seen(view_to(aim_in_sky(center, center, projection), projection), center);
            REQUIRE(at.has_value());
            CHECK(glm::length(*at) < 1e-3f);
        }
}

TEST_CASE("an all-sky map is centered on the observer's own galaxy, and neither galaxy lies at the map's edge") {
    const SkyAim today = aim_in_sky(direction_at(0, 0), direction_at(121.2f, -21.6f), Projection::hammer);
    CHECK(today.yaw == doctest::Approx(0));
    CHECK(today.pitch == 0);
    const SkyAim behind = aim_in_sky(direction_at(10, 0), direction_at(-175, 5), Projection::hammer);
    CHECK(std::abs(std::remainder(-175 * degree - behind.yaw, glm::two_pi<float>())) < 151 * degree);
    CHECK(std::abs(std::remainder(10 * degree - behind.yaw, glm::two_pi<float>())) < 31 * degree);
}

TEST_CASE("the sky view follows a moving galaxy without jumps") {
    const glm::vec3 center = direction_at(10, 0);
    SkyAim before = aim_in_sky(center, direction_at(0, 20), Projection::perspective);
    for (int step = 1; step <= 3600; ++step) {
        const float angle = 0.1f * static_cast<float>(step);
        const SkyAim aim =
            aim_in_sky(center, direction_at(angle, 20 + 30 * std::sin(angle * degree)), Projection::perspective);
        CHECK(std::abs(std::remainder(aim.yaw - before.yaw, glm::two_pi<float>())) < 0.2f * degree);
        CHECK(std::abs(aim.pitch - before.pitch) < 0.2f * degree);
        before = aim;
    }
}
