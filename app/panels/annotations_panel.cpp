// The section of the View panel about what is written over the picture.
#include <imgui.h>

#include "app/panels/panels.hpp"

namespace milkomeda {
namespace {

constexpr std::array<const char*, annotation_names.size()> meanings{
    "how long a kiloparsec is, at the depth of what the camera looks at",
    "model time, in millions or billions of years",
    "what the colours say",
    "the galaxies' names, at their centres",
    "x, y and z from the origin",
    "the plane z = 0, in squares of a round length",
    "where the galaxies' centres and chosen bodies have been; Ctrl+click chooses a body",
    "lines of equal surface density"};

}  // namespace

void Panels::annotations(Annotations& annotations) {
    if (!widgets_.section("annotations", "what is written over the picture ( n )")) return;
    const AnnotationSet initial = default_annotations();
    for (std::size_t i = 0; i < annotation_names.size(); ++i) {
        bool on = annotations.shown[i];
        if (i % 2 == 1) ImGui::SameLine(0.5f * ImGui::GetWindowWidth());
        if (widgets_.checkbox(annotation_names[i].data(), on, initial[i], meanings[i]))
            annotations.shown.set(i, on);
    }
    if (!annotations.chosen_rows().empty() &&
        widgets_.button("let bodies go", "forgets the chosen ones, as Ctrl+click on empty sky does"))
        annotations.let_go();
}

Area Panels::free_area() const {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    float left = 0, right = screen.x, top = 0;
    if (!shown) return {{0, 0}, {screen.x, screen.y}};
    for (const auto& [name, place] : widgets_.places()) {
        if (name.find('/') != name.npos) continue;  // a control in a panel
        const auto& [x, y, width, height] = place;
        if (y + height < 0.5f * screen.y) top = std::max(top, y + height);
        if (x + 0.5f * width < 0.5f * screen.x)
            left = std::max(left, x + width);
        else
            right = std::min(right, x);
    }
    // Side by side they leave nothing between them, but below those at the top.
    constexpr float least_share = 0.25f;
    if (right - left < least_share * screen.x) return {{0, top}, {screen.x, screen.y - top}};
    return {{left, 0}, {right - left, screen.y}};
}

}  // namespace milkomeda
