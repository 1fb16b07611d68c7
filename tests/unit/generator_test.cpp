#include "data/generator.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "data/dubinski.hpp"
#include "data/scene.hpp"
#include "data/vector3.hpp"

using namespace milkomeda;

namespace {

struct Motion {
    Vector3 position, velocity, spin;  // centre of mass, and the direction of the angular momentum about it
    double mass = 0;
};

// Of all components of a galaxy, or of one.
Motion motion(const Particles& particles, std::string_view galaxy, std::string_view name = "") {
    Motion motion;
    const auto for_each_row = [&](auto&& visit) {
        for (const Component& component : particles.components)
            if (component.galaxy == galaxy && (name.empty() || component.name == name))
                for (std::size_t row = component.first; row < component.first + component.count; ++row) {
                    const Float4 p = particles.positions[row], v = particles.velocities[row];
                    visit(p.w, Vector3{p.x, p.y, p.z}, Vector3{v.x, v.y, v.z});
                }
    };
    for_each_row([&](double mass, Vector3 x, Vector3 v) {
        motion.mass += mass;
        motion.position = motion.position + mass * x;
        motion.velocity = motion.velocity + mass * v;
    });
    motion.position = (1 / motion.mass) * motion.position;
    motion.velocity = (1 / motion.mass) * motion.velocity;
    for_each_row([&](double mass, Vector3 x, Vector3 v) {
        const Vector3 r = x - motion.position, u = v - motion.velocity;
        motion.spin =
            motion.spin + mass * Vector3{r.y * u.z - r.z * u.y, r.z * u.x - r.x * u.z, r.x * u.y - r.y * u.x};
    });
    motion.spin = (1 / length(motion.spin)) * motion.spin;
    return motion;
}

bool same_bits(const std::vector<Float4>& a, const std::vector<Float4>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Float4)) == 0;
}

}  // namespace

TEST_CASE("the encounter has the dataset's components, in its order and with its masses") {
    const Particles particles = generate_encounter(81'920, 1);
    REQUIRE(particles.components.size() == 6);
    const std::size_t counts[] = {16'384, 16'384, 8'192, 8'192, 16'384, 16'384};
    for (std::size_t i = 0; i < 6; ++i) {
        const Component& component = particles.components[i];
        CHECK(component.galaxy == dubinski::parts[i].galaxy);
        CHECK(component.name == dubinski::parts[i].name);
        CHECK(component.count == counts[i]);
        CHECK(component.mass ==
              doctest::Approx(dubinski::parts[i].mass).epsilon(3e-5));  // given to five digits
    }
}

TEST_CASE("the galaxies start on the dataset's orbit, around the origin") {
    for (const std::size_t bodies : {20'000, 1'003}) {  // pairs only, and components with an odd one out
        CAPTURE(bodies);
        const Particles particles = generate_encounter(bodies, 1);
        const Motion milky_way = motion(particles, "milky-way"), andromeda = motion(particles, "andromeda");
        // Coordinates up to 60 held as floats: their mean is off by less than one rounding, 2e-6.
        constexpr double rounding = 2e-6;
        CHECK(length(andromeda.position - milky_way.position - Vector3{-2.57885, 28.12572, -10.04035}) <
              rounding);
        CHECK(length(andromeda.velocity - milky_way.velocity - Vector3{0.63678, -1.26523, 0.55825}) <
              rounding);
        const double share = andromeda.mass / (andromeda.mass + milky_way.mass);
        CHECK(share == doctest::Approx(0.676904).epsilon(1e-6));
        CHECK(length((1 - share) * milky_way.position + share * andromeda.position) < rounding);
        CHECK(length((1 - share) * milky_way.velocity + share * andromeda.velocity) < rounding);
        CHECK(length(milky_way.position - Vector3{1.7456, -19.0384, 6.7963}) <
              1e-3);                                          // given to four decimals
        for (const char* name : {"disk", "bulge", "halo"}) {  // every component is centred by itself
            CHECK(length(motion(particles, "milky-way", name).position - milky_way.position) < 4 * rounding);
            CHECK(length(motion(particles, "milky-way", name).velocity - milky_way.velocity) < rounding);
        }
    }
}

TEST_CASE("both disks spin as the dataset's do") {
    const Particles particles = generate_encounter(20'000, 1);
    // 3,000 disk stars, each inclined by about 0.15: their mean direction is off by 0.003. dot = 1 - 0.003^2
    // / 2
    CHECK(dot(motion(particles, "milky-way", "disk").spin, {0, 0, -1}) > 0.9999);
    CHECK(dot(motion(particles, "andromeda", "disk").spin, {-0.4442, -0.7662, -0.4644}) > 0.9999);
}

TEST_CASE("any number of bodies from six works and is shared out evenly") {
    for (std::size_t bodies = 6; bodies < 200; bodies += bodies < 30 ? 1 : 7) {
        CAPTURE(bodies);
        const Particles particles = generate_encounter(bodies, 1);
        REQUIRE(particles.size() == bodies);
        REQUIRE(particles.velocities.size() == bodies);
        REQUIRE(particles.ids.size() == bodies);
        std::size_t first = 0, milky_way = 0;
        for (const Component& component : particles.components) {
            CHECK(component.first == first);
            CHECK(component.count >= 1);
            first += component.count;
            if (component.galaxy == "milky-way") milky_way += component.count;
        }
        CHECK(first == bodies);
        CHECK(milky_way == (bodies + 1) / 2);
        for (std::size_t row = 0; row < bodies; ++row) {
            REQUIRE(particles.ids[row] == row);
            REQUIRE(std::isfinite(particles.positions[row].x + particles.positions[row].y +
                                  particles.positions[row].z));
            REQUIRE(std::isfinite(particles.velocities[row].x + particles.velocities[row].y));
            REQUIRE(particles.positions[row].w > 0);
        }
    }
}

TEST_CASE("few bodies favour the halo") {
    const auto disk_share = [](std::size_t bodies) {
        return static_cast<double>(generate_encounter(bodies, 1).components[0].count) /
               static_cast<double>(bodies);
    };
    CHECK(disk_share(20'000) == 0.15);
    CHECK(disk_share(40'000) == 0.2);
}

TEST_CASE("the same seed gives the same galaxies, another seed others") {
    const Particles a = generate_encounter(1000, 1), b = generate_encounter(1000, 1),
                    c = generate_encounter(1000, 2);
    CHECK(same_bits(a.positions, b.positions));
    CHECK(same_bits(a.velocities, b.velocities));
    CHECK_FALSE(same_bits(a.positions, c.positions));
}

TEST_CASE("Andromeda is a realisation of its own") {
    const Particles particles = generate_encounter(1000, 1);
    const Component &ours = particles.components[4], &theirs = particles.components[5];
    REQUIRE(ours.count == theirs.count);
    const Motion milky_way = motion(particles, "milky-way"), andromeda = motion(particles, "andromeda");
    double differing = 0;
    for (std::size_t i = 0; i < ours.count; ++i) {
        const Float4 p = particles.velocities[ours.first + i], q = particles.velocities[theirs.first + i];
        const double speed = length(Vector3{p.x, p.y, p.z} - milky_way.velocity);
        const double scaled = length(Vector3{q.x, q.y, q.z} - andromeda.velocity) * 220 / 260;
        differing += std::abs(speed - scaled) > 1e-3;
    }
    CHECK(differing > 0.9 * static_cast<double>(ours.count));
}

TEST_CASE("the galaxies are those of every machine") {
    const Particles particles = generate_encounter(1000, 1);
    // The last digit of a float may depend on the mathematical library.
    const auto is = [](const Float4& a, double x, double y, double z) {
        return length(Vector3{a.x - x, a.y - y, a.z - z}) < 1e-5;
    };
    CHECK(is(particles.positions[75], 0.4958176, -18.58827, 6.675625));
    CHECK(is(particles.velocities[75], -0.1947066, 1.597125, -0.4741525));
    CHECK(is(particles.positions[225], -2.704733, 10.50883, -3.956207));
    CHECK(is(particles.velocities[225], 0.7070175, 0.05242964, -0.8055919));
    CHECK(is(particles.positions[325], 1.52547, -18.95063, 6.726255));
    CHECK(is(particles.velocities[325], -0.3884674, 1.500039, -1.333766));
    CHECK(is(particles.positions[375], -0.8969287, 9.044064, -2.881382));
    CHECK(is(particles.velocities[375], 1.478589, -0.7795162, 0.255219));
    CHECK(is(particles.positions[550], -0.2760823, -24.00621, 2.475614));
    CHECK(is(particles.velocities[550], -1.390567, 0.5347178, -0.02016866));
    CHECK(is(particles.positions[850], 8.041887, 4.098368, -1.491083));
    CHECK(is(particles.velocities[850], 0.5458586, -0.4206733, 1.4787));
}

TEST_CASE("too few bodies and unknown generators are refused") {
    CHECK_THROWS_WITH_AS(generate_encounter(5, 1), "5 bodies are too few: the scene has 6 components",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(generate_milky_way(2, 1), "2 bodies are too few: the scene has 3 components",
                         std::invalid_argument);
    Scene scene;
    scene.generator = "big-bang";
    CHECK_THROWS_WITH_AS(generate(scene, 100), doctest::Contains("there is no generator 'big-bang'"),
                         std::invalid_argument);
    scene.generator = "milky-way-andromeda";
    CHECK(same_bits(generate(scene, 100, 7).positions, generate_encounter(100, 7).positions));
}

TEST_CASE("generating takes a moment") {
    for (const std::size_t bodies : {16'384, 81'920}) {
        const auto start = std::chrono::steady_clock::now();
        generate_encounter(bodies, 1);
        const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
        MESSAGE(bodies, " bodies: ", taken.count(), " ms");
    }
}
