#include "app/ui/plot_drawing.hpp"

#include <algorithm>
#include <cmath>

#include "app/ui/headless_ui.hpp"
#include "app/ui/text_fit.hpp"
#include "app/ui/theme.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {
namespace {

// lengths in the legend, in font heights
constexpr float legend_line = 1.25f;
constexpr float swatch_width = 1.1f, swatch_gap = 0.3f, entry_gap = 0.9f;
// margins at each end of the x axis and y axis, as shares of the data's range
constexpr float x_margin = 0, y_margin = 0.06f;

float em() { return ImGui::GetFontSize(); }

// An entry of the legend. Entries are arranged from left to right, in as many lines as needed.
struct LegendEntry {
    std::string name;
    PlotCurve swatch;  // curve with the color of the entry
    float x, y;        // position relative to the corner of the legend
};

std::vector<LegendEntry> legend_of(const Plot& plot, float width) {
    std::vector<LegendEntry> entries;
    float x = 0, y = 0;
    const auto add = [&](const std::string& name, std::size_t color, bool dots = false, bool pale = false) {
        if (name.empty()) return;
        const float needed = (swatch_width + swatch_gap) * em() + width_of(name);
        if (x > 0 && x + needed > width) x = 0, y += legend_line * em();
        entries.push_back({name, {.name = {}, .x = {}, .y = {}, .color = color, .dots = dots, .pale = pale}, x, y});
        x += needed + entry_gap * em();
    };
    for (const PlotCurve& curve : plot.curves)
        if (!curve.pale) add(curve.name, curve.color, curve.dots);
    for (const PlotPoints& points : plot.points) add(points.name, points.color);
    for (const PlotColumns& columns : plot.columns)
        for (const PlotColumns::Part& part : columns.parts) add(part.name, part.color);
    const auto pale = std::ranges::find(plot.curves, true, &PlotCurve::pale);
    if (pale != plot.curves.end()) add(plot.pale_name, pale->color, false, true);
    return entries;
}

float legend_height(const std::vector<LegendEntry>& entries) {
    return entries.empty() ? 0 : entries.back().y + legend_line * em();
}

float line_height_of(const std::string& text) { return text.empty() ? 0 : legend_line * em(); }

// Returns the height of title, legend and axis label above the plot.
float height_above(const Plot& plot, float width) {
    return line_height_of(plot.title) + legend_height(legend_of(plot, width)) + line_height_of(plot.y.label) +
           0.3f * em();
}

float height_below(const Plot& plot) { return 0.3f * em() + legend_line * em() + line_height_of(plot.x.label); }

double sum_of(const PlotColumns& columns, std::size_t i) {
    double sum = 0;
    for (const PlotColumns::Part& part : columns.parts) sum += part.heights[i];
    return sum;
}

std::size_t count_of(const PlotColumns& columns) { return columns.edges.size() < 2 ? 0 : columns.edges.size() - 1; }

Range range_of_x(const Plot& plot, const PlotZoom& zoom) {
    if (zoom.x) return *zoom.x;
    PlotExtent extent;
    for (const PlotCurve& curve : plot.curves)
        for (const double x : curve.x) extent.include(x, plot.x.logarithmic);
    for (const PlotPoints& points : plot.points)
        for (const double x : points.x) extent.include(x, plot.x.logarithmic);
    for (const PlotColumns& columns : plot.columns)
        for (const double edge : columns.edges) extent.include(edge, plot.x.logarithmic);
    for (const PlotCells& cells : plot.cells)
        for (const double end : {cells.x.least, cells.x.most}) extent.include(end, plot.x.logarithmic);
    for (const PlotMarker& marker : plot.markers)
        if (marker.in_sight) extent.include(marker.at, plot.x.logarithmic);
    return fitted_range(plot.x, extent, plot.x.logarithmic ? 0.03 : x_margin);
}

// Returns the range of the y axis that fits the data whose x lies in the range `x`.
Range range_of_y(const Plot& plot, const PlotZoom& zoom, const Range& x) {
    if (zoom.y) return *zoom.y;
    PlotExtent extent;
    for (const PlotCurve& curve : plot.curves) {
        for (std::size_t i = 0; i < curve.x.size(); ++i)
            if (x.contains(curve.x[i])) extent.include(curve.y[i], plot.y.logarithmic);
        for (const double end : {x.least, x.most}) extent.include(value_at(curve, end), plot.y.logarithmic);
    }
    for (const PlotPoints& points : plot.points)
        for (std::size_t i = 0; i < points.x.size(); ++i)
            if (x.contains(points.x[i])) extent.include(points.y[i], plot.y.logarithmic);
    for (const PlotColumns& columns : plot.columns)
        for (std::size_t i = 0; i < count_of(columns); ++i)
            if (columns.edges[i + 1] >= x.least && columns.edges[i] <= x.most)
                extent.include(sum_of(columns, i), plot.y.logarithmic);
    for (const PlotCells& cells : plot.cells)
        for (const double end : {cells.y.least, cells.y.most}) extent.include(end, plot.y.logarithmic);
    for (const PlotMarker& level : plot.levels)
        if (level.in_sight) extent.include(level.at, plot.y.logarithmic);
    PlotAxis axis = plot.y;
    if (!plot.columns.empty()) axis.from_zero = true;
    return fitted_range(axis, extent, y_margin);
}

std::vector<Tick> ticks_of(const PlotAxis& axis, const PlotScale& scale, double wanted) {
    if (axis.ticks.empty()) return scale.ticks(wanted);
    std::vector<Tick> ticks;
    for (const double value : axis.ticks)
        if (scale.shows(value)) ticks.push_back({value, 0, tick_text(value)});
    return ticks;
}

// least distance between ticks on the x axis and on the y axis, in font heights
constexpr float tick_width = 4.5f, tick_height = 2;
std::vector<Tick> x_ticks(const Plot& plot, const PlotFrame& frame) {
    return ticks_of(plot.x, frame.x, std::clamp((frame.most.x - frame.least.x) / (tick_width * em()), 2.0f, 8.0f));
}
std::vector<Tick> y_ticks(const Plot& plot, const PlotScale& y, float height) {
    return ticks_of(plot.y, y, std::clamp(height / (tick_height * em()), 2.0f, 8.0f));
}

// Reduces a curve to at most four points per column of pixels: the first, lowest, highest and last point.
class Thinned {
  public:
    explicit Thinned(std::vector<ImVec2>& line) : line_{line} {}
    void add(const ImVec2& point) {
        const float column = std::floor(point.x);
        if (count_ > 0 && column != column_) flush();
        if (count_++ == 0) column_ = column, first_ = least_ = most_ = point;
        if (point.y < least_.y) least_ = point;
        if (point.y > most_.y) most_ = point;
        last_ = point;
    }
    void flush() {
        if (count_ > 0) line_.push_back(first_);
        if (count_ > 3) line_.push_back(least_.x < most_.x ? least_ : most_);
        if (count_ > 2) line_.push_back(least_.x < most_.x ? most_ : least_);
        if (count_ > 1) line_.push_back(last_);
        count_ = 0;
    }

  private:
    std::vector<ImVec2>& line_;
    std::size_t count_ = 0;
    float column_ = 0;
    ImVec2 first_, least_, most_, last_;
};

void draw_curve(ImDrawList& list, const PlotCurve& curve, const Plot& plot, const PlotFrame& frame,
                const PlotStyle& style) {
    const ImU32 color = style.color_of(curve);
    std::vector<ImVec2> line;
    Thinned thinned{line};
    const auto end_line = [&] {
        thinned.flush();
        if (line.size() == 1) list.AddCircleFilled(line[0], style.line, color);
        // Draws separate segments, because ImGui's polyline has broken corners at sharp turns.
        for (std::size_t i = 1; i < line.size(); ++i) list.AddLine(line[i - 1], line[i], color, style.line);
        line.clear();
    };
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        const bool is_there = std::isfinite(curve.y[i]) && !(plot.y.logarithmic && curve.y[i] <= 0);
        if (!is_there) {
            end_line();
            continue;
        }
        const ImVec2 point{frame.x.pixel(curve.x[i]), frame.y.pixel(curve.y[i])};
        thinned.add(point);
        if (curve.dots) list.AddCircleFilled(point, 1.75f * style.line, color);
    }
    end_line();
}

void draw_points(ImDrawList& list, const PlotPoints& points, const PlotFrame& frame, const PlotStyle& style) {
    const ImU32 color = style.colors[points.color % style.colors.size()];
    for (std::size_t i = 0; i < points.x.size(); ++i) {
        if (!frame.x.shows(points.x[i]) || !frame.y.shows(points.y[i])) continue;  // false for NaN
        const ImVec2 at{frame.x.pixel(points.x[i]), frame.y.pixel(points.y[i])};
        if (points.large) {
            list.AddCircleFilled(at, 5.5f * style.line, style.ground);
            list.AddCircleFilled(at, 4.5f * style.line, style.text);
            list.AddCircleFilled(at, 3.5f * style.line, color);
        } else {
            constexpr ImU32 translucent = 120;  // opacity of 255, so that dense regions differ from single points
            const float half = style.line;
            list.AddRectFilled({at.x - half, at.y - half}, {at.x + half, at.y + half},
                               (color & ~IM_COL32_A_MASK) | (translucent << IM_COL32_A_SHIFT));
        }
    }
}

void draw_columns_of(ImDrawList& list, const PlotColumns& columns, const PlotFrame& frame, const PlotStyle& style) {
    for (std::size_t i = 0; i < count_of(columns); ++i) {
        float left = frame.x.pixel(columns.edges[i]), right = frame.x.pixel(columns.edges[i + 1]);
        if (right < frame.least.x || left > frame.most.x) continue;
        if (right - left > 4) right -= 1;  // leaves a gap between columns
        double foot = 0;
        for (const PlotColumns::Part& part : columns.parts) {
            const double head = foot + part.heights[i];
            if (part.heights[i] > 0)
                list.AddRectFilled({left, frame.y.pixel(head)}, {std::max(right, left + 1), frame.y.pixel(foot)},
                                   style.colors[part.color % style.colors.size()]);
            foot = head;
        }
    }
}

void draw_cells(ImDrawList& list, const PlotCells& cells, const PlotFrame& frame, const PlotStyle& style) {
    const double most = cells.values.empty() ? 0 : *std::ranges::max_element(cells.values);
    const std::size_t rows = cells.values.size() / cells.columns;
    const auto edge = [](const Range& range, std::size_t i, std::size_t count) {
        return std::lerp(range.least, range.most, static_cast<double>(i) / static_cast<double>(count));
    };
    for (std::size_t i = 0; i < cells.values.size(); ++i) {
        if (!(cells.values[i] > 0)) continue;
        const std::size_t column = i % cells.columns, row = i / cells.columns;
        const auto opacity = static_cast<ImU32>(std::lround(255 * std::sqrt(cells.values[i] / most)));
        list.AddRectFilled(
            {frame.x.pixel(edge(cells.x, column, cells.columns)), frame.y.pixel(edge(cells.y, row + 1, rows))},
            {frame.x.pixel(edge(cells.x, column + 1, cells.columns)), frame.y.pixel(edge(cells.y, row, rows))},
            (style.colors[cells.color] & ~IM_COL32_A_MASK) | (opacity << IM_COL32_A_SHIFT));
    }
}

void draw_grid(ImDrawList& list, const Plot& plot, const PlotFrame& frame, const PlotStyle& style) {
    float free_from = frame.least.x - em();
    for (const Tick& tick : x_ticks(plot, frame)) {
        const float at = std::round(frame.x.pixel(tick.value)), width = width_of(tick.text);
        list.AddLine({at, frame.least.y}, {at, frame.most.y}, style.faint);
        const float left = std::min(at - width / 2, frame.most.x - width + 0.5f * em());
        if (left < free_from) continue;  // skips a label that would touch the previous label
        list.AddText({std::round(left), std::round(frame.most.y + 0.3f * em())}, style.text, tick.text.c_str());
        free_from = left + width + 0.6f * em();
    }
    float free_below = frame.most.y + em();
    for (const Tick& tick : y_ticks(plot, frame.y, frame.most.y - frame.least.y)) {
        const float at = std::round(frame.y.pixel(tick.value));
        list.AddLine({frame.least.x, at}, {frame.most.x, at}, style.faint);
        if (at + 0.5f * em() > free_below) continue;
        list.AddText({std::round(frame.least.x - 0.4f * em() - width_of(tick.text)), std::round(at - 0.5f * em())},
                     style.text, tick.text.c_str());
        free_below = at - 0.6f * em();
    }
}

// Draws the markers. Omits labels that overlap another label; the tooltip at the pointer shows all labels.
void draw_markers(ImDrawList& list, const Plot& plot, const PlotFrame& frame, const PlotStyle& style) {
    float free_from = frame.least.x;
    for (const PlotMarker& marker : plot.markers) {
        if (!frame.x.shows(marker.at)) continue;
        const float at = std::round(frame.x.pixel(marker.at)), width = width_of(marker.text);
        list.AddLine({at, frame.least.y}, {at, frame.most.y}, style.ink);
        const bool fits_right = at + width + 0.3f * em() <= frame.most.x;
        const float left = fits_right ? at + 0.2f * em() : at - width - 0.2f * em();
        if (left < free_from) continue;
        list.AddText({left, frame.least.y}, style.text, marker.text.c_str());
        free_from = std::max(at, left + width) + 0.3f * em();
    }
    for (const PlotMarker& level : plot.levels) {
        if (!frame.y.shows(level.at)) continue;
        const float at = std::round(frame.y.pixel(level.at));
        list.AddLine({frame.least.x, at}, {frame.most.x, at}, style.ink);
        list.AddText({frame.most.x - width_of(level.text) - 0.2f * em(), at}, style.text, level.text.c_str());
    }
}

void draw_words(ImDrawList& list, const Plot& plot, const std::array<float, 4>& place, const PlotFrame& frame,
                const PlotStyle& style) {
    float y = place[1];
    if (!plot.title.empty()) list.AddText({place[0], y}, style.text, plot.title.c_str());
    y += line_height_of(plot.title);
    const std::vector<LegendEntry> legend = legend_of(plot, place[2]);
    for (const LegendEntry& entry : legend) {
        const float x = place[0] + entry.x, middle = std::round(y + entry.y + 0.55f * em());
        list.AddRectFilled({x, middle - 0.12f * em()}, {x + swatch_width * em(), middle + 0.12f * em()},
                           style.color_of(entry.swatch));
        if (entry.swatch.dots)
            list.AddCircleFilled({x + 0.5f * swatch_width * em(), middle}, 0.3f * em(), style.color_of(entry.swatch));
        list.AddText({x + (swatch_width + swatch_gap) * em(), y + entry.y}, style.text, entry.name.c_str());
    }
    y += legend_height(legend);
    list.AddText({place[0], y}, style.text, plot.y.label.c_str());
    if (plot.x.label.empty()) return;
    const float width = width_of(plot.x.label);
    list.AddText({std::max(place[0], frame.most.x - width), frame.most.y + (0.3f + legend_line) * em()}, style.text,
                 plot.x.label.c_str());
}

PlotStyle paper_style() {
    return {
        IM_COL32(30, 30, 30, 255),
        IM_COL32(220, 220, 220, 255),
        IM_COL32(30, 30, 30, 255),
        IM_COL32(255, 255, 255, 255),
        {IM_COL32(0, 114, 178, 255), IM_COL32(230, 159, 0, 255), IM_COL32(0, 158, 115, 255), IM_COL32(213, 94, 0, 255),
         IM_COL32(204, 121, 167, 255), IM_COL32(86, 180, 233, 255), IM_COL32(120, 110, 0, 255), IM_COL32(0, 0, 0, 255),
         IM_COL32(150, 0, 60, 255), IM_COL32(130, 90, 220, 255), IM_COL32(140, 140, 140, 255)},
        std::max(1.5f, em() / 8)};
}

}  // namespace

ImU32 PlotStyle::color_of(const PlotCurve& curve) const {
    constexpr float opacity = 0.5f;
    const ImU32 color = colors[curve.color % colors.size()];
    if (!curve.pale) return color;
    const ImVec4 own = ImGui::ColorConvertU32ToFloat4(color), behind = ImGui::ColorConvertU32ToFloat4(ground);
    return ImGui::ColorConvertFloat4ToU32({std::lerp(behind.x, own.x, opacity), std::lerp(behind.y, own.y, opacity),
                                           std::lerp(behind.z, own.z, opacity), 1});
}

PlotStyle panel_style() {
    // Color set of Okabe and Ito (2008), with brighter variants of colors that are too dark for the panels.
    return {ImGui::GetColorU32(ImGuiCol_TextDisabled, 0.7f),
            ImGui::GetColorU32(ImGuiCol_Border),
            ImGui::GetColorU32(ImGuiCol_Text, 0.85f),
            ImGui::GetColorU32(ImGuiCol_WindowBg),
            {IM_COL32(242, 178, 97, 255), IM_COL32(86, 180, 233, 255), IM_COL32(20, 190, 140, 255),
             IM_COL32(240, 228, 66, 255), IM_COL32(225, 140, 190, 255), IM_COL32(235, 110, 60, 255),
             IM_COL32(150, 160, 255, 255), IM_COL32(235, 235, 235, 255), IM_COL32(230, 80, 100, 255),
             IM_COL32(160, 200, 90, 255), IM_COL32(150, 150, 150, 255)},
            std::max(1.0f, std::round(em() / 11))};
}

double value_at(const PlotCurve& curve, double x) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const auto after = std::ranges::lower_bound(curve.x, x);
    if (after == curve.x.end()) return none;
    const auto i = static_cast<std::size_t>(after - curve.x.begin());
    if (curve.x[i] == x) return curve.y[i];
    if (i == 0) return none;
    const double share = (x - curve.x[i - 1]) / (curve.x[i] - curve.x[i - 1]);
    return curve.y[i - 1] + share * (curve.y[i] - curve.y[i - 1]);
}

float plot_height(const Plot& plot, float width, float lines) {
    return std::round(height_above(plot, width) + lines * em() + height_below(plot));
}

// Returns the layout. The x axis begins to the right of the widest tick label of the y axis.
PlotFrame frame_of(const Plot& plot, const std::array<float, 4>& place, const PlotZoom& zoom) {
    const float top = std::round(place[1] + height_above(plot, place[2]));
    const float bottom = std::max(top + em(), std::round(place[1] + place[3] - height_below(plot)));
    const Range x = range_of_x(plot, zoom);
    const PlotScale y{range_of_y(plot, zoom, x), plot.y.logarithmic, bottom, top};
    float widest = em();
    for (const Tick& tick : y_ticks(plot, y, bottom - top)) widest = std::max(widest, width_of(tick.text));
    const float right = std::round(place[0] + place[2] - 0.5f * em()),
                left = std::min(std::round(place[0] + widest + 0.5f * em()), right - 1);
    return {PlotScale{x, plot.x.logarithmic, left, right}, y, {left, top}, {right, bottom}};
}

PlotFrame draw_plot(ImDrawList& list, const Plot& plot, const std::array<float, 4>& place, const PlotStyle& style,
                    const PlotZoom& zoom) {
    const PlotFrame frame = frame_of(plot, place, zoom);
    draw_grid(list, plot, frame, style);
    list.PushClipRect(frame.least, frame.most, true);
    for (const PlotCells& cells : plot.cells) draw_cells(list, cells, frame, style);
    for (const PlotColumns& columns : plot.columns) draw_columns_of(list, columns, frame, style);
    for (const PlotPoints& points : plot.points)
        if (!points.large) draw_points(list, points, frame, style);
    for (const bool pale : {true, false})
        for (const PlotCurve& curve : plot.curves)
            if (curve.pale == pale) draw_curve(list, curve, plot, frame, style);
    for (const PlotPoints& points : plot.points)
        if (points.large) draw_points(list, points, frame, style);
    draw_markers(list, plot, frame, style);
    list.PopClipRect();
    list.AddRect(frame.least, frame.most, style.ink);
    draw_words(list, plot, place, frame, style);
    return frame;
}

Image picture_of(std::span<const Plot> plots, std::span<const PlotZoom> zooms) {
    // size of one plot, its margin, and the height of the text, in pixels
    constexpr float width = 1000, height = 480, margin = 20, text_height = 15;
    const float full_height = height * static_cast<float>(plots.size());
    OffscreenTarget target{static_cast<int>(width), static_cast<int>(full_height)};
    HeadlessUi ui{text_height / text_pixels};
    ImDrawList& list = ui.begin(target.width(), target.height());
    for (std::size_t i = 0; i < plots.size(); ++i)
        draw_plot(list, plots[i],
                  {margin, height * static_cast<float>(i) + margin, width - 2 * margin, height - 2 * margin},
                  paper_style(), i < zooms.size() ? zooms[i] : PlotZoom{});
    target.bind();
    glClearColor(1, 1, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ui.end();
    Image picture = target.read();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return picture;
}

}  // namespace milkomeda
