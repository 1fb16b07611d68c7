#include "data/hdf5/hdf5_content.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "data/hdf5/hdf5_attributes.hpp"
#include "data/hdf5/hdf5_dataset.hpp"
#include "data/hdf5/hdf5_file.hpp"
#include "data/hdf5/hdf5_layout.hpp"

namespace milkomeda {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw std::runtime_error(why); }

bool is_valid(const UnitSystem& units) {
    const auto is_unit = [](double unit) { return std::isnormal(unit) && unit > 0; };
    return is_unit(units.length_cm) && is_unit(units.mass_g) && is_unit(units.velocity_cm_per_s);
}

// Reads the units from the attributes of AREPO and GADGET-4 (with powers of h) or of SWIFT (without h).
std::optional<UnitSystem> units_in(hid_t file, const Hdf5Handle& header, double& h) {
    const Hdf5Handle parameters = open_group(file, "Parameters");
    for (const Hdf5Handle* const group : {&header, &parameters})
        if (const auto value = number_attribute(*group, "HubbleParam"); value && *value > 0.1 && *value < 10)
            h = *value;
    const auto unit = [](const Hdf5Handle& group, const char* name) {
        return number_attribute(group, name).value_or(0);
    };
    UnitSystem units{};
    for (const Hdf5Handle* const group : {&header, &parameters}) {
        units = {unit(*group, hdf5::unit_length) / h, unit(*group, hdf5::unit_mass) / h,
                 unit(*group, hdf5::unit_velocity)};
        if (is_valid(units)) return units;
    }
    const Hdf5Handle group = open_group(file, "Units");
    units.length_cm = unit(group, "Unit length in cgs (U_L)");
    units.mass_g = unit(group, "Unit mass in cgs (U_M)");
    units.velocity_cm_per_s = units.length_cm / unit(group, "Unit time in cgs (U_t)");
    if (is_valid(units)) return units;
    return std::nullopt;
}

std::string group_name(std::size_t type) { return "PartType" + std::to_string(type); }

herr_t note_name(hid_t, const char* name, const H5L_info_t*, void* names) {
    constexpr std::size_t most = 256;
    auto& list = *static_cast<std::vector<std::string>*>(names);
    if (list.size() < most) list.emplace_back(name);
    return 0;
}

}  // namespace

Hdf5Content::Hdf5Content(const std::filesystem::path& path)
    : file_size_(std::filesystem::file_size(path)), file_(open_hdf5(path)) {
    const Hdf5Handle header = open_group(file_, "Header");
    if (!header) refuse("the group Header is missing, so this is not a snapshot of GADGET, AREPO or SWIFT");
    const std::vector<double> counts = number_attributes(header, "NumPart_ThisFile");
    if (counts.empty()) refuse("the group Header lacks the numbers of particles, NumPart_ThisFile");
    for (std::size_t type = 0; type < counts.size(); ++type) {
        if (!(counts[type] >= 0) || counts[type] > double(hdf5::most_bytes(file_size_)))
            refuse("the Header announces more particles than fit into the file");
        if (type < header_.counts.size())
            header_.counts[type] = static_cast<std::size_t>(counts[type]);
        else
            header_.unknown += static_cast<std::uint64_t>(counts[type]);
    }
    header_.time = number_attribute(header, "Time").value_or(0);
    header_.redshift = number_attribute(header, "Redshift").value_or(0);
    header_.omega = number_attribute(header, "Omega0").value_or(0);
    const double files = number_attribute(header, "NumFilesPerSnapshot").value_or(1);
    header_.files = files >= 1 && files < 1e6 ? static_cast<std::uint64_t>(files) : 1;
    header_.units = units_in(file_, header, header_.h);
    const std::vector<double> box = number_attributes(header, "BoxSize");
    for (std::size_t axis = 0; axis < 3 && !box.empty(); ++axis)
        header_.box[axis] = box[std::min(axis, box.size() - 1)];
    for (std::size_t type = 0; type < header_.counts.size(); ++type)
        if (const Hdf5Handle group = open_group(file_, group_name(type)); has_link(group, "Coordinates")) {
            const hid_t data = H5Dopen2(group, "Coordinates", H5P_DEFAULT);
            if (data < 0) continue;  // reading the data set reports the error
            const Hdf5Handle owner(data, H5Dclose, ""), kind(H5Dget_type(data), H5Tclose, "read Coordinates");
            if (H5Tget_size(kind) > sizeof(float)) header_.has_double_positions = true;
        }
}

Hdf5Columns Hdf5Content::columns(std::size_t type) const {
    const Hdf5Handle group = open_group(file_, group_name(type));
    if (!group) refuse("the Header announces particles whose group is missing: " + group_name(type));
    Hdf5Columns columns;
    columns.components = text_attribute(group, hdf5::components);
    columns.has_velocities = has_link(group, "Velocities");
    columns.has_masses = has_link(group, "Masses");
    columns.has_ids = has_link(group, "ParticleIDs");
    const std::vector<double> masses = number_attributes(open_group(file_, "Header"), "MassTable");
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

void Hdf5Content::read_floats(std::size_t type, const char* name, std::size_t width, double factor,
                              const std::function<void(std::span<const float>)>& take) const {
    std::vector<float> floats;
    read_doubles(type, name, width, factor, [&](std::span<const double> numbers) {
        floats.assign(numbers.begin(), numbers.end());
        take(floats);
    });
}

void Hdf5Content::read_doubles(std::size_t type, const char* name, std::size_t width, double factor,
                               const std::function<void(std::span<const double>)>& take) const {
    const std::size_t rows = header_.counts[type];
    const Hdf5Handle group = open_group(file_, group_name(type));
    const Hdf5Handle data = open_numbers(group, name, rows, width, file_size_);
    std::vector<double> products;
    read_parts<double>(data, name, H5T_NATIVE_DOUBLE, rows, width, [&](std::span<const double> numbers) {
        products.assign(numbers.begin(), numbers.end());
        for (double& number : products) number *= factor;
        take(products);
    });
}

void Hdf5Content::read_ids(std::size_t type, const std::function<void(std::span<const std::uint64_t>)>& take) const {
    const std::size_t rows = header_.counts[type];
    const Hdf5Handle group = open_group(file_, group_name(type));
    const Hdf5Handle data = open_numbers(group, "ParticleIDs", rows, 1, file_size_);
    const Hdf5Handle kind(H5Dget_type(data), H5Tclose, "read the data set ParticleIDs");
    // Signed ids are read as bits, so that negative ids stay distinct.
    const bool is_signed = H5Tget_class(kind) == H5T_INTEGER && H5Tget_sign(kind) == H5T_SGN_2;
    read_parts<std::uint64_t>(data, "ParticleIDs", is_signed ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64, rows, 1, take);
}

}  // namespace milkomeda
