#include "app/panels/status_line.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/ui/text_fit.hpp"

namespace milkomeda {

// Updates the text twice a second, so that its numbers are readable, and at once after pause or play.
void StatusLine::renew(const RunFacts& facts) {
    if (ImGui::GetTime() < next_ && facts.playing == playing_) return;
    next_ = ImGui::GetTime() + (facts.frames_per_second > 0 ? 0.5 : 0);
    playing_ = facts.playing;
    // Shows why the run is slow only if two successive updates find a reason, because the first frames of every run are
    // slow.
    const PaceCause cause = pace_cause(facts);
    const bool lasts = !facts.playing || !newest_why_.empty();
    newest_why_ = cause.why;
    cause_ = lasts ? cause : PaceCause{};
    lines_ = status_lines(facts, cause_);
}

void StatusLine::draw(Widgets& widgets, const RunFacts& facts) {
    renew(facts);
    text_.clear();
    if (!ImGui::BeginMainMenuBar()) return;
    const float width = ImGui::GetContentRegionAvail().x;
    const auto first = std::ranges::find_if(lines_, [&](const std::string& line) { return width_of(line) <= width; });
    if (first != lines_.end()) text_ = *first;
    widgets.begin_panel("Status");
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + width - width_of(text_));
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    widgets.line("line", text_.c_str(), lines_.front().c_str());
    ImGui::PopStyleColor();
    ImGui::EndMainMenuBar();
}

}  // namespace milkomeda
