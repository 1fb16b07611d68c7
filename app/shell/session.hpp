// The window's parts, everything that a key or a panel can change, and the loop.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/viewport/camera_rig.hpp"
#include "app/ui/recent_sources.hpp"
#include "app/capture/video_recorder.hpp"
#include "app/panels/first_hint.hpp"
#include "app/panels/tour.hpp"
#include "app/tools/mixed_tools.hpp"
#include "app/io/notices.hpp"
#include "app/io/run_recorder.hpp"
#include "app/io/user_folders.hpp"
#include "app/viewport/annotations.hpp"
#include "app/panels/panels.hpp"
#include "app/ui/controls.hpp"
#include "app/ui/frame_clock.hpp"
#include "app/ui/idle_throttle.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/window.hpp"
#include "app/tools/settings_snapshot.hpp"
#include "app/tools/history.hpp"
#include "app/tools/play_tools.hpp"
#include "app/tools/potential_slice.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/gl_bridge.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/cli/options.hpp"
#include "app/capture/view_command.hpp"
#include "app/capture/provenance.hpp"
#include "app/tools/split.hpp"
#include "app/diagnostics/timing.hpp"
#include "app/diagnostics/kernel_tuning.hpp"
#include "app/shell/auto_save.hpp"
#include "app/shell/scene_style.hpp"
#include "app/shell/settings.hpp"
#include "app/shell/state_writer.hpp"
#include "app/shell/trace.hpp"
#include "data/system/memory.hpp"
#include "render/gl/native_gl.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {

class Session {
  public:
    // Opens the window with the source that `options` name. Settings are kept in `folder`; without one they
    // are not. Throws std::runtime_error and UsageError with one line: no display, no such file or scene.
    Session(const ViewOptions& options, const Assets& assets, const Settings& settings,
            const std::optional<std::filesystem::path>& folder);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    int run();  // until the window is closed; returns the exit code

  private:
    // The loop: session.cpp.
    LoadedScene load(const SceneOptions& options);
    PanelView panel_view();
    bool begin_frame();
    void take_input();
    void advance();
    bool is_held() const;
    bool may_go_ahead() const;
    void rest();
    bool changes() const;
    bool keep_settings() const;

    // A device that fails, and going on; a display that is gone: session_device.cpp.
    DeviceContext first_device();
    LoadedScene first_load();
    bool survives(const std::function<void()>& work);
    void lose_device(const std::string& reason);
    void open_device(const std::string& device);
    void keep_without_display();
    void finish_without_display();

    // Keys and menus: session_controls.cpp.
    std::vector<Control> make_controls();

    // What they do, and what panels ask for: session_actions.cpp. What may take longer than a frame is said
    // in one, and done at its end.
    void announce(const std::string& line, std::function<void()> work);
    bool is_said(const std::string& deed);
    void do_announced();
    std::string line_to_keep();
    void act(const Control& control);
    void act(const ViewpointKey& key);
    void act(const PanelActions& wanted);
    void next_preset_look();
    void close_open();
    void toggle_gallery();
    void begin_tour();
    ParticleSource& free_particle_source();
    void show(double time);
    void head_for(double time);
    void go_back_in_time();  // what follows from it
    void change_pace(double factor);
    double& pace();
    RunHistory& run_history();
    void toggle_split();
    void tell_milestone();
    void fit_density();
    void restart(const std::function<void()>& then);  // under the same camera
    void reset();

    // Galaxies that are added, deleted and thrown; undoing and redoing: session_play.cpp.
    View panels_view() const;
    PlayContext play_ground();
    Input input_besides_tools();
    void play();
    bool is_to_rest() const;
    void edit(const GalaxyEdit& edit);
    SceneSnapshot scene_snapshot();
    void restore(const SceneSnapshot& state);
    void pull();
    void choose_tool(PlayTool tool);
    void choose_mixed_tool(PlayTool tool);
    void remember_mixed_edit();
    void take_tool(PlayTool tool);
    void delete_galaxy();  // that of the chosen body
    void delete_galaxy(const std::string& galaxy);
    bool is_change_due() const;
    bool is_accuracy_due();
    bool is_integrator_due();
    void follow_course();
    SettingsSnapshot choices() const;
    std::vector<ExtraSetting> make_extra_settings();
    std::vector<ExtraSettingValue> others() const;
    void move_camera(const std::function<void()>& move);
    void pick(const SolverChoice& choice);
    void put(const SettingsSnapshot& choices);
    void put(const ExtraSetting& row, const ExtraValue& value);
    void remember_choices();
    void measure();
    void undo();
    void redo();
    void forget_history();

    // The picture: session_picture.cpp.
    struct PictureKind {
        DrawMode mode;
        int pixel;
        DustQuality dust;
        bool is_split;
        auto operator<=>(const PictureKind&) const = default;  // NOLINT(modernize-use-nullptr): its own 0
    };
    static constexpr const char* first_pictures = "compiling shaders: the first pictures take longer ...";
    void draw();
    void expect_first_pictures();
    PictureKind kind_to_draw();
    bool shows_picture() const;
    void try_to_draw();
    void draw_picture();
    bool is_exact_frame() const;
    OffscreenTarget& film_target(const glm::ivec2& pixels);
    void show_film_frame(const glm::ivec2& pixels);
    Adaptation adaptation() const;
    float annotation_scale(const glm::ivec2& pixels) const;
    void draw_split(const glm::ivec2& pixels);
    void draw_tools();
    void begin_slice();
    void advance_slice();
    void draw_slice(const glm::ivec2& pixels);
    std::optional<PixelArea> seen_pixels(const glm::ivec2& pixels) const;
    Area free_area() const;
    FreeView free_view() const;
    glm::vec2 middle() const;
    Camera shown_camera() const;
    void annotate(const glm::ivec2& pixels);
    void choose(const glm::vec2& place);  // a body, in screen coordinates
    void keep_picture(const glm::ivec2& pixels);
    void write_screenshot(const Image& picture);

    // The film of it: session_film.cpp.
    void toggle_film();
    void end_film();
    bool advance_to_video_frame(const FrameTime& frame);
    bool is_other_run() const;
    std::string begin_filmed_run();
    void note_film_frame(int times);
    std::string film_comment();
    std::vector<Control> film_format_controls();
    double own_seconds() const;  // of this frame, for what moves by itself
    void tell(const std::optional<VideoRecorder::Done>& film);

    // A recording of the run: session_recording.cpp.
    void toggle_recording();
    void advance_recording();
    bool waits_for_recorder() const;
    double next_recorded_time() const;
    void tell(const std::optional<RunRecorder::Done>& recording);

    // Sources and files: session_files.cpp.
    void open_dropped(const std::filesystem::path& file);
    void remember(const std::string& source);
    std::vector<Control> recent_controls();
    CheckpointRequest held(std::shared_ptr<const Checkpoint> state);
    void tell_of_former_run();
    void resume_former_run();
    void save();
    void save_as(const std::filesystem::path& file);
    void write_diagnostics(DiagnosticsPanel::Export what);
    void save_scene(const std::string& file);
    ViewCommand present_view() const;
    void copy_command();
    void replace(const SceneOptions& options);
    void replace_now(const SceneOptions& options);
    std::optional<LoadedScene> try_load(const SceneOptions& options);
    void reload_when_edited();

    ViewOptions options_;
    const Assets& assets_;
    Settings settings_;
    std::optional<std::filesystem::path> folder_;

    // GL context first, then what draws in it, then OpenCL; members end in the opposite order.
    Window window_;
    Ui ui_{window_, options_.ui_scale ? options_.ui_scale : settings_.ui_scale};
    GlBridge gl_;
    Timing timing_;                 // what the others tell of their work
    std::string trouble_at_start_;  // of a device that failed before the window could say so
    DeviceContext device_context_ = first_device();
    std::size_t most_bodies_ = 0;  // that the device holds
    struct SmoothBodies {
        SimulationParameters parameters;
        std::size_t bodies;
    };
    std::vector<SmoothBodies> smooth_bodies_;  // as timed on it
    KernelTuning kernels_{options_.device, options_.program, {}, assets_};
    LoadedScene loaded_ = first_load();
    std::optional<LostDevice> lost_device_;

    struct Announced {
        std::string line;
        std::function<void()> work;
        bool is_seen;
    };
    std::optional<Announced> announced_;  // in the picture, and done at its end
    std::string said_;                    // the deed between two steps that was
    bool waits_to_say_ = false;           // the run, until it was

    SimulationParameters parameters_ = loaded_.initial().parameters;
    CameraRig camera_;
    SceneStyle scene_style_;
    Look look_ = scene_style_.begin({settings_.look, settings_.show}, loaded_.initial()).look;
    Tour tour_{{camera_, look_, parameters_}};
    Panels panels_{options_.scene,
                   {options_.device.names, options_.program.assets, options_.program.saved_settings},
                   assets_,
                   settings_.workspace};
    Annotations annotations_{options_.style.show.value_or(scene_style_.begun().annotations)};
    FrameClock clock_;
    IdleThrottle rest_;
    Camera seen_;                                         // by the last picture
    const bool draws_in_software_ = draws_in_software();  // which takes and frees much with every frame
    MemoryTrimmer free_memory_;
    QualityController cost_;
    PictureKind drawn_{};                // last
    std::set<PictureKind> drawn_kinds_;  // whose shaders are compiled
    Notices notices_;
    FirstHint hint_{settings_.first_start};
    StateWriter state_writer_;
    AutoSave auto_save_{folder_ ? state_folder() : std::nullopt,
                        options_.auto_save.value_or(settings_.auto_save_seconds)};
    const HoldRun hold_ = [this](std::shared_ptr<const Checkpoint> state) { return held(std::move(state)); };
    VideoRecorder film_;
    std::optional<OffscreenTarget> film_target_;
    std::string film_format_ = settings_.film_format;
    struct FilmNotes {
        VideoScript script;
        std::vector<std::string> words{};  // empty: no frame yet
        std::shared_ptr<const SceneSetup> initial{};
        SimulationParameters parameters{};
        SavedSolver solver{};
        std::string start{};                    // the state file that it begins with
        const std::uint32_t* bodies = nullptr;  // of the run that is filmed,
        long first_step = 0;                    // whose time line begins there
        long frames = 0, trail_changes = 0;
        std::string why_not_again{};  // render --again makes it again where this is empty
    } film_notes_;
    RunRecorder recorder_;
    const std::uint32_t* recorded_bodies_ = nullptr;  // whose moments it records
    bool film_frame_ = false;                         // this frame is one of the film
    double film_wait_ = 0;                            // seconds since the particle source went on for one
    RecentSources recent_{settings_.recent};
    Trace trace_{options_.trace};
    const std::vector<Control> controls_ = make_controls();
    std::string save_name_ = "run.milkomeda";
    long jumps_ = 0;         // of the particle source, that were followed
    double told_until_ = 0;  // model time up to which milestones were told

    Split split_;
    PlayTools tools_{assets_};
    MixedTools mixed_tools_;
    PotentialSlice slice_{assets_};
    struct RunEdit {
        std::string name;
        std::function<SceneSnapshot(const SceneSnapshot&)> make;
        std::function<void()> then;
    };
    std::vector<RunEdit> edits_;                // that wait for the end of the step under way
    Accuracy accuracy_ = parameters_.accuracy;  // that kernels are there for
    std::optional<SceneSnapshot> start_;             // where the run began, once it was edited
    std::shared_ptr<const SceneSnapshot> pulled_;    // as it was when the heavy body came
    double pulled_mass_ = 0;
    History history_;
    LiveDiagnostics diagnostics_;
    SettingsWatch watch_;
    const std::vector<ExtraSetting> extra_settings_ = make_extra_settings();
    std::string last_undo_text_;  // that was undone or done again, in words
    bool screenshot_wanted_ = false;
    std::filesystem::file_time_type assets_change_ = assets_.last_change();
};

}  // namespace milkomeda
