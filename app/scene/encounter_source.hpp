// Restricted encounters of two galaxies as a source of bodies. The source of an encounter is a text that begins with
// "spam:", optionally followed by a model of the rigid galaxies and a colon, such as "milky-way:", and then by a line
// of parameters, a file with such lines, a result of the command match, or a name of a published model (is_named()).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assets/assets.hpp"
#include "data/encounter/encounter.hpp"
#include "data/encounter/pair_names.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// A published model of a pair of galaxies.
struct PublishedPair {
    EncounterParameters model;
    PairNames names;
};
std::vector<PublishedPair> published_pairs(const Assets& assets);

bool is_encounter(std::string_view source);
// Returns the source from which load_encounter() reads these parameters.
std::string source_of(const EncounterParameters& parameters);
// Returns the file that the source names; empty if the source contains a line or names a published model.
std::filesystem::path encounter_file(const std::string& source, const Assets& assets);

// Reads the parameters. If a file has several lines, the first line is used, and `note` receives a line of text that
// says so. An encounter without a name gets the name "encounter". Throws UsageError or FileError.
EncounterParameters load_encounter(const std::string& source, const Assets& assets, std::string* note = nullptr);

// Returns all encounters of the source, which may be a file. Throws as load_encounter().
std::vector<EncounterParameters> load_encounters(const std::string& source, const Assets& assets);

// Throws UsageError if the source is an encounter: "`command` does not take ...".
void refuse_encounter(const std::string& source, std::string_view command);

// Moments of an encounter in model units, from the start to 170 Myr after the present, which has the time 0. Galaxy 1
// stays at the origin. A particle's mass is its share of the disk's mass; it attracts nothing. All moments have equal
// rows. Throws UsageError if the moments of `bodies` bodies need more than 1 GiB.
std::vector<ParticleSet> encounter_moments(const EncounterParameters& parameters, std::size_t bodies);

inline constexpr std::size_t usual_encounter_bodies = 4000;  // of both disks

}  // namespace milkomeda
