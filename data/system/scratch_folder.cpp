#include "data/system/scratch_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <system_error>

namespace milkomeda {

ScratchFolder::ScratchFolder(const std::string& name) {
    std::string pattern = (std::filesystem::temp_directory_path() / (name + "-XXXXXX")).string();
    if (!mkdtemp(pattern.data()))
        throw std::filesystem::filesystem_error("no temporary folder", pattern,
                                                std::error_code{errno, std::generic_category()});
    path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace milkomeda
