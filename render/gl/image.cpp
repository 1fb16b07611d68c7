#include "render/gl/image.hpp"

#include <stb/stb_image_write.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>

namespace milkomeda {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int reason) {
    throw std::runtime_error("cannot write " + path.string() + ": " +
                             std::generic_category().message(reason));
}

std::string png_of(const Image& image) {
    std::string bytes;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                                   static_cast<std::size_t>(size));
    };
    const int done = stbi_write_png_to_func(append, &bytes, image.width, image.height, 4, image.rgba.data(),
                                            image.width * 4);
    return done != 0 ? bytes : std::string{};
}

}  // namespace

void write_png(const std::filesystem::path& path, const Image& image) {
    if (std::int64_t{image.width} * image.height > most_pixels) fail(path, EFBIG);
    const std::string bytes = png_of(image);
    if (bytes.empty()) fail(path, ENOMEM);

    // The image is encoded before the file is opened, so that write errors such as a full disk differ from
    // open errors such as a wrong path.
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) fail(path, errno);
    errno = 0;
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    const int write_error = errno;
    const bool closed = std::fclose(file) == 0;
    if (!written || !closed) fail(path, written ? errno : write_error);
}

}  // namespace milkomeda
