#include "data/text/size_text.hpp"

#include <fmt/format.h>
#include <array>

namespace milkomeda {

std::string size_text(std::uintmax_t bytes) {
    constexpr std::array units{"B", "kB", "MB", "GB", "TB", "PB"};
    double size = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; size >= 999.5 && unit + 1 < units.size(); ++unit) size /= 1000;
    return fmt::format("{:.{}f} {}", size, unit == 0 || size >= 9.95 ? 0 : 1, units[unit]);
}

}  // namespace milkomeda
