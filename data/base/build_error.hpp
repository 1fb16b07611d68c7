// Exception for a kernel or shader that the driver cannot compile.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace milkomeda {

// what() starts with the message `line`; the compiler's log follows if the log is not blank.
struct BuildError : std::runtime_error {
    BuildError(const std::string& line, const std::string& log)
        : std::runtime_error(line + (is_blank(log) ? "; the driver gives no reason" : ":\n" + log)) {}

  private:
    static bool is_blank(std::string_view log) {
        return log.find_first_not_of(std::string_view{" \t\r\n\0", 5}) == std::string_view::npos;
    }
};

}  // namespace milkomeda
