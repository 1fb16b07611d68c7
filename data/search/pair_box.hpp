// The unknowns of an encounter, and the box in which they are searched.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "data/base/names.hpp"
#include "data/encounter/encounter_parameters.hpp"
#include "data/match/pair_files.hpp"
#include "data/search/search_box.hpp"

namespace milkomeda {

// Coordinates of a search point, in this order. A tilt has four branches, because a disk with the observed axis ratio
// has two possible tilts and two possible spins: branch + (0 to 1) is 0 to 4.
enum class PairUnknown { z, vx, vy, vz, mass1, mass2, radius1, radius2, angle1, angle2, tilt1, tilt2 };
template <>
inline constexpr std::array<std::string_view, 12> names<PairUnknown>{
    "z", "vx", "vy", "vz", "mass1", "mass2", "radius1", "radius2", "angle1", "angle2", "tilt1", "tilt2"};
inline constexpr std::size_t pair_unknowns = names<PairUnknown>.size();

// Position angle and tilt are searched within this range of the observed ellipse, in degrees.
inline constexpr double ellipse_tolerance = 12;

// Box of the unknowns of a pair. Because every encounter has a mirror image with the same picture, the box contains
// only z >= 0 if the ranges of z and v_z are symmetric.
class PairBox {
  public:
    // `radial_velocity` is the measured radial velocity of galaxy 1 minus that of galaxy 2, in km/s; it is an estimate
    // of v_z. Throws std::invalid_argument if a range is invalid, or an ellipse has no axes.
    explicit PairBox(const ObservedPair& pair, std::optional<double> radial_velocity = {},
                     RigidGalaxy rigid_galaxies = RigidGalaxy::archive);

    RigidGalaxy rigid_galaxies() const { return rigid_galaxies_; }  // of all encounters of the box
    const SearchBox& box() const { return box_; }
    const SearchBox& whole_box() const { return whole_box_; }  // without pins
    // Restricts an unknown to a range, or to a value if both are equal. Throws std::invalid_argument if the range is
    // not within the box.
    void pin(PairUnknown unknown, const ValueRange& range);

    double least_radius() const;  // of both disks
    // True if the box contains only one encounter of each mirror pair.
    bool is_folded() const { return folded_; }
    // Returns the encounter of a point. If the velocity is measured and the box is folded, returns the mirror image
    // whose v_z has the measured sign.
    EncounterParameters decode(const SearchPoint& point) const;
    // Returns the point of the mirror image, which is outside of a folded box.
    SearchPoint mirrored(SearchPoint point) const;
    // Returns what the score loses because v_z differs from the measured velocity: the square of the difference in
    // units of 0.3 of the velocity, but at least 60 km/s; 0 without a measured velocity.
    double velocity_penalty(const SearchPoint& point) const;

    // Returns true if both disks of two points have nearly the same spin axes: at most 45 degrees apart.
    bool have_same_spins(const SearchPoint& a, const SearchPoint& b) const;
    // Returns the root mean square of the differences of z, velocities, masses and radii in units of the widths of the
    // box without pins.
    double distance(const SearchPoint& a, const SearchPoint& b) const;

  private:
    double tilt(const SearchPoint& point, std::size_t galaxy) const;

    glm::dvec2 separation_;
    RigidGalaxy rigid_galaxies_;
    std::array<double, 2> inclination_{};  // of the observed ellipses, degrees
    SearchBox box_, whole_box_;
    std::optional<double> vz_;  // measured, model units
    bool folded_ = false;
};

}  // namespace milkomeda
