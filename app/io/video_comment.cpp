#include "app/io/video_comment.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

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

namespace milkomeda {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view png_signature = "\x89PNG\r\n\x1a\n"sv, gif_signature = "GIF8"sv;
constexpr std::size_t chunk_frame = 12;  // length, type and checksum of a PNG's chunk
// The keyword, as it is (no compression), of no language.
constexpr std::string_view png_keyword = "Comment\0\0\0\0\0"sv;
constexpr std::string_view gif_comment = "\x21\xfe"sv;
constexpr char gif_trailer = '\x3b';

std::string read_at(int file, off_t place, std::size_t size) {
    std::string text(size, '\0');
    const ssize_t count = pread(file, text.data(), size, place);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return text;
}

void write_at(int file, off_t place, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = pwrite(file, text.data(), text.size(), place);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0)
            throw std::runtime_error(std::string{"its comment cannot be written: "} + std::strerror(errno));
        text.remove_prefix(static_cast<std::size_t>(count));
        place += count;
    }
}

std::string big_endian(std::uint32_t number) {
    std::string bytes;
    for (const unsigned shift : {24u, 16u, 8u, 0u}) bytes += static_cast<char>(number >> shift);
    return bytes;
}

std::uint32_t number_in(std::string_view bytes) {
    std::uint32_t number = 0;
    for (const char byte : bytes.substr(0, 4)) number = number << 8 | static_cast<unsigned char>(byte);
    return number;
}

std::string chunk(std::string_view type, const std::string& content) {
    const std::string body = std::string{type} + content;
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
    return big_endian(static_cast<std::uint32_t>(content.size())) + body +
           big_endian(static_cast<std::uint32_t>(sum));
}

// Blocks of up to 255 bytes.
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

// Small pieces of a file, one behind the other, without a call to the system for each.
class Pieces {
  public:
    explicit Pieces(int file) : file_{file} {}
    // Shorter at the file's end.
    std::string_view at(off_t place, std::size_t size) {
        constexpr std::size_t block_size = 64 * 1024;
        const auto end = begin_ + static_cast<off_t>(block_.size());
        if (place < begin_ || place + static_cast<off_t>(size) > end) {
            block_ = read_at(file_, place, block_size);
            begin_ = place;
        }
        return std::string_view{block_}.substr(static_cast<std::size_t>(place - begin_), size);
    }
    int byte(off_t place) {  // negative behind the end
        const std::string_view found = at(place, 1);
        return found.empty() ? -1 : static_cast<unsigned char>(found.front());
    }

  private:
    int file_;
    off_t begin_ = 0;
    std::string block_;
};

// Holes in a file have none of these, and so end the search.
bool is_chunk_type(std::string_view type) {
    return std::ranges::all_of(type, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); });
}

void require_length(std::uint64_t size) {
    if (size > longest_comment) throw std::length_error("what it says of itself is too long for a film");
}

std::string text_at(int file, off_t place, std::uint64_t size) {
    require_length(size);
    return read_at(file, place, size);
}

std::optional<std::string> comment_of_png(int file) {
    Pieces pieces{file};
    for (auto place = static_cast<off_t>(png_signature.size());;) {
        const std::string_view head = pieces.at(place, 8 + png_keyword.size());
        if (head.size() < 8 || !is_chunk_type(head.substr(4, 4))) return {};
        const std::uint32_t size = number_in(head);
        if (head.substr(4, 4) == "iTXt" && size >= png_keyword.size() && head.ends_with(png_keyword))
            return text_at(file, place + static_cast<off_t>(head.size()), size - png_keyword.size());
        place += static_cast<off_t>(size + chunk_frame);
    }
}

// From behind its header over all blocks.
std::optional<std::string> comment_of_gif(int file) {
    Pieces gif{file};
    const auto table = [&](off_t at) {  // of colours, after the flags that stand there
        const auto flags = static_cast<unsigned>(std::max(gif.byte(at), 0));
        return (flags & 0x80u) != 0 ? off_t{3} << ((flags & 7u) + 1) : 0;
    };
    off_t at = 13 + table(10);
    const auto blocks = [&](std::string* text) {
        for (int size = gif.byte(at); size > 0; size = gif.byte(at)) {
            if (text) *text += gif.at(at + 1, static_cast<std::size_t>(size));
            if (text) require_length(text->size());
            at += size + 1;
        }
        ++at;
    };
    for (;;) {
        const int kind = gif.byte(at);
        if (kind == '\x21') {
            const bool is_comment = gif.byte(at + 1) == static_cast<unsigned char>(gif_comment[1]);
            std::string text;
            at += 2;
            blocks(is_comment ? &text : nullptr);
            if (is_comment) return text;
        } else if (kind == '\x2c') {
            at += 10 + table(at + 9) + 1;  // and how many bits codes begin with
            blocks(nullptr);
        } else {
            return {};
        }
    }
}

}  // namespace

void add_comment(int file, const std::string& comment) {
    struct stat status {};
    if (fstat(file, &status) != 0) throw std::runtime_error(std::strerror(errno));
    if (read_at(file, 0, png_signature.size()) == png_signature) {
        const std::string end = chunk("IEND", "");
        const off_t place = status.st_size - static_cast<off_t>(end.size());
        write_at(file, place, chunk("iTXt", std::string{png_keyword} + comment) + end);
    } else if (read_at(file, 0, gif_signature.size()) == gif_signature) {
        write_at(file, status.st_size - 1, gif_blocks(comment) + gif_trailer);
    } else {
        throw std::runtime_error("it is neither a PNG nor a GIF, and takes no comment");
    }
}

bool is_comment(const std::string& text) try {
    const auto json = parse_json(text);
    return json.is_object() && json.contains("program") && json.contains("command");
} catch (const std::invalid_argument&) {
    return false;
} catch (const nlohmann::json::exception&) {
    return false;
}

std::optional<std::string> comment_of(const std::filesystem::path& file) {
    const Descriptor open_file{open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    struct stat status {};
    if (open_file < 0 || fstat(open_file, &status) != 0)
        throw FileError(file, std::string{"cannot be read: "} + std::strerror(errno));
    if (!S_ISREG(status.st_mode)) throw FileError(file, "cannot be read: it is no file");
    const std::string head = read_at(open_file, 0, png_signature.size());
    try {
        if (head == png_signature) return comment_of_png(open_file);
        if (head.starts_with(gif_signature)) return comment_of_gif(open_file);
        if (head.starts_with('{')) return text_at(open_file, 0, static_cast<std::uint64_t>(status.st_size));
    } catch (const std::length_error& error) {
        throw FileError(file, error.what());
    }
    return Ffmpeg::comment_of(file);
}

}  // namespace milkomeda
