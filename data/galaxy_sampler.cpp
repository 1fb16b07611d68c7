#include "data/galaxy_sampler.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace milkomeda {
namespace {

using std::numbers::pi;

void recentre(std::vector<Body>& bodies) {
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

Vector3 random_direction(Random& random) {
    const double z = 2 * random.uniform() - 1;
    const double azimuth = 2 * pi * random.uniform();
    const double across = std::sqrt(1 - z * z);
    return {across * std::cos(azimuth), across * std::sin(azimuth), z};
}

// One number in each of `count` equal parts of (0, 1), in random order.
std::vector<double> shuffled_strata(std::size_t count, Random& random) {
    std::vector<double> strata;
    for (std::size_t i = 0; i < count; ++i)
        strata.push_back((static_cast<double>(i) + random.uniform()) / static_cast<double>(count));
    for (std::size_t left = count; left > 1; --left)
        std::swap(strata[left - 1], strata[random.below(static_cast<std::uint32_t>(left))]);
    return strata;
}

// Radius and speed come from a lattice in (mass, speed) space: evenly spaced in mass, by golden-ratio steps
// in speed. Bodies come in pairs, the second the first one's point reflection in position and velocity, so
// that at no radius there is a net displacement or momentum.
std::vector<Body> sample_spheroid(const KingSpheroid& spheroid, const Curve& psi, const Curve& radius_of_mass,
                                  std::size_t count, Random random) {
    constexpr double golden = std::numbers::phi - 1;
    const double first_speed = random.uniform();
    std::vector<Body> bodies;
    while (bodies.size() < count) {
        const std::size_t in_pair = std::min<std::size_t>(2, count - bodies.size());
        const double mass_fraction =
            (static_cast<double>(bodies.size()) + 0.5 * static_cast<double>(in_pair)) /
            static_cast<double>(count);
        const std::size_t pair = bodies.size() / 2;
        const double lattice = static_cast<double>(pair) * golden + first_speed;
        const double radius = radius_of_mass(mass_fraction * radius_of_mass.last_x());
        const double speed = spheroid.speed(psi(radius), lattice - std::floor(lattice));
        const Vector3 position = radius * random_direction(random);
        const Vector3 velocity = speed * random_direction(random);
        bodies.push_back({position, velocity});
        if (in_pair == 2) bodies.push_back({-position, -velocity});
    }
    recentre(bodies);
    return bodies;
}

}  // namespace

std::vector<Body> sample_disk(const GalaxyModel& model, const DiskKinematics& kinematics, std::size_t count,
                              Random random) {
    const std::vector<double> heights = shuffled_strata(count, random);
    std::vector<Body> bodies;
    for (std::size_t i = 0; i < count; ++i) {
        const double mass_fraction = (static_cast<double>(i) + random.uniform()) / static_cast<double>(count);
        const double R = model.disk.radius_enclosing(mass_fraction);
        const double z = sech2_height(2 * heights[i] - 1, ExponentialDisk::scale_height);
        const double azimuth = 2 * pi * random.uniform();

        const DiskKinematics::At at = kinematics.at(R);
        const double outwards = at.radial_dispersion * random.normal();
        const double around = kinematics.mean_rotation(at, R, z) + at.azimuthal_dispersion * random.normal();
        const double upwards = at.vertical_dispersion * random.normal();

        const double c = std::cos(azimuth), s = std::sin(azimuth);
        bodies.push_back(
            {{R * c, R * s, z}, {outwards * c - around * s, outwards * s + around * c, upwards}});
    }
    recentre(bodies);
    return bodies;
}

std::vector<Body> sample_bulge(const GalaxyModel& model, std::size_t count, Random random) {
    return sample_spheroid(model.bulge, model.psi, model.bulge_radius_of_mass, count, random);
}

std::vector<Body> sample_halo(const GalaxyModel& model, std::size_t count, Random random) {
    return sample_spheroid(model.halo, model.psi, model.halo_radius_of_mass, count, random);
}

}  // namespace milkomeda
