#include "app/diagnostics/errors_section.hpp"

#include <imgui.h>

#include <cmath>
#include <cstdio>

#include "app/ui/text_fit.hpp"

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

// Histogram of the force errors: percentages of bodies, in the range of bins that are not empty.
struct Shares {
    std::vector<double> edges, relative, to_rms;

    explicit Shares(const ForceErrors& errors) {
        const auto &a = errors.relative.histogram.counts, &b = errors.to_rms.histogram.counts;
        std::size_t first = 0, last = ErrorHistogram::size;
        const auto is_empty = [&](std::size_t piece) { return a[piece] == 0 && b[piece] == 0; };
        while (first + 1 < last && is_empty(first)) ++first;
        while (last > first + 1 && is_empty(last - 1)) --last;
        const double percent = 100.0 / static_cast<double>(errors.bodies);
        for (std::size_t piece = first; piece < last; ++piece) {
            edges.push_back(ErrorHistogram::edge(piece));
            relative.push_back(percent * a[piece]);
            to_rms.push_back(percent * b[piece]);
        }
        edges.push_back(ErrorHistogram::edge(last));
    }
};

}  // namespace

void ErrorsSection::draw(Widgets& widgets, ParticleSource& source) {
    if (!widgets.section("Force errors",
                         "Accuracy of the forces: the forces of a new sample of bodies each time are "
                         "compared with the direct sum over all bodies"))
        return;
    Probes* const probes = source.probes();
    if (!probes) return write_wrapped("Nothing is computed here: there are no forces to compare.");
    probes->want_force_errors();
    const std::optional<ForceErrors> errors = probes->force_errors();
    if (!errors) return write_wrapped("Not known yet: some hundred bodies are measured first.");

    percentile_table(*errors);
    const Shares shares{*errors};
    // Draws the errors relative to the rms force as a line over columns of the relative errors.
    std::vector<double> middles;
    for (std::size_t i = 0; i + 1 < shares.edges.size(); ++i)
        middles.push_back(std::sqrt(shares.edges[i] * shares.edges[i + 1]));
    const Plot plot{
        .x = {.label = "error of the force", .logarithmic = true},
        .y = {.label = "% of bodies", .from_zero = true},
        .curves = {{.name = "to the rms force", .x = middles, .y = shares.to_rms, .color = 1, .dots = true}},
        .columns = {{.edges = shares.edges, .parts = {{.name = "relative", .heights = shares.relative, .color = 0}}}},
        .markers = {{.at = double{errors->relative.p50}, .text = "p50"},
                    {.at = double{errors->relative.p99}, .text = "p99"}}};
    const float width = ImGui::GetContentRegionAvail().x;
    show_plot(plot, widgets.canvas("histogram", plot_height(plot, width), "Distribution of the force errors"), zoom_);
    char text[128];
    std::snprintf(text, sizeof text, "Errors of the last %zu bodies; measuring takes %.2g %% of the run time.",
                  errors->bodies, 100 * errors->cost);
    write_wrapped(text);
}

}  // namespace milkomeda
