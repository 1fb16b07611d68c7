#include "data/files/file_head.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "data/files/binary_file.hpp"
#include "data/files/descriptor.hpp"
#include "data/files/file_error.hpp"
#include "data/files/text_file.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t head_size = 4096;

// The beginning as far as it can be unpacked; readers say what is wrong with the rest.
std::string unpacked(const std::filesystem::path& file) {
    std::string text(head_size, '\0');
    const GzipFile stream(gzopen(file.c_str(), "rb"));
    const int count = stream ? gzread(stream.get(), text.data(), head_size) : 0;
    text.resize(static_cast<std::size_t>(std::max(count, 0)));
    return text;
}

// As /dev/null is; nobody waits for a terminal.
bool is_at_its_end(const std::filesystem::path& file) {
    const Descriptor device(open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    char first;
    return device >= 0 && ::read(device, &first, 1) == 0;
}

// Particles are read from files that can be read twice. Nobody waits for a pipe to say something first.
[[noreturn]] void fail_for_device(const std::filesystem::path& file, std::filesystem::file_status status) {
    if (std::filesystem::is_character_file(status) && is_at_its_end(file)) throw FileError(file, "is empty");
    throw FileError(file, "is in no format that Milkomeda reads: it is a pipe or a device, not a file");
}

}  // namespace

FileHead head_of(const std::filesystem::path& file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (status.type() == std::filesystem::file_type::not_found)
        throw FileError(file, "there is no such file");
    if (error) throw FileError(file, "cannot be opened: " + error.message());
    if (std::filesystem::is_directory(status)) throw FileError(file, "is a folder, not a file of particles");
    if (!std::filesystem::is_regular_file(status)) fail_for_device(file, status);

    const BinaryFile content(file);
    FileHead head;
    head.size = content.size();
    if (head.size == 0) throw FileError(file, "is empty");
    head.bytes.resize(std::min<std::uint64_t>(head_size, head.size));
    content.read(0, head.bytes.data(), head.bytes.size());
    head.packed = head.bytes.starts_with("\x1f\x8b");
    head.text = head.packed ? unpacked(file) : head.bytes;
    if (head.text.starts_with(byte_order_mark)) head.text.erase(0, byte_order_mark.size());
    return head;
}

}  // namespace milkomeda
