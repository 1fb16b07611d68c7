#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "app/advance_to.hpp"
#include "app/annotations.hpp"
#include "app/camera_rig.hpp"
#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "app/exhibit.hpp"
#include "app/film.hpp"
#include "app/gl_bridge.hpp"
#include "app/kernel_picker.hpp"
#include "app/log.hpp"
#include "app/progress.hpp"
#include "data/units.hpp"
#include "render/headless_context.hpp"
#include "render/target.hpp"

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

FrameTimes frame_times(const Options& options, const Start& start) {
    const bool is_picture = is_single_picture(options.output);
    if (is_picture && (options.from || options.until))
        throw UsageError("--from and --until are for films; a picture takes --at");
    if (!is_picture && options.at) throw UsageError("--at is for a picture; a film takes --from and --until");

    const double from = (is_picture ? options.at : options.from).value_or(start.particles.time);
    if (from < start.particles.time)
        throw UsageError(std::string{is_picture ? "--at" : "--from"} +
                         " lies before the start of the source");
    const double until = is_picture ? from : options.until.value_or(start.until);
    constexpr double rounding = 1e-6;  // a snapshot's time is a sum of many steps
    if (start.snapshots && until > start.until + rounding)
        throw UsageError("the last snapshot is of t = " + number(start.until) + ", before " + number(until));
    if (is_picture) return {from, 1, 1};
    if (until < from) throw UsageError("--until is before the film's start");
    const SimulationParameters& parameters = start.parameters;
    const double step = parameters.steps_per_frame ? *parameters.steps_per_frame * parameters.timestep
                                                   : parameters.time_per_second / options.frames_per_second;
    return {from, step, static_cast<long>(std::floor((until - from) / step + 1e-6)) + 1};
}

void require_simulation(const Placement& placement, double last_time, const Start& start) {
    if (placement.tier == Tier::none && last_time > start.particles.time && !start.snapshots)
        throw std::runtime_error("only the start can be drawn: " + placement.reason);
}

// To the last step or, of a series, to the rows at this time; returns the model time that is left.
double go_to(Exhibit& exhibit, const SimulationParameters& parameters, double time,
             const std::string& what = {}) {
    if (!exhibit.playback()) return advance_to(exhibit.simulation(), parameters, time, what);
    exhibit.playback()->wait_for(time);
    return 0;
}

// The same, with notes of where the trails lead on the way.
double go_to(Exhibit& exhibit, const SimulationParameters& parameters, double time,
             Annotations& annotations) {
    if (annotations.shows(Annotation::trails)) {
        const double from = exhibit.shown_time();
        Progress progress{"towards " + format_time(time), "time units", time - from};
        for (double t = from; t < time; t += Trail::shortest_spacing) {
            annotations.record(exhibit, go_to(exhibit, parameters, t));
            progress.update(t - from);
        }
    }
    return go_to(exhibit, parameters, time);
}

// Of text and lines: as large as they are on a screen where the picture would be 720 pixels high.
float annotation_scale(int height) {
    return std::max(1.0f, static_cast<float>(height) / 720);
}

// What the picture does not show of a series, each only once.
void warn_of_gaps(const Exhibit& exhibit, std::set<std::string>& said) {
    if (!exhibit.playback() || exhibit.playback()->note().empty()) return;
    if (said.insert(exhibit.playback()->note()).second) log_warning(exhibit.playback()->note());
}

}  // namespace

int render(const Options& options, const Assets& assets) {
    const int width = options.width.value_or(default_width), height = options.height.value_or(default_height);
    const HeadlessContext context{options.verbose};
    OffscreenTarget target{width, height};
    const auto sink = open_frame_sink(options.output, width, height, options.frames_per_second);
    const GlBridge gl;
    Placement placement = find_placement(options, gl.side());
    KernelPicker kernels{options, placement, assets};
    Start start = load_start(options, assets, {}, bodies_limit(placement));
    const bool plays_back = start.snapshots != nullptr;
    if (plays_back) placement = playback_placement();
    const FrameTimes times = frame_times(options, start);
    require_simulation(placement, times.at(times.count - 1), start);
    log_placement(placement);

    const SimulationParameters parameters = start.parameters;
    CameraRig camera;
    camera.begin(start, options.camera);
    Look look = wished(wished({}, start.look), options.look);
    const KernelChoice kernel = plays_back ? KernelChoice{} : kernels.settle(start.particles.positions);
    Exhibit exhibit{std::move(start), placement, gl.side(), assets, kernel};
    kernels.log(exhibit.simulation());
    log_shares(exhibit.simulation());

    Annotations annotations{options.show.value_or(exhibit.start().show.value_or(AnnotationSet{}))};
    const BarePicture picture{width, height, annotation_scale(height), {{0, 0}, {width, height}}};
    look.density.contours = annotations.shows(Annotation::contours);
    look.density.contour_width = picture.scale;
    exhibit.update();
    if (annotations.shows(Annotation::trails))
        go_to(exhibit, parameters, times.from, annotations);
    else
        go_to(exhibit, parameters, times.from, "towards " + format_time(times.from));
    Progress progress{"rendering", "frames", static_cast<double>(times.count)};
    std::set<std::string> said;
    // Each frame by its own light, so that it is the picture that --at would give.
    const Adaptation at_once{std::numeric_limits<double>::infinity(), true};
    DrawCost cost;
    cost.wished_detail = options.detail.value_or(1);  // nobody waits for a frame
    cost.wished_pixel = 1;
    for (long frame = 0; frame < times.count; ++frame) {
        const double ahead = go_to(exhibit, parameters, times.at(frame));
        target.bind();
        glClearColor(0, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        camera.follow(exhibit, 0, ahead);
        exhibit.draw(camera.shown(), look, width, height, at_once, cost, ahead);
        {
            const auto timed = cost.timers().measure("annotations");
            annotations.draw(exhibit, camera.shown(), look, picture, ahead);
        }
        cost.timers().end_frame();
        warn_of_gaps(exhibit, said);
        sink->add(target.read());
        if (times.count > 1) progress.update(static_cast<double>(frame + 1));
    }
    sink->finish();
    if (options.verbose) log_info("drawing took " + summary(cost));
    return 0;
}

}  // namespace milkomeda
