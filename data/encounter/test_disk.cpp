#include "data/encounter/test_disk.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace milkomeda {

std::vector<DiskSample> disk_samples(std::size_t count) {
    constexpr double plastic = 1.32471795724474602596;  // root of x^3 = x + 1
    const auto part_of_one = [](double x) { return x - std::floor(x); };
    std::vector<DiskSample> samples;
    for (std::size_t i = 1; i <= count; ++i)
        samples.push_back({part_of_one(0.5 + static_cast<double>(i) / plastic),
                           part_of_one(0.5 + static_cast<double>(i) / (plastic * plastic))});
    return samples;
}

double inner_radius(const EncounterGalaxy& galaxy) {
    constexpr double usual = 0.05, least_share = 0.075, most_share = 0.1;
    return std::clamp(usual, least_share * galaxy.radius, most_share * galaxy.radius);
}

DiskPlane disk_plane(const EncounterGalaxy& galaxy) {
    const double tilt = glm::radians(galaxy.tilt), turn = glm::radians(galaxy.position_angle);
    return {{std::cos(tilt) * std::cos(turn), std::cos(tilt) * std::sin(turn), -std::sin(tilt)},
            {-std::sin(turn), std::cos(turn), 0}};
}

std::vector<PhasePoint> test_disk(const EncounterGalaxy& galaxy, const GalaxyPotential& potential,
                                  const std::vector<DiskSample>& samples) {
    const auto [x_axis, y_axis] = disk_plane(galaxy);
    const double inner = inner_radius(galaxy);
    std::vector<PhasePoint> disk;
    for (const DiskSample& sample : samples) {
        const double radius = std::lerp(inner, galaxy.radius, sample.radius);
        const double angle = 2 * std::numbers::pi * sample.turn, speed = potential.circular_speed(radius, galaxy.mass);
        disk.push_back({radius * (std::cos(angle) * x_axis + std::sin(angle) * y_axis),
                        speed * (std::cos(angle) * y_axis - std::sin(angle) * x_axis)});
    }
    return disk;
}

}  // namespace milkomeda
