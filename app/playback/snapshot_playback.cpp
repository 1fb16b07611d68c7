#include "app/playback/snapshot_playback.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/cli/usage_error.hpp"

namespace milkomeda {

SnapshotPlayback::SnapshotPlayback(std::shared_ptr<Snapshots> snapshots, std::shared_ptr<const ParticleSet> first,
                               double initial_pace)
    : pace{initial_pace},
      snapshots_{std::move(snapshots)},
      first_{std::move(first)},
      times_{snapshots_->times()} {
    snapshots_->begin(first_);
    go_to(first_time());
}

void SnapshotPlayback::play(bool on) {
    playing_ = on;
    backwards_ = false;
    if (on && time_ >= last_time()) go_to(first_time());
}

void SnapshotPlayback::play_backwards() {
    playing_ = backwards_ = true;
    if (time_ <= first_time()) go_to(last_time());
}

void SnapshotPlayback::restart() {
    go_to(first_time());
    playing_ = true;
    backwards_ = false;
}

void SnapshotPlayback::next_future() {
    throw UsageError("snapshots are played back: they have one future alone");
}

void SnapshotPlayback::step_by(int direction) {
    playing_ = false;
    const auto after = std::upper_bound(times_.begin(), times_.end(), time_);
    const auto here = std::lower_bound(times_.begin(), times_.end(), time_);
    if (direction > 0)
        go_to(after == times_.end() ? last_time() : *after);
    else
        go_to(here == times_.begin() ? first_time() : *(here - 1));
}

void SnapshotPlayback::go_to(double time) {
    time_ = std::clamp(time, first_time(), last_time());
    read_around(time_);
}

void SnapshotPlayback::resume(double time, bool playing) {
    go_to(time);
    if (!playing) play(false);
}

void SnapshotPlayback::go_to_file(const std::filesystem::path& wanted) {
    for (std::size_t i = 0; i < count(); ++i)
        if (file(i).filename() == wanted.filename()) go_to(times_[i]);
}

void SnapshotPlayback::advance(const SimulationParameters&, const FrameTime& frame) {
    constexpr double longest_seconds = 0.1;  // after a stall nothing jumps
    go_on(std::min(frame.seconds, longest_seconds));
}

bool SnapshotPlayback::go_on(double seconds) {
    double target = time_;
    if (playing_) target += (backwards_ ? -pace : pace) * seconds;
    if (target > last_time()) target = loops_ ? first_time() : last_time();
    if (target < first_time()) target = loops_ ? last_time() : first_time();
    read_around(target);
    if (!is_ready(target)) return false;
    time_ = target;
    const bool ends = backwards_ ? time_ <= first_time() : time_ >= last_time();
    if (ends && !loops_) playing_ = backwards_ = false;
    return true;
}

void SnapshotPlayback::go_to(double time, const SimulationParameters&, const std::string&) {
    go_to(time);
    const std::size_t i = index(), last = time_ > times_[i] ? i + 1 : i;
    for (std::size_t needed = i; needed <= last; ++needed)
        if (const Snapshots::Result result = snapshots_->wait(needed); !result.particles)
            throw std::runtime_error(result.error);
}

Moment SnapshotPlayback::moment() {
    const bool changed = update();
    Moment moment{.time = rows_time(), .rows_time = rows_time(), .positions = {}, .velocities = {}};
    if (changed) moment.positions = positions(), moment.velocities = velocities();
    return moment;
}

// Finds the rows for the time; true if they are others than before.
bool SnapshotPlayback::update() {
    const std::size_t i = index();
    const bool between = time_ > times_[i];
    Shown now;
    note_.clear();
    if (between && !has_times()) note_ = "the files say no times: nothing lies between two snapshots";
    if (between && interpolates && has_times()) {
        const auto before = snapshot(i), after = snapshot(i + 1);
        if (before && after) {
            if ((before == shown_.before && after == shown_.after) || before->ids == after->ids)
                now = {before, after, time_};
            else
                note_ = "the bodies of " + file(i).filename().string() + " and " +
                        file(i + 1).filename().string() + " have other ids: the nearest is shown";
        }
    }
    if (!now.before) {
        const std::size_t best = nearest(i), other = between && best == i ? i + 1 : i;
        now.before = snapshot(best);
        if (!now.before) now.before = snapshot(other);
        if (!now.before || (!snapshots_->find(best) && note_.empty()))
            note_ = "reading " + file(best).filename().string();
    }
    if (!now.before || now == shown_) return false;
    shown_ = now;
    if (now.after) interpolate(*now.before, *now.after, time_, rows_);
    return true;
}

std::span<const Float4> SnapshotPlayback::positions() const {
    if (shown_.after) return rows_.positions;
    return shown_.before ? std::span<const Float4>{shown_.before->positions} : std::span<const Float4>{};
}

std::span<const Float4> SnapshotPlayback::velocities() const {
    if (shown_.after) return rows_.velocities;
    return shown_.before ? std::span<const Float4>{shown_.before->velocities} : std::span<const Float4>{};
}

std::optional<std::size_t> SnapshotPlayback::untimed_snapshot() const {
    return has_times() ? std::nullopt : std::optional{index()};
}

ParticleSet SnapshotPlayback::state() const {
    ParticleSet now = *first_;
    if (positions().empty()) return now;
    now.positions.assign(positions().begin(), positions().end());
    now.velocities.assign(velocities().begin(), velocities().end());
    now.time = rows_time();
    return now;
}

// This is the status of what is computed. Nothing is, so its time stays at the start.
SimulationStatus SnapshotPlayback::status() const {
    SimulationStatus status;
    status.tier_reason = played_back_reason;
    status.time = first_time();
    return status;
}

std::shared_ptr<const ParticleSet> SnapshotPlayback::last_snapshot() const {
    const auto result = snapshots_->find(index());
    return result ? result->particles : nullptr;
}

double SnapshotPlayback::rows_time() const {
    if (shown_.after) return shown_.time;
    return shown_.before ? shown_.before->time : time_;
}

std::string SnapshotPlayback::take_error() {
    return std::exchange(error_, {});
}

// The last snapshot that is not later than this time, or else the first.
std::size_t SnapshotPlayback::index_of(double time) const {
    const auto after = std::upper_bound(times_.begin(), times_.end(), time);
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - times_.begin(), 1)) - 1;
}

std::size_t SnapshotPlayback::nearest(std::size_t before) const {
    const bool later_is_nearer = before + 1 < count() && time_ - times_[before] > times_[before + 1] - time_;
    return later_is_nearer ? before + 1 : before;
}

// Reads both snapshots around the time, the one that comes next, and the one before for those who step back.
void SnapshotPlayback::read_around(double time) {
    const std::size_t i = index_of(time);
    std::vector<std::size_t> wanted{i};
    const auto add = [&](std::size_t index) {
        if (std::find(wanted.begin(), wanted.end(), index) == wanted.end()) wanted.push_back(index);
    };
    for (std::size_t ahead = 1; ahead <= (backwards_ ? 1 : 2); ++ahead)
        if (i + ahead < count() || loops_) add((i + ahead) % count());
    for (std::size_t back = 1; back <= (backwards_ ? 2 : 1); ++back)
        if (back <= i || (backwards_ && loops_)) add((i + count() - back % count()) % count());
    snapshots_->want(std::move(wanted));
}

bool SnapshotPlayback::is_ready(double time) const {
    const std::size_t i = index_of(time);
    return snapshots_->find(i) && (time <= times_[i] || snapshots_->find(i + 1));
}

// Null while it has not been read; what is wrong with it is told once.
std::shared_ptr<const ParticleSet> SnapshotPlayback::snapshot(std::size_t index) {
    const auto result = snapshots_->find(index);
    if (!result) return nullptr;
    if (!result->particles && told_.insert(index).second) error_ = result->error;
    return result->particles;
}

}  // namespace milkomeda
