// Everything around the picture: menus at the top, rails of icons at both sides, a card, a drawer, and the time bar at
// the bottom. Notices, dialogs, the gallery of scenes and the help page appear over the picture.
#pragma once

#include <optional>

#include "app/panels/camera_section.hpp"
#include "app/panels/components_section.hpp"
#include "app/panels/export_panel.hpp"
#include "app/panels/gallery.hpp"
#include "app/panels/lesson_card.hpp"
#include "app/panels/menu_bar.hpp"
#include "app/panels/panel.hpp"
#include "app/panels/presence.hpp"
#include "app/panels/preset_list.hpp"
#include "app/panels/scene_panel.hpp"
#include "app/panels/status_line.hpp"
#include "app/panels/transport_bar.hpp"
#include "app/tools/match_panel.hpp"
#include "app/tools/tool_panels.hpp"
#include "app/ui/column_dialog.hpp"
#include "app/ui/file_dialog.hpp"
#include "app/ui/panel_window.hpp"

namespace milkomeda {

class PlayTools;
class RunRecorder;
class Timing;
class Tour;
class VideoRecorder;

// Everything that the panels show and change.
struct PanelContents {
    RunPanelContents run;
    ScenePanelContents scene;
    ViewPanelContents view;
    DevicePanelContents device;
    const std::optional<LostDevice>& lost_device;
    ObservedRun observed;
    LiveDiagnostics& diagnostics;
    Timing& timing;
    SplitView& split;
    PlayTools& tools;
    MeasureTool& measure;
    MatchTool& match;
    const VideoRecorder& video;
    const RunRecorder& recording;
    ExportStatus& exporting;
    CompareStatus& comparing;
    const Tour& tour;
    std::span<const UserCommand> commands;
    LessonCard& lesson_card;
    std::optional<LessonProgress>& lesson;  // empty while no lesson is open
};

class Panels {
  public:
    Panels(const SceneOptions& scene, const ThumbnailOptions& thumbnails, const Assets& assets,
           const WorkspaceChoice& choice)
        : workspace_{choice}, scene_{scene, assets}, presets_{thumbnails, assets}, gallery_{thumbnails, assets} {}

    bool shown = true;
    bool help = false, about = false;
    Presence presence;  // opacity of the time bar and the scene title
    ComponentsSection components;

    // Draws all panels of this frame, and returns the requests of the user. Must be called between the begin
    // and the end of a Ui frame (app/ui/ui.hpp).
    PanelActions draw(const PanelContents& contents);

    MenuBar& menus() { return menus_; }

    bool shows(Panel panel) const { return shown && workspace_.shows(panel); }
    void toggle(Panel panel);
    // Closes the open card. Returns false if no card is open.
    bool close_card();

    // Moves the keyboard focus to the next panel or rail; from the last rail, back to the picture.
    void pass_keys();
    void give_keys_back();
    bool have_keys() const { return keys_.has_value(); }
    // The file dialog. PanelActions returns the file that the user chooses.
    FileDialog& files() { return files_; }
    const FileDialog& files() const { return files_; }

    // The dialog that assigns the columns of a table. PanelActions returns the assignment that the user chooses.
    ColumnDialog& columns() { return columns_; }
    const ColumnDialog& columns() const { return columns_; }

    // Opens the text field in which the user types a model time to go to.
    void ask_for_time() { transport_.ask_for_time(); }

    Gallery& gallery() { return gallery_; }
    const Gallery& gallery() const { return gallery_; }

    // Returns the part of the picture between the panels, in screen coordinates.
    Area free_area() const;
    // Returns the parts of the window that panels cover completely, in screen coordinates.
    const std::vector<Area>& opaque_areas() const { return opaque_; }
    // True if the panels change without input.
    bool are_changing() const {
        const bool counts = shows(Panel::look) && components.counter().is_busy();
        return (shown && presence.is_changing()) || presets_.is_busy() || counts;
    }

    const Widgets& widgets() const { return widgets_; }
    const DiagnosticsPanel& diagnostics() const { return diagnostics_; }
    const ScenePanel& scene_panel() const { return scene_; }
    ScenePanel& scene_panel() { return scene_; }
    const StatusLine& status_line() const { return status_; }
    const Workspace& workspace() const { return workspace_; }

  private:
    // Parts of the window that can have the keyboard focus, in the order of pass_keys().
    enum class Focus { card, drawer, left_rail, right_rail };

    // Heights of the bars at the upper and lower edge of the window, in screen coordinates.
    float above() const { return shown ? MenuBar::height() : 0; }
    float below() const;

    void open_for(const Tour& tour);
    void follow_tool(const PanelContents& contents, PanelActions& actions);
    static void deselect_tool(const PanelContents& contents, PanelActions& actions);
    void arrange();
    void draw_around_picture(const PanelContents& contents, PanelActions& actions);
    void draw_title(const PanelContents& contents);
    Area below_title(const Area& area) const;
    void draw_rails(const PanelContents& contents, PanelActions& actions);
    void draw_transport(const PanelContents& contents, PanelActions& actions);
    void draw_open_panel(Side side, const PanelContents& contents, PanelActions& actions);
    void draw_panel(Panel panel, const PanelContents& contents, PanelActions& actions);
    void draw_device(const PanelContents& contents, PanelActions& actions);
    void draw_split(const PanelContents& contents);
    void choose_file(PanelActions& actions);
    void choose_columns(PanelActions& actions);
    bool takes_keys(Focus focus) const { return keys_moved_ && keys_ == focus; }

    Workspace workspace_;
    Widgets widgets_;
    CameraSection camera_;
    ScenePanel scene_;
    PresetList presets_;
    DiagnosticsPanel diagnostics_;
    SplitPanel split_;
    Gallery gallery_;
    MenuBar menus_;
    StatusLine status_;
    TransportBar transport_;
    std::vector<Area> opaque_;
    Area title_area_;            // area of the scene title in this frame; empty without a title
    std::optional<Panel> tool_;  // card that follow_tool() has opened for the selected mouse tool
    std::string titled_;         // title of the scene that was shown last
    std::optional<Focus> keys_;
    bool keys_moved_ = false;  // true if the focus moved to another part since the last frame
    FileDialog files_;
    ColumnDialog columns_;
    struct BeforeTour {
        bool shown;
        Workspace workspace;
    };
    std::optional<BeforeTour> before_tour_;
};

}  // namespace milkomeda
