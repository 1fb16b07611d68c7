#include "app/tools/potential_slice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "app/viewport/overlay_painter.hpp"
#include "data/base/parallel.hpp"
#include "render/camera/stereo_views.hpp"

namespace milkomeda {
namespace {

// Numbers of map points along an edge: of the coarse map while the plane moves, and of the fine map on a CPU and on a
// GPU.
constexpr std::size_t moving_points = 64, still_points_cpu = 128, still_points_gpu = 256;
// seconds after the last motion of the plane until the fine map is started
constexpr double still_after = 0.25;
// share of the frame duration in which the device computes the map
constexpr double frame_share = 0.1;
constexpr double least_slice = 5e-4, most_slice = 8e-3;  // limits of the map's computing time per frame, in seconds
constexpr int approximate_lines = 12;
constexpr std::size_t arrows_of_edge = 16;
constexpr glm::vec4 frame_color{0.7f, 0.9f, 1, 0.7f}, handle_color{1, 0.85f, 0.4f, 0.95f},
    field_arrow_color{1, 1, 1, 0.7f}, label_color{1, 1, 1, 0.95f};

// Returns the world position of a map point; `column` and `row` count from 0 and may be fractional.
glm::vec3 world_of(const SliceMap& map, float column, float row) {
    const SlicePlane rectangle = rectangle_of(map.plane);
    const auto side = [&](float number) { return 2 * (number + 0.5f) / static_cast<float>(map.edge_points) - 1; };
    return rectangle.center + side(column) * rectangle.across + side(row) * rectangle.up;
}

// Returns one label for each potential in `heights`, at the middle of the longest equipotential line of this potential.
std::vector<SliceMap::Label> labels_of(const SliceMap& map, const std::vector<float>& heights) {
    std::vector<SliceMap::Label> labels;
    const HeightField field{map.edge_points, map.edge_points, map.potentials};
    for (const float height : heights) {
        const std::vector<Contour> lines = contours_at(field, height);
        const auto longest = std::ranges::max_element(lines, {}, &Contour::size);
        constexpr std::size_t shortest = 12;  // lines with fewer points get no label
        if (longest == lines.end() || longest->size() < shortest) continue;
        const ContourPoint middle = (*longest)[longest->size() / 2];
        labels.push_back(
            {world_of(map, middle.x, middle.y), fmt::format("{:.4g}", height * potential_unit.per_model_unit)});
    }
    return labels;
}

void find_lines(SliceMap& map) {
    const auto [least, most] = std::ranges::minmax(map.potentials);
    map.least = least;
    map.most = most;
    // The potentials of the lines are round numbers in the unit of the labels.
    const auto unit = static_cast<float>(potential_unit.per_model_unit);
    std::vector<float> heights = round_heights(least * unit, most * unit, approximate_lines);
    for (float& height : heights) height /= unit;
    map.step = heights.size() > 1 ? heights[1] - heights[0] : 0;
    map.labels = labels_of(map, heights);
}

std::size_t still_points(const DeviceContext& device_context) {
    return device_context.device->type == "cpu" ? still_points_cpu : still_points_gpu;
}

double rms_speed(const ParticleRows& rows) {
    double sum = 0;
    for (const glm::vec4& v : rows.velocities) sum += glm::dot(glm::vec3{v}, glm::vec3{v});
    return rows.velocities.empty() ? 0 : std::sqrt(sum / static_cast<double>(rows.velocities.size()));
}

}  // namespace

void PotentialSlice::toggle(const Camera& camera) {
    held_.reset();
    if (on_) return switch_off();
    on_ = true;
    stage_ = Stage::idle;
    if (!std::exchange(was_placed_, true)) put_before(camera);
}

void PotentialSlice::show(const std::optional<SliceChoice>& other) {
    on_ = other.has_value();
    held_.reset();
    if (!on_) return;
    choice = *other;
    was_placed_ = true;
}

void PotentialSlice::put_before(const Camera& camera) {
    constexpr float share = 1.2f;  // edge of the plane, in units of the height of the picture
    choice.plane.anchor = camera.target;
    choice.plane.height = 0;
    choice.plane.edge = share * 2 * camera.distance * std::tan(camera.fov_radians / 2);
}

Input PotentialSlice::take(const Input& input, const View& view, float scale) {
    if (!on_) return input;
    if (input.left_pressed)
        if (const auto handle = handle_at(choice.plane, view, *input.left_pressed, scale))
            held_ = {*handle, *input.left_pressed};
    if (!held_) return input;
    choice.plane = dragged(choice.plane, held_->handle, view, held_->pointer, input.pointer);
    held_->pointer = input.pointer;
    if (!input.left_held) held_.reset();
    Input rest = input.without_left_drag();
    rest.left_pressed.reset();
    return rest;
}

PotentialSlice::Wanted PotentialSlice::wanted(const SliceContext& frame, std::size_t edge_points) const {
    return {choice.plane, edge_points, frame.parameters.gravity, frame.parameters.softening};
}

// Returns true if a body with the rms velocity has moved by half a map cell since the last readback, so that a new map
// is needed.
bool PotentialSlice::bodies_moved(const SliceContext& frame) const {
    if (bodies_of_ != &frame.loaded.initial().particles) return true;
    const double cell = choice.plane.edge / static_cast<double>(still_points_cpu);
    const double distance = speed_ * std::abs(frame.loaded.moment().time - bodies_time_);
    return distance > cell / 2;
}

// Stores the bodies that were read back. Returns false if the run was replaced during the readback.
bool PotentialSlice::take_rows(const LoadedScene& loaded) try {
    stage_ = Stage::idle;
    const ParticleRows rows = rows_.get();
    bodies_.clear();
    bodies_.reserve(rows.positions.size());
    for (const glm::vec4& p : rows.positions) bodies_.push_back({p.x, p.y, p.z, p.w});
    speed_ = rms_speed(rows);
    bodies_time_ = rows_time_;
    bodies_of_ = &loaded.initial().particles;
    return !bodies_.empty();
} catch (const std::future_error&) {
    return false;
}

void PotentialSlice::begin(const Wanted& wanted) {
    map_->begin(bodies_, lattice_of(wanted.plane, wanted.edge_points), wanted.gravity, wanted.softening);
    summed_ = wanted;
    completed_.reset();
    stage_ = Stage::summing;
}

void PotentialSlice::finish() {
    newest_ = SliceMap{.plane = summed_->plane,
                       .edge_points = summed_->edge_points,
                       .time = bodies_time_,
                       .gravity = summed_->gravity,
                       .softening = summed_->softening,
                       .potentials = map_->potentials(),
                       .labels = {}};
    find_lines(*newest_);
    is_new_ = true;
    stage_ = Stage::idle;
}

void PotentialSlice::prepare_map(const SliceContext& frame) {
    if (!frame.device_context.context)
        throw UsageError(
            fmt::format("a slice through the potential needs an OpenCL device: {}", frame.device_context.reason));
    if (context_ == frame.device_context.context) return;
    map_.reset();
    building_ = in_background([place = frame.device_context, read = assets_.reader()] {
        return std::make_unique<PotentialMap>(place, read);
    });
    context_ = frame.device_context.context;
    stage_ = Stage::idle;
    summed_.reset();
    completed_.reset();
}

// Switches the slice off and frees the map's memory. If a map object is under construction,
// release_built_map() releases the object later.
void PotentialSlice::switch_off() {
    on_ = false;
    map_.reset();
    if (!building_.valid()) context_.reset();
    bodies_ = {};
    bodies_of_ = nullptr;
    stage_ = Stage::idle;
}

// If the slice was switched off while a map object was under construction, releases this object after its construction.
// Otherwise the object would keep the device's context in use.
void PotentialSlice::release_built_map() {
    if (!is_ready(building_)) return;
    building_ = {};
    context_.reset();
}

void PotentialSlice::advance(const SliceContext& frame) try {
    if (!on_) return release_built_map();
    prepare_map(frame);
    if (!map_ && is_ready(building_)) map_ = building_.get();
    if (!map_) return;
    still_seconds_ = choice.plane == plane_before_ && !held_ ? still_seconds_ + frame.seconds : 0;
    plane_before_ = choice.plane;
    const Wanted now = wanted(frame, still_seconds_ < still_after ? moving_points : still_points(frame.device_context));
    switch (stage_) {
        case Stage::idle:
            if (bodies_moved(frame)) {
                rows_ = frame.loaded.rows().all_rows();
                rows_time_ = frame.loaded.moment().time;
                stage_ = Stage::reading;
            } else if (summed_ != now) {
                begin(now);
            }
            break;
        case Stage::reading:
            if (is_ready(rows_) && take_rows(frame.loaded)) begin(now);
            break;
        case Stage::summing:
            // If the plane has moved, restarts a fine map in progress. A coarse map continues: it is complete soon.
            if (summed_->plane != now.plane && summed_->edge_points > moving_points)
                begin(now);
            else if (map_->advance(std::clamp(frame_share * frame.seconds, least_slice, most_slice)))
                finish();
            break;
    }
} catch (const std::exception&) {
    switch_off();
    throw;
}

// Computes the whole map with a fixed division of the work, so that repeated calls give identical maps. advance()
// divides the work according to measured times, and the rounding errors of the sums depend on the division.
void PotentialSlice::complete(const SliceContext& frame) try {
    if (!on_) return;
    prepare_map(frame);
    if (!map_) map_ = building_.get();
    ParticleSource& source = frame.loaded.particle_source();
    const MapState state{&frame.loaded.initial().particles, frame.loaded.moment().time, source.frames().status().steps,
                         source.transport().state().jumps};
    const Wanted now = wanted(frame, still_points(frame.device_context));
    if (completed_ == state && summed_ == now) return;
    rows_ = frame.loaded.rows().all_rows();
    rows_time_ = state.time;
    if (!is_ready(rows_))
        throw std::logic_error("a complete map needs a source whose rows are read back without delay");
    if (!take_rows(frame.loaded)) return;
    begin(now);
    while (!map_->advance(std::numeric_limits<double>::infinity())) map_->wait();
    finish();
    completed_ = state;
} catch (const std::exception&) {
    switch_off();
    throw;
}

void PotentialSlice::reload() {
    if (renderer_) renderer_ = SliceRenderer{assets_.reader()};
    is_new_ = true;
    context_.reset();
}

void PotentialSlice::draw(const Camera& camera, const Look& look, int width, int height, float scale) {
    if (!on_ || !newest_) return;
    if (!renderer_) renderer_.emplace(assets_.reader());
    const auto points = static_cast<int>(newest_->edge_points);
    if (std::exchange(is_new_, false)) renderer_->set(newest_->potentials, points, points);
    const SliceStyle style{.colors = look.color_map,
                           .deepest = newest_->least,
                           .shallowest = newest_->most,
                           .step = choice.lines ? newest_->step : 0,
                           .line_width = scale,
                           .opacity = choice.opacity};
    for (const StereoView& eye : stereo_views(camera, look, width, height)) {
        glViewport(eye.corner.x, eye.corner.y, static_cast<GLsizei>(eye.view.width),
                   static_cast<GLsizei>(eye.view.height));
        renderer_->draw(eye.view, rectangle_of(newest_->plane), style);
    }
    glViewport(0, 0, width, height);

    // If one picture contains the views of both eyes (anaglyph), places the labels for a viewpoint midway between the
    // eyes.
    if (!ui_ || ui_->scale() != scale) ui_ = std::make_unique<HeadlessUi>(scale);
    ImDrawList& list = ui_->begin(width, height);
    std::vector<StereoView> views{{view_of(camera, width, height)}};
    if (look.stereo == Stereo::side_by_side) views = stereo_views(camera, look, width, height);
    for (const StereoView& eye : views) {
        const glm::vec2 corner{eye.corner};
        list.PushClipRect({corner.x, 0}, {corner.x + eye.view.width, eye.view.height});
        draw_labels_and_arrows(OverlayPainter{list, eye.view, corner, scale});
        list.PopClipRect();
    }
    ui_->end();
}

// Draws arrows along the acceleration within the plane, and labels of equipotential lines. Omits labels that would
// overlap an earlier label.
void PotentialSlice::draw_labels_and_arrows(const OverlayPainter& painter) const {
    const bool is_sky =
        painter.view().projection != Projection::perspective && painter.view().projection != Projection::orthographic;
    if (is_sky) return;
    if (choice.arrows) {
        const std::size_t points = newest_->edge_points, step = points / arrows_of_edge;
        const auto at = [&](std::size_t column, std::size_t row) { return newest_->potentials[row * points + column]; };
        float strongest = 0;
        // for each arrow: position in grid units, and negative potential difference along both axes of the map
        std::vector<std::pair<glm::vec2, glm::vec2>> pulls;
        for (std::size_t row = step / 2; row + 1 < points; row += step)
            for (std::size_t column = step / 2; column + 1 < points; column += step) {
                if (row == 0 || column == 0) continue;
                const glm::vec2 pull{at(column - 1, row) - at(column + 1, row),
                                     at(column, row - 1) - at(column, row + 1)};
                strongest = std::max(strongest, glm::length(pull));
                pulls.emplace_back(glm::vec2{column, row}, pull);
            }
        for (const auto& [place, pull] : pulls) {
            const float share = glm::length(pull) / std::max(strongest, 1e-30f);
            if (share < 1e-3f) continue;
            // Arrow lengths are proportional to the square root of the acceleration, so that arrows far from the galaxy
            // centers are visible.
            const glm::vec2 arrow = 0.9f * static_cast<float>(step) * std::sqrt(share) * glm::normalize(pull);
            const glm::vec2 tip = place + arrow, across{-arrow.y, arrow.x};
            const glm::vec3 end = world_of(*newest_, tip.x, tip.y);
            painter.world_line(world_of(*newest_, place.x, place.y), end, field_arrow_color, 1.2f);
            for (const float side : {-0.18f, 0.18f}) {
                const glm::vec2 barb = tip - 0.3f * arrow + side * across;
                painter.world_line(end, world_of(*newest_, barb.x, barb.y), field_arrow_color, 1.2f);
            }
        }
    }
    if (!choice.lines) return;
    std::vector<glm::vec2> written;
    for (const SliceMap::Label& label : newest_->labels) {
        const auto pixel = painter.place_of(label.place);
        const glm::vec2 size = painter.size(label.text);
        if (!pixel || std::ranges::any_of(written, [&](const glm::vec2& other) {
                const glm::vec2 apart = glm::abs(other - *pixel);
                return apart.x < 1.3f * size.x && apart.y < 1.3f * size.y;
            }))
            continue;
        written.push_back(*pixel);
        painter.text(*pixel - 0.5f * size, label.text, label_color);
    }
}

void PotentialSlice::draw_handles(const OverlayPainter& painter) {
    handles_ = {};
    if (!on_) return;
    const SlicePlane rectangle = rectangle_of(choice.plane);
    const auto corner = [&](float x, float y) { return rectangle.center + x * rectangle.across + y * rectangle.up; };
    painter.world_line(corner(-1, -1), corner(1, -1), frame_color);
    painter.world_line(corner(1, -1), corner(1, 1), frame_color);
    painter.world_line(corner(1, 1), corner(-1, 1), frame_color);
    painter.world_line(corner(-1, 1), corner(-1, -1), frame_color);
    painter.world_line(center_of(choice.plane), tip_of(choice.plane), handle_color, 2);
    handles_ = {painter.place_of(center_of(choice.plane)), painter.place_of(tip_of(choice.plane))};
    if (handles_.center) painter.circle(*handles_.center, 7, handle_color, 2);
    if (handles_.tip) painter.circle(*handles_.tip, 5, handle_color, 2.5f);
}

}  // namespace milkomeda
