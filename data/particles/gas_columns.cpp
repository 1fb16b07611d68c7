#include "data/particles/gas_columns.hpp"

#include <fmt/format.h>
#include <array>
#include <utility>

#include "data/base/units.hpp"
#include "data/particles/young_stars.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {

void check_gas(const std::filesystem::path& file, const ParticleSet& particles) {
    if (particles.gas.empty()) return;
    for (const Component& component : particles.components)
        for (std::size_t row = component.first; is_gas(component) && row < component.first + component.count; ++row) {
            const std::array<std::pair<const char*, float>, 3> values{
                {{"internal energy", particles.gas[row].energy},
                 {"density", particles.gas[row].density},
                 {"smoothing length", particles.velocities[row].w}}};
            for (const auto& [name, value] : values)
                if (!std::isfinite(value))
                    throw FileError(file, fmt::format("body {}: the {} of the gas is negative or not a finite 32-bit "
                                                      "float; correct the number, or remove the column",
                                                      row + 1, name));
        }
}

CompleteGasColumns complete_gas_columns(const ParticleSet& particles) {
    if (particles.gas.empty() || gas_count(particles.components) == count_young_stars(particles)) return {};
    CompleteGasColumns complete{true, true, true};
    for (const Component& component : particles.components)
        for (std::size_t row = component.first; is_gas(component) && row < component.first + component.count; ++row) {
            if (is_young_star(particles.velocities[row])) continue;
            complete.energies &= particles.gas[row].energy >= 0;
            complete.densities &= particles.gas[row].density > 0;
            complete.lengths &= particles.velocities[row].w > 0;
        }
    return complete;
}

double energy_per_kelvin() {
    constexpr double gamma = 5.0 / 3;
    const double speed = isothermal_sound_speed(1);
    return speed * speed / (gamma - 1);
}

}  // namespace milkomeda
