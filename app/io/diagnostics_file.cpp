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

// Returns the line with the names of the columns.
std::string diagnostics_header(const std::vector<Component>& components) {
    std::string text = "time,time_myr,steps,kinetic,potential,total,energy_error,px,py,pz,lx,ly,lz,separation";
    for (const Component& component : components)
        for (const char* radius : {",r10_", ",r50_", ",r90_"}) text += radius + column_name(component);
    text += ",virial_ratio,unbound,star_formation";
    if (gas_count(components) > 0) text += ",gas_mass,stars_formed,sfr_msun_per_yr,internal,substeps";
    for (const Component& component : components)
        if (component.perturber)
            for (const char* axis : {",x_", ",y_", ",z_"}) text += axis + column_name(component);
    return text;
}

// Returns the line with the numbers of a row.
std::string diagnostics_line(const Diagnostics& row, double energy_error, bool has_gas) {
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
    return join(
        values, [](double value) { return fmt::format("{:.12g}", value); }, ",");
}

}  // namespace

DiagnosticsFile::DiagnosticsFile(const std::filesystem::path& file, const std::vector<Component>& components)
    : file_{file}, stream_{open_for_rows(file)} {
    stream_ << diagnostics_header(components) << '\n';
    has_gas_ = gas_count(components) > 0;
    for (const Component& component : components) {
        columns_.push_back(column_name(component));
        if (component.perturber) perturbers_.push_back(columns_.back());
    }
}

void DiagnosticsFile::add(const Diagnostics& row, const std::vector<Component>& components) {
    const double total = row.total_energy();
    if (!first_energy_) first_energy_ = total;
    const double error = *first_energy_ != 0 ? (total - *first_energy_) / std::abs(*first_energy_) : 0;
    require_finite(row, error);
    constexpr double nan = Diagnostics::nan;
    Diagnostics shown = row;
    shown.radii = in_columns(columns_, row.radii, components, {nan, nan, nan});
    shown.perturbers =
        in_columns(perturbers_, row.perturbers, std::span{components}.last(row.perturbers.size()), glm::dvec3{nan});
    add_row(stream_, file_, diagnostics_line(shown, error, has_gas_));
}

// Throws if a number is not finite. The separation of galaxies and the virial ratio may be NaN.
void DiagnosticsFile::require_finite(const Diagnostics& row, double error) const {
    std::vector<double> values{row.energies.kinetic, row.energies.potential, error};
    for (const glm::dvec3& v : {row.momentum, row.angular_momentum}) values.insert(values.end(), {v.x, v.y, v.z});
    for (const LagrangianRadii& radii : row.radii) values.insert(values.end(), {radii.r10, radii.r50, radii.r90});
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); }))
        throw std::runtime_error(
            fmt::format("{}: cannot be written further: at t = {}, step {}, energies, momenta or "
                        "radii are too large for single precision",
                        file_.string(), short_number(row.time), row.steps));
}

}  // namespace milkomeda
