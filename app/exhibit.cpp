#include "app/exhibit.hpp"

namespace milkomeda {
namespace {

auto reader(const Assets& assets) {
    return [&assets](std::string_view name) { return assets.read(name); };
}

std::span<const std::byte> bytes(std::span<const Float4> column) {
    return std::as_bytes(column);
}

}  // namespace

Exhibit::Exhibit(Start start, const Placement& placement, const GlSide& gl, const Assets& assets,
                 const KernelChoice& kernel)
    : start_{std::move(start)},
      playback_{start_.snapshots ? std::make_unique<Playback>(std::move(start_.snapshots),
                                                              start_.parameters.time_per_second)
                                 : nullptr},
      renderer_{bytes(start_.particles.positions), bytes(start_.particles.velocities), reader(assets)},
      simulation_{placement,
                  gl,
                  {renderer_.buffers().positions, renderer_.buffers().velocities},
                  start_.particles,
                  reader(assets),
                  kernel} {}

Particles Exhibit::state() const {
    Particles now = simulation_.read();
    if (!playback_ || playback_->positions().empty()) return now;
    now.positions.assign(playback_->positions().begin(), playback_->positions().end());
    now.velocities.assign(playback_->velocities().begin(), playback_->velocities().end());
    now.time = playback_->shown_time();
    return now;
}

void Exhibit::update(double ahead) {
    const DrawnState drawn = simulation_.drawn();
    if (!drawn.positions.empty()) renderer_.upload(bytes(drawn.positions), bytes(drawn.velocities));
    if (playback_ && playback_->update())
        renderer_.upload(bytes(playback_->positions()), bytes(playback_->velocities()));
    time_offset_ = static_cast<float>(drawn.time_offset + ahead);
    shown_time_ = playback_ ? playback_->shown_time() : drawn.time + ahead;
}

ParticleRows Exhibit::rows(const RowRange& range) const {
    ParticleRows rows = renderer_.read_rows(range);
    for (std::size_t i = 0; i < rows.positions.size(); ++i)
        rows.positions[i] += time_offset_ * glm::vec4{glm::vec3{rows.velocities[i]}, 0};
    return rows;
}

void Exhibit::draw(const Camera& camera, const Look& look, int width, int height, double ahead) {
    update(ahead);
    std::vector<RowRange> rows;
    for (std::size_t c = 0; c < start_.particles.components.size(); ++c)
        if (start_.shown[c])
            rows.push_back({start_.particles.components[c].first, start_.particles.components[c].count});
    renderer_.draw(camera, look, {time_offset_, rows}, width, height);
}

void Exhibit::reload(const Assets& assets) {
    renderer_.reload(reader(assets));
    simulation_.reload(reader(assets));
}

Placement playback_placement() {
    return {.tier = Tier::none,
            .reason = "snapshots are played back, nothing is computed",
            .device = {},
            .context = {}};
}

}  // namespace milkomeda
