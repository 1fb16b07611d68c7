// Panels of the tools, and sections that other panels contain.
#pragma once

#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/source_interfaces.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/tools/measure_tool.hpp"
#include "app/tools/mixed_tools.hpp"
#include "app/tools/play_tools.hpp"
#include "app/tools/potential_slice.hpp"
#include "app/tools/split.hpp"
#include "app/ui/plot.hpp"
#include "app/ui/widgets.hpp"
#include "app/viewport/overlay_painter.hpp"

namespace milkomeda {

struct GalaxyRequest {
    std::optional<glm::vec3> focus;      // position of the galaxy that the camera must center; empty without a request
    std::optional<std::string> deleted;  // name of the galaxy to delete; empty without a request
};

// Draws the list of galaxies in the run with their numbers of bodies. Buttons center the view on a galaxy or delete the
// galaxy. Returns the requests of the user.
GalaxyRequest galaxy_list(Widgets& widgets, LoadedScene& loaded);

// Draws the Physics drawer of the mixed box, in which small and large particles collide. Returns true if the user asks
// to return to the start of the run.
bool mixed_panel(Widgets& widgets, LiveBox& box, Transport& transport, MixedTools& tools);

// Draws the card of the selected galaxy tool: what to do, and the settings of a new galaxy.
void play_panel(Widgets& widgets, PlayTools& tools, std::size_t most_bodies);

// Request of the user from the card of the measuring tool: to write a table of the bodies in the region (`bodies`) or
// of the position-velocity diagram (`slit`), or to make the kept bodies a galaxy (`galaxy`).
enum class MeasureRequest { none, bodies, slit, galaxy };

// Draws the card of the measuring tool.
MeasureRequest measure_panel(Widgets& widgets, MeasureTool& tool);
// Draws the points and lines of the measurement over the picture. Text stays inside the area `free`.
void draw_measurement(const OverlayPainter& painter, const MeasureTool& tool, const Area& free);

// Draws the card that controls the slice through the potential.
void slice_panel(Widgets& widgets, PotentialSlice& slice, const Camera& camera);

inline constexpr const char* split_title = "Split";

// Draws the titles above the two pictures of a comparison, and below the pictures the plot with the curves of both
// runs.
class SplitPanel {
  public:
    // Draws titles and plot; does nothing if no runs are compared. `first_energies`: measured energies of `run`, the
    // first run. `scale`: scale of the user interface.
    void draw(Widgets& widgets, const SplitView& split, const ParticleSource& run,
              const SimulationParameters& parameters, const EnergyHistory& first_energies, float scale);

  private:
    bool shows_energies_ = false;
    PlotZoom zoom_;
};

enum class CompareRequest { none, start, end };

// State of the card for comparisons. The card itself changes only `choice` and `file`.
struct CompareStatus {
    bool is_open = false;
    Comparison choice;
    std::string file;  // typed name of a file or scene
    struct Branch {
        std::shared_ptr<const RunHistory::Branch> branch;
        std::string title;
    };
    std::vector<Branch> branches;  // all other branches of the run's history
    std::string limit;             // why the chosen comparison is impossible; empty if it is possible
};

// Draws the card on which the user chooses the second run of a comparison. `parameters`: parameters of the first run.
CompareRequest compare_panel(Widgets& widgets, CompareStatus& status, const SimulationParameters& parameters,
                             bool has_gas, const SplitView& split);

}  // namespace milkomeda
