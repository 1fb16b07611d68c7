#include "app/commands/map_picture.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <algorithm>
#include <cmath>

#include "app/io/picture_file.hpp"
#include "app/ui/headless_ui.hpp"
#include "app/ui/plot_axis.hpp"
#include "app/ui/text_fit.hpp"
#include "app/ui/theme.hpp"
#include "data/base/units.hpp"
#include "render/gl/target.hpp"
#include "render/particles/color_map.hpp"

namespace milkomeda {
namespace {

using Rgb = glm::vec3;  // sRGB, 0 to 1

constexpr float text_height = 15;  // lengths of the picture are in pixels
constexpr int margin = 20, tick_length = 5, left_room = 70, line_room = 24, bar_width = 22, bar_room = 80, bar_gap = 24;
constexpr Rgb no_value{0.62f}, paper{1};  // pixels without bodies, and the background
constexpr ImU32 ink = IM_COL32(30, 30, 30, 255);

// Assigns colors to the numbers of a map.
struct PictureColors {
    Range range{0, 1};
    bool logarithmic = false;
    bool is_diverging = false;  // symmetric about 0: blue approaches, red recedes
    bool is_magnitude = false;  // small numbers are bright
    ColorTable table = table_of(ColorMap::viridis);

    // Returns the place of a number in the color bar, 0 (bottom) to 1 (top); NaN for numbers that have no color.
    float place(double value) const {
        if (!std::isfinite(value) || (logarithmic && !(value > 0))) return NAN;
        const double least = logarithmic ? std::log10(range.least) : range.least,
                     most = logarithmic ? std::log10(range.most) : range.most;
        const double share = ((logarithmic ? std::log10(value) : value) - least) / (most - least);
        return static_cast<float>(std::clamp(is_magnitude ? 1 - share : share, 0.0, 1.0));
    }
    Rgb color(float place) const {
        if (std::isnan(place)) return no_value;
        return srgb_from_linear(table.at(place));
    }
};

// Returns the number below which a share of the numbers lies.
double percentile(std::vector<double> numbers, double share) {
    const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(numbers.size() - 1));
    std::ranges::nth_element(numbers, numbers.begin() + at);
    return numbers[static_cast<std::size_t>(at)];
}

PictureColors colors_of(const SkyMap& map, MapQuantity quantity) {
    constexpr double outliers = 0.01, decades = 5, magnitudes = 2.5 * decades;
    PictureColors colors;
    colors.is_diverging =
        quantity == MapQuantity::velocity || quantity == MapQuantity::h3 || quantity == MapQuantity::h4;
    if (colors.is_diverging) colors.table = velocity_table();
    colors.is_magnitude = quantity == MapQuantity::brightness;
    colors.logarithmic = !is_mean(quantity) && !colors.is_magnitude;
    std::vector<double> numbers;
    for (const double value : map.values)
        if (std::isfinite(value) && (!colors.logarithmic || value > 0)) numbers.push_back(value);
    if (numbers.empty()) return colors;
    const auto [least, most] = std::ranges::minmax(numbers);
    if (colors.logarithmic) {
        colors.range = {std::max(least, most * std::pow(10, -decades)), most};
    } else if (colors.is_magnitude) {
        colors.range = {least, std::min(most, least + magnitudes)};
    } else {
        colors.range = {percentile(numbers, outliers), percentile(numbers, 1 - outliers)};
        const double largest = std::max(std::abs(colors.range.least), std::abs(colors.range.most));
        if (colors.is_diverging) colors.range = {-largest, largest};
    }
    if (!(colors.range.least < colors.range.most))
        colors.range = colors.logarithmic ? Range{least / 2, 2 * least} : Range{least - 1, least + 1};
    return colors;
}

std::string title_of(const ObservedMap& observed, const MapCommandOptions& options) {
    std::string title{name_of(options.quantity)}, unit{unit_of(options.quantity)};
    std::ranges::replace(title, '-', ' ');
    if (observed.request.band) title += fmt::format(" in {}", name_of(*observed.request.band));
    if (unit.empty()) return title;
    if (const std::size_t power = unit.find(" s-1"); power != std::string::npos) unit.replace(power, 4, "/s");
    return title + ", " + unit;
}

// The parts of the picture, in pixels.
struct MapLayout {
    int scale;          // pixels of the picture for each pixel of the map
    int left, top;      // corner of the map
    int width, height;  // of the map
    int bar_left;
    int full_width, full_height;
};

MapLayout layout_of(const MapGrid& grid) {
    constexpr std::size_t least_edge = 700;
    MapLayout layout{};
    layout.scale = static_cast<int>(std::max<std::size_t>(1, least_edge / std::max(grid.columns, grid.rows)));
    layout.left = margin + left_room, layout.top = margin + 2 * line_room;
    layout.width = layout.scale * static_cast<int>(grid.columns);
    layout.height = layout.scale * static_cast<int>(grid.rows);
    layout.bar_left = layout.left + layout.width + bar_gap;
    layout.full_width = layout.bar_left + bar_width + bar_room + margin;
    layout.full_height = layout.top + layout.height + 2 * line_room + margin;
    return layout;
}

// The places of the map's numbers in the color bar, for contours.
class PlaceField {
  public:
    PlaceField(const SkyMap& map, const PictureColors& colors) : columns_{map.grid.columns}, rows_{map.grid.rows} {
        for (const double value : map.values) places_.push_back(colors.place(value));
    }
    float at(std::size_t column, std::size_t row) const { return places_[row * columns_ + column]; }
    // Returns the place at fractional pixels by bilinear interpolation; NaN beside pixels without a value.
    float between(double x, double y) const {
        const auto split = [](double place, std::size_t count) {
            const double inside = std::clamp(place, 0.0, static_cast<double>(count - 1));
            const auto below = static_cast<std::size_t>(inside);
            return std::pair{below, static_cast<float>(inside - static_cast<double>(below))};
        };
        const auto [column, right] = split(x, columns_);
        const auto [row, up] = split(y, rows_);
        const std::size_t next_column = std::min(column + 1, columns_ - 1), next_row = std::min(row + 1, rows_ - 1);
        return std::lerp(std::lerp(at(column, row), at(next_column, row), right),
                         std::lerp(at(column, next_row), at(next_column, next_row), right), up);
    }

  private:
    std::size_t columns_, rows_;
    std::vector<float> places_;
};

void set_pixel(Image& picture, int x, int y, const Rgb& color) {
    const std::size_t at =
        4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(x));
    for (int i = 0; i < 3; ++i)
        picture.rgba[at + static_cast<std::size_t>(i)] =
            static_cast<std::uint8_t>(std::lround(255 * std::clamp(color[i], 0.0f, 1.0f)));
}

// Paints the pixels of the map, with contours at the places `levels` where the map is smooth enough for lines
// and has no gaps.
void paint_map(Image& picture, const SkyMap& map, const PictureColors& colors, const std::vector<float>& levels,
               const MapLayout& layout) {
    const PlaceField field{map, colors};
    const Rgb line = colors.is_diverging ? Rgb{0.1f} : Rgb{1};
    const float step = levels.size() > 1 ? std::abs(levels[1] - levels[0]) : 1;
    const double each = 1.0 / layout.scale;
    for (int y = 0; y < layout.height; ++y)
        for (int x = 0; x < layout.width; ++x) {
            const int up = layout.height - 1 - y;
            Rgb color = colors.color(
                field.at(static_cast<std::size_t>(x / layout.scale), static_cast<std::size_t>(up / layout.scale)));
            const auto at = [&](double right, double higher) {
                return field.between((x + 0.5 + right) * each - 0.5, (up + 0.5 + higher) * each - 0.5);
            };
            const float here = at(0, 0), slope = std::hypot(at(0.5, 0) - at(-0.5, 0), at(0, 0.5) - at(0, -0.5));
            const bool is_inside = std::isfinite(at(layout.scale, layout.scale) + at(-layout.scale, -layout.scale) +
                                                 at(layout.scale, -layout.scale) + at(-layout.scale, layout.scale));
            // A pixel belongs to a line less than half a pixel away.
            const bool is_line = is_inside && std::ranges::any_of(levels, [&](float level) {
                                     return std::abs(here - level) < 0.5f * slope && slope < 0.2f * step;
                                 });
            if (is_line) color = glm::mix(color, line, 0.7f);
            set_pixel(picture, layout.left + x, layout.top + y, color);
        }
}

void paint_bar(Image& picture, const PictureColors& colors, const MapLayout& layout) {
    for (int y = 0; y < layout.height; ++y)
        for (int x = 0; x < bar_width; ++x)
            set_pixel(picture, layout.bar_left + x, layout.top + y,
                      colors.color(1 - (static_cast<float>(y) + 0.5f) / static_cast<float>(layout.height)));
}

// Draws a tick on one side of an axis, with its number.
enum class TickSide { below, left, right };
void draw_tick(ImDrawList& list, float x, float y, TickSide side, const std::string& text) {
    const float width = width_of(text), half_line = ImGui::GetFontSize() / 2;
    if (side == TickSide::below) {
        list.AddLine({x, y}, {x, y + tick_length}, ink);
        list.AddText({std::round(x - width / 2), y + tick_length + 2}, ink, text.c_str());
        return;
    }
    const float sign = side == TickSide::left ? -1.0f : 1.0f;
    list.AddLine({x, y}, {x + sign * tick_length, y}, ink);
    list.AddText({std::round(side == TickSide::left ? x - tick_length - 3 - width : x + tick_length + 3),
                  std::round(y - half_line)},
                 ink, text.c_str());
}

// Draws axes, numbers and titles around the map and the color bar.
void draw_frame(ImDrawList& list, const ObservedMap& observed, const MapCommandOptions& options,
                const MapLayout& layout, const std::vector<Tick>& bar_ticks, const PictureColors& colors) {
    const MapGrid& grid = observed.map.grid;
    const bool in_arcseconds = options.telescope.instrument != nullptr;
    const double unit = in_arcseconds ? observed.arcseconds_per_length : kpc_per_length;
    const auto left = static_cast<float>(layout.left), top = static_cast<float>(layout.top),
               right = left + static_cast<float>(layout.width), bottom = top + static_cast<float>(layout.height),
               bar = static_cast<float>(layout.bar_left);
    list.AddRect({left - 1, top - 1}, {right + 1, bottom + 1}, ink);
    list.AddRect({bar - 1, top - 1}, {bar + bar_width + 1, bottom + 1}, ink);
    constexpr double wanted = 6;  // ticks along an axis
    for (const bool is_x : {true, false}) {
        const double half = (is_x ? grid.width : grid.height) / 2 * unit;
        const PlotScale scale{{-half, half}, false, is_x ? left : bottom, is_x ? right : top};
        const double shorter = std::min(1.0, double(is_x ? layout.width : layout.height) / 500);
        for (const Tick& tick : scale.ticks(std::max(2.0, wanted * shorter)))
            if (is_x)
                draw_tick(list, scale.pixel(tick.value), bottom, TickSide::below, tick.text);
            else
                draw_tick(list, left, scale.pixel(tick.value), TickSide::left, tick.text);
    }
    const char* const name = in_arcseconds ? "arcsec" : "kpc";
    list.AddText({right - width_of(name), bottom + line_room}, ink, name);
    list.AddText({margin, top - line_room}, ink, name);
    for (const Tick& tick : bar_ticks)
        draw_tick(list, bar + bar_width, bottom - colors.place(tick.value) * (bottom - top), TickSide::right,
                  tick.text);
    const std::string bar_title = title_of(observed, options);
    list.AddText({bar + bar_width + bar_room - width_of(bar_title), top - line_room}, ink, bar_title.c_str());
    const std::string object = options.galaxy.value_or(options.scene.source),
                      title = fmt::format("{}, {}", object, format_time(observed.time));
    list.AddText({margin, margin}, ink, title.c_str());
}

}  // namespace

void draw_map(const ObservedMap& observed, const MapCommandOptions& options) {
    const PictureColors colors = colors_of(observed.map, options.quantity);
    const MapLayout layout = layout_of(observed.map.grid);
    constexpr double wanted = 8;  // numbers of the color bar
    const std::vector<Tick> bar_ticks = PlotScale{colors.range, colors.logarithmic, 0, 1}.ticks(wanted);
    OffscreenTarget target{layout.full_width, layout.full_height};
    HeadlessUi ui{text_height / text_pixels};
    draw_frame(ui.begin(target.width(), target.height()), observed, options, layout, bar_ticks, colors);
    target.bind();
    glClearColor(paper.r, paper.g, paper.b, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ui.end();
    Image picture = target.read();
    std::vector<float> levels;  // of contours, which noise would tear
    for (const Tick& tick : observed.request.exposure ? std::vector<Tick>{} : bar_ticks)
        levels.push_back(colors.place(tick.value));
    paint_map(picture, observed.map, colors, levels, layout);
    paint_bar(picture, colors, layout);
    write_picture(options.output, picture);
}

}  // namespace milkomeda
