#include "app/commands/confirm_score.hpp"

#include <fmt/format.h>

#include "app/io/gray_file.hpp"
#include "data/encounter/encounter.hpp"
#include "data/live/live_encounter.hpp"
#include "data/match/picture_marks.hpp"
#include "data/particles/structure.hpp"

namespace milkomeda {
namespace {

// Adds the places of the disk's bodies relative to `center`, shifted by `shift`, in units of encounters.
void add_disk(const ParticleSet& particles, std::size_t galaxy, const glm::dvec3& center, const glm::dvec3& shift,
              DiskPlaces::Disk& disk) {
    for (const Component& component : particles.components) {
        if (component.name != "disk" || component.galaxy != fmt::format("galaxy-{}", galaxy + 1)) continue;
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            const glm::dvec3 place = (vector_of(particles.positions[row]) - center) / live_length + shift;
            disk.x.push_back(static_cast<float>(place.x));
            disk.y.push_back(static_cast<float>(place.y));
        }
    }
}

void add_particles(const std::vector<PhasePoint>& points, const glm::dvec3& shift, DiskPlaces::Disk& disk) {
    for (const PhasePoint& point : points) {
        disk.x.push_back(static_cast<float>(point.position.x + shift.x));
        disk.y.push_back(static_cast<float>(point.position.y + shift.y));
    }
}

}  // namespace

DiskPlaces places_of(const ParticleSet& start, const ParticleSet& now) {
    DiskPlaces places;
    const glm::dvec3 first = center_of_galaxy(now, "galaxy-1"), second = center_of_galaxy(now, "galaxy-2");
    for (std::size_t g = 0; g < 2; ++g) {
        add_disk(now, g, first, glm::dvec3{0}, places.present[g]);
        add_disk(start, g, center_of_galaxy(start, fmt::format("galaxy-{}", g + 1)),
                 g == 0 ? glm::dvec3{0} : (second - first) / live_length, places.undisturbed[g]);
    }
    return places;
}

DiskPlaces places_of(const EncounterParameters& parameters) {
    constexpr std::size_t particles = 1500;  // of each disk
    const GalaxyPotential& potential = potential_of(parameters.rigid_galaxies);
    const EncounterStates states = run_encounter(parameters, {particles, particles});
    DiskPlaces places;
    for (std::size_t g = 0; g < 2; ++g) {
        add_particles(states.disks[g], glm::dvec3{0}, places.present[g]);
        add_particles(test_disk(parameters.galaxies[g], potential, disk_samples(particles)),
                      g == 0 ? glm::dvec3{0} : states.galaxy2.position, places.undisturbed[g]);
    }
    return places;
}

std::optional<ConfirmPicture> picture_of(const ConfirmOptions& options, const EncounterParameters& parameters) {
    if (options.picture_file.empty()) return {};
    const PairFiles files = read_pair(options.pair_file);
    const GrayPicture picture = reduced(read_gray_file(options.picture_file));
    try {
        PictureMarks marks = marks_of(files, picture);
        marks.pair.separation = glm::dvec2{parameters.position};
        GrayPicture cleaned = clean(picture, marks.mask);
        MatchTarget target = match_target(cleaned, marks.pair, marks.is_mirrored);
        return ConfirmPicture{std::move(cleaned), std::move(target)};
    } catch (const std::invalid_argument& error) {
        throw UsageError(fmt::format("--picture {}: {}", options.picture_file.string(), error.what()));
    }
}

MatchTerms score_of(const DiskPlaces& places, const MatchTarget& target) {
    const auto disk = [](const DiskPlaces::Disk& of) { return DiskPositions{of.x, of.y}; };
    const ModelParticles model{{disk(places.present[0]), disk(places.present[1])},
                               {disk(places.undisturbed[0]), disk(places.undisturbed[1])}};
    return MatchScorer{target}.terms(model);
}

}  // namespace milkomeda
