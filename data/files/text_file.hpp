// Text files: reading by lines, and atomic writing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "data/files/text_stream.hpp"
#include "data/system/atomic_file.hpp"

namespace milkomeda {

// Reads a text file by lines and holds one block in memory. Constructor and next_line() throw FileError.
class TextReader {
  public:
    explicit TextReader(const std::filesystem::path& file);

    // Returns the next line without its line ending, which is LF, CR LF, or CR in a file without LF. The view is valid
    // until the next call. Returns an empty optional at the end of the file.
    std::optional<std::string_view> next_line();
    std::size_t line_number() const { return line_number_; }
    const std::filesystem::path& path() const { return path_; }
    // Returns an estimate of the share of the file that has been read (0 to 1).
    double share_read() const;

  private:
    void refill();

    std::filesystem::path path_;
    TextStream stream_;
    std::vector<char> block_;
    std::size_t begin_ = 0, end_ = 0;  // range of the block that has not been returned yet
    std::size_t line_number_ = 0;
    std::uint64_t size_ = 0;        // size of the file in bytes
    std::uint64_t characters_ = 0;  // number of decompressed characters read so far
    char line_end_ = '\n';
    bool at_end_ = false;
};

// Writes a text file atomically, compressed by gzip if the file name ends in .gz. Throws FileError.
class TextWriter {
  public:
    explicit TextWriter(const std::filesystem::path& file);

    void write(std::string_view text);
    // Completes the file and moves it from its temporary name to its final name.
    void commit();

  private:
    AtomicFile temporary_;  // declared before file_, so that it is destroyed after file_ is closed
    GzipFile file_;
};

}  // namespace milkomeda
