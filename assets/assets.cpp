#include "assets/assets.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "assets/embedded.hpp"

namespace milkomeda {

namespace fs = std::filesystem;

Assets::Assets(fs::path folder) : folder_{std::move(folder)} {
    if (!folder_.empty() && !fs::is_directory(folder_))
        throw std::runtime_error("--assets " + folder_.string() + ": no such folder");
}

std::string Assets::read(std::string_view name) const {
    const fs::path edited = folder_ / name;
    if (!folder_.empty() && fs::exists(edited)) {
        if (!fs::is_regular_file(edited)) throw std::runtime_error(edited.string() + ": is no regular file");
        if (std::ifstream file{edited, std::ios::binary})
            return {std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
    }
    const auto found = std::ranges::find(embedded_files(), name, &EmbeddedFile::name);
    if (found == embedded_files().end())
        throw std::runtime_error("no built-in file named " + std::string{name});
    return std::string{found->bytes};
}

std::vector<std::string> Assets::list(std::string_view folder) const {
    std::set<std::string> names;
    for (const EmbeddedFile& file : embedded_files())
        if (fs::path{file.name}.parent_path() == folder) names.emplace(file.name);
    if (!folder_.empty() && fs::is_directory(folder_ / folder))
        for (const fs::directory_entry& entry : fs::directory_iterator{folder_ / folder})
            if (entry.is_regular_file()) names.insert((fs::path{folder} / entry.path().filename()).string());
    return {names.begin(), names.end()};
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
