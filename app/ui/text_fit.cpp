#include "app/ui/text_fit.hpp"

#include <imgui.h>

#include <sstream>
#include <utility>

namespace milkomeda {

std::string shown_text(const std::string& label) { return label.substr(0, label.find("##")); }

std::string own_name(const std::string& label) {
    const std::size_t mark = label.find("###");
    return mark == label.npos ? label : label.substr(mark + 3);
}

float width_of(const std::string& text) { return ImGui::CalcTextSize(text.c_str(), text.c_str() + text.size()).x; }

void write_wrapped(const std::string& text) {
    const float width = ImGui::GetContentRegionAvail().x;
    std::string lines, line;
    std::istringstream words{text};
    for (std::string word; words >> word;) {
        const bool fits = width_of(std::string{line}.append(1, ' ').append(word)) <= width;
        if (!line.empty() && !fits) lines += std::exchange(line, "") + '\n';
        line += (line.empty() ? "" : " ") + word;
    }
    ImGui::TextWrapped("%s", (lines + line).c_str());  // ImGui wraps words that are longer than a line
}

void write_warning(const std::string& text) {
    if (text.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, {1.0f, 0.75f, 0.3f, 1});
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
}

std::string shortened(const std::string& text, float width) {
    if (width_of(text) <= width) return text;
    constexpr const char* dots = "…";
    const auto begins_letter = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80; };
    for (std::size_t length = text.size(); length-- > 0;)
        if (begins_letter(length) && width_of(text.substr(0, length) + dots) <= width)
            return text.substr(0, length) + dots;
    return dots;
}

}  // namespace milkomeda
