// Names that take nobody else's place.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

namespace milkomeda {

// run.tab.gz as "run" and ".tab.gz".
std::pair<std::string, std::string> split_extension(const std::filesystem::path& file);

// The name itself if nothing has it yet, else NAME-2.EXT, NAME-3.EXT, ...; NAME is cut where that would be
// longer than a name may be.
std::filesystem::path unused_name(const std::filesystem::path& file);

}  // namespace milkomeda
