// The interfaces of panels and of their sections. A panel draws its controls with Widgets and changes its settings at
// once. Requests that are more than a changed setting are returned in PanelActions. Structs named ...Contents hold the
// data that a panel shows or changes. A panel with state is a class with its own header.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/option_parts.hpp"
#include "app/diagnostics/diagnostics_panel.hpp"
#include "app/ui/file_dialog.hpp"
#include "app/ui/widgets.hpp"
#include "compute/device/device.hpp"
#include "compute/gravity/solvers.hpp"
#include "data/formats/column_assignment.hpp"

namespace milkomeda {

enum class Annotation;
class Annotations;
struct Area;
class CameraRig;
class CameraSection;
enum class CompareRequest;
class ComponentsSection;
enum class ExportRequest;
class FrameClock;
class KernelTuning;
class LoadedScene;
class MixedTools;
class Notices;
enum class LessonRequest;
enum class MatchRequest;
enum class MeasureRequest;
enum class PlayTool;
class PotentialSlice;
class PresetList;
class QualityController;
class SnapshotSeries;
class Ui;
class Window;
struct Look;
struct RunFacts;
struct UserCommand;

// The failure of a compute device, and the devices on which the run could continue.
struct LostDevice {
    std::string reason;     // reason of the failure in one line
    bool plays_on = false;  // true: the run was playing when the device failed, and must play again after the recovery
    std::vector<Device> choices;  // devices of this computer, listed after the failure
};

// Requests of the user in one frame that the panels cannot carry out themselves.
struct PanelActions {
    const UserCommand* command = nullptr;  // command chosen from a menu
    bool reset = false;
    std::optional<double> head_for;  // model time to go to; missing steps are computed
    std::optional<double> show;      // model time whose nearest stored state is to be shown
    bool play_on = false;            // true: play from the displayed state, or from the time of head_for
    // source to load, with number of bodies and with scale factors for positions, velocities and masses
    std::optional<SceneOptions> load;
    std::optional<std::filesystem::path> simulate_from;  // snapshot from which to start a simulation
    std::optional<SolverChoice> solver;                  // solver or kernel variant to use
    bool fit_density = false;                            // true: fit the limits of the density colors to the picture
    // index of the device to open, as text; empty text: the device that has failed
    std::optional<std::string> open_device;
    bool save = false;               // true: save the bodies or the run to the file named in the save section
    bool choose_save_name = false;   // true: let the user choose a file in a dialog, then save the run to this file
    std::optional<ChosenFile> file;  // file chosen in a dialog
    std::optional<ColumnAssignment> columns;  // assignment with which to open the table of the column dialog
    DiagnosticsPanel::Export diagnostics = DiagnosticsPanel::Export::none;  // kind of diagnostics file to write
    std::optional<std::string> save_scene;     // scene file to write, with camera path and edits
    std::optional<std::string> delete_galaxy;  // name of the galaxy to delete from the run
    std::optional<PlayTool> tool;              // mouse tool to select
    std::optional<LessonRequest> lesson;       // request of the lesson's card
    ExportRequest exporting{};                 // request of the card for exports
    CompareRequest comparing{};                // request of the card for comparisons
    MeasureRequest measuring{};                // request of the card of the measuring tool
    MatchRequest matching{};                   // request of the card of the picture to match
};

// Contents of the Physics drawer, or of the Playback drawer.
struct RunPanelContents {
    LoadedScene& loaded;
    SimulationParameters& parameters;
    MixedTools& mixed_tools;
    std::string& save_name;  // file name in the save section
};

struct ScenePanelContents {
    LoadedScene& loaded;
    CameraRig& camera;
    Notices& notices;
    const std::size_t& most_bodies;  // largest number of bodies that fits in the device memory
};

struct ViewPanelContents {
    LoadedScene& loaded;
    Look& look;
    CameraRig& camera;
    Annotations& annotations;
    PotentialSlice& slice;
    Notices& notices;
};

struct DevicePanelContents {
    const LoadedScene& loaded;
    const SimulationParameters& parameters;
    const Look& look;
    KernelTuning& kernels;
    QualityController& quality;
    Window& window;
    Ui& ui;
};

// State of the run and the picture that the status line describes.
struct ObservedRun {
    const LoadedScene& loaded;
    const KernelTuning& kernels;
    const SimulationParameters& parameters;
    const Look& look;
    const QualityController& quality;
    const FrameClock& clock;
};
RunFacts run_facts(const ObservedRun& run);

void look_panel(Widgets& widgets, PresetList& presets, ComponentsSection& components, const ViewPanelContents& contents,
                PanelActions& actions);
void labels_panel(Widgets& widgets, Annotations& annotations);
// Draws a checkbox that switches this annotation on and off.
void annotation_checkbox(Widgets& widgets, Annotations& annotations, Annotation annotation);
void physics_panel(Widgets& widgets, const RunPanelContents& contents);
void playback_panel(Widgets& widgets, const RunPanelContents& contents, SnapshotSeries& series, PanelActions& actions);
void device_panel(Widgets& widgets, const DevicePanelContents& contents, PanelActions& actions);

inline constexpr const char* lost_device_title = "Device lost";
// Draws the panel in the center of `free`, the area between the panels. `time`: model time of the displayed
// picture.
void lost_device_panel(Widgets& widgets, const LostDevice& lost, double time, const Area& free, PanelActions& actions);

// Section of the Scenes card that saves the bodies.
void save_section(Widgets& widgets, std::string& save_name, PanelActions& actions);

// Section of the Device drawer with the times of the drawing passes and the number of drawn bodies.
void drawing_section(Widgets& widgets, QualityController& quality, const Look& look);

}  // namespace milkomeda
