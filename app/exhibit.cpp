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

void Exhibit::draw(const Camera& camera, const Look& look, int width, int height, DrawCost& cost,
                   double ahead) {
    const DrawnState drawn = simulation_.drawn();
    upload(drawn, cost.timers());
    std::vector<RowRange> rows;
    std::size_t visible = 0;
    for (std::size_t c = 0; c < start_.particles.components.size(); ++c) {
        if (!start_.shown[c]) continue;
        rows.push_back({start_.particles.components[c].first, start_.particles.components[c].count});
        visible += rows.back().count;
    }
    const ParticleFrame frame{.time_offset = static_cast<float>(drawn.time_offset + ahead),
                              .rows = rows,
                              .share = static_cast<float>(cost.share_to_draw(look.mode, visible)),
                              .timers = &cost.timers()};
    renderer_.draw(camera, look, frame, width, height);
}

void Exhibit::upload(const DrawnState& drawn, PassTimers& timers) {
    const bool stepped = !drawn.positions.empty(), played = playback_ && playback_->update();
    if (!stepped && !played) return;
    const auto timed = timers.measure("upload");
    if (played)
        renderer_.upload(bytes(playback_->positions()), bytes(playback_->velocities()));
    else
        renderer_.upload(bytes(drawn.positions), bytes(drawn.velocities));
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
