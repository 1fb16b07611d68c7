#include "app/commands/render_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/io/log.hpp"
#include "app/io/output_file.hpp"
#include "data/base/formation.hpp"
#include "data/base/stellar_populations.hpp"
#include "data/base/units.hpp"
#include "data/points/point_files.hpp"
#include "data/points/volume_file.hpp"
#include "data/system/end_signals.hpp"

namespace milkomeda {
namespace {

// Picture that is drawn to compute the smoothing lengths and the star formation; no file contains it.
constexpr int measured_width = 64, measured_height = 36;

bool is_ply(const std::filesystem::path& output) { return output.extension() == ".ply"; }
bool is_volume(const std::filesystem::path& output) { return output.extension() == ".vdb"; }

void require_points(bool holds, const std::string& message) {
    if (!holds) throw UsageError(message);
}

// Returns the sRGB color with the hue of `light` at full brightness.
std::array<std::uint8_t, 3> bytes_of_light(const glm::vec3& light) {
    const glm::vec3 color = srgb_from_linear(light / std::max({light.r, light.g, light.b, 1e-6f}));
    std::array<std::uint8_t, 3> bytes{};
    for (int i = 0; i < 3; ++i)
        bytes[static_cast<std::size_t>(i)] =
            static_cast<std::uint8_t>(std::lround(255 * std::clamp(color[i], 0.0f, 1.0f)));
    return bytes;
}

// Appends the shown bodies of a component at the present moment.
void add_component(std::size_t index, LoadedScene& loaded, const ParticleRows& rows, ColoredPoints& points) {
    const SceneSetup& setup = loaded.initial();
    const ParticleGroup& group = loaded.groups()[index];
    const Component& component = setup.particles.components[index];
    const ComponentOrigin& origin = setup.origins[index];
    const float offset = loaded.rows().time_offset(), step = max_log2_formation_rate / 32767;
    const float unknown = unknown_sigma(setup.particles.size()) / sigma_per_smoothing_length;
    const bool has_temperatures =
        is_gas(component) && loaded.attributes().measured() == MeasuredQuantity::gas_temperature;
    const auto per_mass =
        static_cast<float>(is_gas(component) ? gas_light(Band::V) : component_light(component.name, Band::V));
    for (std::size_t i = 0; i < group.count; ++i) {
        const std::size_t row = group.first + i;
        const glm::vec3 velocity{rows.velocities[row]};
        const float rate = std::exp2(step * static_cast<float>(loaded.attributes().ellipsoids()[row].formation));
        const AttributeRow& attributes = loaded.attributes().column()[row];
        const float length = attributes.smoothing_length;
        const glm::vec3 light = light_of_component(group, (*origin.radii)[i], origin.vertical->ranks[i], rate);
        const float mass = static_cast<float>(solar_masses_per_mass) * setup.particles.positions[row].w;
        points.points.push_back(
            {.position = float{kpc_per_length} * (glm::vec3{rows.positions[row]} + offset * velocity),
             .velocity = float{km_s_per_velocity} * velocity,
             .mass = mass,
             .radius = float{kpc_per_length} * (length > 0 ? length : unknown),
             .luminosity = mass * per_mass * luminance(light),
             .temperature = has_temperatures && attributes.measured > 0 ? attributes.measured : 0,
             .color = bytes_of_light(light),
             .component = static_cast<std::uint16_t>(index),
             .id = setup.particles.ids[row]});
    }
}

// Returns the shown bodies at the present moment of the run, whose model time is `time`.
ColoredPoints points_at(double time, RenderedRun& run) {
    LoadedScene& loaded = run.loaded();
    const SceneSetup& setup = loaded.initial();
    const ParticleRows rows = loaded.rows().all_rows().get();
    ColoredPoints points;
    points.myr = time * myr_per_time;
    for (std::size_t index = 0; index < loaded.groups().size(); ++index) {
        points.components.push_back(full_name(setup.particles.components[index]));
        if (setup.shown[index].any()) add_component(index, loaded, rows, points);
    }
    std::ranges::sort(points.points, {}, &ColoredPoint::id);
    return points;
}

// The files of a sequence, or the table that contains all moments.
class PointOutput {
  public:
    explicit PointOutput(const RenderOptions& options) : output_{options.output}, voxel_{options.voxel.value_or(0)} {
        if (!FilePattern::matches(output_) && !is_single_moment_of_points(output_)) table_.emplace(output_);
    }

    void add(const ColoredPoints& points) {
        if (points.points.empty()) throw UsageError("no points are written, because the source shows no bodies");
        if (table_ && bodies_ > 0 && bodies_ != points.points.size())
            throw std::runtime_error(
                fmt::format("{}: a table of several moments needs the same bodies at all times, but at {:g} Myr they "
                            "change; end it earlier with --until, or write a file for each moment: frames-%05d.csv",
                            output_.string(), points.myr));
        bodies_ = points.points.size();
        const std::filesystem::path file =
            FilePattern::matches(output_) ? FilePattern{output_}.path(moments_) : output_;
        ++moments_;
        if (table_) return table_->add(points);
        if (is_ply(output_)) return write_ply(file, points);
        if (is_volume(output_)) {
            // All volumes of a sequence have equal voxels.
            if (voxel_ == 0) voxel_ = voxel_edge(points);
            return write_volume(file, points, voxel_);
        }
        PointTable table{file};
        table.add(points);
        table.commit();
    }
    void finish() {
        if (table_ && moments_ > 0) table_->commit();
        const std::string voxels = voxel_ > 0 ? fmt::format(", voxels of {:.3g} kpc", voxel_) : "";
        log_info(fmt::format("{}: {} points at {} moment{}{}", output_.string(), bodies_, moments_,
                             moments_ == 1 ? "" : "s", voxels));
    }

  private:
    std::filesystem::path output_;
    std::optional<PointTable> table_;
    std::size_t bodies_ = 0;
    float voxel_;  // edge of the voxels in kpc; 0 if the first volume will determine it
    long moments_ = 0;
};

}  // namespace

bool is_points(const std::filesystem::path& output) {
    const std::string name = output.filename().string();
    return is_ply(output) || is_volume(output) || name.ends_with(".csv") || name.ends_with(".csv.gz");
}

bool is_single_moment_of_points(const std::filesystem::path& output) {
    return (is_ply(output) || is_volume(output)) && !FilePattern::matches(output);
}

void require_points_options(const RenderOptions& options) {
    require_points(options.again.empty(), "--again repeats pictures and videos; points have no --again");
    require_points(!options.picture.detail, "--detail is for pictures and videos; points take --bodies");
    if (is_volume(options.output)) require_volumes(options.output);
    require_replaceable(first_file(options.output));
}

void require_points_run(RenderedRun& run) {
    require_points(!run.loaded().initial().mixed, "the bodies of a mixed box have no colors; render a video");
    require_points(rendering_of(run.look().mode) == Rendering::photograph,
                   "points have the colors of the draw mode stars; remove --mode and --preset");
}

void render_points(const RenderOptions& options, RenderedRun& run, const std::function<double(long)>& time_of,
                   long count, const std::function<void(long done)>& note_moment) {
    note_end_signals();
    Canvas canvas{measured_width, measured_height, 1};
    PointOutput output{options};
    for (long moment = 0; moment < count && !end_signalled(); ++moment) {
        run.draw_at(time_of(moment), 1, canvas);
        output.add(points_at(time_of(moment), run));
        note_moment(moment + 1);
    }
    output.finish();
    end_as_signalled();
}

}  // namespace milkomeda
