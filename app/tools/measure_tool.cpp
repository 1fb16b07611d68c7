#include "app/tools/measure_tool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "data/base/clock.hpp"
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

// least distance between neighboring points of a lasso, in screen coordinates
constexpr float lasso_step = 6;

}  // namespace

double angle_of(const std::vector<glm::vec3>& points) {
    const glm::dvec3 a = points[0] - points[1], b = points[2] - points[1];
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)) * 180 / std::numbers::pi;
}

double arcseconds(double length, double megaparsecs) {
    constexpr double per_radian = 3600 * 180 / std::numbers::pi, kpc_per_mpc = 1000;
    return per_radian * std::atan(kpc_per_length * length / (kpc_per_mpc * megaparsecs));
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
    discard();
    holds_ = drags_ = is_due_ = false;
}

// Discards the measured bodies. A measurement in progress ends by itself; waiting for it would delay the window.
void MeasureTool::discard() {
    region_.reset();
    rows_ = {};
    asked_ = {};
    is_found_discarded_ = found_.valid();
}

bool MeasureTool::is_complete() const {
    if (kind_ == MeasureKind::lasso) return points_.size() >= 3 && !holds_;
    return is_on() && points_.size() == points_needed();
}

Input MeasureTool::take(const Input& input, const View& view, const glm::vec3& target) {
    if (!is_on()) return input;
    if (input.left_pressed) {
        const auto place = world_at(view, *input.left_pressed, target);
        if (!place) throw UsageError("nothing can be measured in a map of the sky: press o to change the projection");
        if (is_complete() || kind_ == MeasureKind::lasso) forget();
        points_.push_back(*place);
        pressed_at_ = *input.left_pressed;
        holds_ = true;
    }
    if (!holds_) return input;
    if (kind_ == MeasureKind::lasso) {
        const auto place = world_at(view, input.pointer, target);
        if (place && glm::distance(input.pointer, pressed_at_) >= lasso_step) {
            points_.push_back(*place);
            pressed_at_ = input.pointer;
        }
        holds_ = input.left_held;
        if (!holds_ && points_.size() < 3) forget();  // a click without a drag
        return input.without_left_drag();
    }
    if (glm::distance(input.pointer, pressed_at_) > longest_click && !std::exchange(drags_, true) && !is_complete())
        points_.push_back(points_.back());
    if (const auto place = world_at(view, input.pointer, target); place && drags_) points_.back() = *place;
    if (!input.left_held) holds_ = drags_ = false;
    return input.without_left_drag();
}

void MeasureTool::advance(LoadedScene& loaded, const View& view, double seconds) {
    kept.advance(loaded);
    if (setup_ != loaded.held_initial()) {  // the rows of the former setup belong to other bodies
        discard();
        setup_ = loaded.held_initial();
    }
    if (is_ready(found_)) {
        MeasuredRegion found = found_.get();
        constexpr double most_share = 0.1;
        pause_ = std::max(pause_, found.seconds / most_share);
        if (!std::exchange(is_found_discarded_, false)) region_ = std::move(found);
    }
    if (!has_region(kind_) || !is_complete()) return;
    pause_ -= seconds;
    if (is_ready(rows_)) measure(loaded, view);
    const State now{points_,
                    slit_width,
                    view.view_from_world,
                    view.clip_from_view,
                    loaded.initial().shown,
                    loaded.moment().time,
                    loaded.moment().row_changes};
    is_due_ = now != asked_;
    if (!is_due_ || rows_.valid() || found_.valid() || pause_ > 0) return;
    rows_ = loaded.rows().all_rows();
    time_offset_ = loaded.rows().time_offset();
    asked_ = now;
    pause_ = seconds_between_reads;
}

PictureRegion MeasureTool::region_of(const std::vector<glm::vec2>& pixels) const {
    using Shape = PictureRegion::Shape;
    if (kind_ == MeasureKind::lasso) return {Shape::outline, pixels};
    if (kind_ == MeasureKind::aperture) return {Shape::circle, pixels};
    const auto length = static_cast<double>(glm::distance(points_[0], points_[1]));
    const double pixels_per_unit = glm::distance(pixels[0], pixels[1]) / length;
    return {Shape::band, pixels, static_cast<float>(slit_width * pixels_per_unit)};
}

// Measures the bodies of the rows that have been read, in a thread.
void MeasureTool::measure(const LoadedScene& loaded, const View& view) try {
    ParticleRows rows = rows_.get();
    const ParticleSet& bodies = loaded.initial().particles;
    std::vector<glm::vec2> pixels;
    for (const glm::vec3& point : points_)
        if (const auto pixel = pixel_of(view, point)) pixels.push_back(*pixel);
    const double length = glm::distance(points_[0], points_[1]);
    if (pixels.size() < points_.size() || rows.positions.size() != bodies.size() || !(length > 0))
        return region_.reset();
    found_ = in_background([region = region_of(pixels), view, rows = std::move(rows), offset = time_offset_,
                            setup = setup_, shown = loaded.initial().shown, length] {
        const Clock::time_point start = Clock::now();
        const std::vector<Component>& components = setup->particles.components;
        MeasuredRegion found{setup, content_of(region, view, {rows, offset, components, shown}), {}, {}};
        for (const RegionOrigin& origin : found.content.origins) {
            Component names = components[origin.component];
            if (origin.young_stars) names.name = young_stars_name;
            found.origins.push_back(title_of(names));
        }
        if (region.shape == PictureRegion::Shape::band)
            found.slit = slit_diagram(found.content, length, glm::distance(region.points[0], region.points[1]));
        found.seconds = seconds_since(start);
        return found;
    });
} catch (const std::future_error&) {  // the run was replaced while its rows were read
    region_.reset();
}

std::vector<std::string> MeasureTool::lines() const {
    if (!is_complete()) return {};
    if (kind_ == MeasureKind::angle) return {fmt::format("Angle: {:.1f}°", angle_of(points_))};
    const std::string length = length_words(glm::distance(points_[0], points_[1]), megaparsecs);
    if (kind_ == MeasureKind::ruler) return {"Length: " + length};
    std::vector<std::string> lines;
    if (kind_ != MeasureKind::lasso) lines.push_back((kind_ == MeasureKind::slit ? "Length: " : "Radius: ") + length);
    if (!region_) return lines;
    const RegionContent& found = region_->content;
    if (found.bodies == 0) {
        lines.push_back(kind_ == MeasureKind::aperture ? "No shown body is inside the circle"
                                                       : "No shown body is inside the region");
        return lines;
    }
    lines.push_back(
        fmt::format("Bodies: {}, mass: {:.3g} M☉", count_text(found.bodies), solar_masses_per_mass * found.mass));
    lines.push_back(fmt::format("Median velocity along the line of sight: {:+.0f} km/s, dispersion {:.0f} km/s",
                                km_s_per_velocity * found.median_velocity,
                                km_s_per_velocity * found.velocity_dispersion));
    return lines;
}

std::vector<std::string> MeasureTool::origin_lines() const {
    std::vector<std::string> lines;
    if (!is_complete() || !region_) return lines;
    const RegionContent& found = region_->content;
    for (std::size_t i = 0; i < found.origins.size(); ++i)
        lines.push_back(fmt::format("{}: {} bodies, {:.1f} % of the mass", region_->origins[i],
                                    count_text(found.origins[i].bodies), 100 * found.origins[i].mass / found.mass));
    return lines;
}

}  // namespace milkomeda
