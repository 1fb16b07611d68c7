// The section of the Advanced panel with the durations of the drawing passes and the number of drawn bodies.
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
        return ImGui::TextWrapped("Not measured: this OpenGL driver has no timer queries");
    const double total = total_milliseconds(passes);
    char text[32];
    for (const PassTime& pass : passes) {
        std::snprintf(text, sizeof text, "%.2f ms", pass.milliseconds);
        const float share = total > 0 ? static_cast<float>(pass.milliseconds / total) : 0;
        ImGui::ProgressBar(share, {0.55f * ImGui::GetWindowWidth(), ImGui::GetTextLineHeight()}, text);
        ImGui::SameLine();
        ImGui::TextUnformatted(pass.pass.c_str());
    }
    ImGui::TextWrapped("Total: %.2f ms", total);
}

// Returns the slider position: 0 for automatic, then 1, 2, 3 ... if one in 1, 2, 4 ... bodies is drawn.
int position_of(const std::optional<int>& detail) {
    return detail ? std::bit_width(static_cast<unsigned>(*detail)) : 0;
}

}  // namespace

void drawing_section(Widgets& widgets, QualityController& quality, const Look& look) {
    const DrawMode mode = look.mode;
    if (!widgets.section("Drawing", "Time of each drawing pass, and the number of drawn bodies")) return;
    show_passes(quality.timers());
    const std::string words = quality_in_words(quality, look);
    ImGui::TextWrapped("%zu of %zu bodies drawn%s%s", quality.bodies_drawn(), quality.bodies_visible(),
                       words.empty() ? "" : ", ", words.c_str());

    char text[32];
    if (quality.requests.detail)
        std::snprintf(text, sizeof text, *quality.requests.detail == 1 ? "all" : "1/%d", *quality.requests.detail);
    else
        std::snprintf(text, sizeof text, quality.share() == 1 ? "auto: all" : "auto: 1/%.1f", 1 / quality.share());
    int position = position_of(quality.requests.detail);
    if (widgets.slider("Detail", position, 0, position_of(coarsest_detail), 0, text, Widgets::Scale::linear,
                       "Share of the bodies that are drawn; they also carry the light of the other bodies. Auto draws "
                       "as many as keep frames fast"))
        quality.requests.detail = position == 0 ? std::nullopt : std::optional{1 << (position - 1)};
    if (is_hdr(mode)) {
        const std::string width = std::to_string(quality.pixel());
        const std::vector<std::string> choices{
            quality.pixel() == 1 ? "auto: every pixel" : "auto: blocks of " + width + " x " + width, "every pixel",
            "blocks of 2 x 2"};
        auto choice = static_cast<std::size_t>(quality.requests.pixel.value_or(0));
        if (widgets.choice("Pixels", choice, choices, 0,
                           "Resolution of the light: every pixel, or blocks of 2 x 2 pixels, which are four times as "
                           "fast and less sharp. Auto uses blocks where drawing is slow"))
            quality.requests.pixel = choice == 0 ? std::nullopt : std::optional{static_cast<int>(choice)};
    }
    if (shows_dust(look)) {
        const std::vector<std::string> choices{"auto: " + std::string{name_of(quality.dust())}, "off", "coarse",
                                               "full"};
        std::size_t choice = quality.requests.dust ? 1 + static_cast<std::size_t>(*quality.requests.dust) : 0;
        if (widgets.choice("Dust quality", choice, choices, 0,
                           "Resolution of the dust: full uses pixels of 2 x 2; coarse uses 4 x 4 and dims each "
                           "particle as a whole. Auto reduces it where drawing is slow, and leaves dust out if all "
                           "other savings are not enough"))
            quality.requests.dust = choice == 0 ? std::nullopt : std::optional{static_cast<DustQuality>(choice - 1)};
    }
    if (!is_hdr(mode) && quality.sprite_divisor() > 1)
        ImGui::TextWrapped("The largest sprites are drawn at 1/%d of their size: at full size they take too long.",
                           quality.sprite_divisor());
    if (!is_hdr(mode) && quality.share() < 1)
        ImGui::TextWrapped("In this draw mode, the picture shows a collision of only the drawn bodies.");
}

}  // namespace milkomeda
