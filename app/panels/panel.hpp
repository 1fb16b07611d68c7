// Interfaces of the panels and their sections: what they receive and what they return. Each panel is a file
// with a function of widgets, view and actions, or a class with such a draw() where it keeps a state between
// frames.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/option_parts.hpp"
#include "app/diagnostics/diagnostics_panel.hpp"
#include "app/ui/widgets.hpp"
#include "compute/device/device.hpp"
#include "compute/gravity/solvers.hpp"

namespace milkomeda {

class Annotations;
struct Area;
class CameraRig;
class QualityController;
class VideoRecorder;
class FrameClock;
class History;
class KernelTuning;
class LoadedScene;
class Notices;
class MixedTools;
enum class PlayTool;
class PlayTools;
class PotentialSlice;
class RunRecorder;
class Split;
class Timing;
class Tour;
class Ui;
class Window;
struct Control;
struct Look;
struct RunFacts;

// A failed device, and the devices that can replace it.
struct LostDevice {
    std::string reason;           // one-line reason of the failure
    bool plays_on = false;        // The run resumes playing as soon as a device is open.
    std::vector<Device> choices;  // devices that the machine lists now and that the run can continue on
};

// Everything that the panels show and change, valid for one frame. --trace prints the same values.
struct PanelView {
    SimulationParameters& parameters;
    Look& look;
    LoadedScene& loaded;
    KernelTuning& kernels;
    const FrameClock& clock;
    QualityController& cost;
    Notices& notices;
    Annotations& annotations;
    const std::size_t& most_bodies;  // number of bodies that the device memory holds
    const std::optional<LostDevice>& lost_device;
    CameraRig& camera;
    Window& window;
    Ui& ui;
    std::string& save_name;  // file for the saved bodies
    const VideoRecorder& film;
    const RunRecorder& recorder;
    const Tour& tour;
    PlayTools& tools;
    MixedTools& mixed_tools;
    PotentialSlice& slice;
    const History& history;
    LiveDiagnostics& diagnostics;
    Timing& timing;
    Split& split;
    std::span<const Control> controls;
};

// Everything that the user requested in the panels in one frame; the main loop carries it out.
struct PanelActions {
    const Control* control = nullptr;  // command chosen from a menu
    bool reset = false;
    std::optional<double> head_for;  // time to run to, computing the missing steps
    std::optional<double> show;      // time whose nearest stored moment is to be shown
    bool play_on = false;            // resume playing from the shown moment
    // options of another source, or of the loaded source with other bodies or scales
    std::optional<SceneOptions> load;
    std::optional<std::filesystem::path> simulate_from;  // snapshot file to start a simulation from
    std::optional<SolverChoice> solver;                  // If a kernel is chosen, only its variant is set.
    bool fit_density = false;                            // fit the limits of the density map to the picture
    // index of the device to open; empty: the device of the command line
    std::optional<std::string> open_device;
    bool save = false;              // save the bodies to PanelView::save_name
    bool choose_save_name = false;  // ask for a file name, then save the bodies to it
    // file chosen to be opened; file chosen to save the bodies to
    std::optional<std::filesystem::path> open, save_as;
    DiagnosticsPanel::Export diagnostics = DiagnosticsPanel::Export::none;  // diagnostics file to write
    std::optional<std::string> save_scene;     // file for the scene with its camera path and galaxy changes
    std::optional<std::string> delete_galaxy;  // name of the galaxy to delete from the run
    std::optional<PlayTool> tool;              // tool chosen for the mouse
};

// Collects what the status line shows about the run.
RunFacts run_facts(const PanelView& view);

// Panels.
void simulation_panel(Widgets& widgets, const PanelView& view, PanelActions& actions);
void playback_panel(Widgets& widgets, const PanelView& view, SnapshotSeries& series, PanelActions& actions);
void device_panel(Widgets& widgets, const PanelView& view, PanelActions& actions);

inline constexpr const char* lost_device_title = "Device lost";
// Draws the panel about a lost device in the area that other panels leave free. Does nothing without a lost
// device.
void lost_device_panel(Widgets& widgets, const PanelView& view, PanelActions& actions, const Area& free);

// Section at the end of the Simulation and the Playback panel.
void save_section(Widgets& widgets, const PanelView& view, PanelActions& actions);

// Sections of the View panel.
void light_section(Widgets& widgets, const PanelView& view, PanelActions& actions);
void color_section(Widgets& widgets, const PanelView& view, PanelActions& actions);
void density_section(Widgets& widgets, const PanelView& view, PanelActions& actions);
void annotations_section(Widgets& widgets, const PanelView& view, PanelActions& actions);
void components_section(Widgets& widgets, const PanelView& view, PanelActions& actions);

// Sections of the Advanced panel.
void drawing_section(Widgets& widgets, const PanelView& view, PanelActions& actions);
void kernels_section(Widgets& widgets, const PanelView& view, PanelActions& actions);
void screen_section(Widgets& widgets, const PanelView& view, PanelActions& actions);

}  // namespace milkomeda
