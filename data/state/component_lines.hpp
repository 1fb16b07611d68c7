// Components as a text: a line "COUNT<tab>GALAXY<tab>NAME" for each, in the order of rows. That of a
// perturber goes on:
// "<tab>SOFTENING<tab>RED<tab>GREEN<tab>BLUE".
#pragma once

#include <filesystem>
#include <string>

#include "data/particles/particle_file.hpp"

namespace milkomeda {

std::string lines_of(const std::vector<Component>& components);

// Throws FileError for lines that are not those of so many bodies.
void add_components(const std::filesystem::path& file, const std::string& lines, ParticleSet& particles);

// Throws FileError for components of whose lines no reader would make bodies.
void require_readable(const std::filesystem::path& file, const std::vector<Component>& components);

// Throws FileError for a file that is whole and makes no sense: in one line, why.
[[noreturn]] void fail_as_inconsistent(const std::filesystem::path& file, const std::string& why);

}  // namespace milkomeda
