// Content of a particle file, and the final steps that all readers share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/particles/particles.hpp"
#include "data/particles/unit_system.hpp"
#include "data/system/file_error.hpp"

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

// Call before appending a row: grows the columns in one step to the estimated size of the whole file, so that
// memory never holds two full copies. `share_read` is the share of the file read so far.
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

// Gives all bodies of a file without masses equal masses with a total of 1 model unit, and notes it. Call it
// after apply_units().
void assign_equal_masses(ParticleFile& file);
// Notes the numbers of a cosmological snapshot that stay unconverted. `omega` is the matter density
// parameter, 0 without cosmology.
void note_cosmology(ParticleFile& file, double time, double redshift, double omega);
// Appends a component of `count` rows after the existing components.
void add_component(ParticleSet& particles, std::string name, std::string galaxy, std::size_t count);

// Checks particles before writing: throws FileError for numbers that are not finite and for a total mass of
// 0.
void require_valid_rows(const std::filesystem::path& file, const ParticleSet& particles);

// Sums the components' masses and assigns missing ids; notes duplicate ids. Throws FileError for numbers that
// are not finite, for negative masses and for a total mass of 0.
void finish(const std::filesystem::path& path, ParticleFile& file);

}  // namespace milkomeda
