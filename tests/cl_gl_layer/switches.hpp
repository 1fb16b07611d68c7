// The layer's environment switches, read at every use so that a test may change them, and what it says.
//   MILKOMEDA_LAYER_STRICT=1  misuse is refused with an error; without it, reported and let pass, as drivers
//   do MILKOMEDA_LAYER_LOG=1     every call that matters is logged MILKOMEDA_LAYER_LIE=1     sharing is
//   claimed, but what OpenCL wrote never reaches OpenGL
#pragma once

#include <sstream>
#include <string>

namespace milkomeda::layer {

bool is_strict();
bool is_lying();

void log_line(const std::string& line);
void misuse_line(const std::string& line);

template <typename... Parts>
void log(const Parts&... parts) {
    std::ostringstream line;
    (line << ... << parts);
    log_line(line.str());
}

// Reports what the program did wrong, on standard error and always.
template <typename... Parts>
void misuse(const Parts&... parts) {
    std::ostringstream line;
    (line << ... << parts);
    misuse_line(line.str());
}

}  // namespace milkomeda::layer
