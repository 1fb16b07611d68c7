#include "data/files/small_file.hpp"

#include <cerrno>
#include <cstring>

#include "data/files/binary_file.hpp"
#include "data/system/descriptor.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {

std::optional<std::string> read_small_file(const std::filesystem::path& file, std::size_t most_bytes) {
    const Descriptor descriptor = open_for_reading(file);
    if (descriptor < 0 && errno == ENOENT) return std::nullopt;
    const auto status = status_of(descriptor);
    if (!status) throw FileError(file, std::string("cannot be read: ") + std::strerror(errno));
    if (status->kind == FileKind::folder) throw FileError(file, "is a folder, not a file");
    if (status->kind != FileKind::regular) throw FileError(file, "is a pipe or a device, not a file");
    if (status->bytes > most_bytes)
        throw FileError(file, "is larger than " + std::to_string(most_bytes >> 20) + " MiB");
    std::string content(status->bytes, '\0');
    try {
        content.resize(read_at(descriptor, 0, content.data(), content.size()));
    } catch (const std::runtime_error& error) {
        throw FileError(file, std::string("cannot be read: ") + error.what());
    }
    return content;
}

void write_small_file(const std::filesystem::path& file, std::string_view content) {
    std::error_code ignored;
    const auto type = std::filesystem::status(file, ignored).type();
    if (type != std::filesystem::file_type::not_found && type != std::filesystem::file_type::regular)
        throw FileError(file, "cannot be written: it is not a regular file");
    BinaryWriter writer(file);
    writer.text(content);
    writer.commit();
}

}  // namespace milkomeda
