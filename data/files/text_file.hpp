// Text files line by line, plain or gzip, and files that appear complete or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/files/atomic_file.hpp"

struct gzFile_s;

namespace milkomeda {

struct CloseGzip {
    void operator()(gzFile_s* file) const;
};
using GzipFile = std::unique_ptr<gzFile_s, CloseGzip>;

// Some programs put this before text in UTF-8.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// Holds one block of the file at a time, never the whole. Both throw FileError.
class TextReader {
  public:
    explicit TextReader(const std::filesystem::path& file);

    // The next line without its end and without a byte order mark, valid until the next call; nothing at the
    // end of the file.
    std::optional<std::string_view> next_line();
    std::size_t line_number() const { return line_number_; }
    const std::filesystem::path& path() const { return path_; }
    // The share of the file that has been read, between 0 and 1; an estimate.
    double share_read() const;

  private:
    void refill();

    std::filesystem::path path_;
    GzipFile file_;
    std::vector<char> block_;
    std::size_t begin_ = 0, end_ = 0;  // the part of the block that is not handed out yet
    std::size_t line_number_ = 0;
    std::uint64_t size_ = 0;        // of the file
    std::uint64_t characters_ = 0;  // of text, read so far
    bool at_end_ = false;
};

// Gzip if the name ends in .gz.
class TextWriter {
  public:
    explicit TextWriter(const std::filesystem::path& file);

    void write(std::string_view text);
    // Only now does the file stand under its name.
    void commit();

  private:
    AtomicFile temporary_;  // removed after the file is closed
    GzipFile file_;
};

}  // namespace milkomeda
