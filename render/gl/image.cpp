#include "render/gl/image.hpp"

#include <fmt/format.h>
#include <png.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "data/system/descriptor.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t signature_bytes = 8, end_chunk_bytes = 12;
constexpr const char* comment_keyword = "Comment";

[[noreturn]] void fail(const std::filesystem::path& path, int reason) {
    throw std::runtime_error(
        fmt::format("cannot write {}: {}", path.string(), std::generic_category().message(reason)));
}

// On an error libpng calls longjmp(), which returns to the last setjmp(). The functions that call setjmp(),
// and the callbacks that libpng calls, therefore have no objects with destructors and throw no exceptions.
using Problem = std::array<char, 80>;  // text of libpng's first error or warning

void note_warning(png_structp png, png_const_charp message) {
    auto& problem = *static_cast<Problem*>(png_get_error_ptr(png));
    if (problem.front() == '\0')
        // only the first message is kept, because it names the cause
        std::snprintf(problem.data(), problem.size(), "%s", message);
}

void fail_with_error(png_structp png, png_const_charp message) {
    note_warning(png, message);
    png_longjmp(png, 1);
}

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
    Problem problem_{};
    bool has_memory_ = true;
    png_structp png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, &problem_, fail_with_error, note_warning);
    png_infop info_ = png_create_info_struct(png_);
};

// Searches an open PNG file for its comment.
class PngReader {
  public:
    explicit PngReader(int descriptor) : descriptor_{descriptor} {
        png_set_read_fn(png_, this, read);
        png_set_chunk_malloc_max(png_, longest_comment + 1024);
        // makes libpng fail on a chunk that is too long; by default libpng only warns and allocates the chunk
        png_set_benign_errors(png_, 0);
    }
    ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;

    // Returns a null pointer if the file has no comment or is damaged; problem() then describes any damage.
    const png_text* find_comment() {
        if (setjmp(png_jmpbuf(png_)) != 0) return nullptr;
        png_read_info(png_, info_);
        if (const png_text* const text = comment_so_far()) return text;
        skip_pixels();
        png_read_end(png_, info_);
        return comment_so_far();
    }
    std::string_view problem() const { return problem_.data(); }

  private:
    void skip_pixels() {
        const png_uint_32 rows = png_get_image_height(png_, info_);
        const int passes = png_set_interlace_handling(png_);
        png_read_update_info(png_, info_);
        for (int pass = 0; pass < passes; ++pass)
            for (png_uint_32 row = 0; row < rows; ++row) png_read_row(png_, nullptr, nullptr);
    }
    const png_text* comment_so_far() const {
        png_textp texts = nullptr;
        int count = 0;
        png_get_text(png_, info_, &texts, &count);
        for (const png_text* text = texts; text < texts + count; ++text)
            if (text->compression == PNG_ITXT_COMPRESSION_NONE && std::string_view{text->key} == comment_keyword)
                return text;
        return nullptr;
    }
    bool fill(char* to, std::size_t bytes) try {
        while (bytes > 0) {
            if (begin_ == block_.size()) {
                constexpr std::size_t block_bytes = 64 * 1024;
                block_.resize(block_bytes);
                block_.resize(read_at(descriptor_, next_offset_, block_.data(), block_.size()));
                next_offset_ += block_.size();
                begin_ = 0;
                if (block_.empty()) return false;
            }
            const std::size_t count = block_.copy(to, bytes, begin_);
            begin_ += count, to += count, bytes -= count;
        }
        return true;
    } catch (const std::exception&) {
        return false;
    }
    static void read(png_structp png, png_bytep to, png_size_t bytes) {
        if (!static_cast<PngReader*>(png_get_io_ptr(png))->fill(reinterpret_cast<char*>(to), bytes))
            png_error(png, "the file ends too early");
    }

    int descriptor_;
    std::uint64_t next_offset_ = 0;  // offset in the file of the byte after block_
    std::string block_;
    std::size_t begin_ = 0;  // index in block_ of the first byte not yet passed to libpng
    Problem problem_{};
    png_structp png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &problem_, fail_with_error, note_warning);
    png_infop info_ = png_create_info_struct(png_);
};

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

void add_png_comment(int descriptor, const std::string& comment) {
    const std::string no_compression_no_language(5, '\0');
    PngWriter writer;
    if (!writer.write_chunk("iTXt", comment_keyword + no_compression_no_language + comment) ||
        !writer.write_chunk("IEND", ""))
        throw std::bad_alloc{};
    write_at(descriptor, bytes_in(descriptor) - end_chunk_bytes, writer.bytes().data(), writer.bytes().size());
}

bool is_png(int descriptor) {
    png_byte head[signature_bytes] = {};
    return read_at(descriptor, 0, head, sizeof head) == sizeof head && png_sig_cmp(head, 0, sizeof head) == 0;
}

std::optional<std::string> comment_of_png(int descriptor) {
    PngReader reader{descriptor};
    const png_text* const text = reader.find_comment();
    if (text ? text->itxt_length > longest_comment : reader.problem().starts_with("iTXt: chunk data is too large"))
        throw std::length_error(fmt::format("its comment is longer than {} bytes", longest_comment));
    if (text) return std::string{text->text, text->itxt_length};
    return {};
}

}  // namespace milkomeda
