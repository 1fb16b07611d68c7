#include "app/scene/particle_attributes.hpp"

#include <algorithm>
#include <utility>

#include "data/base/clock.hpp"
#include "data/base/parallel.hpp"
#include "data/base/time_budget.hpp"
#include "data/neighbors/gas_compression.hpp"
#include "data/neighbors/star_formation.hpp"
#include "data/particles/young_stars.hpp"
#include "data/system/this_process.hpp"

namespace milkomeda {
namespace {

// Searches for neighbors take at most a tenth of the wall-clock time and start at least 0.5 s apart.
const TimeBudget search_budget{{.share = 0.1, .shortest_interval = 0.5}};
constexpr std::size_t percentile_rows = 1024;  // sampled rows per component, for the percentiles of ColorScale

// Joins the radii of all components in the order of their rows.
std::vector<float> joined_radii(const std::vector<ComponentOrigin>& origins) {
    std::vector<float> radii;
    for (const ComponentOrigin& origin : origins) radii.insert(radii.end(), origin.radii->begin(), origin.radii->end());
    return radii;
}

std::vector<Float4> float4s(const std::vector<glm::vec4>& rows) {
    std::vector<Float4> column;
    column.reserve(rows.size());
    for (const glm::vec4& row : rows) column.push_back({row.x, row.y, row.z, row.w});
    return column;
}

}  // namespace

ParticleAttributes::ParticleAttributes(const ParticleSet& particles, const std::vector<ComponentOrigin>& origins,
                                       FindNeighborhoods find_neighbors)
    : find_neighbors_{std::move(find_neighbors)},
      components_{particles.components},
      radii_{std::make_shared<const std::vector<float>>(joined_radii(origins))},
      sample_(components_.size()),
      drifts_(components_.size()) {
    for (const float radius : *radii_) columns_.numbers.push_back({.radius = radius});
    columns_.ellipsoids.resize(radii_->size());
}

void ParticleAttributes::take_over(const ParticleAttributes& before) {
    columns_.measured = before.columns_.measured;
    for (const Component& component : components_) {
        const Component* const known = same_component(before.components_, component);
        if (!known) continue;
        const auto copy = [&](const auto& from, auto& to) {
            std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(known->first), known->count,
                        to.begin() + static_cast<std::ptrdiff_t>(component.first));
        };
        copy(before.columns_.numbers, columns_.numbers);
        copy(before.columns_.ellipsoids, columns_.ellipsoids);
    }
}

void ParticleAttributes::take_over(const ParticleAttributes& before, std::span<const std::uint32_t> rows_before) {
    columns_.measured = before.columns_.measured;
    for (std::size_t row = 0; row < rows_before.size(); ++row) {
        const std::uint32_t from = rows_before[row];
        if (from == RowsById::none) continue;
        const float radius = columns_.numbers[row].radius;
        columns_.numbers[row] = before.columns_.numbers[from];
        columns_.numbers[row].radius = radius;
        columns_.ellipsoids[row] = before.columns_.ellipsoids[from];
    }
}

bool ParticleAttributes::due(double time, MeasuredQuantity quantity, bool at_once) const {
    if (under_way_.valid()) return false;
    const bool has_quantity = quantity == MeasuredQuantity::none || quantity == begun_quantity_;
    if (begun_ && time == time_ && has_quantity) return false;
    return at_once || Clock::now() >= next_;
}

void ParticleAttributes::begin(double time, ParticleRows rows, Measurement measurement) {
    time_ = time;
    begun_ = true;
    begun_quantity_ = measurement.quantity;
    take_sample(rows);
    // The first computation has the usual priority, because until its end the picture shows no stars.
    const bool is_first = next_ == Clock::time_point{};
    // The thread takes ownership of the large arrays, because freeing them here would delay a frame.
    under_way_ = in_background([is_first, search = find_neighbors_, rows = std::move(rows), components = components_,
                                radii = radii_, measurement = std::move(measurement),
                                columns = std::move(last_columns_)]() mutable {
        if (!is_first) lower_thread_priority();
        const ParticleRows own_rows = std::move(rows);
        return find(search, own_rows, components, *radii, measurement, std::move(columns));
    });
}

bool ParticleAttributes::update(bool waits) {
    if (!under_way_.valid() || (!waits && !is_ready(under_way_))) return false;
    Found found = under_way_.get();
    last_columns_ = std::exchange(columns_, std::move(found.columns));
    next_ = time_in(search_budget.interval(found.seconds) - found.seconds);
    return true;
}

ParticleAttributes::Found ParticleAttributes::find(const FindNeighborhoods& find_neighbors, const ParticleRows& rows,
                                                   const std::vector<Component>& components,
                                                   const std::vector<float>& radii, const Measurement& measurement,
                                                   Columns columns) {
    const Clock::time_point start = Clock::now();
    const std::vector<Float4> positions = float4s(rows.positions);
    const auto [around, nearest] = find_neighbors(positions, components);
    const std::vector<SmoothingKernel> kernels = smoothing_kernels(around, nearest);
    Found found{std::move(columns), 0};
    std::vector<AttributeRow>& numbers = found.columns.numbers;
    numbers.assign(radii.size(), {});
    for (std::size_t row = 0; row < radii.size(); ++row) {
        numbers[row].smoothing_length = kernels[row].length;
        numbers[row].radius = radii[row];
        if (!measurement.values.empty()) numbers[row].measured = measurement.values[row];
        numbers[row].density = around[row].density;
    }
    const std::vector<Float4> velocities = float4s(rows.velocities);
    auto [shapes, compression] = shapes_and_flows(positions, velocities, nearest, kernels);
    const StarFormation formation = star_formation(positions, velocities, components, nearest, kernels, compression);
    for (std::size_t row = 0; row < shapes.size(); ++row) shapes[row].formation = formation_step(formation.rates[row]);
    found.columns.ellipsoids = std::move(shapes);
    found.columns.measured = measurement.quantity;
    if (measurement.quantity == MeasuredQuantity::compression) {
        const std::vector<float> speeds = compression_speeds(velocities, components, kernels, compression);
        for (std::size_t row = 0; row < speeds.size(); ++row) numbers[row].measured = speeds[row];
    }
    found.seconds = seconds_since(start);
    return found;
}

// Samples the first rows of each component. Rows are shuffled inside components, so this sample is fair.
void ParticleAttributes::take_sample(const ParticleRows& rows) {
    for (std::size_t c = 0; c < components_.size(); ++c) {
        sample_[c].clear();
        drifts_[c] = {};
        for (std::size_t i = 0; i < std::min(components_[c].count, percentile_rows); ++i) {
            const std::size_t row = components_[c].first + i;
            sample_[c].push_back({row, glm::length(glm::vec3{rows.velocities[row]}), rows.positions[row].w,
                                  is_young_star(rows.velocities[row])});
            drifts_[c] += glm::vec3{rows.velocities[row]};
        }
        if (!sample_[c].empty()) drifts_[c] /= static_cast<float>(sample_[c].size());
    }
}

std::vector<float> ParticleAttributes::sample(ColorBy by, const std::vector<ShownBodies>& shown) const {
    const auto member = row_of(by).number;
    const MeasuredQuantity measured = row_of(by).measured;
    if (member == nullptr || (measured != MeasuredQuantity::none && measured != columns_.measured)) return {};
    const auto number = [&](const SampledRow& row) {
        return ParticleNumbers{columns_.numbers[row.row], row.mass, row.speed}.*member;
    };
    std::vector<float> numbers;
    for (std::size_t c = 0; c < sample_.size(); ++c)
        for (const SampledRow& row : sample_[c])
            if (shown[c].shows(row.is_young_star)) numbers.push_back(number(row));
    return numbers;
}

}  // namespace milkomeda
