// The bodies of a series of snapshots at a playback time, interpolated between the two snapshots around this time.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/playback/follow_progress.hpp"
#include "app/playback/snapshots.hpp"
#include "app/playback/source_interfaces.hpp"
#include "data/series/snapshot_interpolation.hpp"

namespace milkomeda {

// Times are model times. If the files contain no times, the times are the indices of the snapshots.
class SnapshotSeries {
  public:
    // `first` is the first snapshot; the bodies of all later snapshots are sorted into its order. `pace` is the model
    // time per second of playback.
    SnapshotSeries(std::shared_ptr<Snapshots> snapshots, std::shared_ptr<const ParticleSet> first, double pace);

    bool interpolates = true;  // false to show the nearest snapshot without interpolation
    double pace;

    double time() const { return time_; }
    void go_to(double time);
    void go_to_file(const std::filesystem::path& file);  // does nothing if the file is not in the series
    // Goes to this time and returns true if the snapshots around this time have been read. Otherwise requests
    // these snapshots and returns false.
    bool go_to_if_read(double time);
    // Waits until the snapshots around the present time have been read. Throws std::runtime_error if a
    // snapshot cannot be read.
    void wait();
    // Sets the direction of playback and whether it loops. This determines which snapshots are read ahead.
    void set_order(bool backward, bool loops) { backward_ = backward, loops_ = loops; }

    double first_time() const { return times_.front(); }
    double last_time() const { return times_.back(); }
    // Returns the time of the snapshot after the present time or, if `backward` is true, before it.
    double next_time(bool backward) const;
    bool has_times() const { return snapshots_->has_times(); }

    // Returns the progress of a series that a program is writing; empty for other series.
    std::optional<FollowProgress> progress() const;

    std::size_t count() const { return times_.size(); }
    double time_of(std::size_t index) const { return times_[index]; }
    std::size_t index() const { return index_of(time_); }  // index of the last snapshot not later than time()
    const std::filesystem::path& file(std::size_t index) const { return snapshots_->files()[index].path; }
    const std::filesystem::path& nearest_file() const { return file(nearest(index())); }
    // Returns the snapshot with the index index(); null if this snapshot has not been read yet or cannot be read.
    std::shared_ptr<const ParticleSet> last_snapshot() const;

    // Returns the bodies at the present time. Before, appends the snapshots that a program has written since the last
    // call.
    Moment moment();
    ParticleSet read() const;  // returns the bodies of the moment that moment() returned last
    bool interpolated() const { return shown_.after != nullptr; }
    // Texts for the user: gaps() lists missing files, note() says why the shown bodies do not belong to time(), and
    // take_error() returns each error once. Each text is empty if there is nothing to report.
    const std::string& gaps() const { return snapshots_->gaps(); }
    const std::string& note() const { return note_; }
    std::string take_error() { return std::exchange(error_, {}); }
    // Returns a notice once, after the first display of a snapshot that adds or lacks bodies relative to the first
    // snapshot. Otherwise returns an empty text.
    std::string take_notice() { return std::exchange(notice_, {}); }

  private:
    struct Shown {
        // snapshots around the playback time; `after` is null without interpolation
        std::shared_ptr<const ParticleSet> before, after;
        std::shared_ptr<const ParticleSet> bodies{};  // ids and components of the rows
        double time = 0;                              // model time of interpolated rows
        bool operator==(const Shown&) const = default;
    };

    struct ShownRows {
        std::span<const Float4> positions, velocities;
    };

    void grow();
    bool update();
    ShownRows shown_rows() const;  // valid until the next update()
    double rows_time() const;
    std::size_t index_of(double time) const;
    std::size_t nearest(std::size_t before) const;
    void read_around(double time);
    bool is_read(double time) const;
    std::optional<Snapshots::Result> snapshot(std::size_t index);
    Shown interpolated_between(std::size_t index);
    bool are_matched(std::size_t index, bool waits);

    std::shared_ptr<Snapshots> snapshots_;
    std::shared_ptr<const ParticleSet> first_;
    std::vector<double> times_;
    double time_ = 0;
    bool backward_ = false, loops_ = false;

    Rows rows_;
    Shown shown_;
    // whole_: the two snapshots of the newest search for common bodies. common_: the bodies that are in both snapshots
    // of the last completed search.
    SnapshotPair whole_, common_;
    std::future<SnapshotPair> matching_;  // next value of common_
    std::string note_, error_, notice_;
    bool noticed_ = false;
    std::set<std::size_t> reported_;  // indices of the snapshots whose errors were reported
};

}  // namespace milkomeda
