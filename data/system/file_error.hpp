// Error in a file, with a one-line message that states the file, the place in the file and the reason.
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
