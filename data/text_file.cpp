#include "data/text_file.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "data/formats.hpp"

namespace milkomeda {
namespace {

// One block; also the longest line, so that a file without line ends is refused instead of swallowed.
constexpr std::size_t block_size = 64 * 1024;

// zlib's words for what went wrong, without the file name that it puts in front.
std::string zlib_message(gzFile file) {
    int code = Z_OK;
    const std::string message = gzerror(file, &code);
    if (code == Z_ERRNO) return std::strerror(errno);
    const std::size_t name_end = message.rfind(": ");
    return name_end == std::string::npos ? message : message.substr(name_end + 2);
}

std::filesystem::path unfinished_name(const std::filesystem::path& file) {
    static std::atomic<unsigned> count{0};
    const std::string name =
        ".milkomeda-" + std::to_string(getpid()) + "-" + std::to_string(count++) + ".part";
    return file.parent_path() / name;
}

}  // namespace

void CloseGzip::operator()(gzFile_s* file) const {
    gzclose(file);
}

TextReader::TextReader(const std::filesystem::path& file)
    : path_(file), file_(gzopen(file.c_str(), "rb")), block_(block_size) {
    if (!file_) throw FileError(file.string() + ": cannot be opened: " + std::strerror(errno));
    gzbuffer(file_.get(), block_size);
}

std::optional<std::string_view> TextReader::next_line() {
    std::size_t searched = begin_;
    for (;;) {
        const void* const found = std::memchr(block_.data() + searched, '\n', end_ - searched);
        if (found || (at_end_ && end_ > begin_)) {
            const std::size_t line_end =
                found ? static_cast<std::size_t>(static_cast<const char*>(found) - block_.data()) : end_;
            const std::string_view line(block_.data() + begin_, line_end - begin_);
            begin_ = found ? line_end + 1 : end_;
            ++line_number_;
            return line;
        }
        if (at_end_) return std::nullopt;
        const std::size_t kept = end_ - begin_;
        refill();
        searched = begin_ + kept;
    }
}

// Moves the begun line to the front of the block and reads on behind it.
void TextReader::refill() {
    std::memmove(block_.data(), block_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    if (end_ == block_.size())
        throw FileError(path_.string() + ":" + std::to_string(line_number_ + 1) + ":" +
                        std::to_string(block_.size()) + ": the line does not end; this is no table");

    const int count = gzread(file_.get(), block_.data() + end_, static_cast<unsigned>(block_.size() - end_));
    int code = Z_OK;
    gzerror(file_.get(), &code);
    // A cut gzip file hands out what it has and only then, by the code, says that more is missing.
    if (count < 0 || (code != Z_OK && code != Z_STREAM_END))
        throw FileError(path_.string() + ": cannot be read: " + zlib_message(file_.get()));
    end_ += static_cast<std::size_t>(count);
    at_end_ = count == 0;
}

TextWriter::TextWriter(const std::filesystem::path& file, bool compressed) : path_(file) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) fail("it is a folder");
    // Through a link, so that the link stays one.
    if (std::filesystem::is_symlink(file, ignored)) path_ = std::filesystem::weakly_canonical(file, ignored);
    const std::filesystem::path folder = path_.parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
        fail("there is no folder " + folder.string());

    unfinished_ = unfinished_name(path_);
    const int descriptor = open(unfinished_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) fail(std::strerror(errno));
    file_.reset(gzdopen(descriptor, compressed ? "wb" : "wbT"));  // T: transparent, no compression
    if (!file_) {
        close(descriptor);
        fail("out of memory");
    }
    gzbuffer(file_.get(), block_size);
}

TextWriter::~TextWriter() {
    file_.reset();
    if (unfinished_.empty()) return;
    std::error_code ignored;
    std::filesystem::remove(unfinished_, ignored);
}

void TextWriter::write(std::string_view text) {
    if (text.empty()) return;
    if (gzwrite(file_.get(), text.data(), static_cast<unsigned>(text.size())) <= 0)
        fail(zlib_message(file_.get()));
}

void TextWriter::commit() {
    // The last bytes go out here, so a full disk may show only now.
    if (const int code = gzclose(file_.release()); code != Z_OK)
        fail(code == Z_ERRNO ? std::strerror(errno) : zError(code));
    std::error_code error;
    std::filesystem::rename(unfinished_, path_, error);
    if (error) fail(error.message());
    unfinished_.clear();
}

void TextWriter::fail(const std::string& reason) const {
    throw FileError(path_.string() + ": cannot be written: " + reason);
}

}  // namespace milkomeda
