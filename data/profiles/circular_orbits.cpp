#include "data/profiles/circular_orbits.hpp"

#include <cmath>

#include "data/profiles/mean_attraction.hpp"
#include "data/profiles/ring_attraction.hpp"

namespace milkomeda {

std::vector<double> CircularOrbits::epicyclic_frequencies(const RadialBins& bins) const {
    std::vector<double> frequencies;
    for (std::size_t bin = 0; bin < total.size(); ++bin) {
        const bool is_last = bin + 1 == total.size();
        const std::size_t after = is_last ? bin : bin + 1;
        const double inner_radius = bin == 0 ? 0 : bins.middle(bin - 1), inner_square = bin == 0 ? 0 : total[bin - 1];
        const double slope = (total[after] - inner_square) / (bins.middle(after) - inner_radius);
        const double radius = bins.middle(bin);
        frequencies.push_back(std::sqrt(2 * total[bin] / (radius * radius) + slope / radius));
    }
    return frequencies;
}

CircularOrbits circular_orbits(const BodyRows& rows, const std::string& galaxy, const GalaxySample& sample,
                               const RadialBins& bins, const OrbitGravity& gravity) {
    std::vector<double> radii;
    for (std::size_t bin = 0; bin < bins.count; ++bin) radii.push_back(bins.middle(bin));
    CircularOrbits orbits{std::vector<double>(bins.count), {}};
    const auto add = [&](std::size_t count, const std::function<glm::dvec4(std::size_t)>& body, double length) {
        std::vector<double> squares =
            (gravity.is_fast ? mean_accelerations : inward_accelerations)(count, body, radii, length);
        for (std::size_t bin = 0; bin < bins.count; ++bin) {
            squares[bin] *= gravity.constant * radii[bin];
            orbits.total[bin] += squares[bin];
        }
        return squares;
    };
    for (const GalaxySample::Group& group : sample.groups) {
        const std::span<const SampledBody> bodies = sample.bodies_of(group);
        const auto body = [bodies](std::size_t i) { return glm::dvec4{bodies[i].position, bodies[i].mass}; };
        orbits.components.push_back(add(group.count, body, gravity.softening));
    }
    for (const Component& component : rows.components) {
        if (component.galaxy == galaxy && !component.perturber) continue;
        const auto body = [&](std::size_t i) {
            const Float4& row = rows.positions[component.first + i];
            return glm::dvec4{sample.frame.position(vector_of(row)), row.w};
        };
        add(component.count, body, component.perturber ? double{component.perturber->softening} : gravity.softening);
    }
    return orbits;
}

}  // namespace milkomeda
