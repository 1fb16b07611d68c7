// The panels and their sections. Each is a file of its own with a function of widgets, view and actions, or,
// where it remembers something, with a class whose draw() takes the same three.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/options.hpp"
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

// A device that failed, and what there is instead of it.
struct LostDevice {
    std::string reason;           // one line
    bool plays_on = false;        // once there is a device
    std::vector<Device> choices;  // that a run could go on with, as the machine lists them now
};

// All that the panels show and change, for one frame. --trace prints the same.
struct PanelView {
    SimulationParameters& parameters;
    Look& look;
    LoadedScene& loaded;
    KernelTuning& kernels;
    const FrameClock& clock;
    QualityController& cost;
    Notices& notices;
    Annotations& annotations;
    const std::size_t& most_bodies;  // that the device holds
    const std::optional<LostDevice>& lost_device;
    CameraRig& camera;
    Window& window;
    Ui& ui;
    std::string& save_name;  // the file for the state
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

// All that the panels ask for and the loop does.
struct PanelActions {
    const Control* control = nullptr;  // chosen from a menu
    bool reset = false;
    std::optional<double> head_for;  // this time, computing what is missing
    std::optional<double> show;      // the moment nearest to this time
    bool play_on = false;            // from there
    std::optional<Options> load;     // another source, or the same with other bodies or scales
    std::optional<std::filesystem::path> simulate_from;  // this snapshot
    std::optional<SolverChoice> solver;                  // of a kernel its variant alone
    bool fit_density = false;                            // limits of the colour map, to the picture
    std::optional<std::string> open_device;              // by its index; empty: as at the start
    bool save = false;                                   // the state, to PanelView::save_name
    bool choose_save_name = false;                       // for it, and save it then
    std::optional<std::filesystem::path> open, save_as;  // the file that was chosen for it
    DiagnosticsPanel::Export diagnostics = DiagnosticsPanel::Export::none;  // a file of them
    std::optional<std::string> save_scene;     // to this file, with path and changes
    std::optional<std::string> delete_galaxy;  // of the run
    std::optional<PlayTool> tool;              // in the hand
};

// How the run goes, for the status line.
RunFacts run_facts(const PanelView& view);

// Panels.
void simulation_panel(Widgets& widgets, const PanelView& view, PanelActions& actions);
void playback_panel(Widgets& widgets, const PanelView& view, SnapshotSeries& series, PanelActions& actions);
void device_panel(Widgets& widgets, const PanelView& view, PanelActions& actions);

inline constexpr const char* lost_device_title = "Device lost";
// Only while there is something to say and to choose; in the area that the others leave free.
void lost_device_panel(Widgets& widgets, const PanelView& view, PanelActions& actions, const Area& free);

// Sections of the Simulation and the Playback panel.
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
