#include "app/tools/picture_region.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/base/units.hpp"
#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

// Returns the median of the numbers, which must not be empty.
double median(std::vector<double> numbers) {
    const auto middle = numbers.begin() + std::ssize(numbers) / 2;
    std::ranges::nth_element(numbers, middle);
    return *middle;
}

double deviation(const std::vector<double>& numbers) {
    double sum = 0, squares = 0;
    for (const double number : numbers) sum += number;
    const auto count = static_cast<double>(numbers.size());
    for (const double number : numbers) squares += (number - sum / count) * (number - sum / count);
    return std::sqrt(squares / count);
}

// Returns true if a ray from the pixel to the right crosses the closed line an odd number of times.
bool is_inside(const std::vector<glm::vec2>& corners, const glm::vec2& pixel) {
    bool inside = false;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const glm::vec2 &a = corners[i], &b = corners[(i + 1) % corners.size()];
        if ((a.y > pixel.y) != (b.y > pixel.y) && pixel.x < a.x + (b.x - a.x) * (pixel.y - a.y) / (b.y - a.y))
            inside = !inside;
    }
    return inside;
}

// Returns the cell that contains a number, clamped to the range of the cells.
std::size_t cell_of(double number, const Range& range, std::size_t cells) {
    const double place = (number - range.least) / (range.most - range.least) * static_cast<double>(cells);
    return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(cells) - 1));
}

Range range_of_velocities(std::vector<double> velocities) {
    constexpr double outside = 0.005;
    std::ranges::sort(velocities);
    const auto last = static_cast<double>(velocities.size() - 1);
    const double least = velocities[static_cast<std::size_t>(outside * last)];
    const double most = velocities[static_cast<std::size_t>(std::ceil((1 - outside) * last))];
    const double margin = most > least ? 0.05 * (most - least) : 1;
    return {least - margin, most + margin};
}

}  // namespace

bool PictureRegion::contains(const glm::vec2& pixel) const {
    if (shape == Shape::circle) return glm::distance(pixel, points[0]) <= glm::distance(points[0], points[1]);
    if (shape == Shape::outline) return is_inside(points, pixel);
    const glm::vec2 line = points[1] - points[0], from = pixel - points[0];
    const float length = glm::length(line), place = along(pixel);
    return place >= 0 && place <= length && 2 * std::abs(line.x * from.y - line.y * from.x) <= width * length;
}

float PictureRegion::along(const glm::vec2& pixel) const {
    return glm::dot(pixel - points[0], glm::normalize(points[1] - points[0]));
}

RegionContent content_of(const PictureRegion& region, const View& view, const ShownRows& bodies) {
    const auto& [rows, time_offset, components, shown] = bodies;
    const glm::mat4 world_from_view = glm::inverse(view.view_from_world);
    const glm::vec3 eye{world_from_view[3]}, forward = -glm::vec3{world_from_view[2]};
    const bool is_band = region.shape == PictureRegion::Shape::band;
    const bool is_parallel = view.projection == Projection::orthographic;
    RegionContent content;
    for (std::size_t c = 0; c < components.size(); ++c) {
        const std::size_t end = std::min(components[c].first + components[c].count, rows.positions.size());
        RegionOrigin origins[2]{{c, false}, {c, true}};
        for (std::size_t i = components[c].first; i < end; ++i) {
            const bool is_young = is_young_star(rows.velocities[i]);
            if (!shown[c].shows(is_young)) continue;
            const glm::vec3 velocity{rows.velocities[i]}, place = glm::vec3{rows.positions[i]} + time_offset * velocity;
            const auto pixel = pixel_of(view, place);
            if (!pixel || !region.contains(*pixel)) continue;
            const double mass = rows.positions[i].w;
            content.rows.push_back(static_cast<std::uint32_t>(i));
            content.masses.push_back(mass);
            content.is_young.push_back(is_young);
            content.positions.push_back(place);
            content.motions.push_back(velocity);
            content.velocities.push_back(glm::dot(velocity, is_parallel ? forward : glm::normalize(place - eye)));
            if (is_band) content.places.push_back(region.along(*pixel));
            content.mass += mass;
            RegionOrigin& origin = origins[is_young && is_gas(components[c]) ? 1 : 0];
            ++origin.bodies;
            origin.mass += mass;
        }
        for (const RegionOrigin& origin : origins)
            if (origin.bodies > 0) content.origins.push_back(origin);
    }
    std::ranges::stable_sort(content.origins, std::ranges::greater{}, &RegionOrigin::mass);
    content.bodies = content.rows.size();
    if (content.bodies == 0) return content;
    content.velocity_dispersion = deviation(content.velocities);
    content.median_velocity = median(content.velocities);
    return content;
}

SlitDiagram slit_diagram(const RegionContent& content, double length, double pixels) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    SlitDiagram diagram{.places = {0, kpc_per_length * length},
                        .velocities = {-1, 1},
                        .cells = std::vector<double>(SlitDiagram::columns * SlitDiagram::rows)};
    struct Sums {
        double mass = 0, moment = 0, square = 0;
    };
    std::array<Sums, SlitDiagram::columns> sums;
    std::vector<double> speeds;
    for (const double velocity : content.velocities) speeds.push_back(km_s_per_velocity * velocity);
    if (!speeds.empty()) diagram.velocities = range_of_velocities(speeds);
    for (std::size_t i = 0; i < content.bodies; ++i) {
        const double mass = solar_masses_per_mass * content.masses[i], speed = speeds[i];
        const std::size_t column = cell_of(content.places[i], {0, pixels}, SlitDiagram::columns);
        if (diagram.velocities.contains(speed))
            diagram.cells[cell_of(speed, diagram.velocities, SlitDiagram::rows) * SlitDiagram::columns + column] +=
                mass;
        sums[column].mass += mass;
        sums[column].moment += mass * speed;
        sums[column].square += mass * speed * speed;
    }
    for (std::size_t column = 0; column < SlitDiagram::columns; ++column) {
        const auto& [mass, moment, square] = sums[column];
        const double mean = mass > 0 ? moment / mass : none;
        diagram.middles.push_back((static_cast<double>(column) + 0.5) / SlitDiagram::columns * diagram.places.most);
        diagram.means.push_back(mean);
        diagram.dispersions.push_back(mass > 0 ? std::sqrt(std::max(square / mass - mean * mean, 0.0)) : none);
    }
    return diagram;
}

std::string csv_of(const SlitDiagram& diagram) {
    const double width = diagram.places.most / SlitDiagram::columns,
                 height = (diagram.velocities.most - diagram.velocities.least) / SlitDiagram::rows;
    std::string text = "position_kpc,velocity_km_s,mass_msun\n";
    for (std::size_t i = 0; i < diagram.cells.size(); ++i) {
        const auto column = static_cast<double>(i % SlitDiagram::columns),
                   row = static_cast<double>(i / SlitDiagram::columns);
        text += fmt::format("{:.6g},{:.6g},{:.9g}\n", (column + 0.5) * width,
                            diagram.velocities.least + (row + 0.5) * height, diagram.cells[i]);
    }
    return text;
}

std::string csv_of(const RegionContent& content, const ParticleSet& start) {
    std::string text =
        "id,galaxy,component,mass_msun,x_kpc,y_kpc,z_kpc,vx_km_s,vy_km_s,vz_km_s,v_los_km_s,x_start_kpc,y_start_kpc,"
        "z_start_kpc\n";
    const auto numbers = [&](const glm::dvec3& v) {
        for (int axis = 0; axis < 3; ++axis) text += fmt::format(",{:.7g}", v[axis]);
    };
    for (std::size_t i = 0; i < content.bodies; ++i) {
        const std::uint32_t row = content.rows[i];
        const auto holds = [row](const Component& c) { return row - c.first < c.count; };
        const Component& component = *std::ranges::find_if(start.components, holds);
        const bool is_young = is_gas(component) && content.is_young[i];
        text += fmt::format("{},{},{},{:.7g}", start.ids[row], component.galaxy,
                            is_young ? std::string{young_stars_name} : component.name,
                            solar_masses_per_mass * content.masses[i]);
        numbers(kpc_per_length * (glm::dvec3{content.positions[i]} + start.origin));
        numbers(km_s_per_velocity * glm::dvec3{content.motions[i]});
        text += fmt::format(",{:.7g}", km_s_per_velocity * content.velocities[i]);
        numbers(kpc_per_length * (vector_of(start.positions[row]) + start.origin));
        text += '\n';
    }
    return text;
}

}  // namespace milkomeda
