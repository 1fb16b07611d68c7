// The mouse tool that marks galaxies, stars and the scale bar in a picture.
#pragma once

#include <filesystem>
#include <functional>
#include <glm/glm.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/tools/confirm_status.hpp"
#include "app/tools/match_gallery.hpp"
#include "app/tools/match_overlay.hpp"
#include "app/ui/input.hpp"
#include "app/viewport/galaxy_framing.hpp"

namespace milkomeda {

enum class MatchMouse {
    galaxies,   // drags nuclei and the handles of ellipses
    mask,       // clicks add and remove circles, drags add a circle of any size
    scale_bar,  // a drag marks a length
};
template <>
inline constexpr std::array<std::string_view, 3> names<MatchMouse>{"galaxies", "mask", "scale bar"};

// A finished change of the marks, which undo can revert.
struct MatchEdit {
    std::string name;  // such as "move the nucleus of galaxy 1"
    PictureMarks before, after;
    std::weak_ptr<MatchPicture> picture;
};

// The scale bar of the picture, along which the mouse was dragged.
struct MeasuredBar {
    glm::dvec2 from{0}, to{0};  // pixels
    double pixels() const { return glm::length(to - from); }
};

class MatchTool {
  public:
    explicit MatchTool(const Assets& assets) : overlay{assets}, search{assets} {}

    // The mouse marks the picture while the tool is on. The picture stays visible while the tool is off.
    bool is_on() const { return is_on_; }
    void choose(bool is_on);
    void toggle() { choose(!is_on_); }
    // Removes the scale bar, or switches the tool off. Returns false if the tool was off.
    bool cancel();

    // Opens a picture; see MatchPicture. Throws FileError and keeps the present picture.
    void open(const std::filesystem::path& file, const std::filesystem::path& pair_file);
    void open(std::shared_ptr<MatchPicture> picture);
    // Reads the description of a pair as an edit; see MatchPicture. Throws FileError.
    void read_pair(const std::filesystem::path& file);
    void close();
    // The picture, or null.
    MatchPicture* picture() { return picture_.get(); }
    const MatchPicture* picture() const { return picture_.get(); }
    // The place of the picture in the world. While the mouse moves nucleus 1, the picture stays in its place.
    const PicturePlacement& placement() const { return placement_; }
    // Moves the nucleus of galaxy 1 to a place in the world.
    void place_at(const glm::vec3& origin);

    // Marks what the mouse drags or clicks. Returns the input that the tool has not used. `scale`: scale of the user
    // interface.
    Input take(const Input& input, const View& view, float scale);
    // Must be called once a frame.
    void advance(LoadedScene& loaded, double seconds);
    bool is_busy() const {
        return picture_ && (picture_->is_busy() || overlay.is_busy() || overlay.holds_picture || search.is_running());
    }

    // Changes the marks as one edit that undo reverts. Throws std::invalid_argument if the marks are impossible.
    void edit(const std::string& name, const PictureMarks& marks);
    // Begins or continues an edit, as while a slider moves.
    void continue_edit(const std::string& name, const PictureMarks& marks);
    // Completes an edit that continue_edit() has begun.
    void finish();
    // Replaces the marks of a picture without an edit, to undo and redo. Does nothing if the picture is closed.
    void restore(const std::weak_ptr<MatchPicture>& picture, const PictureMarks& marks);
    // Returns the newest finished edit once.
    std::optional<MatchEdit> take_edit() { return std::exchange(finished_, std::nullopt); }

    // Draws nuclei, ellipses, circles, contours and the scale bar over the picture.
    void draw_marks(const OverlayPainter& painter);
    // Places of the handles in the view, by name, at the last call of draw_marks(). Tests use them.
    const std::map<std::string, glm::vec2>& handles() const { return handles_; }
    const std::optional<MeasuredBar>& scale_bar() const { return bar_; }

    MatchMouse mouse = MatchMouse::galaxies;
    double mask_radius = 12;  // pixels, of circles that a click adds
    MatchOverlay overlay;
    RigidGalaxy rigid_galaxies = RigidGalaxy::archive;  // of the next search
    MatchSearch search;
    MatchGallery gallery;
    ConfirmStatus confirming;

  private:
    enum class Handle { nucleus, major_axis, minor_axis };
    struct Held {
        std::size_t galaxy = 0;
        Handle handle = Handle::nucleus;
    };
    std::optional<Held> handle_at(const View& view, glm::vec2 pointer, float scale) const;
    void press(const View& view, glm::vec2 pointer, float scale);
    void drag(glm::dvec2 pixel);
    void release();
    void move(const Held& held, glm::dvec2 pixel);
    bool holds() const { return held_ || new_circle_ || draws_bar_; }
    void place();

    bool is_on_ = false;
    std::shared_ptr<MatchPicture> picture_;
    glm::vec3 origin_{0};
    PicturePlacement placement_;
    std::optional<Held> held_;
    std::optional<MaskCircle> new_circle_;
    bool draws_bar_ = false;
    std::optional<MeasuredBar> bar_;
    glm::vec2 pressed_at_{0};
    bool has_moved_ = false;  // true once the pointer has moved away from the press
    std::optional<MatchEdit> begun_, finished_;
    std::map<std::string, glm::vec2> handles_;
};

// Sets the scale of the picture and keeps the rotation and the parity. Throws std::invalid_argument if the scale is
// not larger than 0.
void set_kpc_per_pixel(PictureMarks& marks, double kpc);
// Sets the rotation of the model in the picture in degrees, counterclockwise, and keeps the scale.
void set_rotation(PictureMarks& marks, double degrees);
// Sets the parity and keeps scale and rotation.
void set_mirrored(PictureMarks& marks, bool is_mirrored);
// Sets the angular scale and the distance. If both are known (larger than 0), they set the scale in kpc per pixel.
void set_distance(PictureMarks& marks, double arcseconds_per_pixel, double megaparsecs);

// Returns a camera in the direction z that sees the whole picture. `free`: the part of the picture that panels leave
// free.
Camera sky_camera(const MatchPicture& picture, const PicturePlacement& placement, const FreeView& free);

}  // namespace milkomeda
