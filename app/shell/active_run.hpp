// The device, the scene that is loaded onto it, and the parameters with which its run goes on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/options.hpp"
#include "app/diagnostics/kernel_tuning.hpp"
#include "app/diagnostics/live_diagnostics.hpp"
#include "app/panels/panel.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/gl_bridge.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/scene/scene_snapshot.hpp"

namespace milkomeda {

struct ActiveRun {
    // Opens the device and loads the source of `options`. If the device fails, loads without a device, and
    // `device_failure` says why. Throws UsageError or std::runtime_error if the source cannot be loaded.
    // Needs a current OpenGL context.
    ActiveRun(const ViewOptions& options, const Assets& assets);

    // Loads a source onto the present device. Throws like the constructor, and the errors of the device.
    LoadedScene load(const SceneOptions& wanted);
    // Computes with `context`, whose memory holds `bodies`, from the next load on.
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
    std::vector<SmoothBodies> smooth_bodies_;  // measured on the present device

  public:
    ViewOptions options;  // with which the scene was loaded
    const Assets& assets;
    GlBridge gl;
    std::string device_failure;  // why the device failed at the start; empty if it works
    DeviceContext device_context = first_device();
    std::size_t most_bodies = 0;  // number of bodies that the device memory holds
    KernelTuning kernels{options.device, options.program, {}, assets};
    LoadedScene loaded = first_load();
    SimulationParameters parameters = loaded.initial().parameters;
    std::optional<LostDevice> lost_device;
    std::optional<SceneSnapshot> edited_start;  // start of the run, once galaxies of the run were edited
    LiveDiagnostics diagnostics;
};

// The device context with event profiling, so that the Timing panel can show the queue at any time.
DeviceContext profiled_device(const DeviceOptions& options, const GlSide& gl);

}  // namespace milkomeda
