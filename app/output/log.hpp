// Lines for people, on standard error; standard output holds only what was asked for.
#pragma once

#include <iostream>
#include <string_view>

namespace milkomeda {

inline void log_error(std::string_view line) {
    std::cerr << "milkomeda: " << line << std::endl;
}
inline void log_warning(std::string_view line) {
    std::cerr << "milkomeda: warning: " << line << std::endl;
}
inline void log_info(std::string_view line) {
    std::cerr << "milkomeda: " << line << std::endl;
}

}  // namespace milkomeda
