// Characters of a text file as UTF-8: decompressed from gzip or Zstandard, converted from UTF-16, and without a byte
// order mark.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct gzFile_s;

namespace milkomeda {

struct CloseGzip {
    void operator()(gzFile_s* file) const;
};
using GzipFile = std::unique_ptr<gzFile_s, CloseGzip>;
// Returns zlib's message about the last error of the file, without the file's name.
std::string zlib_message(gzFile_s* file);

// Returns true if the first bytes of a file are those of a file that is compressed by gzip or Zstandard.
bool is_packed(std::string_view first_bytes);

// Constructor and read() throw FileError.
class TextStream {
  public:
    explicit TextStream(const std::filesystem::path& file);
    ~TextStream();

    // Writes up to `size` bytes of text to `to` and returns their number, which is 0 only at the end of the text.
    // `size` is at least 16.
    std::size_t read(char* to, std::size_t size);
    // Returns the number of bytes of the file that have been read so far, including bytes that were read in advance.
    std::uint64_t bytes_read() const;

    class Bytes;

  private:
    enum class Encoding { utf8, utf16_little, utf16_big };

    void find_encoding();
    std::size_t read_raw(char* to, std::size_t size);

    std::unique_ptr<Bytes> bytes_;
    std::string first_;  // first bytes of the file that read_raw() has not returned yet
    Encoding encoding_ = Encoding::utf8;
    std::string units_;       // bytes of the last read in UTF-16
    char32_t high_half_ = 0;  // first half of a character of two units of UTF-16, or 0
};

}  // namespace milkomeda
