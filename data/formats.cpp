#include "data/formats.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "data/table.hpp"

namespace milkomeda {
namespace {

const std::array<ParticleFormat, 1> formats{{
    {"table",
     "model units (4 kpc, 220 km/s, 17.78 Myr, 4.5e10 Msun; G = 1)",
     {".tab", ".tab.gz"},
     looks_like_table,
     read_table,
     write_table},
}};

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
    throw FileError(file.string() + ": " + reason);
}

std::string beginning(const std::filesystem::path& file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (status.type() == std::filesystem::file_type::not_found) fail(file, "there is no such file");
    if (error) fail(file, "cannot be opened: " + error.message());
    if (std::filesystem::is_directory(status)) fail(file, "is a folder, not a file of particles");

    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) fail(file, std::string("cannot be opened: ") + std::strerror(errno));
    std::string head(4096, '\0');
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(stream.gcount()));
    if (head.empty()) fail(file, "is empty");
    return head;
}

std::string known_names() {
    std::string names;
    for (const ParticleFormat& format : formats)
        names += (names.empty() ? "" : ", ") + std::string(format.name);
    return names;
}

std::string known_extensions() {
    std::string extensions;
    for (const ParticleFormat& format : formats)
        for (const std::string_view extension : format.extensions)
            extensions += (extensions.empty() ? "" : ", ") + std::string(extension);
    return extensions;
}

}  // namespace

std::span<const ParticleFormat> particle_formats() {
    return formats;
}

const ParticleFormat& format_of_file(const std::filesystem::path& file) {
    const std::string head = beginning(file);
    for (const ParticleFormat& format : formats)
        if (format.matches(head)) return format;
    fail(file, "is in no format that Milkomeda reads (" + known_names() + ")");
}

const ParticleFormat& format_for_writing(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    for (const ParticleFormat& format : formats)
        for (const std::string_view extension : format.extensions)
            if (name.size() > extension.size() && name.ends_with(extension)) return format;
    fail(file, "the extension says no format that Milkomeda writes (" + known_extensions() + ")");
}

Particles read_particles(const std::filesystem::path& file) {
    return format_of_file(file).read(file);
}

void write_particles(const std::filesystem::path& file, const Particles& particles) {
    format_for_writing(file).write(file, particles);
}

}  // namespace milkomeda
