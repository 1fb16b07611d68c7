// The window. Its loop is the program on one screen.
#include <chrono>
#include <ctime>
#include <iomanip>
#include <sstream>

#include "app/camera/camera_rig.hpp"
#include "app/camera/path_file.hpp"
#include "app/output/output_file.hpp"
#include "app/output/user_folders.hpp"
#include "app/panels/light_panel.hpp"
#include "app/panels/panels.hpp"
#include "app/platform/controls.hpp"
#include "app/platform/ui.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/gl_bridge.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/scene/scene_draft.hpp"
#include "app/tuning/kernel_tuning.hpp"
#include "app/view/settings.hpp"
#include "app/view/state_trace.hpp"
#include "app/view/state_writer.hpp"
#include "app/view/view.hpp"
#include "data/series/series_numbers.hpp"
#include "render/camera/stereo_views.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {
namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

WindowOptions window_options(const Options& options, const Settings& settings) {
    return {.width = options.width.value_or(settings.width),
            .height = options.height.value_or(settings.height),
            .title = "Milkomeda",
            .visible = true,
            .print_messages = options.verbose,
            .monitor = options.monitor ? std::optional{static_cast<std::size_t>(*options.monitor - 1)}
                                       : std::nullopt};
}

// What the window holds besides its parts: everything that a key or a panel can change.
class Session {
  public:
    // Settings are kept in `folder`; without one they are not.
    Session(const Options& options, const Assets& assets, const Settings& settings,
            const std::optional<std::filesystem::path>& folder)
        : options_{options}, assets_{assets}, settings_{settings}, folder_{folder} {
        look_ = with_overrides(look_, options.look);
        camera_.viewpoints = settings.viewpoints;
        camera_.settings.inertia = settings.inertia;
        camera_.begin(loaded_.initial(), options.camera);
        cost_.requested_detail = options.detail;
        panels_.shown = settings.panels_shown;
    }

    ~Session() { kernels_.stop(); }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    int run();

  private:
    LoadedScene load(const Options& options);
    void act(Action action);
    void act(const ViewpointKey& key);
    void reset();
    void open_dropped(const std::filesystem::path& file);
    void save();
    void save_path(const std::string& file);
    void replace(const Options& options);
    void reload_when_edited();
    void take_screenshot();
    void draw();
    void annotate(const glm::ivec2& pixels);
    void choose(const glm::vec2& place);
    void fit_density();
    void advance();

    Options options_;
    const Assets& assets_;
    Settings settings_;
    std::optional<std::filesystem::path> folder_;

    // GL context first, then what draws in it, then OpenCL; members end in the opposite order.
    Window window_{window_options(options_, settings_)};
    Ui ui_{window_, folder_, options_.ui_scale ? options_.ui_scale : settings_.ui_scale};
    GlBridge gl_;
    DeviceContext device_context_ = select_device(options_, gl_.side());
    KernelTuning kernels_{options_, device_context_, assets_};
    LoadedScene loaded_ = load(options_);

    SimulationParameters parameters_ = loaded_.initial().parameters;
    CameraRig camera_;
    Look look_ = with_overrides(settings_.look, loaded_.initial().look);
    Panels panels_{options_, assets_};
    Annotations annotations_{options_.show.value_or(loaded_.initial().show.value_or(settings_.show))};
    FrameClock clock_;
    DrawCost cost_;
    Notices notices_;
    StateWriter state_writer_;
    Trace trace_{options_.trace};
    bool screenshot_wanted_ = false;
    std::filesystem::file_time_type assets_change_ = assets_.last_change();
};

LoadedScene Session::load(const Options& options) {
    const auto smooth = [this](const SimulationParameters& parameters) {
        return smooth_bodies(device_context_, parameters, assets_);
    };
    InitialState initial = load_initial_state(options, assets_, smooth, bodies_limit(device_context_));
    KernelChoice kernel;
    if (initial.snapshots)
        kernels_.stop();
    else
        kernel = kernels_.start(initial.particles.size());
    return {std::move(initial), device_context_, gl_.side(), assets_, kernel};
}

int Session::run() {
    log_shares(loaded_.motion().status());
    trace_.event("reset", {{"time", loaded_.motion().status().time}});

    while (window_.begin_frame()) {
        // What people did: over the picture, by key, by file.
        clock_.tick();
        camera_.take(window_.input(), clock_.seconds());
        for (const Action action : actions(window_.input(), camera_.mode() == CameraMode::fly)) act(action);
        for (const ViewpointKey& key : viewpoint_keys(window_.input())) act(key);
        if (window_.input().chosen) choose(*window_.input().chosen);
        for (const std::filesystem::path& file : window_.input().dropped) open_dropped(file);

        // What they did in the panels.
        ui_.begin_frame();
        const PanelActions wanted =
            panels_.draw({parameters_, look_, loaded_, kernels_, clock_, cost_, notices_, annotations_,
                          bodies_limit(device_context_).bodies, camera_, window_, ui_});

        // The collision goes on, never longer than the frame allows.
        advance();
        state_writer_.advance(loaded_, notices_, trace_);

        // The picture, and the panels over it.
        loaded_.update();
        camera_.follow(loaded_, clock_.seconds());
        draw();
        ui_.render(cost_.timers());
        cost_.timers().end_frame();
        trace_frame(trace_, {camera_, parameters_, look_, loaded_, kernels_, panels_, annotations_, window_,
                             ui_, clock_, cost_});
        window_.present();

        // What would change the ground under a frame waits for its end.
        if (wanted.fit_density) fit_density();
        if (wanted.reset) reset();
        if (wanted.save) save();
        if (wanted.save_path) save_path(*wanted.save_path);
        if (wanted.load) replace(*wanted.load);
        reload_when_edited();
    }
    state_writer_.finish(loaded_, parameters_, notices_, trace_);
    const glm::ivec2 size = window_.size_to_open();
    if (folder_)
        write_settings(*folder_, {size.x, size.y, look_, panels_.shown, annotations_.shown,
                                  camera_.settings.inertia, camera_.viewpoints, ui_.wished_scale});
    return 0;
}

void Session::advance() {
    const Clock::time_point start = Clock::now();
    Motion& motion = loaded_.motion();
    double search_seconds = 0;
    if (Simulation* const simulation = motion.simulation())
        search_seconds =
            kernels_.advance(*simulation, loaded_.initial().particles.positions, gl_.side().finish, notices_);
    motion.advance(parameters_, {.seconds = clock_.seconds(),
                                 .busy_seconds = clock_.drawing_seconds() + search_seconds,
                                 .one_step_only = state_writer_.waits()});
    if (const std::string error = motion.take_error(); !error.empty()) notices_.add(error);
    clock_.note_advance(std::chrono::duration<double>(Clock::now() - start).count());
}

void Session::draw() {
    const glm::ivec2 pixels = window_.framebuffer_size();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, pixels.x, pixels.y);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    if (pixels.x > 0 && pixels.y > 0) {
        look_.density.contours = annotations_.shows(Annotation::contours);
        look_.density.contour_width = window_.pixels_per_coordinate() * ui_.scale();
        loaded_.draw(camera_.shown(), look_, pixels.x, pixels.y, {.seconds = clock_.seconds()}, cost_);
        const auto timed = cost_.timers().measure("annotations");
        annotate(pixels);
    }
    if (screenshot_wanted_) take_screenshot();
}

void Session::annotate(const glm::ivec2& pixels) try {
    const float density = window_.pixels_per_coordinate();
    Area free = panels_.free_area();
    free.least *= density, free.size *= density;
    annotations_.draw(loaded_, camera_.shown(), look_, {pixels.x, pixels.y, density * ui_.scale(), free});
} catch (const std::exception& error) {
    annotations_.shown.reset();
    notices_.add(error.what());
}

void Session::choose(const glm::vec2& place) {
    const glm::ivec2 pixels = window_.framebuffer_size();
    const float density = window_.pixels_per_coordinate();
    const std::vector<StereoView> views = stereo_views(camera_.shown(), look_, pixels.x, pixels.y);
    const StereoView& eye = density * place.x < views.front().view.width ? views.front() : views.back();
    annotations_.pick(loaded_, eye.view, density * place - glm::vec2{eye.corner}, density * ui_.scale());
}

void Session::act(Action action) try {
    Motion& motion = loaded_.motion();
    switch (action) {
        case Action::reset:
            return reset();
        case Action::next_mode:
            look_.mode = next(look_.mode);
            return;
        case Action::next_preset: {
            const std::optional<Preset> preset = preset_of(look_);
            look_ = with_preset(look_, preset ? next(*preset) : Preset::photograph);
            return;
        }
        case Action::lock_exposure:
            return lock_exposure(look_.tone_mapping, loaded_.hdr(), look_.tone_mapping.automatic_exposure);
        case Action::next_color_by:
            look_.color_by = next(look_.color_by);
            return;
        case Action::next_color_map:
            look_.color_map = next(look_.color_map);
            return;
        case Action::larger_points:
            return enlarge_points(look_);
        case Action::smaller_points:
            return shrink_points(look_);
        case Action::play_pause:
            return motion.play(!motion.playing());
        case Action::single_step:
            return motion.step();
        case Action::step_back:
            return motion.step_back();
        case Action::annotations:
            return annotations_.toggle();
        case Action::fit_density:
            return fit_density();
        case Action::help:
            panels_.help = !panels_.help;
            return;
        case Action::panels:
            panels_.shown = !panels_.shown;
            return;
        case Action::full_screen:
            return window_.toggle_full_screen();
        case Action::screenshot:
            screenshot_wanted_ = true;
            return;
        case Action::save:
            return save();
        case Action::close_open:
            if (panels_.help)
                panels_.help = false;
            else if (window_.full_screen())
                window_.toggle_full_screen();
            return;
        case Action::quit:
            return window_.close();
        case Action::next_camera_mode:
            return camera_.next_mode(loaded_);
        case Action::next_projection:
            return camera_.next_projection();
        case Action::frame_all:
            return camera_.frame_all(loaded_);
        case Action::turn:
            camera_.settings.turns = !camera_.settings.turns;
            return;
        case Action::next_stereo:
            look_.stereo = next(look_.stereo);
            return;
    }
} catch (const UsageError& error) {  // what this scene does not have
    notices_.add(error.what());
}

void Session::act(const ViewpointKey& key) try {
    const std::string name = "viewpoint " + std::to_string(key.key);
    if (key.keeps) {
        camera_.save_viewpoint(key.key);
        notices_.add(name + " kept");
    } else if (!camera_.go_to_viewpoint(key.key, loaded_)) {
        notices_.add("there is no " + name + " yet; Ctrl+" + std::to_string(key.key) + " keeps one");
    }
} catch (const UsageError& error) {
    notices_.add(error.what());
}

void Session::reset() {
    loaded_.motion().restart();
    camera_.begin(loaded_.initial(), options_.camera);
    annotations_.restart();
    trace_.event("reset", {{"time", loaded_.motion().status().time}});
}

void Session::fit_density() {
    const DensityLimits fitting = loaded_.hdr().fitting_limits();
    if (!(fitting.low > 0))
        return notices_.add("limits of density are of the modes density and stars, with something to see");
    look_.density.automatic_limits = false;
    look_.density.low = fitting.low;
    look_.density.high = fitting.high;
}

// A file that stands among others of its name and another number brings them along.
void Session::open_dropped(const std::filesystem::path& file) {
    replace(with_source(options_, series_of(file).value_or(file).string()));
    loaded_.motion().go_to_file(file);
}

void Session::save() try {
    state_writer_.request(panels_.save_name());
    Motion& motion = loaded_.motion();
    if (!motion.playing() && !motion.synchronised()) motion.step();
} catch (const std::exception& error) {
    notices_.add(error.what());
}

// The scene as its file has it, with the camera's path.
void Session::save_path(const std::string& file) try {
    const ReadAsset read = assets_.reader();
    const fs::path written = save_scene_with_path(file, options_.source, read, camera_.path);
    notices_.add("saved " + written.string() + "; milkomeda " + written.string() + " --path plays it");
    trace_.event("path_saved", {{"file", written.string()}, {"key_frames", camera_.path.keys().size()}});
} catch (const std::exception& error) {
    notices_.add(error.what());
}

// Another source, or other bodies of the same, for which all that was tuned stays. What is there stays when
// the new one cannot be had.
void Session::replace(const Options& options) try {
    const bool same_source = options.source == options_.source;
    const bool was_playing = loaded_.motion().playing();
    const double time = loaded_.motion().time();
    const std::vector<bool> shown = loaded_.shown();
    const CameraRig camera = camera_;
    loaded_ = load(options);
    options_ = options;
    panels_.loaded(options_);
    annotations_.forget();
    reset();
    if (same_source) {
        camera_ = camera;
        camera_.reload(loaded_.initial());
        if (shown.size() == loaded_.shown().size()) loaded_.shown() = shown;
        loaded_.motion().resume(time, was_playing);
    } else {
        parameters_ = loaded_.initial().parameters;
        look_ = with_overrides(look_, loaded_.initial().look);
        annotations_.shown = loaded_.initial().show.value_or(annotations_.shown);
    }
    notices_.add("loaded " + options.source + ", " + std::to_string(loaded_.initial().particles.size()) +
                 " bodies");
} catch (const std::exception& error) {
    panels_.loaded(options_);
    notices_.add(error.what());
}

void Session::reload_when_edited() try {
    if (options_.assets.empty() || clock_.number() % 30 != 0) return;
    const auto change = assets_.last_change();
    if (change == assets_change_) return;
    assets_change_ = change;
    loaded_.reload(assets_);
    notices_.add("kernels and shaders reloaded");
} catch (const std::exception& error) {
    notices_.add(error.what());
}

// Of the picture without its panels, named after the time of day.
void Session::take_screenshot() try {
    screenshot_wanted_ = false;
    const glm::ivec2 pixels = window_.framebuffer_size();
    const std::time_t now = std::time(nullptr);
    std::ostringstream stamp;
    stamp << "milkomeda-" << std::put_time(std::localtime(&now), "%Y%m%d-%H%M%S");
    const std::filesystem::path file = unused_name(stamp.str() + ".png");
    write_png(file, read_framebuffer(pixels.x, pixels.y));
    notices_.add("screenshot: " + file.string());
    trace_.event("screenshot", {{"file", file.string()}});
} catch (const std::exception& error) {
    notices_.add(error.what());
}

}  // namespace

int view(const Options& options, const Assets& assets) {
    Settings settings;
    const auto folder = options.settings ? config_folder() : std::optional<std::filesystem::path>{};
    if (folder) settings = read_settings(*folder);
    return Session{options, assets, settings, folder}.run();
}

}  // namespace milkomeda
