#include "data/files/small_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "data/files/binary_file.hpp"
#include "data/system/descriptor.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {

std::optional<std::string> read_small_file(const std::filesystem::path& file, std::size_t most_bytes) {
    const Descriptor descriptor(open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (descriptor < 0 && errno == ENOENT) return std::nullopt;
    struct stat status {};
    if (descriptor < 0 || fstat(descriptor, &status) != 0)
        throw FileError(file, std::string("cannot be read: ") + std::strerror(errno));
    if (S_ISDIR(status.st_mode)) throw FileError(file, "is a folder, not a file");
    if (!S_ISREG(status.st_mode)) throw FileError(file, "is a pipe or a device, not a file");
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size > most_bytes)
        throw FileError(file, "is larger than " + std::to_string(most_bytes >> 20) + " MiB");
    std::string content(size, '\0');
    for (std::size_t done = 0; done < content.size();) {
        const ssize_t count = read(descriptor, content.data() + done, content.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw FileError(file, std::string("cannot be read: ") + std::strerror(errno));
        if (count == 0) content.resize(done);
        done += static_cast<std::size_t>(count);
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
