#include "app/exhibit.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

Population population_of(const Component& component) {
    if (component.name == "disk") return Population::disk;
    if (component.name == "bulge") return Population::bulge;
    if (component.name == "halo") return Population::halo;
    return Population::unknown;
}

std::vector<ParticleGroup> groups_of(const std::vector<Component>& components) {
    std::vector<ParticleGroup> groups;
    std::vector<std::string> galaxies;
    for (const Component& component : components) {
        auto galaxy = std::ranges::find(galaxies, component.galaxy);
        if (galaxy == galaxies.end()) galaxy = galaxies.insert(galaxy, component.galaxy);
        groups.push_back({component.first, component.count, population_of(component),
                          static_cast<int>(galaxy - galaxies.begin())});
    }
    return groups;
}

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
      groups_{groups_of(start_.particles.components)},
      darkroom_{reader(assets)},
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

void Exhibit::draw(const Camera& camera, const Look& look, int width, int height,
                   const Adaptation& adaptation, DrawCost& cost, double ahead) {
    const DrawnState drawn = simulation_.drawn();
    upload(drawn, cost.timers());
    std::vector<ParticleGroup> shown;
    std::size_t visible = 0;
    for (std::size_t c = 0; c < groups_.size(); ++c) {
        if (!start_.shown[c]) continue;
        shown.push_back(groups_[c]);
        visible += groups_[c].count;
    }
    const ParticleFrame frame{.time_offset = static_cast<float>(drawn.time_offset + ahead),
                              .groups = shown,
                              .share = cost.share_to_draw(look.mode, visible),
                              .timers = &cost.timers()};

    if (is_developed(look.mode)) darkroom_.open(width, height);
    renderer_.draw(camera, look, frame, width, height);
    if (!is_developed(look.mode)) return;
    const float scale = pixels_per_unit_at_target(view_of(camera, width, height));
    darkroom_.develop(look, scale * scale, adaptation, &cost.timers());
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
    darkroom_.reload(reader(assets));
    simulation_.reload(reader(assets));
}

Placement playback_placement() {
    return {.tier = Tier::none,
            .reason = "snapshots are played back, nothing is computed",
            .device = {},
            .context = {}};
}

}  // namespace milkomeda
