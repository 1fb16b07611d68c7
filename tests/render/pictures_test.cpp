// Offscreen pictures and PNG files.
#include <doctest/doctest.h>
#include <stb/stb_image.h>

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "render/gl/target.hpp"

using namespace milkomeda;
namespace fs = std::filesystem;

namespace {

struct TemporaryFolder {
    fs::path path = fs::temp_directory_path() / ("milkomeda-pictures-" + std::to_string(::getpid()));
    TemporaryFolder() { fs::create_directories(path); }
    ~TemporaryFolder() { fs::remove_all(path); }
};

// Returns a black, transparent picture whose upper left quarter is green.
Image quarter_green(OffscreenTarget& target) {
    target.bind();
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, target.height() / 2, target.width() / 2, target.height() / 2);
    glClearColor(0, 1, 0, 0.3f);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    return target.read();
}

std::string message_of(const fs::path& path, const Image& picture) {
    try {
        write_png(path, picture);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("a picture read from OpenGL starts with the top row and is opaque") {
    OffscreenTarget target{6, 4};
    const Image picture = quarter_green(target);
    REQUIRE(picture.width == 6);
    REQUIRE(picture.height == 4);
    REQUIRE(picture.rgba.size() == 6 * 4 * 4);
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 6; ++x) {
            const std::uint8_t* rgba = &picture.rgba[4 * (y * 6 + x)];
            CHECK(rgba[1] == (x < 3 && y < 2 ? 255 : 0));
            CHECK(rgba[3] == 255);
        }
    }
    target.bind();
    CHECK(read_framebuffer(6, 4).rgba == picture.rgba);
}

TEST_CASE("a PNG file contains the pixels of its picture") {
    const TemporaryFolder folder;
    OffscreenTarget target{30, 20};
    const Image picture = quarter_green(target);
    const fs::path path = folder.path / "a picture.png";
    write_png(path, picture);

    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> read{stbi_load(path.c_str(), &width, &height, &channels, 4),
                                                         stbi_image_free};
    REQUIRE(read != nullptr);
    CHECK(width == 30);
    CHECK(height == 20);
    CHECK(channels == 4);
    CHECK(std::equal(picture.rgba.begin(), picture.rgba.end(), read.get()));
}

TEST_CASE("a failed write names the file and the reason in one line") {
    const TemporaryFolder folder;
    const Image picture{1, 1, {1, 2, 3, 255}};
    const std::string absent = message_of(folder.path / "absent" / "p.png", picture);
    CHECK(absent.find("absent/p.png") != std::string::npos);
    CHECK(absent.find("No such file or directory") != std::string::npos);
    CHECK(absent.find('\n') == std::string::npos);
    CHECK(message_of(folder.path, picture).find("Is a directory") != std::string::npos);
    if (fs::exists("/dev/full")) CHECK(message_of("/dev/full", picture).find("No space left") != std::string::npos);
}

TEST_CASE("impossible picture sizes are refused with a message that names the limit") {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    CHECK_THROWS_WITH_AS((OffscreenTarget{largest + 1, 10}), doctest::Contains("too large"), std::runtime_error);
    CHECK_THROWS_WITH_AS((OffscreenTarget{10, 0}), doctest::Contains("empty"), std::runtime_error);
    CHECK_THROWS_WITH_AS((OffscreenTarget{-1, 10}), doctest::Contains("empty"), std::runtime_error);
}
