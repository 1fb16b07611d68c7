#include <algorithm>
#include <cmath>

#include "app/advance_to.hpp"
#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "app/exhibit.hpp"
#include "app/film.hpp"
#include "app/progress.hpp"
#include "data/units.hpp"
#include "render/headless_context.hpp"
#include "render/target.hpp"

namespace milkomeda {
namespace {

constexpr int default_width = 1280, default_height = 720;

// The model times of a film's frames, at the pace that the window has.
struct FrameTimes {
    double from, step;
    long count;
    double at(long frame) const { return from + static_cast<double>(frame) * step; }
};

FrameTimes frame_times(const Options& options, const Start& start) {
    if (is_single_picture(options.output)) return {std::max(options.at, start.particles.time), 1, 1};
    const double from = std::max(options.from.value_or(start.particles.time), start.particles.time);
    const double until = options.until.value_or(start.until);
    const double step = start.parameters.time_per_second / options.frames_per_second;
    if (until < from) throw UsageError("--until is before the film's start");
    return {from, step, static_cast<long>(std::floor((until - from) / step + 1e-6)) + 1};
}

void require_simulation(const Placement& placement, double last_time, const Start& start) {
    if (placement.tier == Tier::none && last_time > start.particles.time)
        throw std::runtime_error("only the start can be drawn: " + placement.reason);
}

}  // namespace

int render(const Options& options, const Assets& assets) {
    const int width = options.width.value_or(default_width), height = options.height.value_or(default_height);
    const HeadlessContext context{options.verbose};
    OffscreenTarget target{width, height};
    const auto sink = open_frame_sink(options.output, width, height, options.frames_per_second);
    const GlBridge gl;
    const Placement placement = equip(options, gl.side());
    Start start = load_start(
        options, assets, [](const SimulationParameters&) { return default_bodies; }, bodies_limit(placement));
    const FrameTimes times = frame_times(options, start);
    require_simulation(placement, times.at(times.count - 1), start);

    const SimulationParameters parameters = start.parameters;
    const Camera camera = start.camera;
    Look look;
    look.mode = options.mode.value_or(look.mode);
    Exhibit exhibit{std::move(start), placement, gl.side(), assets};

    advance_to(exhibit.simulation(), parameters, times.from, "towards " + format_time(times.from));
    Progress progress{"rendering", "frames", static_cast<double>(times.count)};
    for (long frame = 0; frame < times.count; ++frame) {
        const double ahead = advance_to(exhibit.simulation(), parameters, times.at(frame));
        target.bind();
        glClearColor(0, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        exhibit.draw(camera, look, width, height, ahead);
        sink->add(target.read());
        if (times.count > 1) progress.update(static_cast<double>(frame + 1));
    }
    sink->finish();
    return 0;
}

}  // namespace milkomeda
