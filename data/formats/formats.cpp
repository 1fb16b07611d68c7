#include "data/formats/formats.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <optional>

#include "data/formats/format_functions.hpp"
#include "data/formats/snapshot_files.hpp"
#include "data/hdf5/hdf5_snapshot.hpp"
#include "data/particles/joined_parts.hpp"
#include "data/particles/mass_runs.hpp"
#include "data/particles/particle_types.hpp"
#include "data/particles/young_stars.hpp"
#include "data/state/recording.hpp"
#include "data/state/saved_state.hpp"
#include "data/system/memory.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// The following functions describe the component information that formats cannot store (ParticleFormat::loss).

std::string_view nothing(const ParticleSet&, const CompleteGasColumns&) { return ""; }

std::string_view all_but_types(const ParticleSet& particles, const CompleteGasColumns&) {
    return are_types(particles.components)
               ? ""
               : "stores the type of each body, but not its galaxy or component; hdf5 and csv store both";
}

std::string_view all_but_tipsy_kinds(const ParticleSet& particles, const CompleteGasColumns& gas) {
    if (gas.all())
        return are_types(particles.components, {0, 1, 4})
                   ? ""
                   : "stores gas, dark matter and stars, but no other components; hdf5 and csv store all components";
    return are_types(particles.components, {1, 4})
               ? ""
               : "stores dark matter and stars, but no other components; hdf5 and csv store all components";
}

std::string_view all_but_masses(const ParticleSet& particles, const CompleteGasColumns&) {
    const auto same = [](const Component& a, const Component& b) {
        return full_name(a) == full_name(b) && a.count == b.count;
    };
    return std::ranges::equal(particles.components, components_from_masses(particles.positions), same)
               ? ""
               : "does not store components: readers infer components from the masses; hdf5 and csv store all "
                 "components";
}

// Formats in the order in which they are tried: formats with a distinctive beginning come first.
const ParticleFormat formats[] = {
    {"hdf5",
     {".hdf5", ".h5"},
     looks_like_hdf5,
     read_hdf5,
     read_hdf5_time,
     write_hdf5,
     loss_in_hdf5,
     read_hdf5_parts,
     read_hdf5_files,
     false,
     true,
     true},
    {state_format,
     {".milkomeda"},
     looks_like_state,
     read_state_bodies,
     read_state_time,
     write_state_bodies,
     nothing,
     nullptr,
     nullptr,
     false,
     true,
     true},
    {"recording",
     {".recording"},
     looks_like_recording,
     read_recording_bodies,
     read_recording_time,
     write_recording_bodies,
     nothing,
     nullptr,
     nullptr,
     false,
     false,
     true},
    {"gadget2",
     {".gadget2"},
     looks_like_gadget,
     read_gadget,
     read_gadget_time,
     write_gadget,
     all_but_types,
     read_gadget_parts,
     nullptr,
     true,
     true},
    {"nemo", {".nemo"}, looks_like_nemo, read_nemo, read_nemo_time, write_nemo, all_but_masses},
    {"tipsy",
     {".tipsy"},
     looks_like_tipsy,
     read_tipsy,
     read_tipsy_time,
     write_tipsy,
     all_but_tipsy_kinds,
     nullptr,
     nullptr,
     true,
     true},
    {"phigrape", {".phigrape"}, looks_like_phigrape, read_phigrape, read_phigrape_time, write_phigrape, all_but_masses},
    {"fits", {".fits", ".fit", ".fits.gz"}, looks_like_fits, read_fits, read_fits_time, write_fits, nothing},
    {"csv", {".csv", ".csv.gz", ".tsv", ".tsv.gz"}, looks_like_csv, read_table, read_csv_time, write_csv, nothing},
    {"table", {".tab", ".tab.gz"}, looks_like_table, read_table, read_table_time, write_table, all_but_masses},
};

// Variants of formats for writing; only option --format selects them.
const ParticleFormat dialects[] = {
    {"swift",
     {},
     looks_like_hdf5,
     read_hdf5,
     read_hdf5_time,
     write_swift,
     loss_in_swift,
     nullptr,
     nullptr,
     false,
     true},
    {"tipsy-native",
     {},
     looks_like_tipsy,
     read_tipsy,
     read_tipsy_time,
     write_native_tipsy,
     all_but_tipsy_kinds,
     nullptr,
     nullptr,
     true,
     true},
};

// Reads all files of a snapshot and joins their columns. complete() must be called afterwards.
ParticleFile read_files(const ParticleFormat& format, std::span<const std::filesystem::path> files,
                        const ReadOptions& options, const ReportProgress& report) {
    if (files.size() > 1 && format.read_files) return format.read_files(files, options, report);
    std::vector<ParticleFile> parts;
    for (const std::filesystem::path& part : files) {
        parts.push_back(format.read(part, options));
        if (report) report(parts.size());
    }
    return files.size() > 1 ? join_parts(std::move(parts), files) : std::move(parts.front());
}

}  // namespace

std::span<const ParticleFormat> particle_formats() { return formats; }

std::string format_names() { return join(formats, &ParticleFormat::name); }

std::string written_format_names(std::string_view separator) {
    return join(formats, &ParticleFormat::name, separator).append(separator) +
           join(dialects, &ParticleFormat::name, separator);
}

std::string format_extensions() {
    return join(formats, [](const ParticleFormat& format) { return join(format.extensions); });
}

const ParticleFormat& format_of_file(const std::filesystem::path& file) {
    const FileHead head = head_of(file);
    for (const ParticleFormat& format : formats)
        if (format.matches(head)) return format;
    throw FileError(file, "has an unknown format (Milkomeda reads " + format_names() + ")");
}

const ParticleFormat& format_for_writing(const std::filesystem::path& file, std::string_view wanted) {
    using Formats = std::span<const ParticleFormat>;
    for (const Formats known : {Formats{formats}, Formats{dialects}})
        for (const ParticleFormat& format : known)
            if (format.name == wanted) return format;
    if (!wanted.empty())
        throw FileError("there is no format '" + std::string(wanted) + "'; there are: " + written_format_names());
    const std::string name = file.filename().string();
    for (const ParticleFormat& format : formats)
        for (const std::string_view extension : format.extensions)
            if (name.size() > extension.size() && name.ends_with(extension)) return format;
    throw FileError(file, "the extension does not name a format that Milkomeda writes (" + format_extensions() + ")");
}

ParticleFile read_particle_file(const std::filesystem::path& file, const ReadOptions& options,
                                const ReportProgress& report) {
    const std::vector<std::filesystem::path> files = snapshot_files(file).read;
    std::optional<MemoryReuse> reuse;  // a single file needs each block of memory only once
    if (files.size() > 1) reuse.emplace();
    const ParticleFormat& format = format_of_file(files.front());
    ParticleFile content = read_files(format, files, options, report);
    if (content.files > files.size() && format.read_parts(files.front()).sources.empty())
        content.notes.push_back(fmt::format(
            "the snapshot consists of {} files; the program reads only the bodies in this file", content.files));
    if (!options.columns.empty() && format.read != read_table && format.read != read_fits)
        content.notes.emplace_back("the option --columns has no effect, because the file is not a table");
    complete(file, content, options);
    return content;
}

ParticleSet read_particles(const std::filesystem::path& file, const ReadOptions& options) {
    return read_particle_file(file, options).particles;
}

void write_particles(const std::filesystem::path& file, const ParticleSet& particles, std::string_view format) {
    require_valid_rows(file, particles);
    const ParticleFormat& chosen = format_for_writing(file, format);
    // States and recordings keep the rows of a run.
    const bool keeps_rows = chosen.name == state_format || chosen.name == "recording";
    if (keeps_rows || count_young_stars(particles) == 0) return chosen.write(file, particles);
    chosen.write(file, with_young_stars(particles));
}

std::string lost_components(const ParticleFormat& format, const ParticleSet& particles, const CompleteGasColumns& gas) {
    std::string loss{format.loss(particles, gas)};
    const auto add = [&](const char* text) { loss += std::string{loss.empty() ? "" : "; it also "} + text; };
    if (format.has_float_positions && particles.origin != glm::dvec3{0})
        add("rounds positions to single precision, which is coarse far from the origin; hdf5, csv and nemo store "
            "double "
            "precision");
    if (!format.has_gas_columns && gas.any())
        add("omits the internal energies, densities and smoothing lengths of gas; hdf5, gadget2 and tipsy store them");
    if (!format.has_births && count_young_stars(particles) > 0)
        add("omits the times of birth of young stars; hdf5 and milkomeda store them");
    return loss.empty() ? "" : std::string(format.name) + " " + loss;
}

}  // namespace milkomeda
