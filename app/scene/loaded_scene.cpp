#include "app/scene/loaded_scene.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/motion/live_motion.hpp"
#include "app/motion/recorded_motion.hpp"
#include "app/motion/still_motion.hpp"
#include "app/options/usage_error.hpp"
#include "render/camera/stereo_views.hpp"

namespace milkomeda {
namespace {

Population population_of(const Component& component) {
    if (component.name == "disk") return Population::disk;
    if (component.name == "bulge") return Population::bulge;
    if (component.name == "halo") return Population::halo;
    return Population::unknown;
}

std::vector<ParticleGroup> groups_of(const std::vector<Component>& components,
                                     const std::vector<ComponentOrigin>& origins) {
    std::vector<ParticleGroup> groups;
    for (std::size_t c = 0; c < components.size(); ++c)
        groups.push_back({components[c].first, components[c].count, population_of(components[c]),
                          origins[c].galaxy, origins[c].half_radius,
                          static_cast<int>(origins[c].first_row) - static_cast<int>(components[c].first)});
    return groups;
}

std::span<const std::byte> bytes(std::span<const Float4> column) {
    return std::as_bytes(column);
}

// What a device can compute is simulated, from this state on or, if it is empty, from the start.
std::unique_ptr<Motion> make_simulated(const std::shared_ptr<InitialState>& initial,
                                       const DeviceContext& device_context, const GlSide& gl,
                                       const SharedBuffers& buffers, const ReadAsset& read,
                                       const SolverChoice& solver, const WholeState& state) {
    const std::shared_ptr<const Particles> particles = particles_of(initial);
    if (device_context.tier == Tier::none)
        return std::make_unique<StillMotion>(particles, device_context.reason, state);
    return std::make_unique<LiveMotion>(Simulation{device_context, gl, buffers, particles, read, solver},
                                        initial->until, state);
}

// Snapshots are played back, and what a device can compute is simulated.
std::unique_ptr<Motion> make_motion(const std::shared_ptr<InitialState>& initial,
                                    const DeviceContext& device_context, const GlSide& gl,
                                    const SharedBuffers& buffers, const ReadAsset& read,
                                    const SolverChoice& solver, const WholeState& state) {
    if (initial->snapshots)
        return std::make_unique<RecordedMotion>(std::move(initial->snapshots), particles_of(initial),
                                                initial->parameters.time_per_second);
    return make_simulated(initial, device_context, gl, buffers, read, solver, state);
}

WholeState whole(const RunState& state) {
    return {.time = state.particles.time,
            .steps = state.steps,
            .positions = state.particles.positions,
            .velocities = state.particles.velocities};
}

}  // namespace

LoadedScene::LoadedScene(InitialState initial, const DeviceContext& device_context, const GlSide& gl,
                         const Assets& assets, const SolverChoice& solver)
    : LoadedScene{
          std::make_shared<InitialState>(std::move(initial)), {}, device_context, gl, assets, solver, {}} {}

LoadedScene::LoadedScene(const std::shared_ptr<InitialState>& initial,
                         const std::vector<ComponentOrigin>& origins, const DeviceContext& device_context,
                         const GlSide& gl, const Assets& assets, const SolverChoice& solver,
                         const WholeState& state)
    : initial_{initial},
      renderer_{bytes(initial_->particles.positions), bytes(initial_->particles.velocities), assets.reader()},
      origins_{origins.empty() ? origins_of(initial_->particles) : origins},
      attributes_{initial_->particles, origins_, neighbour_finder(device_context, assets.reader())},
      groups_{groups_of(initial_->particles.components, origins_)},
      hdr_{assets.reader()},
      sky_edge_{assets.reader()},
      motion_{make_motion(initial_, device_context, gl,
                          {renderer_.buffers().positions, renderer_.buffers().velocities}, assets.reader(),
                          solver, state)},
      rows_{renderer_.buffers(), particles_of(initial_)} {
    renderer_.set_attributes(bytes(attributes_.column()));
    attributes_sent_ = attributes_.column().size();
}

void LoadedScene::lose_device(const std::string& reason) {
    if (motion_->recorded()) return;
    attributes_.use(find_on_host());
    motion_ = std::make_unique<StillMotion>(particles_of(initial_), reason, motion_->kept_state());
}

void LoadedScene::go_on(const DeviceContext& device_context, const GlSide& gl, const Assets& assets,
                        const SolverChoice& solver) {
    if (motion_->recorded()) return;
    const VertexBuffers buffers = renderer_.buffers();
    motion_ = make_simulated(initial_, device_context, gl, {buffers.positions, buffers.velocities},
                             assets.reader(), solver, motion_->kept_state());
    attributes_.use(neighbour_finder(device_context, assets.reader()));
}

RunState LoadedScene::run_state() const {
    return {motion_->state(), motion_->status().steps, origins_, initial_->shown, initial_->course};
}

void LoadedScene::go_on_from(const RunState& state, const DeviceContext& device_context, const GlSide& gl,
                             const Assets& assets, const SolverChoice& solver) {
    if (motion_->recorded())
        throw UsageError("snapshots are played back: press simulate to play with galaxies");
    const auto initial = std::make_shared<InitialState>(*initial_);
    initial->particles = state.particles;
    initial->shown = state.shown;
    initial->course = state.course;
    ParticleColumns columns{bytes(state.particles.positions), bytes(state.particles.velocities)};
    ParticleAttributes attributes{state.particles, state.origins, attributes_.finder()};
    attributes.take_over(attributes_);
    const VertexBuffers names = columns.names();
    std::unique_ptr<Motion> motion =
        make_simulated(initial, device_context, gl, {names.positions, names.velocities}, assets.reader(),
                       solver, whole(state));
    motion->resume(state.particles.time, motion_->playing());

    // Nothing of the old run is in use any more.
    motion_ = std::move(motion);
    initial_ = initial;
    origins_ = state.origins;
    groups_ = groups_of(initial_->particles.components, origins_);
    attribute_rows_ = {};
    attributes_ = std::move(attributes);
    renderer_.use(std::move(columns));
    renderer_.set_attributes(bytes(attributes_.column()));
    attributes_sent_ = attributes_.column().size();
    rows_ = ShownRows{names, particles_of(initial_)};
    update();
}

LoadedScene LoadedScene::twin(const DeviceContext& device_context, const GlSide& gl, const Assets& assets,
                              const SolverChoice& solver) const {
    if (motion_->recorded()) throw UsageError("snapshots are played back: there are no forces to compare");
    const RunState now = run_state();
    const auto initial = std::make_shared<InitialState>(*initial_);
    initial->particles = now.particles;
    return {initial, now.origins, device_context, gl, assets, solver, whole(now)};
}

void LoadedScene::look_as(const LoadedScene& other) {
    color_scale_ = other.color_scale_;
    hdr_.expose_as(other.hdr_);
}

void LoadedScene::show_moved(const Particles& rows, const std::string& galaxy, const glm::vec3& way) {
    for (const Component& component : rows.components) {
        if (component.galaxy != galaxy) continue;
        std::vector<Float4> moved;
        for (const Float4& p : std::span{rows.positions}.subspan(component.first, component.count))
            moved.push_back({p.x + way.x, p.y + way.y, p.z + way.z, p.w});
        renderer_.move_rows(bytes(moved), component.first);
    }
}

void LoadedScene::update(double shift) {
    moment_ = motion_->moment();
    moment_.time += shift;
    moment_.time_offset += shift;
    if (!moment_.positions.empty()) renderer_.upload(bytes(moment_.positions), bytes(moment_.velocities));
    rows_.show(moment_);
    galaxies_.reset();
}

const std::vector<Landmark>& LoadedScene::galaxies() {
    if (!galaxies_) galaxies_ = find_galaxies(rows_, initial_->particles);
    return *galaxies_;
}

std::size_t LoadedScene::number_of(const std::string& galaxy) const {
    const std::vector<Component>& components = initial_->particles.components;
    const auto found = std::ranges::find(components, galaxy, &Component::galaxy);
    return found == components.end()
               ? 0
               : static_cast<std::size_t>(
                     origins_[static_cast<std::size_t>(found - components.begin())].galaxy);
}

// Pictures that wait have those of their moment, others the newest that are known.
std::span<const TreeCell> LoadedScene::cells() {
    Simulation* const simulation = motion_->simulation();
    if (!simulation) return {};
    if (rows_.waits && simulation->synchronised())
        simulation->measure_cells(initial_->parameters);
    else
        simulation->want_cells();
    return simulation->cells();
}

// Pictures that wait have the attributes of their moment, others the newest that are known.
void LoadedScene::refresh_attributes(const Look& look, bool waits) {
    const bool by_acceleration = row_of(look.color_by).needs_accelerations;
    if (by_acceleration && waits) motion_->measure_accelerations(initial_->parameters);
    const auto accelerations =
        by_acceleration ? motion_->acceleration_magnitudes() : std::span<const float>{};
    const bool due =
        !attribute_rows_.valid() && attributes_.due(moment_.rows_time, !accelerations.empty(), waits);
    if (due) {
        attribute_rows_ = rows_.all_rows();
        attribute_time_ = moment_.rows_time;
    }
    if (is_ready(attribute_rows_))
        attributes_.begin(attribute_time_, attribute_rows_.get(),
                          {accelerations.begin(), accelerations.end()});
    if (by_acceleration && (due || accelerations.empty())) motion_->want_accelerations();
    if (attributes_.update(waits)) attributes_sent_ = 0;
    send_attributes(waits);
}

// A part with every picture: all of millions at once would hold one up.
void LoadedScene::send_attributes(bool at_once) {
    constexpr std::size_t rows_a_picture = 1 << 18;  // 4 MB
    const std::span<const Float4> rest = attributes_.column().subspan(attributes_sent_);
    const auto part = rest.first(at_once ? rest.size() : std::min(rest.size(), rows_a_picture));
    if (part.empty()) return;
    renderer_.set_attributes(bytes(part), attributes_sent_);
    attributes_sent_ += part.size();
}

void LoadedScene::draw(const Camera& camera, const Look& look, int width, int height,
                       const Adaptation& adaptation, DrawCost& cost) {
    {
        const auto timed = cost.timers().measure("upload");
        if (is_hdr(look.mode)) refresh_attributes(look, adaptation.waits);
    }
    std::vector<ParticleGroup> shown;
    std::size_t visible = 0;
    for (std::size_t c = 0; c < groups_.size(); ++c) {
        if (!initial_->shown[c]) continue;
        shown.push_back(groups_[c]);
        visible += groups_[c].count;
    }
    const Coloring& coloring =
        color_scale_.follow(look, attributes_.sample(look.color_by, initial_->shown),
                            adaptation.waits ? std::numeric_limits<double>::infinity() : adaptation.seconds);
    const ParticleFrame frame{.time_offset = rows_.time_offset(),
                              .groups = shown,
                              .coloring = coloring,
                              .share = cost.share_to_draw(look.mode, visible),
                              .largest_sprite = 1.0f / static_cast<float>(cost.sprite_divisor()),
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
    rows_.read();
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
    motion_->reload(assets.reader());
}

}  // namespace milkomeda
