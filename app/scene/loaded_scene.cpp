#include "app/scene/loaded_scene.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "render/camera/stereo_views.hpp"

namespace milkomeda {
namespace {

Population population_of(const Component& component) {
    if (component.name == "disk") return Population::disk;
    if (component.name == "bulge") return Population::bulge;
    if (component.name == "halo") return Population::halo;
    return Population::unknown;
}

// The Milky Way and Andromeda are the first and the second one wherever one of them is; the others follow.
std::vector<ParticleGroup> groups_of(const std::vector<Component>& components,
                                     const std::vector<float>& half_radii) {
    std::vector<ParticleGroup> groups;
    std::vector<std::string> galaxies;
    if (std::ranges::find(components, "andromeda", &Component::galaxy) != components.end())
        galaxies = {"milky-way", "andromeda"};
    for (std::size_t c = 0; c < components.size(); ++c) {
        const Component& component = components[c];
        auto galaxy = std::ranges::find(galaxies, component.galaxy);
        if (galaxy == galaxies.end()) galaxy = galaxies.insert(galaxy, component.galaxy);
        groups.push_back({component.first, component.count, population_of(component),
                          static_cast<int>(galaxy - galaxies.begin()), half_radii[c]});
    }
    return groups;
}

std::span<const std::byte> bytes(std::span<const Float4> column) {
    return std::as_bytes(column);
}

}  // namespace

LoadedScene::LoadedScene(InitialState initial, const DeviceContext& device_context, const GlSide& gl,
                         const Assets& assets, const SolverChoice& solver)
    : initial_{std::move(initial)},
      playback_{initial_.snapshots ? std::make_unique<Playback>(std::move(initial_.snapshots),
                                                                initial_.parameters.time_per_second)
                                   : nullptr},
      renderer_{bytes(initial_.particles.positions), bytes(initial_.particles.velocities), assets.reader()},
      attributes_{initial_.particles},
      groups_{groups_of(initial_.particles.components, attributes_.half_radii())},
      hdr_{assets.reader()},
      sky_edge_{assets.reader()},
      simulation_{device_context,
                  gl,
                  {renderer_.buffers().positions, renderer_.buffers().velocities},
                  initial_.particles,
                  assets.reader(),
                  solver} {
    renderer_.set_attributes(bytes(attributes_.column()));
}

Particles LoadedScene::state() const {
    Particles now = simulation_.read();
    if (!playback_ || playback_->positions().empty()) return now;
    now.positions.assign(playback_->positions().begin(), playback_->positions().end());
    now.velocities.assign(playback_->velocities().begin(), playback_->velocities().end());
    now.time = playback_->shown_time();
    return now;
}

void LoadedScene::update(double ahead) {
    const DrawnState drawn = simulation_.drawn();
    if (!drawn.positions.empty()) renderer_.upload(bytes(drawn.positions), bytes(drawn.velocities));
    if (playback_ && playback_->update())
        renderer_.upload(bytes(playback_->positions()), bytes(playback_->velocities()));
    time_offset_ = static_cast<float>(drawn.time_offset + ahead);
    drawn_time_ = playback_ ? playback_->shown_time() : drawn.time;
    shown_time_ = playback_ ? drawn_time_ : drawn_time_ + ahead;
}

ParticleRows LoadedScene::rows(const RowRange& range) const {
    ParticleRows rows = renderer_.read_rows(range);
    for (std::size_t i = 0; i < rows.positions.size(); ++i)
        rows.positions[i] += time_offset_ * glm::vec4{glm::vec3{rows.velocities[i]}, 0};
    return rows;
}

// Pictures that wait have the attributes of their moment, others the newest that are known.
void LoadedScene::refresh_attributes(const Look& look, bool waits) {
    const bool by_acceleration = row_of(look.color_by).needs_accelerations && !playback_;
    if (by_acceleration && waits) simulation_.measure_accelerations(initial_.parameters);
    const std::span<const float> known = simulation_.acceleration_magnitudes();
    const auto accelerations = by_acceleration ? known : std::span<const float>{};
    const bool due = attributes_.due(drawn_time_, !accelerations.empty(), waits);
    if (due)
        attributes_.begin(drawn_time_, renderer_.read_rows({0, initial_.particles.size()}),
                          {accelerations.begin(), accelerations.end()});
    if (by_acceleration && (due || accelerations.empty())) simulation_.want_accelerations();
    if (attributes_.update(waits)) renderer_.set_attributes(bytes(attributes_.column()));
}

void LoadedScene::draw(const Camera& camera, const Look& look, int width, int height,
                       const Adaptation& adaptation, DrawCost& cost, double ahead) {
    {
        const auto timed = cost.timers().measure("upload");
        update(ahead);
        if (is_hdr(look.mode)) refresh_attributes(look, adaptation.waits);
    }
    std::vector<ParticleGroup> shown;
    std::size_t visible = 0;
    for (std::size_t c = 0; c < groups_.size(); ++c) {
        if (!initial_.shown[c]) continue;
        shown.push_back(groups_[c]);
        visible += groups_[c].count;
    }
    const Coloring& coloring =
        color_scale_.follow(look, attributes_.sample(look.color_by, initial_.shown),
                            adaptation.waits ? std::numeric_limits<double>::infinity() : adaptation.seconds);
    const ParticleFrame frame{.time_offset = time_offset_,
                              .groups = shown,
                              .coloring = coloring,
                              .share = cost.share_to_draw(look.mode, visible),
                              .timers = &cost.timers()};

    const int pixel = is_hdr(look.mode) ? cost.pixel() : 1;
    const glm::ivec2 size = collected_size(width, height, pixel);
    const std::vector<StereoView> views = stereo_views(camera, look, size.x, size.y);
    if (is_hdr(look.mode)) hdr_.begin(width, height, pixel);
    glEnable(GL_SCISSOR_TEST);  // a viewport alone does not end sprites
    for (const auto& [view, corner] : views) {
        const auto w = static_cast<GLsizei>(view.width), h = static_cast<GLsizei>(view.height);
        glViewport(corner.x, corner.y, w, h);
        glScissor(corner.x, corner.y, w, h);
        renderer_.draw(view, look, frame);
        sky_edge_.cut(view, corner, is_hdr(look.mode));
    }
    glDisable(GL_SCISSOR_TEST);
    glViewport(0, 0, width, height);
    if (!is_hdr(look.mode)) return;
    const float scale = pixels_per_unit_at_target(views.front().view);
    Look shown_as = look;
    if (sees_sky(camera)) shown_as.tone_mapping = sky_light(look.tone_mapping);
    hdr_.resolve(shown_as, scale * scale, adaptation, &cost.timers());
}

void LoadedScene::reload(const Assets& assets) {
    renderer_.reload(assets.reader());
    hdr_.reload(assets.reader());
    sky_edge_ = SkyEdge{assets.reader()};
    simulation_.reload(assets.reader());
}

DeviceContext playback_context() {
    return {.tier = Tier::none,
            .reason = "snapshots are played back, nothing is computed",
            .device = {},
            .context = {}};
}

}  // namespace milkomeda
