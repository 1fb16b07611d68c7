// Snapshots, and the start of a run: a scene, a file, or arrays of numpy.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/scene/scene_setup.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/options.hpp"

namespace milkomeda::python {

// Bodies at one time. The class never changes its bodies, so that arrays of numpy can share the memory.
struct Snapshot {
    std::shared_ptr<const ParticleSet> particles;
    // setup of the run to which the bodies belong, with its look and parameters; null for a file and for arrays
    std::shared_ptr<const SceneSetup> setup{};
};

struct SnapshotArrays {
    py::array positions, velocities, masses;
    py::object ids;         // None: the number of the row
    py::object components;  // None, or tuples (galaxy, name, number of bodies) in the order of the rows
    double time;
};

// Throws UsageError if an array is invalid.
Snapshot snapshot_of(const SnapshotArrays& arrays);

// Returns the options that load `snapshot` instead of a source.
SceneOptions with_content(SceneOptions options, const Snapshot& snapshot);

struct LoadedSource {
    std::shared_ptr<const Assets> assets;
    SceneOptions scene;
    DeviceOptions device;
    ProgramOptions program;
    std::shared_ptr<const SceneSetup> setup;

    Snapshot snapshot() const { return {{setup, &setup->particles}, setup}; }
};

// Loads the source of the words, which are a command `simulate`, or the bodies of `snapshot` with these options. Throws
// UsageError and FileError as the command.
LoadedSource load(const Words& words, const std::optional<Snapshot>& snapshot);

// Reads a file without changing the order of its rows; `words` are a command `info`.
Snapshot read(const Words& words);
void write(const std::string& file, const Snapshot& snapshot, const std::string& format);

// Measures the galaxies of the snapshot; `words` are a command `profile`. Returns JSON with the lists "bins",
// "components" and "galaxies".
std::string profile(const Words& words, const Snapshot& snapshot);

// Return lists as JSON.
std::string scene_list();
std::string device_list();

}  // namespace milkomeda::python
