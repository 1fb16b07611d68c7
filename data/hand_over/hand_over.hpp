// Folder with which another program computes a run: parameter files, a script and a README.md beside the initial
// conditions.
#pragma once

#include <string>
#include <vector>

#include "data/base/asset_source.hpp"
#include "data/base/names.hpp"
#include "data/particles/particles.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

enum class HandOverProgram { gadget4, swift };
template <>
inline constexpr std::array<std::string_view, 2> names<HandOverProgram>{"gadget4", "swift"};

// Returns the program's name in texts: "GADGET-4" or "SWIFT".
std::string_view title_of(HandOverProgram program);
// Returns the name of the format of the initial conditions (data/formats/formats.hpp).
std::string_view format_of(HandOverProgram program);

// Name of the file with the initial conditions.
inline constexpr const char* hand_over_particles_name = "ics.hdf5";

// Description of a run. Times are model times.
struct HandOver {
    HandOverProgram program = HandOverProgram::gadget4;
    std::string source;  // name of the scene or file
    SimulationParameters parameters;
    double begin = 0, until = 0;
    double every = 0;  // interval of snapshots
    std::size_t ranks = 1;
    std::size_t bodies = 0, gas = 0;  // all bodies, and bodies that the program moves as gas
    double box_size = 0;              // edge of the box in the initial conditions for SWIFT

    // Returns the longest timestep that both programs use: they divide the run in halves until a part is not longer
    // than the timestep of Milkomeda.
    double step() const;
};

// Returns the interval nearest to 0.5 that divides `duration` into a power of two of parts. GADGET-4 writes snapshots
// exactly at multiples of this interval.
double usual_snapshot_interval(double duration);

// Throws std::invalid_argument with a one-line message if the program cannot compute a run with these parameters and
// times.
void require_possible(const HandOver& run);

// Returns the bodies as the program needs them: gas has internal energies and, for SWIFT, smoothing lengths. With
// GasModel::off, gas becomes a component `stars`. Without GasModel::adiabatic, the internal energy is that of the
// temperature of isothermal gas.
ParticleSet hand_over_particles(ParticleSet particles, HandOverProgram program, const SimulationParameters& parameters);

struct HandOverFile {
    std::string name, text;
    bool is_script = false;
};
// Returns all files except the initial conditions. `assets` contains the templates.
std::vector<HandOverFile> hand_over_files(const HandOver& run, const AssetSource& assets);

// Replaces each placeholder @NAME@ by the value of NAME. Leaves out lines that consist of a placeholder with an empty
// value. Throws std::logic_error if a placeholder has no value.
struct PlaceholderValue {
    std::string name, text;
};
std::string filled_template(const std::string& text, const std::vector<PlaceholderValue>& values);

}  // namespace milkomeda
