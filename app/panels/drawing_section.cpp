// The section of the Advanced panel on drawing: what a frame costs, pass by pass, and how many bodies it
// draws.
#include <imgui.h>

#include <bit>
#include <cstdio>
#include <string>
#include <vector>

#include "app/panels/panel.hpp"
#include "app/scene/quality_controller.hpp"

namespace milkomeda {
namespace {

void show_passes(const PassTimers& timers) {
    const auto passes = timers.smooth();
    if (timers.clock() == PassTimers::Clock::none)
        return ImGui::TextWrapped("not measured: this OpenGL counts no time");
    const double total = total_milliseconds(passes);
    char text[32];
    for (const PassTime& pass : passes) {
        std::snprintf(text, sizeof text, "%.2f ms", pass.milliseconds);
        const float share = total > 0 ? static_cast<float>(pass.milliseconds / total) : 0;
        ImGui::ProgressBar(share, {0.55f * ImGui::GetWindowWidth(), ImGui::GetTextLineHeight()}, text);
        ImGui::SameLine();
        ImGui::TextUnformatted(pass.pass.c_str());
    }
    ImGui::TextWrapped("together %.2f ms", total);
}

// 0 for automatic, then 1, 1/2, 1/4 ... as 1, 2, 3 ...
int position_of(const std::optional<int>& detail) {
    return detail ? std::bit_width(static_cast<unsigned>(*detail)) : 0;
}

}  // namespace

void drawing_section(Widgets& widgets, const PanelView& view, PanelActions&) {
    QualityController& cost = view.cost;
    const DrawMode mode = view.look.mode;
    if (!widgets.section("drawing", "what a frame costs, and how many bodies it draws")) return;
    show_passes(cost.timers());
    const std::string quality = quality_in_words(cost, view.look);
    ImGui::TextWrapped("%zu of %zu bodies%s%s", cost.bodies_drawn(), cost.bodies_visible(),
                       quality.empty() ? "" : ", ", quality.c_str());

    char text[32];
    if (cost.requests.detail)
        std::snprintf(text, sizeof text, *cost.requests.detail == 1 ? "all" : "1/%d", *cost.requests.detail);
    else
        std::snprintf(text, sizeof text, cost.share() == 1 ? "auto: all" : "auto: 1/%.1f", 1 / cost.share());
    int position = position_of(cost.requests.detail);
    if (widgets.slider(
            "detail", position, 0, position_of(coarsest_detail), 0, text, Widgets::Scale::linear,
            "how many of the bodies are drawn, each with the light of those that are not; auto draws "
            "as many as is quick"))
        cost.requests.detail = position == 0 ? std::nullopt : std::optional{1 << (position - 1)};
    if (is_hdr(mode)) {
        const std::string width = std::to_string(cost.pixel());
        const std::vector<std::string> choices{
            cost.pixel() == 1 ? "auto: all" : "auto: " + width + " x " + width + " as one", "all",
            "2 x 2 as one"};
        auto choice = static_cast<std::size_t>(cost.requests.pixel.value_or(0));
        if (widgets.choice(
                "pixels", choice, choices, 0,
                "collect and develop the light of every pixel, or, four times as fast and less sharp, "
                "of four together; auto does so where it is slow"))
            cost.requests.pixel = choice == 0 ? std::nullopt : std::optional{static_cast<int>(choice)};
    }
    if (shows_dust(view.look)) {
        const std::vector<std::string> choices{"auto: " + std::string{name_of(cost.dust())}, "off", "coarse",
                                               "full"};
        std::size_t choice = cost.requests.dust ? 1 + static_cast<std::size_t>(*cost.requests.dust) : 0;
        if (widgets.choice(
                "dust", choice, choices, 0,
                "how finely dust is drawn: in pixels of 2 x 2, or coarsely in 4 x 4, each particle dimmed "
                "as a whole; auto does so where it is slow, and leaves dust out where all else is "
                "spared and drawing is too slow all the same"))
            cost.requests.dust =
                choice == 0 ? std::nullopt : std::optional{static_cast<DustQuality>(choice - 1)};
    }
    if (!is_hdr(mode) && cost.sprite_divisor() > 1)
        ImGui::TextWrapped("The largest sprites are drawn 1/%d as large: they would take too long.",
                           cost.sprite_divisor());
    if (!is_hdr(mode) && cost.share() < 1)
        ImGui::TextWrapped("In this mode the picture is that of a collision of so many bodies.");
}

}  // namespace milkomeda
