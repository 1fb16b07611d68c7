// Units of the numbers in a particle file, and their conversion to model units.
#pragma once

#include <string>

#include "data/particles/particles.hpp"

namespace milkomeda {

struct UnitSystem {
    double length_cm, mass_g, velocity_cm_per_s;
};

// The units of data/base/units.hpp. The mass has more digits here, so that G = 1 to full precision.
extern const UnitSystem model_units;
// GADGET's conventional units, for files that do not state units: kpc/h, 1e10 Msun/h, km/s.
UnitSystem gadget_units(double h);

// The user's choice of units: as stated by the file or its format (automatic), always model units, or
// GADGET's units.
enum class UnitChoice { automatic, model, gadget };

inline constexpr const char* model_units_text =
    "model units (4 kpc, 220 km/s, 17.78 Myr, 4.5e10 Msun; G = 1)";

bool is_same(const UnitSystem& a, const UnitSystem& b);

// Text for messages: "1 kpc, 1e+10 Msun, 1 km/s".
std::string to_string(const UnitSystem& units);

// Factors that convert numbers to model units.
struct UnitFactors {
    double length = 1, mass = 1, velocity = 1;
};
UnitFactors factors_to_model_units(const UnitSystem& units);

// Converts all columns and the time; numbers that are already in model units stay bit for bit.
void convert_to_model_units(ParticleSet& particles, const UnitSystem& units);
// Converts a time alone.
double model_time(double time, const UnitSystem& units);

}  // namespace milkomeda
