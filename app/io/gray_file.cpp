#include "app/io/gray_file.hpp"

#include <fmt/format.h>
#include <stb/stb_image.h>

#include <algorithm>
#include <memory>

#include "data/files/file_head.hpp"
#include "data/files/small_file.hpp"
#include "data/maps/fits_image.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t most_file_bytes = std::size_t{1} << 30;

GrayPicture decoded(const std::filesystem::path& file, const std::string& content) {
    const auto* const bytes = reinterpret_cast<const stbi_uc*>(content.data());
    const auto size = static_cast<int>(content.size());
    int columns = 0, rows = 0, channels = 0;
    const auto refuse = [&] {
        const std::string_view reason = stbi_failure_reason();
        if (reason == "too large") throw FileError(file, "the picture has too many pixels; reduce or crop it");
        throw FileError(file, fmt::format("is not a readable picture ({}); use a PNG, JPEG or FITS file", reason));
    };
    const auto decode = [&](int samples) {
        return std::unique_ptr<stbi_us, void (*)(void*)>{
            stbi_load_16_from_memory(bytes, size, &columns, &rows, &channels, samples), stbi_image_free};
    };
    if (!stbi_info_from_memory(bytes, size, &columns, &rows, &channels)) {
        decode(STBI_grey);  // for a more exact reason
        refuse();
    }
    require_picture_size(static_cast<std::size_t>(columns), static_cast<std::size_t>(rows));
    const bool has_color = channels >= STBI_rgb;
    const std::size_t samples = has_color ? STBI_rgb : STBI_grey;
    const auto pixels = decode(static_cast<int>(samples));
    if (pixels == nullptr) refuse();
    GrayPicture picture{static_cast<std::size_t>(columns), static_cast<std::size_t>(rows), {}};
    picture.values.resize(picture.columns * picture.rows);
    constexpr double white = 65535;
    for (std::size_t i = 0; i < picture.values.size(); ++i) {
        double sum = 0;
        for (std::size_t sample = 0; sample < samples; ++sample) sum += pixels.get()[i * samples + sample];
        picture.values[i] = static_cast<float>(sum / (white * static_cast<double>(samples)));
    }
    if (std::ranges::max(picture.values) == 0)
        throw std::invalid_argument("the picture is black; use a picture with light");
    return picture;
}

}  // namespace

GrayPicture read_gray_file(const std::filesystem::path& file) try {
    if (head_of(file).text.starts_with("SIMPLE  =")) return gray_picture(read_fits_image(file));
    return decode_gray_picture(file, read_small_file(file, most_file_bytes).value_or(""));
} catch (const std::invalid_argument& error) {
    throw FileError(file, error.what());
}

GrayPicture decode_gray_picture(const std::filesystem::path& file, const std::string& content) try {
    return decoded(file, content);
} catch (const std::invalid_argument& error) {
    throw FileError(file, error.what());
}

}  // namespace milkomeda
