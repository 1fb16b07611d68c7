// The window program: owns its parts and runs the main loop.
#pragma once

#include <string_view>

#include "app/panels/first_hint.hpp"
#include "app/panels/tour.hpp"
#include "app/shell/device_recovery.hpp"
#include "app/shell/lesson_guide.hpp"
#include "app/shell/match_control.hpp"
#include "app/shell/render_export.hpp"
#include "app/shell/request_listener.hpp"
#include "app/shell/run_comparison.hpp"
#include "app/shell/source_loader.hpp"
#include "app/shell/view_export.hpp"
#include "app/ui/idle_throttle.hpp"

namespace milkomeda {

class ViewerApp {
  public:
    // Opens the window and loads the source named by `options`. Throws std::runtime_error or UsageError if
    // there is no display or the source cannot be loaded.
    ViewerApp(const ViewOptions& options, const Assets& assets, const StoredSettings& stored);
    ~ViewerApp();
    ViewerApp(const ViewerApp&) = delete;
    ViewerApp& operator=(const ViewerApp&) = delete;

    // Asks the user for the columns of a table, then opens it.
    void ask_for_columns(const SceneOptions& table) { loader_.load(table); }

    void run();  // returns when the user has closed the window

  private:
    // Parts of the main loop, defined in viewer_app.cpp.
    bool begin_frame();
    void advance();
    void draw();
    void finish_frame(const PanelActions& actions);
    void rest_if_idle();
    std::string_view what_changes() const;
    double idle_slice() const;
    TracedParts traced_parts();
    void finish();
    void finish_without_display();

    // Functions that connect the parts of the program, defined in viewer_setup.cpp.
    void register_commands();
    void register_panel_commands();
    void register_window_commands();
    PanelContents panel_contents();

    // Functions that handle input and the user's requests, defined in viewer_input.cpp.
    void take_input();
    void take_commands(const Input& input);
    Notice lasting_notice();
    void perform(const UserCommand& command);
    std::string performed(const UserCommand& command);
    void perform(const ViewpointKey& key);
    void perform(const PanelActions& actions);
    void close_open();
    void toggle_gallery();
    void begin_tour();

    // The order of the members matters, because they are destroyed in reverse order. The OpenGL context in `screen_`
    // must be destroyed last.
    Screen screen_;
    ActiveRun run_;
    ViewState view_;
    EditTools tools_;
    Panels panels_;
    Tour tour_;
    FirstHint hint_;
    Capture capture_;
    SettingsUndo settings_;
    Persistence persistence_;
    RunEditor editor_;
    RunControl control_;
    Viewport viewport_;
    SourceLoader loader_;
    ViewExport export_;
    MatchControl match_;
    LessonGuide lessons_;
    RenderExport render_export_;
    RunComparison comparison_;
    DeviceRecovery recovery_;
    CommandRegistry commands_;
    RequestListener requests_;
    IdleThrottle idle_;
    Camera seen_;  // camera of the previous picture
};

}  // namespace milkomeda
