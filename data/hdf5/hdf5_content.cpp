#include "data/hdf5/hdf5_content.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "data/hdf5/hdf5_handle.hpp"
#include "data/hdf5/hdf5_layout.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t rows_at_once = 32 * 1024;

[[noreturn]] void refuse(const std::string& why) {
    throw std::runtime_error(why);
}

// Links to other files and to other places are not followed.
bool has_link(hid_t group, const char* name) {
    H5L_info_t info{};
    return H5Lexists(group, name, H5P_DEFAULT) > 0 && H5Lget_info(group, name, &info, H5P_DEFAULT) >= 0 &&
           info.type == H5L_TYPE_HARD;
}

Hdf5Handle open_group(hid_t parent, const std::string& name) {
    if (!has_link(parent, name.c_str())) return {};
    return {H5Gopen2(parent, name.c_str(), H5P_DEFAULT), H5Gclose, "open the group " + name};
}

bool is_number(hid_t type) {
    const H5T_class_t kind = H5Tget_class(type);
    return (kind == H5T_INTEGER || kind == H5T_FLOAT) && H5Tget_size(type) <= 8;
}

// The numbers of an attribute; none where it is missing.
std::vector<double> attribute(const Hdf5Handle& object, const char* name) {
    constexpr hssize_t most = 64;
    if (!object || H5Aexists(object, name) <= 0) return {};
    const std::string what = std::string("read the attribute ") + name;
    const Hdf5Handle found(H5Aopen(object, name, H5P_DEFAULT), H5Aclose, what);
    const Hdf5Handle type(H5Aget_type(found), H5Tclose, what);
    const Hdf5Handle space(H5Aget_space(found), H5Sclose, what);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    if (!is_number(type) || count < 1 || count > most)
        refuse(std::string("the attribute ") + name + " is not made of numbers, 64 at most");
    std::vector<double> values(static_cast<std::size_t>(count));
    require_hdf5(H5Aread(found, H5T_NATIVE_DOUBLE, values.data()), what);
    return values;
}

std::optional<double> number(const Hdf5Handle& object, const char* name) {
    const std::vector<double> values = attribute(object, name);
    if (values.empty()) return std::nullopt;
    return values.front();
}

std::string text_attribute(const Hdf5Handle& object, const char* name) {
    constexpr std::size_t longest = 16 * 1024;
    if (H5Aexists(object, name) <= 0) return "";
    const std::string what = std::string("read the attribute ") + name;
    const Hdf5Handle found(H5Aopen(object, name, H5P_DEFAULT), H5Aclose, what);
    const Hdf5Handle type(H5Aget_type(found), H5Tclose, what);
    const Hdf5Handle space(H5Aget_space(found), H5Sclose, what);
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 || H5Tget_size(type) > longest ||
        H5Sget_simple_extent_npoints(space) != 1)
        return "";  // somebody else's
    std::string text(H5Tget_size(type), '\0');
    require_hdf5(H5Aread(found, type, text.data()), what);
    return text.substr(0, text.find('\0'));
}

bool is_sound(const UnitSystem& units) {
    const auto is_unit = [](double unit) { return std::isnormal(unit) && unit > 0; };
    return is_unit(units.length_cm) && is_unit(units.mass_g) && is_unit(units.velocity_cm_per_s);
}

// As AREPO and GADGET-4 say them, by powers of h; and as SWIFT does, without.
std::optional<UnitSystem> units_in(hid_t file, const Hdf5Handle& header, double& h) {
    const Hdf5Handle parameters = open_group(file, "Parameters");
    for (const Hdf5Handle* const group : {&header, &parameters})
        if (const auto value = number(*group, "HubbleParam"); value && *value > 0.1 && *value < 10)
            h = *value;
    const auto unit = [](const Hdf5Handle& group, const char* name) {
        return number(group, name).value_or(0);
    };
    UnitSystem units{};
    for (const Hdf5Handle* const group : {&header, &parameters}) {
        units = {unit(*group, hdf5::unit_length) / h, unit(*group, hdf5::unit_mass) / h,
                 unit(*group, hdf5::unit_velocity)};
        if (is_sound(units)) return units;
    }
    const Hdf5Handle group = open_group(file, "Units");
    units.length_cm = unit(group, "Unit length in cgs (U_L)");
    units.mass_g = unit(group, "Unit mass in cgs (U_M)");
    units.velocity_cm_per_s = units.length_cm / unit(group, "Unit time in cgs (U_t)");
    if (is_sound(units)) return units;
    return std::nullopt;
}

std::string group_name(std::size_t type) {
    return "PartType" + std::to_string(type);
}

herr_t note_name(hid_t, const char* name, const H5L_info_t*, void* names) {
    constexpr std::size_t most = 256;
    auto& list = *static_cast<std::vector<std::string>*>(names);
    if (list.size() < most) list.emplace_back(name);
    return 0;
}

}  // namespace

struct Hdf5Content::File {
    Hdf5Handle handle;
    std::uint64_t size;
};

Hdf5Content::~Hdf5Content() = default;

Hdf5Content::Hdf5Content(const std::filesystem::path& path) : file_(std::make_unique<File>()) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // what it says is said by exceptions
    H5PLset_loading_state(0);                     // a file does not choose what code runs
    const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "begin");
    H5Pset_file_locking(access, 0, 1);  // not every file system has locks
    file_->size = std::filesystem::file_size(path);
    file_->handle = {H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose,
                     "open it: it is cut or damaged"};

    const Hdf5Handle header = open_group(file_->handle, "Header");
    if (!header) refuse("there is no group Header, so this is no snapshot of GADGET, AREPO or SWIFT");
    const std::vector<double> counts = attribute(header, "NumPart_ThisFile");
    if (counts.empty()) refuse("the Header does not say how many particles there are (NumPart_ThisFile)");
    for (std::size_t type = 0; type < counts.size(); ++type) {
        if (!(counts[type] >= 0) || counts[type] > double(hdf5::most_bytes(file_->size)))
            refuse("the Header promises more particles than the file can hold");
        if (type < header_.counts.size()) header_.counts[type] = static_cast<std::size_t>(counts[type]);
    }
    header_.time = number(header, "Time").value_or(0);
    header_.redshift = number(header, "Redshift").value_or(0);
    const double files = number(header, "NumFilesPerSnapshot").value_or(1);
    header_.files = files >= 1 && files < 1e6 ? static_cast<std::uint64_t>(files) : 1;
    header_.units = units_in(file_->handle, header, header_.h);
}

Hdf5Columns Hdf5Content::columns(std::size_t type) const {
    const Hdf5Handle group = open_group(file_->handle, group_name(type));
    if (!group) refuse("the Header promises particles that are not there: no group " + group_name(type));
    Hdf5Columns columns;
    columns.components = text_attribute(group, hdf5::components);
    columns.has_velocities = has_link(group, "Velocities");
    columns.has_masses = has_link(group, "Masses");
    columns.has_ids = has_link(group, "ParticleIDs");
    const std::vector<double> masses = attribute(open_group(file_->handle, "Header"), "MassTable");
    if (type < masses.size()) columns.mass = masses[type];

    hsize_t place = 0;
    std::vector<std::string> names;
    require_hdf5(H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, &place, note_name, &names),
                 "list the group " + group_name(type));
    for (const std::string& name : names)
        if (name != "Coordinates" && name != "Velocities" && name != "Masses" && name != "ParticleIDs")
            columns.unused.push_back(group_name(type) + "/" + name);
    return columns;
}

namespace {

// A data set of `rows` times `width` numbers within the file, or compressed in a way that can be.
Hdf5Handle open_numbers(hid_t group, const std::string& name, std::size_t rows, std::size_t width,
                        std::uint64_t file_size) {
    if (!has_link(group, name.c_str())) refuse("there is no data set " + name);
    const Hdf5Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "read");
    constexpr std::size_t cache_size = 16 * 1024 * 1024;  // so that chunks are unpacked once
    H5Pset_chunk_cache(access, H5D_CHUNK_CACHE_NSLOTS_DEFAULT, cache_size, H5D_CHUNK_CACHE_W0_DEFAULT);
    Hdf5Handle data(H5Dopen2(group, name.c_str(), access), H5Dclose, "open the data set " + name);
    const Hdf5Handle type(H5Dget_type(data), H5Tclose, "read the data set " + name);
    const Hdf5Handle space(H5Dget_space(data), H5Sclose, "read the data set " + name);
    const Hdf5Handle creation(H5Dget_create_plist(data), H5Pclose, "read the data set " + name);

    std::array<hsize_t, 2> sizes{0, 1};
    const int rank = H5Sget_simple_extent_ndims(space);
    if (rank == 1 || rank == 2) H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
    if (!is_number(type) || rank != (width == 1 ? 1 : 2) || sizes[0] != rows || sizes[1] != width)
        refuse("the data set " + name + " is not made of " + std::to_string(rows) + " times " +
               std::to_string(width) + " numbers");

    const std::uint64_t bytes = std::uint64_t{rows} * width * H5Tget_size(type);
    const H5D_layout_t layout = H5Pget_layout(creation);
    const bool chunked = layout == H5D_CHUNKED;
    if ((!chunked && layout != H5D_CONTIGUOUS && layout != H5D_COMPACT) ||
        H5Pget_external_count(creation) != 0)
        refuse("the numbers of the data set " + name + " are not in this file");
    if (bytes > (chunked ? hdf5::most_bytes(file_size) : file_size))
        refuse("the data set " + name + " does not fit into the file");
    std::array<hsize_t, 2> chunk{1, 1};
    if (chunked && (H5Pget_chunk(creation, rank, chunk.data()) != rank ||
                    double(chunk[0]) * double(chunk[1]) * double(H5Tget_size(type)) >
                        double(hdf5::most_bytes(file_size))))
        refuse("the chunks of the data set " + name + " are larger than the file allows");
    return data;
}

template <typename Number>
void read_parts(const Hdf5Handle& data, const std::string& name, hid_t memory_type, std::size_t rows,
                std::size_t width, const std::function<void(std::span<const Number>)>& take) {
    const std::string what = "read the data set " + name;
    const Hdf5Handle space(H5Dget_space(data), H5Sclose, what);
    std::vector<Number> numbers;
    for (std::size_t row = 0; row < rows; row += rows_at_once) {
        const std::array<hsize_t, 2> begin{row, 0}, size{std::min(rows_at_once, rows - row), width};
        numbers.resize(size[0] * width);
        const hsize_t count = numbers.size();
        const Hdf5Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose, what);
        require_hdf5(H5Sselect_hyperslab(space, H5S_SELECT_SET, begin.data(), nullptr, size.data(), nullptr),
                     what);
        require_hdf5(H5Dread(data, memory_type, memory, space, H5P_DEFAULT, numbers.data()), what);
        take(numbers);
    }
}

}  // namespace

void Hdf5Content::read_floats(std::size_t type, const char* name, std::size_t width,
                              const std::function<void(std::span<const float>)>& take) const {
    const std::size_t rows = header_.counts[type];
    const Hdf5Handle group = open_group(file_->handle, group_name(type));
    const Hdf5Handle data = open_numbers(group, name, rows, width, file_->size);
    read_parts<float>(data, name, H5T_NATIVE_FLOAT, rows, width, take);
}

void Hdf5Content::read_ids(std::size_t type,
                           const std::function<void(std::span<const std::uint64_t>)>& take) const {
    const std::size_t rows = header_.counts[type];
    const Hdf5Handle group = open_group(file_->handle, group_name(type));
    const Hdf5Handle data = open_numbers(group, "ParticleIDs", rows, 1, file_->size);
    read_parts<std::uint64_t>(data, "ParticleIDs", H5T_NATIVE_UINT64, rows, 1, take);
}

}  // namespace milkomeda
