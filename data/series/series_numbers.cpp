#include "data/series/series_numbers.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <limits>

#include "data/formats/formats.hpp"
#include "data/formats/snapshot_files.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view digits = "0123456789";

// File name divided at its last number that is not part of a known extension: snapshot_012.hdf5 gives
// "snapshot_", "012" and ".hdf5".
struct NumberedName {
    std::string before, number, after;

    long value() const { return std::stol(number); }
};

// Divides the name of a file. If the file is a part, the number of the part belongs to NumberedName::after.
std::optional<NumberedName> numbered(const fs::path& file, bool is_part) {
    const std::string name = file.filename().string();
    std::size_t end = name.size();
    if (const auto part = part_name(file); part && is_part) end = part->before.size();
    for (const ParticleFormat& format : particle_formats())
        for (const std::string_view extension : format.extensions)
            if (name.ends_with(extension)) end = std::min(end, name.size() - extension.size());
    const std::size_t last = std::string_view(name).substr(0, end).find_last_of(digits);
    if (last == std::string::npos) return std::nullopt;
    const std::size_t place = std::string_view(name).substr(0, last).find_last_not_of(digits);
    const std::size_t first = place == std::string::npos ? 0 : place + 1, length = last + 1 - first;
    constexpr std::size_t longest = std::numeric_limits<long>::digits10;
    if (length > longest) return std::nullopt;
    return NumberedName{name.substr(0, first), name.substr(first, length), name.substr(last + 1)};
}

bool are_of_one_series(const NumberedName& a, const NumberedName& b) {
    return a.before == b.before && a.after == b.after;
}

// Returns the pattern of the files, parts or folders that have the name `name` with other numbers.
std::optional<fs::path> pattern_with_number(const fs::path& path, const std::optional<NumberedName>& name) {
    if (!name || (name->before + name->after).find_first_of("%*?") != std::string::npos) return std::nullopt;
    return path.parent_path() / (name->before + "%d" + name->after);
}

// Returns the pattern of `path` if another file, part or folder has this name with another number.
std::optional<fs::path> pattern_in_folder(const fs::path& path, bool is_part) {
    const auto name = numbered(path, is_part);
    auto pattern = pattern_with_number(path, name);
    if (!pattern) return std::nullopt;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path{"."};
    std::error_code error;
    const bool is_folder = fs::is_directory(path, error);
    const auto is_other = [&](const fs::directory_entry& entry) {
        const auto other = numbered(entry.path(), is_part);
        return other && are_of_one_series(*other, *name) && other->number != name->number &&
               (is_folder ? entry.is_directory(error) : entry.is_regular_file(error));
    };
    const fs::directory_iterator entries{folder, error};
    if (error || std::none_of(begin(entries), end(entries), is_other)) return std::nullopt;
    return pattern;
}

}  // namespace

std::optional<fs::path> numbered_pattern(const fs::path& path) {
    return pattern_with_number(path, numbered(path, part_name(path).has_value()));
}

std::optional<fs::path> series_of(const fs::path& file) try {
    std::error_code error;
    const bool is_folder = fs::is_directory(file, error);
    const SnapshotFiles files = snapshot_files(file);
    const bool has_parts = files.read.size() > 1;
    if (auto pattern = pattern_in_folder(is_folder ? file : files.read.front(), has_parts && !is_folder))
        return pattern;
    // The folder of the parts may belong to a series of folders: snapdir_000, snapdir_001, ...
    const bool may_be_folder = !is_folder && (has_parts || !files.behind.empty()) && file.has_parent_path();
    return may_be_folder ? series_of(file.parent_path()) : std::nullopt;
} catch (const FileError&) {  // reading the file later will report the error
    return std::nullopt;
}

bool contains(const SeriesFile& snapshot, const fs::path& file) {
    const std::string name = snapshot.path.filename().string();
    if (name == file.filename() || name == file.parent_path().filename()) return true;
    const auto part = part_name(file), first = part_name(snapshot.path);
    if (!part) return false;
    const bool is_virtual_file = part->before.substr(0, part->before.size() - 1) + part->after == name;
    return is_virtual_file ||
           (snapshot.parts > 1 && first && first->before == part->before && first->after == part->after);
}

std::string missing_files(const std::vector<SeriesFile>& files) {
    std::vector<NumberedName> names;
    for (const SeriesFile& file : files) {
        const auto name = numbered(file.path, file.parts > 1);
        if (!name || (!names.empty() && !are_of_one_series(*name, names.front()))) return "";
        names.push_back(*name);
    }
    long step = std::numeric_limits<long>::max();
    for (std::size_t i = 1; i < names.size(); ++i) {
        if (names[i].value() <= names[i - 1].value()) return "";
        step = std::min(step, names[i].value() - names[i - 1].value());
    }
    long missing = 0;
    std::string first, gap;
    for (std::size_t i = 1; i < names.size(); ++i) {
        const long steps = (names[i].value() - names[i - 1].value()) / step;
        if (steps > 1 && missing == 0) {
            const NumberedName& name = names[i - 1];
            first = fmt::format("{}{:0{}}{}", name.before, name.value() + step, name.number.size(), name.after);
            gap = fmt::format("{} and {}", files[i - 1].path.filename().string(), files[i].path.filename().string());
        }
        missing += steps - 1;
    }
    if (missing == 0 || missing >= static_cast<long>(names.size())) return "";
    if (missing == 1) return fmt::format("{} is missing; the motion between {} is interpolated", first, gap);
    return fmt::format("{} snapshots are missing, the first of them {}; the motion across the gaps is interpolated",
                       missing, first);
}

}  // namespace milkomeda
