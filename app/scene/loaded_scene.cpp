#include "app/scene/loaded_scene.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "app/playback/frozen_state.hpp"
#include "app/playback/live_run.hpp"
#include "app/playback/mixed_run.hpp"
#include "app/playback/snapshot_playback.hpp"
#include "app/scene/state_file.hpp"
#include "data/base/parallel.hpp"
#include "render/camera/stereo_views.hpp"

namespace milkomeda {
namespace {

Population population_of(const Component& component) {
    if (component.name == "disk") return Population::disk;
    if (component.name == "bulge") return Population::bulge;
    if (component.name == "halo") return Population::halo;
    if (is_gas(component)) return Population::gas;
    return Population::unknown;
}

// Colors of the mixed box: large moving particles are green, large fixed particles red, small particles blue.
glm::vec3 disc_color_of(const Component& component) {
    if (component.name == "dynamic") return {0.36f, 0.80f, 0.38f};
    if (component.name == "static") return {0.90f, 0.30f, 0.26f};
    if (component.name == "small") return {0.33f, 0.58f, 0.98f};
    return {0.7f, 0.7f, 0.75f};
}

std::vector<ParticleGroup> groups_of(const std::vector<Component>& components,
                                     const std::vector<ComponentOrigin>& origins) {
    std::vector<ParticleGroup> groups;
    for (std::size_t c = 0; c < components.size(); ++c)
        groups.push_back({.first = components[c].first,
                          .count = components[c].count,
                          .population = population_of(components[c]),
                          .galaxy = origins[c].galaxy,
                          .radius = origins[c].half_radius,
                          .mass = static_cast<float>(components[c].mass),
                          .axis = glm::vec3{origins[c].vertical->axis},
                          .hash_offset = static_cast<int>(origins[c].first_row) - static_cast<int>(components[c].first),
                          .disc_color = disc_color_of(components[c]),
                          .has_gas = has_gas(components[c], components)});
    return groups;
}

// Returns the vertical ranks of all components, in the order of the rows.
std::vector<float> vertical_ranks_of(const std::vector<ComponentOrigin>& origins) {
    std::vector<float> ranks;
    for (const ComponentOrigin& origin : origins) std::ranges::copy(origin.vertical->ranks, std::back_inserter(ranks));
    return ranks;
}

std::span<const std::byte> bytes(std::span<const Float4> column) { return std::as_bytes(column); }

// Returns the largest angular size of background galaxies: a small share of the angular size of the shown galaxies, so
// that background galaxies never look as important as the subject, however far away the camera is.
float largest_far_galaxy(const Camera& camera, std::span<const ParticleGroup> shown) {
    constexpr float share = 0.04f;
    float radius = 0;
    for (const ParticleGroup& group : shown)
        if (group.population != Population::halo) radius = std::max(radius, group.radius);
    return radius > 0 && !camera.in_sky ? share * radius / camera.distance : 1;
}

// Replaces an orthographic projection by perspective, because the sky is infinitely far away.
Camera sky_camera(Camera camera) {
    if (camera.projection == Projection::orthographic) camera.projection = Projection::perspective;
    return camera;
}

// Returns the playback of the scene's snapshots. Without snapshots, returns a live run or a mixed run that begins at
// `state`, or at the start if `state` contains no bodies. Without a device, returns a frozen state in place of a run.
ParticleSource make_source(const std::shared_ptr<SceneSetup>& initial, const ComputeContext& compute,
                           const GlVertexBuffers& buffers, const Checkpoint& state) {
    const std::shared_ptr<const ParticleSet> particles = particles_of(initial);
    if (initial->snapshots)
        return ParticleSource{std::make_unique<SnapshotPlayback>(
            SnapshotSeries{std::move(initial->snapshots), particles, initial->parameters.time_per_second})};
    const DeviceContext& device = compute.device;
    const ReadAsset read = compute.assets.reader();
    if (device.tier == Tier::none)
        return ParticleSource{std::make_unique<FrozenState>(particles, device.reason, state)};
    if (initial->mixed) {
        const auto rows = std::make_shared<const ParticleSet>(with_rows(*particles, state));
        return ParticleSource{std::make_unique<MixedRun>(
            MixedSimulation{device, compute.gl, buffers, *initial->mixed, rows, read}, initial->until)};
    }
    Simulation simulation{device, compute.gl, buffers, particles, read, compute.solver};
    if (initial->resumed && state.positions.empty()) initial->resumed_how = resume(simulation, device, *initial);
    simulation.solver_slot().prepare(initial->parameters);
    auto run = std::make_unique<LiveRun>(std::move(simulation), initial->until, state);
    if (initial->resumed)
        run->restart_by([device, initial](Simulation& restarted) { resume(restarted, device, *initial); });
    return ParticleSource{std::move(run)};
}

}  // namespace

LoadedScene::LoadedScene(SceneSetup initial, const ComputeContext& compute)
    : LoadedScene{std::make_shared<SceneSetup>(std::move(initial)), compute, {}} {}

LoadedScene::LoadedScene(const std::shared_ptr<SceneSetup>& initial, const ComputeContext& compute,
                         const Checkpoint& state)
    : initial_{initial},
      renderer_{bytes(initial_->particles.positions), bytes(initial_->particles.velocities), compute.assets.reader()},
      attributes_{initial_->particles, initial_->origins, neighbor_finder(compute.device, compute.assets.reader())},
      hdr_{compute.assets.reader()},
      sky_edge_{compute.assets.reader()},
      backdrop_{compute.assets.reader()},
      source_{make_source(initial_, compute,
                          {renderer_.columns().buffers().positions, renderer_.columns().buffers().velocities}, state)},
      rows_{renderer_.columns().buffers(), particles_of(initial_)} {
    set_attributes();
}

// Passes groups and attributes of new bodies to the renderer.
void LoadedScene::set_attributes() {
    groups_ = groups_of(initial_->particles.components, initial_->origins);
    renderer_.columns().set_attributes(std::as_bytes(attributes_.column()));
    renderer_.columns().set_ellipsoids(std::as_bytes(attributes_.ellipsoids()));
    renderer_.columns().set_vertical_ranks(vertical_ranks_of(initial_->origins));
    attributes_sent_ = attributes_.column().size();
    measured_sent_ = attributes_.measured();
}

// Returns the values from which the color scale follows; empty if the drawn attributes lack the quantity at present.
std::vector<float> LoadedScene::color_sample(ColorBy by) const {
    const MeasuredQuantity measured = row_of(by).measured;
    const bool is_drawn = measured == MeasuredQuantity::none || measured == measured_sent_;
    return is_drawn ? attributes_.sample(by, initial_->shown) : std::vector<float>{};
}

void LoadedScene::lose_device(const std::string& reason) {
    if (!source_.limits().uses_device) return;
    attributes_.use(surroundings);
    source_ = ParticleSource{
        std::make_unique<FrozenState>(particles_of(initial_), reason, source_.checkpoints().newest_checkpoint())};
}

void LoadedScene::go_on(const ComputeContext& compute) {
    if (!source_.limits().uses_device) return;
    const VertexBuffers buffers = renderer_.columns().buffers();
    source_ = make_source(initial_, compute, {buffers.positions, buffers.velocities},
                          source_.checkpoints().newest_checkpoint());
    attributes_.use(neighbor_finder(compute.device, compute.assets.reader()));
}

SceneSnapshot LoadedScene::scene_snapshot() const {
    const FrameSource& frames = source_.frames();
    const SceneSetup& initial = *initial_;
    return {frames.read(), frames.status().steps, initial.origins, initial.shown, initial.course, initial.milestones};
}

SceneSnapshot LoadedScene::start() const {
    const long steps = initial_->resumed ? initial_->resumed->steps : 0;
    return {initial_->particles, steps, initial_->origins, initial_->shown, initial_->course, initial_->milestones};
}

// Makes a run that begins with the bodies and time of `state`.
std::unique_ptr<ReplacedRun> LoadedScene::run_from(const SceneSnapshot& state, const ComputeContext& compute) const {
    const auto initial = std::make_shared<SceneSetup>(*initial_);
    initial->particles = state.particles;
    initial->shown = state.shown;
    initial->course = state.course;
    initial->milestones = state.milestones;
    initial->resumed.reset();  // edited bodies cannot continue the saved run
    initial->origins = state.origins;
    ParticleColumns columns{bytes(state.particles.positions), bytes(state.particles.velocities)};
    ParticleAttributes attributes{state.particles, state.origins, attributes_.finder()};
    attributes.take_over(attributes_);
    const VertexBuffers names = columns.buffers();
    ParticleSource source =
        make_source(initial, compute, {names.positions, names.velocities}, checkpoint_of(state.particles, state.steps));
    return std::make_unique<ReplacedRun>(
        ReplacedRun{initial, std::move(columns), std::move(attributes), std::move(source)});
}

std::unique_ptr<ReplacedRun> LoadedScene::go_on_from(const SceneSnapshot& state, const ComputeContext& compute,
                                                     std::unique_ptr<ReplacedRun> known) {
    require_possible(source_.limits().galaxy_edits);
    std::unique_ptr<ReplacedRun> run = known ? std::move(known) : run_from(state, compute);
    const TransportState before = source_.transport().state();
    run->source.transport().resume(state.particles.time, before.playing);
    run->source.transport().loop(before.looping);

    // The next run is complete and replaces the present run.
    std::swap(source_, run->source);
    std::swap(initial_, run->initial);
    exchange_columns(run->columns, run->attributes);
    update();
    return run;
}

void LoadedScene::exchange_columns(ParticleColumns& columns, ParticleAttributes& attributes) {
    ++changes_;
    attribute_rows_ = {};
    std::swap(attributes_, attributes);
    std::swap(renderer_.columns(), columns);
    set_attributes();
    blend_ = 1;
    const bool waits = rows_.waits;
    rows_ = ParticleReadback{renderer_.columns().buffers(), particles_of(initial_)};
    rows_.waits = waits;
}

// Prepares in a thread the data that take_bodies() needs for `bodies`.
std::future<LoadedScene::PreparedBodies> LoadedScene::prepared(const std::shared_ptr<const ParticleSet>& bodies) const {
    const std::shared_ptr<const ParticleSet> shown = particles_of(initial_);
    return in_background([bodies, shown, start = series_start_, origins = initial_->origins,
                          finder = attributes_.finder()] {
        const auto first = start ? start : std::make_shared<const SeriesStart>(SeriesStart{shown, origins});
        std::vector<ComponentOrigin> next = bodies == first->particles ? first->origins : origins_of(*bodies, *first);
        ParticleAttributes attributes{*bodies, next, finder};
        const RowsById known{shown->ids};
        std::vector<std::uint32_t> rows(bodies->size());
        std::ranges::transform(bodies->ids, rows.begin(), [&](std::uint32_t id) { return known.row_of(id); });
        return PreparedBodies{bodies, first, *bodies, std::move(next), std::move(attributes), std::move(rows)};
    });
}

// Replaces the bodies of the scene by the bodies of another snapshot. Bodies in both snapshots keep their colors, and
// components remain shown or hidden. In the window, returns false until the bodies are prepared.
bool LoadedScene::take_bodies(const std::shared_ptr<const ParticleSet>& bodies) {
    if (!preparing_.valid()) preparing_ = prepared(bodies);
    if (!rows_.waits && !is_ready(preparing_)) return false;
    PreparedBodies next = preparing_.get();
    if (next.bodies != bodies) return take_bodies(bodies);  // the playback time has moved to other bodies meanwhile
    const std::vector<Component>& before = initial_->particles.components;
    for (std::size_t c = 0; c < before.size(); ++c) shown_names_[full_name(before[c])] = initial_->shown[c];
    const auto initial = std::make_shared<SceneSetup>(*initial_);
    initial->particles = std::move(next.copy);
    initial->origins = std::move(next.origins);
    initial->shown.clear();
    for (const Component& component : bodies->components)
        initial->shown.push_back(
            shown_names_.try_emplace(full_name(component), component.perturber ? no_bodies : all_bodies).first->second);
    next.attributes.take_over(attributes_, next.rows_before);
    series_start_ = std::move(next.start);
    initial_ = initial;
    bodies_ = bodies;
    ParticleColumns columns{bytes(bodies->positions), bytes(bodies->velocities)};
    exchange_columns(columns, next.attributes);
    return true;
}

LoadedScene LoadedScene::twin(const ComputeContext& compute) const {
    require_possible(source_.limits().force_comparison);
    const SceneSnapshot now = scene_snapshot();
    const auto initial = std::make_shared<SceneSetup>(*initial_);
    initial->particles = now.particles;
    // Uses the exact integer positions and velocities of the checkpoint; integers computed from floats would differ.
    Checkpoint state = source_.checkpoints().make_checkpoint();
    state.memory.reset();  // The integrator state is valid only with the solver of this run.
    return {initial, compute, state};
}

void LoadedScene::look_as(const LoadedScene& other) {
    color_scale_ = other.color_scale_;
    hdr_.expose_as(other.hdr_);
}

void LoadedScene::show_moved(const ParticleSet& rows, const std::string& galaxy, const glm::vec3& displacement) {
    if (rows.size() != initial_->particles.size()) return;  // another run has replaced the run of `rows`
    ++changes_;
    for (const Component& component : rows.components) {
        if (component.galaxy != galaxy) continue;
        std::vector<Float4> moved;
        for (const Float4& p : std::span{rows.positions}.subspan(component.first, component.count))
            moved.push_back({p.x + displacement.x, p.y + displacement.y, p.z + displacement.z, p.w});
        renderer_.columns().move_rows(bytes(moved), component.first);
    }
}

void LoadedScene::update(double shift) {
    Moment now = source_.frames().moment();
    const bool has_others = now.bodies && now.bodies.get() != (bodies_ ? bodies_.get() : &initial_->particles);
    if (has_others && !take_bodies(now.bodies)) {
        moment_.positions = moment_.velocities = {};
    } else {
        moment_ = std::move(now);
        moment_.time += shift;
        moment_.time_offset += shift;
        if (!moment_.positions.empty()) {
            ++changes_;
            renderer_.columns().upload(bytes(moment_.positions), bytes(moment_.velocities));
        } else if (has_others) {  // the source has supplied these rows while the bodies were being prepared
            const ParticleSet rows = source_.frames().read();
            renderer_.columns().upload(bytes(rows.positions), bytes(rows.velocities));
        }
    }
    moment_.row_changes = row_changes();
    rows_.show(moment_);
    galaxies_.reset();
}

const std::vector<Landmark>& LoadedScene::galaxies() {
    if (!galaxies_) galaxies_ = find_galaxies(rows_, initial_->particles);
    return *galaxies_;
}

std::size_t color_number_of(const SceneSetup& setup, const std::string& galaxy) {
    const std::vector<Component>& components = setup.particles.components;
    const auto found = std::ranges::find(components, galaxy, &Component::galaxy);
    if (found == components.end()) return 0;
    return static_cast<std::size_t>(setup.origins[static_cast<std::size_t>(found - components.begin())].galaxy);
}

// Returns tree cells of the solver: at the shown time for pictures and videos, the newest known cells for the window.
std::span<const TreeCell> LoadedScene::cells() {
    Probes* const probes = source_.probes();
    if (!probes) return {};
    if (rows_.waits && source_.frames().is_between_steps())
        probes->measure_cells(initial_->parameters);
    else
        probes->want_cells();
    return probes->cells();
}

// Computes attributes. Pictures and videos (`waits`) show the attributes at the shown moment. The window, and a run
// that is paused within a step, show the newest known attributes.
void LoadedScene::refresh_attributes(const Look& look, bool waits) {
    const long jumps = source_.transport().state().jumps;
    // Ignores jumps of a moving run, which soon needs new attributes anyway and jumps to many key frames while it goes
    // back.
    const bool has_jumped = std::exchange(jumps_, jumps) != jumps && (waits || !source_.transport().moving());
    if (waits || has_jumped) attribute_rows_ = {};  // the rows that are being read belong to an earlier moment
    if (waits && attributes_.update(true)) attributes_sent_ = 0;
    if (has_jumped) attributes_.forget();
    const MeasuredQuantity wanted = row_of(look.color_by).measured;
    Probes* const probes = is_measured_by_run(wanted) ? source_.probes() : nullptr;
    if (probes && waits && source_.frames().is_between_steps()) probes->measure(wanted, initial_->parameters);
    const auto values = probes ? probes->measured(wanted) : std::span<const float>{};
    const bool is_unknown = is_measured_by_run(wanted) && values.empty();
    const MeasuredQuantity quantity = is_unknown ? MeasuredQuantity::none : wanted;
    const bool due = !attribute_rows_.valid() && attributes_.due(moment_.rows_time, quantity, waits);
    if (due) {
        attribute_rows_ = rows_.all_rows();
        attribute_time_ = moment_.rows_time;
    }
    if (is_ready(attribute_rows_))
        attributes_.begin(attribute_time_, attribute_rows_.get(), {quantity, {values.begin(), values.end()}});
    if (probes && (due || values.empty())) probes->want(wanted);
    if (attributes_.update(waits)) attributes_sent_ = 0;
    send_attributes(waits);
}

// Uploads new attributes in parts, one part per picture, because uploading millions of rows would delay a
// picture. Begins when the blend from the previous attributes is complete.
void LoadedScene::send_attributes(bool at_once) {
    constexpr std::size_t rows_per_picture = 1 << 17;  // about 4 MB
    const std::span<const AttributeRow> rest = attributes_.column().subspan(attributes_sent_);
    const auto part = rest.first(at_once ? rest.size() : std::min(rest.size(), rows_per_picture));
    if (part.empty() || (blend_ < 1 && !at_once)) return;
    renderer_.columns().upload_next(std::as_bytes(part),
                                    std::as_bytes(attributes_.ellipsoids().subspan(attributes_sent_, part.size())),
                                    attributes_sent_);
    attributes_sent_ += part.size();
    if (part.size() < rest.size()) return;
    renderer_.columns().swap_attributes();
    measured_sent_ = attributes_.measured();
    blend_ = 0;
}

// Returns true if the newest attributes belong to the shown moment and no blend to them is in progress.
bool LoadedScene::is_settled() const {
    return blend_ == 1 && attributes_sent_ == attributes_.column().size() && !attribute_rows_.valid() &&
           attributes_.is_current(moment_.rows_time);
}

void LoadedScene::draw(const Camera& camera, const Look& look, const glm::ivec2& pixels, const Adaptation& adaptation,
                       QualityController& quality, const std::optional<PixelArea>& visible) {
    {
        const auto timed = quality.timers().measure("upload");
        if (is_hdr(look.mode)) refresh_attributes(look, adaptation.waits);
        constexpr double blend_seconds = 0.5;  // duration of a blend to new attributes
        blend_ = adaptation.waits ? 1 : std::min(1.0, blend_ + adaptation.seconds / blend_seconds);
    }
    if (!quality.refined || !is_hdr(look.mode)) {
        still_ = {};
        quality.is_refining = false;
        return draw_once(camera, look, pixels, adaptation, quality, visible);
    }
    Look chosen = look;
    // Automatic density limits are a result of the picture, so they must not count as a change of its inputs.
    if (look.density.automatic_limits) chosen.density.low = chosen.density.high = 0;
    const auto refinement = still_.next({.camera = camera,
                                         .look = chosen,
                                         .pixels = pixels,
                                         .time = moment_.time,
                                         .time_offset = moment_.time_offset,
                                         .shown = initial_->shown,
                                         .quality = *quality.refined,
                                         .row_changes = row_changes()},
                                        adaptation.seconds, is_settled());
    quality.is_refining = still_.needs_drawings();
    if (!refinement && !quality.refines_at_once) return draw_once(camera, look, pixels, adaptation, quality, visible);
    const QualityController::Requests usual = std::exchange(quality.requests, *quality.refined);
    Adaptation refined = adaptation;
    if (quality.refines_at_once && !(refinement && refinement->is_complete)) {
        for (int drawing = 0; drawing < StillPicture::drawings; ++drawing) {
            refined.refinement = Refinement{drawing};
            draw_once(camera, look, pixels, refined, quality, visible);
            refined.seconds = 0;
        }
    } else {
        refined.refinement = refinement;
        draw_once(camera, look, pixels, refined, quality, visible);
    }
    quality.requests = usual;
}

// Draws the usual picture, or one of the drawings of a refined picture, in the quality that `quality` requests.
void LoadedScene::draw_once(const Camera& camera, const Look& look, const glm::ivec2& pixels,
                            const Adaptation& adaptation, QualityController& quality,
                            const std::optional<PixelArea>& visible) {
    const int pixel = is_hdr(look.mode) ? quality.pixel() : 1;
    const glm::ivec2 size = collected_size(pixels.x, pixels.y, pixel);
    if (is_hdr(look.mode)) hdr_.begin(pixels.x, pixels.y, pixel);
    const std::optional<Refinement>& refinement = adaptation.refinement;
    Camera moved = camera;
    if (refinement)
        moved.principal_point +=
            2 * static_cast<float>(pixel) * sub_pixel_offset(refinement->drawings) / glm::vec2{pixels};
    if (!refinement || !refinement->is_complete) draw_light(moved, look, size, adaptation, quality);
    glViewport(0, 0, pixels.x, pixels.y);
    rows_.read();
    if (!is_hdr(look.mode)) return;
    Look shown_as = look;
    if (camera.in_sky) shown_as.tone_mapping = sky_light(look.tone_mapping);
    const float scale = pixels_per_unit_at_target(stereo_views(camera, look, size.x, size.y).front().view);
    hdr_.resolve(shown_as, scale * scale, adaptation, &quality.timers(), visible);
}

// Draws the light of the bodies and of the background into the HDR buffer of size `size`, or the bodies into the
// picture in modes without HDR buffer.
void LoadedScene::draw_light(const Camera& camera, const Look& look, const glm::ivec2& size,
                             const Adaptation& adaptation, QualityController& quality) {
    const bool is_gas_map = rendering_of(look.mode) == Rendering::density && look.density.gas_only;
    std::vector<ParticleGroup> shown;
    std::size_t bodies = 0;
    for (std::size_t c = 0; c < groups_.size(); ++c) {
        ShownBodies drawn = initial_->shown[c];
        if (is_gas_map) drawn = {groups_[c].population == Population::gas && drawn.others, false};
        if (!drawn.any()) continue;
        shown.push_back(groups_[c]);
        shown.back().drift = attributes_.drift(c);
        shown.back().shown = drawn;
        bodies += groups_[c].count;
    }
    const Coloring& coloring =
        color_scale_.follow(look, color_sample(look.color_by),
                            adaptation.waits ? std::numeric_limits<double>::infinity() : adaptation.seconds);
    const ParticleFrame frame{
        .time_offset = rows_.time_offset(),
        .time = moment_.time,
        .groups = shown,
        .coloring = coloring,
        .share = quality.share_to_draw(look.mode, bodies),
        .blend = static_cast<float>(blend_),
        .most_stars = quality.stars_to_draw(1e6f * look.sub_particle.most_stars),
        .dust = quality.dust(),
        // pictures and videos must not depend on measured times
        .scatter = adaptation.waits ? ParticleFrame::Scatter::never : ParticleFrame::Scatter::where_faster,
        // enlarged by a factor above 2, clusters narrower than a pixel look like squares
        .narrowest_cluster = quality.pixel() > 2 ? 1.0f : 0.0f,
        .largest_sprite = 1.0f / static_cast<float>(quality.sprite_divisor()),
        .timers = &quality.timers()};

    const std::vector<StereoView> views = stereo_views(camera, look, size.x, size.y);
    const std::vector<StereoView> sky_views = stereo_views(sky_camera(camera), look, size.x, size.y);
    const float scale = pixels_per_unit_at_target(views.front().view);
    glEnable(GL_SCISSOR_TEST);  // clips sprites at the edge of the viewport
    for (std::size_t i = 0; i < views.size(); ++i) {
        const auto& [view, corner] = views[i];
        const auto w = static_cast<GLsizei>(view.width), h = static_cast<GLsizei>(view.height);
        glViewport(corner.x, corner.y, w, h);
        glScissor(corner.x, corner.y, w, h);
        renderer_.draw(view, look, frame, corner);
        if (shows_background(look)) {
            const auto timed = quality.timers().measure("background");
            backdrop_.draw(sky_views[i].view, corner, scale * scale, look.background, renderer_.dust(),
                           largest_far_galaxy(camera, shown));
        }
        sky_edge_.cut(view, corner, is_hdr(look.mode));
    }
    glDisable(GL_SCISSOR_TEST);
}

void LoadedScene::reload(const Assets& assets) {
    ++changes_;
    renderer_.reload(assets.reader());
    hdr_.reload(assets.reader());
    sky_edge_ = SkyEdge{assets.reader()};
    backdrop_ = Backdrop{assets.reader()};
    source_.frames().reload(assets.reader());
}

}  // namespace milkomeda
