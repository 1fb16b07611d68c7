// The workspace around the picture: panels in columns at its sides (Simulation or Playback, Scene, View,
// Device), the menus above them and the status line below, notices, and the help overlay.
#pragma once

#include <optional>

#include "app/diagnostics/errors_section.hpp"
#include "app/ui/file_dialog.hpp"
#include "app/panels/gallery.hpp"
#include "app/panels/menu_bar.hpp"
#include "app/panels/notice_box.hpp"
#include "app/panels/status_line.hpp"
#include "app/panels/transport_bar.hpp"
#include "app/panels/panel.hpp"
#include "app/panels/scene_panel.hpp"
#include "app/panels/status_line.hpp"
#include "app/panels/transport_bar.hpp"
#include "app/panels/view_panel.hpp"
#include "app/tools/split_panel.hpp"
#include "app/ui/workspace.hpp"

namespace milkomeda {

class Panels {
  public:
    Panels(const SceneOptions& scene, const ThumbnailOptions& thumbnails, const Assets& assets,
           const WorkspaceChoice& choice)
        : workspace_{choice}, scene_{scene, assets}, gallery_{thumbnails, assets} {}

    bool shown = true;
    bool help = false;

    // Builds this frame's panels; needs a frame of the Ui (app/ui/ui.hpp).
    PanelActions draw(const PanelView& view);

    bool menu_open() const { return menus_.is_open(); }
    void close_menu() { menus_.close(); }

    bool shows(Panel panel) const { return shown && workspace_.shows(panel); }
    void toggle(Panel panel);

    // The keyboard: it goes from the picture to one open column after the other, and back.
    void pass_keys();
    void give_keys_back();
    bool have_keys() const { return keys_.has_value(); }
    // To choose a file; PanelActions tells which.
    FileDialog& files() { return files_; }
    const FileDialog& files() const { return files_; }

    // A line for the time to go to.
    void ask_for_time() {
        shown = true;
        transport_.ask_for_time();
    }

    Gallery& gallery() { return gallery_; }
    const Gallery& gallery() const { return gallery_; }

    // The options of what is loaded now: the Scene panel edits them. What was edited and not loaded is told.
    void loaded(const SceneOptions& options, Notices& notices) { scene_.loaded(options, notices); }

    // The part of the picture that panels leave free between them, in screen coordinates.
    Area free_area() const;
    // Those parts of the window through which nothing of the picture is seen, in screen coordinates.
    std::vector<Area> opaque_areas() const;

    const Widgets& widgets() const { return widgets_; }
    const DiagnosticsPanel& diagnostics() const { return diagnostics_; }
    const ScenePanel& scene_panel() const { return scene_; }
    ScenePanel& scene_panel() { return scene_; }
    const StatusLine& status_line() const { return status_; }
    const Workspace& workspace() const { return workspace_; }

  private:
    void choose_file(PanelActions& actions);

    // Heights of the bars at the window's edges.
    float above() const { return shown ? MenuBar::height() : 0; }
    float below() const { return shown ? StatusLine::height() + TransportBar::height() : 0; }
    void open_for(const Tour& tour);

    void arrange(const PanelView& view);
    void draw_transport(const PanelView& view, PanelActions& actions);
    void draw_columns(const PanelView& view, PanelActions& actions);
    void draw_panel(Panel panel, const PanelView& view, PanelActions& actions);

    Workspace workspace_;
    Widgets widgets_;
    ViewPanel view_;
    ScenePanel scene_;
    DiagnosticsPanel diagnostics_;
    ErrorsSection errors_;
    SplitPanel split_;
    Gallery gallery_;
    MenuBar menus_;
    StatusLine status_;
    TransportBar transport_;
    NoticeBox notices_;
    std::optional<Side> keys_;  // the column that has the keyboard
    bool keys_moved_ = false;   // to it, since the last frame
    FileDialog files_;
    struct BeforeTour {
        bool shown;
        Workspace workspace;
    };
    std::optional<BeforeTour> before_tour_;
};

}  // namespace milkomeda
