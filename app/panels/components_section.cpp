#include "app/panels/components_section.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/ui/text_fit.hpp"
#include "data/particles/young_stars.hpp"
#include "data/text/text_number.hpp"

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

// Writes the number at the right end of the line of the previous checkbox or, if it does not fit there, of a new line.
void count_at_right(std::size_t count) {
    const std::string text = count_text(count);
    ImGui::SameLine();
    if (width_of(text) > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width_of(text));
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.c_str());
}

const char* tooltip_of(const Component& names) {
    if (is_gas(names)) return "Shows or hides this gas. The number counts the bodies that are gas at present";
    if (names.name == young_stars_name)
        return "Shows or hides the stars that have formed from gas. The number counts these stars at present";
    return "Shows or hides this component";
}

}  // namespace

void ComponentsSection::draw(Widgets& widgets, LoadedScene& loaded) {
    counter_.follow(loaded);
    const std::vector<ShownPart> parts = shown_parts(loaded.initial().particles.components);
    galaxy_checkboxes(widgets, parts, loaded.shown());
    std::string name_before;
    for (const ShownPart& part : parts) {
        // perturbers are shown and hidden by the annotation "perturbers" instead
        if (part.names.perturber) continue;
        // The numbers of bodies change only where gas becomes stars. Each of these parts has a line with its number.
        const bool changes = is_gas(part.names) || part.names.name == young_stars_name;
        const std::string title = title_of(part.names);
        if (!changes && part.names.name == name_before) beside_if_it_fits(title);
        bool on = part.is_shown(loaded.shown());
        if (widgets.checkbox((title + "###" + full_name(part.names)).c_str(), on, part.names.name != "halo",
                             tooltip_of(part.names)))
            part.show(on, loaded.shown());
        if (const auto bodies = counter_.bodies(loaded, part); changes && bodies) count_at_right(*bodies);
        name_before = part.names.name;
    }
}

}  // namespace milkomeda
