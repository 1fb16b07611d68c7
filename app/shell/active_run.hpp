// The compute device, the scene loaded onto the device, and the simulation parameters of the run.
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

    // Loads a source onto the present device. Throws UsageError, std::runtime_error and OpenCL errors.
    LoadedScene load(const SceneOptions& wanted);
    // Makes later calls of load() use `context`, whose device memory holds at most `bodies` bodies.
    void set_device(const DeviceContext& context, std::size_t bodies);

    ParticleSource& source() { return loaded.particle_source(); }
    const ParticleSource& source() const { return loaded.particle_source(); }
    SavedSolver solver_to_save();

  private:
    struct SmoothBodies {
        SimulationParameters parameters;
        std::size_t bodies;
    };
    DeviceContext first_device();
    LoadedScene first_load();
    std::vector<SmoothBodies> smooth_bodies_;  // body counts with smooth motion on the device

  public:
    ViewOptions options;  // command line options of the loaded scene
    const Assets& assets;
    GlSide gl = current_gl_side();
    std::string device_failure;  // reason why the device failed at program start; empty if the device works
    DeviceContext device_context = first_device();
    std::size_t most_bodies = 0;  // largest number of bodies that fits in the device memory
    KernelTuning kernels{options.device, options.program, {}, assets};
    LoadedScene loaded = first_load();
    SimulationParameters parameters = loaded.initial().parameters;
    std::optional<LostDevice> lost_device;
    std::optional<SceneSnapshot> edited_start;  // start of the run, if its galaxies were edited
    LiveDiagnostics diagnostics;
};

// Opens a device with event profiling, so that the Timing panel can show the command queue at any time.
DeviceContext profiled_device(const DeviceOptions& options, const GlSide& gl);

}  // namespace milkomeda
