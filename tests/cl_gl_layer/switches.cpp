#include "tests/cl_gl_layer/switches.hpp"

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace milkomeda::layer {
namespace {

bool is_on(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && std::string_view{value} != "" && std::string_view{value} != "0";
}

}  // namespace

bool is_strict() { return is_on("MILKOMEDA_LAYER_STRICT"); }

bool is_lying() { return is_on("MILKOMEDA_LAYER_LIE"); }

void log_line(const std::string& line) {
    if (is_on("MILKOMEDA_LAYER_LOG")) std::cerr << "cl_gl_layer: " + line + '\n';
}

void misuse_line(const std::string& line) { std::cerr << "cl_gl_layer: misuse: " + line + '\n'; }

}  // namespace milkomeda::layer
