#include "data/neighbors/kennicutt_schmidt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "data/base/units.hpp"
#include "data/neighbors/star_formation.hpp"

namespace milkomeda {
namespace {

constexpr double merged_kpc = 3;       // distance of centers, as in merger_separation of app/diagnostics/merger.hpp
constexpr double forming_share = 0.9;  // share of the star formation inside the radius of the global values
constexpr double pc2_per_kpc2 = 1e6;

// A particle of gas. `mass` is in solar masses, `rate` in solar masses per year.
struct FormingGas {
    std::size_t row;
    double mass, rate;
};

// A galaxy, or several merged galaxies.
struct GasSystem {
    std::vector<std::string> galaxies;
    glm::dvec3 center;  // in model units
    std::vector<FormingGas> gas;
};

std::vector<FormingGas> forming_gas(const BodyRows& rows, const std::string& galaxy) {
    std::vector<FormingGas> gas;
    for (const Component& component : rows.components) {
        if (!is_gas(component) || component.galaxy != galaxy) continue;
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            const double mass = rows.positions[row].w, length = rows.velocities[row].w;
            if (!(length > 0)) continue;  // a young star, or gas with an unknown smoothing length
            const double solar = mass * solar_masses_per_mass;
            const double share = formation_rate(surface_density_of_gas(mass, length));
            gas.push_back({row, solar, share * solar / (1e6 * myr_per_time)});
        }
    }
    return gas;
}

std::vector<GasSystem> gas_systems(const BodyRows& rows) {
    std::vector<GasSystem> systems;
    for (const std::string& galaxy : galaxies(rows)) {
        std::vector<FormingGas> gas = forming_gas(rows, galaxy);
        if (gas.empty()) continue;
        const glm::dvec3 center = center_of_galaxy(rows, galaxy);
        const auto merged = std::ranges::find_if(systems, [&](const GasSystem& other) {
            return glm::distance(other.center, center) < merged_kpc / kpc_per_length;
        });
        if (merged == systems.end()) {
            systems.push_back({{galaxy}, center, std::move(gas)});
            continue;
        }
        merged->galaxies.push_back(galaxy);
        merged->gas.insert(merged->gas.end(), gas.begin(), gas.end());
    }
    return systems;
}

// Returns the smallest distance within which the share `forming_share` of the stars forms; infinity if no stars form.
// `distance` returns the distance of a row.
template <typename Distance>
double forming_radius(const std::vector<FormingGas>& gas, Distance distance) {
    struct Ring {
        double radius, rate;
    };
    std::vector<Ring> rings;
    double all = 0;
    for (const FormingGas& particle : gas) {
        if (!(particle.rate > 0)) continue;
        rings.push_back({distance(particle.row), particle.rate});
        all += particle.rate;
    }
    std::ranges::sort(rings, {}, &Ring::radius);
    double inside = 0;
    for (const Ring& ring : rings)
        if (inside += ring.rate; inside >= forming_share * all) return ring.radius;
    return std::numeric_limits<double>::infinity();
}

// Returns the directions of the view along the spin axis of the gas.
DiskAxes face_on(const BodyRows& rows, const GasSystem& system) {
    const auto from_center = [&](std::size_t row) { return vector_of(rows.positions[row]) - system.center; };
    const double radius = forming_radius(system.gas, [&](std::size_t row) { return glm::length(from_center(row)); });
    // Momentum and angular momentum relative to a center at rest; the spin excludes the motion of the whole gas.
    glm::dvec3 momentum{0}, angular_momentum{0}, place{0};
    double mass = 0;
    for (const FormingGas& particle : system.gas) {
        const glm::dvec3 position = from_center(particle.row);
        if (glm::length(position) > radius) continue;
        const glm::dvec3 velocity = vector_of(rows.velocities[particle.row]);
        mass += particle.mass;
        place += particle.mass * position;
        momentum += particle.mass * velocity;
        angular_momentum += particle.mass * glm::cross(position, velocity);
    }
    const glm::dvec3 spin = mass > 0 ? angular_momentum - glm::cross(place, momentum) / mass : glm::dvec3{0};
    const double length = glm::length(spin);
    return disk_axes(length > 0 ? spin / length : glm::dvec3{0, 0, 1});
}

// Squares of 1 kpc around the center of a galaxy.
class SquareGrid {
  public:
    // Spreads mass and rate of a particle at (x, y) over the squares whose centers are nearer than `length`, all in
    // kpc, with the kernel (1 - q)^4 (1 + 4 q) of the gas. If there is no such square, its own square gets everything.
    void spread(double x, double y, double length, const FormingGas& particle) {
        // Squares far outside the grid need no weights, but the conversion to int must not overflow.
        if (std::max(std::abs(x), std::abs(y)) > half + length) return;
        const auto cell = [](double at) { return static_cast<int>(std::floor(at)); };
        const int left = cell(x - length), right = cell(x + length), low = cell(y - length), high = cell(y + length);
        weights_.clear();
        double sum = 0;
        for (int j = low; j <= high; ++j)
            for (int i = left; i <= right; ++i) {
                const double dx = i + 0.5 - x, dy = j + 0.5 - y, q = std::sqrt(dx * dx + dy * dy) / length;
                const double rest = q < 1 ? (1 - q) * (1 - q) : 0;
                sum += weights_.emplace_back(rest * rest * (1 + 4 * q));
            }
        if (!(sum > 0)) return add(cell(x), cell(y), 1, particle);
        auto weight = weights_.begin();
        for (int j = low; j <= high; ++j)
            for (int i = left; i <= right; ++i) add(i, j, *weight++ / sum, particle);
    }

    // Returns the squares with at least `least_gas` of gas, row by row.
    std::vector<SchmidtPoint> points() const {
        std::vector<SchmidtPoint> found;
        std::ranges::copy_if(squares_, std::back_inserter(found),
                             [](const SchmidtPoint& point) { return point.gas >= GalaxySchmidtPoints::least_gas; });
        return found;
    }

  private:
    static constexpr int half = 64;  // squares from the center to the edge

    void add(int i, int j, double share, const FormingGas& particle) {
        if (i < -half || i >= half || j < -half || j >= half) return;
        SchmidtPoint& square =
            squares_[static_cast<std::size_t>(j + half) * 2 * half + static_cast<std::size_t>(i + half)];
        square.gas += share * particle.mass / pc2_per_kpc2;
        square.rate += share * particle.rate;
    }

    std::vector<double> weights_;  // weights of the squares around the present particle
    std::vector<SchmidtPoint> squares_ = std::vector<SchmidtPoint>(std::size_t{4} * half * half);
};

GalaxySchmidtPoints points_of(const BodyRows& rows, const GasSystem& system) {
    const DiskAxes view = face_on(rows, system);
    const auto seen = [&](std::size_t row) {
        const glm::dvec3 position = kpc_per_length * (vector_of(rows.positions[row]) - system.center);
        return glm::dvec2{glm::dot(position, view.x), glm::dot(position, view.y)};
    };
    GalaxySchmidtPoints found{.galaxies = system.galaxies, .squares = {}};
    SquareGrid grid;
    for (const FormingGas& particle : system.gas) {
        const glm::dvec2 at = seen(particle.row);
        grid.spread(at.x, at.y, kpc_per_length * rows.velocities[particle.row].w, particle);
    }
    found.squares = grid.points();
    const double radius = forming_radius(system.gas, [&](std::size_t row) { return glm::length(seen(row)); });
    if (!(radius > 0) || !std::isfinite(radius)) return found;
    found.radius = radius;
    SchmidtPoint mean;
    const double area = std::numbers::pi * radius * radius;  // in square kiloparsecs
    for (const FormingGas& particle : system.gas) {
        if (glm::length(seen(particle.row)) > radius) continue;
        mean.gas += particle.mass / (pc2_per_kpc2 * area);
        mean.rate += particle.rate / area;
    }
    found.mean = mean;
    return found;
}

}  // namespace

double kennicutt_rate(double gas) { return 2.5e-4 * std::pow(gas, 1.4); }

std::vector<GalaxySchmidtPoints> kennicutt_schmidt(const BodyRows& rows) {
    std::vector<GalaxySchmidtPoints> found;
    for (const GasSystem& system : gas_systems(rows)) found.push_back(points_of(rows, system));
    return found;
}

}  // namespace milkomeda
