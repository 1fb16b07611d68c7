#include "app/panels/overlays.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/panels/floating_bar.hpp"
#include "app/ui/text_fit.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

const ImVec4 recording_red{1.0f, 0.35f, 0.32f, 1};

// Returns the duration of a video frame as text if the frames take long, which explains why the window is slow;
// otherwise returns an empty text.
std::string pace_text(const VideoRecorder& video) {
    constexpr double long_seconds = 0.5;
    if (!video.is_exact() || video.seconds_a_frame() < long_seconds) return "";
    return fmt::format(", {:.1f} s per frame", video.seconds_a_frame());
}

// Returns text such as "recording 1:05, 1950 frames, 0.7 s per frame" for a video, "recording 42 moments, 12
// MB" for a run, or both; empty if nothing is recorded.
std::string recording_text(const VideoRecorder& video, const RunRecorder& run) {
    std::vector<std::string> parts;
    if (video.recording()) {
        const long seconds = static_cast<long>(video.seconds());
        parts.push_back(
            fmt::format("{}:{:02}, {} frames{}", seconds / 60, seconds % 60, video.frames(), pace_text(video)));
    }
    if (run.recording()) parts.push_back(fmt::format("{} moments, {}", run.moments(), size_text(run.bytes())));
    return parts.empty() ? "" : "recording " + join(parts, {}, "; ");
}

std::string recording_files(const VideoRecorder& video, const RunRecorder& run) {
    std::vector<std::string> lines;
    if (video.recording()) lines.push_back(fmt::format("{}; F10 stops the video", video.file().string()));
    if (run.recording()) lines.push_back(fmt::format("{}; Ctrl+E stops the recording", run.file().string()));
    return join(lines, {}, "\n");
}

}  // namespace

void recording_note(Widgets& widgets, const VideoRecorder& video, const RunRecorder& run, float above) {
    const std::string text = recording_text(video, run);
    if (text.empty()) return;
    const float em = ImGui::GetTextLineHeight(), unit = ImGui::GetStyle().ItemSpacing.x, height = 3 * unit;
    const float screen = ImGui::GetIO().DisplaySize.x, disc_width = em;
    const float width = std::min(disc_width + width_of(text) + 2 * unit, screen);
    const FloatingBar bar{"##recording", {{std::round(0.5f * (screen - width)), above + unit}, {width, height}}, 1};
    widgets.begin_panel("Recording");
    const ImVec2 corner = ImGui::GetWindowPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({corner.x + unit + 0.4f * em, corner.y + 0.5f * height}, 0.32f * em,
                                                ImGui::GetColorU32(recording_red));
    ImGui::SetCursorPos({unit + disc_width, 0.5f * (height - em)});
    ImGui::PushStyleColor(ImGuiCol_Text, recording_red);
    widgets.line("note", text.c_str(), recording_files(video, run).c_str());
    ImGui::PopStyleColor();
}

}  // namespace milkomeda
