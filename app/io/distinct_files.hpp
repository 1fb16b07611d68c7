// Detects outputs that would overwrite an input or another output, before anything is read or computed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace milkomeda {

struct NamedFile {
    std::string what;  // name in error messages, for example "--csv" or "the source"
    std::filesystem::path path;
    bool is_pattern = false;  // true: `path` is the pattern of numbered output files
};

// Throws UsageError if an output is also an input or another output. Compares files rather than names:
// symbolic links are followed, and a missing file is identified by its folder and name. A character device
// such as /dev/null may be given several times.
void require_distinct(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

}  // namespace milkomeda
