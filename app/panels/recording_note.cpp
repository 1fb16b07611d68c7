#include "app/panels/recording_note.hpp"

#include <imgui.h>

#include <cstdio>

#include "app/panels/status_line.hpp"

namespace milkomeda {
namespace {

const ImVec4 recording_red{1.0f, 0.35f, 0.32f, 1};

// Returns a text if exact video frames take long, which explains a slow window; otherwise empty.
std::string pace_text(const VideoRecorder& film) {
    constexpr double long_seconds = 0.5;
    if (!film.is_exact() || film.seconds_a_frame() < long_seconds) return "";
    char text[32];
    std::snprintf(text, sizeof text, ", %.1f s per frame", film.seconds_a_frame());
    return text;
}

// Returns text such as "recording 1:05, 1950 frames, 0.7 s per frame" for a video, "recording 42 moments, 12
// MB" for a run, or both; empty if nothing is recorded.
std::string recording_text(const VideoRecorder& film, const RunRecorder& run) {
    std::string words;
    if (film.recording()) {
        const long seconds = static_cast<long>(film.seconds());
        char text[64];
        std::snprintf(text, sizeof text, "%ld:%02ld, %ld frames", seconds / 60, seconds % 60, film.frames());
        words = text + pace_text(film);
    }
    if (run.recording())
        words += (words.empty() ? "" : "; ") + std::to_string(run.moments()) + " moments, " + size_text(run.bytes());
    return words.empty() ? "" : "recording " + words;
}

std::string recording_files(const VideoRecorder& film, const RunRecorder& run) {
    std::string words;
    if (film.recording()) words = film.file().string() + "; F10 stops the video";
    if (run.recording()) words += (words.empty() ? "" : "\n") + run.file().string() + "; Ctrl+E stops the recording";
    return words;
}

float disc_width() { return ImGui::GetTextLineHeight(); }

}  // namespace

float recording_width(const VideoRecorder& film, const RunRecorder& run) {
    const std::string text = recording_text(film, run);
    if (text.empty()) return 0;
    const float margin = 0.5f * ImGui::GetTextLineHeight();
    return disc_width() + ImGui::CalcTextSize(text.c_str()).x + 2 * margin;
}

void recording_note(Widgets& widgets, const VideoRecorder& film, const RunRecorder& run) {
    const std::string text = recording_text(film, run);
    if (text.empty()) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float height = StatusLine::height(), em = ImGui::GetTextLineHeight();
    const ImVec2 size{recording_width(film, run), height};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.5f * em, ImGui::GetStyle().FramePadding.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::SetNextWindowPos({screen.x - size.x, screen.y - size.y});
    ImGui::SetNextWindowSize(size);
    ImGui::Begin("##recording", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    widgets.begin_panel("Recording");
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({corner.x + 0.4f * em, corner.y + 0.5f * em}, 0.32f * em,
                                                ImGui::GetColorU32(recording_red));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + disc_width());
    ImGui::PushStyleColor(ImGuiCol_Text, recording_red);
    widgets.line("note", text.c_str(), recording_files(film, run).c_str());
    ImGui::PopStyleColor();
    ImGui::End();
    ImGui::PopStyleVar(4);
}

}  // namespace milkomeda
