// The Kennicutt-Schmidt relation of sheets of gas with a known surface density.
#include "data/neighbors/kennicutt_schmidt.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "data/base/units.hpp"

using namespace milkomeda;

namespace {

constexpr double sheet_radius = 12, sheet_spacing = 0.5;  // in kpc

// A round, rotating, infinitely thin sheet of gas, inclined about the x axis by `degrees`, with three stars of a bulge
// at its center. `surface_density` is in solar masses per square parsec.
ParticleSet sheet_of_gas(double surface_density, double degrees, const std::string& galaxy = "a") {
    const double cosine = std::cos(degrees * std::numbers::pi / 180), sine = std::sin(degrees * std::numbers::pi / 180);
    const auto inclined = [&](double x, double y) { return glm::dvec3{x, cosine * y, sine * y} / kpc_per_length; };
    const double mass = surface_density * 1e6 * sheet_spacing * sheet_spacing / solar_masses_per_mass;
    // The radius with 64 neighbors: in a sheet with n particles per area, the kernel sees the density 1.5 n / H.
    const double length = sheet_spacing * std::sqrt(64 / (2 * std::numbers::pi)) / kpc_per_length;
    ParticleSet set;
    const int count = static_cast<int>(sheet_radius / sheet_spacing);
    for (int j = -count; j < count; ++j)
        for (int i = -count; i < count; ++i) {
            const double x = sheet_spacing * (i + 0.5), y = sheet_spacing * (j + 0.5);
            if (std::hypot(x, y) > sheet_radius) continue;
            set.positions.push_back(float4_of(inclined(x, y), mass));
            set.velocities.push_back(float4_of(0.3 * inclined(-y, x), length));
        }
    const std::size_t gas = set.size();
    set.positions.resize(gas + 3, Float4{0, 0, 0, 0.01f});
    set.velocities.resize(gas + 3);
    set.components = {{"gas", galaxy, 0, gas, mass * static_cast<double>(gas)}, {"bulge", galaxy, gas, 3, 0.03}};
    return set;
}

// Appends the bodies of `more`, moved along x by `kpc`.
void append(ParticleSet& set, const ParticleSet& more, double kpc) {
    for (Component component : more.components) {
        component.first += set.size();
        set.components.push_back(component);
    }
    for (Float4 position : more.positions) {
        position.x += static_cast<float>(kpc / kpc_per_length);
        set.positions.push_back(position);
    }
    set.velocities.insert(set.velocities.end(), more.velocities.begin(), more.velocities.end());
}

// Returns the squares that the edge of the sheet does not affect: those with the largest surface densities.
std::vector<SchmidtPoint> inner_squares(std::vector<SchmidtPoint> squares, double surface_density) {
    std::erase_if(squares, [&](const SchmidtPoint& point) { return point.gas < 0.97 * surface_density; });
    return squares;
}

doctest::Approx near(double value, double tolerance) { return doctest::Approx(value).scale(0).epsilon(tolerance); }

}  // namespace

TEST_CASE("a uniform sheet of gas has Kennicutt's rate, in squares and in the mean") {
    CHECK(kennicutt_rate(10) == near(2.5e-4 * std::pow(10, 1.4), 1e-12));
    for (const double density : {5.0, 20.0, 200.0}) {
        CAPTURE(density);
        const auto found = kennicutt_schmidt(sheet_of_gas(density, 0));
        REQUIRE(found.size() == 1);
        CHECK(found[0].galaxies == std::vector<std::string>{"a"});
        const std::vector<SchmidtPoint> squares = inner_squares(found[0].squares, density);
        CHECK(squares.size() > 300);  // of 452 in the sheet
        for (const SchmidtPoint& square : squares) {
            REQUIRE(square.gas == near(density, 0.03));
            REQUIRE(square.rate == near(kennicutt_rate(density), 0.03));
        }
        double mass = 0;
        for (const SchmidtPoint& square : found[0].squares) mass += square.gas;
        CHECK(mass == near(density * std::numbers::pi * sheet_radius * sheet_radius, 0.02));
        // 90 % of the stars form in 90 % of the area.
        REQUIRE(found[0].mean);
        CHECK(found[0].radius == near(std::sqrt(0.9) * sheet_radius, 0.02));
        CHECK(found[0].mean->gas == near(density, 0.03));
        CHECK(found[0].mean->rate == near(kennicutt_rate(density), 0.03));
    }
    const auto thin = kennicutt_schmidt(sheet_of_gas(2, 0));
    REQUIRE(thin.size() == 1);
    CHECK(thin[0].squares.size() > 300);
    CHECK(thin[0].squares.front().rate == 0);  // below the threshold of 3 solar masses per square parsec
    CHECK(!thin[0].mean);
}

TEST_CASE("an inclined galaxy has the surface densities of the galaxy seen face-on") {
    const auto face_on = kennicutt_schmidt(sheet_of_gas(20, 0)), inclined = kennicutt_schmidt(sheet_of_gas(20, 60));
    REQUIRE(inclined.size() == 1);
    REQUIRE(inclined[0].squares.size() == face_on[0].squares.size());
    for (std::size_t i = 0; i < face_on[0].squares.size(); ++i) {
        REQUIRE(inclined[0].squares[i].gas == near(face_on[0].squares[i].gas, 1e-4));
        REQUIRE(inclined[0].squares[i].rate == near(face_on[0].squares[i].rate, 1e-4));
    }
    REQUIRE(inclined[0].mean);
    // Rounding errors decide which particles at the edge of the circle count.
    CHECK(inclined[0].mean->gas == near(face_on[0].mean->gas, 0.02));
    CHECK(inclined[0].mean->rate == near(face_on[0].mean->rate, 0.02));
    CHECK(inclined[0].radius == near(face_on[0].radius, 1e-4));
}

TEST_CASE("galaxies without gas, young stars and gas without smoothing lengths give no surface densities of gas") {
    ParticleSet set = sheet_of_gas(20, 0);
    const auto before = kennicutt_schmidt(set);
    // Every second particle becomes a star.
    for (std::size_t row = 0; row < set.components[0].count; row += 2) set.velocities[row].w = -4000;
    const auto half = kennicutt_schmidt(set);
    REQUIRE(half[0].mean);
    CHECK(half[0].mean->gas == near(before[0].mean->gas / 2, 0.02));
    CHECK(half[0].mean->rate == near(before[0].mean->rate / 2, 0.02));
    for (Float4& velocity : set.velocities) velocity.w = 0;
    CHECK(kennicutt_schmidt(set).empty());
    set = sheet_of_gas(20, 0);
    set.components[0].name = "disk";
    CHECK(kennicutt_schmidt(set).empty());
    CHECK(kennicutt_schmidt(ParticleSet{}).empty());
}

TEST_CASE("the gas of merged galaxies counts as one disk, and the gas of separate galaxies does not") {
    ParticleSet apart = sheet_of_gas(10, 0), merged = apart;
    append(apart, sheet_of_gas(20, 0, "b"), 30);
    append(merged, sheet_of_gas(20, 0, "b"), 0);
    const auto two = kennicutt_schmidt(apart), one = kennicutt_schmidt(merged);
    REQUIRE(two.size() == 2);
    CHECK(two[0].mean->gas == near(10, 0.03));
    CHECK(two[1].mean->gas == near(20, 0.03));
    REQUIRE(one.size() == 1);
    CHECK(one[0].galaxies == std::vector<std::string>{"a", "b"});
    CHECK(one[0].mean->gas == near(30, 0.03));
}
