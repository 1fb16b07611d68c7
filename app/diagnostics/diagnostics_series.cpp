#include "app/diagnostics/diagnostics_series.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

constexpr LagrangianRadii no_radii{Diagnostics::nan, Diagnostics::nan, Diagnostics::nan};

double time_of(const DiagnosticsSeries::Row& row) { return row.found.time; }

// Returns `size` values: those of `values` at the indices `columns`, and `absent` at all other indices.
template <typename Value>
std::vector<Value> placed(const std::vector<Value>& values, std::span<const std::size_t> columns, std::size_t size,
                          const Value& absent) {
    std::vector<Value> all(size, absent);
    for (std::size_t c = 0; c < std::min(columns.size(), values.size()); ++c) all[columns[c]] = values[c];
    return all;
}

void resize_columns(Diagnostics& found, std::size_t size) {
    found.radii.resize(size, no_radii);
    found.disks.resize(size);
}

}  // namespace

std::vector<std::size_t> DiagnosticsSeries::columns_of(std::span<const Component> components) {
    std::vector<std::size_t> columns;
    for (const Component& component : components) {
        const auto known = std::ranges::find_if(components_, [&](const Component& other) {
            return other.name == component.name && other.galaxy == component.galaxy;
        });
        columns.push_back(static_cast<std::size_t>(known - components_.begin()));
        if (known == components_.end()) components_.push_back(component);
    }
    return columns;
}

void DiagnosticsSeries::add(const Diagnostics& found, const std::vector<Component>& components, double energy_error,
                            bool goes_on, const MixedStatus& box) {
    Row row{found, energy_error, box};
    const std::vector<std::size_t> columns =
        columns_of(std::span{components}.first(std::min(components.size(), found.radii.size())));
    row.components = components_.size();
    row.found.radii = placed(found.radii, columns, row.components, no_radii);
    row.found.disks = placed(found.disks, columns, row.components, DiskShape{});
    for (Row& before : rows_) resize_columns(before.found, row.components);
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
    for (Row& row : rows_) resize_columns(row.found, components);
}

}  // namespace milkomeda
