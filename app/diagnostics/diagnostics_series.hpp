// What was measured of a run, in the order of time.
#pragma once

#include <string>
#include <vector>

#include "compute/simulation/diagnostics.hpp"

namespace milkomeda {

struct SeriesMarker {
    double time;  // model units
    std::string text;
};

class DiagnosticsSeries {
  public:
    struct Row {
        Diagnostics found;        // radii are in the order of components() below
        double energy_error = 0;  // NaN where potentials are not known
    };

    // In its place; rows of the same time or later go, where a run has gone back to begin again there.
    void add(const Diagnostics& found, const std::vector<Component>& components, double energy_error,
             bool goes_on = true);
    // Something was changed; several changes at one time are one marker.
    void mark(double time, const std::string& text);
    void forget_from(double time);
    void clear() { *this = {}; }

    const std::vector<Row>& rows() const { return rows_; }
    const std::vector<SeriesMarker>& markers() const { return markers_; }
    // All that there ever were: a galaxy that came later has no radii before, which are NaN.
    const std::vector<Component>& components() const { return components_; }

    std::string csv() const;  // as `simulate --diagnostics` writes it

    static constexpr std::size_t most_rows = 20'000;  // then every second one goes

  private:
    std::vector<LagrangianRadii> in_columns(const std::vector<LagrangianRadii>& radii,
                                            const std::vector<Component>& components);

    std::vector<Row> rows_;
    std::vector<SeriesMarker> markers_;
    std::vector<Component> components_;
};

}  // namespace milkomeda
