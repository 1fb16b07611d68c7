// The panels over the picture: Simulation or Playback, View, Scene, Device; the menus above them and the
// status line below; and the help overlay.
#pragma once

#include "app/files/file_dialog.hpp"
#include "app/guide/menu_bar.hpp"
#include "app/guide/status_line.hpp"
#include "app/overlay/overlay_painter.hpp"
#include "app/panels/panel.hpp"
#include "app/panels/scene_panel.hpp"
#include "app/panels/view_panel.hpp"
#include "app/widgets/panel_layout.hpp"

namespace milkomeda {

class Panels {
  public:
    Panels(const Options& options, const Assets& assets) : scene_{options, assets} {}

    bool shown = true;
    bool help = false;

    // Builds this frame's panels; needs a frame of the Ui (app/platform/ui.hpp).
    PanelActions draw(const PanelView& view);

    bool menu_open() const { return menus_.is_open(); }
    void close_menu() { menus_.close(); }

    // To choose a file; PanelActions tells which.
    FileDialog& files() { return files_; }
    const FileDialog& files() const { return files_; }

    // The options of what is loaded now: the Scene panel edits them.
    void loaded(const Options& options) { scene_.loaded(options); }

    // The part of the picture that panels leave free between them, in screen coordinates.
    Area free_area() const;

    const Widgets& widgets() const { return widgets_; }
    const ScenePanel& scene_panel() const { return scene_; }
    const StatusLine& status_line() const { return status_; }

  private:
    void choose_file(PanelActions& actions);

    // Heights of the bars at the window's edges.
    float above() const { return shown ? MenuBar::height() : 0; }
    float below() const { return shown ? StatusLine::height() : 0; }

    PanelLayout layout_;
    Widgets widgets_;
    ViewPanel view_;
    ScenePanel scene_;
    MenuBar menus_;
    StatusLine status_;
    FileDialog files_;
};

}  // namespace milkomeda
