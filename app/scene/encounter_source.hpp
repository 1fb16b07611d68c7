// Restricted encounters of two galaxies as a source of bodies. The source of an encounter is a text that begins with
// "spam:", followed by a line of parameters, a file with such lines, or the name of a published model.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assets/assets.hpp"
#include "data/encounter/encounter.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

bool is_encounter(std::string_view source);
// Returns the file that the source names; empty if the source contains a line or names a published model.
std::filesystem::path encounter_file(const std::string& source, const Assets& assets);

// Reads the parameters. If a file has several lines, the first line is used, and `note` receives a line of text that
// says so. An encounter without a name gets the name "encounter". Throws UsageError or FileError.
EncounterParameters load_encounter(const std::string& source, const Assets& assets, std::string* note = nullptr);

// Throws UsageError if the source is an encounter: "`command` does not take ...".
void refuse_encounter(const std::string& source, std::string_view command);

// Moments of an encounter in model units, from the start to 170 Myr after the present, which has the time 0. Galaxy 1
// stays at the origin. A particle's mass is its share of the disk's mass; it attracts nothing. All moments have equal
// rows. Throws UsageError if the moments of `bodies` bodies need more than 1 GiB.
std::vector<ParticleSet> encounter_moments(const EncounterParameters& parameters, std::size_t bodies);

inline constexpr std::size_t usual_encounter_bodies = 4000;  // of both disks

}  // namespace milkomeda
