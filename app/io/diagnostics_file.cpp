#include "app/io/diagnostics_file.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "app/io/output_file.hpp"
#include "data/base/units.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Returns the column name of a component: "milky-way_disk", or only the component's name without a galaxy.
std::string column_name(const Component& component) {
    std::string name = component.galaxy.empty() ? component.name : component.galaxy + "_" + component.name;
    std::ranges::replace(name, ' ', '_');
    std::ranges::replace(name, ',', '_');
    return name;
}

std::string number(double value) {  // formats the number independently of the locale
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 12);
    return {text, end};
}

}  // namespace

std::string diagnostics_header(const std::vector<Component>& components) {
    std::string text = "time,time_myr,steps,kinetic,potential,total,energy_error,px,py,pz,lx,ly,lz,separation";
    for (const Component& component : components)
        for (const char* radius : {",r10_", ",r50_", ",r90_"}) text += radius + column_name(component);
    text += ",virial_ratio,unbound,star_formation";
    for (const Component& component : components)
        if (component.perturber)
            for (const char* axis : {",x_", ",y_", ",z_"}) text += axis + column_name(component);
    return text;
}

std::string diagnostics_line(const Diagnostics& row, double energy_error) {
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
    for (const glm::dvec3& place : row.perturbers) values.insert(values.end(), {place.x, place.y, place.z});
    return join(values, number, ",");
}

DiagnosticsFile::DiagnosticsFile(const std::filesystem::path& file, const std::vector<Component>& components)
    : file_{file}, stream_{open_for_rows(file)} {
    stream_ << diagnostics_header(components) << '\n';
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
    Diagnostics shown = row;
    shown.radii = in_columns(row.radii, components);
    shown.perturbers = in_columns(row.perturbers, components);
    errno = 0;
    if (!(stream_ << diagnostics_line(shown, error) << std::endl))
        throw std::runtime_error(file_.string() + ": cannot be written on: " + std::strerror(errno));
}

// Returns the radii in the order of the columns. Components that are not present in the run get NaN.
std::vector<LagrangianRadii> DiagnosticsFile::in_columns(const std::vector<LagrangianRadii>& radii,
                                                         const std::vector<Component>& components) const {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::vector<LagrangianRadii> all;
    std::size_t there = 0;
    for (const std::string& column : columns_) {
        const bool is_there = there < components.size() && column_name(components[there]) == column;
        all.push_back(is_there ? radii[there++] : LagrangianRadii{none, none, none});
    }
    return all;
}

std::vector<glm::dvec3> DiagnosticsFile::in_columns(const std::vector<glm::dvec3>& perturbers,
                                                    const std::vector<Component>& components) const {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const std::span<const Component> own = std::span{components}.last(perturbers.size());
    std::vector<glm::dvec3> all;
    std::size_t there = 0;
    for (const std::string& column : perturbers_) {
        const bool is_there = there < own.size() && column_name(own[there]) == column;
        all.push_back(is_there ? perturbers[there++] : glm::dvec3{none, none, none});
    }
    return all;
}

// Throws if a number is not finite. The separation of galaxies and the virial ratio may be undefined.
void DiagnosticsFile::require_finite(const Diagnostics& row, double error) const {
    std::vector<double> values{row.energies.kinetic, row.energies.potential, error};
    for (const glm::dvec3& v : {row.momentum, row.angular_momentum}) values.insert(values.end(), {v.x, v.y, v.z});
    for (const LagrangianRadii& radii : row.radii) values.insert(values.end(), {radii.r10, radii.r50, radii.r90});
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); }))
        throw std::runtime_error(file_.string() + ": cannot be written on: at t = " + short_number(row.time) +
                                 ", step " + std::to_string(row.steps) +
                                 ", energies, momenta or radii are too large for single precision");
}

}  // namespace milkomeda
