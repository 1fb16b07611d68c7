#include "app/io/diagnostics_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/io/output_file.hpp"
#include "data/base/units.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Returns the column name of a component: "milky-way_disk", or "disk" if the component belongs to no galaxy.
std::string column_name(const Component& component) {
    std::string name = component.galaxy.empty() ? component.name : component.galaxy + "_" + component.name;
    std::ranges::replace(name, ' ', '_');
    std::ranges::replace(name, ',', '_');
    return name;
}

// Returns `values`, which belong to `components`, in the order of the columns. Columns of components that are not
// present get the value `absent`.
template <typename Value>
std::vector<Value> in_columns(const std::vector<std::string>& columns, const std::vector<Value>& values,
                              std::span<const Component> components, const Value& absent) {
    std::vector<Value> all;
    std::size_t next = 0;
    for (const std::string& column : columns) {
        const bool is_present = next < components.size() && column_name(components[next]) == column;
        all.push_back(is_present ? values[next++] : absent);
    }
    return all;
}

// Returns the names of all columns.
std::vector<std::string> diagnostics_columns(const std::vector<Component>& components) {
    std::vector<std::string> names{"time", "time_myr", "steps", "kinetic", "potential", "total", "energy_error",
                                   "px",   "py",       "pz",    "lx",      "ly",        "lz",    "separation"};
    for (const Component& component : components)
        for (const char* radius : {"r10_", "r50_", "r90_"}) names.push_back(radius + column_name(component));
    names.insert(names.end(), {"virial_ratio", "unbound", "star_formation"});
    if (gas_count(components) > 0)
        names.insert(names.end(), {"gas_mass", "stars_formed", "sfr_msun_per_yr", "internal", "substeps"});
    for (const Component& component : components)
        if (component.perturber)
            for (const char* axis : {"x_", "y_", "z_"}) names.push_back(axis + column_name(component));
    return names;
}

std::vector<double> diagnostics_numbers(const Diagnostics& row, double energy_error, bool has_gas) {
    std::vector<double> values{row.time,
                               row.time * myr_per_time,
                               static_cast<double>(row.steps),
                               row.energies.kinetic,
                               row.energies.potential,
                               row.total_energy(),
                               energy_error};
    for (const glm::dvec3& v : {row.momentum, row.angular_momentum}) values.insert(values.end(), {v.x, v.y, v.z});
    values.push_back(row.separation);
    for (const LagrangianRadii& radii : row.radii) values.insert(values.end(), {radii.r10, radii.r50, radii.r90});
    values.insert(values.end(), {row.virial_ratio(), row.unbound, row.star_formation});
    const GasSums& gas = row.gas;
    if (has_gas) values.insert(values.end(), {gas.mass, gas.stars, gas.rate, gas.internal_energy, gas.substeps});
    for (const glm::dvec3& place : row.perturbers) values.insert(values.end(), {place.x, place.y, place.z});
    return values;
}

}  // namespace

DiagnosticsTable::DiagnosticsTable(const std::vector<Component>& components)
    : columns_{diagnostics_columns(components)}, has_gas_{gas_count(components) > 0} {
    for (const Component& component : components) {
        components_.push_back(column_name(component));
        if (component.perturber) perturbers_.push_back(components_.back());
    }
}

std::vector<double> DiagnosticsTable::row(const Diagnostics& values, const std::vector<Component>& components) {
    const double total = values.total_energy();
    if (!first_energy_) first_energy_ = total;
    const double error = *first_energy_ != 0 ? (total - *first_energy_) / std::abs(*first_energy_) : 0;
    constexpr double nan = Diagnostics::nan;
    Diagnostics shown = values;
    shown.radii = in_columns(components_, values.radii, components, {nan, nan, nan});
    shown.perturbers = in_columns(perturbers_, values.perturbers, std::span{components}.last(values.perturbers.size()),
                                  glm::dvec3{nan});
    return diagnostics_numbers(shown, error, has_gas_);
}

DiagnosticsFile::DiagnosticsFile(const std::filesystem::path& file, const std::vector<Component>& components)
    : file_{file}, stream_{open_for_rows(file)}, table_{components} {
    stream_ << join(table_.columns(), {}, ",") << '\n';
}

void DiagnosticsFile::add(const Diagnostics& row, const std::vector<Component>& components) {
    require_finite(row);
    const auto text = [](double value) { return fmt::format("{:.12g}", value); };
    add_row(stream_, file_, join(table_.row(row, components), text, ","));
}

// Throws if a number is not finite. The separation of galaxies and the virial ratio may be NaN.
void DiagnosticsFile::require_finite(const Diagnostics& row) const {
    std::vector<double> values{row.energies.kinetic, row.energies.potential, row.total_energy()};
    for (const glm::dvec3& v : {row.momentum, row.angular_momentum}) values.insert(values.end(), {v.x, v.y, v.z});
    for (const LagrangianRadii& radii : row.radii) values.insert(values.end(), {radii.r10, radii.r50, radii.r90});
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); }))
        throw std::runtime_error(
            fmt::format("{}: cannot be written further: at t = {}, step {}, energies, momenta or "
                        "radii are too large for single precision",
                        file_.string(), short_number(row.time), row.steps));
}

}  // namespace milkomeda
