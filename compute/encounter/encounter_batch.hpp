// Runs many restricted encounters in one launch on an OpenCL device.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "compute/device/program.hpp"
#include "compute/encounter/encounter_orbits.hpp"

namespace milkomeda {

// The test particles move in single precision: by the leapfrog integrator in an interpolated table of the attraction,
// or by the Runge-Kutta integrator in the exact table, like the published codes. Every encounter has an orbit in double
// precision (`OrbitPlace`). Results do not depend on the other encounters of a launch, and are the same bits in each
// run on a device.
//
// The buffers of the particles contain the encounters of the last launch one after another. Each encounter has
// particles() rows, first those of disk 1. Galaxy 1 is at the origin.
class EncounterBatch {
  public:
    // Builds the kernels. Throws KernelError if a kernel does not build, and std::invalid_argument for settings without
    // particles or with a step that is not between 0 and 1.
    EncounterBatch(const KernelContext& context, const EncounterSettings& settings);

    // Returns the number of encounters of a launch, from settings.memory_bytes and the device's largest allocation.
    std::size_t launch_size(std::span<const EncounterParameters> encounters) const;

    // Runs all encounters in launches. Calls `use` after each launch with the index of the launch's first encounter and
    // the number of its encounters. During the call, the buffers contain the results; their commands may still be in
    // the queue.
    void run(std::span<const EncounterParameters> encounters,
             const std::function<void(std::size_t first, std::size_t count)>& use);

    // The two parts of a launch: begin() computes the orbits and places the particles at the start, move() moves the
    // particles to the end. Neither waits for the device, except that begin() waits to write its requests. `encounters`
    // must contain 1 to launch_size() encounters; their parameters must pass check().
    void begin(std::span<const EncounterParameters> encounters);
    void move();

    // Replaces the particles at the start of a single encounter, between begin() and move().
    void set_particles(std::span<const Float4> positions, std::span<const Float4> velocities);

    std::size_t particles() const { return settings_.particles[0] + settings_.particles[1]; }  // of an encounter
    std::size_t encounters() const { return count_; }                                          // of the last launch
    const EncounterSettings& settings() const { return settings_; }

    // Positions and velocities of the particles (Float4, w is 0), and the orbits (EncounterOutcome).
    const cl::Buffer& position_buffer() const { return positions_; }
    const cl::Buffer& velocity_buffer() const { return velocities_; }
    const cl::Buffer& outcome_buffer() const { return outcomes_; }
    // Two galaxies of each encounter (DiskGalaxy in kernels/encounter/encounter.h).
    const cl::Buffer& galaxy_buffer() const { return galaxies_; }

    // Copies results of the last launch to the host.
    std::vector<Float4> read_positions() const;
    std::vector<Float4> read_velocities() const;
    std::vector<EncounterOutcome> read_outcomes() const;

  private:
    void allocate(std::size_t count, std::size_t stages_each);
    void write_galaxies(std::span<const EncounterParameters> encounters);
    void compute_orbits(std::span<const EncounterParameters> encounters);
    std::size_t bytes_each(std::size_t stages_each) const;
    cl::Buffer filled(const void* data, std::size_t bytes) const;

    KernelContext context_;
    EncounterSettings settings_;
    bool orbits_on_device_ = false;
    std::size_t work_group_ = 1, lanes_ = 1;
    cl::Kernel orbits_, place_, move_;
    // Tables: samples of the disks, attraction for the placing and for the moving, and the tables of the orbits.
    cl::Buffer samples_, attraction_, moving_attraction_, orbit_attraction_, orbit_density_, orbit_dispersion_;
    cl::Buffer requests_, galaxies_, stages_, outcomes_, positions_, velocities_;
    std::vector<EncounterStage> host_stages_;
    std::size_t count_ = 0, capacity_ = 0, stages_each_ = 0, stage_capacity_ = 0;
};

}  // namespace milkomeda
