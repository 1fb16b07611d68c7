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

bool are_alike(const Component& a, const Component& b) {
    return a.first == b.first && a.count == b.count && full_name(a) == full_name(b);
}

}  // namespace

Snapshots::Snapshots(const std::string& pattern, const ReadOptions& reading, const Selection& selection)
    : files_{find_series(pattern, reading)},
      gaps_{missing_files(files_)},
      has_times_{have_times(files_)},
      reading_{reading},
      selection_{selection} {
    for (std::size_t i = 0; i < files_.size(); ++i)
        times_.push_back(has_times_ ? *files_[i].time : static_cast<double>(i));
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
    ids_ = first->ids;
    components_ = first->components;
    origin_ = first->origin;
    const auto [x, y, z] = center_of_mass(*first);
    if (selection_.position_scale == 1) reading_.reference = first->origin + glm::dvec3{x, y, z};
    results_[0] = {std::move(first), ""};
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

void Snapshots::read_ahead() {
    std::unique_lock lock{mutex_};
    for (;;) {
        changed_.wait(lock, [&] { return ending_ || next(); });
        if (ending_) return;
        const std::size_t index = *next();
        lock.unlock();
        Result result = read(index);
        lock.lock();
        if (is_wanted(index)) results_[index] = std::move(result);
        changed_.notify_all();
    }
}

Snapshots::Result Snapshots::read(std::size_t index) const try {
    return {std::make_shared<const ParticleSet>(load(index)), ""};
} catch (const std::bad_alloc&) {
    return {nullptr, fmt::format("{}: this machine's memory is too small for the file", files_[index].path.string())};
} catch (const std::exception& error) {
    return {nullptr, error.what()};
}

// Reads a snapshot and shuffles the rows of each component like load_scene_setup(), so that the rows usually have the
// order of the first snapshot.
ParticleSet Snapshots::load(std::size_t index) const {
    const std::filesystem::path& file = files_[index].path;
    const auto refuse = [&](const std::string& why) { throw FileError(file, why); };
    const std::string first = files_.front().path.filename().string();
    ParticleSet source = read_snapshot(files_[index], reading_);
    if (!selection_.bodies && selection_.components.empty() && source.size() != ids_.size())
        refuse(fmt::format("has {} bodies, but {} has {}", source.size(), first, ids_.size()));
    ParticleSet particles;
    try {
        particles = select(std::move(source), selection_);
    } catch (const std::invalid_argument& error) {
        refuse(error.what());
    }
    particles.time = times_[index];
    set_origin(particles, origin_);
    shuffle_components(particles);
    if (order_by_ids(particles, ids_)) {
        particles.components = components_;
    } else if (!std::ranges::equal(particles.components, components_, are_alike)) {
        refuse("has different components than " + first);
    }
    return particles;
}

}  // namespace milkomeda
