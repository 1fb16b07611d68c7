// The measured diagnostics of a run, sorted by model time.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compute/mixed/mixed_simulation.hpp"
#include "compute/simulation/diagnostics.hpp"

namespace milkomeda {

struct SeriesMarker {
    double time;  // model time
    std::string text;
};

class DiagnosticsSeries {
  public:
    struct Row {
        Diagnostics found;           // measured values; radii and disks have the order of components()
        double energy_error = 0;     // relative energy error; NaN if the potentials are unknown
        MixedStatus box{};           // state of the mixed box; without meaning for all other runs
        std::size_t components = 0;  // number of components that the run has had up to this row
    };

    // Inserts a measurement at its time. If `goes_on` is true, the measurement is the newest of the run: rows of equal
    // or later times are removed, because they date from before the run went back.
    void add(const Diagnostics& found, const std::vector<Component>& components, double energy_error,
             bool goes_on = true, const MixedStatus& box = {});
    // Marks a change of the run in the plots. All changes at the same time share a marker.
    void mark(double time, const std::string& text);
    // Removes the rows from this time on, all later markers, and the components that only the removed rows have had.
    void forget_from(double time);
    void clear() { *this = {}; }

    const std::vector<Row>& rows() const { return rows_; }
    const std::vector<SeriesMarker>& markers() const { return markers_; }
    // Returns all components that the run has had so far, in the order of their first rows. In rows measured before a
    // component was added, the radii of this component are NaN.
    const std::vector<Component>& components() const { return components_; }

    static constexpr std::size_t most_rows = 20'000;  // if there are more rows, every second row is removed

  private:
    // Returns the index of each component in components(), to which it adds new components.
    std::vector<std::size_t> columns_of(std::span<const Component> components);

    std::vector<Row> rows_;
    std::vector<SeriesMarker> markers_;
    std::vector<Component> components_;
};

}  // namespace milkomeda
