#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/capture/provenance.hpp"
#include "app/capture/video.hpp"
#include "app/cli/parsed_option.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/render_page.hpp"
#include "app/commands/render_points.hpp"
#include "app/commands/rendered_run.hpp"
#include "app/diagnostics/kernel_tuning.hpp"
#include "app/io/json_text.hpp"
#include "app/io/log.hpp"
#include "app/io/progress.hpp"
#include "app/playback/snapshot_playback.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/scene/device_selection.hpp"
#include "compute/device/opencl_error.hpp"
#include "data/base/clock.hpp"
#include "data/base/units.hpp"
#include "data/system/end_signals.hpp"
#include "data/text/text_number.hpp"
#include "render/gl/headless_context.hpp"

namespace milkomeda {
namespace {

double rate_of(const RenderOptions& options) { return options.frames_per_second.value_or(usual_rate(options.output)); }

// Model times of a video's frames: frame i shows the time from + i * step. Unless the number of steps per frame is set,
// one second of the video shows as much model time as one second of the window. A picture is a video with one frame.
struct FrameTimes {
    double from, step;
    long count;
    double at(long frame) const { return from + static_cast<double>(frame) * step; }
};

// Returns the command line without the options that concern only this output file.
std::vector<std::string> words_to_keep(const RenderOptions& options) {
    constexpr std::array dropped_options{"render", "--output", "--again", "--verbose", "--json"};
    std::vector<std::string> words{"render"};
    for (const ParsedOption& option : parse_render_words(options.words))
        if (std::ranges::find(dropped_options, option.name) == dropped_options.end())
            std::ranges::copy(option.words(), std::back_inserter(words));
    return words;
}

// Counts finished frames, and reports their number: as a progress bar and, with --json, on standard output.
class FrameCounter {
  public:
    // `start`: the time at which the command began.
    FrameCounter(const RenderOptions& options, const char* unit, long count, Clock::time_point start)
        : prints_{options.json},
          count_{count},
          start_{start},
          progress_{"rendering", unit, static_cast<double>(count)} {}

    void note(long done) {
        if (count_ > 1) progress_.update(static_cast<double>(done));
        // Another program may read the lines.
        if (prints_)
            std::cout << json_line({{"frame", done}, {"frames", count_}, {"seconds", seconds_since(start_)}}) << '\n'
                      << std::flush;
    }

  private:
    bool prints_;
    long count_;
    Clock::time_point start_;
    Progress progress_;
};

// Writes the frames of a video or picture. After a termination signal (Ctrl-C, kill, a closed terminal), completes the
// video with the frames added so far.
class VideoRendering {
  public:
    // `start`: the time at which the command began.
    VideoRendering(const RenderOptions& options, FrameSink& sink, long count, Clock::time_point start)
        : options_{options}, sink_{sink}, count_{count}, counter_{options, "frames", count, start} {
        if (count > 1) note_end_signals();
    }

    bool wants_frame() const { return done_ < count_ && !end_signalled(); }
    // Adds the frame that `make_frame` draws. If `make_frame` throws, completes the video without this frame and
    // throws.
    void add(const std::function<Image()>& make_frame) try {
        sink_.add(make_frame());
        counter_.note(++done_);
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
            log_info(fmt::format("the video ends after {} of {} frames: {}", done_, count_, options_.output.string()));
        end_as_signalled();
    }

  private:
    // Throws `error` with a note about the saved frames. Must be called in the catch block of `error`.
    [[noreturn]] void fail(const std::exception& error) {
        const std::string message = failure_of(in_words(error), sink_);
        if (message == in_words(error)) throw;  // no frame was saved, so the error keeps its type
        throw std::runtime_error(message);
    }

    const RenderOptions& options_;
    FrameSink& sink_;
    long count_, done_ = 0;
    FrameCounter counter_;
};

// The video or picture that `--again` names; empty without --again.
class Original {
  public:
    explicit Original(const std::filesystem::path& file) : file_{file} {
        if (!file.empty()) recipe_.emplace(file);
        if (has_script())
            for (const VideoFrame& frame : recipe_->frames()) script_.add(frame);
    }

    // Returns true if the file stores the state of each frame, which its command line alone does not determine.
    bool has_script() const { return recipe_ && !recipe_->frames().empty(); }
    const std::vector<VideoFrame>& frames() const { return recipe_->frames(); }

    std::optional<SolverChoice> solver(Accuracy accuracy, const DeviceContext& device_context) const {
        if (!recipe_) return {};
        return solver_again(recipe_->solver(), accuracy, device_context);
    }

    // Returns the options of the run that begins at this frame.
    SceneOptions scene_of(const VideoFrame& frame, SceneOptions scene) const {
        scene.source = recipe_->beside(frame.start).string();
        scene.selection = {};
        scene.settings.clear();
        scene.parameters.clear();
        return scene;
    }

    void log_differences(const SceneSetup& setup, const SavedSolver& solver) const {
        if (!recipe_) return;
        if (const std::string why = recipe_->difference(setup, solver); !why.empty())
            log_info(fmt::format("the copy of {} differs from the original: {}", file_.string(), why));
        if (!recipe_->lacks().empty())
            log_warning(fmt::format("the copy of {} lacks {}", file_.string(), recipe_->lacks()));
    }

    // Returns the text with which the new file describes its origin, as JSON.
    std::string comment(const RenderOptions& options, RenderedRun& run, const SavedSolver& solver) const {
        const std::vector<std::string> words = words_to_keep(options);
        return provenance({words, run.loaded().initial(), run.parameters(), solver, options.scene.seed,
                           has_script() ? recipe_->start() : "", has_script() ? &script_ : nullptr,
                           recipe_ ? recipe_->lacks() : ""});
    }

  private:
    std::filesystem::path file_;
    std::optional<RenderRecipe> recipe_;
    VideoScript script_;
};

bool shows_one_moment(const std::filesystem::path& output) {
    return is_single_picture(output) || is_single_moment_of_points(output);
}

// Returns the options with the time of the scene's famous moment if a picture of a scene has no --at. A scene without a
// famous moment, and a scene without a device that could compute the moment, is drawn at its start.
RenderOptions with_famous_moment(const RenderOptions& asked, const SceneSetup& initial, Tier tier) {
    RenderOptions options = asked;
    std::optional<double>& at = options.scene.times.at;
    if (at || !options.again.empty() || !shows_one_moment(options.output) || tier == Tier::none) return options;
    if (initial.famous_time <= initial.particles.time) return options;
    at = initial.famous_time;
    options.words.insert(options.words.begin(), {"--at", exact_number(*at)});  // stored in the picture for --again
    return options;
}

FrameTimes frame_times(const RenderOptions& options, const SceneSetup& initial, const Original& original) {
    if (original.has_script()) return {original.frames().front().time, 0, static_cast<long>(original.frames().size())};
    const bool is_picture = shows_one_moment(options.output);
    if (is_picture && (options.scene.times.from || options.scene.times.until))
        throw UsageError("--from and --until are for videos; a picture takes --at");
    if (is_picture && options.scene.camera.turn != 0) throw UsageError("--turn is for videos");
    if (!is_picture && options.scene.times.at)
        throw UsageError("--at is for a picture; a video takes --from and --until");

    const double from =
        (is_picture ? options.scene.times.at : options.scene.times.from).value_or(initial.particles.time);
    if (from < initial.particles.time)
        throw UsageError(fmt::format("{} lies before the start of the source", is_picture ? "--at" : "--from"));
    const double until = is_picture ? from : options.scene.times.until.value_or(initial.until);
    constexpr double rounding = 1e-6;  // tolerance in model time: snapshot times have rounding errors
    if (initial.snapshots && until > initial.until + rounding)
        throw UsageError(fmt::format("the last snapshot has the time {:g}, which is before the requested time {:g}",
                                     initial.until, until));
    if (is_picture) return {from, 1, 1};
    if (until < from) throw UsageError("--until is before the video's start");
    const SimulationParameters& parameters = initial.parameters;
    const double step = parameters.steps_per_frame ? *parameters.steps_per_frame * parameters.timestep
                                                   : parameters.time_per_second / rate_of(options);
    const double frames = std::floor((until - from) / step + 1e-6) + 1;
    constexpr double most_frames = 1e9;  // half a year of video at 60 frames per second
    if (!(frames <= most_frames))
        throw UsageError(
            fmt::format("a video of {:g} frames would take too long; try an earlier --until or fewer --fps", frames));
    return {from, step, static_cast<long>(frames)};
}

SolverChoice choose_solver(const RenderOptions& options, const SceneSetup& setup, const Original& original,
                           const DeviceContext& device_context, KernelTuning& kernels) {
    if (setup.snapshots || setup.mixed) return {};
    const Accuracy accuracy = setup.parameters.accuracy;
    if (const auto same = original.solver(accuracy, device_context)) return *same;
    if (const auto saved = solver_of(options.device, setup, device_context)) return *saved;
    return kernels.settle(setup.particles.positions, accuracy);
}

// Logs the solver, and returns its name, kernel and device.
SavedSolver log_solver(RenderedRun& run, const KernelTuning& kernels, const DeviceContext& device_context) {
    ParticleSource& source = run.loaded().particle_source();
    if (source.probes()) kernels.log(source.solver(), source.frames().status(), run.parameters());
    log_division(device_context, source);
    const SolverSlot* const slot = source.solver_slot();
    return slot ? saved_solver(device_context, slot->choice()) : SavedSolver{};
}

// Logs the device that computes the run up to `last_time`. Throws std::runtime_error if there is no device for the run.
void prepare_device(const SceneSetup& setup, const DeviceContext& device_context, double last_time) {
    if (device_context.tier == Tier::none && last_time > setup.particles.time && !setup.snapshots)
        throw std::runtime_error(fmt::format("only the start of the run can be drawn: {}", device_context.reason));
    if (setup.snapshots)
        log_device_context({.reason = played_back_reason, .device = {}, .context = {}});
    else
        log_device_context(device_context);
}

// Renders a web page. `start`: the time at which the command began.
void render_to_page(const RenderOptions& options, const Assets& assets, Clock::time_point start) {
    require_page_options(options);
    const HeadlessContext context{options.program.verbose};
    const GlSide gl = current_gl_side();
    const DeviceContext device_context = find_device_context(options.device, gl);
    KernelTuning kernels{options.device, options.program, device_context, assets};
    SceneSetup setup = load_scene_setup(options.scene, assets, {}, bodies_limit(device_context));
    const PageTimes times = page_times(options, setup);
    prepare_device(setup, device_context, times.at(times.moments - 1));
    const SolverChoice solver = choose_solver(options, setup, Original{{}}, device_context, kernels);
    RenderedRun run{std::move(setup), {device_context, gl, assets, solver}, options.scene.camera, options.style};
    log_solver(run, kernels, device_context);
    run.begin_at(times.first);
    FrameCounter counter{options, "moments", static_cast<long>(times.moments), start};
    render_page(options, run, times, assets, [&](long done) { counter.note(done); });
}

// Writes files of points. `start`: the time at which the command began.
void render_to_points(const RenderOptions& asked, const Assets& assets, Clock::time_point start) {
    require_points_options(asked);
    const HeadlessContext context{asked.program.verbose};
    const GlSide gl = current_gl_side();
    const DeviceContext device_context = find_device_context(asked.device, gl);
    KernelTuning kernels{asked.device, asked.program, device_context, assets};
    SceneSetup setup = load_scene_setup(asked.scene, assets, {}, bodies_limit(device_context));
    const RenderOptions options = with_famous_moment(asked, setup, device_context.tier);
    const FrameTimes times = frame_times(options, setup, Original{{}});
    prepare_device(setup, device_context, times.at(times.count - 1));
    const SolverChoice solver = choose_solver(options, setup, Original{{}}, device_context, kernels);
    RenderedRun run{std::move(setup), {device_context, gl, assets, solver}, options.scene.camera, options.style};
    require_points_run(run);
    log_solver(run, kernels, device_context);
    run.begin_at(times.from);
    FrameCounter counter{options, "moments", times.count, start};
    render_points(
        options, run, [&](long moment) { return times.at(moment); }, times.count,
        [&](long done) { counter.note(done); });
}

}  // namespace

void render(const RenderOptions& asked, const Assets& assets) {
    const Clock::time_point start = Clock::now();
    if (is_page(asked.output)) return render_to_page(asked, assets, start);
    if (is_points(asked.output)) return render_to_points(asked, assets, start);
    const int width = asked.picture.width_or_default(), height = asked.picture.height_or_default();
    require_rate(asked.output, rate_of(asked));
    const Original original{asked.again};
    const HeadlessContext context{asked.program.verbose};
    Canvas canvas{width, height, asked.picture.detail.value_or(1)};
    const auto sink = open_frame_sink(asked.output, width, height, rate_of(asked));
    const GlSide gl = current_gl_side();
    const DeviceContext device_context = find_device_context(asked.device, gl);
    KernelTuning kernels{asked.device, asked.program, device_context, assets};
    const auto load = [&](const SceneOptions& scene) {
        return load_scene_setup(scene, assets, {}, bodies_limit(device_context));
    };
    SceneSetup setup = load(asked.scene);
    const RenderOptions options = with_famous_moment(asked, setup, device_context.tier);
    const FrameTimes times = frame_times(options, setup, original);
    const double last_time = original.has_script() ? original.frames().back().time : times.at(times.count - 1);
    prepare_device(setup, device_context, last_time);
    if (options.scene.times.at != asked.scene.times.at)
        log_info(fmt::format("drawing the scene's famous moment, {}; --at chooses another time",
                             format_time_in_both_units(times.from, setup.has_years())));

    const SolverChoice solver = choose_solver(options, setup, original, device_context, kernels);
    RenderedRun run{std::move(setup), {device_context, gl, assets, solver}, options.scene.camera, options.style};
    const SavedSolver saved_as = log_solver(run, kernels, device_context);
    original.log_differences(run.loaded().initial(), saved_as);
    const std::string comment = original.comment(options, run, saved_as);

    if (!original.has_script()) run.begin_at(times.from);
    VideoRendering video{options, *sink, times.count, start};
    const double turn_of_frame = options.scene.camera.turn / static_cast<double>(std::max(1L, times.count - 1));
    const auto scripted_frame = [&](long number) {
        const VideoFrame& frame = original.frames()[static_cast<std::size_t>(number)];
        if (!frame.start.empty() && number > 0) run.restart(load(original.scene_of(frame, options.scene)));
        return run.draw(frame, canvas);
    };
    const auto timed_frame = [&](long number) {
        if (number > 0) run.turn_camera(turn_of_frame);
        return run.draw_at(times.at(number), 1 / rate_of(options), canvas);
    };
    for (long number = 0; video.wants_frame(); ++number)
        video.add([&] { return original.has_script() ? scripted_frame(number) : timed_frame(number); });
    if (options.program.verbose) log_info("drawing took " + summary(canvas.cost));
    video.finish(comment);
}

}  // namespace milkomeda
