// The section of the Look drawer that shows and hides galaxies and their components.
#include <imgui.h>

#include <algorithm>

#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/text_fit.hpp"

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

}  // namespace

void components_section(Widgets& widgets, LoadedScene& loaded) {
    const std::vector<Component>& components = loaded.initial().particles.components;
    std::vector<bool>& visible = loaded.shown();
    std::vector<std::string> galaxies;
    for (const Component& component : components)
        if (!component.galaxy.empty() && std::ranges::find(galaxies, component.galaxy) == galaxies.end())
            galaxies.push_back(component.galaxy);

    // Draws a checkbox for each galaxy. Checking the box shows all components of the galaxy except halo and perturbers;
    // unchecking the box hides all components.
    for (const std::string& galaxy : galaxies) {
        bool any = false;
        for (std::size_t i = 0; i < components.size(); ++i) any |= components[i].galaxy == galaxy && visible[i];
        const std::string title = title_of(galaxy);
        if (&galaxy != galaxies.data()) beside_if_it_fits(title);
        if (widgets.checkbox(std::string{title}.append("###").append(galaxy).c_str(), any, true,
                             "Shows or hides this galaxy"))
            for (std::size_t i = 0; i < components.size(); ++i)
                if (components[i].galaxy == galaxy)
                    visible[i] = any && components[i].name != "halo" && !components[i].perturber;
    }
    for (std::size_t c = 0; c < components.size(); ++c) {
        // perturbers are shown and hidden by the annotation "perturbers" instead
        if (components[c].perturber) continue;
        bool on = visible[c];
        const std::string title = title_of(components[c]);
        if (c > 0 && components[c].name == components[c - 1].name) beside_if_it_fits(title);
        if (widgets.checkbox((title + "###" + full_name(components[c])).c_str(), on, components[c].name != "halo",
                             "Shows or hides this component"))
            visible[c] = on;
    }
}

}  // namespace milkomeda
