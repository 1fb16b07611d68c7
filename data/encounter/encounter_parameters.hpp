// Parameters of a restricted encounter of two galaxies, in the text form of the published models.
#pragma once

#include <array>
#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/encounter/rigid_galaxy.hpp"

namespace milkomeda {

// Units of encounters (G = 1), in which the published models are given. They are not the model units of scenes.
inline constexpr double encounter_kpc = 15;
inline constexpr double encounter_solar_masses = 1e11;
inline constexpr double encounter_myr = 86.6;
inline constexpr double encounter_km_s = 169.34;

// A rigid galaxy with a flat disk of test particles.
struct EncounterGalaxy {
    double mass = 1;
    double radius = 1;          // outer radius of the disk
    double position_angle = 0;  // of the line of nodes in degrees, counterclockwise from the y axis (north)
    double tilt = 0;  // in degrees about the line of nodes; 0 is face-on with the spin axis toward the observer
};

// Position and velocity are those of galaxy 2 relative to galaxy 1 at the present time 0.
struct EncounterParameters {
    glm::dvec3 position{1, 0, 0}, velocity{0};
    std::array<EncounterGalaxy, 2> galaxies{};
    RigidGalaxy rigid_galaxies = RigidGalaxy::archive;  // model of both galaxies; a line does not contain it
    // Columns 15 to 34 of a line: softening lengths, disk profiles, state, serial numbers, the closest approach as it
    // was published, and flags. The motion does not depend on them. They are kept so that a line can be written again.
    std::array<double, 20> other_columns{};
    std::optional<double> start_time;  // negative; if empty, encounter_timing() chooses the start time
    std::optional<double> half_width;  // half the width of the published picture
    std::string name;

    bool operator==(const EncounterParameters&) const;
};

// Returns the encounter with the opposite z, v_z and tilts, which has the same picture.
EncounterParameters mirrored(EncounterParameters parameters);

// Throws std::invalid_argument that names the column and its value if a parameter is not finite, out of its range, or
// if both galaxies have the same position.
void check(const EncounterParameters& parameters);

// Reads a line of the published models: 34 numbers with commas between them, then optionally start time, half width of
// the picture and a name, with blanks between them. Throws std::invalid_argument that names the column and its value.
EncounterParameters parse_spam_line(std::string_view text);

// Returns the line that parse_spam_line() reads. Because the words after the columns have a fixed order, the line ends
// before the first word that is missing.
std::string spam_line(const EncounterParameters& parameters);

// Reads a text of lines. Blank lines and lines that begin with # are skipped. Throws std::invalid_argument as
// parse_spam_line() with the number of the line, and if the text contains no line.
std::vector<EncounterParameters> parse_spam_lines(std::string_view text);

// Reads the lines of a text file of at most 16 MiB. Throws FileError.
std::vector<EncounterParameters> read_spam_file(const std::filesystem::path& file);

}  // namespace milkomeda
