// Draws the title of the scene, the time and the present milestone over the picture.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/panels/overlays.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/theme.hpp"
#include "app/viewport/overlay_painter.hpp"
#include "data/base/units.hpp"
#include "data/scene/milestones.hpp"

namespace milkomeda {

Area draw_scene_title(const LoadedScene& loaded, const Area& free, float opacity) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float line = ImGui::GetTextLineHeight(), edge = std::max(1.0f, std::round(0.06f * line));
    const glm::vec2 corner = free.least + glm::vec2{0.5f * line};
    const SceneSetup& initial = loaded.initial();
    ImGui::PushFont(title_font());
    const float title_height = ImGui::GetTextLineHeight();
    const float title_width = ImGui::CalcTextSize(initial.title.c_str()).x;
    if (title_width + line <= free.size.x) write_outlined(list, corner, initial.title, {1, 1, 1, opacity}, edge);
    ImGui::PopFont();
    const SnapshotSeries* const series = loaded.particle_source().series();
    const double time = loaded.particle_source().transport().time();  // as on the time bar
    std::string words = series && !series->has_times() ? fmt::format("Snapshot {}", series->index() + 1)
                                                       : format_time(time, initial.has_years());
    if (const auto milestone = milestone_at(initial.milestones, time))
        words += "  \u00b7  " + initial.milestones[*milestone].title;
    const float width = ImGui::CalcTextSize(words.c_str()).x, down = title_height + 0.25f * line;
    if (width + line <= free.size.x)
        write_outlined(list, corner + glm::vec2{0, down}, words, {1, 1, 1, 0.8f * opacity}, edge);
    return {corner, {std::min(std::max(title_width, width), free.size.x), down + line}};
}

}  // namespace milkomeda
