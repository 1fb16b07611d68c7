#include "app/tools/match_tool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// largest distance between press and release of the button in a click, in screen coordinates
constexpr float longest_match_click = 4;
constexpr float handle_radius = 10;  // in which a press takes a handle, screen coordinates at interface scale 1

// Directions of the axes of an ellipse in pixels, which count downward.
glm::dvec2 major_direction(const ObservedGalaxy& galaxy) {
    const double angle = glm::radians(galaxy.position_angle);
    return {-std::sin(angle), -std::cos(angle)};
}

glm::dvec2 minor_direction(const ObservedGalaxy& galaxy) {
    const glm::dvec2 major = major_direction(galaxy);
    return {-major.y, major.x};
}

std::array<glm::dvec2, 3> handle_pixels(const ObservedGalaxy& galaxy) {
    return {galaxy.nucleus, galaxy.nucleus + galaxy.semi_major * major_direction(galaxy),
            galaxy.nucleus + galaxy.semi_minor * minor_direction(galaxy)};
}

constexpr double kpc_per_arcsecond(double megaparsecs) { return 1000 * megaparsecs * std::numbers::pi / (180 * 3600); }

constexpr glm::vec4 galaxy_color{0.5f, 1, 0.6f, 0.95f}, mask_color{1, 0.45f, 0.45f, 0.9f}, bar_color{1, 0.85f, 0.4f, 1};

}  // namespace

void set_kpc_per_pixel(PictureMarks& marks, double kpc) {
    if (!(kpc > 0)) throw std::invalid_argument("the scale of the picture must be larger than 0");
    PicturePlacement placement = placement_of(marks.pair, marks.is_mirrored);
    placement.pixels_per_length *= placement.kpc_per_pixel() / kpc;
    set_separation(marks.pair, placement);
}

void set_rotation(PictureMarks& marks, double degrees) {
    PicturePlacement placement = placement_of(marks.pair, marks.is_mirrored);
    placement.pixels_per_length = std::polar(std::abs(placement.pixels_per_length), glm::radians(degrees));
    set_separation(marks.pair, placement);
}

void set_mirrored(PictureMarks& marks, bool is_mirrored) {
    PicturePlacement placement = placement_of(marks.pair, marks.is_mirrored);
    placement.is_mirrored = marks.is_mirrored = is_mirrored;
    set_separation(marks.pair, placement);
}

void set_distance(PictureMarks& marks, double arcseconds_per_pixel, double megaparsecs) {
    marks.pair.arcseconds_per_pixel = arcseconds_per_pixel;
    marks.pair.distance = megaparsecs;
    if (arcseconds_per_pixel > 0 && megaparsecs > 0)
        set_kpc_per_pixel(marks, arcseconds_per_pixel * kpc_per_arcsecond(megaparsecs));
}

Camera sky_camera(const MatchPicture& picture, const PicturePlacement& placement, const FreeView& free) {
    constexpr float margin = 1.04f;
    const glm::dvec2 size = picture.size();
    Camera camera;
    camera.projection = Projection::orthographic;
    camera.target = placement.world(0.5 * size);
    const std::array corners{placement.world({0, 0}), placement.world({size.x, 0}), placement.world({0, size.y}),
                             placement.world(size)};
    camera.distance = std::clamp(margin * distance_to_show(camera, corners, free), nearest_distance, farthest_distance);
    return camera;
}

void MatchTool::choose(bool is_on) {
    is_on_ = is_on;
    finish();
    held_.reset(), new_circle_.reset();
    draws_bar_ = false;
    place();
}

bool MatchTool::cancel() {
    if (!is_on_) return false;
    if (bar_)
        bar_.reset();
    else
        choose(false);
    return true;
}

void MatchTool::open(const std::filesystem::path& file, const std::filesystem::path& pair_file) {
    open(std::make_shared<MatchPicture>(file, pair_file));
}

void MatchTool::open(std::shared_ptr<MatchPicture> picture) {
    close();
    picture_ = std::move(picture);
    is_on_ = true;
    place();
}

void MatchTool::read_pair(const std::filesystem::path& file) {
    finish();
    MatchEdit edit{"read a pair", picture_->marks(), {}, picture_};
    picture_->read_pair(file);
    edit.after = picture_->marks();
    finished_ = edit;
    place();
}

void MatchTool::close() {
    picture_.reset();
    overlay.forget();
    search.forget();
    gallery.note_change(search.state().models);
    overlay.look.blinks = false;
    held_.reset(), new_circle_.reset(), bar_.reset(), begun_.reset(), finished_.reset();
    draws_bar_ = false;
    origin_ = glm::vec3{0};
    handles_.clear();
}

// Adopts the place of the picture that follows from its marks.
void MatchTool::place() {
    if (picture_) placement_ = placement_of(picture_->marks().pair, picture_->marks().is_mirrored, origin_);
}

void MatchTool::place_at(const glm::vec3& origin) {
    origin_ = origin;
    place();
}

void MatchTool::edit(const std::string& name, const PictureMarks& marks) {
    continue_edit(name, marks);
    finish();
}

void MatchTool::continue_edit(const std::string& name, const PictureMarks& marks) {
    if (begun_ && begun_->name != name) finish();
    if (!begun_) begun_ = MatchEdit{name, picture_->marks(), {}, picture_};
    picture_->set(marks);
    const bool moves_origin = held_ && held_->galaxy == 0 && held_->handle == Handle::nucleus;
    if (!moves_origin) place();
}

void MatchTool::finish() {
    if (!begun_) return;
    begun_->after = picture_->marks();
    finished_ = std::exchange(begun_, std::nullopt);
}

void MatchTool::restore(const std::weak_ptr<MatchPicture>& picture, const PictureMarks& marks) {
    if (!picture_ || picture.lock() != picture_) return;
    picture_->set(marks);
    begun_.reset();
    place();
}

std::optional<MatchTool::Held> MatchTool::handle_at(const View& view, glm::vec2 pointer, float scale) const {
    std::optional<Held> nearest;
    float least = handle_radius * scale;
    for (std::size_t g = 0; g < 2; ++g) {
        const auto pixels = handle_pixels(picture_->marks().pair.galaxies[g]);
        for (std::size_t h = 0; h < pixels.size(); ++h) {
            const auto place = pixel_of(view, placement_.world(pixels[h]));
            if (!place || glm::distance(*place, pointer) > least) continue;
            least = glm::distance(*place, pointer);
            nearest = Held{g, static_cast<Handle>(h)};
        }
    }
    return nearest;
}

void MatchTool::press(const View& view, glm::vec2 pointer, float scale) {
    const auto pixel = pixel_under(view, pointer, placement_);
    if (!pixel) return;
    pressed_at_ = pointer;
    has_moved_ = false;
    if (mouse == MatchMouse::galaxies) held_ = handle_at(view, pointer, scale);
    const glm::dvec2 size = picture_->size();
    if (pixel->x < 0 || pixel->y < 0 || pixel->x > size.x || pixel->y > size.y) return;
    if (mouse == MatchMouse::mask) new_circle_ = MaskCircle{*pixel, mask_radius};
    if (mouse == MatchMouse::scale_bar) {
        bar_ = MeasuredBar{*pixel, *pixel};
        draws_bar_ = true;
    }
}

void MatchTool::drag(glm::dvec2 pixel) {
    if (held_) move(*held_, pixel);
    if (new_circle_) new_circle_->radius = std::max(1.0, glm::distance(pixel, new_circle_->center));
    if (draws_bar_) bar_->to = pixel;
}

// Moves a handle without a completed edit.
void MatchTool::move(const Held& held, glm::dvec2 pixel) {
    constexpr double least_axis = 1;
    PictureMarks marks = picture_->marks();
    ObservedGalaxy& galaxy = marks.pair.galaxies[held.galaxy];
    const glm::dvec2 arm = pixel - galaxy.nucleus;
    const char* name = "move the nucleus";
    if (held.handle == Handle::nucleus) {
        const PicturePlacement before = placement_of(marks.pair, marks.is_mirrored);
        galaxy.nucleus = glm::clamp(pixel, glm::dvec2{0}, picture_->size());
        const auto& galaxies = marks.pair.galaxies;
        if (glm::distance(galaxies[0].nucleus, galaxies[1].nucleus) < least_axis) return;
        set_separation(marks.pair, before);
    } else {
        name = "change the ellipse";
        if (held.handle == Handle::major_axis) {
            galaxy.semi_major = std::max({glm::length(arm), galaxy.semi_minor, least_axis});
            const double degrees = glm::degrees(std::atan2(-arm.x, -arm.y));
            galaxy.position_angle = degrees < 0 ? degrees + 180 : degrees;
        } else {
            const double across = std::abs(glm::dot(arm, minor_direction(galaxy)));
            galaxy.semi_minor = std::clamp(across, least_axis, galaxy.semi_major);
        }
    }
    continue_edit(fmt::format("{} of galaxy {}", name, held.galaxy + 1), marks);
}

void MatchTool::release() {
    if (held_) finish();
    if (new_circle_) {
        PictureMarks marks = picture_->marks();
        const auto former = circle_at(marks.mask, new_circle_->center);
        const bool removes = former && !has_moved_;
        if (removes)
            marks.mask.circles.erase(marks.mask.circles.begin() + static_cast<std::ptrdiff_t>(*former));
        else
            marks.mask.circles.push_back(*new_circle_);
        edit(removes ? "remove a circle of the mask" : "add a circle to the mask", marks);
    }
    if (draws_bar_ && !has_moved_) bar_.reset();
    held_.reset(), new_circle_.reset();
    draws_bar_ = false;
    place();
}

Input MatchTool::take(const Input& input, const View& view, float scale) {
    if (!picture_ || !is_on_) return input;
    if (input.left_pressed) press(view, *input.left_pressed, scale);
    if (!holds()) return input;
    has_moved_ |= glm::distance(input.pointer, pressed_at_) > longest_match_click;
    if (const auto pixel = pixel_under(view, input.pointer, placement_); pixel && has_moved_) drag(*pixel);
    if (!input.left_held) release();
    return input.without_left_drag();
}

void MatchTool::advance(LoadedScene& loaded, double seconds) {
    if (!picture_) return;
    const bool has_news = picture_->advance(holds() || begun_);
    overlay.advance(*picture_, placement_, loaded, has_news, seconds);
    if (search.advance()) gallery.note_change(search.state().models);
}

void MatchTool::draw_marks(const OverlayPainter& painter) {
    handles_.clear();
    if (!picture_) return;
    overlay.draw_contours(painter, *picture_, placement_);
    if (!is_on_ || !overlay.shows_picture()) return;
    const PictureMarks& marks = picture_->marks();
    const auto circle = [&](const glm::dvec2& center, glm::dvec2 a, glm::dvec2 b, const glm::vec4& color, float width) {
        constexpr int sides = 64;
        for (int i = 0; i < sides; ++i) {
            const auto point = [&](int step) {
                const double angle = 2 * std::numbers::pi * step / sides;
                return placement_.world(center + std::cos(angle) * a + std::sin(angle) * b);
            };
            painter.world_line(point(i), point(i + 1), color, width);
        }
    };
    for (std::size_t g = 0; g < 2; ++g) {
        const ObservedGalaxy& galaxy = marks.pair.galaxies[g];
        circle(galaxy.nucleus, galaxy.semi_major * major_direction(galaxy), galaxy.semi_minor * minor_direction(galaxy),
               galaxy_color, 1.5f);
        const auto pixels = handle_pixels(galaxy);
        constexpr std::array handle_names{"nucleus", "major", "minor"};
        for (std::size_t h = 0; h < pixels.size(); ++h)
            if (const auto place = pixel_of(painter.view(), placement_.world(pixels[h]))) {
                painter.circle(*place, h == 0 ? 5 : 4, galaxy_color, h == 0 ? 2 : 1.5f);
                handles_[fmt::format("{} {}", handle_names[h], g + 1)] = *place;
                if (h == 0) painter.text(*place + 7.0f * painter.scale(), std::to_string(g + 1), galaxy_color);
            }
    }
    std::vector<MaskCircle> circles = marks.mask.circles;
    if (new_circle_) circles.push_back(*new_circle_);
    for (const MaskCircle& masked : circles)
        circle(masked.center, {masked.radius, 0}, {0, masked.radius}, mask_color, 1.2f);
    if (bar_ && mouse == MatchMouse::scale_bar)
        painter.world_line(placement_.world(bar_->from), placement_.world(bar_->to), bar_color, 2);
}

}  // namespace milkomeda
