#include "app/playback/snapshots.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "data/base/parallel.hpp"
#include "data/formats/formats.hpp"
#include "data/particles/row_order.hpp"
#include "data/series/series_numbers.hpp"
#include "data/series/snapshot_interpolation.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

bool have_times(const std::vector<SeriesFile>& files) {
    return std::ranges::all_of(files, [](const SeriesFile& file) { return file.time.has_value(); }) &&
           (files.size() == 1 || *files.front().time < *files.back().time);
}

}  // namespace

Snapshots::Snapshots(const std::string& pattern, const ReadOptions& reading, const Selection& selection)
    : files_{find_series(pattern, reading)},
      gaps_{missing_files(files_)},
      has_times_{have_times(files_)},
      reading_{reading},
      selection_{selection} {
    reading_.numbers = std::make_shared<IdNumbers>();
    for (std::size_t i = 0; i < files_.size(); ++i)
        times_.push_back(has_times_ ? *files_[i].time : static_cast<double>(i));
}

Snapshots::Snapshots(const FollowedRun& run, const ReadOptions& reading, const Selection& selection)
    : followed_{run}, has_times_{true}, reading_{reading}, selection_{selection} {
    reading_.numbers = std::make_shared<IdNumbers>();
    arrived_ = run.watch->look();
    if (arrived_.empty()) throw FileError(run.watch->pattern(), "no file matches this pattern");
    has_times_ = arrived_.front().file.time.has_value();
    take_arrived();
}

Snapshots::Snapshots(std::vector<ParticleSet> moments, const std::string& name, const Selection& selection)
    : moments_{std::move(moments)}, has_times_{true}, selection_{selection} {
    for (const ParticleSet& moment : moments_) {
        files_.push_back({name, moment.time});
        times_.push_back(moment.time);
    }
}

Snapshots::~Snapshots() {
    {
        const std::lock_guard lock{mutex_};
        ending_ = true;
    }
    changed_.notify_all();
    if (reader_.valid()) reader_.wait();
}

void Snapshots::begin(std::shared_ptr<const ParticleSet> first) {
    first_ = first;
    first_name_ = files_.front().path.filename().string();
    known_ = std::make_shared<const RowsById>(first->ids);
    const auto [x, y, z] = center_of_mass(*first);
    if (selection_.position_scale == 1) reading_.reference = first->origin + glm::dvec3{x, y, z};
    results_[0] = {std::move(first), "", true, first_has_ids && known_->are_unique(), known_};
    wanted_ = {0};
    reader_ = in_thread([this] { read_ahead(); });
}

void Snapshots::want(std::vector<std::size_t> indices) {
    if (indices.size() > most_kept) indices.resize(most_kept);
    {
        const std::lock_guard lock{mutex_};
        if (indices == wanted_) return;
        wanted_ = std::move(indices);
        std::erase_if(results_, [&](const auto& result) { return !is_wanted(result.first); });
    }
    changed_.notify_all();
}

std::optional<Snapshots::Result> Snapshots::find(std::size_t index) const {
    const std::lock_guard lock{mutex_};
    const auto found = results_.find(index);
    return found == results_.end() ? std::nullopt : std::optional{found->second};
}

Snapshots::Result Snapshots::wait(std::size_t index) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return results_.contains(index); });
    return results_.at(index);
}

std::optional<std::size_t> Snapshots::next() const {
    const auto missing = std::ranges::find_if(wanted_, [&](std::size_t index) { return !results_.contains(index); });
    return missing == wanted_.end() ? std::nullopt : std::optional{*missing};
}

void Snapshots::append(const WatchedFile& watched) {
    const double time = has_times_ ? watched.file.time.value_or(0) : static_cast<double>(files_.size());
    if (!times_.empty() && !(time > times_.back())) return;
    watched_.push_back(watched);
    files_.push_back(watched.file);
    times_.push_back(time);
}

bool Snapshots::take_arrived() {
    if (!followed_) return false;
    const std::lock_guard lock{mutex_};
    bool has_changed = false;
    for (const WatchedFile& arrived : std::exchange(arrived_, {})) {
        const auto known = std::ranges::find(watched_, arrived.file.path,
                                             [](const WatchedFile& watched) { return watched.file.path; });
        const std::size_t count = files_.size();
        if (known == watched_.end()) {
            append(arrived);
            has_changed |= files_.size() > count;
        } else if (known->revision != arrived.revision) {
            *known = arrived;
            if (known != watched_.begin()) has_changed |= results_.erase(known - watched_.begin()) > 0;
        }
    }
    if (has_changed) gaps_ = missing_files(files_);
    return has_changed;
}

void Snapshots::look_for_new() {
    std::vector<WatchedFile> arrived = followed_->watch->look();
    const std::lock_guard lock{mutex_};
    arrived_ = std::move(arrived);
}

// Reads the wanted snapshots. Looks for new files of a growing series about once a second.
void Snapshots::read_ahead() {
    std::unique_lock lock{mutex_};
    auto next_look = std::chrono::steady_clock::now();
    for (;;) {
        const auto is_needed = [&] { return ending_ || next(); };
        if (followed_)
            changed_.wait_until(lock, next_look, is_needed);
        else
            changed_.wait(lock, is_needed);
        if (ending_) return;
        const std::optional<std::size_t> wanted = next();
        if (followed_ && std::chrono::steady_clock::now() >= next_look) {
            lock.unlock();
            look_for_new();
            lock.lock();
            next_look = std::chrono::steady_clock::now() + std::chrono::seconds{1};
        }
        if (!wanted) continue;
        const std::size_t index = *wanted;
        lock.unlock();
        Result result = read(index);
        lock.lock();
        if (is_wanted(index)) results_[index] = std::move(result);
        changed_.notify_all();
    }
}

Snapshots::Result Snapshots::read(std::size_t index) const try { return load(index); } catch (const std::bad_alloc&) {
    const std::lock_guard lock{mutex_};
    return {nullptr, fmt::format("{}: this machine's memory is too small for the file", files_[index].path.string())};
} catch (const std::exception& error) {
    return {nullptr, error.what()};
}

// Reads a snapshot and matches its bodies with the first snapshot.
Snapshots::Result Snapshots::load(std::size_t index) const {
    const auto [file, time] = [&] {
        const std::lock_guard lock{mutex_};
        return std::pair{files_[index], times_[index]};
    }();
    ParticleFile content;
    if (moments_.empty())
        content = read_snapshot(file, reading_);
    else
        content.particles = moments_[index];
    ParticleSet particles = selected(std::move(content.particles), file.path);
    particles.time = time;
    set_origin(particles, first_->origin);
    Result result;
    if (!known_->are_unique() && particles.ids.size() == first_->ids.size()) shuffle_components(particles);
    if (!known_->are_unique() && particles.ids == first_->ids) {
        result.is_as_first = true;
        particles.components = first_->components;
    } else {
        const SnapshotMatch match = arrange(particles, *first_, *known_);
        result.is_as_first = match.are_same;
        if (!match.are_same && content.has_ids && first_has_ids)
            result.note = note_of(match, particles.size(), file.path);
    }
    result.particles = std::make_shared<const ParticleSet>(std::move(particles));
    result.rows = result.is_as_first ? known_ : std::make_shared<const RowsById>(result.particles->ids);
    result.has_ids = content.has_ids && result.rows->are_unique();
    return result;
}

// Applies the selection. A selection of fewer bodies keeps the bodies that are selected in the first snapshot.
ParticleSet Snapshots::selected(ParticleSet source, const std::filesystem::path& file) const try {
    if (selection_.bodies) return select_again(source, selection_, *known_);
    return select(std::move(source), selection_);
} catch (const std::invalid_argument& error) {
    throw FileError(file, error.what());
}

std::string Snapshots::note_of(const SnapshotMatch& match, std::size_t bodies,
                               const std::filesystem::path& file) const {
    if (match.added + match.missing == 0) return {};
    return fmt::format(
        "{} of {} bodies in {} are not found in {}, and {} of {} bodies are missing; bodies are matched by id, and "
        "shown "
        "from their first snapshot on or until their last snapshot",
        match.added, bodies, file.filename().string(), first_name_, match.missing, first_->size());
}

}  // namespace milkomeda
