// The units of a particle file's numbers, and how they become model units.
#pragma once

#include <string>

#include "data/particles/particles.hpp"

namespace milkomeda {

struct UnitSystem {
    double length_cm, mass_g, velocity_cm_per_s;
};

// The units of data/base/units.hpp; the mass has more digits, so that G = 1 to all of them.
extern const UnitSystem model_units;
// GADGET's by convention, where a file says nothing: kpc/h, 1e10 Msun/h, km/s.
UnitSystem gadget_units(double h);

// The units that a person wants a file's numbers to be read in: what the file or its format says, model units
// whatever it says, or GADGET's.
enum class UnitChoice { automatic, model, gadget };

inline constexpr const char* model_units_text =
    "model units (4 kpc, 220 km/s, 17.78 Myr, 4.5e10 Msun; G = 1)";

bool is_same(const UnitSystem& a, const UnitSystem& b);

// For people: "1 kpc, 1e+10 Msun, 1 km/s".
std::string to_string(const UnitSystem& units);

// What numbers of these units are multiplied by.
struct UnitFactors {
    double length = 1, mass = 1, velocity = 1;
};
UnitFactors factors_to_model_units(const UnitSystem& units);

// Multiplies all columns and the time; numbers in model units stay as they are, bit for bit.
void convert_to_model_units(ParticleSet& particles, const UnitSystem& units);
// The same for a time alone.
double model_time(double time, const UnitSystem& units);

}  // namespace milkomeda
