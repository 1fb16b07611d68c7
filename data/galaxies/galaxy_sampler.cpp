#include "data/galaxies/galaxy_sampler.hpp"

#include <cmath>
#include <numbers>

#include "data/galaxies/softened_pull.hpp"

namespace milkomeda {
namespace {

using std::numbers::pi;

void recenter(std::vector<Body>& bodies) {
    Body mean;
    for (const Body& body : bodies) {
        mean.position = mean.position + body.position;
        mean.velocity = mean.velocity + body.velocity;
    }
    const double weight = 1.0 / static_cast<double>(bodies.size());
    for (Body& body : bodies) {
        body.position = body.position - weight * mean.position;
        body.velocity = body.velocity - weight * mean.velocity;
    }
}

glm::dvec3 random_direction(Random& random) {
    const double z = 2 * random.uniform() - 1;
    const double azimuth = 2 * pi * random.uniform();
    const double across = std::sqrt(1 - z * z);
    return {across * std::cos(azimuth), across * std::sin(azimuth), z};
}

// Returns the i-th number of a sequence that fills the interval (0, 1) evenly. Every range of consecutive numbers also
// fills the interval evenly.
double even(double start, std::size_t i, double step) {
    const double sum = start + static_cast<double>(i) * step;
    return sum - std::floor(sum);
}

}  // namespace

std::vector<Body> sample_disk(const GalaxyModel& model, double softening, std::size_t count, const Random& random,
                              const ReportProgress& report) {
    const DiskDistribution distribution{DiskKinematics(model, softening)};

    // The bodies are spread more evenly than random bodies. Their radii are evenly spaced in mass. From body to body,
    // guiding radius and height advance by steps that fill a square evenly (Roberts 2018: 1/p, 1/p^2 with p^3 = p + 1).
    constexpr double plastic = 1.32471795724474602596;
    Random starts = random;
    const double first_height = starts.uniform(), first_guide = starts.uniform();
    std::vector<Body> bodies(count);
    const auto body = [&](std::size_t i) -> Body {
        Random own = random.of(i);
        const double R =
            distribution.radius_enclosing((static_cast<double>(i) + own.uniform()) / static_cast<double>(count));
        const double azimuth = 2 * pi * own.uniform();
        const double guide = distribution.guiding_radius(R, even(first_guide, i, 1 / plastic));

        // Stars with smaller guiding radii have larger vertical velocities and so reach greater heights.
        const double upwards = distribution.vertical_dispersion(guide);
        const double height = upwards / distribution.mean_vertical_dispersion(R) * model.disk->scale_height();
        const double z = sech2_height(2 * even(first_height, i, 1 / (plastic * plastic)) - 1, height);

        const double around = distribution.angular_momentum(guide) / R;
        const double outwards = distribution.radial_dispersion(guide) * own.normal();
        const double c = std::cos(azimuth), s = std::sin(azimuth);
        return {{R * c, R * s, z}, {outwards * c - around * s, outwards * s + around * c, upwards * own.normal()}};
    };
    parallel_for(
        count,
        [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) bodies[i] = body(i);
        },
        report);
    recenter(bodies);
    return bodies;
}

// The particles are spread more evenly than random bodies: radii are evenly spaced in mass, azimuths advance by
// golden-ratio steps with a small random part, which breaks up the spiral pattern of these steps, and heights advance
// by steps that fill the layer evenly.
// The clouds are randomly placed in azimuth, and evenly spaced in mass by their radius. Bodies with consecutive numbers
// form a cloud.
std::vector<Body> sample_gas(const GasDisk& gas, const Clouds& clouds, std::size_t count, const Random& random,
                             const ReportProgress& report) {
    constexpr double golden = std::numbers::phi - 1, height_step = std::numbers::sqrt2 - 1, azimuth_noise = 0.05;
    Random starts = random;
    const double first_azimuth = starts.uniform(), first_height = starts.uniform();
    std::vector<Body> bodies(count);
    // Returns a place whose radius encloses a fraction of the gas between i / among and (i + 1) / among.
    const auto place = [&](std::size_t i, std::size_t among, Random& own, double azimuth) {
        const double R = gas.radius_enclosing((static_cast<double>(i) + own.uniform()) / static_cast<double>(among));
        return glm::dvec2{R * std::cos(azimuth), R * std::sin(azimuth)};
    };
    const auto in_cloud = [&](std::size_t i, Random& own) {
        const std::size_t cloud = i * clouds.count / count;
        Random of_cloud = random.of(count + cloud);
        const double azimuth = 2 * pi * of_cloud.uniform();
        return place(cloud, clouds.count, of_cloud, azimuth) + clouds.size * glm::dvec2{own.normal(), own.normal()};
    };
    const auto body = [&](std::size_t i) -> Body {
        Random own = random.of(i);
        const glm::dvec2 in_plane =
            clouds.count > 0
                ? in_cloud(i, own)
                : place(i, count, own, 2 * pi * even(first_azimuth, i, golden) + azimuth_noise * own.normal());
        const double R = glm::length(in_plane);
        const double rank = 2 * even(first_height, i, height_step) - 1;
        const double z = std::copysign(gas.height(R, std::abs(rank)), rank), around = gas.rotation_speed(R);
        return {{in_plane, z}, {around * glm::dvec2{-in_plane.y, in_plane.x} / R, 0}};
    };
    parallel_for(
        count,
        [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) bodies[i] = body(i);
        },
        report);
    recenter(bodies);
    return bodies;
}

// The bodies are spread more evenly than random bodies: radii are evenly spaced in mass, and speeds advance by
// golden-ratio steps. Bodies come in pairs: the second body is the point reflection of the first in position and
// velocity, so that the mean displacement and momentum are zero at every radius.
std::vector<Body> sample_spheroid(const GalaxyModel& model, const Spheroid& spheroid, double softening,
                                  std::size_t count, const Random& random, const ReportProgress& report) {
    constexpr double golden = std::numbers::phi - 1;
    const PiecewiseLinear softened = softened_speeds(model, spheroid, softening);
    Random starts = random;
    const double first_speed = starts.uniform();
    std::vector<Body> bodies(count);
    const auto body = [&](std::size_t i) -> Body {
        Random own = random.of(i);
        const double in_pair = i + 1 < count ? 2 : 1;
        const double mass_fraction = (static_cast<double>(i) + 0.5 * in_pair) / static_cast<double>(count);
        const double radius = spheroid.radius_of_mass(mass_fraction * spheroid.radius_of_mass.last_x());
        const glm::dvec3 position = radius * random_direction(own);
        if (spheroid.dispersion)
            return {position, *spheroid.dispersion * glm::dvec3{own.normal(), own.normal(), own.normal()}};
        const double speed = softened(radius) * spheroid.speed(model.psi(radius), even(first_speed, i / 2, golden));
        return {position, speed * random_direction(own)};
    };
    parallel_for(
        count,
        // begin is even, so that both bodies of a pair belong to one range
        [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; i += 2) {
                bodies[i] = body(i);
                if (i + 1 < end) bodies[i + 1] = {-bodies[i].position, -bodies[i].velocity};
            }
        },
        report);
    recenter(bodies);
    return bodies;
}

}  // namespace milkomeda
