// Text form of components in state files and recordings, in the order of their bodies: one line
// "COUNT<tab>GALAXY<tab>NAME" per component. If the component is a perturber, the line continues with
// "<tab>SOFTENING<tab>RED<tab>GREEN<tab>BLUE".
#pragma once

#include <filesystem>
#include <string>

#include "data/particles/particle_file.hpp"

namespace milkomeda {

std::string lines_of(const std::vector<Component>& components);

// Adds the components described by `lines`. Throws FileError if `lines` is invalid or does not match the bodies.
void add_components(const std::filesystem::path& file, const std::string& lines, ParticleSet& particles);

// Throws FileError if add_components() could not read `components` back, for example because of too many perturbers.
void require_readable(const std::filesystem::path& file, const std::vector<Component>& components);

// Throws FileError with the message "FILE: is inconsistent: WHY", for a complete file with contradictory contents.
[[noreturn]] void fail_as_inconsistent(const std::filesystem::path& file, const std::string& why);

}  // namespace milkomeda
