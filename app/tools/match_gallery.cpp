#include "app/tools/match_gallery.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "data/encounter/encounter_orbit.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t pictures = MatchSearch::most_models;

}  // namespace

void MatchGallery::upload(const std::vector<FoundModel>& models) {
    std::vector<std::uint8_t> texels(4 * grid_cells * pictures, 255);
    for (std::size_t m = 0; m < std::min(models.size(), pictures); ++m)
        for (std::size_t i = 0; i < models[m].image.size(); ++i) {
            const std::size_t texel = i / grid_edge * grid_edge * pictures + m * grid_edge + i % grid_edge;
            const auto gray = static_cast<std::uint8_t>(std::lround(255 * models[m].image[i]));
            std::fill_n(texels.begin() + static_cast<std::ptrdiff_t>(4 * texel), 3, gray);
        }
    if (!pictures_) pictures_.emplace(new_texture_2d("models", GL_CLAMP_TO_EDGE));
    glBindTexture(GL_TEXTURE_2D, pictures_->name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(grid_edge * pictures),
                 static_cast<GLsizei>(grid_edge), 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    glBindTexture(GL_TEXTURE_2D, 0);
}

void MatchGallery::note_change(const std::vector<FoundModel>& models) {
    is_new_ = true;
    if (!chosen_) return;
    const auto found = std::ranges::find(models, point_, [](const FoundModel& model) { return model.family.best; });
    if (found == models.end())
        chosen_.reset();
    else
        chosen_ = static_cast<std::size_t>(found - models.begin());
}

void MatchGallery::draw(Widgets& widgets, const std::vector<FoundModel>& models) {
    if (std::exchange(is_new_, false)) upload(models);
    if (models.empty()) return;
    constexpr std::size_t columns = 4;
    const float gap = ImGui::GetStyle().ItemSpacing.x, width = ImGui::GetContentRegionAvail().x;
    const float edge = (width - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns);
    const std::size_t count = std::min(models.size(), pictures), rows = (count + columns - 1) / columns;
    const auto area = widgets.canvas("models", static_cast<float>(rows) * (edge + gap),
                                     "The best models that the search has found, with their scores. Click a model");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto name = static_cast<std::uintptr_t>(pictures_->name());
    for (std::size_t m = 0; m < count; ++m) {
        const ImVec2 least{area[0] + static_cast<float>(m % columns) * (edge + gap),
                           area[1] + static_cast<float>(m / columns) * (edge + gap)};
        const ImVec2 most{least.x + edge, least.y + edge};
        const float left = static_cast<float>(m) / pictures, right = static_cast<float>(m + 1) / pictures;
        list.AddImage(reinterpret_cast<ImTextureID>(name), least, most, {left, 0}, {right, 1});
        list.AddText({least.x + 2, least.y}, IM_COL32(255, 230, 150, 255),
                     fmt::format("{:.1f}", models[m].family.value).c_str());
        const ImU32 frame = chosen_ == m        ? ImGui::GetColorU32(ImGuiCol_CheckMark)
                            : models[m].is_kept ? IM_COL32(120, 255, 150, 255)
                                                : IM_COL32(255, 255, 255, 60);
        list.AddRect(least, most, frame, 0, 0, chosen_ == m ? 2 : 1);
        const bool is_over = mouse.x >= least.x && mouse.x < most.x && mouse.y >= least.y && mouse.y < most.y;
        if (is_over && ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
            ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            chosen_ = m;
            point_ = models[m].family.best;
            facts_ = closest_approach_text(models[m].encounter);
        }
    }
}

}  // namespace milkomeda
