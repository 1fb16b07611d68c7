// milkomeda bench draw: measures the time to draw a picture, in total and for each pass.
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/commands/bench_io.hpp"
#include "app/commands/commands.hpp"
#include "app/io/progress.hpp"
#include "app/scene/loaded_scene.hpp"
#include "data/base/clock.hpp"
#include "render/gl/native_gl.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array pass_names{"particles",  "clusters", "resolved", "haze",   "dust",
                                "background", "streaks",  "bloom",    "develop"};

struct DrawTimes {
    DrawMode mode{};
    std::size_t bodies = 0, drawn = 0;  // number of bodies in the scene, number of bodies in the picture
    double milliseconds = 0;
    std::vector<PassTime> passes{};
    PassTimers::Clock clock{};
};

// Returns the median. `values` must not be empty.
double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

class Studio {
  public:
    Studio(const BenchCommandOptions& options, const Assets& assets)
        : options_{options},
          assets_{assets},
          target_{options.picture.width_or_default(), options.picture.height_or_default()} {}

    LoadedScene loaded(std::size_t bodies) const {
        const DeviceContext no_device{.reason = "nothing is simulated", .device = {}, .context = {}};
        return {load_bodies(options_, assets_, {}, bodies), {no_device, {}, assets_}};
    }

    // Returns the median times of frames after a warm-up. Throws std::runtime_error if the picture is black.
    DrawTimes measure(LoadedScene& loaded, DrawMode mode) {
        Look look = with_overrides({}, loaded.initial().look);
        look.mode = mode;
        // Whole frames are measured before single passes, because measuring passes slows a software renderer down.
        QualityController whole{PassTimers{std::numeric_limits<double>::infinity()}}, by_pass{PassTimers{0}};
        // Waits in the first frame for the splat shapes: without shapes, all splats have the same small size.
        draw(loaded, look, whole, true);
        frames(loaded, look, whole, [] {});  // warm-up of shaders, caches and GPU clocks
        DrawTimes result{.mode = mode, .bodies = loaded.initial().particles.size()};
        result.milliseconds = median(frames(loaded, look, whole, [] {}));
        std::vector<std::vector<double>> times(pass_names.size());
        frames(loaded, look, by_pass, [&] {
            for (std::size_t i = 0; i < pass_names.size(); ++i)
                if (const double time = milliseconds_of(by_pass.timers().newest(), pass_names[i]); time > 0)
                    times[i].push_back(time);
        });
        for (std::size_t i = 0; i < pass_names.size(); ++i)
            if (!times[i].empty()) result.passes.push_back({pass_names[i], median(times[i])});
        result.clock = by_pass.timers().clock();
        result.drawn = by_pass.bodies_drawn();
        require_light(mode, result.bodies);
        return result;
    }

  private:
    // Draws frames for half a second, but at least five frames. Returns the milliseconds of each frame.
    template <typename After>
    std::vector<double> frames(LoadedScene& loaded, const Look& look, QualityController& cost, After after_each) {
        constexpr double enough_milliseconds = 500;
        constexpr std::size_t fewest = 5, most = 200;
        std::vector<double> taken;
        for (double sum = 0; taken.size() < fewest || (sum < enough_milliseconds && taken.size() < most);) {
            const Clock::time_point start = Clock::now();
            draw(loaded, look, cost, false);
            taken.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
            sum += taken.back();
            after_each();
        }
        return taken;
    }

    void draw(LoadedScene& loaded, const Look& look, QualityController& cost, bool waits) {
        cost.requests = QualityController::Requests::everything(options_.picture.detail.value_or(1));
        loaded.rows().waits = waits;
        target_.bind();
        glClearColor(0, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        loaded.update();
        loaded.draw(loaded.initial().camera, look, {target_.width(), target_.height()},
                    {std::numeric_limits<double>::infinity(), waits}, cost);
        glFinish();
        cost.timers().end_frame();
    }

    void require_light(DrawMode mode, std::size_t bodies) {
        constexpr int clearly = 32;  // smallest brightness out of 255 that counts as light
        const Image picture = target_.read();
        for (std::size_t i = 0; i < picture.rgba.size(); i += 4)
            if (std::max({picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2]}) >= clearly) return;
        throw std::runtime_error(fmt::format("the picture in mode {} of {} bodies is black", name_of(mode), bodies));
    }

    const BenchCommandOptions& options_;
    const Assets& assets_;
    OffscreenTarget target_;
};

std::vector<DrawTimes> measure_modes(const BenchCommandOptions& options, const Assets& assets) {
    std::vector<std::size_t> bodies = options.bodies;
    if (bodies.empty()) {
        bodies = {20'000, 81'920, 1'000'000};
        if (options.full) bodies.push_back(4'000'000);
    }
    std::vector<DrawMode> modes = options.modes;
    if (modes.empty()) modes = {DrawMode::point, DrawMode::stars};

    Studio studio{options, assets};
    Progress progress{"drawing", "pictures", static_cast<double>(bodies.size() * modes.size())};
    std::vector<DrawTimes> all;
    for (const std::size_t number : bodies) {
        LoadedScene loaded = studio.loaded(number);
        for (const DrawMode mode : modes) {
            all.push_back(studio.measure(loaded, mode));
            progress.update(static_cast<double>(all.size()));
        }
    }
    return all;
}

Json row_of(const DrawTimes& m, int width, int height) {
    Json passes;  // null if passes are not measured
    for (const PassTime& pass : m.passes) passes[pass.pass] = pass.milliseconds;
    return {{"mode", name_of(m.mode)},
            {"bodies", m.bodies},
            {"bodies_drawn", m.drawn},
            {"width", width},
            {"height", height},
            {"ms_per_frame", m.milliseconds},
            {"fps", 1000 / m.milliseconds},
            {"clock", name_of(m.clock)},
            {"passes", passes}};
}

// Replaces the JSON object "passes" by one column per pass.
Json flat(Json result) {
    const Json passes = result["passes"];
    result.erase("passes");
    for (const char* pass : pass_names)
        result[std::string{pass} + "_ms"] = passes.is_object() && passes.contains(pass) ? passes[pass] : Json{};
    return result;
}

void print_draw_times(const GlInfo& gl, const std::vector<DrawTimes>& all, int width, int height) {
    std::printf("%s, OpenGL %s, %dx%d\n", gl.renderer.c_str(), gl.version.c_str(), width, height);
    if (all.front().clock == PassTimers::Clock::host)
        std::puts("passes: measured by the clock of the host, with each pass finished before the next pass begins");
    if (all.front().clock == PassTimers::Clock::none)
        std::puts("passes: not measured, because this OpenGL driver has no timers");
    std::printf("%-12s %9s %9s %9s %8s", "mode", "bodies", "drawn", "ms/frame", "fps");
    for (const char* pass : pass_names) std::printf(" %9s", pass);
    std::puts("");
    for (const DrawTimes& m : all) {
        std::printf("%-12s %9zu %9zu %9.2f %8.1f", name_of(m.mode).data(), m.bodies, m.drawn, m.milliseconds,
                    1000 / m.milliseconds);
        for (const char* pass : pass_names) {
            const double time = milliseconds_of(m.passes, pass);
            if (time > 0)
                std::printf(" %9.2f", time);
            else
                std::printf(" %9s", "-");
        }
        std::puts("");
    }
}

}  // namespace

void bench_draw(const BenchCommandOptions& options, const Assets& assets) {
    const BenchOutput output{options};
    const HeadlessContext context{options.verbose};
    const GlInfo gl = current_gl_info();
    const int width = options.picture.width_or_default(), height = options.picture.height_or_default();
    const std::vector<DrawTimes> all = measure_modes(options, assets);
    Json results = Json::array(), table = Json::array();
    for (const DrawTimes& m : all) {
        results.push_back(row_of(m, width, height));
        table.push_back(flat(results.back()));
    }
    if (!options.json) print_draw_times(gl, all, width, height);
    const Json gl_json{{"vendor", gl.vendor}, {"renderer", gl.renderer}, {"version", gl.version}};
    output.write({{"results", results}, {"gl", gl_json}}, table);
}

}  // namespace milkomeda
