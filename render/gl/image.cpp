#include "render/gl/image.hpp"

#include <fmt/format.h>
#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "data/system/descriptor.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t signature_bytes = 8, end_chunk_bytes = 12;
constexpr const char* comment_keyword = "Comment";
// first bytes of a text chunk with a comment: the keyword, no compression, no language and no translated keyword
constexpr std::string_view comment_start{"Comment\0\0\0\0\0", 12};

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

[[noreturn]] void fail(const std::filesystem::path& path, int reason) {
    throw std::runtime_error(
        fmt::format("cannot write {}: {}", path.string(), std::generic_category().message(reason)));
}

// On an error libpng calls longjmp(), which returns to the last setjmp(). The functions that call setjmp(),
// and the callbacks that libpng calls, therefore have no objects with destructors and throw no exceptions.
void jump_back(png_structp png, png_const_charp) { png_longjmp(png, 1); }
void ignore_warning(png_structp, png_const_charp) {}

// Encodes a PNG image in memory. The functions return false if memory is exhausted.
class PngWriter {
  public:
    PngWriter() {
        png_set_write_fn(png_, this, append, [](png_structp) {});
        // These settings take a third of the default settings' time and make files a few percent larger.
        png_set_compression_level(png_, 4);
        png_set_filter(png_, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    }
    ~PngWriter() { png_destroy_write_struct(&png_, &info_); }
    PngWriter(const PngWriter&) = delete;
    PngWriter& operator=(const PngWriter&) = delete;

    bool write_image(const Image& image, const std::string& comment) {
        if (setjmp(png_jmpbuf(png_)) != 0) return false;
        encode(image, comment);
        return has_memory_;
    }
    bool write_chunk(const char* type, const std::string& content) {
        if (setjmp(png_jmpbuf(png_)) != 0) return false;
        png_write_chunk(png_, reinterpret_cast<png_const_bytep>(type),
                        reinterpret_cast<png_const_bytep>(content.data()), content.size());
        return has_memory_;
    }
    const std::string& bytes() const { return bytes_; }

  private:
    void encode(const Image& image, const std::string& comment) {
        png_set_IHDR(png_, info_, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), 8,
                     PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_text text{};
        text.compression = PNG_ITXT_COMPRESSION_NONE;
        text.key = const_cast<char*>(comment_keyword);
        text.text = const_cast<char*>(comment.data());
        text.itxt_length = comment.size();
        if (!comment.empty()) png_set_text(png_, info_, &text, 1);
        png_write_info(png_, info_);
        const std::size_t row_bytes = std::size_t{4} * static_cast<std::size_t>(image.width);
        for (std::size_t offset = 0; offset < image.rgba.size(); offset += row_bytes)
            png_write_row(png_, image.rgba.data() + offset);
        png_write_end(png_, nullptr);
    }
    static void append(png_structp png, png_bytep data, png_size_t size) {
        auto& writer = *static_cast<PngWriter*>(png_get_io_ptr(png));
        try {
            writer.bytes_.append(reinterpret_cast<const char*>(data), size);
        } catch (const std::bad_alloc&) {
            writer.has_memory_ = false;
        }
    }

    std::string bytes_;
    bool has_memory_ = true;
    png_structp png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, jump_back, ignore_warning);
    png_infop info_ = png_create_info_struct(png_);
};

// Returns true if the last four bytes of `chunk` are the checksum of the chunk type `type` and all preceding bytes.
bool is_intact(const char* type, const std::string& chunk) {
    const auto* const data = reinterpret_cast<const Bytef*>(chunk.data());
    const std::size_t bytes = chunk.size() - 4;
    const uLong checksum = crc32(crc32(0, reinterpret_cast<const Bytef*>(type), 4), data, static_cast<uInt>(bytes));
    return png_get_uint_32(data + bytes) == checksum;
}

}  // namespace

void write_png(const std::filesystem::path& path, const Image& image, const std::string& comment) {
    if (std::int64_t{image.width} * image.height > most_pixels) fail(path, EFBIG);
    PngWriter writer;
    if (!writer.write_image(image, comment)) fail(path, ENOMEM);

    // The image is encoded before the file is opened, so that write errors such as a full disk can be
    // distinguished from open errors such as a wrong path.
    const std::string& bytes = writer.bytes();
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) fail(path, errno);
    errno = 0;
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    const int write_error = errno;
    const bool closed = std::fclose(file) == 0;
    if (!written || !closed) fail(path, written ? errno : write_error);
}

std::string png_bytes(const Image& image) {
    PngWriter writer;
    if (!writer.write_image(image, {})) throw std::bad_alloc{};
    return writer.bytes();
}

void add_png_comment(int descriptor, const std::string& comment) {
    PngWriter writer;
    if (!writer.write_chunk("iTXt", std::string{comment_start} + comment) || !writer.write_chunk("IEND", ""))
        throw std::bad_alloc{};
    write_at(descriptor, bytes_in(descriptor) - end_chunk_bytes, writer.bytes().data(), writer.bytes().size());
}

bool is_png(int descriptor) {
    png_byte head[signature_bytes] = {};
    return read_at(descriptor, 0, head, sizeof head) == sizeof head && png_sig_cmp(head, 0, sizeof head) == 0;
}

std::optional<std::string> comment_of_png(int descriptor) {
    constexpr std::size_t head_bytes = 8, checksum_bytes = 4;
    png_byte head[head_bytes];  // length of the chunk's data, and type of the chunk
    for (std::uint64_t offset = signature_bytes; read_at(descriptor, offset, head, head_bytes) == head_bytes;) {
        const png_uint_32 bytes = png_get_uint_32(head);
        const char* const type = reinterpret_cast<const char*>(head + 4);
        const bool is_text = std::equal(type, type + 4, "iTXt");
        if (bytes > PNG_UINT_31_MAX || !std::all_of(type, type + 4, is_letter)) return {};
        if (is_text && bytes > longest_comment + comment_start.size())
            throw std::length_error(fmt::format("its comment is longer than {} bytes", longest_comment));
        std::string chunk(is_text ? bytes + checksum_bytes : 0, '\0');
        if (read_at(descriptor, offset + head_bytes, chunk.data(), chunk.size()) < chunk.size()) return {};
        if (is_text && !is_intact(type, chunk)) return {};
        if (chunk.starts_with(comment_start)) return chunk.substr(comment_start.size(), bytes - comment_start.size());
        offset += head_bytes + bytes + checksum_bytes;
    }
    return {};
}

}  // namespace milkomeda
