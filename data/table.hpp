// The table of Dubinski's dataset: one row per body, mass x y z vx vy vz, as text, plain or gzip.
#pragma once

#include <filesystem>
#include <string_view>

#include "data/particles.hpp"

namespace milkomeda {

bool looks_like_table(std::string_view head);

// Blank lines and lines that begin with # are skipped. Throw FileError.
Particles read_table(const std::filesystem::path& file);
// Each number in the fewest digits that read back as the same float; gzip if the name ends in .gz.
void write_table(const std::filesystem::path& file, const Particles& particles);

}  // namespace milkomeda
