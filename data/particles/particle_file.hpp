// Content of a particle file, and the final steps that all readers share.
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
    std::string units = model_units_text;  // units of the file, and how they are known
    // names of columns, blocks and data sets that Milkomeda does not use
    std::vector<std::string> unused;
    std::vector<std::string> notes;  // Messages for the user, for example about missing masses.
};

// Throws FileError if 32-bit ids cannot number all rows.
void require_countable(const std::filesystem::path& file, std::uint64_t rows);

// Before a row is appended: grows the columns in one step to what the rest of the file will need, so that
// they are never held twice at their full length.
void reserve_rows(ParticleSet& particles, double share_read);

// Converts to model units and notes the units used: those that the user chose in `options`, else those that
// the file states, else `usual`. Call it before the components' masses are summed.
void apply_units(ParticleFile& file, const ReadOptions& options, const std::optional<UnitSystem>& stated,
                 const UnitSystem& usual, double h = 1);
// Like apply_units(), but only notes the units: for readers that convert numbers while reading.
void note_units(ParticleFile& file, const ReadOptions& options, const std::optional<UnitSystem>& stated,
                const UnitSystem& usual, double h = 1);
// Returns the units that apply_units() would use.
UnitSystem units_of(const ReadOptions& options, const std::optional<UnitSystem>& stated,
                    const UnitSystem& usual, double h = 1);

// Bodies without a mass: each weighs the same, all together one model unit. Says so in the notes. Call it
// when units have been applied.
void assign_equal_masses(ParticleFile& file);
// Says what of a cosmological snapshot is not converted. `omega` is the density of matter, 0 where there is
// no cosmology.
void note_cosmology(ParticleFile& file, double time, double redshift, double omega);
// Appends a component of `count` rows after the existing components.
void add_component(ParticleSet& particles, std::string name, std::string galaxy, std::size_t count);

// Before they are written: throws FileError for numbers that are not finite, and for no mass at all.
void require_valid_rows(const std::filesystem::path& file, const ParticleSet& particles);

// Sums the components' masses and assigns ids if there are none; notes duplicate ids. Throws FileError for
// numbers that are not finite, for negative masses and for a total mass of 0.
void finish(const std::filesystem::path& path, ParticleFile& file);

}  // namespace milkomeda
