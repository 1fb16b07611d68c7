// The measurements of a run, sorted by time.
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
        Diagnostics found;        // radii are in the order of DiagnosticsSeries::components()
        double energy_error = 0;  // NaN if the potentials are unknown
    };

    // Inserts a measurement at its time. With `goes_on`, rows of this and later times are removed first,
    // because the run has returned to an earlier time.
    void add(const Diagnostics& found, const std::vector<Component>& components, double energy_error,
             bool goes_on = true);
    // Marks a change of the run; several changes at one time share a marker.
    void mark(double time, const std::string& text);
    void forget_from(double time);
    void clear() { *this = {}; }

    const std::vector<Row>& rows() const { return rows_; }
    const std::vector<SeriesMarker>& markers() const { return markers_; }
    // All components that the run has ever had. A galaxy added later has the radii NaN in earlier rows.
    const std::vector<Component>& components() const { return components_; }

    std::string csv() const;  // in the format of `simulate --diagnostics`

    static constexpr std::size_t most_rows = 20'000;  // beyond this number, every second row is removed

  private:
    std::vector<LagrangianRadii> in_columns(const std::vector<LagrangianRadii>& radii,
                                            const std::vector<Component>& components);

    std::vector<Row> rows_;
    std::vector<SeriesMarker> markers_;
    std::vector<Component> components_;
};

}  // namespace milkomeda
