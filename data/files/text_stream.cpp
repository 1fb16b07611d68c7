#include "data/files/text_stream.hpp"

#include <zlib.h>
#ifdef MILKOMEDA_ZSTD
#include <zstd.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "data/files/binary_file.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {

class TextStream::Bytes {
  public:
    virtual ~Bytes() = default;
    // Returns fewer than `size` bytes only at the end of the file.
    virtual std::size_t read(char* to, std::size_t size) = 0;
    virtual std::uint64_t offset() const = 0;
};

namespace {

constexpr std::string_view gzip_mark = "\x1f\x8b", zstd_mark = "\x28\xb5\x2f\xfd", byte_order_mark = "\xef\xbb\xbf";
constexpr unsigned gzip_block = 64 * 1024;

// Bytes of a gzip file or of a file without compression, which zlib reads unchanged.
class GzipBytes : public TextStream::Bytes {
  public:
    explicit GzipBytes(const std::filesystem::path& file) : path_(file), file_(gzopen(file.c_str(), "rb")) {
        if (!file_) throw FileError(path_, std::string("cannot be opened: ") + std::strerror(errno));
        gzbuffer(file_.get(), gzip_block);
    }
    std::size_t read(char* to, std::size_t size) override {
        const int count = gzread(file_.get(), to, static_cast<unsigned>(size));
        int code = Z_OK;
        gzerror(file_.get(), &code);
        // gzread() returns the available data of a truncated gzip file; only the error code reports missing data.
        if (count < 0 || (code != Z_OK && code != Z_STREAM_END))
            throw FileError(path_, "cannot be read: " + zlib_message(file_.get()));
        return static_cast<std::size_t>(count);
    }
    std::uint64_t offset() const override { return static_cast<std::uint64_t>(gzoffset(file_.get())); }

  private:
    std::filesystem::path path_;
    GzipFile file_;
};

#ifdef MILKOMEDA_ZSTD
// Bytes of a file that is compressed by Zstandard.
class ZstdBytes : public TextStream::Bytes {
  public:
    explicit ZstdBytes(const std::filesystem::path& file)
        : file_(file), stream_(ZSTD_createDStream()), block_(ZSTD_DStreamInSize(), '\0') {}
    std::size_t read(char* to, std::size_t size) override {
        ZSTD_outBuffer out{to, size, 0};
        while (out.pos < size) {
            if (in_.pos == in_.size) take_block();
            if (in_.size == 0 && !is_within_frame_) break;
            const std::size_t before = out.pos;
            const std::size_t code = ZSTD_decompressStream(stream_.get(), &out, &in_);
            if (ZSTD_isError(code))
                throw FileError(file_.path(), std::string("cannot be read: ") + ZSTD_getErrorName(code));
            is_within_frame_ = code != 0;
            if (in_.size == 0 && is_within_frame_ && out.pos == before)
                throw FileError(file_.path(), "cannot be read: unexpected end of file");
        }
        return out.pos;
    }
    std::uint64_t offset() const override { return offset_; }

  private:
    struct Free {
        void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
    };
    void take_block() {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(block_.size(), file_.size() - offset_));
        if (size > 0) file_.read(offset_, block_.data(), size);
        offset_ += size;
        in_ = {block_.data(), size, 0};
    }

    BinaryFile file_;
    std::unique_ptr<ZSTD_DStream, Free> stream_;
    std::string block_;
    ZSTD_inBuffer in_{nullptr, 0, 0};
    std::uint64_t offset_ = 0;
    bool is_within_frame_ = false;
};
#endif

std::unique_ptr<TextStream::Bytes> open_bytes(const std::filesystem::path& file) {
    std::array<char, zstd_mark.size()> first{};
    const BinaryFile content(file);
    if (content.size() >= first.size()) content.read(0, first.data(), first.size());
    if (std::string_view(first.data(), first.size()) != zstd_mark) return std::make_unique<GzipBytes>(file);
#ifdef MILKOMEDA_ZSTD
    return std::make_unique<ZstdBytes>(file);
#else
    throw FileError(file,
                    "is compressed by Zstandard, and this program was built without libzstd; decompress the file");
#endif
}

// Returns true if the text consists of ASCII characters in UTF-16. `zero` (0 or 1) is the index of the byte that is 0
// in each pair of bytes.
bool is_ascii_in_utf16(std::string_view text, std::size_t zero) {
    if (text.size() < 8) return false;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        if (const char c = text[i + 1 - zero];
            text[i + zero] != 0 || c <= 0 || (c < ' ' && c != '\t' && c != '\n' && c != '\r'))
            return false;
    return true;
}

// Writes a character as UTF-8 and returns the end of the written bytes.
char* put_utf8(char* to, char32_t c) {
    const auto put = [&to](char32_t byte) { *to++ = static_cast<char>(byte); };
    if (c < 0x80) return put(c), to;
    if (c < 0x800)
        put(0xc0 | c >> 6);
    else if (c < 0x10000)
        put(0xe0 | c >> 12), put(0x80 | (c >> 6 & 0x3f));
    else
        put(0xf0 | c >> 18), put(0x80 | (c >> 12 & 0x3f)), put(0x80 | (c >> 6 & 0x3f));
    put(0x80 | (c & 0x3f));
    return to;
}

}  // namespace

void CloseGzip::operator()(gzFile_s* file) const { gzclose(file); }

std::string zlib_message(gzFile_s* file) {
    int code = Z_OK;
    const std::string message = gzerror(file, &code);
    if (code == Z_ERRNO) return std::strerror(errno);
    const std::size_t name_end = message.rfind(": ");
    return name_end == std::string::npos ? message : message.substr(name_end + 2);
}

bool is_packed(std::string_view first_bytes) {
    return first_bytes.starts_with(gzip_mark) || first_bytes.starts_with(zstd_mark);
}

TextStream::TextStream(const std::filesystem::path& file) : bytes_(open_bytes(file)) { find_encoding(); }

TextStream::~TextStream() = default;

void TextStream::find_encoding() {
    first_.resize(64);
    first_.resize(bytes_->read(first_.data(), first_.size()));
    if (first_.starts_with(byte_order_mark)) {
        first_.erase(0, byte_order_mark.size());
    } else if (first_.starts_with("\xff\xfe") || is_ascii_in_utf16(first_, 1)) {
        encoding_ = Encoding::utf16_little;
    } else if (first_.starts_with("\xfe\xff") || is_ascii_in_utf16(first_, 0)) {
        encoding_ = Encoding::utf16_big;
    }
}

std::size_t TextStream::read_raw(char* to, std::size_t size) {
    if (first_.empty()) return bytes_->read(to, size);
    const std::size_t count = first_.copy(to, size);
    first_.erase(0, count);
    return count + (count < size ? bytes_->read(to + count, size - count) : 0);
}

std::size_t TextStream::read(char* to, std::size_t size) {
    if (encoding_ == Encoding::utf8) return read_raw(to, size);
    char* end = to;
    while (end == to) {
        constexpr std::size_t longest = 3;  // A unit of two bytes becomes at most 3 bytes of UTF-8.
        units_.resize(size / longest / 2 * 2);
        units_.resize(read_raw(units_.data(), units_.size()));
        if (units_.empty()) break;
        for (std::size_t i = 0; i + 1 < units_.size(); i += 2) {
            const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(units_[i + k]); };
            const bool big = encoding_ == Encoding::utf16_big;
            const char32_t unit = static_cast<char32_t>(byte(big ? 0 : 1) << 8 | byte(big ? 1 : 0));
            const bool is_high_half = unit >= 0xd800 && unit < 0xdc00, is_low_half = unit >= 0xdc00 && unit < 0xe000;
            const char32_t high = std::exchange(high_half_, is_high_half ? unit : 0);
            if (high && !is_low_half) end = put_utf8(end, U'\ufffd');
            if (is_high_half || unit == 0xfeff) continue;  // 0xfeff is the byte order mark
            end = put_utf8(end, !is_low_half ? unit
                                : high       ? 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00)
                                             : U'\ufffd');
        }
    }
    return static_cast<std::size_t>(end - to);
}

std::uint64_t TextStream::bytes_read() const { return bytes_->offset(); }

}  // namespace milkomeda
