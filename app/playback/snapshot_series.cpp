#include "app/playback/snapshot_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "data/base/parallel.hpp"
#include "data/series/series_numbers.hpp"

namespace milkomeda {

SnapshotSeries::SnapshotSeries(std::shared_ptr<Snapshots> snapshots, std::shared_ptr<const ParticleSet> first,
                               double initial_pace)
    : pace{initial_pace}, snapshots_{std::move(snapshots)}, first_{std::move(first)}, times_{snapshots_->times()} {
    snapshots_->begin(first_);
    go_to(snapshots_->followed() ? last_time() : first_time());
}

void SnapshotSeries::go_to(double time) {
    time_ = std::clamp(time, first_time(), last_time());
    read_around(time_);
}

std::optional<FollowProgress> SnapshotSeries::progress() const {
    const std::optional<FollowedRun>& run = snapshots_->followed();
    if (!run) return std::nullopt;
    const auto age = std::filesystem::file_time_type::clock::now() - snapshots_->last_written();
    FollowProgress progress{.snapshots = count(),
                            .newest = last_time(),
                            .age = std::max(0.0, std::chrono::duration<double>(age).count()),
                            .behind = last_time() - time_,
                            .has_times = has_times()};
    if (has_times() && run->until && *run->until > first_time())
        progress.share = std::clamp((last_time() - first_time()) / (*run->until - first_time()), 0.0, 1.0);
    return progress;
}

void SnapshotSeries::go_to_file(const std::filesystem::path& wanted) {
    for (std::size_t i = 0; i < count(); ++i)
        if (contains(snapshots_->files()[i], wanted)) go_to(times_[i]);
}

bool SnapshotSeries::go_to_if_read(double time) {
    read_around(time);
    if (!is_read(time)) return false;
    const std::size_t i = index_of(time);
    if (time > times_[i] && interpolates && has_times() && !are_matched(i, false)) return false;
    time_ = time;
    return true;
}

void SnapshotSeries::wait() {
    const std::size_t i = index(), last = time_ > times_[i] ? i + 1 : i;
    for (std::size_t needed = i; needed <= last; ++needed)
        if (const Snapshots::Result result = snapshots_->wait(needed); !result.particles)
            throw std::runtime_error(result.error);
    if (last > i && interpolates && has_times()) are_matched(i, true);
}

double SnapshotSeries::next_time(bool backward) const {
    if (backward) {
        const auto here = std::ranges::lower_bound(times_, time_);
        return here == times_.begin() ? first_time() : *(here - 1);
    }
    const auto after = std::ranges::upper_bound(times_, time_);
    return after == times_.end() ? last_time() : *after;
}

Moment SnapshotSeries::moment() {
    grow();
    const ShownRows rows = update() ? shown_rows() : ShownRows{};
    return {rows_time(), rows_time(), 0, rows.positions, rows.velocities, shown_.bodies};
}

// Appends the snapshots that have arrived.
void SnapshotSeries::grow() {
    if (!snapshots_->take_arrived()) return;
    times_ = snapshots_->times();
    read_around(time_);
}

// Chooses the snapshots to show at the present time. Returns true if the shown rows have changed.
bool SnapshotSeries::update() {
    const std::size_t i = index();
    const bool between = time_ > times_[i];
    Shown now;
    note_.clear();
    if (between && !has_times()) note_ = "the files contain no times, so motion between snapshots is not interpolated";
    if (between && interpolates && has_times()) {
        if (!are_matched(i, false)) return false;
        now = interpolated_between(i);
    }
    if (!now.before) {
        const std::size_t best = nearest(i), other = between && best == i ? i + 1 : i;
        auto result = snapshot(best);
        if (!result) result = snapshot(other);
        if (result) now = {result->particles, nullptr, result->is_as_first ? first_ : result->particles};
        if (!now.before || (!snapshots_->find(best) && note_.empty()))
            note_ = "reading " + file(best).filename().string();
    }
    if (!now.before || now == shown_) return false;
    shown_ = now;
    if (now.after) interpolate(*now.before, *now.after, time_, rows_);
    return true;
}

// Finds, in a background thread, the bodies that are in both snapshots `i` and `i` + 1. Returns true if the search is
// complete or unnecessary, and false while it is in progress. If `waits` is true, waits for the end of the search.
bool SnapshotSeries::are_matched(std::size_t i, bool waits) {
    const auto before = snapshots_->find(i), after = snapshots_->find(i + 1);
    if (!before || !after || !before->particles || !after->particles) return true;
    if (before->is_as_first && after->is_as_first) return true;
    if (matching_.valid()) {  // a search is in progress; a new search begins only after its end
        if (!waits && !is_ready(matching_)) return false;
        common_ = matching_.get();
    }
    if (whole_.before == before->particles && whole_.after == after->particles) return true;
    whole_ = {before->particles, after->particles};
    matching_ = in_background([whole = whole_, rows = after->rows, have_ids = before->has_ids && after->has_ids] {
        SnapshotPair common = common_bodies(whole.before, whole.after, *rows);
        // Without ids, bodies are matched by their rows, which is right only if both snapshots have the same bodies.
        const bool have_same = common.before == whole.before && whole.before->size() == whole.after->size();
        return have_ids || have_same ? common : SnapshotPair{};
    });
    return waits && are_matched(i, true);
}

// Returns the bodies that are in both snapshots around the present time, for interpolation. The result is empty if a
// snapshot has not been read. It is also empty, with a note, if the snapshots cannot be matched.
SnapshotSeries::Shown SnapshotSeries::interpolated_between(std::size_t i) {
    const auto before = snapshot(i), after = snapshot(i + 1);
    if (!before || !after) return {};
    if (before->is_as_first && after->is_as_first) return {before->particles, after->particles, first_, time_};
    if (common_.before)
        return {common_.before, common_.after,
                before->is_as_first && common_.before == before->particles ? first_ : common_.before, time_};
    note_ = fmt::format(
        "the bodies of {} and {} cannot be matched by id, so the nearest snapshot is shown without interpolation",
        file(i).filename().string(), file(i + 1).filename().string());
    return {};
}

SnapshotSeries::ShownRows SnapshotSeries::shown_rows() const {
    if (shown_.after) return {rows_.positions, rows_.velocities};
    if (shown_.before) return {shown_.before->positions, shown_.before->velocities};
    return {};
}

ParticleSet SnapshotSeries::read() const {
    ParticleSet now = shown_.bodies ? *shown_.bodies : *first_;
    const auto [positions, velocities] = shown_rows();
    if (positions.empty()) return now;
    now.positions.assign(positions.begin(), positions.end());
    now.velocities.assign(velocities.begin(), velocities.end());
    now.time = rows_time();
    return now;
}

std::shared_ptr<const ParticleSet> SnapshotSeries::last_snapshot() const {
    const auto result = snapshots_->find(index());
    return result ? result->particles : nullptr;
}

double SnapshotSeries::rows_time() const {
    if (shown_.after) return shown_.time;
    return shown_.before ? shown_.before->time : time_;
}

// Returns the index of the last snapshot that is not later than `time`, or 0 if all snapshots are later.
std::size_t SnapshotSeries::index_of(double time) const {
    const auto after = std::ranges::upper_bound(times_, time);
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - times_.begin(), 1)) - 1;
}

std::size_t SnapshotSeries::nearest(std::size_t before) const {
    const bool later_is_nearer = before + 1 < count() && time_ - times_[before] > times_[before + 1] - time_;
    return later_is_nearer ? before + 1 : before;
}

// Requests the last snapshot before `time`, the first after it, and then the next snapshots in playback order.
void SnapshotSeries::read_around(double time) {
    const std::size_t i = index_of(time);
    std::vector<std::size_t> wanted{i};
    const auto add = [&](std::size_t index) {
        if (std::ranges::find(wanted, index) == wanted.end()) wanted.push_back(index);
    };
    for (std::size_t ahead = 1; ahead <= (backward_ ? 1 : 2); ++ahead)
        if (i + ahead < count() || loops_) add((i + ahead) % count());
    for (std::size_t back = 1; back <= (backward_ ? 2 : 1); ++back)
        if (back <= i || (backward_ && loops_)) add((i + count() - back % count()) % count());
    snapshots_->want(std::move(wanted));
}

bool SnapshotSeries::is_read(double time) const {
    const std::size_t i = index_of(time);
    return snapshots_->find(i) && (time <= times_[i] || snapshots_->find(i + 1));
}

// Returns a snapshot; empty if the snapshot has not been read yet or is unreadable. Stores the error of an unreadable
// snapshot for take_error(). Stores one notice for take_notice(), when a snapshot has other bodies than the first.
std::optional<Snapshots::Result> SnapshotSeries::snapshot(std::size_t index) {
    auto result = snapshots_->find(index);
    if (!result) return std::nullopt;
    if (!result->note.empty() && !std::exchange(noticed_, true)) notice_ = result->note;
    if (result->particles) return result;
    if (reported_.insert(index).second) error_ = result->error;
    return std::nullopt;
}

}  // namespace milkomeda
