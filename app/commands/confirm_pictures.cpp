#include "app/commands/confirm_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "app/ui/ticks.hpp"
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

// Returns the model position of a pixel, the inverse of pixel_of().
glm::dvec2 position_of(const ConfirmReport& report, const SkySquare& square, glm::dvec2 pixel, int edge) {
    const glm::dvec2 share = pixel / static_cast<double>(edge);
    if (!report.picture) return square.center + 2 * square.half * glm::dvec2{share.x - 0.5, 0.5 - share.y};
    const std::array<float, 6>& map = report.picture->target.frame.map;
    const glm::dmat2 of_model{{map[1], map[4]}, {map[2], map[5]}};  // columns
    return glm::inverse(of_model) * (share * static_cast<double>(grid_edge) - glm::dvec2{map[0], map[3]});
}

struct Polyline {
    std::vector<glm::dvec2> points;
    std::string color;
};

struct Axes {
    std::string title, x, y;
    bool is_square = false;   // true: both axes have the same scale
    bool has_origin = false;  // true: a cross at the origin is galaxy 1
};

// Returns a chart with lines, whose axes have the ranges of all points. A dot marks the end of each line.
std::string chart_element(const Axes& axes, const std::vector<Polyline>& lines) {
    constexpr double size = 320, left = 46, right = 12, top = 30, bottom = 44, width = size - left - right,
                     height = size - top - bottom;
    glm::dvec2 least{axes.has_origin ? 0 : 1e300}, most{axes.has_origin ? 0 : -1e300};
    for (const Polyline& line : lines)
        for (const glm::dvec2& point : line.points) least = glm::min(least, point), most = glm::max(most, point);
    glm::dvec2 span = glm::max(most - least, glm::dvec2{1e-9});
    if (axes.is_square) span = glm::dvec2{std::max(span.x, span.y)};
    constexpr double margin = 1.08;
    least = (least + most) / 2.0 - margin / 2 * span;
    span *= margin;
    const auto place = [&](const glm::dvec2& point) {
        const glm::dvec2 share = (point - least) / span;
        return glm::dvec2{left + share.x * width, top + (1 - share.y) * height};
    };
    std::string svg = fmt::format(
        "<svg width=\"{0}\" height=\"{0}\" viewBox=\"0 0 {0} {0}\" role=\"img\" aria-label=\"{1}\"><text x=\"{2}\" "
        "y=\"18\" text-anchor=\"middle\">{1}</text><rect x=\"{3}\" y=\"{4}\" width=\"{5}\" height=\"{6}\" "
        "fill=\"none\" "
        "stroke=\"#777\"/>",
        size, axes.title, left + width / 2, left, top, width, height);
    for (const Tick& tick : ticks(least.x, least.x + span.x, false))
        svg += fmt::format(
            "<text x=\"{0:.1f}\" y=\"{1}\" text-anchor=\"middle\">{2}</text><path d=\"M{0:.1f} {3}v-5\" "
            "stroke=\"#777\"/>",
            left + tick.place * width, top + height + 15, tick.text, top + height);
    for (const Tick& tick : ticks(least.y, least.y + span.y, false))
        svg += fmt::format(
            "<text x=\"{0}\" y=\"{1:.1f}\" text-anchor=\"end\">{2}</text><path d=\"M{3} {4:.1f}h5\" "
            "stroke=\"#777\"/>",
            left - 5, top + (1 - tick.place) * height + 4, tick.text, left, top + (1 - tick.place) * height);
    svg += fmt::format(
        "<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">{2}</text><text transform=\"translate(12 {3}) "
        "rotate(-90)\" text-anchor=\"middle\">{4}</text>",
        left + width / 2, size - 10, axes.x, top + height / 2, axes.y);
    if (axes.has_origin)
        svg += fmt::format("<path d=\"M{0:.1f} {1:.1f}h12m-6 -6v12\" stroke=\"#333\" stroke-width=\"2\"/>",
                           place({0, 0}).x - 6, place({0, 0}).y);
    for (const Polyline& line : lines) {
        std::string points;
        for (const glm::dvec2& point : line.points)
            points += fmt::format("{:.1f},{:.1f} ", place(point).x, place(point).y);
        const glm::dvec2 end = place(line.points.back());
        svg += fmt::format(
            "<polyline points=\"{0}\" fill=\"none\" stroke=\"{1}\" stroke-width=\"2\"/><circle cx=\"{2:.1f}\" "
            "cy=\"{3:.1f}\" r=\"4\" fill=\"{1}\"/>",
            points, line.color, end.x, end.y);
    }
    return svg + "</svg>";
}

// Returns the path of the rigid galaxy 2 from the start to the present.
std::vector<LiveMoment> rigid_path(const EncounterParameters& parameters) {
    const EncounterSteps steps = encounter_steps(live_start(parameters).time);
    const RelativeOrbit orbit{parameters};
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
    constexpr double usual_bodies = 3000;  // models with other numbers of bodies are equally bright
    const double body_light =
        usual_bodies / std::max(1.0, static_cast<double>(places.present[0].x.size() + places.present[1].x.size()));
    std::vector<Color> light(static_cast<std::size_t>(edge * edge));
    for (std::size_t g = 0; g < 2; ++g) {
        const DiskPlaces::Disk& disk = places.present[g];
        for (std::size_t i = 0; i < disk.x.size(); ++i) {
            const glm::vec2 at = pixel_of(report, square, {disk.x[i], disk.y[i]}, edge);
            if (!(at.x >= 0 && at.y >= 0 && at.x < edge && at.y < edge)) continue;
            Color& pixel = light[static_cast<std::size_t>(at.y) * edge + static_cast<std::size_t>(at.x)];
            for (std::size_t c = 0; c < 3; ++c) pixel[c] += body_light * colors[g][c];
        }
    }
    return image_element(edge, "disks of a model", [&](int column, int row) {
        Color color = light[static_cast<std::size_t>(row * edge + column)];
        for (double& value : color) value = std::log1p(2 * value) / std::log(12.0);  // 5.5 bodies are white
        return color;
    });
}

namespace {

// Returns the mean density of the pixels at which the brighter pixels contain 95 % of the light.
double faint_density(const SkyMap& densities) {
    constexpr double share = 0.95;
    std::vector<double> sorted;
    double total = 0;
    for (const double value : densities.values)
        if (value > 0) sorted.push_back(value), total += value;
    std::ranges::sort(sorted, std::greater{});
    double sum = 0;
    for (const double value : sorted)
        if ((sum += value) >= share * total) return value;
    return 1;
}

std::string color_bar(double range) {
    return fmt::format(
        "<div class=\"bar\"></div><div class=\"ends\"><span>-{0:.0f} km/s</span><span>0</span><span>+{0:.0f} "
        "km/s</span></div>",
        range);
}

}  // namespace

std::string velocity_element(const ConfirmReport& report) {
    constexpr std::size_t pixels = 128, neighbor = 8;
    constexpr double percentile = 0.95;
    constexpr int edge = 96;
    const ParticleSet& particles = report.runs.best_run().last;
    const SkySquare square = square_around(report.restricted);
    std::vector<std::uint8_t> is_counted(particles.size());
    for (const Component& component : particles.components)
        if (component.name != "halo")
            std::fill_n(is_counted.begin() + static_cast<std::ptrdiff_t>(component.first), component.count, 1);
    // The square of the maps contains the frame, which may be rotated.
    glm::dvec2 least{1e300}, most{-1e300};
    for (const glm::dvec2 corner :
         {glm::dvec2{0, 0}, glm::dvec2{edge, 0}, glm::dvec2{0, edge}, glm::dvec2{edge, edge}}) {
        const glm::dvec2 position = position_of(report, square, corner, edge);
        least = glm::min(least, position), most = glm::max(most, position);
    }
    const glm::dvec2 center = (least + most) / 2.0;
    const double width = std::max(most.x - least.x, most.y - least.y);
    SkyView view;
    view.center = center_of_galaxy(particles, "galaxy-1") + live_length * glm::dvec3{center, 0};
    view.velocity = velocity_of_center(particles, "galaxy-1", center_of_galaxy(particles, "galaxy-1"));
    const auto map_of = [&](MapQuantity quantity) {
        const MapRequest request{.quantity = quantity, .band = {}, .smooth = neighbor};
        return sky_map(
            request, particles, map_rows(request, particles, is_counted, 0), view,
            {.columns = pixels, .rows = pixels, .width = live_length * width, .height = live_length * width});
    };
    const SkyMap velocities = map_of(MapQuantity::velocity), densities = map_of(MapQuantity::surface_density);
    const double faint = faint_density(densities);
    std::vector<double> speeds;
    for (std::size_t i = 0; i < velocities.values.size(); ++i)
        if (std::isfinite(velocities.values[i]) && densities.values[i] >= faint)
            speeds.push_back(std::abs(velocities.values[i]));
    std::ranges::sort(speeds);
    const double range =
        speeds.empty() ? 1 : speeds[static_cast<std::size_t>(percentile * static_cast<double>(speeds.size() - 1))];
    const std::string image = image_element(edge, "velocities along the line of sight", [&](int column, int row) {
        const glm::dvec2 position = position_of(report, square, {column + 0.5, row + 0.5}, edge);
        const glm::dvec2 place = (position - center + width / 2) / width * static_cast<double>(pixels);
        constexpr double last = pixels - 1;
        // The first row of a map is the lowest.
        const std::size_t index = static_cast<std::size_t>(std::clamp(place.y, 0.0, last)) * pixels +
                                  static_cast<std::size_t>(std::clamp(place.x, 0.0, last));
        const double v = velocities.values[index] / range;
        if (!std::isfinite(v)) return Color{};
        const double light = std::sqrt(std::clamp(densities.values[index] / faint, 0.0, 1.0)),
                     pale = light * (1 - std::min(1.0, std::abs(v)));
        return v > 0 ? Color{light, pale, pale} : Color{pale, pale, light};
    });
    return image + color_bar(range);
}

std::vector<std::string> orbit_elements(const ConfirmReport& report) {
    Polyline rigid_sky{{}, "#999"}, rigid_distance{{}, "#999"}, live_sky{{}, "#e80"}, live_distance{{}, "#e80"};
    const auto add = [](const LiveMoment& moment, Polyline& sky, Polyline& distance) {
        const glm::dvec3 place = encounter_kpc * moment.galaxy2.position;
        sky.points.emplace_back(place);
        distance.points.emplace_back(encounter_myr * moment.time, glm::length(place));
    };
    for (const LiveMoment& moment : rigid_path(report.parameters)) add(moment, rigid_sky, rigid_distance);
    const ConfirmRun& run = report.runs.best_run();
    for (std::size_t i = 0; i <= run.present; ++i) add(run.moments[i], live_sky, live_distance);
    return {
        chart_element({"path of galaxy 2 on the sky", "to the right, kpc", "up, kpc", true, true},
                      {rigid_sky, live_sky}),
        chart_element({"separation of the galaxies", "time, Myr (0: present of the rigid galaxies)", "separation, kpc"},
                      {rigid_distance, live_distance})};
}

double frame_kpc(const ConfirmReport& report) {
    if (!report.picture) return 2 * encounter_kpc * square_around(report.restricted).half;
    const std::array<float, 6>& map = report.picture->target.frame.map;
    return encounter_kpc * static_cast<double>(grid_edge) / std::hypot(map[1], map[4]);
}

}  // namespace milkomeda
