// A galaxy as an observer sees it: positions on the sky and velocities along the line of sight.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "data/profiles/galaxy_sample.hpp"
#include "data/profiles/radial_bins.hpp"

namespace milkomeda {

// A body on the sky, in model units. The x axis is the line of nodes of the disk, on the half that recedes from the
// observer because of the rotation.
struct SkyBody {
    double x, y, mass;
    double velocity;  // away from the observer

    double distance() const;  // from the center, on the sky
};

// Returns the bodies on the sky of an observer whose direction has the angle `inclination` in radians to the spin axis:
// 0 is face-on. The x axis of the galaxy lies in the plane of the sky.
std::vector<SkyBody> on_the_sky(std::span<const SampledBody> bodies, double inclination);

// Sums over the bodies in a ring on the sky. Means are weighted by mass, and NaN without mass.
struct SkyRing {
    std::size_t bodies = 0;
    double mass = 0;
    double rotation = 0;    // mean velocity; of bodies with negative x, the velocity has the opposite sign
    double dispersion = 0;  // standard deviation of the velocity; NaN for fewer than two bodies
};
std::vector<SkyRing> sky_rings(std::span<const SkyBody> bodies, const RadialBins& bins);

// Returns the distance on the sky in which half of the mass lies; NaN without mass.
double half_mass_radius(std::span<const SkyBody> bodies);

// Ordered and random motion of a galaxy, from the mean velocity V, the dispersion sigma and the mass M of square cells
// at the distance R from the center.
struct SkySpin {
    double lambda;  // sum of M R |V| / sum of M R sqrt(V^2 + sigma^2) (Emsellem et al. 2007, MNRAS 379, 401, eq. 6)
    double v_over_sigma;  // root of the sum of M V^2 / sum of M sigma^2 (Binney 2005, MNRAS 363, 937)
};
// Measures the bodies within `radius`. A row of cells has floor(sqrt(4 N / (100 pi))) cells for N bodies, but at least
// 4 and at most 50, so that a cell contains about 100 bodies: the mean velocity of n bodies without rotation is 0.8
// sigma / sqrt(n) by chance, so lambda is 0.08 without rotation. Returns an empty optional without mass in the radius.
std::optional<SkySpin> sky_spin(std::span<const SkyBody> bodies, double radius);

// The surface density exp(-b (R / R_e)^(1 / n) + b) times the density at the effective radius R_e (Sersic 1963).
struct SersicFit {
    double index;                       // n
    double effective_radius, density;   // R_e, which contains half of the mass of the fit, and the density there
    double inner_radius, outer_radius;  // range of the fitted bins
};
// Returns b_n, for which R_e contains half of the mass: the first four terms of the series of Ciotti & Bertin (1999,
// A&A 352, 447, eq. 18), with a relative error of 1e-6 for n = 1 and less for larger n.
double sersic_b(double index);
// Fits the logarithms of the surface densities of the rings at the middles of the bins by least squares. The weight of
// a ring is its number of bodies, the inverse variance of the logarithm. Rings with fewer than 10 bodies do not count.
// The index lies between 0.5 and 10. Returns an empty optional for fewer than 4 rings, or if the density does not
// decrease.
std::optional<SersicFit> fit_sersic(std::span<const SkyRing> rings, const RadialBins& bins);

}  // namespace milkomeda
