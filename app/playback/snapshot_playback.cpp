#include "app/playback/snapshot_playback.hpp"

#include <algorithm>

#include "app/cli/usage_error.hpp"

namespace milkomeda {

TransportState SnapshotPlayback::state() const {
    return {.playing = playing_,
            .moving = playing_,
            .backward = playing_ && backward_,
            .looping = loops_,
            .time = series_.time(),
            .first_time = series_.first_time(),
            .last_time = series_.last_time()};
}

void SnapshotPlayback::play(bool on) {
    playing_ = on;
    backward_ = false;
    if (on && series_.time() >= series_.last_time()) series_.go_to(series_.first_time());
}

void SnapshotPlayback::play_backward() {
    playing_ = backward_ = true;
    if (series_.time() <= series_.first_time()) series_.go_to(series_.last_time());
}

void SnapshotPlayback::restart() {
    series_.go_to(series_.first_time());
    playing_ = true;
    backward_ = false;
}

void SnapshotPlayback::next_branch() { throw UsageError(limits().next_branch); }

void SnapshotPlayback::show_neighbor(bool backward) {
    playing_ = false;
    series_.go_to(series_.next_time(backward));
}

void SnapshotPlayback::resume(double time, bool playing) {
    series_.go_to(time);
    if (!playing) play(false);
}

void SnapshotPlayback::advance(const SimulationParameters&, const FrameTime& frame) {
    constexpr double longest_seconds = 0.1;  // longest frame that counts, so that a stall causes no jump in time
    advance_by(std::min(frame.seconds, longest_seconds));
}

// Moves the time by `seconds` of playback. Returns false without moving if the snapshots at the new time have
// not been read yet.
bool SnapshotPlayback::advance_by(double seconds) {
    series_.set_order(backward_, loops_);
    const double first = series_.first_time(), last = series_.last_time();
    double target = series_.time();
    if (playing_) target += (backward_ ? -series_.pace : series_.pace) * seconds;
    if (target > last) target = loops_ ? first : last;
    if (target < first) target = loops_ ? last : first;
    if (!series_.go_to_if_read(target)) return false;
    const bool ends = backward_ ? target <= first : target >= last;
    const auto progress = series_.progress();
    const bool waits = !backward_ && progress && !progress->is_done();  // for the next snapshot of the run
    if (ends && !loops_ && !waits) playing_ = backward_ = false;
    return true;
}

void SnapshotPlayback::go_to(double time, const SimulationParameters&, const std::string&) {
    series_.go_to(time);
    series_.wait();
}

}  // namespace milkomeda
