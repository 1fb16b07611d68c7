#include "data/files/file_head.hpp"

#include <algorithm>
#include <string_view>

#include "data/files/binary_file.hpp"
#include "data/files/text_stream.hpp"
#include "data/system/descriptor.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t head_size = 4096, longest_comments = 1 << 20;

// Returns the beginning of the file's text. Ignores errors, which the reader for the file's format will report.
std::string text_of(const std::filesystem::path& file, std::size_t size) try {
    std::string text(size, '\0');
    text.resize(TextStream(file).read(text.data(), size));
    return text;
} catch (const FileError&) {
    return "";
}

// Returns true if the text consists of comment lines only, which do not reveal the format.
bool is_all_comment(std::string_view text) {
    while (text.starts_with('#')) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    return text.empty();
}

// Returns true for a device without data, such as /dev/null. Does not wait for input from a terminal.
bool is_at_its_end(const std::filesystem::path& file) {
    const Descriptor device = open_for_reading(file);
    return device >= 0 && is_at_end(device);
}

// Rejects pipes and devices, because particle files are read several times and empty pipes block.
[[noreturn]] void fail_for_device(const std::filesystem::path& file, std::filesystem::file_status status) {
    if (std::filesystem::is_character_file(status) && is_at_its_end(file)) throw FileError(file, "is empty");
    throw FileError(file, "is a pipe or a device; Milkomeda reads particles only from regular files");
}

}  // namespace

FileHead head_of(const std::filesystem::path& file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (status.type() == std::filesystem::file_type::not_found) throw FileError(file, "there is no such file");
    if (error) throw FileError(file, "cannot be opened: " + error.message());
    if (std::filesystem::is_directory(status)) throw FileError(file, "is a folder, not a particle file");
    if (!std::filesystem::is_regular_file(status)) fail_for_device(file, status);

    const BinaryFile content(file);
    FileHead head;
    head.size = content.size();
    if (head.size == 0) throw FileError(file, "is empty");
    head.bytes.resize(std::min<std::uint64_t>(head_size, head.size));
    content.read(0, head.bytes.data(), head.bytes.size());
    head.packed = is_packed(head.bytes);
    head.text = text_of(file, head_size);
    if (is_all_comment(head.text)) head.text = text_of(file, longest_comments);
    return head;
}

}  // namespace milkomeda
