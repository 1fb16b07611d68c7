
#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <glm/glm.hpp>
#include <span>
#include <stdexcept>

#include "data/particles/mass_runs.hpp"
#include "tests/formats/any_particles.hpp"
#include "tests/formats/files.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

struct Motion {
    // These vectors are the position and velocity of the center of mass, and the unit vector of the angular momentum
    // about the center of mass.
    glm::dvec3 position{0}, velocity{0}, spin{0};
    double mass = 0;
};

// Returns the motion of a galaxy, or of the galaxy's component `name` if `name` is not empty.
Motion motion(const ParticleSet& particles, std::string_view galaxy, std::string_view name = "") {
    Motion motion;
    const auto for_each_row = [&](auto&& visit) {
        for (const Component& component : particles.components)
            if (component.galaxy == galaxy && (name.empty() || component.name == name))
                for (std::size_t row = component.first; row < component.first + component.count; ++row) {
                    const Float4 p = particles.positions[row], v = particles.velocities[row];
                    visit(p.w, glm::dvec3{p.x, p.y, p.z}, glm::dvec3{v.x, v.y, v.z});
                }
    };
    for_each_row([&](double mass, glm::dvec3 x, glm::dvec3 v) {
        motion.mass += mass;
        motion.position = motion.position + mass * x;
        motion.velocity = motion.velocity + mass * v;
    });
    motion.position = (1 / motion.mass) * motion.position;
    motion.velocity = (1 / motion.mass) * motion.velocity;
    for_each_row([&](double mass, glm::dvec3 x, glm::dvec3 v) {
        const glm::dvec3 r = x - motion.position, u = v - motion.velocity;
        motion.spin =
            motion.spin + mass * glm::dvec3{r.y * u.z - r.z * u.y, r.z * u.x - r.x * u.z, r.x * u.y - r.y * u.x};
    });
    motion.spin = (1 / glm::length(motion.spin)) * motion.spin;
    return motion;
}

}  // namespace

TEST_CASE(
    "the generated encounter has the components of Dubinski's dataset, in the same order and with the same masses") {
    const ParticleSet particles = generate_encounter(81'920, 1);
    REQUIRE(particles.components.size() == 6);
    const std::size_t counts[] = {16'384, 16'384, 8'192, 8'192, 16'384, 16'384};
    for (std::size_t i = 0; i < 6; ++i) {
        const Component& component = particles.components[i];
        CHECK(component.galaxy == dubinski::parts[i].galaxy);
        CHECK(component.name == dubinski::parts[i].name);
        CHECK(component.count == counts[i]);
        CHECK(component.mass ==
              // The dataset gives the masses with five digits.
              doctest::Approx(dubinski::parts[i].mass).epsilon(3e-5).scale(0));
    }
}

TEST_CASE("the galaxies start on the orbit of the dataset, with the center of mass at the origin") {
    // With 20,000 bodies, all components have even numbers of bodies. With 1,003 bodies, some components have an
    // unpaired body.
    for (const std::size_t bodies : {20'000, 1'003}) {
        CAPTURE(bodies);
        const ParticleSet particles = generate_encounter(bodies, 1);
        const Motion milky_way = motion(particles, "milky-way"), andromeda = motion(particles, "andromeda");
        // Coordinates up to 60 are stored as floats, so the error of their mean is below the rounding error of one
        // float, 2e-6.
        constexpr double rounding = 2e-6;
        CHECK(glm::length(andromeda.position - milky_way.position - glm::dvec3{-2.57885, 28.12572, -10.04035}) <
              rounding);
        CHECK(glm::length(andromeda.velocity - milky_way.velocity - glm::dvec3{0.63678, -1.26523, 0.55825}) < rounding);
        const double share = andromeda.mass / (andromeda.mass + milky_way.mass);
        CHECK(share == doctest::Approx(0.676904).epsilon(1e-6));
        CHECK(glm::length((1 - share) * milky_way.position + share * andromeda.position) < rounding);
        CHECK(glm::length((1 - share) * milky_way.velocity + share * andromeda.velocity) < rounding);
        CHECK(glm::length(milky_way.position - glm::dvec3{1.7456, -19.0384, 6.7963}) <
              1e-3);                                          // The position is published with four decimals.
        for (const char* name : {"disk", "bulge", "halo"}) {  // Each component is centered separately.
            CHECK(glm::length(motion(particles, "milky-way", name).position - milky_way.position) < 4 * rounding);
            CHECK(glm::length(motion(particles, "milky-way", name).velocity - milky_way.velocity) < rounding);
        }
    }
}

TEST_CASE("both generated disks have the spin directions of the dataset") {
    const ParticleSet particles = generate_encounter(20'000, 1);
    // The orbits of the 3,000 disk stars are inclined by about 0.15, so the mean direction has an error of 0.003. The
    // scalar product is then 1 - 0.003^2 / 2.
    CHECK(glm::dot(motion(particles, "milky-way", "disk").spin, {0, 0, -1}) > 0.9999);
    CHECK(glm::dot(motion(particles, "andromeda", "disk").spin, {-0.4442, -0.7662, -0.4644}) > 0.9999);
}

TEST_CASE("any number of bodies from six upward is divided evenly between the two galaxies") {
    for (std::size_t bodies = 6; bodies < 200; bodies += bodies < 30 ? 1 : 7) {
        CAPTURE(bodies);
        const ParticleSet particles = generate_encounter(bodies, 1);
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
            REQUIRE(
                std::isfinite(particles.positions[row].x + particles.positions[row].y + particles.positions[row].z));
            REQUIRE(std::isfinite(particles.velocities[row].x + particles.velocities[row].y));
            REQUIRE(particles.positions[row].w > 0);
        }
    }
}

TEST_CASE("with fewer bodies, the halo gets a larger share of the bodies and the disk a smaller share") {
    const auto disk_share = [](std::size_t bodies) {
        return static_cast<double>(generate_encounter(bodies, 1).components[0].count) / static_cast<double>(bodies);
    };
    CHECK(disk_share(20'000) == 0.15);
    CHECK(disk_share(40'000) == 0.2);
}

TEST_CASE("equal seeds generate identical galaxies, and different seeds generate different galaxies") {
    const ParticleSet a = generate_encounter(1000, 1), b = generate_encounter(1000, 1), c = generate_encounter(1000, 2);
    CHECK(same_bits(a.positions, b.positions));
    CHECK(same_bits(a.velocities, b.velocities));
    CHECK_FALSE(same_bits(a.positions, c.positions));
}

TEST_CASE("Andromeda is sampled independently of the Milky Way") {
    const ParticleSet particles = generate_encounter(1000, 1);
    const Component &ours = particles.components[4], &theirs = particles.components[5];
    REQUIRE(ours.count == theirs.count);
    const Motion milky_way = motion(particles, "milky-way"), andromeda = motion(particles, "andromeda");
    double differing = 0;
    for (std::size_t i = 0; i < ours.count; ++i) {
        const Float4 p = particles.velocities[ours.first + i], q = particles.velocities[theirs.first + i];
        const double speed = glm::length(glm::dvec3{p.x, p.y, p.z} - milky_way.velocity);
        const double scaled = glm::length(glm::dvec3{q.x, q.y, q.z} - andromeda.velocity) * 220 / 260;
        differing += std::abs(speed - scaled) > 1e-3;
    }
    CHECK(differing > 0.9 * static_cast<double>(ours.count));
}

TEST_CASE("the generated galaxies are identical on every machine up to the last digit") {
    const ParticleSet particles = generate_encounter(1000, 1);
    // The last digit of a float may depend on the math library, so the comparison has a tolerance.
    const auto is = [](const Float4& a, double x, double y, double z) {
        return glm::length(glm::dvec3{a.x - x, a.y - y, a.z - z}) < 1e-5;
    };
    CHECK(is(particles.positions[75], 2.794848, -17.68968, 6.558744));
    CHECK(is(particles.velocities[75], 0.4626375, 0.3546017, -0.2971103));
    CHECK(is(particles.positions[225], -2.997861, 10.1326, -2.317084));
    CHECK(is(particles.velocities[225], -0.07306505, 0.2490174, -0.5601534));
    CHECK(is(particles.positions[325], 1.834274, -18.8767, 6.960916));
    CHECK(is(particles.velocities[325], 0.06891891, 1.728244, -0.8368926));
    CHECK(is(particles.positions[375], -0.5431269, 8.859218, -3.208876));
    CHECK(is(particles.velocities[375], 0.5700619, 1.083931, 0.135099));
    CHECK(is(particles.positions[550], 3.917339, -13.69791, 3.028247));
    CHECK(is(particles.velocities[550], -0.866312, 1.551166, -1.070693));
    CHECK(is(particles.positions[850], -3.717301, 6.620688, -12.85272));
    CHECK(is(particles.velocities[850], 0.3534195, -0.5957918, -0.5936357));
}

TEST_CASE("generating fewer bodies than the scene has components or galaxies is refused") {
    CHECK_THROWS_WITH_AS(generate_encounter(5, 1),
                         "5 bodies are too few: andromeda has 3 components, but would get 2 bodies",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(generate_encounter(1, 1), "1 bodies are too few: the scene has 2 galaxies",
                         std::invalid_argument);
}

TEST_CASE("generated masses that exceed single precision are refused") {
    CHECK_THROWS_WITH_AS(shipped_scene("plummer", {{"galaxy.first.stars.mass", "1e60"}}),
                         doctest::Contains("galaxy.first.stars.mass takes a positive number, from 1e-09 to"),
                         std::invalid_argument);
    Scene scene = shipped_scene("plummer");
    scene.galaxies[0].model.stars->mass = 1e60;
    CHECK_THROWS_WITH_AS(generate(scene, 100),
                         doctest::Contains("galaxy.first.stars: a mass, length or velocity is too large for "
                                           "single precision"),
                         std::invalid_argument);
}

TEST_CASE("galaxy models that cannot be computed are refused with the line of the galaxy in the scene file") {
    for (const auto& [radius, edge] : {std::pair{0.6, 3e-5},
                                       {1e110, 1e111},
                                       {1e300, 1e301},
                                       {1e-300, 1e-299},
                                       {5e-324, 1.0},
                                       {0.6, 1e300},
                                       {std::nan(""), 1.0}}) {
        CAPTURE(radius);
        CAPTURE(edge);
        Scene scene = shipped_scene("plummer");
        scene.galaxies[0].model.stars->radius = radius;
        scene.galaxies[0].model.stars->edge = edge;
        const std::string where = scene.origins.at("galaxy.first") + ": galaxy.first";
        CHECK_THROWS_WITH_AS(generate(scene, 100), doctest::Contains(where.c_str()), std::invalid_argument);
    }
}

TEST_CASE("a disk without bulge and halo keeps its stars inside its edge") {
    Scene scene = stellar_scene("antennae");
    scene.galaxies[0].model.bulge.reset();
    scene.galaxies[0].model.halo.reset();
    const ParticleSet particles = generate_alone(scene, 0, 4000, 1);
    REQUIRE(particles.components.size() == 1);
    double height_squared = 0;
    for (const Float4& p : particles.positions) {
        // The limit is the edge of the disk plus six times the width of the edge.
        CHECK(std::hypot(p.x, p.y) < 8);
        CHECK(std::abs(p.z) < 2);
        height_squared += p.z * p.z / 4000;
    }
    // A layer of density sech^2 with scale height 0.1 has a vertical standard deviation of 0.0907. A few stars that
    // scatter from the inner to the outer disk reach larger heights.
    CHECK(std::sqrt(height_squared) == doctest::Approx(0.0907).epsilon(0.05).scale(0));
}

TEST_CASE("the bodies are divided between components as the scene requests") {
    const Scene scene = shipped_scene("milky-way-andromeda", {{"galaxy.andromeda.bodies", "3"},
                                                              {"with_gas", "false"},
                                                              {"galaxy.milky-way.disk.bodies", "2"},
                                                              {"galaxy.milky-way.bulge.bodies", "1"},
                                                              {"galaxy.milky-way.halo.bodies", "1"}});
    const ParticleSet particles = generate(scene, 4000);
    const std::size_t counts[] = {500, 900, 250, 300, 250, 1800};
    for (std::size_t i = 0; i < 6; ++i) CHECK(particles.components[i].count == counts[i]);
}

TEST_CASE("a fifth of the bodies of each disk galaxy is gas, unless the scene is without gas") {
    for (const char* const name : {"milky-way-andromeda", "milky-way", "andromeda", "antennae", "mice", "whirlpool",
                                   "cartwheel", "black-holes", "minor-merger", "gas-rich-merger"}) {
        CAPTURE(name);
        const Scene scene = shipped_scene(name);
        CHECK(has_gas(scene));
        const ParticleSet particles = generate(scene, 1000);
        for (const Component& gas : particles.components) {
            if (!is_gas(gas)) continue;
            std::size_t all = 0;
            for (const Component& other : particles.components)
                if (other.galaxy == gas.galaxy && !other.perturber) all += other.count;
            CHECK(gas.count == doctest::Approx(0.2 * static_cast<double>(all)).scale(0).epsilon(0.01));
        }
        CHECK(!has_gas(stellar_scene(name)));
        CHECK(gas_count(generate(stellar_scene(name), 1000).components) == 0);
    }
}

TEST_CASE("perturbers of galaxies from files are the last bodies and are scaled like their galaxy") {
    const TemporaryFolder folder;
    const auto generated = [&](const std::string& more, std::size_t bodies) {
        return generate(scene_of_text((folder / "two.toml").string(),
                                      "title = 't'\n[galaxy.one]\nfile = 'holes.milkomeda'\nlength_scale = 2\n"
                                      "[galaxy.two]\nfile = 'b.csv'\nposition = [9, 0, 0]\n" +
                                          more,
                                      {}),
                        bodies);
    };
    write_particles(folder / "holes.milkomeda", generate(shipped_scene("black-holes"), 300));
    folder.put("b.csv", "x,y,z,mass\n1,2,3,1\n-1,-2,-3,1\n1,0,0,1\n");
    const ParticleSet particles = generated("bodies = 0.01\n", 202);
    CHECK(particles.size() == 202);
    REQUIRE(perturber_count(particles.components) == 2);
    const std::span holes = std::span{particles.components}.last(2);
    CHECK(holes[0].perturber.has_value());
    CHECK(holes[1].first == 201);
    const Scene source = shipped_scene("black-holes");
    CHECK(holes[0].perturber->softening == doctest::Approx(2 * source.perturbers[0].softening));
    write_particles(folder / "all.milkomeda", particles);
    CHECK(read_particles(folder / "all.milkomeda").size() == 202);

    const auto refused = [&](const std::string& more, std::size_t bodies, const char* why) {
        CHECK_THROWS_WITH_AS(generated(more, bodies), doctest::Contains(why), std::invalid_argument);
    };
    refused("", 202,
            "two.toml:6: galaxy.two.file: 101 bodies are requested, but only 3 are available; change --bodies or "
            "galaxy.two.bodies");
    const std::string more = "file = 'holes.milkomeda'\nposition = [1, 2, 3]\n";
    std::string many = "bodies = 0.01\n";
    for (int i = 0; i < 8; ++i) many += "[galaxy.more" + std::to_string(i) + "]\n" + more;
    refused(many, 1800, "two.toml: the galaxies together have 18 perturbers, but at most 16 are allowed");
    std::string rows = "x,y,z,mass,component\n", galaxies = "bodies = 0.01\n";
    for (int row = 0; row < 64; ++row) rows += "1,2,3,1,c" + std::to_string(row) + "\n";
    folder.put("parts.csv", rows);
    for (int i = 0; i < 65; ++i) galaxies += "[galaxy.g" + std::to_string(i) + "]\nfile = 'parts.csv'\nbodies = 0.64\n";
    refused(galaxies, 100 + 1 + 65 * 64, "components, but at most 4096 are allowed");
    refused("bodies = 0.01\n[galaxy.three]\nfile = 'holes.milkomeda'\nlength_scale = 2\n", 400,
            "move one of these perturbers");
}

TEST_CASE("the generator reports its progress up to the last body") {
    std::size_t last = 0;
    generate(shipped_scene("milky-way-andromeda"), 20'000, 1, [&](std::size_t done) {
        CHECK(done >= last);
        last = done;
    });
    CHECK(last == 20'000);
}

TEST_CASE("the time for generating a scene is printed for several numbers of bodies") {
    for (const std::size_t bodies : {16'384, 81'920, 1'000'000}) {
        const auto start = std::chrono::steady_clock::now();
        generate_encounter(bodies, 1);
        const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
        MESSAGE(bodies, " bodies: ", taken.count(), " ms");
    }
}
