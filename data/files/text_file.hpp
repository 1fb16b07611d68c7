// Text files, plain or gzip: line-wise reading and atomic writing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/system/atomic_file.hpp"

struct gzFile_s;

namespace milkomeda {

struct CloseGzip {
    void operator()(gzFile_s* file) const;
};
using GzipFile = std::unique_ptr<gzFile_s, CloseGzip>;

// Byte order mark that some programs put before UTF-8 text.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// Line reader; holds one block of the file at a time. Constructor and next_line() throw FileError.
class TextReader {
  public:
    explicit TextReader(const std::filesystem::path& file);

    // Returns the next line without its line ending and without a byte order mark, valid until the next call;
    // empty at the end of the file.
    std::optional<std::string_view> next_line();
    std::size_t line_number() const { return line_number_; }
    const std::filesystem::path& path() const { return path_; }
    // Estimated share of the file that has been read, from 0 to 1.
    double share_read() const;

  private:
    void refill();

    std::filesystem::path path_;
    GzipFile file_;
    std::vector<char> block_;
    std::size_t begin_ = 0, end_ = 0;  // unread part of the block
    std::size_t line_number_ = 0;
    std::uint64_t size_ = 0;        // bytes of the file
    std::uint64_t characters_ = 0;  // characters of text read so far
    bool at_end_ = false;
};

// Writer; compresses with gzip if the name ends in .gz. Throws FileError.
class TextWriter {
  public:
    explicit TextWriter(const std::filesystem::path& file);

    void write(std::string_view text);
    // Completes the file: it appears under its name now.
    void commit();

  private:
    AtomicFile temporary_;  // destroyed after the file is closed
    GzipFile file_;
};

}  // namespace milkomeda
