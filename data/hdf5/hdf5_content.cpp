#include "data/hdf5/hdf5_content.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <set>

#include "data/hdf5/hdf5_dataset.hpp"
#include "data/hdf5/hdf5_file.hpp"
#include "data/hdf5/hdf5_layout.hpp"
#include "data/hdf5/hdf5_parts.hpp"
#include "data/particles/gas_columns.hpp"
#include "data/particles/young_stars.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr std::array real_columns{Column::positions, Column::masses,    Column::velocities,
                                  Column::energies,  Column::densities, Column::smoothing_lengths};
// the columns whose data sets state the units of length, mass and velocity
constexpr std::array unit_columns{Column::positions, Column::masses, Column::velocities};

std::size_t index_of(Column column) { return static_cast<std::size_t>(column); }

Dimension dimension_of(Column column) {
    if (column == Column::energies) return Dimension::energy;
    if (column == Column::densities) return Dimension::density;
    return column == Column::positions || column == Column::smoothing_lengths ? Dimension::length
           : column == Column::masses                                         ? Dimension::mass
                                                                              : Dimension::velocity;
}

bool is_of_all_bodies(Column column) { return std::ranges::find(body_columns, column) != body_columns.end(); }

bool contains_integers(const Hdf5Type& type, Column column) {
    const std::string& data_set = type.data_sets[index_of(column)];
    return column == Column::positions &&
           plain_name(data_set.substr(data_set.find('/') + 1)) == hdf5::integer_coordinates[0];
}

// Returns a list such as "100 gas, 2000 stars".
std::string count_text(const std::vector<std::pair<double, std::string_view>>& counts) {
    return join(counts, [](const auto& count) { return fmt::format("{:.0f} {}", count.first, count.second); });
}

}  // namespace

Hdf5Content::Hdf5Content(const std::filesystem::path& path, const ReadOptions& options)
    : path_(path), file_(open_hdf5(path)) {
    const std::vector<std::string> names = names_in_group(file_);
    for (const std::string_view group : {"header", "parameters", "units", "cosmology", "config", "runtimepars"})
        if (const std::string name = find_name(names, {&group, 1}); !name.empty())
            fields_.add(open_linked_group(file_, name), name);
    units_.emplace(fields_, options);
    for (std::size_t type = 0; type < types_.size(); ++type) {
        const std::string plain = "parttype" + std::to_string(type);
        const std::string_view alias = plain;
        if (const std::string name = find_name(names, {&alias, 1}); !name.empty()) find_columns(type, name);
    }
    find_factors();
}

void Hdf5Content::find_columns(std::size_t type, const std::string& group) {
    const Hdf5Handle handle = open_linked_group(file_, group);
    const std::vector<std::string> names = names_in_group(handle);
    std::array<std::string, column_names.size()> found{find_name(names, hdf5::coordinates),
                                                       find_name(names, hdf5::velocities),
                                                       find_name(names, hdf5::masses), find_name(names, hdf5::ids)};
    if (found[0].empty()) found[0] = find_name(names, hdf5::integer_coordinates);
    if (type == 0) {
        const bool has_entropies = fields_.number(hdf5::has_entropies).value_or(0) != 0;
        if (!has_entropies) found[index_of(Column::energies)] = find_name(names, hdf5::energies);
        found[index_of(Column::densities)] = find_name(names, hdf5::densities);
        found[index_of(Column::smoothing_lengths)] = find_name(names, hdf5::smoothing_lengths);
    }
    Hdf5Type& bodies = types_[type];
    for (std::size_t i = 0; i < found.size(); ++i)
        if (!found[i].empty()) bodies.data_sets[i] = group + "/" + found[i];
    if (found[0].empty()) return;
    bodies.rows = rows_in(open(type, Column::positions), bodies.data_sets[0]);
    if (bodies.rows == 0) return;
    bodies.components = text_attribute(handle, hdf5::components);
    // In the files of other programs, the times of birth may be scale factors.
    if (const std::string name = find_name(names, hdf5::births);
        type == star_type && !name.empty() && bodies.components.find(young_stars_name) != std::string::npos) {
        found[index_of(Column::births)] = name;
        bodies.data_sets[index_of(Column::births)] = group + "/" + name;
    }
    constexpr std::size_t most = 256;
    for (const std::string& name : names)
        if (std::ranges::find(found, name) == found.end() && unused_.size() < most)
            unused_.push_back(fmt::format("{}/{}", group, name));
}

Hdf5Handle Hdf5Content::open(std::size_t type, Column column) const {
    return open_linked_data(file_, types_[type].data_sets[index_of(column)]);
}

void Hdf5Content::find_factors() {
    std::array<Hdf5Handle, 3> first;  // first data set of each dimension
    for (const Column column : unit_columns)
        for (std::size_t type = 0; type < types_.size(); ++type)
            if (Hdf5Handle& data = first[static_cast<std::size_t>(dimension_of(column))];
                !data && types_[type].rows > 0 && types_[type].has(column) && !contains_integers(types_[type], column))
                data = open(type, column);
    units_->take_units_of(first);
    const Hdf5Fields::Field* const table = fields_.find(hdf5::mass_table);
    for (std::size_t type = 0; type < types_.size(); ++type) {
        Hdf5Type& bodies = types_[type];
        if (bodies.rows == 0) continue;
        for (const Column column : real_columns)
            if (bodies.has(column))
                bodies.factors[index_of(column)] = units_->factor(dimension_of(column), unit_of(type, column));
        if (contains_integers(bodies, Column::positions)) bodies.factors[0] *= length_of_integers(type);
        if (bodies.has(Column::smoothing_lengths))
            bodies.factors[index_of(Column::smoothing_lengths)] *= kernel_radius(type);
        bodies.factors[index_of(Column::births)] = source_of_time().factor;
        if (!bodies.has(Column::masses) && table && type < table->numbers.size())
            bodies.mass = table->numbers[type] * units_->factor(Dimension::mass, units_->unit_of(Dimension::mass, {}));
    }
}

// Returns the unit of a data set. Ignores the attributes of integer positions, because they describe a step of the
// integers, not a unit of length.
Hdf5Unit Hdf5Content::unit_of(std::size_t type, Column column) const {
    return units_->unit_of(dimension_of(column),
                           contains_integers(types_[type], column) ? Hdf5Handle{} : open(type, column));
}

// Returns the length of a step of integer positions in the unit of the box. The range of the integer type covers the
// box.
double Hdf5Content::length_of_integers(std::size_t type) const {
    const double box = fields_.number(hdf5::box_size).value_or(0);
    if (!(box > 0) || !std::isfinite(box))
        throw std::runtime_error("the data set " + types_[type].data_sets[0] +
                                 " contains fractions of the box, but the file does not state the BoxSize");
    const Hdf5Handle kind(H5Dget_type(open(type, Column::positions)), H5Tclose, "read the type of integer positions");
    constexpr double bits_per_byte = 8;
    return box / std::exp2(bits_per_byte * static_cast<double>(H5Tget_size(kind)));
}

// Returns the radius at which the kernel of the gas ends, divided by the smoothing lengths of the file. SWIFT, whose
// data sets have plural names in snapshots, states h; other programs state the radius.
double Hdf5Content::kernel_radius(std::size_t type) const {
    Hdf5Fields fields;
    fields.add(open(type, Column::smoothing_lengths), "");
    const double stated = fields.number(hdf5::kernel_radius).value_or(0);
    if (stated > 0 && std::isfinite(stated)) return stated;
    const std::string& name = types_[type].data_sets[index_of(Column::smoothing_lengths)];
    const bool is_plural = plain_name(name.substr(name.find('/') + 1)) == hdf5::smoothing_lengths[0];
    return is_plural || !units_->are_of_gadget() ? smoothing_length_per_h : 1;
}

double Hdf5Content::time() const {
    ColumnSource ignored;
    return units_->time(ignored);
}

ColumnSource Hdf5Content::source_of_time() const {
    ColumnSource source;
    units_->time(source);
    return source;
}

std::set<std::filesystem::path> Hdf5Content::files() const {
    std::set<std::filesystem::path> files{path_};
    for (std::size_t type = 0; type < types_.size(); ++type)
        for (const Column column : all_columns)
            if (types_[type].rows > 0 && types_[type].has(column))
                add_parts(open(type, column), types_[type].data_sets[index_of(column)], files);
    return files;
}

std::size_t Hdf5Content::files_of_snapshot() const {
    constexpr double most = 1e6;
    const double files = fields_.number(hdf5::files).value_or(1);
    return files >= 1 && files < most ? static_cast<std::size_t>(files) : 1;
}

bool Hdf5Content::is_handed_over() const {
    const Hdf5Handle header = open_group(file_, "Header");
    return header && text_attribute(header, hdf5::run_name) == hdf5::name_of_handed_over_run;
}

std::uint64_t Hdf5Content::bytes() const {
    std::uint64_t sum = 0;
    for (const std::filesystem::path& file : files()) sum += std::filesystem::file_size(file);
    return sum;
}

bool Hdf5Content::contains_floats(std::size_t type, Column column) const {
    const std::string& name = types_[type].data_sets[index_of(column)];
    const Hdf5Handle kind(H5Dget_type(open(type, column)), H5Tclose, "read the type of the data set " + name);
    return H5Tget_class(kind) == H5T_FLOAT && H5Tget_size(kind) <= sizeof(float);
}

// Returns the edges of the periodic box in model units. AREPO stretches the box by LONG_X, LONG_Y and LONG_Z. The group
// Config of GADGET-4 contains SELFGRAVITY, and contains PERIODIC if the box is periodic.
std::optional<glm::dvec3> Hdf5Content::box() const {
    const Hdf5Fields::Field* const size = fields_.find(hdf5::box_size);
    if (!size || (fields_.contains("selfgravity") && !fields_.contains("periodic"))) return std::nullopt;
    const auto type = std::ranges::find_if(types_, [](const Hdf5Type& bodies) { return bodies.rows > 0; });
    if (type == types_.end()) return std::nullopt;
    const auto number = static_cast<std::size_t>(type - types_.begin());
    const double factor = units_->factor(Dimension::length, unit_of(number, Column::positions));
    constexpr std::array<std::string_view, 3> stretched{"longx", "longy", "longz"};
    glm::dvec3 edges;
    for (std::size_t axis = 0; axis < stretched.size(); ++axis) {
        const double edge = size->numbers[size->numbers.size() > axis ? axis : 0];
        const double stretch = fields_.number({&stretched[axis], 1}).value_or(1);
        edges[static_cast<int>(axis)] = edge * stretch * factor;
    }
    const auto is_edge = [](double edge) { return std::isnormal(edge) && edge > 0; };
    return is_edge(edges.x) && is_edge(edges.y) && is_edge(edges.z) ? std::optional{edges} : std::nullopt;
}

ParticleFile Hdf5Content::description() const {
    ParticleFile file;
    file.unused = unused_;
    file.box = box();
    note_counts(file);
    note_missing_columns(file);
    if (types_[0].rows > 0 && fields_.number(hdf5::has_entropies).value_or(0) != 0)
        file.notes.push_back(fields_.find(hdf5::has_entropies)->name +
                             ": the file contains entropies instead of internal energies; the program does not use "
                             "them, and an adiabatic "
                             "run starts with --gas-temperature");
    add_sources(file);
    units_->add_notes(file);
    return file;
}

// Describes a column of one type for `info --explain`.
ColumnSource Hdf5Content::source_of(std::size_t type, Column column) const {
    const Hdf5Type& bodies = types_[type];
    const std::string name(column_names[index_of(column)]), &data_set = bodies.data_sets[index_of(column)];
    if (column == Column::masses && !bodies.has(column) && bodies.mass != 0) {
        ColumnSource source = units_->source(Dimension::mass, units_->unit_of(Dimension::mass, {}), name);
        source.from = fmt::format("{} ({})", fields_.find(hdf5::mass_table)->name, type_names[type]);
        return source;
    }
    if (!bodies.has(column)) return {name, fmt::format("{} ({})", not_in_file, type_names[type]), "", 1, ""};
    if (column == Column::ids) return {name, data_set, "", 1, ""};
    if (column == Column::births) {
        ColumnSource source = source_of_time();
        source.column = name, source.from = data_set;
        return source;
    }
    ColumnSource source = units_->source(dimension_of(column), unit_of(type, column), name);
    source.from = data_set;
    source.factor = bodies.factors[index_of(column)];
    if (column == Column::smoothing_lengths)
        source.note +=
            fmt::format("; the kernel ends at {} times the number in the file", short_number(kernel_radius(type)));
    if (contains_integers(bodies, column)) source.note += "; the integers are fractions of the BoxSize";
    return source;
}

// Adds the sources of all columns. Types whose columns have equal units share a source.
void Hdf5Content::add_sources(ParticleFile& file) const {
    for (const Column column : all_columns)
        for (std::size_t type = 0; type < types_.size(); ++type) {
            if (types_[type].rows == 0 || (!is_of_all_bodies(column) && !types_[type].has(column))) continue;
            const ColumnSource source = source_of(type, column);
            const auto is_alike = [&](const ColumnSource& other) {
                return other.column == source.column && other.unit == source.unit && other.factor == source.factor &&
                       other.note == source.note;
            };
            const auto alike = std::ranges::find_if(file.sources, is_alike);
            if (alike == file.sources.end())
                file.sources.push_back(source);
            else
                alike->from += ", " + source.from;
        }
    file.sources.push_back(source_of_time());
}

// Adds notes about counts in the header that differ from the bodies in the file.
void Hdf5Content::note_counts(ParticleFile& file) const {
    const Hdf5Fields::Field* const counts = fields_.find(hdf5::counts);
    const std::vector<double> announced = counts ? counts->numbers : std::vector<double>{};
    std::vector<std::pair<double, std::string_view>> stated, found;
    for (std::size_t type = 0; type < std::min(types_.size(), announced.size()); ++type)
        if (const auto rows = static_cast<double>(types_[type].rows); announced[type] != rows) {
            stated.emplace_back(announced[type], type_names[type]);
            found.emplace_back(rows, type_names[type]);
        }
    if (!stated.empty())
        file.notes.push_back(
            fmt::format("{} announces {}, but the file contains {}; the program reads the bodies that "
                        "the file contains",
                        counts->name, count_text(stated), count_text(found)));
    double unknown = 0;
    for (std::size_t type = types_.size(); type < announced.size(); ++type) unknown += announced[type];
    if (unknown > 0)
        file.notes.push_back(fmt::format("{:.0f} particles of type PartType6 or higher are ignored", unknown));
}

// Adds notes about columns that some types lack. complete() adds the note for files without any masses.
void Hdf5Content::note_missing_columns(ParticleFile& file) const {
    std::array<std::string, column_names.size()> without;
    std::array<bool, column_names.size()> has_some{};
    for (std::size_t type = 0; type < types_.size(); ++type) {
        const Hdf5Type& bodies = types_[type];
        for (const Column column : body_columns) {
            const bool has = bodies.has(column) || (column == Column::masses && bodies.mass != 0);
            if (bodies.rows == 0) continue;
            has_some[index_of(column)] |= has;
            if (has) continue;
            without[index_of(column)] +=
                (without[index_of(column)].empty() ? "" : ", ") + std::string(type_names[type]);
            if (column == Column::masses) file.bodies_without_mass += bodies.rows;
            if (column == Column::velocities) file.bodies_without_velocity += bodies.rows;
        }
    }
    const auto missing = [&](Column column) { return without[index_of(column)]; };
    file.has_masses = has_some[index_of(Column::masses)];
    file.has_velocities = has_some[index_of(Column::velocities)];
    if (file.has_masses && !missing(Column::masses).empty())
        file.notes.push_back(missing(Column::masses) + ": the file contains no masses; the program sets them to 0");
    if (!missing(Column::velocities).empty())
        file.notes.push_back(missing(Column::velocities) +
                             ": the file contains no velocities; the program sets them to 0");
    if (has_some[index_of(Column::ids)] && !missing(Column::ids).empty())
        file.notes.push_back(missing(Column::ids) +
                             ": the file contains no ids; the program numbers all bodies in the order of the file");
}

std::optional<StoredNumbers> Hdf5Content::stored(std::size_t type, Column column, std::uint64_t file_bytes) const {
    const std::string& name = types_[type].data_sets[index_of(column)];
    const Hdf5Handle data = open(type, column);
    require_numbers(data, name, types_[type].rows, width_of(column), file_bytes);
    // an external link may lead to a different file
    const bool is_own = has_link(file_, name.substr(0, name.find('/')).c_str()) && has_link(file_, name.c_str());
    const auto stored = is_own ? stored_numbers(data, name) : std::nullopt;
    const bool is_real = stored && (stored->type == NumberType::float32 || stored->type == NumberType::float64);
    return column == Column::ids && is_real ? std::nullopt : stored;  // HDF5 converts reals to integers safely
}

template <typename Real>
void Hdf5Content::read_reals(std::size_t type, Column column, std::uint64_t file_bytes,
                             const std::function<void(std::span<const Real>)>& take) const {
    const std::string& name = types_[type].data_sets[index_of(column)];
    const Hdf5Handle data = open(type, column);
    require_numbers(data, name, types_[type].rows, width_of(column), file_bytes);
    const hid_t memory_type = std::is_same_v<Real, float> ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
    read_parts<Real>(data, name, memory_type, types_[type].rows, width_of(column), take);
}

template void Hdf5Content::read_reals(std::size_t, Column, std::uint64_t,
                                      const std::function<void(std::span<const float>)>&) const;
template void Hdf5Content::read_reals(std::size_t, Column, std::uint64_t,
                                      const std::function<void(std::span<const double>)>&) const;

void Hdf5Content::read_ids(std::size_t type, std::uint64_t file_bytes,
                           const std::function<void(std::span<const std::uint64_t>)>& take) const {
    const std::string& name = types_[type].data_sets[index_of(Column::ids)];
    const Hdf5Handle data = open(type, Column::ids);
    require_numbers(data, name, types_[type].rows, 1, file_bytes);
    const Hdf5Handle kind(H5Dget_type(data), H5Tclose, "read the data set " + name);
    // Signed ids are read as bits, so that negative ids stay distinct.
    const bool is_signed = H5Tget_class(kind) == H5T_INTEGER && H5Tget_sign(kind) == H5T_SGN_2;
    read_parts<std::uint64_t>(data, name, is_signed ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64, types_[type].rows, 1, take);
}

}  // namespace milkomeda
