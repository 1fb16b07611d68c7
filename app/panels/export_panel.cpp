#include "app/panels/export_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/io/video_format.hpp"
#include "app/panels/panel.hpp"
#include "app/ui/text_fit.hpp"
#include "data/base/units.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr float preview_lines = 8;  // height of the preview, in line heights

void preview_picture(Widgets& widgets, const ExportStatus& status) {
    const ExportSize& size = size_of(status.choice);
    const auto& drawn = status.preview;  // may show former settings until the new preview is drawn
    const float height = preview_lines * ImGui::GetTextLineHeight(),
                shape = drawn ? static_cast<float>(drawn->width) / static_cast<float>(drawn->height)
                              : static_cast<float>(size.width) / static_cast<float>(size.height);
    const auto [x, y, free_width, free_height] = widgets.canvas(
        "Preview", height, "First frame, drawn by the command that writes the file, but with fewer pixels");
    const float width = std::min(free_width, shape * free_height), left = x + 0.5f * (free_width - width),
                top = y + 0.5f * (free_height - width / shape);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({left, top}, {left + width, top + width / shape}, IM_COL32(0, 0, 0, 255));
    if (drawn) {
        const auto texture = static_cast<std::uintptr_t>(drawn->texture.name());
        list.AddImage(reinterpret_cast<ImTextureID>(texture), {left, top}, {left + width, top + width / shape});
    }
    if (status.preview_note.empty()) return;
    const float inside = width - ImGui::GetTextLineHeight();
    const ImVec2 words = ImGui::CalcTextSize(status.preview_note.c_str(), nullptr, false, inside);
    list.AddRectFilled({left, top}, {left + width, top + width / shape}, IM_COL32(0, 0, 0, 180));  // dims the picture
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(),
                 {left + 0.5f * (width - words.x), top + 0.5f * (width / shape - words.y)},
                 ImGui::GetColorU32(ImGuiCol_TextDisabled), status.preview_note.c_str(), nullptr, inside);
}

void choose_size(Widgets& widgets, ExportChoice& choice) {
    std::vector<std::string> list;
    for (const ExportSize& size : export_sizes()) list.emplace_back(size.name);
    widgets.choice("Size", choice.size, list, ExportChoice{}.size,
                   "Width and height in pixels. A dome shows half of the sky as a circle, for planetarium domes");
}

void choose_format(Widgets& widgets, ExportChoice& choice) {
    std::vector<std::string> list, endings;
    for (const VideoFormat& format : video_formats()) {
        list.emplace_back(format.name);
        endings.emplace_back(format.extension);
    }
    list.emplace_back("PNG, numbered pictures");
    endings.emplace_back(".png");
    auto index = static_cast<std::size_t>(std::ranges::find(endings, choice.ending) - endings.begin());
    if (widgets.choice("Format", index, list, 0, "Format of the video; videos need the program ffmpeg"))
        choice.ending = endings[index];
}

void video_controls(Widgets& widgets, ExportStatus& status) {
    ExportChoice& choice = status.choice;
    const std::vector<std::string> cameras{names<ExportCamera>.begin(), names<ExportCamera>.end()};
    auto camera = static_cast<std::size_t>(choice.camera);
    if (widgets.choice("Camera", camera, cameras, 0,
                       "Camera during the video, or of the web page until the viewer moves it. As it is: the camera "
                       "keeps its place, keeps the galaxies in view or "
                       "follows its object, as in the window. Circle once: the camera also turns around its target by "
                       "360 degrees. Follow the path: the camera moves along its key frames",
                       status.camera_limits))
        choice.camera = static_cast<ExportCamera>(camera);
    widgets.slider(
        "Until", choice.until,
        {status.time, status.last_time, status.last_time, "%.2f", Scale::linear, {.unit = {myr_per_time, "Myr"}}},
        "Model time at the end, in units of 17.78 Myr; the beginning shows the present time");
    widgets.slider("Length", choice.seconds, {1, 600, ExportChoice{}.seconds, "%.1f s", Scale::logarithmic},
                   "Duration of the video, or of the web page at its usual pace, in seconds");
    if (choice.kind == ExportKind::page) return;
    widgets.slider("Frames per second", choice.frames_per_second, {1, 120, ExportChoice{}.frames_per_second, "%d"},
                   "Frames of the video per second");
    choose_format(widgets, choice);
}

std::string plan_text(const ExportStatus& status) {
    const long frames = frames_of(status.choice);
    const std::string count =
        frames == 1 ? "1 picture"
                    : fmt::format("{} {}", count_text(std::uintmax_t(frames)), name_of_frames(status.choice));
    if (status.choice.kind == ExportKind::page) return count;  // the trials measure drawing, which a page does not need
    if (status.expected_seconds)
        return fmt::format("{}, takes about {}", count, duration_text(*status.expected_seconds));
    return status.is_measuring ? count + ", measuring the duration" : count;
}

std::string progress_text(const RenderProgress& progress, const char* frames) {
    if (progress.frames == 0) return "Starting";
    const double left = progress.seconds_per_frame() * static_cast<double>(progress.frames - progress.done);
    const std::string count = fmt::format("{} of {} {}", count_text(std::uintmax_t(progress.done)),
                                          count_text(std::uintmax_t(progress.frames)), frames);
    return left > 0 ? fmt::format("{}, {} left", count, duration_text(left)) : count;
}

ExportRequest command_line_of_export(Widgets& widgets, const ExportStatus& status) {
    const std::string tooltip = "The command line that writes the file: " + status.command;
    widgets.line("Command", shortened(status.command, ImGui::GetContentRegionAvail().x).c_str(), tooltip.c_str());
    ImGui::BeginDisabled(!status.can_copy);
    const bool copies =
        widgets.button("Copy the command", status.can_copy ? "Copies the command line to the clipboard"
                                                           : "The command needs the state file of the run, which the "
                                                             "export writes: export first, and keep the run's state");
    ImGui::EndDisabled();
    return copies ? ExportRequest::copy : ExportRequest::none;
}

ExportRequest buttons_of_export(Widgets& widgets, const ExportStatus& status) {
    ExportRequest request = ExportRequest::none;
    if (status.progress) {
        const RenderProgress& progress = *status.progress;
        const float share =
            progress.frames > 0 ? static_cast<float>(progress.done) / static_cast<float>(progress.frames) : 0.0f;
        widgets.option("Progress", progress_text(progress, name_of_frames(status.choice)).c_str(), share, false,
                       "The export continues if this card is closed, and ends if the window is closed");
        if (widgets.button("Cancel", "Ends the export; the file then contains the frames or moments that are finished"))
            request = ExportRequest::cancel;
    } else {
        widgets.line("Plan", plan_text(status).c_str(),
                     "Number of frames and expected duration on this machine, or number of moments of a web page");
        ImGui::BeginDisabled(!status.fault.empty());
        if (widgets.button("Export###Start", "Writes the file in the background")) request = ExportRequest::start;
        ImGui::EndDisabled();
    }
    return request;
}

}  // namespace

ExportRequest export_panel(Widgets& widgets, ExportStatus& status, Annotations& annotations) {
    preview_picture(widgets, status);
    ImGui::BeginDisabled(status.progress.has_value());
    widgets.choice("Kind", status.choice.kind, names<ExportKind>, ExportKind::picture,
                   "A single picture, a video, or a web page, which plays the run in a browser, where the viewer turns "
                   "the camera");
    choose_size(widgets, status.choice);
    if (status.choice.kind != ExportKind::picture) video_controls(widgets, status);
    annotation_checkbox(widgets, annotations, Annotation::labels);
    widgets.text(
        "File name", status.choice.name,
        "Name of the file in the current folder, or a path. If the file exists, a number is added to the name");
    ImGui::EndDisabled();
    if (!status.fault.empty()) write_warning(status.fault);
    ExportRequest request = buttons_of_export(widgets, status);
    if (status.has_failed)
        write_warning(status.result);
    else if (!status.result.empty())
        write_wrapped(status.result);
    ImGui::Separator();
    ImGui::BeginDisabled(status.progress.has_value());
    widgets.checkbox("Keep the run's state", status.choice.keeps_state, true,
                     "Keeps a file NAME.milkomeda beside the export, from which the command below, or render --again, "
                     "can repeat the export. Off: this file is deleted after the export");
    ImGui::EndDisabled();
    if (const ExportRequest other = command_line_of_export(widgets, status); other != ExportRequest::none)
        request = other;
    return request;
}

}  // namespace milkomeda
