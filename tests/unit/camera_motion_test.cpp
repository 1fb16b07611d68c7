// These tests check the inertia, transitions, key frames and framing of cameras without OpenGL.
#include "render/camera/camera_motion.hpp"

#include <doctest/doctest.h>

#include "render/camera/camera_path.hpp"
#include "render/camera/framing.hpp"

using namespace milkomeda;

namespace {

// Returns the total rotation of a camera in the second after a push, computed in `frames` equal frames.
glm::vec2 spun(int frames) {
    OrbitInertia spin;
    spin.start({2, -1});
    glm::vec2 motion{0};
    for (int i = 0; i < frames; ++i) motion += spin.advance(1.0 / frames);
    return motion;
}

KeyFrame key(double time, const glm::vec3& position, const glm::vec3& target = glm::vec3{0}) {
    return {time, look_at(position, target, 1)};
}

float away(const Camera& a, const Camera& b) {
    return glm::distance(position(a), position(b)) + glm::distance(a.target, b.target);
}

}  // namespace

TEST_CASE("after a push the camera turns by an angle independent of the frame rate, slows down and stops") {
    // The tolerance allows rounding errors of float sums: a few units in the sixth digit.
    CHECK(glm::distance(spun(1), spun(7)) < 1e-5f);
    CHECK(glm::distance(spun(1), spun(240)) < 1e-4f);
    const float expected = 2 * OrbitInertia::fade_seconds * (1 - std::exp(-1 / OrbitInertia::fade_seconds));
    CHECK(spun(60).x == doctest::Approx(expected).epsilon(1e-4).scale(0));
    CHECK(spun(60).y == doctest::Approx(-expected / 2).epsilon(1e-4).scale(0));

    OrbitInertia spin;
    CHECK_FALSE(spin.turns());
    CHECK(spin.advance(1) == glm::vec2{0});
    spin.start({2, 0});
    CHECK(spin.turns());
    for (int i = 0; i < 600; ++i) spin.advance(1.0 / 60);
    CHECK_FALSE(spin.turns());
    spin.start({2, 0});
    spin.stop();
    CHECK(spin.advance(1) == glm::vec2{0});
}

TEST_CASE("a camera transition starts at the previous view, follows a moving goal and ends exactly at the goal") {
    const Camera from = look_at({0, 0, 50}, {0, 0, 0}, 1);
    Camera goal = look_at({10, 5, 0}, {3, 0, 0}, 0.5f);
    CameraTransition glide;
    CHECK_FALSE(glide.flies());
    CHECK(away(glide.shown(goal), goal) == 0);
    glide.start(from);
    CHECK(away(glide.shown(goal), from) < 1e-4f);
    float before = 50;
    for (int i = 0; glide.flies(); ++i) {
        REQUIRE(i < 100);
        glide.advance(CameraTransition::seconds / 20);
        const float distance = glide.shown(goal).distance;
        CHECK(distance <= before);
        before = distance;
    }
    goal.target.x = 4;
    CHECK(away(glide.shown(goal), goal) == 0);
}

TEST_CASE("an animated distance approaches its goal independently of the frame rate and reaches the goal exactly") {
    float in_one = approach(10, 3, 0.1), in_many = 10;
    for (int i = 0; i < 10; ++i) in_many = approach(in_many, 3, 0.01);
    CHECK(in_many == doctest::Approx(in_one).epsilon(1e-5).scale(0));
    float distance = 10;
    for (int i = 0; i < 60; ++i) distance = approach(distance, 3, 1.0 / 60);
    CHECK(distance == 3);
}

TEST_CASE("a camera path passes through its key frames and rests before the first and after the last key frame") {
    const CameraPath path{{key(4, {0, 5, 30}, {1, 2, 3}), key(0, {0, 0, 50}), key(10, {8, -3, 2})}};
    REQUIRE(path.keys().size() == 3);
    CHECK(path.keys()[0].time == 0);  // The path sorts its key frames by time.
    for (const KeyFrame& frame : path.keys()) CHECK(away(path.at(frame.time), frame.camera) < 1e-3f);
    CHECK(away(path.at(-5), path.keys()[0].camera) == 0);
    CHECK(away(path.at(11), path.keys()[2].camera) == 0);
}

TEST_CASE("position and speed of a camera path are continuous") {
    const CameraPath path{
        {key(0, {0, 0, 50}), key(3, {20, 5, 30}, {1, 2, 3}), key(4, {30, 9, -20}), key(9, {3, 1, -8}, {0, 0, -2})}};
    const double d = 0.01;
    glm::vec3 before = position(path.at(0)), speed_before{0};
    for (double time = d; time < 9; time += d) {
        const glm::vec3 here = position(path.at(time)), speed = (here - before) / static_cast<float>(d);
        CHECK(glm::distance(here, before) < 1);
        // The acceleration is about 50 length units per squared time unit. In one step of 0.01 time units the speed
        // therefore changes by less than 5.
        CHECK(glm::distance(speed, speed_before) < 5);
        before = here, speed_before = speed;
    }
}

TEST_CASE("a camera path never overshoots its key frames, and successive equal key frames keep the camera at rest") {
    const CameraPath path{{key(0, {0, 0, 50}), key(1, {0, 0, 10}), key(5, {0, 0, 10}), key(6, {0, 0, 12})}};
    for (double time = 0; time <= 6; time += 0.05) {
        const Camera camera = path.at(time);
        CHECK(camera.distance <= 50.001f);
        CHECK(camera.distance >= 9.999f);
        if (time >= 1 && time <= 5) CHECK(away(camera, path.keys()[1].camera) < 1e-4f);
    }
}

TEST_CASE("a camera path rotates by the smaller angle and uses the projection of the preceding key frame") {
    Camera left = look_at({-1, 0, -10}, {0, 0, 0}, 1), right = look_at({1, 0, -10}, {0, 0, 0}, 1);
    left.projection = Projection::hammer;
    const CameraPath path{{{0, left}, {1, right}}};
    CHECK(position(path.at(0.5)).z < -9.9f);
    CHECK(path.at(0.99).projection == Projection::hammer);
    CHECK(path.at(1).projection == Projection::perspective);
}

TEST_CASE("a new key frame replaces a key frame with an equal time, and key frames can be removed") {
    CameraPath path{{key(0, {0, 0, 50}), key(2, {0, 0, 10})}};
    path.add(key(2, {0, 0, 20}));
    REQUIRE(path.keys().size() == 2);
    CHECK(path.at(2).distance == doctest::Approx(20));
    path.remove(0);
    path.remove(7);
    REQUIRE(path.keys().size() == 1);
    CHECK(path.at(0).distance == doctest::Approx(20));
}

TEST_CASE("framing a set of points shows nearly all points and ignores single outliers") {
    std::vector<glm::vec3> points;
    for (int i = 0; i < 1000; ++i) {
        const float a = 2.399963f * static_cast<float>(i), r = 4 * std::sqrt(static_cast<float>(i) / 1000);
        points.push_back(glm::vec3{10, 0, 0} + r * glm::vec3{std::cos(a), std::sin(a), 0});
    }
    const Camera before = look_at({0, 0, 1}, {0, 0, 0}, 1);
    const Camera camera = framed(before, points);
    CHECK(glm::distance(camera.target, glm::vec3{10, 0, 0}) < 0.1f);
    CHECK(camera.distance == doctest::Approx(4 / std::sin(0.5)).epsilon(0.03).scale(0));
    CHECK(camera.yaw == before.yaw);
    points.emplace_back(100, 0, 0);
    CHECK(framed(before, points).distance < 1.1f * camera.distance);
    CHECK(framed(before, {{1, 2, 3}}).target == glm::vec3{1, 2, 3});
}

TEST_CASE("one distant outlier moves the target of a framing by less than the radius of the remaining points") {
    std::vector<glm::vec3> points;
    for (int i = 0; i < 500; ++i) {
        const float a = 2.399963f * static_cast<float>(i), r = 4 * std::sqrt(static_cast<float>(i) / 500);
        points.push_back(r * glm::vec3{std::cos(a), std::sin(a), 0});
    }
    points.emplace_back(1e6f, 0, 0);
    const Camera camera = framed(look_at({0, 0, 1}, {0, 0, 0}, 1), points);
    CHECK(glm::length(camera.target) < 0.2f);  // The points without the outlier have a radius of 4.
    CHECK(camera.distance == doctest::Approx(4 / std::sin(0.5)).epsilon(0.03).scale(0));
}

namespace {

// Returns the largest distance of a point from the center of the picture, as a fraction of the area free of panels. The
// result is 1 if a point touches the edge of this area, and more than 1 if a point lies outside.
float share_of(const FreeView& free, const Camera& camera, const std::vector<glm::vec3>& points) {
    float share = 0;
    for (const glm::vec3& point : points) {
        const glm::vec4 seen = view_from_world(camera) * glm::vec4{point, 1};
        share = std::max(share, std::abs(seen.x / seen.z) / free.half_width);
        share = std::max(share, std::abs(seen.y / seen.z) / free.half_height);
    }
    return share;
}

// Returns the points of two balls that lie one above the other.
std::vector<glm::vec3> two_balls() {
    std::vector<glm::vec3> points;
    for (int i = 0; i < 2000; ++i) {
        const float a = 2.399963f * static_cast<float>(i), z = static_cast<float>(i % 1000) / 500 - 0.999f;
        const float rim = std::sqrt(1 - z * z);
        points.push_back({rim * std::cos(a), rim * std::sin(a) + (i < 1000 ? 6.0f : -6.0f), z});
    }
    return points;
}

}  // namespace

TEST_CASE("composing a picture fills the area free of panels and turns a tall galaxy pair sideways in a wide area") {
    const Camera before = look_at({3, 2, 40}, {0, 0, 0}, 1);
    const std::vector<glm::vec3> points = two_balls();
    for (const FreeView& free : {FreeView{0.9f, 0.5f}, FreeView{0.5f, 0.5f}, FreeView{0.3f, 0.5f}}) {
        CAPTURE(free.half_width);
        const Camera camera = composed(before, points, free);
        const float share = share_of(free, camera, points);
        CHECK(share <= 1);
        CHECK(share > 0.8f);
        CHECK(camera.yaw == before.yaw);
        CHECK(glm::distance(forward(camera), forward(before)) < 1e-5f);
        // This is the horizontal part of the camera's up vector. It is 1 if the camera lies on its side.
        const float across = std::abs(camera.frame[1].x);
        // The camera rolls until the two balls lie along the diagonal of the free area, as far as the size of the balls
        // permits.
        if (free.half_width == 0.9f) CHECK(across > 0.85f);
        if (free.half_width == 0.5f) CHECK(across == doctest::Approx(std::sqrt(0.5)).epsilon(0.1).scale(0));
        if (free.half_width == 0.3f) CHECK(across < 0.5f);
        const Camera upright = framed_in(before, points, free);
        CHECK(upright.frame == before.frame);
        CHECK(share_of(free, upright, points) <= 1);
        CHECK(upright.distance >= camera.distance);
    }
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(std::isfinite(composed(before, {{1, 2, 3}}, {1, 1}).distance));
    CHECK(composed(before, {{1, 2, 3}, {1e30f, 0, 0}, {nan, 0, 0}}, {1, 1}).distance > 0);
}

TEST_CASE("a picture of points at different depths has equal margins on both sides") {
    const Camera before = look_at({0, 0, 40}, {0, 0, 0}, 1);
    // The upper point is nearer to the camera, so that perspective moves it away from the center of the picture.
    const std::vector<glm::vec3> points{{0, 6, 10}, {0, -6, -10}};
    const FreeView free{0.9f, 0.5f};
    const Camera camera = framed_in(before, points, free);
    const auto height = [&](const glm::vec3& point) {
        const glm::vec4 seen = view_from_world(camera) * glm::vec4{point, 1};
        return -seen.y / seen.z / free.half_height;
    };
    CHECK(height(points[0]) < 1);
    CHECK(height(points[0]) > 0.8f);
    CHECK(height(points[1]) == doctest::Approx(-height(points[0])));
}

TEST_CASE("points that must be in view are in view although they are outliers, in both flat projections") {
    for (const Projection projection : {Projection::perspective, Projection::orthographic}) {
        Camera before = look_at({3, 2, 40}, {0, 0, 0}, 1);
        before.projection = projection;
        const FreeView free{0.9f, 0.5f};
        const glm::vec3 center{30, 0, 0};
        const std::vector<glm::vec3> circle = circle_facing(before, center, 2);
        for (const glm::vec3& point : circle) {
            CHECK(glm::distance(point, center) == doctest::Approx(2));
            CHECK(std::abs(glm::dot(point - center, forward(before))) < 1e-4f);
        }
        const auto share = [&](const Camera& camera) {
            float most = 0;
            for (const glm::vec3& point : circle) {
                const glm::vec3 seen{view_from_world(camera) * glm::vec4{point, 1}};
                const float depth = projection == Projection::perspective ? -seen.z : camera.distance;
                most = std::max(
                    {most, std::abs(seen.x / depth) / free.half_width, std::abs(seen.y / depth) / free.half_height});
            }
            return most;
        };
        CHECK(share(framed_in(before, two_balls(), free)) > 1);
        const Camera with_circle = framed_in(before, two_balls(), free, circle);
        CHECK(share(with_circle) <= 1);
        CHECK(with_circle.yaw == before.yaw);
    }
}

TEST_CASE("framing fewer than 50 points treats no point as an outlier") {
    for (const std::size_t count : {2u, 3u, 10u, 49u}) {
        CAPTURE(count);
        std::vector<glm::vec3> points(count - 1, glm::vec3{0, 0, 0});
        points.emplace_back(30, 0, 0);
        const Camera camera = framed(look_at({0, 0, 1}, {0, 0, 0}, 1), points);
        for (const glm::vec3& point : points)
            CHECK(glm::distance(point, camera.target) <= camera.distance * std::sin(0.5f) * 1.0001f);
    }
}

TEST_CASE("framing adapts the camera distance to bodies of any extent, and zooming starts from the adapted distance") {
    for (const float scale : {1e-6f, 1.0f, 1e6f}) {
        std::vector<glm::vec3> points;
        for (int i = 0; i < 100; ++i)
            points.push_back(scale * glm::vec3{std::cos(static_cast<float>(i)), std::sin(static_cast<float>(i)), 0});
        Camera camera = framed(look_at({0, 0, 1}, {0, 0, 0}, 1), points);
        CHECK(camera.distance / scale == doctest::Approx(1 / std::sin(0.5)).epsilon(0.05).scale(0));
        const float before = camera.distance;
        zoom(camera, scale < 1 ? -1.0f : 1.0f);
        // One zoom step changes a distance outside the zoom limits by the usual ratio. The distance does not jump to
        // the nearest limit.
        CHECK(camera.distance / before == doctest::Approx(1).epsilon(0.5).scale(0));
    }
}
