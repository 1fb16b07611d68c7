#include "data/search/pair_box.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr double branches = 4;

constexpr std::size_t index_of(PairUnknown unknown) { return static_cast<std::size_t>(unknown); }
constexpr std::size_t of_galaxy(PairUnknown first, std::size_t galaxy) { return index_of(first) + galaxy; }

bool is_symmetric(const ValueRange& range) {
    constexpr double tolerance = 0.01;
    return range.least < 0 && std::abs(range.least + range.most) <= tolerance * (range.most - range.least);
}

glm::dvec3 spin_axis(double tilt, double angle) {
    const double theta = glm::radians(tilt), phi = glm::radians(angle);
    return {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
}

}  // namespace

PairBox::PairBox(const ObservedPair& pair, std::optional<double> radial_velocity, RigidGalaxy rigid_galaxies)
    : separation_{pair.separation}, rigid_galaxies_{rigid_galaxies}, box_(pair_unknowns) {
    const auto set = [this](std::size_t i, const ValueRange& range) { box_[i] = {range.least, range.most}; };
    set(index_of(PairUnknown::z), pair.z);
    set(index_of(PairUnknown::vx), pair.vx), set(index_of(PairUnknown::vy), pair.vy);
    set(index_of(PairUnknown::vz), pair.vz);
    for (std::size_t g = 0; g < 2; ++g) {
        const ObservedGalaxy& galaxy = pair.galaxies[g];
        if (!(galaxy.semi_major > 0 && galaxy.semi_minor > 0))
            throw std::invalid_argument(fmt::format("the ellipse of galaxy {} has no size; set its axes", g + 1));
        set(of_galaxy(PairUnknown::mass1, g), galaxy.mass);
        set(of_galaxy(PairUnknown::radius1, g), galaxy.radius);
        set(of_galaxy(PairUnknown::angle1, g),
            {galaxy.position_angle - ellipse_tolerance, galaxy.position_angle + ellipse_tolerance});
        box_[of_galaxy(PairUnknown::tilt1, g)] = {0, branches, true};
        inclination_[g] = glm::degrees(std::acos(std::min(1.0, galaxy.semi_minor / galaxy.semi_major)));
    }
    folded_ = is_symmetric(pair.z) && is_symmetric(pair.vz);
    if (folded_) box_[index_of(PairUnknown::z)] = {0, std::max(-pair.z.least, pair.z.most)};
    if (radial_velocity) vz_ = *radial_velocity / encounter_km_s;
    require_valid(box_);
    whole_box_ = box_;
}

void PairBox::pin(PairUnknown unknown, const ValueRange& range) {
    SearchDimension& bounds = box_[index_of(unknown)];
    const SearchDimension& whole = whole_box_[index_of(unknown)];
    if (!(range.least <= range.most && range.least >= whole.least && range.most <= whole.most))
        throw std::invalid_argument(fmt::format("{} cannot be searched from {} to {}; its range is {} to {}",
                                                name_of(unknown), short_number(range.least), short_number(range.most),
                                                short_number(whole.least), short_number(whole.most)));
    bounds.least = range.least, bounds.most = range.most;
}

double PairBox::tilt(const SearchPoint& point, std::size_t galaxy) const {
    const double value = point[of_galaxy(PairUnknown::tilt1, galaxy)];
    const double branch = std::clamp(std::floor(value), 0.0, branches - 1);
    const double i = inclination_[galaxy], change = (2 * (value - branch) - 1) * ellipse_tolerance;
    const std::array<double, 4> tilts{i, 180 - i, 180 + i, 360 - i};
    return tilts[static_cast<std::size_t>(branch)] + change;
}

double PairBox::least_radius() const {
    return std::min(whole_box_[index_of(PairUnknown::radius1)].least, whole_box_[index_of(PairUnknown::radius2)].least);
}

EncounterParameters PairBox::decode(const SearchPoint& point) const {
    const auto value = [&point](PairUnknown unknown) { return point[index_of(unknown)]; };
    EncounterParameters encounter;
    encounter.rigid_galaxies = rigid_galaxies_;
    encounter.position = {separation_, value(PairUnknown::z)};
    encounter.velocity = {value(PairUnknown::vx), value(PairUnknown::vy), value(PairUnknown::vz)};
    for (std::size_t g = 0; g < 2; ++g)
        encounter.galaxies[g] = {.mass = point[of_galaxy(PairUnknown::mass1, g)],
                                 .radius = point[of_galaxy(PairUnknown::radius1, g)],
                                 .position_angle = point[of_galaxy(PairUnknown::angle1, g)],
                                 .tilt = tilt(point, g)};
    const bool has_wrong_sign = folded_ && vz_ && encounter.velocity.z * *vz_ < 0;
    return has_wrong_sign ? milkomeda::mirrored(encounter) : encounter;
}

SearchPoint PairBox::mirrored(SearchPoint point) const {
    point[index_of(PairUnknown::z)] *= -1;
    point[index_of(PairUnknown::vz)] *= -1;
    for (const PairUnknown unknown : {PairUnknown::tilt1, PairUnknown::tilt2})
        point[index_of(unknown)] = branches - point[index_of(unknown)];
    return point;
}

double PairBox::velocity_penalty(const SearchPoint& point) const {
    if (!vz_) return 0;
    constexpr double share = 0.3, least_km_s = 60;
    const double vz = point[index_of(PairUnknown::vz)];
    const double difference = folded_ ? std::abs(vz) - std::abs(*vz_) : vz - *vz_;
    const double deviation = difference / std::max(share * std::abs(*vz_), least_km_s / encounter_km_s);
    return deviation * deviation;
}

bool PairBox::have_same_spins(const SearchPoint& a, const SearchPoint& b) const {
    constexpr double most_degrees = 45;
    for (std::size_t g = 0; g < 2; ++g) {
        const std::size_t angle = of_galaxy(PairUnknown::angle1, g);
        if (glm::dot(spin_axis(tilt(a, g), a[angle]), spin_axis(tilt(b, g), b[angle])) <
            std::cos(glm::radians(most_degrees)))
            return false;
    }
    return true;
}

double PairBox::distance(const SearchPoint& a, const SearchPoint& b) const {
    double sum = 0;
    constexpr std::size_t compared = index_of(PairUnknown::angle1);
    for (std::size_t i = 0; i < compared; ++i) {
        const double width = whole_box_[i].width();
        if (width > 0) sum += (a[i] - b[i]) * (a[i] - b[i]) / (width * width);
    }
    return std::sqrt(sum / compared);
}

}  // namespace milkomeda
