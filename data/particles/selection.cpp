#include "data/particles/selection.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

#include "data/base/apportion.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

bool is_called(const Component& component, const std::string& name) {
    return name == component.name || name == component.galaxy || name == full_name(component);
}

// Returns the names of components or galaxies that the texts `typed` denote.
std::vector<std::string> names_meant(const ParticleSet& source, const std::vector<std::string>& typed) {
    std::vector<std::string> known, meant;
    for (const Component& c : source.components) known.insert(known.end(), {c.name, c.galaxy, full_name(c)});
    for (const std::string& text : typed) {
        const auto name = find_typed_name(text, known);
        if (!name || name->empty())
            throw std::invalid_argument(
                fmt::format("there is no component '{}'; there are: {}", text, join(source.components, full_name)));
        meant.push_back(*name);
    }
    return meant;
}

std::vector<Component> chosen_components(const ParticleSet& source, const std::vector<std::string>& typed) {
    const std::vector<std::string> names = names_meant(source, typed);
    std::vector<Component> chosen;
    for (const Component& component : source.components) {
        const bool wanted = names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
                                return is_called(component, name);
                            });
        if (wanted && component.count > 0) chosen.push_back(component);
    }
    return chosen;
}

std::vector<std::size_t> kept_counts(const std::vector<Component>& chosen, std::optional<std::size_t> bodies) {
    std::vector<double> counts;
    std::size_t available = 0;
    for (const Component& component : chosen) {
        counts.push_back(static_cast<double>(component.count));
        available += component.count;
    }
    const std::size_t wanted = bodies.value_or(available);
    if (wanted > available)
        throw std::invalid_argument(
            fmt::format("{} bodies are requested, but only {} are available", wanted, available));
    if (wanted < chosen.size())
        throw std::invalid_argument(fmt::format(
            "{} bodies are too few for {} components: each component needs at least one body", wanted, chosen.size()));
    return apportion(wanted, counts);
}

// Returns `count` evenly spaced rows of a component.
std::vector<std::uint32_t> stride(const Component& component, std::size_t count) {
    std::vector<std::uint32_t> rows(count);
    // equals first + floor((i + 1/2) component.count / count), in integer arithmetic
    for (std::size_t i = 0; i < count; ++i)
        rows[i] = static_cast<std::uint32_t>(component.first + (2 * i + 1) * component.count / (2 * count));
    return rows;
}

// Appends these rows of a component, with masses scaled to the component's total mass.
void append(const ParticleSet& source, const Component& component, const std::vector<std::uint32_t>& rows,
            ParticleSet& result) {
    const std::size_t first = result.size(), count = rows.size();
    for (const std::uint32_t row : rows) {
        result.positions.push_back(source.positions[row]);
        result.velocities.push_back(source.velocities[row]);
        if (!source.gas.empty()) result.gas.push_back(source.gas[row]);
        result.ids.push_back(source.ids[row]);
    }
    double mass = mass_of(std::span(source.positions).subspan(component.first, component.count));
    if (count < component.count) {
        const auto kept = std::span(result.positions).subspan(first);
        const double kept_mass = mass_of(kept);
        // bodies of a massless component stay massless
        const double scale = kept_mass > 0 ? mass / kept_mass : 1;
        for (Float4& position : kept) position.w = static_cast<float>(position.w * scale);
        mass = mass_of(kept);
    }
    result.components.push_back({component.name, component.galaxy, first, count, mass, component.perturber});
}

void require_positive(double scale, const char* name) {
    if (!(scale > 0) || !std::isfinite(scale))
        throw std::invalid_argument(fmt::format("the {} scale must be a positive number", name));
}

// Returns true if at least two bodies have different positions.
bool has_extent(const ParticleSet& particles) {
    return std::ranges::any_of(particles.positions, [&](const Float4& p) {
        const Float4& first = particles.positions.front();
        return p.x != first.x || p.y != first.y || p.z != first.z;
    });
}

// Throws std::invalid_argument if scaled masses, positions or velocities exceed single precision.
void require_single_precision(const ParticleSet& particles, bool had_mass, bool had_extent) {
    if (first_invalid_row(particles) < particles.size())
        throw std::invalid_argument("the scaled masses, lengths or velocities are too large for single precision");
    if (had_mass && total_mass(particles) == 0)
        throw std::invalid_argument("the scaled masses are too small for single precision");
    if (had_extent && !has_extent(particles))
        throw std::invalid_argument("the scaled lengths are too small for single precision");
}

// Returns these rows of the chosen components, scaled and centered as the selection demands.
ParticleSet selected(const ParticleSet& source, const Selection& selection, const std::vector<Component>& chosen,
                     const std::vector<std::vector<std::uint32_t>>& rows) {
    ParticleSet result;
    result.time = source.time;
    result.origin = source.origin;
    for (std::size_t i = 0; i < chosen.size(); ++i) append(source, chosen[i], rows[i], result);
    if (result.size() < source.size()) recenter(result);
    const bool had_mass = total_mass(result) > 0, had_extent = has_extent(result);
    scale(result, selection.position_scale, selection.velocity_scale, selection.mass_scale);
    for (Component& component : result.components) component.mass *= selection.mass_scale;
    require_single_precision(result, had_mass, had_extent);
    return result;
}

}  // namespace

ParticleSet select(const ParticleSet& source, const Selection& selection) {
    require_positive(selection.position_scale, "position");
    require_positive(selection.velocity_scale, "velocity");
    require_positive(selection.mass_scale, "mass");
    const std::vector<Component> chosen = chosen_components(source, selection.components);
    const std::vector<std::size_t> counts = kept_counts(chosen, selection.bodies);
    std::vector<std::vector<std::uint32_t>> rows;
    for (std::size_t i = 0; i < chosen.size(); ++i) rows.push_back(stride(chosen[i], counts[i]));
    return selected(source, selection, chosen, rows);
}

ParticleSet select_again(const ParticleSet& source, const Selection& selection, const RowsById& known) {
    std::vector<Component> chosen = chosen_components(source, selection.components);
    std::vector<std::vector<std::uint32_t>> rows;
    for (const Component& component : chosen) {
        rows.emplace_back();
        for (std::size_t row = component.first; row < component.first + component.count; ++row)
            if (known.row_of(source.ids[row]) != RowsById::none) rows.back().push_back(static_cast<std::uint32_t>(row));
    }
    if (std::ranges::all_of(rows, &std::vector<std::uint32_t>::empty))
        throw std::invalid_argument("contains none of the bodies that are selected in the first snapshot");
    ParticleSet result = selected(source, selection, chosen, rows);
    std::erase_if(result.components, [](const Component& component) { return component.count == 0; });
    return result;
}

ParticleSet select(ParticleSet&& source, const Selection& selection) {
    const bool whole =
        selection == Selection{.bodies = selection.bodies} && selection.bodies.value_or(source.size()) == source.size();
    if (!whole) return select(std::as_const(source), selection);
    std::erase_if(source.components, [](const Component& component) { return component.count == 0; });
    return std::move(source);
}

}  // namespace milkomeda
