// A file embedded in the program. assets/embed.cmake generates the definitions during the build.
#pragma once

#include <span>
#include <string_view>

namespace milkomeda {

struct EmbeddedFile {
    // path in the repository, such as "kernels/step/integrate.cl", and file content
    std::string_view name, bytes;
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace milkomeda
