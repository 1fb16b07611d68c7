// The potential that the rigid galaxies of the published encounters share.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"

namespace milkomeda {

// The two published variants of SPAM differ in softening and friction. `fortran` is the Fortran code; `archive` is the
// code of the web page of Galaxy Zoo: Mergers, with which the published models were made.
enum class PublishedCode { fortran, archive };
template <>
inline constexpr std::array<std::string_view, 2> names<PublishedCode>{"fortran", "archive"};

// Tables of a spherical galaxy of mass 1: halo, disk (as a sphere) and bulge (Wallin, Holincheck and Harvey 2016,
// Astronomy and Computing 16, 26). A galaxy of mass m has m times the attraction; the radius of its disk has no
// influence. The mass ends at r = 2. The tables have bins of 0.001; a look-up returns the value at the bin's upper
// edge. Beyond r = 10 the last bin is used, as in the published codes.
class GalaxyPotential {
  public:
    explicit GalaxyPotential(PublishedCode code);

    PublishedCode code() const { return code_; }
    double attraction(double r) const { return attraction_[bin(r)]; }  // acceleration toward the center
    // Density and velocity dispersion for the friction of galaxy 2. The published codes divide the enclosed mass by the
    // volume of a single shell and use the variance as the dispersion; the tables contain these values.
    double density(double r) const { return density_[bin(r)]; }
    double dispersion(double r) const { return dispersion_[bin(r)]; }
    double circular_speed(double r, double mass) const;

    // Returns attraction(r) / r, interpolated linearly between the centers of bins, for tables with fewer entries. `r`
    // must be at most mass_edge; at r = 0 the result is finite.
    double smooth_attraction_over_r(double r) const;
    static constexpr double mass_edge = 2;
    double mass_within_edge() const { return mass_within_edge_; }  // slightly below 1 because of numerical integration

    static constexpr double bin_width = 1e-3;
    std::span<const double> attractions() const { return attraction_; }
    std::span<const double> densities() const { return density_; }
    std::span<const double> dispersions() const { return dispersion_; }

  private:
    static std::size_t bin(double r);
    void fill(const std::vector<double>& mass);

    PublishedCode code_;
    std::vector<double> attraction_, density_, dispersion_;
    double mass_within_edge_ = 1;
};

// Returns the tables of a code. They are computed at the first call.
const GalaxyPotential& potential_of(PublishedCode code);

}  // namespace milkomeda
