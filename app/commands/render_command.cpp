#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <sstream>

#include "app/camera/camera_rig.hpp"
#include "app/commands/commands.hpp"
#include "app/motion/recorded_motion.hpp"
#include "app/output/film.hpp"
#include "app/output/log.hpp"
#include "app/output/progress.hpp"
#include "app/overlay/annotations.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/gl_bridge.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/tuning/kernel_tuning.hpp"
#include "data/base/units.hpp"
#include "render/gl/headless_context.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {
namespace {

constexpr int default_width = 1280, default_height = 720;

std::string number(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

// The model times of a film's frames, at the pace that the window has; a picture is a film of one frame.
struct FrameTimes {
    double from, step;
    long count;
    double at(long frame) const { return from + static_cast<double>(frame) * step; }
};

FrameTimes frame_times(const Options& options, const InitialState& initial) {
    const bool is_picture = is_single_picture(options.output);
    if (is_picture && (options.from || options.until))
        throw UsageError("--from and --until are for films; a picture takes --at");
    if (!is_picture && options.at) throw UsageError("--at is for a picture; a film takes --from and --until");

    const double from = (is_picture ? options.at : options.from).value_or(initial.particles.time);
    if (from < initial.particles.time)
        throw UsageError(std::string{is_picture ? "--at" : "--from"} +
                         " lies before the start of the source");
    const double until = is_picture ? from : options.until.value_or(initial.until);
    constexpr double rounding = 1e-6;  // a snapshot's time is a sum of many steps
    if (initial.snapshots && until > initial.until + rounding)
        throw UsageError("the last snapshot is of t = " + number(initial.until) + ", before " +
                         number(until));
    if (is_picture) return {from, 1, 1};
    if (until < from) throw UsageError("--until is before the film's start");
    const SimulationParameters& parameters = initial.parameters;
    const double step = parameters.steps_per_frame ? *parameters.steps_per_frame * parameters.timestep
                                                   : parameters.time_per_second / options.frames_per_second;
    const double frames = std::floor((until - from) / step + 1e-6) + 1;
    constexpr double most_frames = 1e9;  // half a year, seen at 60 a second
    if (!(frames <= most_frames))
        throw UsageError("a film of " + number(frames) +
                         " frames is never done; take a nearer --until or fewer --fps");
    return {from, step, static_cast<long>(frames)};
}

void require_simulation(const DeviceContext& device_context, double last_time, const InitialState& initial) {
    if (device_context.tier == Tier::none && last_time > initial.particles.time && !initial.snapshots)
        throw std::runtime_error("only the start can be drawn: " + device_context.reason);
}

// A run, and what looks at its galaxies while some come and others go.
struct Shown {
    LoadedScene& loaded;
    CameraRig& camera;
    Annotations& annotations;
    const SimulationParameters& parameters;
    std::function<void(const RunState&)> go_on_from;
    std::vector<GalaxyKind> kinds;
    std::size_t most_bodies;
};

void follow_course(const Shown& run) {
    LoadedScene& loaded = run.loaded;
    const RunState before = loaded.run_state();
    const Annotations::Names names = run.annotations.names_in(before.particles);
    run.go_on_from(with_next_change(before, run.kinds, run.parameters.gravity, run.most_bodies));
    run.annotations.keep(names, loaded.initial().particles);
    run.camera.reload(loaded.initial(), true);
}

void go_to(const Shown& run, double time, const std::string& what = {}) {
    Motion& motion = run.loaded.motion();
    const SceneChange* const next = run.loaded.initial().course.next();
    if (next && *next->time <= time) {
        motion.go_to(*next->time, run.parameters, what);
        follow_course(run);
        return go_to(run, time, what);
    }
    motion.go_to(time, run.parameters, what);
    run.loaded.update();
}

// The same, and takes down where the trails lead on the way.
void go_to_with_trails(const Shown& run, double time) {
    const double from = run.loaded.shown_time();
    Progress progress{"towards " + format_time(time), "time units", time - from};
    for (double t = from; t < time; t += Trail::shortest_spacing) {
        go_to(run, t);
        run.annotations.record(run.loaded);
        progress.update(t - from);
    }
    go_to(run, time);
}

// Text and lines are as large as on a screen where the picture would be 720 pixels high.
float annotation_scale(int height) {
    return std::max(1.0f, static_cast<float>(height) / 720);
}

// Says what the picture does not show of a series, each thing only once.
void warn_of_gaps(const LoadedScene& loaded, std::set<std::string>& said) {
    const std::string note = loaded.motion().note();
    if (!note.empty() && said.insert(note).second) log_warning(note);
}

}  // namespace

int render(const Options& options, const Assets& assets) {
    const int width = options.width.value_or(default_width), height = options.height.value_or(default_height);
    const HeadlessContext context{options.verbose};
    OffscreenTarget target{width, height};
    const auto sink = open_frame_sink(options.output, width, height, options.frames_per_second);
    const GlBridge gl;
    const DeviceContext device_context = find_device_context(options, gl.side());
    KernelTuning kernels{options, device_context, assets};
    InitialState initial = load_initial_state(options, assets, {}, bodies_limit(device_context));
    const bool plays_back = initial.snapshots != nullptr;
    const FrameTimes times = frame_times(options, initial);
    require_simulation(device_context, times.at(times.count - 1), initial);
    if (plays_back)
        log_tier(Tier::none, played_back_reason);
    else
        log_device_context(device_context);

    const SimulationParameters parameters = initial.parameters;
    CameraRig camera;
    camera.begin(initial, options.camera);
    Look look = with_overrides(with_overrides({}, initial.look), options.look);
    const SolverChoice solver =
        plays_back ? SolverChoice{}
                   : kernels.settle(initial.particles.positions, initial.parameters.accuracy);
    LoadedScene loaded{std::move(initial), device_context, gl.side(), assets, solver};
    loaded.rows().waits = true;
    if (loaded.motion().simulation())
        kernels.log(loaded.motion().solver(), loaded.motion().status(), parameters);
    log_shares(loaded.motion().status());

    Annotations annotations{options.show.value_or(loaded.initial().show.value_or(AnnotationSet{}))};
    const BarePicture picture{width, height, annotation_scale(height), {{0, 0}, {width, height}}};
    look.density.contours = annotations.shows(Annotation::contours);
    look.density.contour_width = picture.scale;
    loaded.update();
    const auto go_on_from = [&](const RunState& state) {
        loaded.go_on_from(state, device_context, gl.side(), assets, solver);
    };
    const Shown run{loaded,
                    camera,
                    annotations,
                    parameters,
                    go_on_from,
                    loaded.initial().course.next() ? galaxy_kinds(assets) : std::vector<GalaxyKind>{},
                    bodies_limit(device_context).bodies};
    if (annotations.shows(Annotation::trails))
        go_to_with_trails(run, times.from);
    else
        go_to(run, times.from, "towards " + format_time(times.from));
    Progress progress{"rendering", "frames", static_cast<double>(times.count)};
    std::set<std::string> said;
    // Each frame has its own exposure, so that it is the picture that --at would give.
    const Adaptation at_once{std::numeric_limits<double>::infinity(), true};
    DrawCost cost;
    cost.requested_detail = options.detail.value_or(1);  // nobody waits for a frame
    cost.requested_pixel = 1;
    for (long frame = 0; frame < times.count; ++frame) {
        go_to(run, times.at(frame));
        target.bind();
        glClearColor(0, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        camera.follow(loaded);
        loaded.draw(camera.shown(), look, width, height, at_once, cost);
        {
            const auto timed = cost.timers().measure("annotations");
            annotations.draw(loaded, camera.shown(), look, picture);
        }
        cost.timers().end_frame();
        warn_of_gaps(loaded, said);
        sink->add(target.read());
        if (times.count > 1) progress.update(static_cast<double>(frame + 1));
    }
    sink->finish();
    if (options.verbose) log_info("drawing took " + summary(cost));
    return 0;
}

}  // namespace milkomeda
