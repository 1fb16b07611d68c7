#include "data/files/text_file.hpp"

#include <zlib.h>

#include <fmt/format.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

// Number of bytes that are read at once, and largest length of a line. Because of this limit, a file without line ends
// is rejected before all of it is loaded.
constexpr std::size_t block_size = 64 * 1024;

// Protection against decompression bombs: files that expand by more than the factor most_expansion and to
// more than always_allowed bytes are rejected. gzip compresses tables of numbers by a factor of 2 to 10; its
// largest factor is about 1000.
constexpr std::uint64_t most_expansion = 100, always_allowed = 16 * 1024 * 1024;

}  // namespace

TextReader::TextReader(const std::filesystem::path& file) : path_(file), stream_(file), block_(block_size) {
    std::error_code ignored;
    size_ = std::filesystem::file_size(file, ignored);
}

double TextReader::share_read() const {
    // The stream reads up to two blocks of the file in advance.
    const double behind = static_cast<double>(stream_.bytes_read()) - 2.0 * block_size;
    return std::clamp(behind / static_cast<double>(std::max(size_, std::uint64_t{1})), 0.0, 1.0);
}

std::optional<std::string_view> TextReader::next_line() {
    std::size_t searched = begin_;
    for (;;) {
        const void* const found = std::memchr(block_.data() + searched, line_end_, end_ - searched);
        if (found || (at_end_ && end_ > begin_)) {
            const std::size_t line_end =
                found ? static_cast<std::size_t>(static_cast<const char*>(found) - block_.data()) : end_;
            std::string_view line(block_.data() + begin_, line_end - begin_);
            begin_ = found ? line_end + 1 : end_;
            ++line_number_;
            if (line.ends_with('\r')) line.remove_suffix(1);
            return line;
        }
        if (at_end_) return std::nullopt;
        const std::size_t kept = end_ - begin_;
        refill();
        searched = begin_ + kept;
    }
}

// Moves the incomplete last line to the front of the block and reads more of the file behind it.
void TextReader::refill() {
    std::memmove(block_.data(), block_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    constexpr std::size_t least = 16;  // smallest size that TextStream::read() accepts
    if (end_ + least > block_.size())
        throw FileError(fmt::format("{}:{}:{}: the line is too long; the file is not a text table", path_.string(),
                                    line_number_ + 1, block_size));

    const std::size_t count = stream_.read(block_.data() + end_, block_.size() - end_);
    if (characters_ == 0) {
        const std::string_view first(block_.data(), count);
        if (first.find('\n') == first.npos && first.find('\r') != first.npos) line_end_ = '\r';
    }
    end_ += count;
    at_end_ = count == 0;
    characters_ += static_cast<std::uint64_t>(count);
    if (characters_ > always_allowed && characters_ / most_expansion > size_)
        throw FileError(path_, "expands to more than a hundred times its size; the file is not a text table");
}

TextWriter::TextWriter(const std::filesystem::path& file)
    : temporary_(file),
      // gzip mode T writes without compression
      file_(gzopen(temporary_.path().c_str(), file.extension() == ".gz" ? "wbe" : "wbTe")) {
    if (!file_) temporary_.fail(std::strerror(errno));
    gzbuffer(file_.get(), block_size);
}

void TextWriter::write(std::string_view text) {
    if (text.empty()) return;
    if (gzwrite(file_.get(), text.data(), static_cast<unsigned>(text.size())) <= 0)
        temporary_.fail(zlib_message(file_.get()));
}

void TextWriter::commit() {
    // gzclose() writes the last bytes, so it can be the first call that detects a full disk.
    if (const int code = gzclose(file_.release()); code != Z_OK)
        temporary_.fail(code == Z_ERRNO ? std::strerror(errno) : zError(code));
    temporary_.finish();
}

}  // namespace milkomeda
