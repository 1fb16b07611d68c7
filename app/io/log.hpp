// Messages for the user on standard error. Standard output is reserved for requested data.
#pragma once

#include <algorithm>
#include <iostream>
#include <string_view>

#include "data/text/one_line.hpp"

namespace milkomeda {

inline void log_error(std::string_view line) { std::cerr << "milkomeda: " + one_line(line) << std::endl; }
inline void log_warning(std::string_view line) { std::cerr << "milkomeda: warning: " + one_line(line) << std::endl; }
inline void log_info(std::string_view line) { std::cerr << "milkomeda: " + one_line(line) << std::endl; }

// Logs a text with several lines, such as the messages of a compiler.
inline void log_lines(std::string_view text) {
    std::cerr << "milkomeda: ";
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        std::cerr << one_line(line) << '\n';
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    std::cerr << std::flush;
}

}  // namespace milkomeda
