#include "app/scene/particle_readback.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace milkomeda {
namespace {

// Longest model times over which positions are extrapolated by velocities: from rows that were read back, and from the
// start of the run. After longer times, rows count as unknown.
constexpr double longest_offset = 1;
constexpr double longest_offset_from_start = 0.25;

bool contains(const RowRange& outer, const RowRange& inner) {
    return outer.first <= inner.first && inner.first + inner.count <= outer.first + outer.count;
}

ParticleRows part(const ParticleRows& rows, std::size_t first, std::size_t count) {
    const auto from = static_cast<std::ptrdiff_t>(first), until = static_cast<std::ptrdiff_t>(first + count);
    return {{rows.positions.begin() + from, rows.positions.begin() + until},
            {rows.velocities.begin() + from, rows.velocities.begin() + until}};
}

ParticleRows rows_of(const ParticleSet& particles, const RowRange& range) {
    ParticleRows rows;
    for (std::size_t row = range.first; row < range.first + range.count; ++row) {
        const Float4 &p = particles.positions[row], &v = particles.velocities[row];
        rows.positions.emplace_back(p.x, p.y, p.z, p.w);
        rows.velocities.emplace_back(v.x, v.y, v.z, v.w);
    }
    return rows;
}

ParticleRows moved(ParticleRows rows, float time_offset) {
    for (std::size_t i = 0; i < rows.positions.size(); ++i)
        rows.positions[i] += time_offset * glm::vec4{glm::vec3{rows.velocities[i]}, 0};
    return rows;
}

}  // namespace

ParticleReadback::ParticleReadback(const VertexBuffers& buffers, std::shared_ptr<const ParticleSet> initial)
    : buffers_{buffers}, initial_{std::move(initial)} {
    moment_.time = moment_.rows_time = initial_->time;
}

void ParticleReadback::show(const Moment& moment) {
    if (moment.time < moment_.time) {  // the run has gone back: discard rows of later times
        known_ = {};
        reader_ = {};
    }
    moment_ = moment;
    moment_.positions = moment_.velocities = {};
    if (auto rows = reader_.take(false)) {
        known_ = std::exchange(arriving_, {});
        known_.rows = std::move(*rows);
    }
    std::erase_if(present_, [this](PresentRows& present) {
        auto rows = present.reader.take(false);
        if (!rows) return false;
        present.promise.set_value(std::move(*rows));
        idle_ = std::move(present.reader);
        return true;
    });
}

ParticleRows ParticleReadback::rows(const RowRange& range) {
    if (waits) return moved(read_rows(buffers_, range), time_offset());
    if (range.first + range.count > buffers_.bodies) return {};
    if (std::ranges::none_of(asked_, [&](const RowRange& asked) { return contains(asked, range); }))
        asked_.push_back(range);
    return known_rows(range);
}

ParticleRows ParticleReadback::known_rows(const RowRange& range) const {
    std::size_t first = 0;
    for (const RowRange& known : known_.ranges) {
        const double offset = moment_.time - known_.time;
        if (contains(known, range) && std::abs(offset) < longest_offset)
            return moved(part(known_.rows, first + range.first - known.first, range.count), static_cast<float>(offset));
        first += known.count;
    }
    const double offset = moment_.time - initial_->time;
    if (std::abs(offset) < longest_offset_from_start)
        return moved(rows_of(*initial_, range), static_cast<float>(offset));
    return {};
}

std::future<ParticleRows> ParticleReadback::present_rows(const std::vector<RowRange>& ranges) {
    PresentRows present{std::exchange(idle_, {}), {}};
    std::future<ParticleRows> future = present.promise.get_future();
    present.reader.ask(buffers_, ranges);
    if (waits)
        present.promise.set_value(*present.reader.take(true));
    else
        present_.push_back(std::move(present));
    return future;
}

void ParticleReadback::read() {
    if (asked_.empty() || reader_.under_way()) return;
    reader_.ask(buffers_, asked_);
    arriving_ = {std::exchange(asked_, {}), {}, moment_.rows_time};
}

}  // namespace milkomeda
