#include "data/hdf5/hdf5_attributes.hpp"

#include <fmt/format.h>
#include <stdexcept>

namespace milkomeda {
namespace {

herr_t list_attribute(hid_t, const char* name, const H5A_info_t*, void* names) {
    constexpr std::size_t most = 1024;
    auto& list = *static_cast<std::vector<std::string>*>(names);
    list.emplace_back(name);
    return list.size() < most ? 0 : 1;
}

// Returns the numbers of an attribute, or an empty list for texts and for more than 64 numbers.
std::vector<double> numbers_of(hid_t object, const std::string& name) {
    constexpr hssize_t most = 64;
    const std::string what = "read the attribute " + name;
    const Hdf5Handle found(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, what);
    const Hdf5Handle type(H5Aget_type(found), H5Tclose, what);
    const Hdf5Handle space(H5Aget_space(found), H5Sclose, what);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    if (!is_number(type) || count < 1 || count > most) return {};
    std::vector<double> values(static_cast<std::size_t>(count));
    require_hdf5(H5Aread(found, H5T_NATIVE_DOUBLE, values.data()), what);
    return values;
}

}  // namespace

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

std::vector<double> number_attributes(const Hdf5Handle& object, const char* name) {
    if (!object || H5Aexists(object, name) <= 0) return {};
    std::vector<double> values = numbers_of(object, name);
    if (values.empty())
        throw std::runtime_error(std::string("the attribute ") + name + " must consist of 1 to 64 numbers");
    return values;
}

std::optional<double> number_attribute(const Hdf5Handle& object, const char* name) {
    const std::vector<double> values = number_attributes(object, name);
    return values.empty() ? std::nullopt : std::optional{values.front()};
}

void Hdf5Fields::add(hid_t object, const std::string& object_name) {
    hsize_t place = 0;
    std::vector<std::string> names;
    require_hdf5(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_NATIVE, &place, list_attribute, &names),
                 "list the attributes of " + object_name);
    for (const std::string& name : names)
        if (Field& field = fields_[plain_name(name)]; field.numbers.empty())
            field = {fmt::format("{}/{}", object_name, name), numbers_of(object, name)};
}

const Hdf5Fields::Field* Hdf5Fields::find(Aliases names, bool is_text) const {
    for (const std::string_view name : names)
        if (const auto found = fields_.find(std::string(name));
            found != fields_.end() && found->second.numbers.empty() == is_text)
            return &found->second;
    return nullptr;
}

std::optional<double> Hdf5Fields::number(Aliases names) const {
    const Field* const field = find(names);
    return field ? std::optional{field->numbers.front()} : std::nullopt;
}

std::string text_attribute(const Hdf5Handle& object, const char* name) {
    if (H5Aexists(object, name) <= 0) return "";
    const std::string what = std::string("read the attribute ") + name;
    const Hdf5Handle found(H5Aopen(object, name, H5P_DEFAULT), H5Aclose, what);
    const Hdf5Handle type(H5Aget_type(found), H5Tclose, what);
    const Hdf5Handle space(H5Aget_space(found), H5Sclose, what);
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 ||
        H5Tget_size(type) > longest_text_attribute || H5Sget_simple_extent_npoints(space) != 1)
        return "";  // the attribute was written by a program that the caller does not know
    std::string text(H5Tget_size(type), '\0');
    require_hdf5(H5Aread(found, type, text.data()), what);
    return text.substr(0, text.find('\0'));
}

std::optional<std::string> archived_text(const Hdf5Handle& group, const char* name) {
    constexpr std::size_t longest = 16 * 1024 * 1024;
    if (!group || !has_link(group, name)) return std::nullopt;
    const std::string what = std::string("read the data set ") + name;
    const Hdf5Handle set(H5Dopen2(group, name, H5P_DEFAULT), H5Dclose, what);
    const Hdf5Handle type(H5Dget_type(set), H5Tclose, what);
    const Hdf5Handle space(H5Dget_space(set), H5Sclose, what);
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 || H5Tget_size(type) > longest ||
        H5Sget_simple_extent_npoints(space) != 1)
        throw std::runtime_error(std::string("the data set ") + name +
                                 " must be a single text of fixed length and at most 16 MiB");
    std::string text(H5Tget_size(type), '\0');
    require_hdf5(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), what);
    return text.substr(0, text.find('\0'));
}

}  // namespace milkomeda
