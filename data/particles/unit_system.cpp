#include "data/particles/unit_system.hpp"

#include "data/base/units.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr double cm_per_kpc = 3.0856775814913673e21;  // kiloparsec by IAU 2012 B2 and IAU 2015 B2
constexpr double cm_s_per_km_s = 1e5;
constexpr double gravity_cgs = 6.6743e-8;  // gravitational constant by CODATA 2018
// solar mass from IAU 2015 B3 and the gravitational constant above
constexpr double grams_per_solar_mass = 1.98841e33;

constexpr double model_length = kpc_per_length * cm_per_kpc;
constexpr double model_velocity = km_s_per_velocity * cm_s_per_km_s;

}  // namespace

const UnitSystem model_units{model_length, model_velocity* model_velocity* model_length / gravity_cgs, model_velocity};

UnitSystem gadget_units(double h) { return {cm_per_kpc / h, 1e10 * grams_per_solar_mass / h, cm_s_per_km_s}; }

std::string length_unit_text(double cm) { return short_number(cm / cm_per_kpc) + " kpc"; }
std::string mass_unit_text(double grams) { return short_number(grams / grams_per_solar_mass) + " Msun"; }
std::string velocity_unit_text(double cm_per_s) { return short_number(cm_per_s / cm_s_per_km_s) + " km/s"; }

std::string to_string(const UnitSystem& units) {
    const UnitTexts texts = texts_of(units);
    return texts.length + ", " + texts.mass + ", " + texts.velocity;
}

UnitTexts texts_of(const UnitSystem& units) {
    return {length_unit_text(units.length_cm), mass_unit_text(units.mass_g),
            velocity_unit_text(units.velocity_cm_per_s), short_number(model_time(1, units) * myr_per_time) + " Myr"};
}

double model_time(double time, const UnitSystem& units) {
    return time *
           ((units.length_cm / model_units.length_cm) / (units.velocity_cm_per_s / model_units.velocity_cm_per_s));
}

UnitFactors factors_to_model_units(const UnitSystem& units) {
    return {units.length_cm / model_units.length_cm, units.mass_g / model_units.mass_g,
            units.velocity_cm_per_s / model_units.velocity_cm_per_s};
}

void convert_to_model_units(ParticleSet& particles, const UnitSystem& units) {
    particles.time = model_time(particles.time, units);
    const auto [length, mass, velocity] = factors_to_model_units(units);
    if (length != 1 || mass != 1 || velocity != 1) scale(particles, length, velocity, mass);
}

}  // namespace milkomeda
