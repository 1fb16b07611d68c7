#include "app/widgets/text_room.hpp"

#include <imgui.h>

namespace milkomeda {

std::string shown_text(const std::string& label) {
    return label.substr(0, label.find("##"));
}

std::string own_name(const std::string& label) {
    const std::size_t mark = label.find("###");
    return mark == label.npos ? label : label.substr(mark + 3);
}

float width_of(const std::string& text) {
    return ImGui::CalcTextSize(text.c_str(), text.c_str() + text.size()).x;
}

std::string shortened(const std::string& text, float width) {
    if (width_of(text) <= width) return text;
    constexpr const char* dots = "…";
    const auto begins_letter = [&](std::size_t i) {
        return (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;
    };
    for (std::size_t length = text.size(); length-- > 0;)
        if (begins_letter(length) && width_of(text.substr(0, length) + dots) <= width)
            return text.substr(0, length) + dots;
    return dots;
}

}  // namespace milkomeda
