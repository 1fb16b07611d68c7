#include "app/shell/capture.hpp"

#include <utility>

#include "app/io/output_file.hpp"
#include "app/io/picture_file.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {

void Capture::register_commands(CommandRegistry& registry) {
    video.register_commands(registry);
    recording.register_commands(registry);
    registry.add(
        {Menu::file, 120, "Take a screenshot", "F12", "saves the picture, without panels, in the current folder"},
        {.act = [this] { wants_screenshot_ = true; }});
}

void Capture::take_picture(const glm::ivec2& pixels, const Camera& camera) try {
    Image picture = read_framebuffer(pixels.x, pixels.y);
    if (std::exchange(wants_screenshot_, false)) {
        const std::string file = write_picture(name_by_time(".png"), picture, {}, Existing::kept).string();
        screen_.notices.add("saved the screenshot " + file);
        screen_.trace.event("screenshot", {{"file", file}});
    }
    video.add(std::move(picture), camera);
} catch (const std::exception& error) {
    wants_screenshot_ = false;
    screen_.show_error(error);
}

}  // namespace milkomeda
