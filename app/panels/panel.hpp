// The panels and their sections: functions that draw with Widgets, change their settings at once, and return
// what else the user asks for in PanelActions. Panels that remember something are classes with headers of
// their own. Each panel takes a struct of what it shows and changes.
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
class FrameClock;
class KernelTuning;
class LoadedScene;
class MixedTools;
class Notices;
enum class PlayTool;
class PlayTools;
class PotentialSlice;
class QualityController;
class RunRecorder;
class SnapshotSeries;
class Split;
class Timing;
class Tour;
class Ui;
class VideoRecorder;
class Window;
struct Look;
struct RunFacts;
struct UserCommand;

// A device that failed, and the devices on which the run could continue.
struct LostDevice {
    std::string reason;           // one line
    bool plays_on = false;        // the run plays as soon as there is a device
    std::vector<Device> choices;  // as the machine lists them now
};

// What the user asks for and the panels cannot do themselves.
struct PanelActions {
    const UserCommand* command = nullptr;  // chosen from a menu
    bool reset = false;
    std::optional<double> head_for;    // model time to go to, computing missing steps
    std::optional<double> show;        // model time whose nearest stored moment is shown
    bool play_on = false;              // from the moment shown
    std::optional<SceneOptions> load;  // source to load, or other bodies or scales of the present source
    std::optional<std::filesystem::path> simulate_from;  // snapshot to continue with a simulation
    std::optional<SolverChoice> solver;                  // solver, or variant of the direct sum
    bool fit_density = false;                            // limits of the color map to the picture
    std::optional<std::string> open_device;  // index of a device; empty text: the device of the start
    bool save = false;                       // the run, to the file of the save section
    bool choose_save_name = false;           // in a dialog, and save the run then
    std::optional<std::filesystem::path> open, save_as;  // files that were chosen in dialogs
    DiagnosticsPanel::Export diagnostics = DiagnosticsPanel::Export::none;  // file to write
    std::optional<std::string> save_scene;     // scene file to write, with camera path and edits
    std::optional<std::string> delete_galaxy;  // name of a galaxy of the run
    std::optional<PlayTool> tool;              // tool to take
};

// The Simulation or Playback panel.
struct RunPanelContents {
    LoadedScene& loaded;
    SimulationParameters& parameters;
    MixedTools& mixed_tools;
    std::string& save_name;  // file to which the run is saved
};

struct ScenePanelContents {
    LoadedScene& loaded;
    CameraRig& camera;
    Notices& notices;
    const std::size_t& most_bodies;  // number of bodies that the device memory holds
};

struct ViewPanelContents {
    LoadedScene& loaded;
    Look& look;
    CameraRig& camera;
    Annotations& annotations;
    PotentialSlice& slice;
    Notices& notices;
};

struct AdvancedPanelContents {
    const LoadedScene& loaded;
    const SimulationParameters& parameters;
    const Look& look;
    KernelTuning& kernels;
    QualityController& quality;
    Window& window;
    Ui& ui;
};

struct LostDeviceContents {
    const LoadedScene& loaded;
    const std::optional<LostDevice>& lost_device;
};

// What the status line tells about.
struct ObservedRun {
    const LoadedScene& loaded;
    const KernelTuning& kernels;
    const SimulationParameters& parameters;
    const Look& look;
    const QualityController& quality;
    const FrameClock& clock;
};
RunFacts run_facts(const ObservedRun& run);

void simulation_panel(Widgets& widgets, const RunPanelContents& contents, PanelActions& actions);
void playback_panel(Widgets& widgets, const RunPanelContents& contents, SnapshotSeries& series,
                    PanelActions& actions);
void advanced_panel(Widgets& widgets, const AdvancedPanelContents& contents, PanelActions& actions);

inline constexpr const char* lost_device_title = "Device lost";
// Drawn in the center of the area that the other panels leave free, while the device is lost.
void lost_device_panel(Widgets& widgets, const LostDeviceContents& contents, PanelActions& actions,
                       const Area& free);

// Section of the Simulation and the Playback panel.
void save_section(Widgets& widgets, std::string& save_name, PanelActions& actions);

// Sections of the View panel.
void light_section(Widgets& widgets, const ViewPanelContents& contents);
void color_section(Widgets& widgets, const ViewPanelContents& contents);
void density_section(Widgets& widgets, const ViewPanelContents& contents, PanelActions& actions);
void annotations_section(Widgets& widgets, Annotations& annotations);
void components_section(Widgets& widgets, LoadedScene& loaded);

// Sections of the Advanced panel.
void drawing_section(Widgets& widgets, QualityController& quality, const Look& look);
void kernels_section(Widgets& widgets, const AdvancedPanelContents& contents, PanelActions& actions);
void screen_section(Widgets& widgets, Window& window, Ui& ui);

}  // namespace milkomeda
