// The files inside the program, as assets/embed.cmake writes them at build.
#pragma once

#include <span>
#include <string_view>

namespace milkomeda {

struct EmbeddedFile {
    std::string_view name, bytes;  // "kernels/step/integrate.cl", and what it holds
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace milkomeda
