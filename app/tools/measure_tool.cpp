#include "app/tools/measure_tool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "data/base/parallel.hpp"
#include "data/base/units.hpp"
#include "data/particles/young_stars.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// largest distance between press and release of the button in a click, in screen coordinates
constexpr float longest_click = 4;
constexpr double seconds_between_reads = 0.25;

std::string length_words(double length, double megaparsecs) {
    constexpr int digits = 3;
    return fmt::format("{} kpc, {} arcsec", rounded_number(kpc_per_length * length, digits),
                       rounded_number(arcseconds(length, megaparsecs), digits));
}

// Returns the median of the numbers, which must not be empty.
double median(std::vector<double>& numbers) {
    const auto middle = numbers.begin() + std::ssize(numbers) / 2;
    std::ranges::nth_element(numbers, middle);
    return *middle;
}

double deviation(const std::vector<double>& numbers) {
    double sum = 0, squares = 0;
    for (const double number : numbers) sum += number;
    const auto count = static_cast<double>(numbers.size());
    for (const double number : numbers) squares += (number - sum / count) * (number - sum / count);
    return std::sqrt(squares / count);
}

}  // namespace

double angle_of(const std::vector<glm::vec3>& points) {
    const glm::dvec3 a = points[0] - points[1], b = points[2] - points[1];
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)) * 180 / std::numbers::pi;
}

double arcseconds(double length, double megaparsecs) {
    constexpr double per_radian = 3600 * 180 / std::numbers::pi, kpc_per_mpc = 1000;
    return per_radian * std::atan(kpc_per_length * length / (kpc_per_mpc * megaparsecs));
}

ApertureContent content_of(const Aperture& aperture, const View& view, const ParticleRows& rows, float time_offset,
                           const std::vector<Component>& components, const std::vector<ShownBodies>& shown) {
    const glm::mat4 world_from_view = glm::inverse(view.view_from_world);
    const glm::vec3 eye{world_from_view[3]}, forward = -glm::vec3{world_from_view[2]};
    ApertureContent content;
    std::vector<double> velocities;
    for (std::size_t c = 0; c < components.size(); ++c) {
        const std::size_t end = std::min(components[c].first + components[c].count, rows.positions.size());
        for (std::size_t i = components[c].first; i < end; ++i) {
            if (!shown[c].shows(is_young_star(rows.velocities[i]))) continue;
            const glm::vec3 velocity{rows.velocities[i]}, place = glm::vec3{rows.positions[i]} + time_offset * velocity;
            const auto pixel = pixel_of(view, place);
            if (!pixel || glm::distance(*pixel, aperture.center) > aperture.radius) continue;
            const bool is_parallel = view.projection == Projection::orthographic;
            velocities.push_back(glm::dot(velocity, is_parallel ? forward : glm::normalize(place - eye)));
            content.mass += rows.positions[i].w;
        }
    }
    content.bodies = velocities.size();
    if (velocities.empty()) return content;
    content.velocity_dispersion = deviation(velocities);
    content.median_velocity = median(velocities);
    return content;
}

void MeasureTool::choose(MeasureKind kind) {
    if (kind == kind_) return;
    forget();
    kind_ = kind;
    if (is_on()) last_kind_ = kind;
}

bool MeasureTool::cancel() {
    const bool has_points = !points_.empty();
    forget();
    return has_points || std::exchange(kind_, MeasureKind::none) != MeasureKind::none;
}

void MeasureTool::forget() {
    points_.clear();
    content_.reset();
    rows_ = {};
    asked_ = {};
    holds_ = drags_ = is_due_ = false;
}

bool MeasureTool::is_complete() const { return is_on() && points_.size() == points_needed(); }

Input MeasureTool::take(const Input& input, const View& view, const glm::vec3& target) {
    if (!is_on()) return input;
    if (input.left_pressed) {
        const auto place = world_at(view, *input.left_pressed, target);
        if (!place) throw UsageError("nothing can be measured in a map of the sky: press o to change the projection");
        if (is_complete()) forget();
        points_.push_back(*place);
        pressed_at_ = *input.left_pressed;
        holds_ = true;
    }
    if (!holds_) return input;
    if (glm::distance(input.pointer, pressed_at_) > longest_click && !std::exchange(drags_, true) && !is_complete())
        points_.push_back(points_.back());
    if (const auto place = world_at(view, input.pointer, target); place && drags_) points_.back() = *place;
    if (!input.left_held) holds_ = drags_ = false;
    return input.without_left_drag();
}

void MeasureTool::advance(LoadedScene& loaded, const View& view, double seconds) {
    if (kind_ != MeasureKind::aperture || !is_complete()) return;
    pause_ -= seconds;
    if (is_ready(rows_)) measure(loaded, view);
    const State now{points_,
                    view.view_from_world,
                    view.clip_from_view,
                    loaded.initial().shown,
                    loaded.moment().time,
                    loaded.moment().row_changes};
    is_due_ = now != asked_;
    if (!is_due_ || rows_.valid() || pause_ > 0) return;
    rows_ = loaded.rows().all_rows();
    time_offset_ = loaded.rows().time_offset();
    asked_ = now;
    pause_ = seconds_between_reads;
}

// Measures the bodies of the rows that have been read.
void MeasureTool::measure(const LoadedScene& loaded, const View& view) try {
    const ParticleRows rows = rows_.get();
    const ParticleSet& bodies = loaded.initial().particles;
    const auto center = pixel_of(view, points_[0]), edge = pixel_of(view, points_[1]);
    if (!center || !edge || rows.positions.size() != bodies.size()) return content_.reset();
    content_ = content_of({*center, glm::distance(*center, *edge)}, view, rows, time_offset_, bodies.components,
                          loaded.initial().shown);
} catch (const std::future_error&) {  // the run was replaced while its rows were read
    content_.reset();
}

std::vector<std::string> MeasureTool::lines() const {
    if (!is_complete()) return {};
    if (kind_ == MeasureKind::angle) return {fmt::format("Angle: {:.1f}°", angle_of(points_))};
    const std::string length = length_words(glm::distance(points_[0], points_[1]), megaparsecs);
    if (kind_ == MeasureKind::ruler) return {"Length: " + length};
    std::vector<std::string> lines{"Radius: " + length};
    if (!content_) return lines;
    if (content_->bodies == 0) {
        lines.emplace_back("No shown body is inside the circle");
        return lines;
    }
    lines.push_back(fmt::format("Bodies: {}, mass: {:.3g} M☉", count_text(content_->bodies),
                                solar_masses_per_mass * content_->mass));
    lines.push_back(fmt::format("Median velocity along the line of sight: {:+.0f} km/s, dispersion {:.0f} km/s",
                                km_s_per_velocity * content_->median_velocity,
                                km_s_per_velocity * content_->velocity_dispersion));
    return lines;
}

}  // namespace milkomeda
