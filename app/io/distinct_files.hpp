// Detects outputs that would overwrite an input or another output, before anything is read or computed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace milkomeda {

struct NamedFile {
    std::string what;  // name in error messages, for example "--csv" or "the source"
    std::filesystem::path path;
    bool is_pattern = false;  // true if `path` is a pattern such as frames-%05d.png for numbered output files
};

// Throws UsageError if an output is the same file as an input or another output. Compares files rather than
// names: symbolic links are followed, and a missing file is identified by its folder and name. Several outputs
// may be written to one character device, such as /dev/null.
void require_distinct(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

}  // namespace milkomeda
