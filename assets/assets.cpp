#include "assets/assets.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace milkomeda {

// Written by assets/embed.cmake at build.
std::string_view embedded_file(std::string_view name);

namespace fs = std::filesystem;

Assets::Assets(fs::path folder) : folder_{std::move(folder)} {
    if (!folder_.empty() && !fs::is_directory(folder_))
        throw std::runtime_error("--assets " + folder_.string() + ": no such folder");
}

std::string Assets::read(std::string_view name) const {
    if (!folder_.empty()) {
        if (std::ifstream file{folder_ / name, std::ios::binary})
            return {std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
    }
    const std::string_view bytes = embedded_file(name);
    if (bytes.data() == nullptr) throw std::runtime_error("no built-in file named " + std::string{name});
    return std::string{bytes};
}

ReadAsset Assets::reader() const {
    return [this](std::string_view name) { return read(name); };
}

fs::file_time_type Assets::last_change() const {
    fs::file_time_type latest = fs::file_time_type::min();  // {} is the clock's epoch, which may lie ahead
    if (folder_.empty()) return latest;
    for (const char* part : {"kernels", "shaders", "assets"}) {
        if (!fs::is_directory(folder_ / part)) continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator{folder_ / part})
            if (entry.is_regular_file()) latest = std::max(latest, entry.last_write_time());
    }
    return latest;
}

}  // namespace milkomeda
