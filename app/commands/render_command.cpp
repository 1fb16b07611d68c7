#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <sstream>

#include "app/playback/snapshot_series.hpp"
#include "app/capture/provenance.hpp"
#include "app/capture/video.hpp"
#include "app/cli/parsed_option.hpp"
#include "app/commands/commands.hpp"
#include "app/diagnostics/kernel_tuning.hpp"
#include "app/io/log.hpp"
#include "app/io/progress.hpp"
#include "app/playback/snapshot_playback.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/gl_bridge.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/tools/potential_slice.hpp"
#include "data/system/end_signals.hpp"
#include "app/viewport/annotations.hpp"
#include "app/viewport/camera_rig.hpp"
#include "compute/device/opencl_error.hpp"
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

double rate_of(const RenderOptions& options) {
    return options.frames_per_second.value_or(usual_rate(options.output));
}

// The model times of a film's frames, at the pace that the window has; a picture is a film of one frame.
struct FrameTimes {
    double from, step;
    long count;
    double at(long frame) const { return from + static_cast<double>(frame) * step; }
};

FrameTimes frame_times(const RenderOptions& options, const SceneSetup& initial) {
    const bool is_picture = is_single_picture(options.output);
    if (is_picture && (options.scene.times.from || options.scene.times.until))
        throw UsageError("--from and --until are for films; a picture takes --at");
    if (!is_picture && options.scene.times.at)
        throw UsageError("--at is for a picture; a film takes --from and --until");

    const double from =
        (is_picture ? options.scene.times.at : options.scene.times.from).value_or(initial.particles.time);
    if (from < initial.particles.time)
        throw UsageError(std::string{is_picture ? "--at" : "--from"} +
                         " lies before the start of the source");
    const double until = is_picture ? from : options.scene.times.until.value_or(initial.until);
    constexpr double rounding = 1e-6;  // a snapshot's time is a sum of many steps
    if (initial.snapshots && until > initial.until + rounding)
        throw UsageError("the last snapshot is of t = " + number(initial.until) + ", before " +
                         number(until));
    if (is_picture) return {from, 1, 1};
    if (until < from) throw UsageError("--until is before the film's start");
    const SimulationParameters& parameters = initial.parameters;
    const double step = parameters.steps_per_frame ? *parameters.steps_per_frame * parameters.timestep
                                                   : parameters.time_per_second / rate_of(options);
    const double frames = std::floor((until - from) / step + 1e-6) + 1;
    constexpr double most_frames = 1e9;  // half a year, seen at 60 a second
    if (!(frames <= most_frames))
        throw UsageError("a film of " + number(frames) +
                         " frames is never done; take a nearer --until or fewer --fps");
    return {from, step, static_cast<long>(frames)};
}

void require_simulation(const DeviceContext& device_context, double last_time, const SceneSetup& initial) {
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
    const AnnotatedNames names = run.annotations.names_in(before.particles);
    run.go_on_from(with_next_change(before, run.kinds, run.parameters.gravity, run.most_bodies));
    run.annotations.keep(names, loaded.initial().particles);
    run.camera.reload(loaded.initial(), true);
}

void go_to(const Shown& run, double time, const std::string& what = {}) {
    ParticleSource& source = run.loaded.particle_source();
    const SceneChange* const next = run.loaded.initial().course.next();
    if (next && *next->time <= time) {
        source.frames().go_to(*next->time, run.parameters, what);
        follow_course(run);
        return go_to(run, time, what);
    }
    source.frames().go_to(time, run.parameters, what);
    run.loaded.update();
}

// The same, and takes down where the trails lead on the way.
void go_to_with_trails(const Shown& run, double time) {
    const double from = run.loaded.shown_time(), spacing = *run.annotations.trail_spacing(run.loaded);
    Progress progress{"towards " + format_time(time), "time units", time - from};
    for (double t = from; t < time; t += spacing) {
        go_to(run, t);
        run.annotations.record(run.loaded);
        progress.update(t - from);
    }
    go_to(run, time);
}

// As a film has it in this frame, with what the run had then.
void complete(PotentialSlice& slice, const std::optional<VideoFrame::Slice>& seen,
              const SliceContext& ground) {
    if (!seen) return slice.show({});
    SimulationParameters then = ground.parameters;
    then.gravity = seen->gravity;
    then.softening = seen->softening;
    slice.show(seen->choice);
    slice.complete({ground.loaded, ground.device_context, then, 0});
}

// Says what the picture does not show of a series, each thing only once.
void warn_of_gaps(const LoadedScene& loaded, std::set<std::string>& said) {
    const SnapshotSeries* const series = loaded.particle_source().series();
    const std::string note = series ? series->note() : "";
    if (!note.empty() && said.insert(note).second) log_warning(note);
}

// The command line without what is of this file alone.
std::vector<std::string> words_to_keep(const RenderOptions& options) {
    constexpr std::array of_this_file{"render", "--output", "--again", "--verbose"};
    std::vector<std::string> words{"render"};
    for (const ParsedOption& said : parse_render_words(options.words))
        if (std::ranges::find(of_this_file, said.name) == of_this_file.end())
            std::ranges::copy(said.words(), std::back_inserter(words));
    return words;
}

// What is drawn into: a picture's size, and what its drawing costs.
struct Canvas {
    int width, height;
    OffscreenTarget target{width, height};
    QualityController cost{};

    // Nobody waits for a frame.
    Canvas(int w, int h, int detail) : width{w}, height{h} {
        cost.requests = QualityController::Requests::everything(detail);
    }

    // Each frame has its own exposure, so that it is the picture that --at would give.
    Image draw(LoadedScene& loaded, PotentialSlice& slice, Annotations& annotations, const Camera& camera,
               Look look) {
        const BarePicture picture{width, height, video_annotation_scale(height), {{0, 0}, {width, height}}};
        look.density.contours = annotations.shows(Annotation::contours);
        look.density.contour_width = picture.scale;
        target.bind();
        glClearColor(0, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        const Adaptation at_once{std::numeric_limits<double>::infinity(), true};
        loaded.draw(camera, look, width, height, at_once, cost);
        slice.draw(camera, look, width, height, picture.scale);
        {
            const auto timed = cost.timers().measure("annotations");
            annotations.draw(loaded, camera, look, picture);
        }
        cost.timers().end_frame();
        return target.read();
    }
};

// Frames on their way to the file. After Ctrl-C, kill or a closed terminal those that there are make a film.
class VideoRendering {
  public:
    VideoRendering(const RenderOptions& options, FrameSink& sink, long count)
        : options_{options},
          sink_{sink},
          count_{count},
          progress_{"rendering", "frames", static_cast<double>(count)} {
        if (count > 1) note_end_signals();
    }

    bool goes_on() const { return done_ < count_ && !end_signalled(); }
    // A run that cannot go on ends the film as a sink that takes no more of it does.
    void add(const std::function<Image()>& make_frame) try {
        sink_.add(make_frame());
        ++done_;
        if (count_ > 1) progress_.update(static_cast<double>(done_));
    } catch (const std::exception& error) {
        fail(error);
    }
    void finish(const std::string& comment) {
        if (done_ == 0) return end_as_signalled();
        try {
            sink_.finish(comment);
        } catch (const std::exception& error) {
            fail(error);
        }
        if (done_ < count_)
            log_info("the film ends after " + std::to_string(done_) + " of " + std::to_string(count_) +
                     " frames: " + options_.output.string());
        end_as_signalled();
    }

  private:
    // Called while the error is handled.
    [[noreturn]] void fail(const std::exception& error) {
        const std::string told = failure_of(in_words(error), sink_);
        if (told == in_words(error)) throw;  // as what it is: nothing of the film is left
        throw std::runtime_error(told);
    }

    const RenderOptions& options_;
    FrameSink& sink_;
    long count_, done_ = 0;
    Progress progress_;
};

}  // namespace

int render(const RenderOptions& options, const Assets& assets) {
    const int width = options.picture.width.value_or(default_width),
              height = options.picture.height.value_or(default_height);
    require_rate(options.output, rate_of(options));
    const std::optional<RenderRecipe> again =
        options.again.empty() ? std::nullopt : std::optional<RenderRecipe>{options.again};
    const HeadlessContext context{options.program.verbose};
    Canvas canvas{width, height, options.picture.detail.value_or(1)};
    const auto sink = open_frame_sink(options.output, width, height, rate_of(options));
    const GlBridge gl;
    const DeviceContext device_context = find_device_context(options.device, gl.side());
    KernelTuning kernels{options.device, options.program, device_context, assets};
    SceneSetup initial = load_scene_setup(options.scene, assets, {}, bodies_limit(device_context));
    const bool plays_back = initial.snapshots != nullptr, is_mixed = initial.mixed.has_value();
    const bool by_script = again && !again->frames().empty();
    const FrameTimes times =
        by_script ? FrameTimes{again->frames().front().time, 0, static_cast<long>(again->frames().size())}
                  : frame_times(options, initial);
    require_simulation(device_context, by_script ? again->frames().back().time : times.at(times.count - 1),
                       initial);
    if (plays_back)
        log_tier(Tier::none, played_back_reason);
    else
        log_device_context(device_context);

    const SimulationParameters parameters = initial.parameters;
    CameraRig camera;
    camera.begin(initial, options.scene.camera);
    Look look = with_overrides(with_overrides({}, initial.look), options.style.look);
    const auto choose_solver = [&]() -> SolverChoice {
        if (plays_back || is_mixed) return {};
        if (again)
            if (const auto same = solver_again(again->solver(), initial.parameters.accuracy, device_context))
                return *same;
        if (const auto saved = solver_of(options.device, initial, device_context)) return *saved;
        return kernels.settle(initial.particles.positions, initial.parameters.accuracy);
    };
    const SolverChoice solver = choose_solver();
    LoadedScene loaded{std::move(initial), {device_context, gl.side(), assets, solver}};
    loaded.rows().waits = true;
    if (loaded.particle_source().probes())
        kernels.log(loaded.particle_source().solver(), loaded.particle_source().frames().status(),
                    parameters);
    log_shares(loaded.particle_source().frames().status());

    const SolverSlot* const slot = loaded.particle_source().solver_slot();
    const SavedSolver made_by = slot ? saved_solver(device_context, slot->choice()) : SavedSolver{};
    if (again)
        if (const std::string why = again->difference(loaded.initial(), made_by); !why.empty())
            log_info(options.again.string() + " is not made again bit for bit: " + why);
    if (again && !again->lacks().empty())
        log_warning(options.again.string() + " is made again without " + again->lacks());
    const std::vector<std::string> words = words_to_keep(options);
    VideoScript script;
    for (const VideoFrame& frame : by_script ? again->frames() : std::vector<VideoFrame>{}) script.add(frame);
    const std::string comment = provenance({words, loaded.initial(), parameters, made_by, options.scene.seed,
                                            by_script ? again->start() : "", by_script ? &script : nullptr,
                                            again ? again->lacks() : ""});

    Annotations annotations{options.style.show.value_or(loaded.initial().show.value_or(AnnotationSet{}))};
    PotentialSlice slice{assets};
    slice.show(loaded.initial().slice);
    loaded.update();
    const auto go_on_from = [&](const RunState& state) {
        loaded.go_on_from(state, {device_context, gl.side(), assets, solver});
    };
    const Shown run{loaded,
                    camera,
                    annotations,
                    parameters,
                    go_on_from,
                    loaded.initial().course.next() ? galaxy_kinds(assets) : std::vector<GalaxyKind>{},
                    bodies_limit(device_context).bodies};
    if (!by_script) {
        if (annotations.trail_spacing(loaded))
            go_to_with_trails(run, times.from);
        else
            go_to(run, times.from, "towards " + format_time(times.from));
    }
    std::set<std::string> said;
    VideoRendering film{options, *sink, times.count};
    const auto make_solver = [&](const std::string& forces) {
        const SolverSlot& slot_now = *loaded.particle_source().solver_slot();
        const auto same = solver_of_name(forces, parameters.accuracy, device_context);
        return slot_now.build(same ? *same : slot_now.choice(), assets.reader());
    };
    const auto frame_of_script = [&](long frame) {
        const VideoFrame& seen = again->frames()[static_cast<std::size_t>(frame)];
        if (!seen.start.empty() && frame > 0) {
            SceneOptions other = options.scene;
            other.source = again->beside(seen.start).string();
            other.selection = {};
            other.settings.clear(), other.parameters.clear();
            loaded = LoadedScene{load_scene_setup(other, assets, {}, bodies_limit(device_context)),
                                 {device_context, gl.side(), assets, solver}};
            loaded.rows().waits = true;
        }
        FrameSource& frames = loaded.particle_source().frames();
        if (!frames.retrace({seen.changes.all(), seen.steps, seen.ahead, make_solver}))
            frames.go_to(seen.time, parameters);
        loaded.update();
        annotations.shown = seen.show;
        if (seen.trails) annotations.put(*seen.trails, loaded.initial().particles);
        complete(slice, seen.slice, {loaded, device_context, parameters, 0});
        if (seen.shown.size() == loaded.shown().size()) loaded.shown() = seen.shown;
        warn_of_gaps(loaded, said);
        return canvas.draw(loaded, slice, annotations, seen.camera, seen.look);
    };
    const auto frame_of_run = [&](long frame) {
        go_to(run, times.at(frame));
        camera.follow(loaded);
        warn_of_gaps(loaded, said);
        slice.complete({loaded, device_context, parameters, 0});
        return canvas.draw(loaded, slice, annotations, camera.shown(), look);
    };
    for (long frame = 0; film.goes_on(); ++frame)
        film.add([&] { return by_script ? frame_of_script(frame) : frame_of_run(frame); });
    if (options.program.verbose) log_info("drawing took " + summary(canvas.cost));
    film.finish(comment);
    return 0;
}

}  // namespace milkomeda
