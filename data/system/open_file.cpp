#include "data/system/open_file.hpp"

#include <charconv>
#include <string>

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// Returns the path of an open file in /proc, such as "/proc/17/fd/3" or "/proc/17/task/18/fd/3". Returns an
// empty path for other files.
fs::path name_in_proc(fs::path file) {
    constexpr int most_links = 40;
    std::error_code error;
    for (int links = 0; links < most_links; ++links) {
        const fs::path folder = fs::canonical(file.has_parent_path() ? file.parent_path() : ".", error);
        if (error) return {};
        if (folder.filename() == "fd" && folder.string().starts_with("/proc/")) return folder / file.filename();
        if (!fs::is_symlink(file, error)) return {};
        // if the link target is an absolute path, operator/ discards `folder`
        file = folder / fs::read_symlink(file, error);
    }
    return {};
}

}  // namespace

bool is_name_of_open(const fs::path& file) { return !name_in_proc(file).empty(); }

std::optional<int> own_descriptor(const fs::path& file) {
    const fs::path name = name_in_proc(file);
    std::error_code error;
    const std::string own = fs::canonical("/proc/self", error).string() + '/';
    if (name.empty() || error || !name.string().starts_with(own)) return std::nullopt;
    const std::string digits = name.filename().string();
    int number = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return fault == std::errc{} && end == digits.data() + digits.size() ? std::optional{number} : std::nullopt;
}

std::vector<int> own_descriptors(const fs::path& file) {
    const std::optional<int> own = own_descriptor(file);
    return own ? std::vector{*own} : std::vector<int>{};
}

}  // namespace milkomeda
