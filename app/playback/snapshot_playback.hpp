// Snapshots of a run as a film that can be wound: a time, its pace, and the rows that belong to it.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/playback/particle_source.hpp"
#include "app/playback/snapshots.hpp"
#include "data/series/snapshot_interpolation.hpp"

namespace milkomeda {

// Why there is no tier where snapshots are played back.
inline constexpr const char* played_back_reason = "snapshots are played back, nothing is computed";

class SnapshotPlayback : public ParticleSource {
  public:
    // `first` is the snapshot 0, in the order of rows that all others are put into. `pace` is model time per
    // second.
    SnapshotPlayback(std::shared_ptr<Snapshots> snapshots, std::shared_ptr<const ParticleSet> first, double pace);

    bool interpolates = true;  // else the nearest snapshot is shown as it is
    double pace;

    bool playing() const override { return playing_; }
    void play(bool on) override;                // at the end: from the start again
    void step() override { step_by(1); }        // to the next snapshot
    void step_back() override { step_by(-1); }  // to the one before
    void restart() override;
    // Model time; the number of the snapshot where the files say none.
    double time() const override { return time_; }
    void go_to(double time);
    void head_for(double time) override { go_to(time); }
    void play_backwards() override;  // at the start: from the end
    bool goes_backwards() const override { return playing_ && backwards_; }
    void loop(bool on) override { loops_ = on; }
    bool loops() const override { return loops_; }
    void show(double time) override { go_to(time); }
    void next_future() override;
    double first_moment() const override { return first_time(); }
    double last_moment() const override { return last_time(); }
    void resume(double time, bool playing) override;
    void go_to_file(const std::filesystem::path& file) override;

    // Time waits for snapshots that are still being read. (Their pace is the film's own.)
    void advance(const SimulationParameters& parameters, const FrameTime& frame) override;
    bool advance_to_video_frame(double seconds, const SimulationParameters&, const FrameTime&) override {
        return go_on(seconds);
    }
    // Waits for the snapshots around this time. Throws std::runtime_error where one cannot be read.
    void go_to(double time, const SimulationParameters& parameters, const std::string& what) override;

    Moment moment() override;
    std::optional<std::size_t> untimed_snapshot() const override;
    ParticleSet state() const override;

    std::string_view why_no_accelerations() const override { return "not known for snapshots"; }
    SimulationStatus status() const override;
    std::string device_text() const override { return "no device is needed"; }
    std::string note() const override { return note_; }
    std::string take_error() override;
    SnapshotPlayback* recorded() override { return this; }
    const SnapshotPlayback* recorded() const override { return this; }

    double first_time() const { return times_.front(); }
    double last_time() const { return times_.back(); }
    bool has_times() const { return snapshots_->has_times(); }

    std::size_t count() const { return times_.size(); }
    double time_of(std::size_t index) const { return times_[index]; }
    std::size_t index() const { return index_of(time_); }  // of the snapshot at this time, or before it
    const std::filesystem::path& file(std::size_t index) const { return snapshots_->files()[index].path; }
    const std::filesystem::path& nearest_file() const { return file(nearest(index())); }
    // The snapshot at this time or before it, as its file has it; null while it is not read.
    std::shared_ptr<const ParticleSet> last_snapshot() const;
    bool interpolated() const { return shown_.after != nullptr; }
    const std::string& gaps() const { return snapshots_->gaps(); }

  private:
    struct Shown {
        std::shared_ptr<const ParticleSet> before, after;  // after: null where it is not interpolated
        double time = 0;                                 // of the rows in between
        bool operator==(const Shown&) const = default;
    };

    void step_by(int direction);
    bool go_on(double seconds);  // false while the snapshots there are not known
    bool update();
    std::span<const Float4> positions() const;  // until the next update()
    std::span<const Float4> velocities() const;
    double rows_time() const;
    std::size_t index_of(double time) const;
    std::size_t nearest(std::size_t before) const;
    void read_around(double time);
    bool is_ready(double time) const;
    std::shared_ptr<const ParticleSet> snapshot(std::size_t index);

    std::shared_ptr<Snapshots> snapshots_;
    std::shared_ptr<const ParticleSet> first_;
    std::vector<double> times_;
    double time_ = 0;
    bool playing_ = true, backwards_ = false, loops_ = false;

    Rows rows_;
    Shown shown_;
    std::string note_, error_;
    std::set<std::size_t> told_;  // the snapshots whose errors were handed out
};

}  // namespace milkomeda
