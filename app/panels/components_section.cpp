// The section of the Look drawer that shows and hides galaxies, their components and their young stars.
#include <imgui.h>

#include <algorithm>

#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/scene/shown_parts.hpp"
#include "app/ui/text_fit.hpp"
#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

// If the next checkbox fits beside the previous checkbox, places it in the right half of the line.
void beside_if_it_fits(const std::string& label) {
    const float half = 0.5f * ImGui::GetWindowWidth();
    const float width = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + width_of(label) +
                        ImGui::GetStyle().WindowPadding.x;
    const bool left_ends = ImGui::GetItemRectMax().x < ImGui::GetWindowPos().x + half;
    const bool left_is_first = ImGui::GetItemRectMin().x < ImGui::GetWindowPos().x + 0.25f * half;
    if (width < half && left_ends && left_is_first) ImGui::SameLine(half);
}

// Draws a checkbox for each galaxy. Checking the box shows all parts of the galaxy except halo and perturbers;
// unchecking the box hides all parts.
void galaxy_checkboxes(Widgets& widgets, const std::vector<ShownPart>& parts, std::vector<ShownBodies>& shown) {
    std::vector<std::string> galaxies;
    for (const auto& [names, rows] : parts)
        if (!names.galaxy.empty() && std::ranges::find(galaxies, names.galaxy) == galaxies.end())
            galaxies.push_back(names.galaxy);
    for (const std::string& galaxy : galaxies) {
        const auto is_own = [&](const ShownPart& part) { return part.names.galaxy == galaxy; };
        bool any = std::ranges::any_of(parts, [&](const auto& part) { return is_own(part) && part.is_shown(shown); });
        const std::string title = title_of(galaxy);
        if (&galaxy != galaxies.data()) beside_if_it_fits(title);
        if (!widgets.checkbox(std::string{title}.append("###").append(galaxy).c_str(), any, true,
                              "Shows or hides this galaxy"))
            continue;
        for (const ShownPart& part : parts)
            if (is_own(part)) part.show(any && part.names.name != "halo" && !part.names.perturber, shown);
    }
}

const char* tooltip_of(const Component& names) {
    if (is_gas(names)) return "Shows or hides this gas";
    if (names.name == young_stars_name) return "Shows or hides the stars that have formed from gas";
    return "Shows or hides this component";
}

}  // namespace

void components_section(Widgets& widgets, LoadedScene& loaded) {
    const std::vector<ShownPart> parts = shown_parts(loaded.initial().particles.components);
    galaxy_checkboxes(widgets, parts, loaded.shown());
    std::string name_before;
    for (const ShownPart& part : parts) {
        // perturbers are shown and hidden by the annotation "perturbers" instead
        if (part.names.perturber) continue;
        const std::string title = title_of(part.names);
        if (part.names.name == name_before) beside_if_it_fits(title);
        bool on = part.is_shown(loaded.shown());
        if (widgets.checkbox((title + "###" + full_name(part.names)).c_str(), on, part.names.name != "halo",
                             tooltip_of(part.names)))
            part.show(on, loaded.shown());
        name_before = part.names.name;
    }
}

}  // namespace milkomeda
