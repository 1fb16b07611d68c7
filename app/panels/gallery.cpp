#include "app/panels/gallery.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <glm/glm.hpp>
#include <iterator>
#include <utility>

#include "app/ui/keys.hpp"
#include "app/ui/text_fit.hpp"

namespace milkomeda {
namespace {

constexpr float least_card_width = 13, card_padding = 0.4f;  // lengths in text line heights
constexpr float picture_shape = static_cast<float>(thumbnail_height) / thumbnail_width;

ImVec2 at(glm::vec2 v) { return {v.x, v.y}; }

float card_pad() { return card_padding * ImGui::GetTextLineHeight(); }

float height_of(const std::string& text, float width) {
    return text.empty() ? 0 : ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y;
}

// Returns the text below the title of a card: what to watch in the scene, or why the scene cannot be loaded.
const std::string& words_below(const SceneCard& card) { return card.trouble.empty() ? card.watch : card.trouble; }

float height_of(const SceneCard& card, float width) {
    const float pad = card_pad(), inside = width - 2 * pad;
    return picture_shape * inside + height_of(card.title, inside) + height_of(words_below(card), inside) + 3.5f * pad;
}

// Writes wrapped text, and returns the position below the text.
glm::vec2 write(glm::vec2 place, float width, const std::string& text, ImU32 color) {
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at(place), color, text.c_str(), nullptr,
                                        width);
    return {place.x, place.y + height_of(text, width)};
}

// Writes text in the middle of an area and clips it to the area.
void write_in(glm::vec2 least, glm::vec2 size, const std::string& text, ImU32 color) {
    const float pad = card_pad(), width = size.x - 2 * pad;
    const glm::vec2 words{std::min(width, ImGui::CalcTextSize(text.c_str()).x), height_of(text, width)};
    ImGui::PushClipRect(at(least), at(least + size), true);
    write(least + 0.5f * (size - words), width, text, color);
    ImGui::PopClipRect();
}

// Scrolls until the card that was drawn last is visible. For a card in the first row, scrolls to the top of the window.
void bring_into_view(float top, float height) {
    const float upper = ImGui::GetWindowPos().y, lower = ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
    const bool is_first_row = ImGui::GetScrollY() + top - upper < height;
    if (is_first_row)
        ImGui::SetScrollY(0);
    else if (top < upper || top + height > lower)
        ImGui::SetScrollHereY(height < lower - upper ? 0.5f : 0);
}

// Writes the text `words` on a dark background over the upper left corner of a picture.
void tag(glm::vec2 corner, const char* words, ImU32 color) {
    const float pad = card_pad();
    const ImVec2 size = ImGui::CalcTextSize(words);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at(corner), {corner.x + size.x + pad, corner.y + size.y}, IM_COL32(0, 0, 0, 190));
    list.AddText({corner.x + 0.5f * pad, corner.y}, color, words);
}

}  // namespace

Gallery::Gallery(const ThumbnailOptions& options, const Assets& assets)
    : options_{options}, assets_{assets}, thumbnails_{options} {}

void Gallery::open(const std::string& loaded) {
    cards_ = scene_cards(assets_, ".");
    pairs_ = cards_.size();
    std::ranges::move(pair_cards(assets_), std::back_inserter(cards_));
    for (SceneCard& card : cards_) card.picture = thumbnail_name(card, options_);
    const auto current = std::ranges::find(cards_, loaded, &SceneCard::source);
    choose(current == cards_.end() ? 0 : static_cast<std::size_t>(current - cards_.begin()));
    open_ = true;
}

std::span<const SceneCard> Gallery::cards() const {
    return std::span{cards_}.subspan(first_card(), end_card() - first_card());
}

void Gallery::choose(std::size_t card) {
    chosen_ = card;
    has_moved_ = true;
}

void Gallery::close() {
    open_ = false;
    thumbnails_.rest();
}

std::optional<std::string> Gallery::draw(Widgets& widgets, float above, float below, const std::string& loaded) {
    if (!open_) return std::nullopt;
    thumbnails_.advance(cards(), chosen_ - first_card());
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float line = ImGui::GetTextLineHeight(), margin = 0.5f * line;
    ImGui::SetNextWindowPos({margin, above + margin});
    ImGui::SetNextWindowSize({screen.x - 2 * margin, screen.y - above - below - 2 * margin});
    bool stays = true;
    ImGui::Begin(gallery_title, &stays,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
    widgets.begin_panel(gallery_title);
    draw_sections(widgets);
    std::optional<std::string> picked;
    if (ImGui::BeginChild("list", {0, 0}, false, ImGuiWindowFlags_NoNav)) {
        const std::size_t columns = columns_in(ImGui::GetContentRegionAvail());
        if (take_keys(columns)) picked = cards_[chosen_].source;
        draw_cards(widgets, columns, loaded, picked);
    }
    ImGui::EndChild();
    ImGui::End();
    if (!stays || picked) close();
    return picked;
}

// Draws the buttons of both sections and the introduction of the shown section.
void Gallery::draw_sections(Widgets& widgets) {
    const auto button = [&](const char* name, const std::string& text, std::size_t first, const char* tooltip) {
        const std::array size{width_of(text) + 2 * ImGui::GetTextLineHeight(), ImGui::GetFrameHeight()};
        const bool is_shown = first_card() == first;
        if (widgets.flat_button(name, text.c_str(), size, is_shown, tooltip) && !is_shown) choose(first);
    };
    button("scenes", "Scenes", 0, "Shows the scenes of the program, and your own scenes in the current folder");
    ImGui::SameLine();
    button("pairs", fmt::format("Real pairs ({})", cards_.size() - pairs_), pairs_,
           "Shows published models of observed pairs of galaxies");
    ImGui::TextWrapped(
        "%s",
        shows_pairs()
            ? "Models of observed pairs, which the volunteers of Galaxy Zoo: Mergers found (Holincheck et al. 2016, "
              "MNRAS 459, 720). Each model is a restricted encounter; its present has the time 0. Click a pair to "
              "play its encounter."
            : "Click a scene to load it, or select a scene with the arrow keys and press Enter. The run is paused "
              "while this list is open.");
}

// Draws the cards of the shown section. Stores the source of a card that the user clicks in `picked`.
void Gallery::draw_cards(Widgets& widgets, std::size_t columns, const std::string& loaded,
                         std::optional<std::string>& picked) {
    if (!ImGui::BeginTable("cards", static_cast<int>(columns), ImGuiTableFlags_SizingStretchSame)) return;
    const std::size_t end = end_card();
    for (std::size_t first = first_card(); first < end; first += columns) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        const float height = row_height(first, columns, ImGui::GetContentRegionAvail().x);
        for (std::size_t i = first; i < std::min(end, first + columns); ++i) {
            if (i > first) ImGui::TableNextColumn();
            if (card(widgets, i, height, loaded)) picked = cards_[i].source;
        }
    }
    ImGui::EndTable();
}

// Returns the height of the tallest card in a row.
float Gallery::row_height(std::size_t first, std::size_t count, float width) const {
    float height = 0;
    for (std::size_t i = first; i < std::min(end_card(), first + count); ++i)
        height = std::max(height, height_of(cards_[i], width));
    return height;
}

// Returns the smallest number of columns with which all cards are visible without scrolling. If no number suffices,
// returns the largest number of columns with wide enough cards.
std::size_t Gallery::columns_in(const ImVec2& room) const {
    const float line = ImGui::GetTextLineHeight(), padding = 2 * ImGui::GetStyle().CellPadding.y;
    const auto most = static_cast<std::size_t>(std::clamp(room.x / (least_card_width * line), 1.0f, 8.0f));
    for (std::size_t columns = 1; columns < most; ++columns) {
        const float width = room.x / static_cast<float>(columns);
        float height = 0;
        for (std::size_t first = first_card(); first < end_card(); first += columns)
            height += row_height(first, columns, width) + padding;
        if (height <= room.y) return columns;
    }
    return most;
}

// Moves the selection with the arrow keys, also from the last scene to the first pair and back. Returns true if the
// user presses Enter to load the selected card.
bool Gallery::take_keys(std::size_t columns) {
    const bool keys_are_used =
        ImGui::GetIO().WantTextInput || ImGui::GetIO().KeyCtrl || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
    if (keys_are_used || cards_.empty()) return false;
    const auto move = [this](ImGuiKey key, std::ptrdiff_t by) {
        const std::ptrdiff_t wanted = static_cast<std::ptrdiff_t>(chosen_) + by;
        if (!key_pressed(key) || wanted < 0 || wanted >= std::ssize(cards_)) return;
        choose(static_cast<std::size_t>(wanted));
    };
    const auto row = static_cast<std::ptrdiff_t>(columns);
    move(ImGuiKey_LeftArrow, -1);
    move(ImGuiKey_RightArrow, 1);
    move(ImGuiKey_UpArrow, -row);
    move(ImGuiKey_DownArrow, row);
    return key_pressed(ImGuiKey_Enter) && cards_[chosen_].trouble.empty();
}

// Draws a card. Returns true if the user clicks the card.
bool Gallery::card(Widgets& widgets, std::size_t index, float height, const std::string& loaded) {
    const SceneCard& card = cards_[index];
    const auto [x, y, width, tall] = widgets.canvas(card.source.c_str(), height, "");
    const bool can_load = card.trouble.empty(), hovered = ImGui::IsItemHovered();
    const bool clicked = hovered && ImGui::IsItemDeactivated() && can_load;
    if (index == chosen_ && std::exchange(has_moved_, false)) bring_into_view(y, tall);
    if (hovered && (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0)) chosen_ = index;

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float pad = card_pad(), rounding = ImGui::GetStyle().FrameRounding, inside = width - 2 * pad;
    const bool is_chosen = index == chosen_;
    const ImVec4 warm = ImGui::GetStyleColorVec4(ImGuiCol_CheckMark);
    const auto color = [can_load](ImVec4 full) {
        if (!can_load) full.w *= 0.5f;
        return ImGui::GetColorU32(full);
    };
    list.AddRectFilled({x, y}, {x + width, y + tall},
                       ImGui::GetColorU32(is_chosen && can_load ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
                       rounding);
    if (is_chosen) list.AddRect({x, y}, {x + width, y + tall}, color(warm), rounding, 0, 0.12f * pad + 1);

    const glm::vec2 least{x + pad, y + pad}, size{inside, picture_shape * inside};
    const ImU32 dim = color(ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    list.AddRectFilled(at(least), at(least + size), IM_COL32(0, 0, 0, 255));
    if (const PictureTexture* const picture = thumbnails_.find(card)) {
        const auto name = static_cast<std::intptr_t>(picture->texture.name());
        list.AddImage(reinterpret_cast<ImTextureID>(name), at(least), at(least + size));
    } else {
        write_in(least, size, can_load ? thumbnails_.words(card) : "scene cannot be loaded", dim);
    }
    const glm::vec2 below{least.x, least.y + size.y + pad};
    const glm::vec2 last = write(below, inside, card.title, color(ImGui::GetStyleColorVec4(ImGuiCol_Text)));
    write({last.x, last.y + 0.5f * pad}, inside, words_below(card), can_load ? dim : ImGui::GetColorU32(warm));
    if (card.source == loaded) tag(least, "current scene", color(warm));
    return clicked;
}

}  // namespace milkomeda
