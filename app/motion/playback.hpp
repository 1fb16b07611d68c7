// Snapshots of a run as a film that can be wound: a time, its pace, and the rows that belong to it.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/motion/snapshots.hpp"
#include "data/series/snapshot_interpolation.hpp"

namespace milkomeda {

class Playback {
  public:
    // `snapshots` have begun. `pace` is model time per second.
    Playback(std::unique_ptr<Snapshots> snapshots, double pace);

    bool loop = false;
    bool interpolates = true;  // else the nearest snapshot is shown as it is
    double pace;

    bool playing() const { return playing_; }
    void play(bool on);  // at the end: from the start again
    void restart();
    void step(int direction);  // to the next snapshot or the one before, and pauses
    void go_to(double time);
    void go_to_file(const std::filesystem::path& file);

    // A frame of so many seconds. Time waits for snapshots that are still being read.
    void advance(double seconds);
    // Waits for them. Throws std::runtime_error where a snapshot cannot be read.
    void wait_for(double time);

    // Finds the rows for the time; true if they are others than before.
    bool update();
    std::span<const Float4> positions() const;  // until the next update()
    std::span<const Float4> velocities() const;

    // Model time; the number of the snapshot where the files say none.
    double time() const { return time_; }
    double first_time() const { return times_.front(); }
    double last_time() const { return times_.back(); }
    bool has_times() const { return snapshots_->has_times(); }

    std::size_t count() const { return times_.size(); }
    std::size_t index() const { return index_of(time_); }  // of the snapshot at this time, or before it
    const std::filesystem::path& file(std::size_t index) const { return snapshots_->files()[index].path; }
    const std::filesystem::path& nearest_file() const { return file(nearest(index())); }
    double shown_time() const;  // of the rows
    bool interpolated() const { return shown_.after != nullptr; }
    const std::string& gaps() const { return snapshots_->gaps(); }
    const std::string& note() const { return note_; }  // why the rows are not those of the time, if so
    std::string take_error();                          // a snapshot's that nobody was told of yet

  private:
    struct Shown {
        std::shared_ptr<const Particles> before, after;  // after: null where it is not interpolated
        double time = 0;                                 // of the rows in between
        bool operator==(const Shown&) const = default;
    };

    std::size_t index_of(double time) const;
    std::size_t nearest(std::size_t before) const;
    void read_around(double time);
    bool is_ready(double time) const;
    std::shared_ptr<const Particles> snapshot(std::size_t index);

    std::unique_ptr<Snapshots> snapshots_;
    std::vector<double> times_;
    double time_ = 0;
    bool playing_ = true;

    Rows rows_;
    Shown shown_;
    std::string note_, error_;
    std::set<std::size_t> told_;  // of errors of these snapshots
};

}  // namespace milkomeda
