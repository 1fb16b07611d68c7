#include "app/output/diagnostics_file.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "app/output/output_file.hpp"
#include "data/base/units.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// "milky-way_disk"; a component without a galaxy has its name alone.
std::string column_name(const Component& component) {
    std::string name = component.galaxy.empty() ? component.name : component.galaxy + "_" + component.name;
    std::ranges::replace(name, ' ', '_');
    std::ranges::replace(name, ',', '_');
    return name;
}

std::string number(double value) {  // independent of the locale
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 12);
    return {text, end};
}

}  // namespace

DiagnosticsFile::DiagnosticsFile(const std::filesystem::path& file, const std::vector<Component>& components)
    : file_{file}, stream_{(require_writable(file), file)} {
    stream_ << "time,time_myr,steps,kinetic,potential,total,energy_error,px,py,pz,lx,ly,lz,separation";
    for (const Component& component : components) columns_.push_back(column_name(component));
    for (const std::string& column : columns_)
        for (const char* radius : {"r10_", "r50_", "r90_"}) stream_ << ',' << radius << column;
    stream_ << '\n';
}

void DiagnosticsFile::add(const Diagnostics& row, const std::vector<Component>& components) {
    const double total = row.total_energy();
    if (!first_energy_) first_energy_ = total;
    const double error = *first_energy_ != 0 ? (total - *first_energy_) / std::abs(*first_energy_) : 0;
    std::vector<double> values{row.time,
                               row.time * myr_per_time,
                               static_cast<double>(row.steps),
                               row.energies.kinetic,
                               row.energies.potential,
                               total,
                               error};
    for (const Vector3& v : {row.momentum, row.angular_momentum})
        values.insert(values.end(), {v.x, v.y, v.z});
    const std::size_t columns_before_radii = values.size();
    for (const LagrangianRadii& radii : row.radii)
        values.insert(values.end(), {radii.r10, radii.r50, radii.r90});
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); }))
        throw std::runtime_error(file_.string() + ": cannot be written on: at t = " + short_number(row.time) +
                                 ", step " + std::to_string(row.steps) +
                                 ", energies, momenta or radii are too large for single precision");
    values.resize(columns_before_radii);
    // Galaxies come and go, in the order of the columns: no number for one that is not there.
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::size_t there = 0;
    for (const std::string& column : columns_) {
        const bool is_there = there < components.size() && column_name(components[there]) == column;
        const LagrangianRadii radii = is_there ? row.radii[there++] : LagrangianRadii{none, none, none};
        values.insert(values.end(), {radii.r10, radii.r50, radii.r90});
    }
    constexpr std::ptrdiff_t columns_before_separation = 13;
    values.insert(values.begin() + columns_before_separation,
                  row.separation);  // no number without two galaxies

    errno = 0;
    if (!(stream_ << join(values, number, ",") << std::endl))
        throw std::runtime_error(file_.string() + ": cannot be written on: " + std::strerror(errno));
}

}  // namespace milkomeda
