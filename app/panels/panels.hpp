// The panels over the picture: Simulation or Playback, View, Scene, Device, and the help overlay.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/motion/recorded_motion.hpp"
#include "app/output/notices.hpp"
#include "app/overlay/annotations.hpp"
#include "app/panels/camera_panel.hpp"
#include "app/panels/panel_layout.hpp"
#include "app/panels/scene_panel.hpp"
#include "app/panels/widgets.hpp"
#include "app/platform/frame_clock.hpp"
#include "app/platform/ui.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/tuning/kernel_tuning.hpp"

namespace milkomeda {

// What the panels show and change, for one frame.
struct PanelView {
    SimulationParameters& parameters;
    Look& look;
    LoadedScene& loaded;
    KernelTuning& kernels;
    const FrameClock& clock;
    DrawCost& cost;
    Notices& notices;
    Annotations& annotations;
    std::size_t most_bodies;  // that the device holds
    CameraRig& camera;
    Window& window;
    Ui& ui;
};

// What the panels ask for and the loop does.
struct PanelActions {
    bool reset = false;
    std::optional<Options> load;           // another source, or the same with other bodies or scales
    bool fit_density = false;              // limits of the colour map, to the picture
    bool save = false;                     // the state, to Panels::save_name()
    std::optional<std::string> save_path;  // the scene with the camera's path, to this file
};

class Panels {
  public:
    Panels(const Options& options, const Assets& assets) : scene_{options, assets} {}

    bool shown = true;
    bool help = false;

    // Builds this frame's panels; needs a frame of the Ui (app/platform/ui.hpp).
    PanelActions draw(const PanelView& view);

    // The options of what is loaded now: the Scene panel edits them.
    void loaded(const Options& options) { scene_.loaded(options); }

    // What the panels leave of the picture between them, in screen coordinates.
    Area free_area() const;

    const std::string& save_name() const { return save_name_; }

    const Widgets& widgets() const { return widgets_; }
    const ScenePanel& scene_panel() const { return scene_; }

  private:
    void simulation(const PanelView& view, PanelActions& actions);
    void playback(RecordedMotion& recorded, PanelActions& actions);
    void save(PanelActions& actions);
    void look(const PanelView& view, PanelActions& actions);
    void annotations(Annotations& annotations);
    void density(const PanelView& view, PanelActions& actions);
    void components(LoadedScene& loaded);
    void scene(const PanelView& view, PanelActions& actions);
    void device(const PanelView& view);
    void kernels(const PanelView& view);

    PanelLayout layout_;
    Widgets widgets_;
    ScenePanel scene_;
    CameraPanel camera_;
    std::string save_name_ = "milkomeda.hdf5";
};

}  // namespace milkomeda
