// Components of a table whose rows name their component and galaxy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/particles/particle_file.hpp"

namespace milkomeda {

// Returns the component name of a type: "type 4" for the number 4, "all" for an empty text.
std::string name_of_type(std::string_view type);

struct RowComponents {
    std::vector<std::uint8_t> tags;  // component index of each row
    // pairs of component name and galaxy name, in the order of the component indices
    std::vector<std::pair<std::string, std::string>> names;

    // Appends a row. Throws std::invalid_argument if a name is not valid or if there are more than 64 components.
    void add_row(std::string_view component, std::string_view galaxy);
    // Adds the components to `file` and sorts its rows by component. Within a component, rows keep their order. Does
    // nothing if `names` is empty.
    void group_rows(ParticleFile& file) const;
};

}  // namespace milkomeda
