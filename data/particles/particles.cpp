#include "data/particles/particles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/base/parallel.hpp"

namespace milkomeda {

std::size_t perturber_count(std::span<const Component> components) {
    return static_cast<std::size_t>(
        std::ranges::count_if(components, [](const Component& component) { return component.perturber.has_value(); }));
}

bool has_gas(const Component& component, std::span<const Component> components) {
    return std::ranges::any_of(
        components, [&](const Component& other) { return is_gas(other) && other.galaxy == component.galaxy; });
}

std::size_t gas_count(std::span<const Component> components) {
    std::size_t count = 0;
    for (const Component& component : components)
        if (is_gas(component)) count += component.count;
    return count;
}

std::vector<std::string> perturber_names(std::span<const Component> components) {
    std::vector<std::string> names;
    for (const Component& component : components)
        if (component.perturber) names.push_back(component.name);
    return names;
}

std::string title_of(const std::string& galaxy) {
    std::string title = galaxy;
    bool begins = true;
    for (char& letter : title) {
        if (letter == '-' || letter == '_') letter = ' ';
        if (begins && letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
        begins = letter == ' ';
    }
    if (title.starts_with("Ngc ")) title.replace(0, 3, "NGC");
    return title;
}

std::string title_of(const Component& component) {
    if (component.galaxy.empty()) return component.name;
    std::string name = component.name;
    std::ranges::replace(name, '-', ' ');
    return title_of(component.galaxy) + ' ' + name;
}

std::string full_name(const Component& component) {
    return component.galaxy.empty() ? component.name : component.galaxy + " " + component.name;
}

bool is_typed_name(std::string_view typed, std::string_view name) {
    const auto plain = [](char c) {
        if (c == '-' || c == '_') return ' ';
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return std::ranges::equal(typed, name, {}, plain, plain);
}

std::optional<std::string> find_typed_name(const std::string& typed, std::span<const std::string> names) {
    auto found = std::ranges::find(names, typed);
    if (found == names.end())
        found = std::ranges::find_if(names, [&](const std::string& name) { return is_typed_name(typed, name); });
    return found == names.end() ? std::nullopt : std::optional{*found};
}

std::size_t first_invalid_row(const ParticleSet& particles, std::size_t from) {
    const auto sound = [](const Float4& v) {
        return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z) && std::isfinite(v.w);
    };
    std::size_t row = from;
    while (row < particles.size() && sound(particles.positions[row]) && sound(particles.velocities[row])) ++row;
    return row;
}

double mass_of(std::span<const Float4> positions) {
    const auto mass_of_range = [&](std::size_t begin, std::size_t end) {
        double mass = 0;
        for (const Float4& p : positions.subspan(begin, end - begin)) mass += p.w;
        return mass;
    };
    return parallel_reduce(positions.size(), 0.0, mass_of_range, [](double& all, double mass) { all += mass; });
}

double total_mass(const ParticleSet& particles) { return mass_of(particles.positions); }

namespace {

// Bounds of some bodies, and the moments of which their center of mass is the quotient.
struct BoundsAndMoments {
    glm::vec3 least{std::numeric_limits<float>::infinity()}, most{-least};
    glm::dvec4 moments{0};  // sum of mass times position, and sum of masses

    void add(const BoundsAndMoments& other) {
        least = glm::min(least, other.least);
        most = glm::max(most, other.most);
        moments += other.moments;
    }
    glm::dvec3 center_of_mass() const { return glm::dvec3{moments} / (moments.w != 0 ? moments.w : 1); }
};

BoundsAndMoments extent_of(const ParticleSet& particles) {
    const auto extent_of_range = [&](std::size_t begin, std::size_t end) {
        BoundsAndMoments extent;
        for (const Float4& p : std::span{particles.positions}.subspan(begin, end - begin)) {
            const glm::vec3 position{p.x, p.y, p.z};
            extent.least = glm::min(extent.least, position);
            extent.most = glm::max(extent.most, position);
            extent.moments += double{p.w} * glm::dvec4{position, 1};
        }
        return extent;
    };
    return parallel_reduce(particles.size(), BoundsAndMoments{}, extent_of_range,
                           [](BoundsAndMoments& all, const BoundsAndMoments& part) { all.add(part); });
}

}  // namespace

SourceExtent source_extent(const ParticleSet& particles) {
    const BoundsAndMoments extent = extent_of(particles);
    return {in_source(particles, extent.least), in_source(particles, extent.most),
            particles.origin + extent.center_of_mass()};
}

std::array<double, 3> center_of_mass(const ParticleSet& particles) {
    const glm::dvec3 center = extent_of(particles).center_of_mass();
    return {center.x, center.y, center.z};
}

namespace {

// Subtracts the mean of a column. The mean is weighted by mass unless the total mass is 0.
void recenter(std::vector<Float4>& column, const std::vector<Float4>& positions) {
    const bool weighted = mass_of(positions) > 0;
    double weights = 0;
    glm::dvec3 sum{0};
    for (std::size_t i = 0; i < column.size(); ++i) {
        const double weight = weighted ? positions[i].w : 1;
        weights += weight;
        sum += weight * vector_of(column[i]);
    }
    for (Float4& value : column) value = float4_of(vector_of(value) - sum / weights, value.w);
}

}  // namespace

void set_origin(ParticleSet& particles, const glm::dvec3& origin) {
    const glm::dvec3 displacement = particles.origin - origin;
    particles.origin = origin;
    if (displacement == glm::dvec3{0}) return;
    for (Float4& p : particles.positions) p = float4_of(vector_of(p) + displacement, p.w);
}

void scale(ParticleSet& particles, double positions, double velocities, double masses) {
    particles.origin *= positions;
    for (Float4& p : particles.positions) p = float4_of(positions * vector_of(p), masses * p.w);
    for (Float4& v : particles.velocities) v = float4_of(velocities * vector_of(v), scaled_length(v.w, positions));
    for (GasValues& gas : particles.gas)
        gas = scaled(gas, velocities * velocities, masses / (positions * positions * positions));
}

void recenter(ParticleSet& particles) {
    recenter(particles.velocities, particles.positions);
    recenter(particles.positions, particles.positions);
    particles.origin = glm::dvec3{0};
}

}  // namespace milkomeda
