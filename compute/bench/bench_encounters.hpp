// Measures how many restricted encounters of galaxies a device computes in a second.
#pragma once

#include <optional>

#include "compute/device/device.hpp"
#include "compute/encounter/encounter_settings.hpp"
#include "data/base/inclusion.hpp"

namespace milkomeda {

// Times of an encounter, in seconds per encounter of a large launch.
struct EncounterTime {
    std::size_t particles = 0;  // of both disks
    double orbit = 0;           // start time, closest approach, orbit, and placing of the particles
    double motion = 0;          // motion of the particles
    // image and score against a picture; empty if the device cannot compute scores (EncounterScores)
    std::optional<double> score{};

    double per_second() const { return 1 / (orbit + motion); }  // without scores
};

// Measures the published models, which have 300 steps on average, with `particles` test particles each. Throws
// std::invalid_argument if the particles of an encounter do not fit into the device's memory.
EncounterTime bench_encounters(const Device& device, const ReadAsset& read, std::size_t particles,
                               EncounterIntegrator integrator);

}  // namespace milkomeda
