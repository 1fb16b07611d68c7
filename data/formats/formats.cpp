#include "data/formats/formats.hpp"

#include <algorithm>
#include <array>

#include "data/formats/csv.hpp"
#include "data/formats/gadget.hpp"
#include "data/formats/nemo.hpp"
#include "data/formats/table.hpp"
#include "data/formats/tipsy.hpp"
#include "data/hdf5/hdf5_snapshot.hpp"
#include "data/particles/particle_types.hpp"
#include "data/particles/selection.hpp"

namespace milkomeda {
namespace {

using Components = ParticleFormat::Components;

// In the order in which they are tried on a file: what begins with a mark of its own comes first.
// clang-format off
const std::array<ParticleFormat, 6> formats{{
    {"hdf5", {".hdf5", ".h5"},
     looks_like_hdf5, read_hdf5, read_hdf5_time, write_hdf5, Components::all},
    {"gadget2", {".gadget2"},
     looks_like_gadget, read_gadget, read_gadget_time, write_gadget, Components::types},
    {"nemo", {".nemo"},
     looks_like_nemo, read_nemo, read_nemo_time, write_nemo, Components::none},
    {"tipsy", {".tipsy"},
     looks_like_tipsy, read_tipsy, read_tipsy_time, write_tipsy, Components::dark_or_stars},
    {"csv", {".csv", ".csv.gz", ".tsv", ".tsv.gz"},
     looks_like_csv, read_csv, read_csv_time, write_csv, Components::all},
    {"table", {".tab", ".tab.gz"},
     looks_like_table, read_table, read_table_time, write_table, Components::none},
}};

// Ways of writing these formats that only --format asks for.
const std::array<ParticleFormat, 2> dialects{{
    {"swift", {}, looks_like_hdf5, read_hdf5, read_hdf5_time, write_swift, Components::all},
    {"tipsy-native", {}, looks_like_tipsy, read_tipsy, read_tipsy_time, write_native_tipsy,
     Components::dark_or_stars},
}};
// clang-format on

bool are_same(const std::vector<Component>& a, const std::vector<Component>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Component& x, const Component& y) {
        return full_name(x) == full_name(y) && x.count == y.count;
    });
}

}  // namespace

std::span<const ParticleFormat> particle_formats() {
    return formats;
}

std::string format_names() {
    std::string names;
    for (const ParticleFormat& format : formats)
        names += (names.empty() ? "" : ", ") + std::string(format.name);
    return names;
}

std::string written_format_names() {
    std::string names = format_names();
    for (const ParticleFormat& dialect : dialects) names += ", " + std::string(dialect.name);
    return names;
}

std::string format_extensions() {
    std::string extensions;
    for (const ParticleFormat& format : formats)
        for (const std::string_view extension : format.extensions)
            extensions += (extensions.empty() ? "" : ", ") + std::string(extension);
    return extensions;
}

const ParticleFormat& format_of_file(const std::filesystem::path& file) {
    const FileHead head = head_of(file);
    for (const ParticleFormat& format : formats)
        if (format.matches(head)) return format;
    throw FileError(file, "is in no format that Milkomeda reads (" + format_names() + ")");
}

const ParticleFormat& format_for_writing(const std::filesystem::path& file, std::string_view wanted) {
    for (const std::span<const ParticleFormat> known :
         {std::span(formats.data(), formats.size()), std::span(dialects.data(), dialects.size())})
        for (const ParticleFormat& format : known)
            if (format.name == wanted) return format;
    if (!wanted.empty())
        throw FileError("there is no format '" + std::string(wanted) +
                        "'; there are: " + written_format_names());
    const std::string name = file.filename().string();
    for (const ParticleFormat& format : formats)
        for (const std::string_view extension : format.extensions)
            if (name.size() > extension.size() && name.ends_with(extension)) return format;
    throw FileError(file, "the extension says no format that Milkomeda writes (" + format_extensions() + ")");
}

ParticleFile read_particle_file(const std::filesystem::path& file, const ReadOptions& options) {
    return format_of_file(file).read(file, options);
}

Particles read_particles(const std::filesystem::path& file, const ReadOptions& options) {
    return read_particle_file(file, options).particles;
}

void write_particles(const std::filesystem::path& file, const Particles& particles, std::string_view format) {
    format_for_writing(file, format).write(file, particles);
}

std::string lost_components(const ParticleFormat& format, const Particles& particles) {
    const std::vector<Component>& components = particles.components;
    const std::string name(format.name);
    switch (format.components) {
        case Components::all:
            return "";
        case Components::types:
            if (are_types(components)) return "";
            return name +
                   " knows types of bodies, but neither galaxies nor other components; hdf5 and csv do";
        case Components::dark_or_stars:
            if (are_types(components, {1, 4})) return "";
            return name + " knows dark matter and stars, but no other components; hdf5 and csv do";
        case Components::none:
            if (are_same(components, components_from_masses(particles.positions))) return "";
            return name +
                   " says nothing of components: they are told by their masses; hdf5 and csv name them";
    }
    return "";
}

}  // namespace milkomeda
