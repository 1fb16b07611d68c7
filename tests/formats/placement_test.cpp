// Placement of sets in periodic boxes and far from the origin. The expected positions are computed from the offsets
// with which the sets are made.
#include "data/particles/placement.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

#include "data/base/random.hpp"
#include "data/particles/selection.hpp"
#include "data/play/galaxy_edits.hpp"
#include "data/state/recording.hpp"
#include "data/state/saved_state.hpp"
#include "tests/formats/files.hpp"

using namespace milkomeda;

namespace {

constexpr double box_length = 100;
const glm::dvec3 box{box_length};

// Returns `count` places with a normal distribution of the standard deviation `sigma` around `center`.
std::vector<glm::dvec3> ball(std::size_t count, const glm::dvec3& center, double sigma, std::uint64_t seed = 1) {
    Random random(seed);
    std::vector<glm::dvec3> places;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = random.normal(), y = random.normal(), z = random.normal();
        places.push_back(center + sigma * glm::dvec3{x, y, z});
    }
    return places;
}

std::vector<glm::dvec3> uniform(std::size_t count, std::uint64_t seed = 1) {
    Random random(seed);
    std::vector<glm::dvec3> places;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = random.uniform(), y = random.uniform(), z = random.uniform();
        places.push_back(box_length * glm::dvec3{x, y, z});
    }
    return places;
}

std::vector<glm::dvec3> folded(std::vector<glm::dvec3> places) {
    for (glm::dvec3& x : places) x -= box_length * glm::floor(x / box_length);
    return places;
}

std::vector<glm::dvec3> joined(std::vector<glm::dvec3> a, const std::vector<glm::dvec3>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// Returns a file with these positions before complete().
ParticleFile file_of(const std::vector<glm::dvec3>& places, std::optional<glm::dvec3> periodic = box) {
    ParticleFile file;
    file.exact_positions = places;
    file.particles.positions.assign(places.size(), {0, 0, 0, 1});
    file.particles.velocities.resize(places.size());
    file.box = periodic;
    return file;
}

ParticleFile placed(const std::vector<glm::dvec3>& places, std::optional<glm::dvec3> periodic = box,
                    const ReadOptions& options = {}) {
    ParticleFile file = file_of(places, periodic);
    place_positions("x", file, options);
    CHECK(file.exact_positions.empty());
    return file;
}

// Returns a file whose positions are rounded without placement.
ParticleFile file_of_floats(const std::vector<glm::dvec3>& places) {
    return placed(places, std::nullopt, {.center = CenterChoice::place});
}

bool are_rounded(const ParticleFile& file, const std::vector<glm::dvec3>& places) {
    for (std::size_t row = 0; row < places.size(); ++row)
        if (vector_of(file.particles.positions[row]) != vector_of(float4_of(places[row], 0))) return false;
    return file.particles.origin == glm::dvec3{0};
}

// Returns the largest error of the positions relative to the first body.
double relative_error(const ParticleFile& file, const std::vector<glm::dvec3>& expected) {
    double error = 0;
    for (std::size_t row = 0; row < expected.size(); ++row) {
        const glm::dvec3 found = source_position(file.particles, row) - source_position(file.particles, 0);
        error = std::max(error, glm::length(found - (expected[row] - expected[0])));
    }
    return error;
}

double farthest_apart(const ParticleFile& file, int axis) {
    float least = std::numeric_limits<float>::infinity(), most = -least;
    for (const Float4& p : file.particles.positions) {
        least = std::min(least, static_cast<float>(vector_of(p)[axis]));
        most = std::max(most, static_cast<float>(vector_of(p)[axis]));
    }
    return double{most} - double{least};
}

}  // namespace

TEST_CASE("a set that crosses the edges of its periodic box is unwrapped, wherever it crosses") {
    for (const std::size_t count : {64, 1000, 200'000})
        for (const glm::dvec3 center :
             {glm::dvec3{0}, glm::dvec3{99, 50, 50}, glm::dvec3{50, 3, 98}, glm::dvec3{2, 2, 40}})
            for (const double sigma : {0.01, 1.0, 5.0}) {
                CAPTURE(count);
                CAPTURE(center.x);
                CAPTURE(sigma);
                const std::vector<glm::dvec3> whole = ball(count, center, sigma);
                const ParticleFile file = placed(folded(whole));
                CHECK(relative_error(file, whole) < 3e-5);  // rounding of coordinates around 100 to floats
                CHECK(contains(file.notes, "crosses the edge") ==
                      (relative_error(file_of_floats(folded(whole)), whole) > 1));
            }
    const ParticleFile file = placed(folded(ball(64, {0, 50, 100}, 5)));
    REQUIRE(file.notes.size() == 1);
    CHECK(file.notes[0].find("along x and z; the program moves") != std::string::npos);
}

TEST_CASE("a set in a box around 0 is unwrapped at the edges of this box") {
    const std::vector<glm::dvec3> whole = ball(1000, {-50, 0, 50}, 4);
    std::vector<glm::dvec3> places = folded(whole);
    for (glm::dvec3& x : places)
        for (int axis = 0; axis < 3; ++axis)
            if (x[axis] >= 50) x[axis] -= 100;
    CHECK(relative_error(placed(places), whole) < 3e-5);
}

TEST_CASE("a set that does not cross the edge of its box keeps its positions bit for bit") {
    for (const std::size_t count : {1, 2, 64, 1000, 100'000}) {
        CAPTURE(count);
        const std::vector<glm::dvec3> inside = ball(count, {20, 60, 70}, 4);
        CHECK(are_rounded(placed(inside), inside));
        CHECK(placed(inside).notes.empty());
        const std::vector<glm::dvec3> around_0 = ball(count, {0, 0, 0}, 9);
        CHECK(are_rounded(placed(around_0), around_0));
    }
    const std::vector<glm::dvec3> two = joined(ball(500, {10, 20, 20}, 1.5), ball(500, {90, 80, 20}, 1.5));
    CHECK(are_rounded(placed(two), two));
}

TEST_CASE("a set that fills its box uniformly keeps its positions") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
        for (const std::size_t count : {100, 1000, 40'000}) {
            CAPTURE(count);
            CAPTURE(seed);
            const std::vector<glm::dvec3> places = uniform(count, seed);
            const ParticleFile file = placed(places);
            CHECK(are_rounded(file, places));
            CHECK(file.notes.empty());
        }
    std::vector<glm::dvec3> lattice;
    for (int i = 0; i < 4096; ++i) lattice.push_back(glm::dvec3{i % 16, i / 16 % 16, i / 256} * 6.25);
    CHECK(are_rounded(placed(lattice), lattice));
}

TEST_CASE("a dense group across the edge of a filled box is unwrapped, a group inside is not") {
    const std::vector<glm::dvec3> field = uniform(20'000);
    const std::vector<glm::dvec3> group = ball(2000, {0, 30, 60}, 0.5);
    const ParticleFile file = placed(joined(folded(group), field));
    std::vector<glm::dvec3> found;
    for (std::size_t row = 0; row < group.size(); ++row) found.push_back(source_position(file.particles, row));
    CHECK(relative_error(file, group) < 3e-5);
    // The positions are unwrapped along x only. The other coordinates are unchanged.
    CHECK(farthest_apart(file, 0) <= 100.001);
    for (std::size_t row = 0; row < field.size(); ++row) {
        const Float4 p = file.particles.positions[group.size() + row];
        CHECK(p.y == static_cast<float>(field[row].y));
        CHECK(p.z == static_cast<float>(field[row].z));
    }
    const std::vector<glm::dvec3> inside = joined(ball(2000, {20, 30, 60}, 0.5), field);
    CHECK(are_rounded(placed(inside), inside));
}

TEST_CASE("a box is cut at an empty place, even if a galaxy lies opposite to the densest region") {
    // The dense galaxy lies across the edge. A second galaxy lies half a box away.
    const std::vector<glm::dvec3> whole = joined(ball(3000, {0, 50, 50}, 1), ball(2000, {48, 50, 50}, 4));
    CHECK(relative_error(placed(folded(whole)), whole) < 3e-5);
}

TEST_CASE("positions are kept without a box, with a box that is smaller than the set, and with --periodic off") {
    const std::vector<glm::dvec3> places = folded(ball(1000, {0, 0, 0}, 5));
    CHECK(are_rounded(placed(places, glm::dvec3{30}), places));
    CHECK(are_rounded(placed(places, std::nullopt), places));
    CHECK(are_rounded(placed(places, glm::dvec3{0, -1, std::numeric_limits<double>::quiet_NaN()}), places));
    CHECK(are_rounded(placed(places, box, {.periodic = PeriodicChoice::off}), places));
}

TEST_CASE("a set far from the origin is moved in double precision, and rounding is below a millionth of its radius") {
    for (const double sigma : {0.01, 10.0})
        for (const std::size_t count : {64, 100'000}) {
            CAPTURE(sigma);
            CAPTURE(count);
            const std::vector<glm::dvec3> places = ball(count, {15000, -40000, 0.1}, sigma);
            const ParticleFile file = placed(places, std::nullopt);
            REQUIRE(file.notes.size() == 1);
            CHECK(file.notes[0].starts_with("positions are relative to the origin "));
            CHECK(glm::length(file.particles.origin - glm::dvec3{15000, -40000, 0.1}) < 2 * sigma);
            double error = 0;
            for (std::size_t row = 0; row < count; ++row)
                error = std::max(error, glm::length(source_position(file.particles, row) - places[row]));
            // The half-mass radius of a normal distribution in three dimensions is 1.538 sigma.
            CHECK(error < 1e-6 * 1.538 * sigma);
        }
}

TEST_CASE("float positions far from the origin are moved without rounding errors") {
    ParticleFile file;
    for (const glm::dvec3& x : ball(500, {50000, 50000, 50000}, 5)) file.particles.positions.push_back(float4_of(x, 1));
    file.particles.velocities.resize(500);
    const std::vector<Float4> before = file.particles.positions;
    place_positions("x", file, {});
    CHECK(file.particles.origin.x > 49900);
    for (std::size_t row = 0; row < before.size(); ++row)
        CHECK(source_position(file.particles, row) == vector_of(before[row]));
}

TEST_CASE("the origin stays 0 if single precision is fine enough at the half-mass radius") {
    for (const double distance : {0.0, 10.0, 15.0}) {
        const std::vector<glm::dvec3> places = ball(5000, {distance, 0, 0}, 1);
        const ParticleFile file = placed(places, std::nullopt);
        CHECK(are_rounded(file, places));
        CHECK(file.notes.empty());
    }
    CHECK(placed(ball(5000, {60, 0, 0}, 1), std::nullopt).particles.origin.x > 50);
    // Single bodies, equal places and a dominant mass have no half-mass radius.
    CHECK(are_rounded(placed({{1e6, 0, 0}}, std::nullopt), {{1e6, 0, 0}}));
    CHECK(are_rounded(placed({{1e6, 0, 0}, {1e6, 0, 0}}, std::nullopt), {{1e6, 0, 0}, {1e6, 0, 0}}));
    ParticleFile heavy = file_of(joined({{1, 0, 0}}, ball(1000, {1, 0, 0}, 3)), std::nullopt);
    heavy.particles.positions[0].w = 1e6f;
    place_positions("x", heavy, {});
    CHECK(heavy.particles.origin == glm::dvec3{0});
    CHECK(heavy.notes.empty());
}

TEST_CASE("a few distant bodies do not move the origin away from the set, and a note gives their rounding error") {
    std::vector<glm::dvec3> places = ball(10'000, {30000, 30000, 30000}, 0.01);
    for (int i = 0; i < 10; ++i) places[static_cast<std::size_t>(i)] = glm::dvec3{1e5 * i, 100.3, -7000.1 * i};
    const ParticleFile file = placed(places, std::nullopt);
    CHECK(glm::length(file.particles.origin - glm::dvec3{30000}) < 0.05);
    REQUIRE(file.notes.size() == 2);
    CHECK(file.notes[1].find("moves positions by up to ") != std::string::npos);
    double error = 0;
    for (std::size_t row = 10; row < places.size(); ++row)
        error = std::max(error, glm::length(source_position(file.particles, row) - places[row]));
    CHECK(error < 1e-6 * 0.0153);
}

TEST_CASE("--center chooses the origin") {
    const std::vector<glm::dvec3> places = joined(ball(3000, {20, 30, 40}, 1), ball(1000, {70, 30, 40}, 3));
    const auto origin = [&](const ReadOptions& options) { return placed(places, box, options).particles.origin; };
    CHECK(origin({.center = CenterChoice::box}) == glm::dvec3{50});
    CHECK(glm::length(origin({.center = CenterChoice::densest}) - glm::dvec3{20, 30, 40}) < 1);
    const ReadOptions at_place{.center = CenterChoice::place, .place = {1.25, 0.1, -3}};
    CHECK(origin(at_place) == glm::dvec3{1.25, 0.1, -3});
    const ParticleFile file = placed(places, box, at_place);
    CHECK(contains(file.notes, "the origin 1.25,0.1,-3 (units of 4 kpc), chosen by --center"));
    CHECK(vector_of(file.particles.positions[7]) == vector_of(float4_of(places[7] - glm::dvec3{1.25, 0.1, -3}, 0)));
    const std::vector<glm::dvec3> around_0 = ball(100, {0, 0, 0}, 10);
    CHECK(placed(around_0, box, {.center = CenterChoice::box}).particles.origin == glm::dvec3{0});
    ParticleFile without = file_of(places, std::nullopt);
    CHECK_THROWS_WITH_AS(place_positions("x", without, {.center = CenterChoice::box}),
                         "x: states no periodic box, which --center box needs; use --center densest", FileError);
    const ParticleFile off =
        placed(ball(1000, {10, 0, 0}, 1), std::nullopt, {.center = CenterChoice::place, .place = {1000, 0, 0}});
    CHECK(contains(off.notes, "--center densest reduces this error"));
}

TEST_CASE("a set that crosses the edge of the box during a series stays near its first position") {
    for (const double x : {90.0, 99.0, 101.0, 120.0}) {
        CAPTURE(x);
        const std::vector<glm::dvec3> whole = ball(1000, {x, 50, 50}, 3);
        const ParticleFile file = placed(folded(whole), box, {.reference = glm::dvec3{80, 50, 50}});
        CHECK(std::abs(source_position(file.particles, 0).x - whole[0].x) < 1e-4);
    }
}

TEST_CASE("the reader, not the placement, refuses positions that are not finite or exceed single precision") {
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300}) {
        std::vector<glm::dvec3> places = folded(ball(100, {0, 0, 0}, 5));
        places[50].y = bad;
        ParticleFile file = file_of(places);
        CHECK_THROWS_WITH_AS(complete("x", file, {}), "x: body 51: the y is not a finite 32-bit float", FileError);
    }
    const double most = std::numeric_limits<float>::max(), least = 1e-300;
    const std::vector<glm::dvec3> extremes{{most, -most, 0}, {-most, most, 0}, {0, 0, least}, {0, 0, 0}, {0, least, 0}};
    CHECK(placed(extremes, glm::dvec3{2 * most}).particles.size() == 5);
    CHECK(placed(extremes, glm::dvec3{least}).particles.size() == 5);
}

TEST_CASE("every format writes positions in the coordinates of the source") {
    const TemporaryFolder folder;
    const std::vector<glm::dvec3> places = ball(200, {15000, -40000, 300}, 2);
    ParticleFile file = file_of(places, std::nullopt);
    complete("x", file, {});
    CHECK(file.particles.origin != glm::dvec3{0});
    for (const ParticleFormat& format : particle_formats()) {
        CAPTURE(format.name);
        const auto path = folder / ("x" + std::string{format.extensions.front()});
        write_particles(path, file.particles);
        const ParticleSet back = read_particles(path);
        // half of the distance between neighboring floats at 40000 is 0.002
        const bool is_double =
            format.name == "hdf5" || format.name == "milkomeda" || format.name == "recording" || format.name == "fits";
        for (std::size_t row = 0; row < places.size(); ++row)
            CHECK(glm::length(source_position(back, row) - places[row]) < (is_double ? 1e-6 : 0.004));
        const bool is_said = lost_components(format, file.particles).find("single precision") != std::string::npos;
        CHECK(is_said == format.has_float_positions);
    }
    std::istringstream table{content_of(folder / "x.tab")};
    for (const glm::dvec3& place : places) {
        std::array<double, 7> row{};
        for (double& number : row) table >> number;
        CHECK(glm::length(glm::dvec3{row[1], row[2], row[3]} - place) < 1e-6);
    }
    write_particles(folder / "x.swift", file.particles, "swift");
    const ParticleFile swift = read_particle_file(folder / "x.swift");
    CHECK(glm::length(source_position(swift.particles, 7) - places[7]) < 1e-6);
    CHECK(!contains(swift.notes, "crosses the edge"));
}

TEST_CASE("states and recordings keep the origin and the float positions bit for bit") {
    const TemporaryFolder folder;
    ParticleFile file = file_of(ball(200, {15000, -40000, 300}, 2), std::nullopt);
    complete("x", file, {});
    for (const char* name : {"x.milkomeda", "x.recording"}) {
        write_particles(folder / name, file.particles);
        const ParticleSet back = read_particles(folder / name);
        CHECK(back.origin == file.particles.origin);
        CHECK(std::memcmp(back.positions.data(), file.particles.positions.data(), 200 * sizeof(Float4)) == 0);
    }
    // An origin of 0 is not stored.
    ParticleFile plain = file_of(ball(200, {0, 0, 0}, 2), std::nullopt);
    complete("x", plain, {});
    write_particles(folder / "plain.milkomeda", plain.particles);
    CHECK(content_of(folder / "plain.milkomeda").find("OriginX") == std::string::npos);
    CHECK(content_of(folder / "x.milkomeda").find("OriginX") != std::string::npos);
    file.particles.origin.y = std::numeric_limits<double>::quiet_NaN();
    for (const char* name : {"bad.milkomeda", "bad.recording"}) {
        write_particles(folder / name, file.particles);
        CHECK(refusal(folder / name).find("the origin of the coordinates is not finite") != std::string::npos);
    }
}

TEST_CASE("selections and galaxy edits keep, scale or remove the origin") {
    ParticleFile file = file_of(ball(200, {15000, -40000, 300}, 2), std::nullopt);
    file.particles.components = {{"disk", "a", 0, 100, 0}, {"disk", "b", 100, 100, 0}};
    complete("x", file, {});
    const ParticleSet& particles = file.particles;
    const glm::dvec3 origin = particles.origin;
    CHECK(select(particles, {}).origin == origin);
    const ParticleSet scaled = select(particles, {.position_scale = 2});
    CHECK(glm::length(source_position(scaled, 9) - 2.0 * source_position(particles, 9)) < 1e-5);
    // If bodies are dropped, the remaining bodies are relative to their center of mass.
    CHECK(select(particles, {.bodies = 50}).origin == glm::dvec3{0});
    CHECK(remove_galaxy(particles, "a").origin == origin);
    CHECK(append_galaxy(particles, remove_galaxy(particles, "a")).origin == origin);
    ParticleSet moved = particles;
    set_origin(moved, origin + glm::dvec3{1, 2, 3});
    CHECK(moved.origin == origin + glm::dvec3{1, 2, 3});
    CHECK(glm::length(source_position(moved, 9) - source_position(particles, 9)) < 1e-6);
}
