#include "app/panels/orbit_preview.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <numbers>

#include "data/base/units.hpp"
#include "data/text/round_number.hpp"

namespace milkomeda {
namespace {

ImVec2 imgui(glm::vec2 v) { return {v.x, v.y}; }

ImU32 color_of(std::size_t galaxy, float alpha) {
    const auto& [red, green, blue] = preview_colors[galaxy];
    return ImGui::GetColorU32(ImVec4{red, green, blue, alpha});
}

// Returns the components of `v` in the plane of the orbit: along the direction to the second galaxy's pericenter, and
// along the second galaxy's velocity at its pericenter.
glm::dvec2 in_plane(const KeplerOrbit& orbit, glm::dvec3 v) {
    return {glm::dot(v, orbit.to_pericenter), glm::dot(v, orbit.onward)};
}

struct Shapes {
    std::vector<glm::dvec2> path, outline;
    glm::dvec2 start, pericenter;
};

// Returns the path and the disk outline of one galaxy. The galaxy's position relative to the center of mass is `share`
// times the separation vector of both galaxies; `share` is negative for the first galaxy.
Shapes shapes_of(const KeplerOrbit& orbit, const DraftGalaxy& galaxy, double share) {
    constexpr int path_points = 257, outline_points = 48;
    constexpr double reach = 1.2;  // largest separation in the plot, as a multiple of the separation at the start
    Shapes shapes;
    const auto shared = [&](glm::dvec3 x) { return share * in_plane(orbit, x); };
    for (const glm::dvec3& x : arc(orbit, reach * orbit.distance(orbit.start), path_points))
        shapes.path.push_back(shared(x));
    shapes.start = shared(orbit.position(orbit.start));
    shapes.pericenter = shared(orbit.position(0));
    for (int i = 0; i < outline_points; ++i) {
        const double angle = 2 * std::numbers::pi * i / outline_points;
        const glm::dvec2 round = galaxy.radius * glm::dvec2{std::cos(angle), std::sin(angle)};
        const glm::dvec2 seen =
            galaxy.has_disk ? in_plane(orbit, galaxy.placement.rotation * glm::dvec3{round, 0}) : round;
        shapes.outline.push_back(shapes.start + seen);
    }
    return shapes;
}

// Maps model coordinates to screen coordinates, with y upward, at the largest scale at which both galaxies' paths and
// outlines fit.
struct Map {
    glm::dvec2 middle, center;  // center of the shapes: in model coordinates, and in screen coordinates
    double pixels;              // screen coordinates per model length unit

    Map(const std::array<Shapes, 2>& galaxies, glm::dvec2 least, glm::dvec2 size, double margin) {
        glm::dvec2 low{1e300}, high{-1e300};
        for (const Shapes& galaxy : galaxies)
            for (const auto* points : {&galaxy.path, &galaxy.outline})
                for (const glm::dvec2& point : *points) low = glm::min(low, point), high = glm::max(high, point);
        middle = 0.5 * (low + high);
        center = least + 0.5 * size;
        const glm::dvec2 scale = (size - 2 * margin) / glm::max(high - low, 1e-9);
        pixels = std::max(1e-9, std::min(scale.x, scale.y));
    }
    glm::vec2 operator()(glm::dvec2 x) const { return center + pixels * glm::dvec2{1, -1} * (x - middle); }
};

void draw_arrow(ImDrawList& list, glm::vec2 at, float up, float size, ImU32 color) {
    list.AddTriangleFilled({at.x, at.y - up * size}, {at.x - 0.6f * size, at.y + up * 0.6f * size},
                           {at.x + 0.6f * size, at.y + up * 0.6f * size}, color);
}

void draw_scale(ImDrawList& list, const Map& map, glm::vec2 corner, float width) {
    const ImU32 color = ImGui::GetColorU32(ImGuiCol_Text);
    const double kpc = round_number_below(0.35 * width / map.pixels * kpc_per_length);
    const auto length = static_cast<float>(kpc / kpc_per_length * map.pixels);
    list.AddLine(imgui(corner), {corner.x + length, corner.y}, color);
    for (const float end : {0.0f, length})
        list.AddLine({corner.x + end, corner.y - 3}, {corner.x + end, corner.y + 3}, color);
    list.AddText({corner.x + 3, corner.y - 1.2f * ImGui::GetTextLineHeight()}, color,
                 fmt::format("{:g} kpc", kpc).c_str());
}

}  // namespace

void draw_orbit_preview(const KeplerOrbit& orbit, const std::vector<DraftGalaxy>& galaxies,
                        const std::array<float, 4>& place) {
    const glm::vec2 least{place[0], place[1]}, size{place[2], place[3]};
    const float line = ImGui::GetTextLineHeight();
    const std::array<Shapes, 2> shapes{shapes_of(orbit, galaxies[0], -galaxies[1].mass / orbit.mass),
                                       shapes_of(orbit, galaxies[1], galaxies[0].mass / orbit.mass)};
    const glm::vec2 for_scale{0, 1.5f * line};  // height reserved for the scale bar below the orbit
    const Map map{shapes, least, size - for_scale, 0.7 * line};

    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(imgui(least), imgui(least + size), true);
    list.AddRectFilled(imgui(least), imgui(least + size), ImGui::GetColorU32(ImGuiCol_FrameBg));
    for (std::size_t g = 0; g < shapes.size(); ++g) {
        std::vector<ImVec2> path, outline;
        for (const glm::dvec2& point : shapes[g].path) path.push_back(imgui(map(point)));
        for (const glm::dvec2& point : shapes[g].outline) outline.push_back(imgui(map(point)));
        list.AddPolyline(path.data(), static_cast<int>(path.size()), color_of(g, 0.7f), ImDrawFlags_None, 1);
        list.AddPolyline(outline.data(), static_cast<int>(outline.size()), color_of(g, 1), ImDrawFlags_Closed, 1);
        list.AddCircleFilled(imgui(map(shapes[g].start)), 0.2f * line, color_of(g, 1));
        draw_arrow(list, map(shapes[g].pericenter), g == 0 ? -1.0f : 1.0f, 0.35f * line, color_of(g, 1));
    }
    draw_scale(list, map, least + glm::vec2{0.5f * line, size.y - 0.5f * line}, size.x);
    list.PopClipRect();
}

}  // namespace milkomeda
