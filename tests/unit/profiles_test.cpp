// Profiles of galaxies with known distributions of mass and velocity.
#include "data/profiles/galaxy_profile.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "data/base/units.hpp"
#include "data/profiles/bar.hpp"
#include "data/profiles/circular_orbits.hpp"
#include "data/profiles/disk_shape.hpp"
#include "data/profiles/mean_attraction.hpp"
#include "data/profiles/principal_axes.hpp"
#include "data/profiles/ring_attraction.hpp"

using namespace milkomeda;

namespace {

constexpr double pi_of_profiles = std::numbers::pi;

doctest::Approx within(double value, double tolerance) { return doctest::Approx(value).scale(0).epsilon(tolerance); }

// The place, motion and orientation of the test galaxies: the spin axis is neither an axis of the run nor its opposite.
const glm::dvec3 place_of_galaxy{3, -2, 1}, motion_of_galaxy{0.5, 0.25, -1};
const DiskAxes tilted = disk_axes(glm::normalize(glm::dvec3{1, -2, 1.5}));

glm::dvec3 in_tilted(const glm::dvec3& v) { return v.x * tilted.x + v.y * tilted.y + v.z * tilted.z; }

// A galaxy whose center is marked by three bodies of a bulge without mass.
struct TestGalaxy {
    ParticleSet set;

    explicit TestGalaxy(const std::string& galaxy = "a") {
        begin("bulge", galaxy);
        for (int i = 0; i < 3; ++i) add({0, 0, 0}, {0, 0, 0}, 0);
    }
    void begin(const std::string& name, const std::string& galaxy = "a") {
        set.components.push_back({name, galaxy, set.size(), 0, 0});
    }
    // Adds a body to the last component; position and velocity are relative to the galaxy and along its axes.
    void add(const glm::dvec3& position, const glm::dvec3& velocity, double mass, double fourth = 0) {
        set.positions.push_back(float4_of(place_of_galaxy + in_tilted(position), mass));
        set.velocities.push_back(float4_of(motion_of_galaxy + in_tilted(velocity), fourth));
        ++set.components.back().count;
        set.components.back().mass += mass;
    }
    GalaxyProfile profile(const ProfileOptions& options, const ProfiledRun& run = {}) const {
        const auto found = galaxy_profiles(set, run, options);
        REQUIRE(found.size() == 1);
        return found[0];
    }
};

// Adds bodies of the total mass 1 at distances with equal shares of the mass; `radius_of` is the distance in which a
// share of the mass lies.
template <typename RadiusOf>
void add_disk(TestGalaxy& galaxy, int count, RadiusOf radius_of, double speed = 1) {
    galaxy.begin("disk");
    const double golden = pi_of_profiles * (3 - std::sqrt(5));
    for (int i = 0; i < count; ++i) {
        const double R = radius_of((i + 0.5) / count), phi = golden * i;
        galaxy.add({R * std::cos(phi), R * std::sin(phi), 0}, {-speed * std::sin(phi), speed * std::cos(phi), 0},
                   1.0 / count);
    }
}
template <typename RadiusOf>
void add_sphere(TestGalaxy& galaxy, int count, RadiusOf radius_of) {
    galaxy.begin("halo");
    const double golden = pi_of_profiles * (3 - std::sqrt(5));
    for (int i = 0; i < count; ++i) {
        // The cosine of the polar angle has no relation to the distance.
        const double r = radius_of((i + 0.5) / count), z = 1 - 2 * std::fmod((i + 0.5) * std::numbers::phi, 1.0);
        const double R = r * std::sqrt(1 - z * z), phi = golden * i * 7.3;
        galaxy.add({R * std::cos(phi), R * std::sin(phi), r * z}, {0, 0, 0}, 1.0 / count);
    }
}

const ComponentProfile& component(const GalaxyProfile& galaxy, std::string_view name) {
    return *std::ranges::find(galaxy.components, name, &ComponentProfile::component);
}

// Returns bodies in a bar whose density is proportional to 1 + strength * cos(2 (phi - phase)).
std::vector<SampledBody> bodies_in_bar(double strength, double phase, std::size_t count) {
    std::mt19937 random{5};
    std::uniform_real_distribution<double> uniform{0, 1};
    std::vector<SampledBody> bodies;
    while (bodies.size() < count) {
        const double R = 2 * std::sqrt(uniform(random)), phi = 2 * pi_of_profiles * uniform(random);
        if (uniform(random) * (1 + strength) > 1 + strength * std::cos(2 * (phi - phase))) continue;
        bodies.push_back({{R * std::cos(phi), R * std::sin(phi), 0}, {0, 0, 0}, 1.0, 0});
    }
    return bodies;
}

}  // namespace

TEST_CASE("the profile of an exponential disk has the disk's surface density and spin axis") {
    TestGalaxy galaxy;
    // The mass inside R of an exponential disk with scale length h is 1 - (1 + R / h) exp(-R / h).
    const double scale = 0.75;
    add_disk(galaxy, 40'000, [&](double share) {
        double low = 0, high = 40;
        for (int i = 0; i < 60; ++i) {
            const double x = (low + high) / 2;
            (1 - (1 + x) * std::exp(-x) < share ? low : high) = x;
        }
        return scale * low;
    });
    const GalaxyProfile found = galaxy.profile({.bins = 20, .radius = 12});
    CHECK(glm::distance(found.frame.center, place_of_galaxy) < 1e-6);
    CHECK(glm::distance(found.frame.velocity, motion_of_galaxy) < 1e-6);
    CHECK(glm::distance(found.frame.axes.z, tilted.z) < 1e-4);
    const ComponentProfile& disk = component(found, "disk");
    CHECK(disk.bodies == 40'000);
    CHECK(disk.mass == within(solar_masses_per_mass, 1e-5));
    for (std::size_t bin = 0; bin < 20; ++bin) {
        CAPTURE(bin);
        const double inner = found.bins.inner(bin) / kpc_per_length, outer = found.bins.outer(bin) / kpc_per_length;
        const auto inside = [&](double R) { return 1 - (1 + R / scale) * std::exp(-R / scale); };
        const double area = pi_of_profiles * (outer * outer - inner * inner);
        const double expected = (inside(outer) - inside(inner)) / area * solar_masses_per_pc2;
        CHECK(disk.bins[bin].surface_density == within(expected, 0.005));
        CHECK(disk.bins[bin].enclosed_mass == within(inside(outer) * solar_masses_per_mass, 0.001));
        CHECK(disk.bins[bin].mean_azimuthal_velocity == within(km_s_per_velocity, 1e-4));
        CHECK(disk.bins[bin].rms_height < 1e-3);
    }
    // 95 % of an exponential disk lie within 4.744 scale lengths: 14.23 kpc, which is rounded up to two digits.
    CHECK(galaxy.profile({}).bins.radius == within(15, 1e-12));
    CHECK(galaxy.profile({}).bins.count == 40);
}

TEST_CASE("the profiles of Plummer and Hernquist spheres have the enclosed masses and circular velocities of theory") {
    const double a = 0.5;
    const auto check = [&](auto radius_of, auto mass_inside) {
        TestGalaxy galaxy;
        add_sphere(galaxy, 60'000, radius_of);
        const GalaxyProfile found = galaxy.profile({.bins = 10, .radius = 10}, {.gravity = 2, .softening = 0.01});
        const ComponentProfile& halo = component(found, "halo");
        for (std::size_t bin = 1; bin < 10; ++bin) {
            CAPTURE(bin);
            const double outer = found.bins.outer(bin) / kpc_per_length, R = found.bins.middle(bin) / kpc_per_length;
            CHECK(halo.bins[bin].enclosed_mass == within(mass_inside(outer) * solar_masses_per_mass, 0.002));
            const double speed = km_s_per_velocity * std::sqrt(2 * mass_inside(R) / R);
            CHECK(halo.bins[bin].circular_velocity == within(speed, 0.01));
            CHECK(found.circular_velocity[bin] == within(halo.bins[bin].circular_velocity, 1e-9));
            CHECK(component(found, "all").bins[bin].circular_velocity == within(found.circular_velocity[bin], 1e-9));
        }
    };
    check([&](double share) { return a / std::sqrt(std::pow(share, -2.0 / 3) - 1); },
          [&](double r) { return std::pow(r * r / (r * r + a * a), 1.5); });
    check([&](double share) { return a * std::sqrt(share) / (1 - std::sqrt(share)); },
          [&](double r) { return r * r / ((r + a) * (r + a)); });
}

TEST_CASE("the softened attraction of a body on the axis follows Plummer's formula, also for a perturber") {
    const std::vector<double> radii{0.25, 1, 3};
    const auto found = inward_accelerations(
        1,
        [](std::size_t) {
            return glm::dvec4{0, 0, 0.5, 3};
        },
        radii, 0.2);
    for (std::size_t i = 0; i < radii.size(); ++i)
        CHECK(found[i] == within(3 * radii[i] / std::pow(radii[i] * radii[i] + 0.25 + 0.04, 1.5), 1e-12));
    // A ring of bodies pulls outward within the ring, so the square of the circular velocity is negative.
    const auto ring = [](std::size_t i) {
        const double phi = 2 * pi_of_profiles * static_cast<double>(i) / 1000;
        return glm::dvec4{2 * std::cos(phi), 2 * std::sin(phi), 0, 1};
    };
    CHECK(inward_accelerations(1000, ring, std::vector<double>{1.0}, 0.01)[0] < 0);
    TestGalaxy hollow;
    hollow.begin("gas");
    for (std::size_t i = 0; i < 1000; ++i) {
        const glm::dvec3 place{ring(i)};
        hollow.add(place, {-place.y, place.x, 0}, 1);
    }
    CHECK(component(hollow.profile({.bins = 1, .radius = 8}), "gas").bins[0].circular_velocity < -1000);

    TestGalaxy galaxy;
    galaxy.begin("hole");
    galaxy.add({0, 0, 0}, {0, 0, 0}, 1);
    galaxy.set.components.back().perturber = Perturber{.softening = 0.3f};
    const GalaxyProfile profile = galaxy.profile({.bins = 1, .radius = 8}, {.gravity = 1, .softening = 0.1});
    CHECK(profile.circular_velocity[0] == within(km_s_per_velocity * std::sqrt(1 / std::pow(1 + 0.09, 1.5)), 1e-6));
    CHECK(component(profile, "all").bodies == 3);
    CHECK(component(profile, "all").bins[0].circular_velocity == 0);
}

TEST_CASE("the attraction by a ring is the mean of the attraction by its points") {
    CHECK(ring_acceleration(2, 0, 0.25) == within(2 / std::pow(4.25, 1.5), 1e-12));
    for (const glm::dvec2& ring : {glm::dvec2{1.5, 0.01}, glm::dvec2{2, 0.04}, glm::dvec2{9, 4}}) {
        double sum = 0;
        constexpr int count = 10'000;
        for (int i = 0; i < count; ++i) {
            const double x = 2 - ring.x * std::cos(2 * pi_of_profiles * i / count);
            const double square = 4 + ring.x * ring.x - 4 * ring.x * (2 - x) / ring.x + ring.y;
            sum += x / std::pow(square, 1.5) / count;
        }
        CHECK(ring_acceleration(2, ring.x, ring.y) == within(sum, 1e-9));
    }
}

TEST_CASE("the fast rotation curve differs from the direct sum by the errors of its cells and by noise") {
    TestGalaxy galaxy;
    add_disk(galaxy, 20'000, [](double share) { return 0.7 * share / (1.001 - share); });
    add_sphere(galaxy, 30'000, [](double share) { return 2 * std::sqrt(share) / (1 - std::sqrt(share)); });
    galaxy.begin("hole");
    galaxy.add({1, 0.5, 3}, {0, 0, 0}, 0.5);
    galaxy.set.components.back().perturber = Perturber{.softening = 0.3f};
    ProfileOptions options{.bins = 24, .radius = 20, .quantities = {ProfileQuantity::rotation}};
    const GalaxyProfile exact = galaxy.profile(options, {.gravity = 1, .softening = 0.08});
    options.is_fast = true;
    const GalaxyProfile fast = galaxy.profile(options, {.gravity = 1, .softening = 0.08});
    for (std::size_t bin = 0; bin < 24; ++bin) {
        CAPTURE(bin);
        // The cells change velocities by up to 1 % in the first bin and 0.1 % in all other bins; the points of the ring
        // add noise of about 0.2 %.
        const double tolerance = bin == 0 ? 0.012 : 0.004;
        CHECK(fast.circular_velocity[bin] == within(exact.circular_velocity[bin], tolerance));
        for (const char* name : {"halo", "disk"})
            CHECK(component(fast, name).bins[bin].circular_velocity ==
                  within(component(exact, name).bins[bin].circular_velocity, tolerance));
    }
}

TEST_CASE("the frequency of epicycles is twice the angular velocity in rigid rotation, and sqrt(2) with a flat curve") {
    const RadialBins bins{20, 10};
    CircularOrbits rigid, flat;
    for (std::size_t bin = 0; bin < bins.count; ++bin) {
        rigid.total.push_back(9 * bins.middle(bin) * bins.middle(bin));
        flat.total.push_back(4);
    }
    const auto of_rigid = rigid.epicyclic_frequencies(bins), of_flat = flat.epicyclic_frequencies(bins);
    for (std::size_t bin = 1; bin + 1 < bins.count; ++bin) {
        CHECK(of_rigid[bin] == within(6, 1e-12));
        CHECK(of_flat[bin] == within(std::sqrt(2) * 2 / bins.middle(bin), 1e-12));
    }
    CHECK(of_rigid[0] == within(std::sqrt(18 + 9 * 1.5 * 1.5 / 1.5 * 2), 0.1));
    CHECK(of_flat[19] == within(std::sqrt(2) * 2 / bins.middle(19), 1e-12));
}

TEST_CASE("the profile of a rotator with Gaussian velocities has its mean velocity, dispersions and heights") {
    TestGalaxy galaxy;
    galaxy.begin("disk");
    std::mt19937 random{3};
    std::normal_distribution<double> normal;
    const double golden = pi_of_profiles * (3 - std::sqrt(5)), height = 0.1;
    const int count = 80'000;
    for (int i = 0; i < count; ++i) {
        const double R = 2 * std::sqrt((i + 0.5) / count), phi = golden * i;
        const double in_R = 0.3 * normal(random), in_phi = 0.9 + 0.2 * normal(random), in_z = 0.1 * normal(random);
        galaxy.add({R * std::cos(phi), R * std::sin(phi), height * normal(random)},
                   {in_R * std::cos(phi) - in_phi * std::sin(phi), in_R * std::sin(phi) + in_phi * std::cos(phi), in_z},
                   1.0 / count);
    }
    const GalaxyProfile found = galaxy.profile({.bins = 4, .radius = 8}, {.gravity = 1, .softening = 0.05});
    for (std::size_t bin = 0; bin < 4; ++bin) {
        CAPTURE(bin);
        const BinProfile& ring = component(found, "disk").bins[bin];
        CHECK(ring.bodies == doctest::Approx(count / 16.0 * (2.0 * static_cast<double>(bin) + 1)).epsilon(0.002));
        CHECK(ring.mean_azimuthal_velocity == within(0.9 * km_s_per_velocity, 0.01));
        CHECK(ring.dispersion.x == within(0.3 * km_s_per_velocity, 0.03));
        CHECK(ring.dispersion.y == within(0.2 * km_s_per_velocity, 0.03));
        CHECK(ring.dispersion.z == within(0.1 * km_s_per_velocity, 0.03));
        CHECK(ring.rms_height == within(height * kpc_per_length, 0.03));
        CHECK(ring.median_height == within(0.67449 * height * kpc_per_length, 0.04));  // of a normal distribution
        const double density = ring.surface_density / solar_masses_per_pc2;
        const double kappa = found.epicyclic_frequency[bin] * kpc_per_length / km_s_per_velocity;
        CHECK(ring.toomre_q == within(0.3 * kappa / (3.36 * density), 0.03));
        CHECK(std::isnan(component(found, "all").bins[bin].toomre_q));
    }
}

TEST_CASE("the stability of gas depends on its speed of sound") {
    TestGalaxy galaxy;
    galaxy.begin("gas");
    for (int i = 0; i < 4000; ++i) {
        const double R = 2 * std::sqrt((i + 0.5) / 4000), phi = 2.4 * i;
        galaxy.add({R * std::cos(phi), R * std::sin(phi), 0}, {-std::sin(phi), std::cos(phi), 0}, 1.0 / 4000, 0.1);
    }
    galaxy.set.gas.assign(galaxy.set.size(), {.energy = 0.05f, .density = 1});
    const auto q_of = [&](const GasParameters& parameters) {
        const GalaxyProfile found = galaxy.profile(
            {.bins = 4, .radius = 8}, {.gravity = 1, .softening = 0.05, .gas = {parameters, galaxy.set.gas}});
        const BinProfile& ring = component(found, "gas").bins[2];
        const double kappa = found.epicyclic_frequency[2] * kpc_per_length / km_s_per_velocity;
        return ring.toomre_q * pi_of_profiles * ring.surface_density / solar_masses_per_pc2 / kappa;
    };
    CHECK(q_of({.model = GasModel::isothermal, .temperature = 2e4}) == within(isothermal_sound_speed(2e4), 1e-9));
    CHECK(q_of({.model = GasModel::adiabatic, .adiabatic_index = 1.4}) == within(std::sqrt(1.4 * 0.4 * 0.05), 1e-6));
}

TEST_CASE("the axis ratios and directions of a triaxial ellipsoid are found in any orientation") {
    std::mt19937 random{7};
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform{0, 1};
    const glm::dvec3 axis = glm::normalize(glm::dvec3{1, 2, 3}), other = glm::normalize(glm::dvec3{3, 0, -1}),
                     third = glm::cross(axis, other);
    std::vector<SampledBody> bodies;
    for (int i = 0; i < 100'000; ++i) {
        const glm::dvec3 direction = glm::normalize(glm::dvec3{normal(random), normal(random), normal(random)});
        const glm::dvec3 x = 4 * uniform(random) * direction;  // density 1 / q^2, beyond the measured radius
        bodies.push_back({x.x * axis + 0.7 * x.y * other + 0.4 * x.z * third, {0, 0, 0}, 1.0, 0});
    }
    const auto shape = triaxial_shape(bodies, 2);
    REQUIRE(shape);
    CHECK(shape->converged);
    CHECK(shape->b_over_a == within(0.7, 0.02));
    CHECK(shape->c_over_a == within(0.4, 0.02));
    CHECK(std::abs(glm::dot(shape->major_axis, axis)) > 0.999);
    CHECK(std::abs(glm::dot(shape->minor_axis, third)) > 0.999);
    CHECK(shape->bodies == doctest::Approx(50'000).epsilon(0.02));
    CHECK(!triaxial_shape(std::span{bodies}.first(3), 100));
}

TEST_CASE("a rigidly rotating bar has its strength, phase and pattern speed") {
    std::vector<SampledBody> bodies = bodies_in_bar(0.6, 0.8, 100'000);
    for (SampledBody& body : bodies) body.velocity = 1.7 * glm::dvec3{-body.position.y, body.position.x, 0};
    const RadialBins bins{10, 2};
    const auto rings = ring_statistics(bodies, bins);
    for (const RingStatistics& ring : rings)
        CHECK(ring.bar_strength() == doctest::Approx(0.3).epsilon(0.02 + 1.5 / std::sqrt(ring.bodies)));
    const auto region = bar_region(rings, bins);
    REQUIRE(region);
    CHECK(region->outer == 2);
    const auto bar = measure_bar(bodies, *region);
    REQUIRE(bar);
    CHECK(bar->phase == within(0.8, 0.02));
    CHECK(bar->pattern_speed == within(1.7, 1e-9));
    CHECK(bar->pattern_speed_error < 1e-9);
    CHECK(!measure_bar({}, *region));
}

TEST_CASE("the region of a bar ends where A2 is less than half of its peak, and where the bar would be twisted") {
    const auto region_of = [](const std::vector<glm::dvec2>& strengths_and_degrees) {
        std::vector<RingStatistics> rings;
        for (const glm::dvec2& ring : strengths_and_degrees) {
            const double twice = 2 * ring.y * pi_of_profiles / 180;
            rings.push_back({});
            rings.back().mass = 1;
            rings.back().quadrupole = ring.x * glm::dvec2{std::cos(twice), std::sin(twice)};
        }
        return *bar_region(rings, {rings.size(), static_cast<double>(rings.size())});
    };
    const BarRegion weak_edges = region_of({{0.19, 88}, {0.21, 91}, {0.4, 89}, {0.3, -88}, {0.1, 90}, {0.3, 90}});
    CHECK(weak_edges.inner == 1);
    CHECK(weak_edges.outer == 4);
    const BarRegion twisted = region_of({{0.3, 60}, {0.4, 79}, {0.5, 70}, {0.4, 81}});
    CHECK(twisted.inner == 1);
    CHECK(twisted.outer == 3);
}

TEST_CASE("the shape of a disk in the diagnostics is that of its profile") {
    std::mt19937 random{3};
    std::normal_distribution<double> normal;
    TestGalaxy galaxy;
    galaxy.begin("disk");
    for (int i = 0; i < 4000; ++i) {
        const glm::dvec3 place{2 * normal(random), normal(random), 0.1 * normal(random)};  // an elongated disk
        galaxy.add(place, glm::cross(glm::dvec3{0, 0, 0.7}, place) + 0.1 * normal(random), 1e-3);
    }
    constexpr double radius = 2.5;
    const ParticleSet& set = galaxy.set;
    const DiskShape shape = measure_disk(set, set.components.back(), center_of_galaxy(set, "a"), radius);
    const GalaxyProfile profile =
        galaxy.profile({.components = {"disk"}, .bins = 20, .radius = kpc_per_length * radius, .inclination = 90});
    const ComponentProfile& disk = profile.components.at(0);
    REQUIRE(disk.shape);
    CHECK(shape.bar_strength == within(disk.shape->bar_strength, 1e-9));
    CHECK(shape.pattern_speed * km_s_per_velocity / kpc_per_length == within(disk.shape->pattern_speed, 1e-9));
    CHECK(shape.c_over_a == within(disk.shape->c_over_a, 1e-9));
    double mass = 0, squares = 0;
    for (std::size_t bin = 0; bin < disk.bins.size(); ++bin) {
        const double in_bin = disk.bins[bin].surface_density * (double(bin) + 0.5);
        mass += in_bin;
        squares += in_bin * disk.bins[bin].rms_height * disk.bins[bin].rms_height;
    }
    CHECK(kpc_per_length * shape.height == within(std::sqrt(squares / mass), 1e-9));
    CHECK(shape.spin > 0.5);
    CHECK(shape.spin < 1);
}

TEST_CASE("the pattern speed is the rate of the measured phase, also if bodies cross the edges of the region") {
    std::vector<SampledBody> bodies = bodies_in_bar(0.6, 2.9, 20'000);
    std::mt19937 random{11};
    std::normal_distribution<double> normal;
    for (SampledBody& body : bodies) {
        const double x = body.position.x, y = body.position.y;
        body.velocity = {0.9 * x - y + 0.1 * normal(random), 1.3 * x - 0.2 * y + 0.1 * normal(random), 0};
    }
    for (const BarRegion& region : {BarRegion{0, 1.5}, BarRegion{0.3, 1.2}}) {
        const auto phase_after = [&](double time) {
            std::vector<SampledBody> moved = bodies;
            for (SampledBody& body : moved) body.position += time * body.velocity;
            return measure_bar(moved, region)->phase;
        };
        const auto bar = measure_bar(bodies, region);
        const double rate = (phase_after(1e-4) - phase_after(-1e-4)) / 2e-4;
        CHECK(bar->pattern_speed == within(rate, 1e-5));
        CHECK(bar->pattern_speed_error > 0.001);
        CHECK(bar->pattern_speed_error < 0.2);
    }
}

TEST_CASE("the standard error of the pattern speed is the scatter between independent samples") {
    std::vector<double> speeds;
    double expected = 0;
    const std::vector<SampledBody> all = bodies_in_bar(0.6, 0.4, 100'000);
    std::mt19937 random{13};
    std::normal_distribution<double> normal;
    for (std::size_t sample = 0; sample < 50; ++sample) {
        std::vector<SampledBody> bodies(all.begin() + sample * 2000, all.begin() + (sample + 1) * 2000);
        for (SampledBody& body : bodies) body.velocity = {normal(random) - body.position.y, body.position.x, 0};
        const auto bar = measure_bar(bodies, {0, 1.8});
        speeds.push_back(bar->pattern_speed);
        expected += bar->pattern_speed_error / 50;
    }
    double mean = 0, square = 0;
    for (const double speed : speeds) mean += speed / 50;
    for (const double speed : speeds) square += (speed - mean) * (speed - mean) / 49;
    CHECK(std::sqrt(square) == within(expected, 0.3));
}

TEST_CASE("young stars are a component of their own, and an unknown name is refused with the known names") {
    TestGalaxy galaxy;
    galaxy.begin("gas");
    for (int i = 0; i < 10; ++i) galaxy.add({1.5, 0, 0}, {0, 1, 0}, 0.1, i < 4 ? -4000 : 0.1);
    const GalaxyProfile found = galaxy.profile({.bins = 2, .radius = 8});
    CHECK(component(found, "gas").bodies == 6);
    CHECK(component(found, "young-stars").bodies == 4);
    CHECK(component(found, "all").bodies == 13);
    CHECK(component(found, "gas").bins[1].bodies == 6);
    CHECK(component(found, "gas").bins[0].bodies == 0);
    CHECK(std::isnan(component(found, "gas").bins[0].mean_azimuthal_velocity));
    CHECK(component(found, "gas").bins[0].surface_density == 0);

    const auto refused = [&](const ProfileOptions& options) {
        try {
            galaxy_profiles(galaxy.set, {}, options);
        } catch (const std::invalid_argument& error) {
            return std::string{error.what()};
        }
        return std::string{};
    };
    CHECK(refused({.galaxies = {"b"}}) == "no galaxy 'b' at this time; the galaxies are: a");
    CHECK(refused({.components = {"halo"}}) ==
          "no component 'halo' with bodies in the measured galaxies; the components are: bulge, gas, young-stars, "
          "stars, all");
    CHECK(refused({.bins = 0}) == "a profile needs at least 1 bin");
    CHECK(refused({.radius = 0}) == "the outer radius of a profile must be greater than 0");
    const GalaxyProfile one =
        galaxy.profile({.galaxies = {"A"}, .components = {"gas"}, .quantities = {ProfileQuantity::thickness}});
    CHECK(one.components.size() == 1);
    CHECK(one.circular_velocity.empty());
    CHECK(std::isnan(one.components[0].bins[0].surface_density));
}

TEST_CASE("the Sersic fit finds index and radius of an exponential disk and of de Vaucouleurs' law") {
    // Ciotti & Bertin 1999: b = 1.678347 for n = 1 and 7.669249 for n = 4.
    CHECK(sersic_b(1) == within(1.678347, 2e-6));
    CHECK(sersic_b(4) == within(7.669249, 2e-6));
    for (const double index : {1.0, 4.0}) {
        // Rings with the masses of the law itself, so that the fit must find it exactly.
        const RadialBins bins{30, 6};
        std::vector<SkyRing> rings(bins.count);
        for (std::size_t bin = 0; bin < bins.count; ++bin) {
            const double density = 3 * std::exp(-sersic_b(index) * (std::pow(bins.middle(bin) / 1.5, 1 / index) - 1));
            const double area = bins.outer(bin) * bins.outer(bin) - bins.inner(bin) * bins.inner(bin);
            rings[bin] = {1000 - 30 * bin, density * pi_of_profiles * area, 0, 0};
        }
        rings[29].bodies = 9;
        const auto fit = fit_sersic(rings, bins);
        REQUIRE(fit);
        CHECK(fit->index == within(index, 1e-6));
        CHECK(fit->effective_radius == within(1.5, 1e-6));
        CHECK(fit->density == within(3, 1e-6));
        CHECK(fit->inner_radius == 0);
        CHECK(fit->outer_radius == within(5.8, 1e-12));
        for (std::size_t bin = 0; bin < bins.count; ++bin) rings[bin].mass = std::pow(bins.middle(bin), 3);
        CHECK(!fit_sersic(rings, bins));
        CHECK(!fit_sersic(std::span{rings}.first(3), bins));
    }
}

TEST_CASE("a face-on exponential disk has the Sersic index 1, and its half-mass radius is 1.678 scale lengths") {
    TestGalaxy galaxy;
    const double scale = 0.75;
    // The share (1 + y) exp(-y) of the mass lies outside of the distance y, in scale lengths.
    add_disk(galaxy, 60'000, [&](double share) {
        double least = 0, most = 40;
        for (int i = 0; i < 60; ++i) {
            const double y = (least + most) / 2;
            ((1 + y) * std::exp(-y) > 1 - share ? least : most) = y;
        }
        return scale * least;
    });
    const GalaxyProfile found =
        galaxy.profile({.bins = 40, .radius = 15, .quantities = {ProfileQuantity::projection}, .inclination = 0});
    const SkyProfile& sky = *component(found, "disk").sky;
    CHECK(sky.half_mass_radius == within(1.67835 * 3, 0.001));
    CHECK(sky.sersic.index == within(1, 0.02));
    CHECK(sky.sersic.effective_radius == within(1.67835 * 3, 0.01));
    CHECK(component(found, "disk").bins[5].sky_rotation == doctest::Approx(0).scale(1));
}

TEST_CASE("a Plummer sphere has the projected density and dispersion of theory, and lambda of noise") {
    TestGalaxy galaxy;
    const double b = 0.5;
    add_sphere(galaxy, 80'000, [&](double share) { return b / std::sqrt(std::pow(share, -2.0 / 3) - 1); });
    // Isotropic velocities with the dispersion of the model at each radius: sigma^2 = G M / (6 sqrt(r^2 + b^2)).
    std::mt19937 random{5};
    std::normal_distribution<double> normal;
    for (std::size_t i = 3; i < galaxy.set.size(); ++i) {
        const glm::dvec3 from = vector_of(galaxy.set.positions[i]) - place_of_galaxy;
        const double sigma = std::sqrt(1 / (6 * std::sqrt(glm::dot(from, from) + b * b)));
        const glm::dvec3 v{sigma * normal(random), sigma * normal(random), sigma * normal(random)};
        galaxy.set.velocities[i] = float4_of(motion_of_galaxy + v, 0);
    }
    const GalaxyProfile found =
        galaxy.profile({.bins = 8, .radius = 8, .quantities = {ProfileQuantity::projection}, .inclination = 35});
    const ComponentProfile& halo = component(found, "halo");
    for (std::size_t bin = 0; bin < 8; ++bin) {
        CAPTURE(bin);
        const double inner = found.bins.inner(bin) / kpc_per_length, outer = found.bins.outer(bin) / kpc_per_length;
        const auto mass_inside = [&](double R) { return R * R / (R * R + b * b); };
        const double mass = mass_inside(outer) - mass_inside(inner);
        const double area = pi_of_profiles * (outer * outer - inner * inner), noise = 4 / std::sqrt(80'000 * mass);
        CHECK(halo.bins[bin].sky_density == within(mass / area * solar_masses_per_pc2, noise));
        // sigma_p^2 = 3 pi G M / (64 sqrt(R^2 + b^2)) (Dejonghe 1987, MNRAS 224, 13), averaged over the ring.
        double square = 0, weights = 0;
        for (int i = 0; i < 200; ++i) {
            const double R = inner + (outer - inner) * (i + 0.5) / 200, weight = R / std::pow(R * R + b * b, 2);
            square += weight * 3 * pi_of_profiles / (64 * std::sqrt(R * R + b * b));
            weights += weight;
        }
        CHECK(halo.bins[bin].sky_dispersion == within(km_s_per_velocity * std::sqrt(square / weights), noise));
        CHECK(std::abs(halo.bins[bin].sky_rotation) < noise * halo.bins[bin].sky_dispersion);
    }
    CHECK(halo.sky->half_mass_radius == within(b * kpc_per_length, 0.02));
    // About 100 bodies in a cell give |V| = 0.08 sigma by chance.
    CHECK(halo.sky->spin.lambda == within(0.08, 0.15));
    CHECK(halo.sky->spin.v_over_sigma == within(0.1, 0.15));
}

TEST_CASE("lambda of an edge-on disk in rotation is 1, and decreases with its dispersion") {
    const auto disk = [](double sigma) {
        std::vector<SampledBody> bodies;
        std::mt19937 random{9};
        std::normal_distribution<double> normal;
        for (int i = 0; i < 100'000; ++i) {
            const double R = 2 * std::sqrt((i + 0.5) / 100'000), phi = 2.399963 * i;
            const glm::dvec3 v{-R * std::sin(phi), R * std::cos(phi), 0};
            bodies.push_back({{R * std::cos(phi), R * std::sin(phi), 0.05 * normal(random)},
                              v + sigma * glm::dvec3{normal(random), normal(random), normal(random)},
                              1,
                              0});
        }
        return bodies;
    };
    const double edge_on = pi_of_profiles / 2;
    const auto cold = on_the_sky(disk(0), edge_on), warm = on_the_sky(disk(1), edge_on),
               face_on = on_the_sky(disk(1), 0);
    // In rigid rotation, all bodies on a line of sight have the same velocity; cells of 1/50 of the width blur it.
    CHECK(sky_spin(cold, 1.9)->lambda > 0.995);
    CHECK(cold[7].velocity == within(cold[7].x, 1e-9));  // the half with positive x recedes
    // lambda = <R^2> / <R sqrt(R^2 + 1)> with the distances |x| of a uniform disk, seen edge-on.
    double turning = 0, moving = 0;
    for (const SkyBody& body : warm)
        if (body.distance() < 1.9) {
            turning += body.x * body.x;
            moving += std::abs(body.x) * std::sqrt(body.x * body.x + 1);
        }
    CHECK(sky_spin(warm, 1.9)->lambda == within(turning / moving, 0.02));
    CHECK(sky_spin(face_on, 1.9)->lambda < 0.1);
    CHECK(!sky_spin(warm, 0));
    CHECK(!sky_spin({}, 1));
}
