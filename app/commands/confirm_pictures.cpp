#include "app/commands/confirm_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "data/maps/sky_map.hpp"
#include "data/particles/structure.hpp"
#include "data/text/base64.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {
namespace {

constexpr int picture_edge = 320;  // pixels

using Color = std::array<double, 3>;  // from 0 to 1

// Returns an image element with square pixels, whose colors `color` returns for column and row, counted from the top.
std::string image_element(int edge, const std::string& description, const std::function<Color(int, int)>& color) {
    Image image{edge, edge, {}};
    for (int row = 0; row < edge; ++row)
        for (int column = 0; column < edge; ++column) {
            for (const double value : color(column, row))
                image.rgba.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0))));
            image.rgba.push_back(255);
        }
    return fmt::format("<img width=\"{0}\" height=\"{0}\" alt=\"{1}\" src=\"data:image/png;base64,{2}\">", picture_edge,
                       description, base64(png_bytes(image)));
}

// A square of the sky in units of encounters; x is to the right, y is up.
struct SkySquare {
    glm::dvec2 center{0};
    double half = 1;
};

SkySquare square_around(const DiskPlaces& places) {
    constexpr double margin = 1.1, share = 0.01;  // the outermost bodies may be outside
    std::array<double, 2> least{}, most{};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        std::vector<float> values;
        for (const DiskPlaces::Disk& disk : places.present) {
            const std::vector<float>& own = axis == 0 ? disk.x : disk.y;
            values.insert(values.end(), own.begin(), own.end());
        }
        std::ranges::sort(values);
        const auto omitted = static_cast<std::size_t>(share * static_cast<double>(values.size()));
        least[axis] = values[omitted], most[axis] = values[values.size() - 1 - omitted];
    }
    return {{(least[0] + most[0]) / 2, (least[1] + most[1]) / 2},
            margin / 2 * std::max(most[0] - least[0], most[1] - least[1])};
}

// Returns the place of a model position in the picture of `edge` pixels.
glm::vec2 pixel_of(const ConfirmReport& report, const SkySquare& square, glm::vec2 position, int edge) {
    const auto size = static_cast<float>(edge);
    if (report.picture) return report.picture->target.frame.cell_of(position) * (size / grid_edge);
    const glm::vec2 relative = (position - glm::vec2{square.center}) / static_cast<float>(2 * square.half);
    return {size * (0.5f + relative.x), size * (0.5f - relative.y)};
}

struct Polyline {
    std::vector<glm::dvec2> points;
    std::string color;
};

// Returns a chart with lines, whose axes have the ranges of all points; `is_square` gives both axes the same scale.
std::string chart_element(const std::string& title, const std::vector<Polyline>& lines, bool is_square) {
    constexpr double size = 320, margin = 34;
    glm::dvec2 least{1e300}, most{-1e300};
    for (const Polyline& line : lines)
        for (const glm::dvec2& point : line.points) least = glm::min(least, point), most = glm::max(most, point);
    glm::dvec2 span = glm::max(most - least, glm::dvec2{1e-9});
    if (is_square) {
        const double side = std::max(span.x, span.y);
        least = (least + most) / 2.0 - side / 2;
        span = glm::dvec2{side};
    }
    std::string svg = fmt::format(
        "<svg width=\"{0}\" height=\"{0}\" role=\"img\" aria-label=\"{1}\"><rect x=\"{2}\" y=\"{2}\" width=\"{3}\" "
        "height=\"{3}\" fill=\"none\" stroke=\"#777\"/><text x=\"{4}\" y=\"20\" text-anchor=\"middle\">{1}</text>",
        size, title, margin, size - 2 * margin, size / 2);
    const auto place = [&](const glm::dvec2& point) {
        const glm::dvec2 share = (point - least) / span;
        return glm::dvec2{margin + share.x * (size - 2 * margin), size - margin - share.y * (size - 2 * margin)};
    };
    for (const Polyline& line : lines) {
        std::string points;
        for (const glm::dvec2& point : line.points)
            points += fmt::format("{:.1f},{:.1f} ", place(point).x, place(point).y);
        svg +=
            fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>", points, line.color);
    }
    const glm::dvec2 end = least + span;
    svg += fmt::format(
        "<text x=\"{0}\" y=\"{1}\">{2:.0f}</text><text x=\"{3}\" y=\"{1}\" text-anchor=\"end\">{4:.0f}</text>", margin,
        size - margin + 16, least.x, size - margin, end.x);
    svg += fmt::format(
        "<text x=\"{0}\" y=\"{1}\" text-anchor=\"end\">{2:.0f}</text><text x=\"{0}\" y=\"{3}\" "
        "text-anchor=\"end\">{4:.0f}</text></svg>",
        margin - 4, size - margin, least.y, margin + 10, end.y);
    return svg;
}

// Returns the path of the rigid galaxy 2 from the start to the present.
std::vector<LiveMoment> rigid_path(const EncounterParameters& parameters) {
    const EncounterSteps steps = encounter_steps(live_start(parameters).time);
    const RelativeOrbit orbit{parameters, potential_of(PublishedCode::archive)};
    PhasePoint state{parameters.position, parameters.velocity};
    std::vector<LiveMoment> path{{0, state}};
    for (long i = 1; i <= steps.back; ++i) {
        orbit.go_back(state, steps.step);
        path.push_back({-static_cast<double>(i) * steps.step, state});
    }
    std::ranges::reverse(path);
    return path;
}

}  // namespace

std::string picture_element(const ConfirmPicture& picture) {
    const MatchFrame& frame = picture.target.frame;
    return image_element(picture_edge, "picture of the pair", [&](int column, int row) {
        const glm::dvec2 place = frame.corner + glm::dvec2{column + 0.5, row + 0.5} *
                                                    (frame.cell * static_cast<double>(grid_edge) / picture_edge);
        const bool is_inside = place.x >= 0 && place.y >= 0 && place.x < static_cast<double>(picture.picture.columns) &&
                               place.y < static_cast<double>(picture.picture.rows);
        const double gray =
            is_inside ? picture.picture.at(static_cast<std::size_t>(place.x), static_cast<std::size_t>(place.y)) : 0;
        return Color{gray, gray, gray};
    });
}

std::string disks_element(const ConfirmReport& report, const DiskPlaces& places) {
    constexpr int edge = 160;
    constexpr std::array<Color, 2> colors{{{1, 0.6, 0.2}, {0.35, 0.65, 1}}};
    const SkySquare square = square_around(report.restricted);
    std::vector<Color> light(static_cast<std::size_t>(edge * edge));
    for (std::size_t g = 0; g < 2; ++g) {
        const DiskPlaces::Disk& disk = places.present[g];
        for (std::size_t i = 0; i < disk.x.size(); ++i) {
            const glm::vec2 at = pixel_of(report, square, {disk.x[i], disk.y[i]}, edge);
            if (!(at.x >= 0 && at.y >= 0 && at.x < edge && at.y < edge)) continue;
            Color& pixel = light[static_cast<std::size_t>(at.y) * edge + static_cast<std::size_t>(at.x)];
            for (std::size_t c = 0; c < 3; ++c) pixel[c] += colors[g][c];
        }
    }
    return image_element(edge, "disks of a model", [&](int column, int row) {
        Color color = light[static_cast<std::size_t>(row * edge + column)];
        for (double& value : color) value = std::log1p(2 * value) / std::log(12.0);  // 5.5 bodies are white
        return color;
    });
}

std::string velocity_element(const ConfirmReport& report, double& range) {
    constexpr std::size_t edge = 96, neighbor = 8;
    constexpr double percentile = 0.95;
    const ParticleSet& particles = report.runs.best_run().last;
    const SkySquare square = square_around(report.live);
    MapRequest request{.quantity = MapQuantity::velocity, .band = {}, .smooth = neighbor};
    std::vector<std::uint8_t> is_counted(particles.size());
    for (const Component& component : particles.components)
        if (component.name != "halo")
            std::fill_n(is_counted.begin() + static_cast<std::ptrdiff_t>(component.first), component.count, 1);
    SkyView view;
    view.center = center_of_galaxy(particles, "galaxy-1") + live_length * glm::dvec3{square.center, 0};
    view.velocity = velocity_of_center(particles, "galaxy-1", center_of_galaxy(particles, "galaxy-1"));
    const double width = 2 * live_length * square.half;
    const SkyMap map = sky_map(request, particles, map_rows(request, particles, is_counted, 0), view,
                               {.columns = edge, .rows = edge, .width = width, .height = width});
    std::vector<double> speeds;
    for (const double value : map.values)
        if (std::isfinite(value)) speeds.push_back(std::abs(value));
    std::ranges::sort(speeds);
    range = speeds.empty() ? 1 : speeds[static_cast<std::size_t>(percentile * static_cast<double>(speeds.size() - 1))];
    return image_element(static_cast<int>(edge), "velocities along the line of sight", [&](int column, int row) {
        // The first row of a map is the lowest.
        const std::size_t index = (edge - 1 - static_cast<std::size_t>(row)) * edge + static_cast<std::size_t>(column);
        const double v = map.values[index] / range;
        if (!std::isfinite(v)) return Color{0.2, 0.2, 0.2};
        return v > 0 ? Color{1, 1 - v, 1 - v} : Color{1 + v, 1 + v, 1};
    });
}

std::string orbit_elements(const ConfirmReport& report) {
    Polyline rigid_sky{{}, "#999"}, rigid_distance{{}, "#999"}, live_sky{{}, "#e80"}, live_distance{{}, "#e80"};
    const auto add = [](const LiveMoment& moment, Polyline& sky, Polyline& distance) {
        const glm::dvec3 place = encounter_kpc * moment.galaxy2.position;
        sky.points.emplace_back(place);
        distance.points.emplace_back(encounter_myr * moment.time, glm::length(place));
    };
    for (const LiveMoment& moment : rigid_path(report.parameters)) add(moment, rigid_sky, rigid_distance);
    const ConfirmRun& run = report.runs.best_run();
    for (std::size_t i = 0; i <= run.present; ++i) add(run.moments[i], live_sky, live_distance);
    const Polyline center{{{-1, 0}, {1, 0}, {0, 0}, {0, -1}, {0, 1}}, "#333"};
    return chart_element("path of galaxy 2 on the sky, kpc", {center, rigid_sky, live_sky}, true) +
           chart_element("separation in kpc over time in Myr", {rigid_distance, live_distance}, false);
}

}  // namespace milkomeda
