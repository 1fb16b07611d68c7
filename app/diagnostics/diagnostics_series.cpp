#include "app/diagnostics/diagnostics_series.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

constexpr LagrangianRadii no_radii{Diagnostics::nan, Diagnostics::nan, Diagnostics::nan};

double time_of(const DiagnosticsSeries::Row& row) { return row.found.time; }

}  // namespace

std::vector<LagrangianRadii> DiagnosticsSeries::in_columns(const std::vector<LagrangianRadii>& radii,
                                                           const std::vector<Component>& components) {
    std::vector<LagrangianRadii> placed(components_.size(), no_radii);
    for (std::size_t c = 0; c < components.size() && c < radii.size(); ++c) {
        const auto known = std::ranges::find_if(components_, [&](const Component& other) {
            return other.name == components[c].name && other.galaxy == components[c].galaxy;
        });
        const auto column = static_cast<std::size_t>(known - components_.begin());
        if (known == components_.end()) {
            components_.push_back(components[c]);
            placed.push_back(no_radii);
        }
        placed[column] = radii[c];
    }
    return placed;
}

void DiagnosticsSeries::add(const Diagnostics& found, const std::vector<Component>& components, double energy_error,
                            bool goes_on, const MixedStatus& box) {
    Row row{found, energy_error, box};
    row.found.radii = in_columns(found.radii, components);
    row.components = components_.size();
    for (Row& before : rows_) before.found.radii.resize(components_.size(), no_radii);
    if (goes_on) rows_.erase(std::ranges::lower_bound(rows_, found.time, {}, time_of), rows_.end());
    const auto place = std::ranges::lower_bound(rows_, found.time, {}, time_of);
    if (place != rows_.end() && place->found.time == found.time)
        *place = row;
    else
        rows_.insert(place, row);
    std::size_t i = 0;
    if (rows_.size() > most_rows) std::erase_if(rows_, [&](const Row&) { return i++ % 2 == 1; });
}

void DiagnosticsSeries::mark(double time, const std::string& text) {
    if (!markers_.empty() && markers_.back().time == time && markers_.back().text != text)
        markers_.back().text += ", " + text;
    else if (markers_.empty() || markers_.back().time != time)
        markers_.push_back({time, text});
}

void DiagnosticsSeries::forget_from(double time) {
    rows_.erase(std::ranges::lower_bound(rows_, time, {}, time_of), rows_.end());
    std::erase_if(markers_, [time](const SeriesMarker& marker) { return marker.time > time; });
    std::size_t components = 0;
    for (const Row& row : rows_) components = std::max(components, row.components);
    components_.resize(components);
    for (Row& row : rows_) row.found.radii.resize(components);
}

}  // namespace milkomeda
