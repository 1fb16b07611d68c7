// The columns of tables of profiles, with the titles of their charts. Scripts read columns by name, so columns may be
// added but not renamed.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "data/profiles/galaxy_profile.hpp"

namespace milkomeda {

// A column of the table of bins, and the chart of its values. Columns without a title have no chart.
struct BinColumn {
    std::string_view name;
    ProfileQuantity quantity;
    double (*value)(const GalaxyProfile& galaxy, const BinProfile& values, std::size_t bin);
    std::string_view title = {}, label = {};
    bool logarithmic = false;
};

inline constexpr std::string_view total_velocity_column = "total_circular_velocity_km_s";

// Returns the columns of the quantities that the options choose.
std::vector<BinColumn> wanted_columns(const ProfileOptions& options);

// Returns a row for each galaxy, component and bin. Values that do not exist are null.
nlohmann::ordered_json bin_table(const std::vector<GalaxyProfile>& galaxies, const ProfileOptions& options);

// Returns the number, or null if it is not finite.
nlohmann::ordered_json number_or_null(double number);

}  // namespace milkomeda
