#include "app/diagnostics/part_table.hpp"

#include <algorithm>

namespace milkomeda {

const PartRow& row_of_part(std::string_view name) {
    static constexpr PartRow other{"other", PartKind::draw, 0xcfae84, "Drawing pass"};
    const auto found = std::ranges::find(part_rows, name, &PartRow::name);
    return found == part_rows.end() ? other : *found;
}

}  // namespace milkomeda
