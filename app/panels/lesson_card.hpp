// The card of a lesson over the picture: the present step with its checks, and the buttons Back, Next, Hint and Print.
#pragma once

#include <optional>
#include <string>

#include "app/panels/thumbnails.hpp"
#include "app/ui/area.hpp"
#include "app/ui/widgets.hpp"
#include "data/lesson/lesson_progress.hpp"

namespace milkomeda {

inline constexpr const char* lesson_title = "Lesson";

// Requests of the user that the card cannot carry out itself.
enum class LessonRequest {
    none,
    restart,  // load the scene of the lesson again
    print,    // write the lesson to a file for printing
    close,    // end the lesson
};

class LessonCard {
  public:
    LessonCard(const ThumbnailOptions& options, const Assets& assets) : options_{options}, assets_{assets} {}

    // Draws the card in the area `free`, and moves between the steps of the lesson. Returns the
    // request of the user. `source`: the loaded scene or file.
    LessonRequest draw(Widgets& widgets, LessonProgress& progress, const std::string& source, const Area& free);
    void close();  // must be called when the lesson ends

    bool is_busy() const { return thumbnails_ && thumbnails_->is_busy(); }  // true while a picture is being drawn

  private:
    void picture(const std::string& name);
    void picture_of_scene(const std::string& scene);
    void picture_of_file(const std::string& file);
    LessonRequest buttons(Widgets& widgets, LessonProgress& progress) const;

    ThumbnailOptions options_;
    const Assets& assets_;
    std::optional<Thumbnails> thumbnails_;      // empty until a lesson shows a picture
    std::vector<SceneCard> cards_;              // card of the scene in the lesson's picture; empty without a scene
    std::optional<PictureTexture> photograph_;  // picture from a PNG file; empty if the lesson shows no file
    std::string trouble_;                       // reason why the picture of a file cannot be shown
    float width_of_area_ = 0;                   // of the last draw(); 0 if the card has no place yet
};

}  // namespace milkomeda
