// Reads the next snapshots of a series in a separate thread. Keeps at most four snapshots in memory.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "data/particles/particles.hpp"
#include "data/particles/selection.hpp"
#include "data/series/body_matching.hpp"
#include "data/series/series.hpp"
#include "data/series/series_watch.hpp"

namespace milkomeda {

class Snapshots {
  public:
    // `pattern` is the file pattern from the command line. Throws FileError if no file matches.
    Snapshots(const std::string& pattern, const ReadOptions& reading, const Selection& selection);
    // A series that grows while a program writes it. Must contain a complete snapshot.
    Snapshots(const FollowedRun& run, const ReadOptions& reading, const Selection& selection);
    // A series whose moments are in memory, with equal rows in each. `name` stands for the name of a file.
    Snapshots(std::vector<ParticleSet> moments, const std::string& name, const Selection& selection);
    ~Snapshots();

    const std::vector<SeriesFile>& files() const { return files_; }
    // Returns the model times of the snapshots, in order. Returns 0, 1, 2, ... if a file contains no time, or if there
    // are several files and all their times are equal.
    const std::vector<double>& times() const { return times_; }
    bool has_times() const { return has_times_; }
    // Returns one line about missing files; empty if no file is missing.
    const std::string& gaps() const { return gaps_; }

    // Returns the run that the series follows; empty if the series does not grow.
    const std::optional<FollowedRun>& followed() const { return followed_; }
    // Appends the snapshots that have arrived since the last call, and drops snapshots from memory whose files have
    // changed. Returns true if files() or snapshots in memory have changed. Snapshots that are not later than the last
    // snapshot are ignored.
    bool take_arrived();
    // Returns the time at which the newest snapshot was written. Must be called only for a series that grows.
    std::filesystem::file_time_type last_written() const { return watched_.back().written; }

    // Returns the options with which the caller must read the first snapshot, so that its ids agree with later ids.
    const ReadOptions& reading() const { return reading_; }

    // Starts the reader thread. `first` is the first snapshot, with its bodies in the order in which they are drawn.
    // arrange() sorts the bodies of all later snapshots into this order. Throws NoThread if no thread can be started.
    void begin(std::shared_ptr<const ParticleSet> first);
    bool first_has_ids = true;  // false if the first snapshot contains no ids; must be set before begin()

    // Requests the first `most_kept` snapshots of `indices`, which are read in this order. Drops all other snapshots
    // from memory.
    void want(std::vector<std::size_t> indices);
    static constexpr std::size_t most_kept = 4;

    struct Result {
        std::shared_ptr<const ParticleSet> particles;  // null if the snapshot could not be read
        std::string error;                             // reason why the snapshot could not be read
        bool is_as_first = false;                      // true if all rows are the same bodies as in the first snapshot
        bool has_ids = false;  // true if the snapshot contains ids, and all bodies have different ids
        std::shared_ptr<const RowsById> rows{};
        std::string note{};  // number of bodies that appear or disappear; empty if the bodies are the first snapshot's
    };
    std::optional<Result> find(std::size_t index) const;  // empty until the snapshot has been read
    Result wait(std::size_t index);                       // waits until a snapshot requested by want() has been read

  private:
    bool is_wanted(std::size_t index) const { return std::ranges::find(wanted_, index) != wanted_.end(); }
    void read_ahead();
    void look_for_new();
    void append(const WatchedFile& watched);
    std::optional<std::size_t> next() const;
    Result read(std::size_t index) const;
    Result load(std::size_t index) const;
    ParticleSet selected(ParticleSet source, const std::filesystem::path& file) const;
    std::string note_of(const SnapshotMatch& match, std::size_t bodies, const std::filesystem::path& file) const;

    // The thread of the caller changes files_, times_ and watched_, with mutex_ locked.
    std::vector<SeriesFile> files_;
    std::optional<FollowedRun> followed_;
    std::vector<WatchedFile> watched_;  // one for each element of files_ if the series grows
    std::vector<ParticleSet> moments_;  // one for each element of files_, or empty if the files must be read
    std::string gaps_;
    bool has_times_;
    std::vector<double> times_;
    ReadOptions reading_;
    Selection selection_;
    std::shared_ptr<const ParticleSet> first_;
    std::string first_name_;                 // file name of the first snapshot
    std::shared_ptr<const RowsById> known_;  // rows of the bodies in the first snapshot

    mutable std::mutex mutex_;  // guards all members below
    std::condition_variable changed_;
    std::vector<std::size_t> wanted_;
    std::map<std::size_t, Result> results_;
    std::vector<WatchedFile> arrived_;  // result of the last look at the growing series
    bool ending_ = false;
    std::future<void> reader_;
};

}  // namespace milkomeda
