// Cosmological snapshots: the rules for the scale factor and the meaning of the stored time, and the age of the
// universe.
#pragma once

#include <optional>
#include <string>

#include "data/particles/particle_file.hpp"

namespace milkomeda {

// Numbers in the header of a snapshot; empty if the header does not state them.
struct CosmologyFields {
    std::optional<double> time{}, scale_factor{}, redshift{};
    std::optional<bool> comoving{};  // true if the header states that coordinates are comoving
    bool time_is_a_time = false;     // true if the program that wrote the file never stores a scale factor as time
    std::optional<double> h{};       // Hubble parameter in units of 100 km/s/Mpc
    std::optional<double> omega_matter{}, omega_lambda{}, omega_radiation{};
};

struct Epoch {
    double scale_factor = 1;  // 1 for a snapshot that is not cosmological
    bool is_cosmological = false;
    bool time_is_scale_factor = false;  // true if the stored time is a scale factor
    std::string rule;                   // rule that gave the scale factor, for messages
};

// Applies the first of these rules that fits. The scale factor is: 1 if the header states that coordinates are not
// comoving; the stated scale factor; the time if the header states comoving coordinates, or if the time is
// 1 / (1 + redshift) and there is matter or a redshift; 1 / (1 + redshift) if the redshift is positive; otherwise 1.
Epoch epoch_of(const CosmologyFields& fields);

// Returns the age of the universe at a scale factor, in model units of time. Without omega_lambda, the universe is
// flat. Returns an empty optional if h or omega_matter is missing or impossible.
std::optional<double> age_of_universe(double scale_factor, const CosmologyFields& fields);

// Adds notes about the conversion of a cosmological snapshot to physical positions and peculiar velocities, and about
// a stored time that is a scale factor. `age` is the age of the universe, if it is known.
void note_cosmology(ParticleFile& file, const Epoch& epoch, const std::optional<double>& age);

}  // namespace milkomeda
