#include "app/diagnostics/schmidt_plot.hpp"

#include <algorithm>
#include <cmath>

#include "data/base/schmidt_law.hpp"
#include "data/base/units.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t color_of_median = 7;  // white in panels, black in pictures

// Returns the names of a galaxy, or of merged galaxies, such as "Milky Way + Andromeda"; "galaxy" if it has no name.
std::string name_of_points(const GalaxySchmidtPoints& galaxy) {
    const std::string names = join(
        galaxy.galaxies, [](const std::string& name) { return title_of(name); }, " + ");
    return names.empty() ? "galaxy" : names;
}

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

// Adds the curve through the medians of gas and rate in bins of the surface density of the gas. Bins with fewer than
// `least_squares` squares have no median.
void add_median(SchmidtPlot& result, const SchmidtMeasurement& measured) {
    constexpr double bins_per_decade = 5;
    constexpr std::size_t least_squares = 5;
    std::vector<std::vector<SchmidtPoint>> bins;
    for (const GalaxySchmidtPoints& galaxy : measured.galaxies)
        for (const SchmidtPoint& point : galaxy.squares) {
            const double at = bins_per_decade * std::log10(point.gas / GalaxySchmidtPoints::least_gas);
            const auto bin = static_cast<std::size_t>(std::max(at, 0.0));
            bins.resize(std::max(bins.size(), bin + 1));
            bins[bin].push_back(point);
        }
    std::vector<double>&gas = result.values.emplace_back(), &rates = result.values.emplace_back();
    for (const std::vector<SchmidtPoint>& bin : bins) {
        if (bin.size() < least_squares) continue;
        std::vector<double> gas_in_bin, rates_in_bin;
        for (const SchmidtPoint& point : bin) gas_in_bin.push_back(point.gas), rates_in_bin.push_back(point.rate);
        gas.push_back(median_of(std::move(gas_in_bin)));
        rates.push_back(median_of(std::move(rates_in_bin)));
    }
    result.plot.curves.push_back({"median", gas, rates, color_of_median});
}

void add_points(SchmidtPlot& result, const SchmidtMeasurement& measured) {
    std::size_t color = 0;
    for (const GalaxySchmidtPoints& galaxy : measured.galaxies) {
        std::vector<double>&gas = result.values.emplace_back(), &rates = result.values.emplace_back();
        for (const SchmidtPoint& point : galaxy.squares) gas.push_back(point.gas), rates.push_back(point.rate);
        result.plot.points.push_back({galaxy.mean ? "" : name_of_points(galaxy), gas, rates, color});
        if (galaxy.mean) {
            const std::vector<double>&mean = result.values.emplace_back(1, galaxy.mean->gas),
                  &rate = result.values.emplace_back(1, galaxy.mean->rate);
            result.plot.points.push_back({name_of_points(galaxy), mean, rate, color, true});
        }
        color = (color + 1) % color_of_median;
    }
}

}  // namespace

SchmidtPlot schmidt_plot(const SchmidtMeasurement& measured) {
    // The axes have at least these ranges, so that they seldom change during a run.
    constexpr Range least_gas{GalaxySchmidtPoints::least_gas, 500}, least_rates{1e-4, 3};
    constexpr double margin = 1.5;
    SchmidtPlot result;
    Range gas = least_gas, rates = least_rates;
    const auto include = [&](const SchmidtPoint& point) {
        gas.most = std::max(gas.most, margin * point.gas);
        rates.most = std::max(rates.most, margin * point.rate);
    };
    for (const GalaxySchmidtPoints& galaxy : measured.galaxies) {
        std::ranges::for_each(galaxy.squares, include);
        if (galaxy.mean) include(*galaxy.mean);
    }
    std::vector<double>&law_gas = result.values.emplace_back(), &law = result.values.emplace_back();
    constexpr int steps = 100;  // value_at() interpolates linearly between the points of the curve
    for (int step = 0; step <= steps; ++step) {
        law_gas.push_back(gas.least * std::pow(gas.most / gas.least, static_cast<double>(step) / steps));
        law.push_back(kennicutt_rate(law_gas.back()));
    }
    result.plot.title = std::string{schmidt_plot_name} + " at " + format_time(measured.time);
    result.plot.x = {.label = "gas, M☉/pc²", .logarithmic = true, .range = gas};
    result.plot.y = {.label = "star formation, M☉/yr/kpc²", .logarithmic = true, .range = rates};
    result.plot.curves.push_back({"Kennicutt 1998", law_gas, law, plot_grey});
    add_median(result, measured);
    add_points(result, measured);
    result.plot.markers.push_back({SchmidtLaw::threshold, "threshold"});
    return result;
}

std::string why_no_schmidt_plot(const Measurements& measurements) {
    if (measurements.schmidt && !measurements.schmidt->galaxies.empty()) return {};
    const std::string plot = std::string{"The plot "} + schmidt_plot_name;
    const std::vector<Component>& components = measurements.series.components();
    if (!components.empty() && gas_count(components) == 0) return plot + " needs gas, and this run has no gas.";
    if (!measurements.schmidt) return plot + " appears after the next measurement.";
    return plot + " needs the smoothing lengths of the gas, which are unknown.";
}

}  // namespace milkomeda
