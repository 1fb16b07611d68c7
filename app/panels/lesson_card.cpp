#include "app/panels/lesson_card.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "app/ui/text_fit.hpp"
#include "data/files/small_file.hpp"
#include "data/lesson/lesson_text.hpp"

namespace milkomeda {
namespace {

// Writes the text of a check, with a box before the text, and a tick in the box if the check is done.
void write_check(const std::string& words, bool done) {
    const float line = ImGui::GetTextLineHeight(), side = 0.7f * line;
    const ImVec2 place = ImGui::GetCursorScreenPos();
    const float top = place.y + 0.15f * line;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 color = ImGui::GetColorU32(done ? ImGuiCol_CheckMark : ImGuiCol_TextDisabled);
    list.AddRect({place.x, top}, {place.x + side, top + side}, color, 0.15f * line);
    if (done) {
        const ImVec2 tick[]{{place.x + 0.2f * side, top + 0.5f * side},
                            {place.x + 0.42f * side, top + 0.75f * side},
                            {place.x + 0.85f * side, top + 0.2f * side}};
        list.AddPolyline(tick, 3, color, 0, 0.12f * line);
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.2f * line);
    write_wrapped(without_marks(words));
}

void write_heading(const std::string& text) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_CheckMark));
    write_wrapped(without_marks(text));
    ImGui::PopStyleColor();
}

// Draws a picture as wide as the card.
void draw_picture(const PictureTexture& picture) {
    const float width = ImGui::GetContentRegionAvail().x,
                height = width * static_cast<float>(picture.height) / static_cast<float>(std::max(picture.width, 1));
    const auto name = static_cast<std::intptr_t>(picture.texture.name());
    ImGui::Image(reinterpret_cast<ImTextureID>(name), {width, height});
}

// Returns the place of the present step, such as "Step 2 of 5".
std::string place_words(const LessonProgress& progress) {
    return fmt::format("Step {} of {}", progress.step() + 1, progress.lesson().steps.size());
}

}  // namespace

void LessonCard::close() {
    thumbnails_.reset();
    cards_.clear();
    photograph_.reset();
    trouble_.clear();
    width_of_area_ = 0;
}

void LessonCard::picture(const std::string& name) {
    if (is_picture_file(name)) return picture_of_file(name);
    picture_of_scene(name);
}

// Draws the picture of a PNG file.
void LessonCard::picture_of_file(const std::string& file) {
    if (!photograph_ && trouble_.empty()) try {
            photograph_ = picture_texture(file, read_small_file(file).value_or(""));
        } catch (const std::exception& error) {
            trouble_ = error.what();
        }
    write_warning(trouble_);
    if (photograph_) draw_picture(*photograph_);
}

// Draws the picture of a shipped scene, at the scene's famous moment.
void LessonCard::picture_of_scene(const std::string& scene) {
    if (!thumbnails_) {
        thumbnails_.emplace(options_);
        cards_ = scene_cards(assets_, {});
        std::erase_if(cards_, [&scene](const SceneCard& card) { return card.source != scene; });
        for (SceneCard& card : cards_) card.picture = thumbnail_name(card, options_);
    }
    if (cards_.empty()) return;
    thumbnails_->advance(cards_, 0);
    if (const PictureTexture* const found = thumbnails_->find(cards_.front())) return draw_picture(*found);
    write_wrapped(thumbnails_->words(cards_.front()));
}

LessonRequest LessonCard::buttons(Widgets& widgets, LessonProgress& progress) const {
    LessonRequest request = LessonRequest::none;
    const bool is_done = progress.step_is_done(), is_last = progress.is_last();
    if (!progress.is_first()) {
        if (widgets.button("Back", "Shows the previous step")) progress.go_back();
        ImGui::SameLine();
    }
    if (is_done) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_PlotHistogram));
    const char* const label = is_last ? "Finish###Next" : is_done ? "Next" : "Skip###Next";
    const char* const tooltip = is_last   ? "Ends the lesson; the run goes on"
                                : is_done ? "Shows the next step"
                                          : "Shows the next step, although checks of this step are not done";
    if (widgets.button(label, tooltip)) {
        if (is_last) request = LessonRequest::close;
        progress.go_on();
    }
    if (is_done) ImGui::PopStyleColor();
    if (progress.has_more_hints()) {
        ImGui::SameLine();
        if (widgets.button("Hint", "Shows a hint for this step")) progress.show_hint();
    }
    ImGui::SameLine();
    if (widgets.button("Restart", "Loads the scene of the lesson again, with its settings"))
        request = LessonRequest::restart;
    ImGui::SameLine();
    if (widgets.button("Print", "Writes the lesson as a page (HTML), which a browser shows and prints"))
        request = LessonRequest::print;
    return request;
}

LessonRequest LessonCard::draw(Widgets& widgets, LessonProgress& progress, const std::string& source,
                               const Area& free) {
    const Lesson& lesson = progress.lesson();
    const float line = ImGui::GetTextLineHeight(), margin = 0.5f * line, widest = 24 * line;
    const float wanted_width = std::min(widest, free.size.x - 2 * margin);
    // In a lesson about a pair, the Match card is open at the left edge, and this card stays at the right edge.
    const bool stays_right = !lesson.pair.name.empty();
    const float left = stays_right ? free.size.x - margin - wanted_width : margin;
    const float last_width = std::exchange(width_of_area_, free.size.x);
    if (last_width == 0 || (stays_right && last_width != free.size.x))
        ImGui::SetNextWindowPos({free.least.x + left, free.least.y + margin});
    ImGui::SetNextWindowSize({wanted_width, 0});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {free.size.x, std::max(free.size.y - 2 * margin, 6 * line)});
    bool stays = true;
    ImGui::Begin(lesson_title, &stays,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    // Moves the card of the lesson into the free area, because panels must not cover the text that explains the panels.
    const auto [x, y] = ImGui::GetWindowPos();
    const auto [width, height] = ImGui::GetWindowSize();
    const glm::vec2 least = free.least + margin,
                    most = glm::max(least, free.least + free.size - glm::vec2{width, height} - margin),
                    place = glm::clamp(glm::vec2{x, y}, least, most);
    ImGui::SetWindowPos({place.x, place.y});
    widgets.begin_panel(lesson_title);
    write_heading(lesson.title);
    if (!lesson.picture.name.empty()) picture(lesson.picture.name);
    if (progress.is_first())
        for (const std::string& text : lesson.introduction) write_wrapped(without_marks(text));
    ImGui::Separator();
    const LessonStep& step = progress.present();
    ImGui::TextDisabled("%s", place_words(progress).c_str());
    write_heading(step.title);
    for (const std::string& text : step.paragraphs) write_wrapped(without_marks(text));
    ImGui::Spacing();
    for (std::size_t i = 0; i < step.checks.size(); ++i) write_check(step.checks[i].words, progress.is_done(i));
    for (std::size_t i = 0; i < progress.hints(); ++i) write_wrapped("Hint: " + without_marks(step.hints[i]));
    if (lesson.pair.name.empty() && source != lesson.scene.name)
        write_warning(fmt::format("The lesson uses the scene {}; Restart loads this scene", lesson.scene.name));
    ImGui::Spacing();
    const LessonRequest request = buttons(widgets, progress);
    widgets.end_panel();
    ImGui::End();
    return stays ? request : LessonRequest::close;
}

}  // namespace milkomeda
