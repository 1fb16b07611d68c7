#include "app/tools/tool_panels.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "app/ui/text_fit.hpp"
#include "data/play/galaxy_edits.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

std::size_t bodies_of(const ParticleSet& particles, const std::string& galaxy) {
    std::size_t bodies = 0;
    for (const Component& component : particles.components)
        if (component.galaxy == galaxy) bodies += component.count;
    return bodies;
}

}  // namespace

GalaxyRequest galaxy_list(Widgets& widgets, LoadedScene& loaded) {
    GalaxyRequest request;
    const bool can_change = loaded.particle_source().probes() != nullptr;
    for (const Landmark& galaxy : loaded.galaxies()) {
        const std::string title = galaxy_title(galaxy.name);
        const std::string words =
            fmt::format("{}, {} bodies", title, count_text(bodies_of(loaded.initial().particles, galaxy.name)));
        write_wrapped(words);
        const ImGuiStyle& style = ImGui::GetStyle();
        const float buttons = width_of("FocusDelete") + 4 * style.FramePadding.x + 2 * style.ItemSpacing.x;
        const float beside = ImGui::GetContentRegionAvail().x - buttons;
        if (width_of(words) < beside) ImGui::SameLine(beside);
        if (widgets.button(("Focus##" + galaxy.name).c_str(),
                           fmt::format("Moves the camera so that {} is in the center of the picture", title).c_str()))
            request.focus = galaxy.position;
        if (!can_change) continue;
        ImGui::SameLine();
        if (widgets.button(("Delete##" + galaxy.name).c_str(),
                           fmt::format("Deletes {} from the run; Ctrl+Z restores the galaxy", title).c_str()))
            request.deleted = galaxy.name;
    }
    return request;
}

}  // namespace milkomeda
