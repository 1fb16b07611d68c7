#include "data/series/series.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "data/formats/formats.hpp"
#include "data/formats/snapshot_files.hpp"
#include "data/particles/row_order.hpp"
#include "data/state/recording.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Returns the length of the wildcard at the beginning of a pattern: *, ?, %d, %5d or %05d. Returns 0 if the
// pattern does not begin with a wildcard.
std::size_t wildcard_length(std::string_view pattern) {
    if (pattern.starts_with('*') || pattern.starts_with('?')) return 1;
    if (!pattern.starts_with('%')) return 0;
    std::size_t length = 1;
    if (pattern.substr(length).starts_with('0')) ++length;
    if (length < pattern.size() && is_digit(pattern[length])) ++length;
    return pattern.substr(length).starts_with('d') ? length + 1 : 0;
}

// Element of a pattern: a letter, or a wildcard for one character, any text or digits.
enum class Part { letter, any_one, any, digits };
struct PatternPart {
    Part kind;
    char letter;
};

std::vector<PatternPart> pattern_of(std::string_view pattern) {
    std::vector<PatternPart> parts;
    while (!pattern.empty()) {
        const std::size_t length = wildcard_length(pattern);
        const char first = pattern.front();
        parts.push_back({length == 0    ? Part::letter
                         : first == '*' ? Part::any
                         : first == '?' ? Part::any_one
                                        : Part::digits,
                         first});
        pattern.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return parts;
}

// Matches a name against a pattern. The algorithm tracks all pattern positions that the characters read so far can
// match, so its time is at most proportional to the product of both lengths (Thompson 1968, CACM 11, 419).
bool matches(std::string_view name, const std::vector<PatternPart>& pattern) {
    std::vector<bool> here(pattern.size() + 1), next;
    const auto reach = [&](std::vector<bool>& places, std::size_t place) {
        places[place] = true;
        while (place < pattern.size() && pattern[place].kind == Part::any) places[++place] = true;
    };
    reach(here, 0);
    for (const char c : name) {
        next.assign(pattern.size() + 1, false);
        for (std::size_t place = 0; place < pattern.size(); ++place) {
            if (!here[place]) continue;
            const auto [kind, letter] = pattern[place];
            const bool takes = kind == Part::letter ? c == letter : kind != Part::digits || is_digit(c);
            if (!takes) continue;
            if (kind != Part::any) reach(next, place + 1);
            if (kind == Part::any || kind == Part::digits) reach(next, place);
        }
        here.swap(next);
    }
    return here.back();
}

// Returns the element for a snapshot whose name in the series is `path`: its first file or its folder.
SeriesFile series_file(const fs::path& path, const SnapshotFiles& snapshot, const ReadOptions& options) {
    const fs::path& first = snapshot.read.front();
    return {path, format_of_file(first).read_time(first, options), std::nullopt,
            path == first ? snapshot.read.size() : 1};
}

// Returns the files that match a pattern, sorted by the numbers in their names. If no file matches, returns folders.
std::vector<fs::path> matching_paths(const fs::path& pattern) {
    const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path{"."};
    std::error_code error, ignored;
    fs::directory_iterator entries{folder, error};
    if (error) throw FileError(folder, "cannot be listed: " + error.message());
    const std::vector<PatternPart> wanted = pattern_of(pattern.filename().string());
    std::vector<fs::path> files, folders;
    for (const fs::directory_entry& entry : entries) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with('.') || !matches(name, wanted)) continue;
        const fs::path path = pattern.has_parent_path() ? entry.path() : fs::path{name};
        if (entry.is_regular_file(ignored)) files.push_back(path);
        if (entry.is_directory(ignored)) folders.push_back(path);
    }
    std::vector<fs::path>& found = files.empty() ? folders : files;
    std::ranges::sort(found, is_before_by_number, [](const fs::path& path) { return path.filename().string(); });
    return found;
}

// Returns one element per snapshot. Skips all but the first part of a snapshot, and folders that contain no snapshot.
std::vector<SeriesFile> series_files(const std::vector<fs::path>& paths, const ReadOptions& options) {
    std::error_code ignored;
    std::vector<SeriesFile> files;
    std::set<fs::path> known;
    for (const fs::path& path : paths) {
        const bool is_folder = fs::is_directory(path, ignored);
        if (known.contains(path) || (is_folder && snapshots_in(path, 1).empty())) continue;
        const SnapshotFiles snapshot = snapshot_files(path);
        const bool is_new = known.insert(snapshot.read.front()).second;
        for (const auto* const list : {&snapshot.read, &snapshot.behind}) known.insert(list->begin(), list->end());
        if (is_new) files.push_back(series_file(is_folder ? path : snapshot.read.front(), snapshot, options));
    }
    return files;
}

bool has_several_snapshots(const fs::path& folder) try {
    return snapshots_in(folder, 2).size() > 1;
} catch (const FileError&) {  // reading the folder later will report the error
    return false;
}

}  // namespace

bool is_recording(const fs::path& file) try {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) && looks_like_recording(head_of(file));
} catch (const FileError&) {  // reading the file later will report the error
    return false;
}

bool is_series(const fs::path& pattern) {
    if (is_recording(pattern)) return true;
    std::error_code ignored;
    if (fs::is_directory(pattern, ignored)) return has_several_snapshots(pattern);
    const std::string name = pattern.filename().string();
    for (std::size_t i = 0; i < name.size(); ++i)
        if (wildcard_length(std::string_view(name).substr(i)) > 0) return !fs::exists(pattern, ignored);
    return false;
}

std::vector<SeriesFile> find_series(const fs::path& pattern, const ReadOptions& options) {
    if (is_recording(pattern)) {
        std::vector<SeriesFile> moments;
        for (const double time : recorded_times(pattern)) moments.push_back({pattern, time, moments.size()});
        return moments;
    }
    std::error_code ignored;
    std::vector<SeriesFile> files;
    if (!fs::is_directory(pattern, ignored))
        files = series_files(matching_paths(pattern), options);
    else
        for (const SnapshotFiles& snapshot : snapshots_in(pattern))
            files.push_back(series_file(snapshot.read.front(), snapshot, options));
    if (files.empty()) throw FileError(pattern, "no file matches this pattern");
    if (std::all_of(files.begin(), files.end(), [](const SeriesFile& file) { return file.time.has_value(); }))
        std::stable_sort(files.begin(), files.end(),
                         [](const SeriesFile& a, const SeriesFile& b) { return *a.time < *b.time; });
    return files;
}

fs::path first_of_series(const fs::path& pattern) {
    std::error_code ignored;
    if (is_recording(pattern)) return pattern;
    if (fs::is_directory(pattern, ignored)) return snapshots_in(pattern, 1).front().read.front();
    const std::vector<fs::path> paths = matching_paths(pattern);
    if (paths.empty()) throw FileError(pattern, "no file matches this pattern");
    return snapshot_files(paths.front()).read.front();
}

std::vector<fs::path> paths_of_series(const fs::path& pattern) try {
    std::vector<fs::path> first_parts;
    std::set<fs::path> known;
    for (const fs::path& path : matching_paths(pattern)) {
        if (known.contains(path)) continue;
        first_parts.push_back(path);
        try {
            const SnapshotFiles snapshot = snapshot_files(path);
            for (const auto* const list : {&snapshot.read, &snapshot.behind}) known.insert(list->begin(), list->end());
        } catch (const FileError&) {  // a program is still writing the snapshot
        }
    }
    return first_parts;
} catch (const FileError&) {  // the folder does not exist
    return {};
}

ParticleFile read_snapshot(const SeriesFile& file, const ReadOptions& options) {
    if (!file.moment) return read_particle_file(file.path, options);
    ParticleFile content;
    content.particles = read_recorded(file.path, *file.moment);
    sort_components_by_id(content.particles);
    return content;
}

}  // namespace milkomeda
