#include "assets/assets.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <system_error>

#include "assets/embedded.hpp"

namespace milkomeda {

namespace fs = std::filesystem;

namespace {

bool is_there(const fs::path& file) {
    std::error_code ignored;
    return fs::symlink_status(file, ignored).type() != fs::file_type::not_found;
}

std::string content_of(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error) && !error)
        throw std::runtime_error(file.string() + ": is not a regular file");
    std::ifstream stream{file, std::ios::binary};
    if (!error && !stream) error = {errno, std::generic_category()};
    if (error) throw std::runtime_error(file.string() + ": cannot be read: " + error.message());
    return {std::istreambuf_iterator<char>{stream}, std::istreambuf_iterator<char>{}};
}

// Returns the regular files below `folder` at any depth; empty if the folder does not exist.
std::vector<fs::directory_entry> files_below(const fs::path& folder) {
    std::error_code ignored;
    std::vector<fs::directory_entry> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator{folder, ignored})
        if (entry.is_regular_file(ignored)) files.push_back(entry);
    return files;
}

}  // namespace

Assets::Assets(fs::path folder) : folder_{std::move(folder)} {
    if (!folder_.empty() && !fs::is_directory(folder_))
        throw std::runtime_error("--assets " + folder_.string() + ": no such folder");
}

std::string Assets::read(std::string_view name) const {
    if (const fs::path edited = folder_ / name; !folder_.empty() && is_there(edited)) return content_of(edited);
    const auto found = std::ranges::find(embedded_files(), name, &EmbeddedFile::name);
    if (found == embedded_files().end()) throw std::runtime_error("no built-in file named " + std::string{name});
    return std::string{found->bytes};
}

std::vector<std::string> Assets::list(std::string_view folder) const {
    std::set<std::string> names;
    for (const EmbeddedFile& file : embedded_files())
        if (fs::path{file.name}.parent_path() == folder) names.emplace(file.name);
    if (!folder_.empty() && fs::is_directory(folder_ / folder))
        for (const fs::directory_entry& entry : fs::directory_iterator{folder_ / folder})
            if (std::error_code ignored; entry.is_regular_file(ignored))
                names.insert((fs::path{folder} / entry.path().filename()).string());
    return {names.begin(), names.end()};
}

ReadAsset Assets::reader() const {
    return [this](std::string_view name) { return read(name); };
}

fs::file_time_type Assets::last_change() const {
    // min() is earlier than the time of every file; file_time_type{} is the clock's epoch, which can be later than the
    // time of a file.
    fs::file_time_type latest = fs::file_time_type::min();
    if (folder_.empty()) return latest;
    for (const char* part : {"kernels", "shaders", "assets"})
        for (const fs::directory_entry& entry : files_below(folder_ / part))
            latest = std::max(latest, entry.last_write_time());
    return latest;
}

std::vector<fs::path> Assets::edited_files() const {
    std::vector<fs::path> files;
    if (folder_.empty()) return files;
    for (const char* part : {"kernels", "shaders", "assets", "data/scenes"})
        for (const fs::directory_entry& entry : files_below(folder_ / part)) files.push_back(entry.path());
    return files;
}

}  // namespace milkomeda
