#include "app/bench/chart.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>

#include "app/output/picture_file.hpp"
#include "data/text/round_number.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {
namespace {

constexpr float width = 1000, height = 480;                     // of one chart, pixels
constexpr float left = 80, right = 220, top = 40, bottom = 50;  // margins; the legend is on the right
constexpr ImU32 ink = IM_COL32(30, 30, 30, 255), faint = IM_COL32(220, 220, 220, 255),
                grey = IM_COL32(140, 140, 140, 255);

// Colours that people with any colour vision tell apart (Okabe and Ito 2008).
constexpr std::array<ImU32, 10> colors{IM_COL32(0, 114, 178, 255),   IM_COL32(230, 159, 0, 255),
                                       IM_COL32(0, 158, 115, 255),   IM_COL32(213, 94, 0, 255),
                                       IM_COL32(204, 121, 167, 255), IM_COL32(86, 180, 233, 255),
                                       IM_COL32(120, 110, 0, 255),   IM_COL32(0, 0, 0, 255),
                                       IM_COL32(150, 0, 60, 255),    IM_COL32(130, 90, 220, 255)};

// One axis: from values to pixels, and where its ticks are.
class Axis {
  public:
    Axis(bool logarithmic, float from, float to) : logarithmic_{logarithmic}, from_{from}, to_{to} {}
    void include(double value) {
        if (!std::isfinite(value) || (logarithmic_ && value <= 0)) return;
        least_ = std::min(least_, value);
        most_ = std::max(most_, value);
    }
    void settle() {
        if (least_ > most_) least_ = 1, most_ = 2;
        if (!logarithmic_) least_ = std::min(0.0, least_);
        if (logarithmic_)
            least_ /= 1.2, most_ *= 1.2;
        else
            most_ += 0.05 * (most_ - least_) + 1e-30;
    }
    float pixel(double value) const {
        const double share = logarithmic_ ? std::log(value / least_) / std::log(most_ / least_)
                                          : (value - least_) / (most_ - least_);
        return from_ + static_cast<float>(share) * (to_ - from_);
    }
    std::vector<double> ticks() const {
        std::vector<double> list;
        if (logarithmic_) {
            for (double decade = power_of_ten_below(least_); decade < most_; decade *= 10)
                for (const double digit : round_digits)
                    if (digit * decade >= least_ && digit * decade <= most_) list.push_back(digit * decade);
            return list;
        }
        constexpr double wanted = 6;
        const double step = round_number_above((most_ - least_) / wanted);
        for (double tick = std::ceil(least_ / step) * step; tick <= most_; tick += step) list.push_back(tick);
        return list;
    }

  private:
    bool logarithmic_;
    float from_, to_;
    double least_ = std::numeric_limits<double>::infinity(), most_ = -least_;
};

std::string tick_label(double value) {
    char text[32];
    if (value >= 1000 && value < 1e7)
        std::snprintf(text, sizeof text, "%.0f", value);
    else
        std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

void draw(const Chart& chart, ImDrawList& list, float y0) {
    Axis x{chart.logarithmic_x, left, width - right}, y{chart.logarithmic_y, y0 + height - bottom, y0 + top};
    for (const ChartSeries& series : chart.series)
        for (const ChartPoint& point : series.points) x.include(point.x), y.include(point.y);
    x.settle();
    y.settle();

    const float bottom_edge = y0 + height - bottom, right_edge = width - right;
    for (const double tick : chart.x_ticks.empty() ? x.ticks() : chart.x_ticks) {
        const float at = x.pixel(tick);
        list.AddLine({at, y0 + top}, {at, bottom_edge}, faint);
        const std::string label = tick_label(tick);
        list.AddText({at - ImGui::CalcTextSize(label.c_str()).x / 2, bottom_edge + 6}, ink, label.c_str());
    }
    for (const double tick : y.ticks()) {
        const float at = y.pixel(tick);
        list.AddLine({left, at}, {right_edge, at}, faint);
        const std::string label = tick_label(tick);
        const ImVec2 size = ImGui::CalcTextSize(label.c_str());
        list.AddText({left - 8 - size.x, at - size.y / 2}, ink, label.c_str());
    }
    list.AddRect({left, y0 + top}, {right_edge, bottom_edge}, ink);
    list.AddText({left, y0 + 14}, ink, chart.title.c_str());
    list.AddText({left + 8, y0 + top + 6}, ink, chart.y_label.c_str());
    const float label_width = ImGui::CalcTextSize(chart.x_label.c_str()).x;
    list.AddText({(left + right_edge - label_width) / 2, bottom_edge + 26}, ink, chart.x_label.c_str());

    for (std::size_t s = 0; s < chart.series.size(); ++s) {
        const ChartSeries& series = chart.series[s];
        const ImU32 color = series.grey ? grey : colors[series.color % colors.size()];
        std::vector<ImVec2> line;
        for (const ChartPoint& point : series.points)
            if (std::isfinite(point.y)) line.emplace_back(x.pixel(point.x), y.pixel(point.y));
        list.AddPolyline(line.data(), static_cast<int>(line.size()), color, 0, 2);
        for (const ImVec2& point : line)
            if (series.dots) list.AddCircleFilled(point, 3.5f, color);
        const float row = y0 + top + 18 * static_cast<float>(s);
        list.AddLine({right_edge + 12, row + 8}, {right_edge + 34, row + 8}, color, 3);
        list.AddText({right_edge + 40, row + 1}, ink, series.name.c_str());
    }
}

}  // namespace

void draw_charts(const std::vector<Chart>& charts, const std::filesystem::path& file) {
    const float full_height = height * static_cast<float>(charts.size());
    OffscreenTarget target{static_cast<int>(width), static_cast<int>(full_height)};
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {width, full_height};
    if (!ImGui_ImplOpenGL3_Init("#version 330 core")) throw std::runtime_error("charts need OpenGL 3.3");
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    for (std::size_t i = 0; i < charts.size(); ++i)
        draw(charts[i], *ImGui::GetForegroundDrawList(), height * static_cast<float>(i));
    ImGui::Render();

    target.bind();
    glClearColor(1, 1, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    write_picture(file, target.read());
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

}  // namespace milkomeda
