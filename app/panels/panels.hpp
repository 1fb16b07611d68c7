// The panels over the picture: Simulation or Playback, View, Scene, Device; the menus above them and the
// status line below; and the help overlay.
#pragma once

#include "app/guide/gallery.hpp"
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
    Panels(const Options& options, const Assets& assets)
        : scene_{options, assets}, gallery_{options, assets} {}

    bool shown = true;
    bool help = false;

    // Builds this frame's panels; needs a frame of the Ui (app/platform/ui.hpp).
    PanelActions draw(const PanelView& view);

    bool menu_open() const { return menus_.is_open(); }
    void close_menu() { menus_.close(); }

    Gallery& gallery() { return gallery_; }
    const Gallery& gallery() const { return gallery_; }

    // The options of what is loaded now: the Scene panel edits them. What was edited and not loaded is told.
    void loaded(const Options& options, Notices& notices) { scene_.loaded(options, notices); }

    // The part of the picture that panels leave free between them, in screen coordinates.
    Area free_area() const;

    const Widgets& widgets() const { return widgets_; }
    const ScenePanel& scene_panel() const { return scene_; }
    const StatusLine& status_line() const { return status_; }

  private:
    // Heights of the bars at the window's edges.
    float above() const { return shown ? MenuBar::height() : 0; }
    float below() const { return shown ? StatusLine::height() : 0; }
    void open_for(const Tour& tour);

    PanelLayout layout_;
    Widgets widgets_;
    ViewPanel view_;
    ScenePanel scene_;
    Gallery gallery_;
    MenuBar menus_;
    StatusLine status_;
    struct Shown {
        bool all;
        std::map<std::string, bool> open;  // of those that the tour has shown
    };
    std::optional<Shown> before_tour_;
};

}  // namespace milkomeda
