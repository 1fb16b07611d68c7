// Runs the drawing tests in an OpenGL context without a display. Skips all tests if no OpenGL context can be
// created.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <iostream>
#include <optional>
#include <stdexcept>

#include "render/gl/headless_context.hpp"

int main(int argc, char** argv) {
    constexpr int skipped = 77;
    std::optional<milkomeda::HeadlessContext> context;
    try {
        context.emplace();
    } catch (const std::runtime_error& error) {
        std::cerr << "skipped: " << error.what() << '\n';
        return skipped;
    }
    return doctest::Context{argc, argv}.run();
}
