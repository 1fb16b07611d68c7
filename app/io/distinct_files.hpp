// Detects outputs that would overwrite an input or each other, before anything is read or computed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace milkomeda {

struct NamedFile {
    std::string what;  // for example "--csv" or "the source"
    std::filesystem::path path;
    bool is_pattern = false;  // true: pattern of numbered output files
};

// Throws UsageError if an output is the same file as an input or another output. Compares files, not names:
// links are followed, and files that do not exist yet are compared by their future place. A character device
// such as /dev/null may be given several times.
void require_distinct(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

}  // namespace milkomeda
