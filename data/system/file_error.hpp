// Error in a file. The message is one line that says which file, where and why.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace milkomeda {

struct FileError : std::runtime_error {
    using std::runtime_error::runtime_error;
    FileError(const std::filesystem::path& file, const std::string& reason)
        : std::runtime_error(file.string() + ": " + reason) {}
};

}  // namespace milkomeda
