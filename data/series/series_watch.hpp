// Watches the snapshots of a run while a program writes them.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "data/series/series.hpp"

namespace milkomeda {

// A snapshot that is complete.
struct WatchedFile {
    SeriesFile file;
    std::filesystem::file_time_type written;
    std::size_t revision = 0;  // grows if the files of the snapshot change after they were complete
};

class SeriesWatch {
  public:
    static constexpr std::chrono::milliseconds usual_settling{2000};
    // `pattern` as in find_series(); no file needs to exist yet. A file counts as complete after it has not changed for
    // the duration `settling`.
    SeriesWatch(std::filesystem::path pattern, ReadOptions options, std::chrono::milliseconds settling = usual_settling)
        : pattern_{std::move(pattern)}, options_{std::move(options)}, settling_{settling} {}

    const std::filesystem::path& pattern() const { return pattern_; }
    // Lists the folder, and returns all complete snapshots in the order of the numbers in their names. A snapshot is
    // complete if its header can be read, and if its files have kept their sizes and write times. Thread-safe.
    std::vector<WatchedFile> look();

  private:
    // Sizes and write times of the files of a snapshot. `size` is 0 if a file is empty or missing.
    struct Stamp {
        std::uintmax_t size = 0;
        std::filesystem::file_time_type written;
        bool operator==(const Stamp&) const = default;
    };
    struct Seen {
        Stamp stamp;
        std::chrono::steady_clock::time_point since;  // time at which this stamp was seen first
        bool is_settled = false;
        std::optional<WatchedFile> complete;
    };
    static Stamp stamp_of(const std::vector<std::filesystem::path>& files);
    void look_at(const std::filesystem::path& path, Seen& seen) const;

    std::filesystem::path pattern_;
    ReadOptions options_;
    std::chrono::milliseconds settling_;
    std::mutex mutex_;
    std::map<std::filesystem::path, Seen> seen_;
};

// A run that is still being computed.
struct FollowedRun {
    std::shared_ptr<SeriesWatch> watch;
    std::optional<double> until;  // model time at which the run ends, if known
};

// Returns the pattern of the snapshots that a program writes into `folder`, and the end of the run. Reads parameter
// files of GADGET, AREPO and SWIFT in the folder, which say where the snapshots are. Otherwise takes the newest
// numbered particle file in the folder or in its subfolder `output`. Returns an empty optional if no snapshot exists
// yet. Throws FileError if the folder cannot be listed.
std::optional<FollowedRun> find_followed_run(const std::filesystem::path& folder, const ReadOptions& options);

}  // namespace milkomeda
