// Access to groups and attributes of HDF5 snapshots.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/hdf5/hdf5_handle.hpp"
#include "data/hdf5/hdf5_names.hpp"

namespace milkomeda {

// Returns true if the group contains an object with this name. External and soft links are not followed.
bool has_link(hid_t group, const char* name);

// Returns an empty handle if the group does not exist.
Hdf5Handle open_group(hid_t parent, const std::string& name);

// Returns true for integer and float types of at most 8 bytes.
bool is_number(hid_t type);

// Returns the numbers of an attribute, or an empty list if the attribute does not exist. Throws std::runtime_error if
// the attribute is not numeric or has more than 64 numbers.
std::vector<double> number_attributes(const Hdf5Handle& object, const char* name);
// Returns the first of these numbers, or an empty optional if the attribute does not exist.
std::optional<double> number_attribute(const Hdf5Handle& object, const char* name);

// Numbers of the attributes of one or several objects, found by the aliases of hdf5_names.hpp.
class Hdf5Fields {
  public:
    struct Field {
        std::string name;             // name for messages, such as "Header/Time"
        std::vector<double> numbers;  // empty for texts
    };

    // Adds the attributes of an object. A numeric attribute is ignored if a previous object has a
    // numeric attribute of the same name.
    void add(hid_t object, const std::string& object_name);

    // Returns the first attribute with numbers, or with `is_text` the first attribute without numbers, that has one of
    // the names. Returns a null pointer if there is no such attribute.
    const Field* find(Aliases names, bool is_text = false) const;
    // Returns the first number of the attribute, or an empty optional if there is no such attribute.
    std::optional<double> number(Aliases names) const;
    bool contains(std::string_view plain) const { return fields_.contains(std::string(plain)); }

  private:
    std::map<std::string, Field> fields_;  // by plain_name() of their names
};

// Returns the text of an attribute. Returns an empty string if the attribute does not exist or is longer than
// longest_text_attribute, the limit for Milkomeda's own attributes.
inline constexpr std::size_t longest_text_attribute = 16 * 1024;
std::string text_attribute(const Hdf5Handle& object, const char* name);

// Returns the content of a data set that is a fixed-length text of at most 16 MiB. Returns an empty optional
// if the data set does not exist. Throws std::runtime_error for data sets of other types.
std::optional<std::string> archived_text(const Hdf5Handle& group, const char* name);

}  // namespace milkomeda
