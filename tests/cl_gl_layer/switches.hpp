// Environment variables that control the layer, and its messages. The variables are read at every use, so
// that a test may change them.
//   MILKOMEDA_LAYER_STRICT=1  misuse is refused with an error; otherwise misuse is reported and allowed
//   MILKOMEDA_LAYER_LOG=1     the layer logs every call that it handles
//   MILKOMEDA_LAYER_LIE=1     the layer claims sharing, but data written by OpenCL never reaches OpenGL
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

// Reports misuse by the program on standard error, in every mode.
template <typename... Parts>
void misuse(const Parts&... parts) {
    std::ostringstream line;
    (line << ... << parts);
    misuse_line(line.str());
}

}  // namespace milkomeda::layer
