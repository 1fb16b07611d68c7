// The section of the Device drawer with the durations of the drawing passes and the number of drawn bodies.
#include <fmt/format.h>
#include <imgui.h>

#include <bit>
#include <string>
#include <vector>

#include "app/panels/panel.hpp"
#include "app/scene/quality_controller.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

void show_passes(const PassTimers& timers) {
    const auto passes = timers.smooth();
    if (timers.clock() == PassTimers::Clock::none)
        return ImGui::TextWrapped("Drawing times are not measured: this OpenGL driver has no timer queries");
    const double total = total_milliseconds(passes);
    for (const PassTime& pass : passes) {
        const float share = total > 0 ? static_cast<float>(pass.milliseconds / total) : 0;
        ImGui::ProgressBar(share, {0.55f * ImGui::GetWindowWidth(), ImGui::GetTextLineHeight()},
                           fmt::format("{:.2f} ms", pass.milliseconds).c_str());
        ImGui::SameLine();
        ImGui::TextUnformatted(pass.pass.c_str());
    }
    ImGui::TextWrapped("Total: %.2f ms", total);
}

// Returns the slider position: 0 for automatic; 1, 2, 3, ... if every body, every second body, every fourth body, ...
// is drawn.
int position_of(const std::optional<int>& detail) {
    return detail ? std::bit_width(static_cast<unsigned>(*detail)) : 0;
}

}  // namespace

void drawing_section(Widgets& widgets, QualityController& quality, const Look& look) {
    const DrawMode mode = look.mode;
    if (!widgets.section("Drawing", "Time of each drawing pass, and the number of drawn bodies")) return;
    show_passes(quality.timers());
    const std::string words = quality_in_words(quality, look);
    ImGui::TextWrapped("%s of %s bodies drawn%s%s", count_text(quality.bodies_drawn()).c_str(),
                       count_text(quality.bodies_visible()).c_str(), words.empty() ? "" : ", ", words.c_str());

    const std::string text = quality.requests.detail == 1 ? "all"
                             : quality.requests.detail    ? fmt::format("1/{}", *quality.requests.detail)
                             : quality.share() == 1       ? "auto: all"
                                                          : fmt::format("auto: 1/{:.1f}", 1 / quality.share());
    int position = position_of(quality.requests.detail);
    if (widgets.slider("Detail", position, {0, position_of(coarsest_detail), 0, text.c_str()},
                       "Share of the bodies that are drawn; the drawn bodies also carry the light of the omitted "
                       "bodies. Auto draws as many bodies as keep frames fast"))
        quality.requests.detail = position == 0 ? std::nullopt : std::optional{1 << (position - 1)};
    if (is_hdr(mode)) {
        const std::string present =
            quality.pixel() == 1 ? "every pixel" : fmt::format("blocks of {0} x {0}", quality.pixel());
        const std::vector<std::string> choices{"auto: " + present, "every pixel", "blocks of 2 x 2"};
        auto choice = static_cast<std::size_t>(quality.requests.pixel.value_or(0));
        if (widgets.choice("Pixels", choice, choices, 0,
                           "Resolution of the light: every pixel, or blocks of 2 x 2 pixels, which are four times as "
                           "fast and less sharp. Auto uses blocks if drawing is slow"))
            quality.requests.pixel = choice == 0 ? std::nullopt : std::optional{static_cast<int>(choice)};
    }
    if (shows_dust(look)) {
        const std::vector<std::string> choices{"auto: " + std::string{name_of(quality.dust())}, "off", "coarse",
                                               "full"};
        std::size_t choice = quality.requests.dust ? 1 + static_cast<std::size_t>(*quality.requests.dust) : 0;
        if (widgets.choice(
                "Dust quality", choice, choices, 0,
                "Resolution of the dust: full computes dust in blocks of 2 x 2 pixels; coarse uses blocks of "
                "4 x 4 pixels and dims each particle as a whole. Auto reduces the resolution if drawing is "
                "slow, and omits the dust if frames are too slow even then"))
            quality.requests.dust = choice == 0 ? std::nullopt : std::optional{static_cast<DustQuality>(choice - 1)};
    }
    if (!is_hdr(mode) && quality.sprite_divisor() > 1)
        ImGui::TextWrapped("The largest sprites are drawn at 1/%d of their size, because drawing is too slow.",
                           quality.sprite_divisor());
    if (!is_hdr(mode) && quality.share() < 1)
        ImGui::TextWrapped("This draw mode shows only the drawn bodies, without the light of the omitted bodies.");
}

}  // namespace milkomeda
