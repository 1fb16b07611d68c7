// The content of a particle file, and the steps with which all readers end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/files/file_error.hpp"
#include "data/particles/particles.hpp"
#include "data/particles/unit_system.hpp"

namespace milkomeda {

struct ReadOptions {
    UnitChoice units = UnitChoice::automatic;
};

struct ParticleFile {
    ParticleSet particles;
    std::string units = model_units_text;  // the file's, and how that is known
    std::vector<std::string> unused;       // columns, blocks, data sets that Milkomeda has no use for
    std::vector<std::string> notes;  // what a person ought to know: masses that were missing, for example
};

// Throws FileError for more rows than 32-bit ids can number.
void require_countable(const std::filesystem::path& file, std::uint64_t rows);

// Before a row is appended: grows the columns in one step to what the rest of the file will need, so that
// they are never held twice at their full length.
void reserve_rows(ParticleSet& particles, double share_read);

// Takes the units that are chosen, else stated, else usual, converts to model units, and notes which they
// were. Call it before the components' masses are summed.
void apply_units(ParticleFile& file, const ReadOptions& options, const std::optional<UnitSystem>& stated,
                 const UnitSystem& usual, double h = 1);
// The same without the numbers, where they are converted when they are read.
void note_units(ParticleFile& file, const ReadOptions& options, const std::optional<UnitSystem>& stated,
                const UnitSystem& usual, double h = 1);
// The same choice alone.
UnitSystem units_of(const ReadOptions& options, const std::optional<UnitSystem>& stated,
                    const UnitSystem& usual, double h = 1);

// Bodies without a mass: each weighs the same, all together one model unit. Says so in the notes. Call it
// when units have been applied.
void assign_equal_masses(ParticleFile& file);
// Says what of a cosmological snapshot is not converted. `omega` is the density of matter, 0 where there is
// no cosmology.
void note_cosmology(ParticleFile& file, double time, double redshift, double omega);
// A component of these rows, behind those that are there.
void add_component(ParticleSet& particles, std::string name, std::string galaxy, std::size_t count);

// Before they are written: throws FileError for numbers that are not finite, and for no mass at all.
void require_valid_rows(const std::filesystem::path& file, const ParticleSet& particles);

// Fills in the components' masses, and ids where there are none; notes ids that are not unique. Throws
// FileError for numbers that are not finite, negative masses, and no mass at all.
void finish(const std::filesystem::path& path, ParticleFile& file);

}  // namespace milkomeda
