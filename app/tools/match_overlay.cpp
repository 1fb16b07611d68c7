#include "app/tools/match_overlay.hpp"

#include <algorithm>
#include <cmath>

#include "data/base/parallel.hpp"
#include "data/base/units.hpp"
#include "data/encounter/encounter_parameters.hpp"
#include "data/match/grid_image.hpp"
#include "data/particles/young_stars.hpp"
#include "render/camera/stereo_views.hpp"

namespace milkomeda {
namespace {

constexpr double blink_interval = 0.7;  // seconds

constexpr glm::vec4 picture_color{0.35f, 0.75f, 1, 0.9f}, model_color{1, 0.6f, 0.3f, 0.9f};

std::vector<Contour> lines_at(const std::vector<float>& cells, float height) {
    return contours_at({grid_edge, grid_edge, cells}, height);
}

}  // namespace

MatchContours contours_of_picture(const MatchTarget& target) {
    const std::vector<float> cells(target.image.begin(), target.image.end());
    MatchContours contours;
    for (const float gray : contour_grays) contours.levels.push_back({gray, lines_at(cells, gray)});
    return contours;
}

std::vector<double> mass_in_cells(const ShownMass& bodies, const MatchFrame& frame, const PicturePlacement& placement) {
    std::vector<double> mass(grid_cells);
    for (std::size_t c = 0; c < bodies.components.size(); ++c) {
        const Component& component = bodies.components[c];
        if (component.perturber || !bodies.shown[c].any()) continue;
        for (std::size_t i = component.first; i < component.first + component.count; ++i) {
            const glm::vec4& row = bodies.rows.positions[i];
            const glm::vec4& velocity = bodies.rows.velocities[i];
            const bool is_young = is_young_star(velocity);
            if (!bodies.shown[c].shows(is_young)) continue;
            const glm::dvec3 place = glm::dvec3{row} + static_cast<double>(bodies.time_offset) * glm::dvec3{velocity};
            const glm::dvec2 cell = glm::floor((placement.pixel(place) - frame.corner) / frame.cell);
            constexpr auto edge = static_cast<double>(grid_edge);
            if (cell.x >= 0 && cell.y >= 0 && cell.x < edge && cell.y < edge)
                mass[static_cast<std::size_t>(cell.y) * grid_edge + static_cast<std::size_t>(cell.x)] +=
                    static_cast<double>(row.w);
        }
    }
    smooth(mass, grid_edge, 1);
    return mass;
}

MatchContours contours_of_model(const std::vector<double>& mass, const MatchTarget& target) {
    const double most = std::ranges::max(mass);
    MatchContours contours;
    if (!(most > 0)) return contours;
    std::vector<float> cells;
    for (const double value : mass) cells.push_back(static_cast<float>(value / most));
    std::vector<float> sorted = cells;
    std::ranges::sort(sorted, std::greater{});
    for (const float gray : contour_grays) {
        const auto count = static_cast<std::size_t>(
            std::ranges::count_if(target.image, [gray](double value) { return value > static_cast<double>(gray); }));
        // The contour lies between the last cell inside and the first cell outside.
        const float height = count == 0 || count == grid_cells ? 0 : (sorted[count - 1] + sorted[count]) / 2;
        contours.levels.push_back({gray, height > 0 ? lines_at(cells, height) : std::vector<Contour>{}});
    }
    return contours;
}

bool MatchOverlay::shows_picture() const {
    return holds_picture || !look.blinks || std::fmod(blink_seconds_, 2 * blink_interval) < blink_interval;
}

void MatchOverlay::draw(const MatchPicture& picture, const PicturePlacement& placement, const Camera& camera,
                        const Look& view, const glm::ivec2& pixels) {
    if (!shows_picture()) return;
    if (!renderer_) renderer_.emplace(assets_.reader());
    const bool is_cleaned = look.is_cleaned && !picture.prepared().cleaned.values.empty();
    const GrayPicture& shown = is_cleaned ? picture.prepared().cleaned : picture.picture();
    if (uploaded_ != shown.values.data())
        renderer_->set(shown.values, static_cast<int>(shown.columns), static_cast<int>(shown.rows));
    uploaded_ = shown.values.data();
    const glm::vec3 corner = placement.world({0, 0});
    const PicturePlane plane{corner, placement.world({picture.size().x, 0}) - corner,
                             placement.world({0, picture.size().y}) - corner};
    // Blinking and the key show the picture alone.
    const PictureStyle alone{PictureBlend::over, 1};
    for (const StereoView& eye : stereo_views(camera, view, pixels.x, pixels.y)) {
        glViewport(eye.corner.x, eye.corner.y, static_cast<GLsizei>(eye.view.width),
                   static_cast<GLsizei>(eye.view.height));
        renderer_->draw(eye.view, eye.corner, plane, holds_picture || look.blinks ? alone : look.style);
    }
    glViewport(0, 0, pixels.x, pixels.y);
}

void MatchOverlay::draw_contours(const OverlayPainter& painter, const MatchPicture& picture,
                                 const PicturePlacement& placement) const {
    if (!picture.prepared().target) return;
    const MatchFrame& frame = picture.prepared().target->frame;
    const auto draw = [&](const MatchContours& contours, const glm::vec4& color) {
        for (const MatchContours::Level& level : contours.levels)
            for (const Contour& line : level.lines)
                for (std::size_t i = 0; i + 1 < line.size(); ++i) {
                    const auto place = [&](const ContourPoint& point) {
                        constexpr double center = 0.5;
                        return placement.world(frame.corner + frame.cell * (glm::dvec2{point.x, point.y} + center));
                    };
                    painter.world_line(place(line[i]), place(line[i + 1]), color, 1.2f);
                }
    };
    if (look.picture_contours && of_picture_) draw(*of_picture_, picture_color);
    if (look.model_contours && of_model_) draw(*of_model_, model_color);
}

void MatchOverlay::advance(const MatchPicture& picture, const PicturePlacement& placement, LoadedScene& loaded,
                           bool has_news, double seconds) {
    blink_seconds_ = look.blinks ? blink_seconds_ + seconds : 0;
    if (has_news) {
        uploaded_ = nullptr;
        of_picture_.reset(), of_model_.reset();
        asked_ = {};
        if (const auto& target = picture.prepared().target) of_picture_ = contours_of_picture(*target);
    }
    advance_model(picture, placement, loaded, seconds);
}

void MatchOverlay::advance_model(const MatchPicture& picture, const PicturePlacement& placement, LoadedScene& loaded,
                                 double seconds) try {
    if (setup_ != loaded.held_initial()) {  // the rows of the former setup belong to other bodies
        setup_ = loaded.held_initial();
        rows_ = {};
        asked_ = {};
        of_model_.reset();
    }
    if (is_ready(found_)) of_model_ = found_.get();
    const auto& target = picture.prepared().target;
    pause_ -= seconds;
    if (!look.model_contours || !target) {
        is_due_ = false;
        return;
    }
    if (is_ready(rows_))
        found_ = in_background([rows = rows_.get(), offset = time_offset_, setup = setup_, target = *target, placement,
                                shown = loaded.initial().shown] {
            return contours_of_model(
                mass_in_cells({rows, offset, setup->particles.components, shown}, target.frame, placement), target);
        });
    const State now{loaded.moment().time,
                    loaded.moment().row_changes,
                    loaded.initial().shown,
                    {placement.origin.x, placement.origin.y, placement.pixels_per_length.real(),
                     placement.pixels_per_length.imag()}};
    is_due_ = now != asked_;
    if (!is_due_ || rows_.valid() || found_.valid() || pause_ > 0) return;
    constexpr double seconds_between_reads = 0.25;
    rows_ = loaded.rows().all_rows();
    time_offset_ = loaded.rows().time_offset();
    asked_ = now;
    pause_ = seconds_between_reads;
} catch (const std::future_error&) {  // the run was replaced while its rows were read
    rows_ = {};
}

void MatchOverlay::forget() {
    uploaded_ = nullptr;
    of_picture_.reset(), of_model_.reset();
    rows_ = {};
    asked_ = {};
}

}  // namespace milkomeda
