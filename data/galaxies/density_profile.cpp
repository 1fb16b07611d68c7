#include "data/galaxies/density_profile.hpp"

#include <cmath>
#include <stdexcept>

namespace milkomeda {

DensityProfile::DensityProfile(const SpheroidSpec& spec)
    : profile(*spec.profile), radius(spec.radius), edge(spec.edge.value_or(10 * spec.radius)) {}

double DensityProfile::density(double r) const {
    const double x = r / radius, cut = 1 / std::cosh(r / edge);
    switch (profile) {
        case Profile::hernquist:
            return cut / (x * (1 + x) * (1 + x) * (1 + x));
        case Profile::nfw:
            return cut / (x * (1 + x) * (1 + x));
        case Profile::plummer:
            return cut * std::pow(1 + x * x, -2.5);
        case Profile::uniform:
            return x <= 1 ? 1 : 0;
        case Profile::isothermal:
            return std::exp(-r * r / (edge * edge)) / (1 + x * x);
        case Profile::king:
            break;
    }
    throw std::logic_error("DensityProfile does not support King models, whose density depends on the potential");
}

double DensityProfile::slope(double r) const {
    const double x = r / radius, cut = -r / edge * std::tanh(r / edge);
    switch (profile) {
        case Profile::hernquist:
            return cut - 1 - 3 * x / (1 + x);
        case Profile::nfw:
            return cut - 1 - 2 * x / (1 + x);
        case Profile::plummer:
            return cut - 5 * x * x / (1 + x * x);
        case Profile::isothermal:
            return -2 * r * r / (edge * edge) - 2 * x * x / (1 + x * x);
        case Profile::uniform:
        case Profile::king:
            break;
    }
    return 0;
}

double DensityProfile::outermost() const {
    if (profile == Profile::uniform) return radius;
    // The mass outside of 4 edges, where the cutoff exp(-(r / edge)^2) is 1e-7, is below 1e-7.
    if (profile == Profile::isothermal) return 4 * edge;
    // The cutoff sech(r / edge) falls like exp(-r / edge). Without a cutoff, the mass fraction of Hernquist's
    // profile outside of r is 2 a / r, here 0.2 %.
    return std::isfinite(edge) ? 15 * edge : 1000 * radius;
}

}  // namespace milkomeda
