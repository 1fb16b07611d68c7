#include "data/particles/column_sources.hpp"

namespace milkomeda {

std::string rule_of_units(const ReadOptions& options, const std::optional<UnitSystem>& stated,
                          const std::string& usual) {
    if (options.units != UnitChoice::automatic) return "chosen by --units";
    return stated ? "stated in the file" : "not stated in the file; " + usual;
}

void add_sources(ParticleFile& file, const ColumnPlaces& places, const UnitSystem& units, const std::string& rule) {
    const auto add = [&](const char* column, const std::string& place, const std::string& unit, double factor) {
        if (!place.empty()) file.sources.push_back({column, place, unit, factor, unit.empty() ? "" : rule});
    };
    const UnitFactors factors = factors_to_model_units(units);
    const UnitTexts texts = texts_of(units);
    add("positions", places.positions, texts.length, factors.length);
    add("velocities", places.velocities, texts.velocity, factors.velocity);
    add("masses", places.masses, texts.mass, factors.mass);
    const double length = factors.length;
    add("internal energies", places.energies, "(" + texts.velocity + ")^2", factors.velocity * factors.velocity);
    add("densities", places.densities, texts.mass + " / (" + texts.length + ")^3",
        factors.mass / (length * length * length));
    add("smoothing lengths", places.lengths, texts.length, length);
    add("ids", places.ids, "", 1);
    add("time", places.time, texts.time, model_time(1, units));
}

}  // namespace milkomeda
