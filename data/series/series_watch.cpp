#include "data/series/series_watch.hpp"

#include <algorithm>
#include <utility>

#include "data/formats/formats.hpp"
#include "data/formats/snapshot_files.hpp"
#include "data/series/parameter_file.hpp"
#include "data/series/series_numbers.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const fs::path& path) {
    SnapshotFiles files = snapshot_files(path);
    files.read.insert(files.read.end(), files.behind.begin(), files.behind.end());
    return std::move(files.read);
}

// Returns the newest particle file or folder of parts in `folder` whose name is numbered and begins with `base`.
std::optional<fs::path> newest_snapshot(const fs::path& folder, const std::string& base) {
    std::error_code error, ignored;
    std::optional<std::pair<fs::file_time_type, fs::path>> newest;
    for (const fs::directory_entry& entry : fs::directory_iterator{folder, error}) {
        const std::string name = entry.path().filename().string();
        const bool is_folder = entry.is_directory(ignored);
        if (!name.starts_with(is_folder ? "snapdir_" : base) || name.starts_with('.')) continue;
        const fs::file_time_type written = entry.last_write_time(ignored);
        if (newest && newest->first >= written) continue;
        try {
            if (!is_folder) format_of_file(entry.path());
            if (numbered_pattern(entry.path())) newest = {written, entry.path()};
        } catch (const FileError&) {  // not a particle file, or not complete yet
        }
    }
    return newest ? std::optional{newest->second} : std::nullopt;
}

}  // namespace

SeriesWatch::Stamp SeriesWatch::stamp_of(const std::vector<fs::path>& files) {
    Stamp stamp{0, fs::file_time_type::min()};
    for (const fs::path& file : files) {
        std::error_code error;
        const std::uintmax_t size = fs::file_size(file, error);
        if (error || size == 0) return {};
        stamp.size += size;
        stamp.written = std::max(stamp.written, fs::last_write_time(file, error));
    }
    return stamp;
}

// Renews the state of a snapshot.
void SeriesWatch::look_at(const fs::path& path, Seen& seen) const try {
    const auto now = std::chrono::steady_clock::now();
    const SnapshotFiles files = snapshot_files(path);
    const Stamp stamp = stamp_of(files_of(path));
    if (stamp != seen.stamp) {
        seen.stamp = stamp;
        seen.since = now;
        seen.is_settled = false;
        return;
    }
    if (seen.is_settled || stamp.size == 0 || now - seen.since < settling_) return;
    const fs::path& first = files.read.front();
    const std::size_t parts = path == first ? files.read.size() : 1;
    const std::optional<double> time = format_of_file(first).read_time(first, options_);
    seen.complete = {{path, time, std::nullopt, parts}, stamp.written, seen.complete ? seen.complete->revision + 1 : 0};
    seen.is_settled = true;
} catch (const FileError&) {  // the program is still writing the snapshot
}

std::vector<WatchedFile> SeriesWatch::look() {
    const std::lock_guard lock{mutex_};
    std::vector<WatchedFile> complete;
    for (const fs::path& path : paths_of_series(pattern_)) {
        Seen& seen = seen_[path];
        look_at(path, seen);
        if (seen.complete) complete.push_back(*seen.complete);
    }
    return complete;
}

std::optional<FollowedRun> find_followed_run(const fs::path& folder, const ReadOptions& options) {
    std::error_code error;
    const fs::directory_iterator listed{folder, error};
    if (error) throw FileError(folder, "cannot be listed: " + error.message());
    const RunFiles run = run_files_of(folder);
    for (const fs::path& place : {run.folder, folder, folder / "output"})
        if (const auto newest = place.empty() ? std::nullopt : newest_snapshot(place, run.base))
            return FollowedRun{std::make_shared<SeriesWatch>(numbered_pattern(*newest)->lexically_normal(), options),
                               run.until};
    return std::nullopt;
}

}  // namespace milkomeda
