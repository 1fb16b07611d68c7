#include "app/diagnostics/saved_diagnostics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/io/json_text.hpp"

namespace milkomeda {
namespace {

// Calls `take` with each measured scalar of a row. After these numbers, a stored row contains three counts (components,
// perturbers, steps), the Lagrangian radii and the shapes of all components, and the positions of the perturbers. Files
// without gas lack the sums over the gas. Some files of earlier versions contain only the star formation rate, and no
// shapes.
void for_each_number(auto& row, bool has_rate, bool has_gas, const auto& take) {
    auto& found = row.found;
    for (auto* number :
         {&found.time, &found.energies.kinetic, &found.energies.potential, &found.momentum.x, &found.momentum.y,
          &found.momentum.z, &found.angular_momentum.x, &found.angular_momentum.y, &found.angular_momentum.z,
          &found.separation, &found.unbound, &found.star_formation, &row.energy_error})
        take(*number);
    if (has_rate) take(found.gas.rate);
    if (!has_gas) return;
    for (auto* number :
         {&found.gas.mass, &found.gas.stars, &found.gas.internal_energy, &found.gas.substeps, &found.energies.heat})
        take(*number);
}

// Calls `take` with each number of the shapes of the disks.
void for_each_disk_number(auto& row, const auto& take) {
    for (auto& disk : row.found.disks)
        for (auto* number : {&disk.bar_strength, &disk.pattern_speed, &disk.c_over_a, &disk.height, &disk.spin})
            take(*number);
}

// Converts a stored number to an integer. Throws std::invalid_argument unless the number is an integer from `least` to
// `most`.
long whole(double number, double least, double most) {
    if (!(number >= least && number <= most) || number != std::floor(number))
        throw std::invalid_argument("a number of the measurements is invalid");
    return static_cast<long>(number);
}

}  // namespace

SavedDiagnostics saved_diagnostics(const Measurements& measurements) {
    const DiagnosticsSeries& series = measurements.series;
    if (series.rows().empty()) return {};
    std::size_t perturbers = 0;
    for (const auto& row : series.rows()) perturbers = std::max(perturbers, row.found.perturbers.size());
    nlohmann::ordered_json columns{{"perturbers", perturbers}};
    for (const Component& component : series.components())
        columns["components"].push_back({component.galaxy, component.name, component.perturber.has_value()});
    for (const SeriesMarker& marker : series.markers()) columns["markers"].push_back({marker.time, marker.text});
    if (const auto& reference = measurements.reference)
        columns["reference"] = {reference->energy, reference->gravity, reference->softening};
    const bool has_gas = gas_count(series.components()) > 0;
    if (has_gas) columns["star_formation_rate"] = columns["gas"] = true;
    columns["disks"] = true;
    SavedDiagnostics saved{json_line(columns), {}};
    for (const auto& row : series.rows()) {
        for_each_number(row, has_gas, has_gas, [&](double number) { saved.values.push_back(number); });
        for (const std::size_t count : {row.components, row.found.perturbers.size()})
            saved.values.push_back(static_cast<double>(count));
        saved.values.push_back(static_cast<double>(row.found.steps));
        for (const auto& [r10, r50, r90] : row.found.radii) saved.values.insert(saved.values.end(), {r10, r50, r90});
        for_each_disk_number(row, [&](double number) { saved.values.push_back(number); });
        std::vector<glm::dvec3> places = row.found.perturbers;
        places.resize(perturbers, glm::dvec3{Diagnostics::nan});
        for (const glm::dvec3& place : places) saved.values.insert(saved.values.end(), {place.x, place.y, place.z});
    }
    return saved;
}

Measurements measurements_of(const SavedDiagnostics& saved, double last_time) {
    constexpr double most_steps = 1e15;
    const nlohmann::ordered_json columns = parse_json(saved.columns);
    Measurements measurements;
    if (columns.contains("reference")) {
        const auto [energy, gravity, softening] = columns.at("reference").get<std::array<double, 3>>();
        measurements.reference = {energy, gravity, softening};
    }
    std::vector<Component> components;
    for (const auto& names : columns.value("components", nlohmann::ordered_json::array())) {
        components.push_back({.name = names.at(1).get<std::string>(), .galaxy = names.at(0).get<std::string>()});
        if (names.at(2).get<bool>()) components.back().perturber.emplace();
    }
    const auto perturbers = static_cast<std::size_t>(
        whole(columns.at("perturbers").get<double>(), 0, static_cast<double>(most_perturbers)));
    const bool has_rate = columns.value("star_formation_rate", false), has_gas = columns.value("gas", false),
               has_disks = columns.value("disks", false);
    std::size_t next = 0;
    const auto take = [&](double& number) { number = saved.values.at(next++); };
    while (next < saved.values.size()) {
        DiagnosticsSeries::Row row;
        for_each_number(row, has_rate, has_gas, take);
        std::array<double, 3> counts{};
        std::ranges::for_each(counts, take);
        row.found.steps = whole(counts[2], -most_steps, most_steps);
        row.found.radii.resize(components.size());
        for (LagrangianRadii& radii : row.found.radii)
            for (double* const radius : {&radii.r10, &radii.r50, &radii.r90}) take(*radius);
        row.found.disks.resize(components.size());
        if (has_disks) for_each_disk_number(row, take);
        std::vector<glm::dvec3> places(perturbers);
        for (glm::dvec3& place : places)
            for (int axis = 0; axis < 3; ++axis) take(place[axis]);
        const auto used = static_cast<std::size_t>(whole(counts[1], 0, static_cast<double>(perturbers)));
        row.found.perturbers.assign(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(used));
        if (!(row.found.time <= last_time)) break;
        const long known = whole(counts[0], 0, static_cast<double>(components.size()));
        measurements.series.add(row.found, {components.begin(), components.begin() + known}, row.energy_error);
    }
    for (const auto& marker : columns.value("markers", nlohmann::ordered_json::array()))
        if (const double time = marker.at(0).get<double>(); time <= last_time)
            measurements.series.mark(time, marker.at(1).get<std::string>());
    return measurements;
}

}  // namespace milkomeda
