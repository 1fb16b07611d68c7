#include <algorithm>
#include <array>
#include <span>

#include "data/hdf5/hdf5_attributes.hpp"
#include "data/hdf5/hdf5_dataset.hpp"
#include "data/hdf5/hdf5_file.hpp"
#include "data/hdf5/hdf5_layout.hpp"
#include "data/hdf5/hdf5_snapshot.hpp"
#include "data/particles/gas_columns.hpp"
#include "data/particles/particle_types.hpp"
#include "data/particles/row_order.hpp"
#include "data/particles/young_stars.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// Properties of a snapshot that depend on the program for which it is written.
struct Purpose {
    bool one_type;             // true writes all particles except gas as type 1
    double box_size;           // smallest side length of the simulation box; 0 writes no box
    bool has_gas_type = true;  // false writes gas like other particles
};
// the box of 1000 model units (4 Mpc) is usually large enough for all particles
constexpr Purpose for_gadget{false, 0}, for_swift{true, 1000};

// Returns `purpose` for a set with these columns of gas. SWIFT requires internal energies and smoothing lengths of gas,
// so gas without them is written as type 1.
Purpose purpose_of(Purpose purpose, const CompleteGasColumns& complete) {
    purpose.has_gas_type = !purpose.one_type || (complete.energies && complete.lengths);
    return purpose;
}

// Returns the side length of a box around 0 that is at least twice as large as the particles need.
double box_size_of(const ParticleSet& particles, const Purpose& purpose) {
    double farthest = 0, size = purpose.box_size;
    if (size == 0) return 0;
    for (std::size_t row = 0; row < particles.size(); ++row) {
        const glm::dvec3 x = glm::abs(source_position(particles, row));
        farthest = std::max({farthest, x.x, x.y, x.z});
    }
    while (size < 4 * farthest) size *= 2;
    return size;
}

std::size_t type_of(const Component& component, const Purpose& purpose) {
    return purpose.one_type && !(is_gas(component) && purpose.has_gas_type) ? 1 : type_of(component);
}

// Separators in the attribute Components; names in the attribute must not contain them.
constexpr std::string_view between_names = ";/";

std::string plain(std::string name) {
    std::ranges::replace_if(
        name, [](char c) { return between_names.find(c) != between_names.npos; }, '-');
    return name;
}

// Returns the components of a type as text, such as "450 milky-way/disk;450 andromeda/disk". Returns an empty
// string if the text exceeds the length that readers accept.
std::string names_of(const ParticleSet& particles, std::size_t type, const Purpose& purpose) {
    std::vector<std::string> names;
    for (const Component& part : particles.components)
        if (type_of(part, purpose) == type)
            names.push_back(std::to_string(part.count) + " " + (part.galaxy.empty() ? "" : plain(part.galaxy) + "/") +
                            plain(part.name));
    const std::string text = join(names, {}, ";");
    return text.size() < longest_text_attribute ? text : "";
}

std::string_view loss(const ParticleSet& particles, const Purpose& purpose) {
    std::array<bool, type_names.size()> is_there{};
    for (const Component& part : particles.components) is_there[type_of(part, purpose)] = true;
    for (std::size_t type = 0; type < is_there.size(); ++type)
        if (is_there[type] && names_of(particles, type, purpose).empty())
            return "does not store the component names, which together are too long; csv and milkomeda store them";
    const auto is_plain = [](const Component& part) {
        return plain(part.name) == part.name && plain(part.galaxy) == part.galaxy;
    };
    return std::ranges::all_of(particles.components, is_plain)
               ? ""
               : "replaces the characters ; and / in component names by -";
}

void write_real(hid_t object, const char* name, double value) {
    write_attribute(object, name, H5T_NATIVE_DOUBLE, 1, &value);
}
void write_whole(hid_t object, const char* name, int value) {
    write_attribute(object, name, H5T_NATIVE_INT, 1, &value);
}
void write_text(hid_t object, const char* name, const std::string& text) {
    write_attribute(object, name, type_of_text(text), 1, text.c_str());
}

void write_header(hid_t file, const ParticleSet& particles, const TypeCounts& all, double box_size) {
    const Hdf5Handle header = create_group(file, "Header");
    std::array<unsigned, type_names.size()> counts{}, high_words{};
    std::copy(all.begin(), all.end(), counts.begin());
    const std::array<double, type_names.size()> masses{};  // 0 means that each body has its own mass
    write_attribute(header, "NumPart_ThisFile", H5T_NATIVE_UINT, counts.size(), counts.data());
    write_attribute(header, "NumPart_Total", H5T_NATIVE_UINT, counts.size(), counts.data());
    write_attribute(header, "NumPart_Total_HighWord", H5T_NATIVE_UINT, counts.size(), high_words.data());
    write_attribute(header, "MassTable", H5T_NATIVE_DOUBLE, masses.size(), masses.data());
    write_real(header, "Time", particles.time);
    for (const char* name : {"Redshift", "Omega0", "OmegaLambda"}) write_real(header, name, 0);
    write_real(header, "BoxSize", box_size);
    write_real(header, "HubbleParam", 1);
    write_whole(header, "NumFilesPerSnapshot", 1);
    for (const char* name : {"Flag_Sfr", "Flag_Feedback", "Flag_Cooling", "Flag_StellarAge", "Flag_Metals",
                             "Flag_DoublePrecision", "Flag_Entropy_ICs"})
        write_whole(header, name, 0);
    write_real(header, hdf5::unit_length, model_units.length_cm);
    write_real(header, hdf5::unit_mass, model_units.mass_g);
    write_real(header, hdf5::unit_velocity, model_units.velocity_cm_per_s);

    const Hdf5Handle units = create_group(file, "Units");  // group that SWIFT reads
    write_real(units, "Unit length in cgs (U_L)", model_units.length_cm);
    write_real(units, "Unit mass in cgs (U_M)", model_units.mass_g);
    write_real(units, "Unit time in cgs (U_t)", model_units.length_cm / model_units.velocity_cm_per_s);
    write_real(units, "Unit current in cgs (U_I)", 1);
    write_real(units, "Unit temperature in cgs (U_T)", 1);
}

// Writes `width` numbers per row; number_of(row, i) must return the i-th number of a row.
template <typename Number, typename NumberOf>
void write_column(hid_t group, const char* name, hid_t type, std::span<const std::uint32_t> rows, std::size_t width,
                  NumberOf number_of) {
    const std::string what = std::string("write the data set ") + name;
    const std::array<hsize_t, 2> sizes{rows.size(), width};
    const int rank = width == 1 ? 1 : 2;
    const Hdf5Handle space(H5Screate_simple(rank, sizes.data(), nullptr), H5Sclose, what);
    Hdf5Handle data(H5Dcreate2(group, name, type, space, H5P_DEFAULT, without_times(H5P_DATASET_CREATE), H5P_DEFAULT),
                    H5Dclose, what);
    std::vector<Number> numbers;
    for (std::size_t first = 0; first < rows.size(); first += rows_at_once) {
        const auto part = rows.subspan(first, std::min(rows_at_once, rows.size() - first));
        numbers.clear();
        for (const std::size_t row : part)
            for (std::size_t i = 0; i < width; ++i) numbers.push_back(number_of(row, i));
        const std::array<hsize_t, 2> begin{first, 0}, size{part.size(), width};
        const hsize_t count = numbers.size();
        const Hdf5Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose, what);
        require_hdf5(H5Sselect_hyperslab(space, H5S_SELECT_SET, begin.data(), nullptr, size.data(), nullptr), what);
        require_hdf5(H5Dwrite(data, type, memory, space, H5P_DEFAULT, numbers.data()), what);
    }
    data.close(what);  // closing writes small data sets to the disk, which may be full
}

float axis(const Float4& vector, std::size_t i) { return i == 0 ? vector.x : i == 1 ? vector.y : vector.z; }

// Writes the complete columns of gas.
void write_gas(hid_t group, const Purpose& purpose, const ParticleSet& particles, std::span<const std::uint32_t> rows) {
    const CompleteGasColumns complete = complete_gas_columns(particles);
    if (complete.energies)
        write_column<float>(group, "InternalEnergy", H5T_NATIVE_FLOAT, rows, 1,
                            [&](std::size_t row, std::size_t) { return particles.gas[row].energy; });
    if (complete.densities)
        write_column<float>(group, "Density", H5T_NATIVE_FLOAT, rows, 1,
                            [&](std::size_t row, std::size_t) { return particles.gas[row].density; });
    constexpr const char* lengths = "SmoothingLength";
    if (complete.lengths && !purpose.one_type)
        write_column<float>(group, lengths, H5T_NATIVE_FLOAT, rows, 1,
                            [&](std::size_t row, std::size_t) { return particles.velocities[row].w; });
    if (!complete.lengths || !purpose.one_type) return;
    // Only doubles give the floats back exactly.
    write_column<double>(group, lengths, H5T_NATIVE_DOUBLE, rows, 1, [&](std::size_t row, std::size_t) {
        return particles.velocities[row].w / smoothing_length_per_h;
    });
    const Hdf5Handle data(H5Dopen2(group, lengths, H5P_DEFAULT), H5Dclose, "open the data set of smoothing lengths");
    write_real(data, hdf5::kernel_radius_attribute, smoothing_length_per_h);
}

void write_type(hid_t file, std::size_t type, const Purpose& purpose, const ParticleSet& particles,
                std::span<const std::uint32_t> rows) {
    const Hdf5Handle group = create_group(file, "PartType" + std::to_string(type));
    write_text(group, hdf5::components, names_of(particles, type, purpose));
    const auto coordinate = [&](std::size_t row, std::size_t i) {
        return source_position(particles, row)[static_cast<int>(i)];
    };
    if (particles.origin != glm::dvec3{0})  // floats are too coarse far from 0
        write_column<double>(group, "Coordinates", H5T_NATIVE_DOUBLE, rows, 3, coordinate);
    else
        write_column<float>(group, "Coordinates", H5T_NATIVE_FLOAT, rows, 3,
                            [&](std::size_t row, std::size_t i) { return static_cast<float>(coordinate(row, i)); });
    write_column<float>(group, "Velocities", H5T_NATIVE_FLOAT, rows, 3,
                        [&](std::size_t row, std::size_t i) { return axis(particles.velocities[row], i); });
    write_column<float>(group, "Masses", H5T_NATIVE_FLOAT, rows, 1,
                        [&](std::size_t row, std::size_t) { return particles.positions[row].w; });
    // Written ids are one larger than the stored ids, because some programs treat id 0 as missing.
    write_column<std::uint64_t>(group, "ParticleIDs", H5T_NATIVE_UINT64, rows, 1,
                                [&](std::size_t row, std::size_t) { return std::uint64_t{particles.ids[row]} + 1; });
    if (type == 0) write_gas(group, purpose, particles, rows);
    const auto is_young = [&](std::size_t row) { return is_young_star(particles.velocities[row]); };
    if (type != star_type || std::ranges::none_of(rows, is_young)) return;
    write_column<double>(group, "StellarFormationTime", H5T_NATIVE_DOUBLE, rows, 1, [&](std::size_t row, std::size_t) {
        return is_young(row) ? birth_time(particles.velocities[row]) : hdf5::unknown_birth;
    });
}

// Returns for each component its index in the order of the file, in which components are sorted by type.
std::vector<std::size_t> places_of_components(const ParticleSet& particles, const Purpose& purpose) {
    std::vector<std::size_t> order(particles.components.size()), places(order.size());
    for (std::size_t c = 0; c < order.size(); ++c) order[c] = c;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return type_of(particles.components[a], purpose) < type_of(particles.components[b], purpose);
    });
    for (std::size_t place = 0; place < order.size(); ++place) places[order[place]] = place;
    return places;
}

void write_file(const std::filesystem::path& path, const ParticleSet& particles, const Purpose& purpose) {
    Hdf5Handle file = create_hdf5(path);
    TypeCounts counts{};
    for (const Component& part : particles.components) counts[type_of(part, purpose)] += part.count;
    write_header(file, particles, counts, box_size_of(particles, purpose));
    const std::vector<std::uint32_t> rows = written_order(particles, places_of_components(particles, purpose));
    for (std::size_t type = 0, first = 0; type < counts.size(); first += counts[type++])
        if (counts[type] > 0) write_type(file, type, purpose, particles, std::span(rows).subspan(first, counts[type]));
    file.close("write the end of the file");
}

void write(const std::filesystem::path& path, const ParticleSet& particles, const Purpose& purpose) {
    AtomicFile temporary(path);
    write_in_child(temporary, [&] { write_file(temporary.path(), particles, purpose); });
    temporary.finish();
}

}  // namespace

void write_hdf5(const std::filesystem::path& path, const ParticleSet& particles) { write(path, particles, for_gadget); }

void write_swift(const std::filesystem::path& path, const ParticleSet& particles) {
    write(path, particles, purpose_of(for_swift, complete_gas_columns(particles)));
}

double swift_box_size(const ParticleSet& particles) { return box_size_of(particles, for_swift); }

std::string_view loss_in_hdf5(const ParticleSet& particles, const CompleteGasColumns&) {
    return loss(particles, for_gadget);
}

std::string_view loss_in_swift(const ParticleSet& particles, const CompleteGasColumns& gas) {
    return loss(particles, purpose_of(for_swift, gas));
}

}  // namespace milkomeda
