// Units of the numbers in a particle file, and conversion to model units.
#pragma once

#include <string>

#include "data/base/names.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

struct UnitSystem {
    double length_cm, mass_g, velocity_cm_per_s;
    bool operator==(const UnitSystem&) const = default;
};

// The model units of data/base/units.hpp, with a mass unit of more digits, so that G = 1 to full precision.
extern const UnitSystem model_units;
// Returns GADGET's conventional units kpc/h, 1e10 Msun/h and km/s, for files that do not state units.
UnitSystem gadget_units(double h);

// The user's choice of units: units stated by the file or implied by its format (automatic), model units, or
// GADGET's units.
enum class UnitChoice { automatic, model, gadget };
template <>
inline constexpr std::array<std::string_view, 3> names<UnitChoice>{"auto", "model", "gadget"};

inline constexpr const char* model_units_text = "model units (4 kpc, 220 km/s, 17.78 Myr, 4.5e10 Msun; G = 1)";

// Returns the units as text for messages: "1 kpc, 1e+10 Msun, 1 km/s".
std::string to_string(const UnitSystem& units);
// Return a single unit as text: "1 kpc", "1e+10 Msun", "1 km/s".
std::string length_unit_text(double cm);
std::string mass_unit_text(double grams);
std::string velocity_unit_text(double cm_per_s);
// Texts of the single units: "1 kpc", "1e+10 Msun", "1 km/s", "977.8 Myr".
struct UnitTexts {
    std::string length, mass, velocity, time;
};
UnitTexts texts_of(const UnitSystem& units);

// Factors that convert numbers of a file to model units.
struct UnitFactors {
    double length = 1, mass = 1, velocity = 1;
};
UnitFactors factors_to_model_units(const UnitSystem& units);

// Converts all columns and the time. Numbers that are already in model units stay identical bit for bit.
void convert_to_model_units(ParticleSet& particles, const UnitSystem& units);
double model_time(double time, const UnitSystem& units);

}  // namespace milkomeda
