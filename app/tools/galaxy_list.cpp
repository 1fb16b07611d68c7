#include "app/tools/galaxy_list.hpp"

#include <imgui.h>

#include "app/ui/text_fit.hpp"
#include "data/play/galaxy_edits.hpp"

namespace milkomeda {
namespace {

std::size_t bodies_of(const ParticleSet& particles, const std::string& galaxy) {
    std::size_t bodies = 0;
    for (const Component& component : particles.components)
        if (component.galaxy == galaxy) bodies += component.count;
    return bodies;
}

// Returns the horizontal padding of two buttons and the spaces between them.
float button_air() {
    const ImGuiStyle& style = ImGui::GetStyle();
    return 4 * style.FramePadding.x + 2 * style.ItemSpacing.x;
}

}  // namespace

GalaxyRequest galaxy_list(Widgets& widgets, LoadedScene& loaded) {
    GalaxyRequest request;
    const bool can_change = loaded.particle_source().probes() != nullptr;
    for (const Landmark& galaxy : loaded.galaxies()) {
        const std::string title = galaxy_title(galaxy.name);
        const std::string words =
            title + ", " + std::to_string(bodies_of(loaded.initial().particles, galaxy.name)) + " bodies";
        write_wrapped(words);
        const float beside = ImGui::GetContentRegionAvail().x - width_of("FocusDelete") - button_air();
        if (width_of(words) < beside) ImGui::SameLine(beside);
        if (widgets.button(("Focus##" + galaxy.name).c_str(),
                           ("Moves " + title + " to the middle of the picture").c_str()))
            request.focus = galaxy.position;
        if (!can_change) continue;
        ImGui::SameLine();
        if (widgets.button(("Delete##" + galaxy.name).c_str(), ("Deletes " + title + "; Ctrl+Z undoes it").c_str()))
            request.deleted = galaxy.name;
    }
    return request;
}

}  // namespace milkomeda
