// Text form of tipsy files (ASCII tipsy): the numbers of all bodies, of gas bodies and of star bodies, the number of
// dimensions, the time, and then one array after another: all masses, all x, all y and so on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_tipsy_text(const FileHead& head);
ParticleFile read_tipsy_text(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_tipsy_text_time(const std::filesystem::path& path, const ReadOptions& options);

// Returns the names of the values in a tipsy file that the program does not use, for a file with these numbers of
// bodies.
std::vector<std::string> unused_tipsy_values(std::uint64_t gas, std::uint64_t dark, std::uint64_t stars);

}  // namespace milkomeda
