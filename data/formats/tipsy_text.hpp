// Text form of tipsy files (ASCII tipsy): the numbers of all bodies, of gas bodies and of star bodies, the number of
// dimensions, the time, and then one array after another: all masses, all x, all y and so on.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/files/file_head.hpp"
#include "data/particles/column_sources.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_tipsy_text(const FileHead& head);
ParticleFile read_tipsy_text(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_tipsy_text_time(const std::filesystem::path& path, const ReadOptions& options);

// Radius at which the kernel of gas ends, divided by the smoothing length of tipsy files.
inline constexpr double tipsy_kernel_radius = 2;
// Stores the density, the temperature and the smoothing length of a particle of gas in the units of the file.
// particles.gas must have a row for each body. Until convert_temperatures(), GasValues::energy is the temperature.
void set_tipsy_gas(ParticleSet& particles, std::size_t row, const std::array<double, 3>& values);
// Converts the temperatures to internal energies in the units of the file. Must be called before apply_units().
void convert_temperatures(ParticleSet& particles, const UnitSystem& units);
// Adds the places of the columns of gas if the file has gas.
ColumnPlaces with_tipsy_gas(ColumnPlaces places, std::uint64_t gas);
// Appends the source of the internal energies if the file has gas.
void add_temperature_source(ParticleFile& file);

// Returns the names of the values in a tipsy file that the program does not use, for a file with these numbers of
// bodies.
std::vector<std::string> unused_tipsy_values(std::uint64_t gas, std::uint64_t dark, std::uint64_t stars);

}  // namespace milkomeda
