// Outputs that would destroy an input or each other, told before anything is read or computed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace milkomeda {

struct NamedFile {
    std::string what;  // "--csv", "the source"
    std::filesystem::path path;
    bool is_pattern = false;  // of numbered files that are written
};

// Throws UsageError when an output is the same file as an input or as another output: by whatever name,
// through links, and also where it is not there yet. A device that takes everything, such as /dev/null, may
// be several.
void require_distinct(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

}  // namespace milkomeda
