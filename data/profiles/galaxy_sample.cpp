#include "data/profiles/galaxy_sample.hpp"

#include <algorithm>
#include <limits>

#include "data/base/parallel.hpp"
#include "data/base/units.hpp"
#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

constexpr double unknown_speed = std::numeric_limits<double>::quiet_NaN();

// Rows of the bodies of a component.
struct ComponentRows {
    std::string component;
    std::vector<std::size_t> rows;
};

std::vector<std::size_t>& rows_named(std::vector<ComponentRows>& groups, std::string_view name) {
    const auto found = std::ranges::find(groups, name, &ComponentRows::component);
    return found != groups.end() ? found->rows : groups.emplace_back(ComponentRows{std::string{name}, {}}).rows;
}

std::vector<ComponentRows> grouped_rows(const BodyRows& rows, const std::string& galaxy) {
    std::vector<ComponentRows> groups;
    for (const Component& component : rows.components) {
        if (component.galaxy != galaxy || component.perturber) continue;
        for (std::size_t row = component.first; row < component.first + component.count; ++row)
            if (!is_gas(component) || !is_young_star(rows.velocities[row]))
                rows_named(groups, component.name).push_back(row);
        for (std::size_t row = component.first; is_gas(component) && row < component.first + component.count; ++row)
            if (is_young_star(rows.velocities[row])) rows_named(groups, young_stars_name).push_back(row);
    }
    return groups;
}

GalaxyFrame frame_of_galaxy(const BodyRows& rows, const std::string& galaxy) {
    std::vector<Component> disks, all;
    for (const Component& component : rows.components) {
        if (component.galaxy != galaxy || component.perturber) continue;
        all.push_back(component);
        if (component.name == "disk" && component.count > 0) disks.push_back(component);
    }
    const glm::dvec3 center = center_of_galaxy(rows, galaxy);
    return {center, velocity_of_center(rows, galaxy, center),
            disk_axes(spin_axis(rows, disks.empty() ? all : disks, center))};
}

}  // namespace

double GasOfRun::sound_square(std::size_t row) const {
    if (parameters.model == GasModel::isothermal) {
        const double speed = isothermal_sound_speed(parameters.temperature);
        return speed * speed;
    }
    if (parameters.model == GasModel::off || row >= values.size() || values[row].energy < 0) return unknown_speed;
    return parameters.adiabatic_index * (parameters.adiabatic_index - 1) * values[row].energy;
}

GalaxySample sample_galaxy(const BodyRows& rows, const std::string& galaxy, const GasOfRun& gas) {
    GalaxySample sample{frame_of_galaxy(rows, galaxy), {}, {}};
    std::vector<std::size_t> all;
    const std::vector<ComponentRows> groups = grouped_rows(rows, galaxy);
    for (const ComponentRows& group : groups) sample.groups.push_back({group.component, 0, group.rows.size()});
    for (const bool of_stars : {true, false})
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (is_stellar(groups[i].component) != of_stars) continue;
            sample.groups[i].first = all.size();
            all.insert(all.end(), groups[i].rows.begin(), groups[i].rows.end());
        }
    sample.bodies.resize(all.size());
    for (const GalaxySample::Group& group : sample.groups) {
        const bool of_gas = group.component == "gas";
        parallel_for(group.count, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = group.first + begin; i < group.first + end; ++i) {
                const Float4 &position = rows.positions[all[i]], &velocity = rows.velocities[all[i]];
                sample.bodies[i] = {sample.frame.position(vector_of(position)),
                                    sample.frame.rotated(vector_of(velocity) - sample.frame.velocity), position.w,
                                    of_gas ? gas.sound_square(all[i]) : unknown_speed};
            }
        });
    }
    return sample;
}

}  // namespace milkomeda
