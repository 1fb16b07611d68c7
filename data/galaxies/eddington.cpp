#include "data/galaxies/eddington.hpp"

#include <cmath>
#include <numbers>

namespace milkomeda {

PiecewiseLinear eddington(const std::vector<double>& psi, const std::vector<double>& density_slope) {
    using std::numbers::pi, std::numbers::sqrt2;
    std::vector<double> energies{0}, f{0};
    for (std::size_t k = 0; k < psi.size(); ++k) {
        // d rho / d psi is interpolated linearly between two points, so d^2 rho / d psi^2 is constant between them. The
        // integral of 1 / sqrt(E - psi) from a to b is 2 (sqrt(E - a) - sqrt(E - b)).
        const double energy = psi[k];
        double sum = 0, a = 0, slope_a = 0;
        for (std::size_t i = 0; i <= k; ++i) {
            const double b = psi[i], slope_b = density_slope[i];
            sum += (slope_b - slope_a) / (b - a) * 2 * (std::sqrt(energy - a) - std::sqrt(energy - b));
            a = b, slope_a = slope_b;
        }
        energies.push_back(energy);
        f.push_back(sum / (2 * sqrt2 * pi * pi));
    }
    return {energies, f};
}

}  // namespace milkomeda
