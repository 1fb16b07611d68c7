#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "app/diagnostics/diagnostics_panel.hpp"
#include "app/ui/text_fit.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

void percentile_row(const char* name, const ErrorDistribution& errors) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(name);
    for (const float error : {errors.p50, errors.p90, errors.p99, errors.most}) {
        ImGui::TableNextColumn();
        ImGui::Text("%.2g", double{error});
    }
}

void percentile_table(const ForceErrors& errors) {
    if (!ImGui::BeginTable("percentiles", 5, ImGuiTableFlags_SizingStretchProp)) return;
    for (const char* const column : {"", "p50", "p90", "p99", "max"}) ImGui::TableSetupColumn(column);
    ImGui::TableHeadersRow();
    percentile_row("relative", errors.relative);
    percentile_row("to rms", errors.to_rms);
    ImGui::EndTable();
}

// Histograms of the force errors: percentage of the bodies in each bin, without the empty bins at both ends.
struct ErrorPercentages {
    // `edges` are the edges of the bins; `middles` are the geometric means of the two edges of a bin. `relative` is the
    // histogram of errors relative to the force on the same body, `to_rms` that of errors relative to the rms force.
    std::vector<double> edges, middles, relative, to_rms;

    explicit ErrorPercentages(const ForceErrors& errors) {
        const auto &a = errors.relative.histogram.counts, &b = errors.to_rms.histogram.counts;
        std::size_t first = 0, last = ErrorHistogram::size;
        const auto is_empty = [&](std::size_t bin) { return a[bin] == 0 && b[bin] == 0; };
        while (first + 1 < last && is_empty(first)) ++first;
        while (last > first + 1 && is_empty(last - 1)) --last;
        const double percent = 100.0 / static_cast<double>(errors.bodies);
        edges.push_back(ErrorHistogram::edge(first));
        for (std::size_t bin = first; bin < last; ++bin) {
            edges.push_back(ErrorHistogram::edge(bin + 1));
            middles.push_back(std::sqrt(ErrorHistogram::edge(bin) * edges.back()));
            relative.push_back(percent * a[bin]);
            to_rms.push_back(percent * b[bin]);
        }
    }
};

}  // namespace

void errors_section(Widgets& widgets, const ParticleSource& source, PlotZoom& zoom) {
    if (!widgets.section("Force errors",
                         "Accuracy of the forces: the forces on sampled bodies are compared with the direct sum over "
                         "all bodies. The sample changes during the run"))
        return;
    Probes* const probes = source.probes();
    if (!probes) return write_wrapped("Force errors cannot be measured, because no forces are computed.");
    probes->want_force_errors();
    const std::optional<ForceErrors> errors = probes->force_errors();
    if (!errors) return write_wrapped("Force errors are unknown until several hundred bodies have been measured.");

    percentile_table(*errors);
    // Bars show errors relative to the force on the same body. The curve shows errors relative to the rms force.
    const ErrorPercentages percent{*errors};
    const Plot plot{
        .x = {.label = "error of the force", .logarithmic = true},
        .y = {.label = "% of bodies", .from_zero = true},
        .curves = {{.name = "relative to the rms force",
                    .x = percent.middles,
                    .y = percent.to_rms,
                    .color = 1,
                    .dots = true}},
        .columns = {{.edges = percent.edges, .parts = {{.name = "relative", .heights = percent.relative, .color = 0}}}},
        .markers = {{.at = double{errors->relative.p50}, .text = "p50"},
                    {.at = double{errors->relative.p99}, .text = "p99"}}};
    const float width = ImGui::GetContentRegionAvail().x;
    show_plot(plot, widgets.canvas("histogram", plot_height(plot, width), "Distribution of the force errors"), zoom);
    write_wrapped(fmt::format(
        "Force errors of the {} most recently measured bodies. The measurement takes {:.1f} % of the run time.",
        count_text(errors->bodies), 100 * errors->cost));
}

}  // namespace milkomeda
