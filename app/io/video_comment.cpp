#include "app/io/video_comment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "app/io/ffmpeg.hpp"
#include "app/io/json_text.hpp"
#include "data/system/descriptor.hpp"
#include "data/system/file_error.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {
namespace {

constexpr std::string_view gif_signature = "GIF8";
constexpr std::string_view gif_comment = "\x21\xfe";  // first bytes of a comment extension
constexpr char gif_trailer = '\x3b', gif_extension = '\x21', gif_image = '\x2c';

// Returns the bytes of the file from `position` on: `bytes` bytes, or fewer at the end of the file.
std::string text_at(int file, std::uint64_t position, std::size_t bytes) {
    std::string text(bytes, '\0');
    text.resize(read_at(file, position, text.data(), text.size()));
    return text;
}

// Returns a GIF comment extension: the text in blocks of at most 255 bytes.
std::string gif_blocks(std::string_view text) {
    constexpr std::size_t most = 255;
    std::string blocks{gif_comment};
    for (; !text.empty(); text.remove_prefix(std::min(most, text.size()))) {
        const std::string_view block = text.substr(0, most);
        blocks += static_cast<char>(block.size());
        blocks += block;
    }
    return blocks + '\0';
}

// Reads a file in blocks of 64 KiB, so that reading only a few bytes at a time is fast.
class BufferedFile {
  public:
    explicit BufferedFile(int file) : file_{file} {}
    // Returns `bytes` bytes from `position` on, or fewer at the end of the file. The view is valid until the next call.
    std::string_view at(std::uint64_t position, std::size_t bytes) {
        constexpr std::size_t block_bytes = 64 * 1024;
        if (position < begin_ || position + bytes > begin_ + block_.size()) {
            block_ = text_at(file_, position, block_bytes);
            begin_ = position;
        }
        return std::string_view{block_}.substr(position - begin_, bytes);
    }
    // Returns the byte at `position`, or a negative number beyond the end of the file.
    int byte(std::uint64_t position) {
        const std::string_view found = at(position, 1);
        return found.empty() ? -1 : static_cast<unsigned char>(found.front());
    }

  private:
    int file_;
    std::uint64_t begin_ = 0;
    std::string block_;
};

void require_length(std::uint64_t bytes) {
    if (bytes > longest_comment)
        throw std::length_error(fmt::format("its comment is longer than {} bytes", longest_comment));
}

// Returns the comment of a GIF file. Skips the blocks of the file after the header until a comment begins.
std::optional<std::string> comment_of_gif(int file) {
    BufferedFile gif{file};
    // Returns the size in bytes of the color table that the flags at position `at` describe.
    const auto color_table = [&](std::uint64_t at) {
        const auto flags = static_cast<unsigned>(std::max(gif.byte(at), 0));
        return (flags & 0x80u) != 0 ? std::uint64_t{3} << ((flags & 7u) + 1) : 0;
    };
    constexpr std::uint64_t header_bytes = 13, image_header_bytes = 10;
    std::uint64_t at = header_bytes + color_table(10);
    // Moves `at` behind the data blocks at `at`. Appends the bytes of the blocks to `text` unless `text` is null.
    const auto skip_blocks = [&](std::string* text) {
        for (int size = gif.byte(at); size > 0; size = gif.byte(at)) {
            if (text) *text += gif.at(at + 1, static_cast<std::size_t>(size));
            if (text) require_length(text->size());
            at += static_cast<std::uint64_t>(size) + 1;
        }
        ++at;
    };
    for (;;) {
        const int kind = gif.byte(at);
        if (kind == gif_extension) {
            const bool is_comment = gif.byte(at + 1) == static_cast<unsigned char>(gif_comment[1]);
            std::string text;
            at += 2;
            skip_blocks(is_comment ? &text : nullptr);
            if (is_comment) return text;
        } else if (kind == gif_image) {
            constexpr std::uint64_t code_size_bytes = 1;  // size of the field "LZW minimum code size"
            at += image_header_bytes + color_table(at + 9) + code_size_bytes;
            skip_blocks(nullptr);
        } else {
            return {};
        }
    }
}

}  // namespace

void add_comment(int file, const std::string& comment) try {
    if (is_png(file)) return add_png_comment(file, comment);
    if (text_at(file, 0, gif_signature.size()) != gif_signature)
        throw std::runtime_error("the file is neither PNG nor GIF");
    const std::string end = gif_blocks(comment) + gif_trailer;
    write_at(file, bytes_in(file) - 1, end.data(), end.size());
} catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("the comment cannot be added to the file: {}", error.what()));
}

bool is_comment(const std::string& text) try {
    const auto json = parse_json(text);
    return json.is_object() && json.contains("program") && json.contains("command");
} catch (const std::invalid_argument&) {
    return false;
}

std::optional<std::string> comment_of(const std::filesystem::path& file) {
    const Descriptor descriptor = open_for_reading(file);
    const auto status = status_of(descriptor);
    if (!status) throw FileError(file, fmt::format("cannot be read: {}", std::strerror(errno)));
    if (status->kind != FileKind::regular) throw FileError(file, "cannot be read: it is not a regular file");
    try {
        if (is_png(descriptor)) return comment_of_png(descriptor);
        const std::string head = text_at(descriptor, 0, gif_signature.size());
        if (head == gif_signature) return comment_of_gif(descriptor);
        if (head.starts_with('{')) {
            require_length(status->bytes);
            return text_at(descriptor, 0, status->bytes);
        }
    } catch (const std::exception& error) {
        throw FileError(file, error.what());
    }
    return Ffmpeg::comment_of(file);
}

}  // namespace milkomeda
