#include "app/commands/rendered_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "app/capture/video.hpp"
#include "app/io/log.hpp"
#include "app/io/progress.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/state_file.hpp"
#include "app/viewport/legend.hpp"
#include "app/viewport/shown_bodies.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
RenderedRun::RenderedRun(SceneSetup setup, const ComputeContext& compute, const CameraOverrides& camera,
                         const StyleOptions& style)
    : compute_{compute},
      parameters_{setup.parameters},
      look_{with_overrides(with_overrides({}, setup.look), style.look)},
      loaded_{std::move(setup), compute},
      annotations_{style.show.value_or(loaded_.initial().show.value_or(AnnotationSet{}))},
      slice_{compute.assets} {
    camera_.begin(loaded_.initial(), camera);
    loaded_.rows().waits = true;
    slice_.show(loaded_.initial().slice);
    loaded_.update();
    if (loaded_.initial().course.next()) kinds_ = galaxy_kinds(compute.assets);
}

void RenderedRun::restart(SceneSetup setup) {
    loaded_ = LoadedScene{std::move(setup), compute_};
    loaded_.rows().waits = true;
}

void RenderedRun::begin_at(double time) {
    const std::string progress_title = "computing to " + format_time(time);
    const auto spacing = annotations_.trail_spacing(loaded_);
    if (!spacing) return go_to(time, progress_title);
    const double from = loaded_.moment().time;
    Progress progress{progress_title, "time units", time - from};
    for (double t = from; t < time; t += *spacing) {
        go_to(t);
        annotations_.record(loaded_);
        progress.update(t - from);
    }
    go_to(time);
}

// Advances the run to the model time `time`. Applies the scripted edits of galaxies with times up to `time`.
void RenderedRun::go_to(double time, const std::string& progress_title) {
    for (const SceneChange* next; (next = loaded_.initial().course.next()) && *next->time <= time;) {
        loaded_.particle_source().frames().go_to(*next->time, parameters_, progress_title);
        apply_next_change();
    }
    loaded_.particle_source().frames().go_to(time, parameters_, progress_title);
    update_bodies(loaded_, annotations_, camera_);
}

void RenderedRun::apply_next_change() {
    const SceneSnapshot before = loaded_.scene_snapshot();
    const AnnotatedNames names = annotations_.names_in(before.particles);
    const std::size_t most_bodies = bodies_limit(compute_.device).bodies;
    loaded_.go_on_from(with_next_change(before, kinds_, parameters_.gravity, most_bodies), compute_);
    annotations_.keep(names, loaded_.initial().particles);
    camera_.reload(loaded_.initial(), true);
}

void RenderedRun::turn_camera(double degrees) { rotate(camera_.camera(), {static_cast<float>(-degrees / 180), 0}); }

void RenderedRun::show_at(double time, double seconds, const Canvas& canvas) {
    go_to(time);
    const float height = std::tan(camera_.shown().fov_radians / 2);
    camera_.see({height * static_cast<float>(canvas.width) / static_cast<float>(canvas.height), height});
    camera_.follow(loaded_, seconds);
    warn_of_gaps();
}

Image RenderedRun::draw_at(double time, double seconds, Canvas& canvas) {
    show_at(time, seconds, canvas);
    slice_.complete({loaded_, compute_.device, parameters_, 0});
    return draw_frame(camera_.shown(), look_, canvas);
}

Image RenderedRun::draw(const VideoFrame& frame, Canvas& canvas) {
    FrameSource& frames = loaded_.particle_source().frames();
    const auto make = [this](const std::string& forces) { return make_solver(forces); };
    if (!frames.retrace({frame.changes.all(), frame.steps, frame.ahead, make})) frames.go_to(frame.time, parameters_);
    update_bodies(loaded_, annotations_, camera_);
    annotations_.shown = frame.show;
    if (frame.trails) annotations_.put(*frame.trails, loaded_.initial().particles);
    complete_slice(frame.slice);
    if (frame.shown.size() == loaded_.shown().size()) loaded_.shown() = frame.shown;
    warn_of_gaps();
    return draw_frame(frame.camera, frame.look, canvas);
}

// Builds the solver named `forces`, a name from the video script. If the device does not support this solver, builds
// the solver in use.
ReadySolver RenderedRun::make_solver(const std::string& forces) {
    const SolverSlot& slot = *loaded_.particle_source().solver_slot();
    const auto recorded = solver_of_name(forces, parameters_.accuracy, compute_.device);
    return slot.build(recorded ? *recorded : slot.choice(), compute_.assets.reader());
}

// Computes the potential slice of a frame with the gravity and softening that the video script stores.
void RenderedRun::complete_slice(const std::optional<VideoFrame::Slice>& slice) {
    if (!slice) return slice_.show({});
    SimulationParameters then = parameters_;
    then.gravity = slice->gravity;
    then.softening = slice->softening;
    slice_.show(slice->choice);
    slice_.complete({loaded_, compute_.device, then, 0});
}

// Logs notes about missing snapshots of a series. Logs each note once.
void RenderedRun::warn_of_gaps() {
    SnapshotSeries* const series = loaded_.particle_source().series();
    if (!series) return;
    for (const std::string& note : {series->take_notice(), series->note()})
        if (!note.empty() && warned_.insert(note).second) log_warning(note);
}

// Logs why the colors of the newest frame show no values. Logs each reason once.
void RenderedRun::warn_of_unknown_colors(const Look& look) {
    if (rendering_of(look.mode) != Rendering::photograph) return;
    const std::string why = why_unknown(loaded_);
    if (!why.empty() && warned_.insert(why).second)
        log_warning(fmt::format("color by {}: {}", name_of(look.color_by), why));
}

Image RenderedRun::draw_frame(const Camera& camera, Look look, Canvas& canvas) {
    const auto [width, height] = std::pair{canvas.width, canvas.height};
    const BarePicture picture{width, height, video_annotation_scale(height), {{0, 0}, {width, height}}};
    look.density.contours = annotations_.shows(Annotation::contours);
    look.density.contour_width = picture.scale;
    canvas.target.bind();
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    const Adaptation at_once{std::numeric_limits<double>::infinity(), true};
    loaded_.draw(camera, look, {width, height}, at_once, canvas.cost);
    warn_of_unknown_colors(look);
    slice_.draw(camera, look, width, height, picture.scale);
    {
        const auto timed = canvas.cost.timers().measure("annotations");
        annotations_.draw(loaded_, camera, look, picture);
    }
    canvas.cost.timers().end_frame();
    return canvas.target.read();
}

}  // namespace milkomeda
