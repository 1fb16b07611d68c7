// Files embedded in the program; assets/embed.cmake generates the definitions during the build.
#pragma once

#include <span>
#include <string_view>

namespace milkomeda {

struct EmbeddedFile {
    std::string_view name, bytes;  // name such as "kernels/step/integrate.cl", and content
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace milkomeda
