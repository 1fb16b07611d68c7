#include "data/formats/snapshot_files.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <set>

#include "data/formats/formats.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

bool is_digit_of_name(char c) { return c >= '0' && c <= '9'; }

// Returns the path of the part with this number. Numbers are padded with zeros if the number in `name` is padded.
fs::path path_of_part(const fs::path& file, const PartName& name, std::size_t number) {
    const std::size_t width = name.number.starts_with('0') ? name.number.size() : 1;
    return file.parent_path() / fmt::format("{}{:0{}}{}", name.before, number, width, name.after);
}

// Returns what the file's header says about the snapshot. `has_bodies` is false if the file is not a snapshot, or if
// its format does not divide snapshots.
PartsInfo parts_info_of(const fs::path& file) try {
    const ParticleFormat& format = format_of_file(file);
    return format.read_parts == nullptr ? PartsInfo{.has_bodies = false} : format.read_parts(file);
} catch (const FileError&) {  // not a particle file
    return {.has_bodies = false};
}

// Returns a virtual file and all its parts if the part `file`, whose name is `name`, is one of these parts. Looks for
// the virtual file in the folder of the part and in the parent folder. Otherwise returns an empty optional.
std::optional<SnapshotFiles> files_of_virtual(const fs::path& file, const PartName& name) {
    std::error_code ignored;
    for (const fs::path& folder : {file.parent_path(), file.parent_path() / ".."}) {
        const fs::path whole = folder / (name.before.substr(0, name.before.size() - 1) + name.after);
        if (!fs::is_regular_file(whole, ignored)) continue;
        std::vector<fs::path> parts;
        for (const std::string& source : parts_info_of(whole).sources)
            parts.push_back(file.parent_path() / fs::path{source}.filename());
        if (std::ranges::find(parts, file) != parts.end()) return SnapshotFiles{{whole}, std::move(parts)};
    }
    return std::nullopt;
}

std::vector<fs::path> parts_of(const fs::path& file, const PartName& name, std::size_t count) {
    std::error_code ignored;
    std::vector<fs::path> parts;
    for (std::size_t number = 0; number < count; ++number) {
        parts.push_back(path_of_part(file, name, number));
        if (!fs::is_regular_file(parts.back(), ignored))
            throw FileError(file, fmt::format("the snapshot consists of {} files, but {} is missing; copy the missing "
                                              "file into this folder, or rename this file to read only its bodies",
                                              count, parts.back().filename().string()));
    }
    return parts;
}

SnapshotFiles only_snapshot_in(const fs::path& folder) {
    std::vector<SnapshotFiles> snapshots = snapshots_in(folder, 2);
    if (snapshots.empty()) throw FileError(folder, "is a folder, not a particle file");
    if (snapshots.size() == 1) return std::move(snapshots.front());
    throw FileError(folder, fmt::format("contains several snapshots, for example {} and {}; name one of them",
                                        snapshots[0].read.front().filename().string(),
                                        snapshots[1].read.front().filename().string()));
}

}  // namespace

std::optional<PartName> part_name(const fs::path& file) {
    const std::string name = file.filename().string();
    std::size_t end = name.size();
    for (const ParticleFormat& format : particle_formats())
        for (const std::string_view extension : format.extensions)
            if (name.ends_with(extension)) end = std::min(end, name.size() - extension.size());
    std::size_t begin = end;
    while (begin > 0 && is_digit_of_name(name[begin - 1])) --begin;
    constexpr std::size_t most_digits = 9;
    if (begin == end || end - begin > most_digits || begin < 2 || name[begin - 1] != '.') return std::nullopt;
    return PartName{name.substr(0, begin), name.substr(begin, end - begin), name.substr(end)};
}

SnapshotFiles snapshot_files(const fs::path& file) {
    std::error_code ignored;
    if (fs::is_directory(file, ignored)) return only_snapshot_in(file);
    const auto name = part_name(file);
    if (!name) return {{file}, {}};
    const ParticleFormat& format = format_of_file(file);
    if (format.read_parts == nullptr) return {{file}, {}};
    if (auto whole = files_of_virtual(file, *name)) return std::move(*whole);
    const std::size_t count = format.read_parts(file).files;
    if (count < 2 || std::stoul(name->number) >= count) return {{file}, {}};
    return {parts_of(file, *name, count), {}};
}

std::vector<SnapshotFiles> snapshots_in(const fs::path& folder, std::size_t most) {
    std::error_code error, ignored;
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator{folder, error})
        if (const std::string name = entry.path().filename().string();
            !name.starts_with('.') && entry.is_regular_file(ignored))
            names.push_back(name);
    if (error) throw FileError(folder, "cannot be listed: " + error.message());
    std::ranges::sort(names, is_before_by_number);  // parts come before their virtual file

    std::vector<SnapshotFiles> snapshots;
    std::set<fs::path> known;
    for (const std::string& name : names) {
        if (snapshots.size() >= most) break;
        if (known.contains(folder / name) || !parts_info_of(folder / name).has_bodies) continue;
        SnapshotFiles snapshot = snapshot_files(folder / name);
        const bool is_new = known.insert(snapshot.read.front()).second;
        for (const auto* const files : {&snapshot.read, &snapshot.behind}) known.insert(files->begin(), files->end());
        if (is_new) snapshots.push_back(std::move(snapshot));
    }
    return snapshots;
}

bool is_before_by_number(const std::string& a, const std::string& b) {
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (!is_digit_of_name(a[i]) || !is_digit_of_name(b[j])) {
            if (a[i] != b[j]) return a[i] < b[j];
            ++i, ++j;
            continue;
        }
        const auto number_at = [](const std::string& text, std::size_t& place) {
            while (place < text.size() && text[place] == '0') ++place;
            const std::size_t begin = place;
            while (place < text.size() && is_digit_of_name(text[place])) ++place;
            return text.substr(begin, place - begin);
        };
        const std::string x = number_at(a, i), y = number_at(b, j);
        if (x.size() != y.size()) return x.size() < y.size();
        if (x != y) return x < y;
    }
    return a.size() - i < b.size() - j;
}

}  // namespace milkomeda
