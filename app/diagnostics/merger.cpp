#include "app/diagnostics/merger.hpp"

#include "data/base/units.hpp"

namespace milkomeda {

std::optional<double> merger_time(std::span<const DiagnosticsSeries::Row> rows) {
    std::optional<double> begin;
    double newest = 0;
    for (const DiagnosticsSeries::Row& row : rows) {
        newest = row.found.time;
        const bool is_close = row.found.separation < merger_separation;  // false for NaN (no two galaxies)
        if (!is_close)
            begin.reset();
        else if (!begin)
            begin = newest;
    }
    return begin && newest - *begin >= merger_duration ? begin : std::nullopt;
}

std::string merger_words(double time) { return "merged at " + format_time_in_both_units(time); }

}  // namespace milkomeda
