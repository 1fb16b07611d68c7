// The compute device, the loaded scene, and the parameters of the run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/options.hpp"
#include "app/diagnostics/kernel_tuning.hpp"
#include "app/diagnostics/live_diagnostics.hpp"
#include "app/panels/panel.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/scene/scene_snapshot.hpp"

namespace milkomeda {

struct ActiveRun {
    // Opens the device and loads the source of `options`. If the device fails, loads the source without a
    // device and stores the reason in `device_failure`. Throws UsageError or std::runtime_error if the source
    // cannot be loaded. Needs a current OpenGL context.
    ActiveRun(const ViewOptions& options, const Assets& assets);

    // Loads a source onto the present device. Throws UsageError, std::runtime_error or OpenCL errors.
    LoadedScene load(const SceneOptions& wanted);
    // Later calls of load() use the device `context`, whose memory can hold at most `bodies` bodies.
    void set_device(const DeviceContext& context, std::size_t bodies);

    ParticleSource& source() { return loaded.particle_source(); }
    const ParticleSource& source() const { return loaded.particle_source(); }
    // Returns true for a single snapshot, which the window shows at rest until the user starts the run. Scenes, series
    // of snapshots and saved runs play at once.
    bool starts_at_rest() const {
        return loaded.initial().available > 0 && !source().series() && !loaded.initial().resumed;
    }
    // Returns the solver of the run for a state file; without a simulation, an empty SavedSolver.
    SavedSolver solver_to_save();

  private:
    struct SmoothBodies {
        SimulationParameters parameters;
        bool has_gas;
        BodyBudget budget;
    };
    DeviceContext first_device();
    LoadedScene first_load();
    // Results of smooth_bodies() for the parameters of the scenes loaded so far; each result takes time to measure.
    std::vector<SmoothBodies> smooth_bodies_;

  public:
    ViewOptions options;  // options of the command line; `options.scene` names the loaded source
    const Assets& assets;
    GlSide gl = current_gl_side();
    std::string device_failure;  // why the device failed at program start; empty if the device works
    DeviceContext device_context = first_device();
    std::size_t most_bodies = 0;  // largest number of bodies that fits into the memory of the device
    KernelTuning kernels{options.device, options.program, {}, assets};
    LoadedScene loaded = first_load();
    SimulationParameters parameters = loaded.initial().parameters;
    std::optional<LostDevice> lost_device;
    std::optional<SceneSnapshot> edited_start;  // state at the start of the run; empty until galaxies are edited
    LiveDiagnostics diagnostics;
};

// Opens a device whose command queue records times, so that the drawer Frame times can show these times.
DeviceContext profiled_device(const DeviceOptions& options, const GlSide& gl);

}  // namespace milkomeda
