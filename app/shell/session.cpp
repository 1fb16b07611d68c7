// The loop is the program on one screen.
#include "app/shell/session.hpp"

#include <limits>

#include "app/scene/state_file.hpp"
#include "app/shell/state_trace.hpp"
#include "app/ui/display_loss.hpp"
#include "data/system/end_signals.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

WindowOptions window_options(const ViewOptions& options, const Settings& settings) {
    return {.width = options.picture.width.value_or(settings.width),
            .height = options.picture.height.value_or(settings.height),
            .title = "Milkomeda",
            .visible = true,
            .print_messages = options.program.verbose,
            .monitor = options.monitor ? std::optional{static_cast<std::size_t>(*options.monitor - 1)}
                                       : std::nullopt};
}

}  // namespace

Session::Session(const ViewOptions& options, const Assets& assets, const Settings& settings,
                 const std::optional<std::filesystem::path>& folder)
    : options_{options},
      assets_{assets},
      settings_{settings},
      folder_{folder},
      window_{window_options(options, settings)} {
    look_ = with_overrides(look_, options.style.look);
    camera_.viewpoints = settings.viewpoints;
    camera_.settings.inertia = settings.inertia;
    camera_.begin(loaded_.initial(), options.scene.camera);
    begin_slice();
    cost_.requests.detail = options.picture.detail;
    cost_.timers().record_into(&timing_.profiler());
    panels_.shown = settings.panels_shown;
    film_.real_time = settings.film_in_real_time;
    if (options.scene.source != default_scene) remember(options.scene.source);
    auto_save_.begin(loaded_.particle_source());
    tell_of_former_run();
    if (const auto at = options.scene.times.at; at && *at > loaded_.particle_source().transport().time()) {
        loaded_.particle_source().transport().play(false);
        head_for(*at);
    }
    if (!trouble_at_start_.empty()) lose_device(std::string{trouble_at_start_});
}

Session::~Session() {
    when_display_is_lost({});
    kernels_.stop();
}

int Session::run() {
    log_shares(loaded_.particle_source().frames().status());
    trace_.event("reset", {{"time", loaded_.particle_source().frames().status().time}});
    expect_first_pictures();

    const PanelView view = panel_view();
    note_end_signals();
    when_display_is_lost([this] { keep_without_display(); });
    FrameProfiler& time = timing_.profiler();
    while (begin_frame()) {
        survives([&] { time.measure("input", [this] { take_input(); }); });

        // The panels change what is theirs at once, and ask for the rest.
        const PanelActions wanted = time.measure("panels", [&] {
            ui_.begin_frame(look_.stereo == Stereo::side_by_side && !split_.on());
            return panels_.draw(view);
        });

        // The collision goes on, never longer than the frame allows.
        survives([&] {
            const auto timed = time.measure("simulation");
            film_frame_ = false;  // until advance() says so, which may not come to it
            play();
            advance();
            play();
            if (state_writer_.waits()) tools_.let_go(loaded_);  // a file has no galaxy where a hand shows it
            state_writer_.advance(loaded_, hold_, notices_, trace_);
            auto_save_.advance(loaded_.particle_source(), hold_, notices_, trace_);
            time.measure("upload", [this] { split_.on() ? split_.update(loaded_) : loaded_.update(); });
            advance_slice();
            loaded_.particle_source().frames().go_ahead(parameters_);
        });

        // The picture, and the panels over it.
        if (window_.is_gone()) continue;
        time.measure("draw", [this] {
            camera_.see(free_view());
            move_camera([this] { camera_.follow(loaded_, own_seconds()); });
            draw();
        });
        ui_.render(cost_.timers(), panels_.opaque_areas());
        cost_.timers().end_frame();
        time.measure("trace", [&] { trace_frame(trace_, view, panels_); });
        window_.present(&time);

        // A change that a frame could not survive waits for its end.
        survives([&] {
            const auto timed = time.measure("input");
            act(wanted);
            do_announced();
            go_back_in_time();
            remember_choices();
            measure();
            reload_when_edited();
        });
        rest();
    }
    tour_.end();
    keep_settings();  // before all that may have to wait: for the device, a disk, an encoder
    tools_.let_go(loaded_);
    const auto finish_files = [this] {
        state_writer_.finish(loaded_, parameters_, hold_, notices_, trace_);
        auto_save_.finish(loaded_.particle_source(), parameters_, hold_, notices_, trace_);
    };
    if (!survives(finish_files)) finish_files();  // with the last whole state
    tell(recorder_.finish());
    if (film_.recording()) end_film();
    tell(film_.finish());
    return 0;
}

bool Session::begin_frame() {
    const bool goes_on = timing_.profiler().measure("input", [this] { return window_.begin_frame(); });
    clock_.tick();
    timing_.interval_seconds = window_.refresh_seconds();
    timing_.begin_frame(clock_.number(), panels_.shows(Panel::timing));
    return goes_on && !end_signalled();
}

PanelView Session::panel_view() {
    return {.parameters = parameters_,
            .look = look_,
            .loaded = loaded_,
            .kernels = kernels_,
            .clock = clock_,
            .cost = cost_,
            .notices = notices_,
            .annotations = annotations_,
            .most_bodies = most_bodies_,
            .lost_device = lost_device_,
            .camera = camera_,
            .window = window_,
            .ui = ui_,
            .save_name = save_name_,
            .film = film_,
            .recorder = recorder_,
            .tour = tour_,
            .tools = tools_,
            .mixed_tools = mixed_tools_,
            .slice = slice_,
            .history = history_,
            .diagnostics = diagnostics_,
            .timing = timing_,
            .split = split_,
            .controls = controls_};
}

// Mouse, keys and dropped files since the last frame.
void Session::take_input() {
    Input input = input_besides_tools();
    if (split_.on()) input = split_.in_pane(input, ui_.extent());
    // Places are told from the window's middle, and the camera has them from that of what can be seen.
    const glm::vec2 moved = glm::vec2{0.5f, -0.5f} * middle() * ui_.extent() / std::max(1.0f, ui_.extent().y);
    input.wheel_at -= moved;
    if (input.double_clicked) *input.double_clicked -= moved;
    hint_.advance(input, clock_.seconds());
    notices_.advance(clock_.seconds());
    notices_.keep(line_to_keep());
    tour_.advance(own_seconds());
    if (tour_.runs() && input.touched) return tour_.end();  // which is all that this input does
    if (!input.dropped.empty()) tour_.end();
    if (panels_.gallery().is_open()) input.held.clear();  // arrows choose a scene there
    move_camera([&] { camera_.take(input, own_seconds()); });
    // The line of a dialog has the keyboard only a frame after the dialog is there.
    const auto types = [this] { return panels_.files().is_open(); };
    for (const Control* control : pressed(controls_, input, camera_.mode() == CameraMode::fly))
        if (!types() || !has_letter(*control)) act(*control);
    for (const ViewpointKey& key : viewpoint_keys(input))
        if (!types()) act(key);
    if (input.pressed && panels_.have_keys()) panels_.give_keys_back();
    if (input.chosen) choose(*input.chosen);
    if (input.double_clicked) camera_.focus(*input.double_clicked, loaded_);
    for (const std::filesystem::path& file : input.dropped) open_dropped(file);
}

LoadedScene Session::load(const SceneOptions& options) {
    const auto smooth = [this](const SimulationParameters& parameters) {
        const auto known = std::ranges::find(smooth_bodies_, parameters, &SmoothBodies::parameters);
        if (known != smooth_bodies_.end()) return known->bodies;
        smooth_bodies_.push_back(
            {parameters, smooth_bodies(device_context_, parameters, *options_.device.solver, assets_)});
        return smooth_bodies_.back().bodies;
    };
    const BodiesLimit limit = bodies_limit(device_context_);
    most_bodies_ = limit.bodies;
    SceneSetup initial = load_scene_setup(options, assets_, smooth, limit);
    SolverChoice solver;
    if (initial.snapshots || initial.mixed)
        kernels_.stop();
    else if (const auto saved = solver_of(options_.device, initial, device_context_))
        solver = kernels_.start(*saved);
    else
        solver = kernels_.start(initial.particles.size(), initial.parameters.accuracy);
    return {std::move(initial), {device_context_, gl_.side(), assets_, solver}};
}

void Session::advance() {
    if (panels_.gallery().is_open()) return;  // which hides the picture, and whose pictures take time
    const Clock::time_point start = Clock::now();
    ParticleSource& source = loaded_.particle_source();
    constexpr double mebibyte = 1 << 20;
    // While the number is dragged or typed it may be smaller on its way, and key frames would go for good.
    // A particle source that is new has none yet.
    if (!ui_.is_being_edited() || !source.checkpoints().run_history())
        source.checkpoints().keep_history(static_cast<std::size_t>(mebibyte * parameters_.key_frame_memory));
    go_back_in_time();
    diagnostics_.prepare(source);
    double search_seconds = 0;
    source.frames().record_into(&timing_.profiler());
    if (SolverSlot* const slot = source.solver_slot()) {
        search_seconds = kernels_.advance(*slot, loaded_.initial().particles.positions,
                                          keeps_pace(run_facts(panel_view())), gl_.side().finish, notices_);
    }
    const SceneChange* const next_change = loaded_.initial().course.next();
    const FrameTime frame{.seconds = clock_.seconds(),
                          .busy_seconds = clock_.drawing_seconds() + search_seconds,
                          .one_step_only = state_writer_.waits() ||  // a file holds the end of a step
                                           is_to_rest() || is_accuracy_due() || is_integrator_due(),
                          .last_time = next_change ? next_change->time : std::nullopt,
                          .goes_ahead = may_go_ahead()};
    FrameTime until_recorded = frame;
    if (recorder_.recording())  // a moment is the end of the step that is nearest to its time
        until_recorded.last_time = std::min(frame.last_time.value_or(std::numeric_limits<double>::infinity()),
                                            next_recorded_time() + 0.5 * parameters_.timestep);
    film_frame_ = film_.recording() && !waits_for_recorder() && advance_to_video_frame(until_recorded);
    loaded_.rows().waits = is_exact_frame();
    const bool waits = is_held() || waits_for_recorder();
    if (split_.on())
        split_.advance(source, parameters_, frame);
    else if (!film_.recording() && !waits)
        source.frames().advance(parameters_, until_recorded);
    advance_recording();
    tell(film_.take_done());
    if (const std::string error = split_.take_error(); !error.empty()) {
        notices_.add("with exact forces: " + error);
        split_.end();
    }
    if (const std::string error = source.frames().take_error(); !error.empty()) notices_.add(error);
    clock_.note_advance(seconds_since(start));
    tell_milestone();
}

// Time rests: a galaxy is in the hand, or something is said first.
bool Session::is_held() const {
    return (tools_.holds() || waits_to_say_) && loaded_.particle_source().frames().is_between_steps();
}

// What is measured meanwhile would take longer; of a film's frames the steps are noted that they show; and
// two runs that are compared go step by step.
bool Session::may_go_ahead() const {
    const bool searches = kernels_.searching() && !kernels_.search_waits();
    return !cost_.timers().measures_by_host() && !searches && !film_.recording() && !split_.on();
}

// Nothing is drawn while nothing changes, until something happens.
void Session::rest() {
    timing_.still = !changes();
    rest_.note(!timing_.still, clock_.seconds(), clock_.processor_seconds());
    seen_ = camera_.shown();
    if (draws_in_software_) free_memory_.trim_once_a_second();
    if (rest_.seconds() == 0) return;
    timing_.end_frame();
    constexpr double look_around_seconds = 0.1;  // for signals
    bool happens = false;
    for (double left = rest_.seconds(); left > 0 && !happens && !end_signalled(); left -= look_around_seconds)
        happens = window_.wait(look_around_seconds);
    if (happens) rest_.wake();
    clock_.skip();
}

// Whether the next picture may be another one, without anything that a person does.
bool Session::changes() const {
    if (panels_.gallery().is_open())  // over a run that waits
        return panels_.gallery().thumbnails().is_busy() || !notices_.lines().empty();
    const bool searches = kernels_.searching() && !kernels_.search_waits();
    return loaded_.particle_source().transport().moving() || camera_.shown() != seen_ || searches ||
           state_writer_.waits() || film_.works() || recorder_.works() ||
           (slice_.is_busy() && !split_.on()) || split_.waits() || split_.is_behind() || tour_.runs() ||
           tools_.are_busy() || !edits_.empty() || !notices_.lines().empty();
}

bool Session::keep_settings() const {
    if (!folder_) return false;
    const glm::ivec2 size = window_.size_to_open();
    const Style own = scene_style_.own({look_, annotations_.shown});
    return write_settings(
        *folder_, {size.x, size.y, own.look, panels_.shown, own.annotations, camera_.settings.inertia,
                   camera_.viewpoints, ui_.requested_scale, panels_.workspace().choice(), recent_.list(),
                   auto_save_.every_seconds, film_format_, film_.real_time});
}

}  // namespace milkomeda
