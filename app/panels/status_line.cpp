#include "app/panels/status_line.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/panels/bottom_bar.hpp"
#include "app/ui/text_fit.hpp"

namespace milkomeda {

float StatusLine::height() { return ImGui::GetFrameHeight(); }

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

void StatusLine::draw(Widgets& widgets, const RunFacts& facts, float kept_free) {
    renew(facts);
    const float width = ImGui::GetIO().DisplaySize.x - kept_free - 2 * BottomBar::margin();
    const auto first = std::ranges::find_if(lines_, [&](const std::string& line) { return width_of(line) <= width; });
    text_ = first == lines_.end() ? "" : *first;

    const BottomBar bar{"##status", {ImGui::GetIO().DisplaySize.x, height()}, 0, ImGui::GetStyle().FramePadding.y};
    widgets.begin_panel("Status");
    widgets.line("line", text_.c_str(), lines_.front().c_str());
}

}  // namespace milkomeda
