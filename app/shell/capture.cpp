#include "app/shell/capture.hpp"

#include <utility>

#include "app/io/output_file.hpp"
#include "app/io/picture_file.hpp"
#include "data/text/error_message.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {

void Capture::register_commands(CommandRegistry& registry) {
    video.register_commands(registry);
    recording.register_commands(registry);
    registry.add(
        {Menu::file, 120, "Take a screenshot", "F12", "saves the picture, without panels, in the current folder"},
        {.act = [this] {
            request_screenshot(name_by_time(".png"),
                               [this](const std::filesystem::path& file, const std::string& error) {
                                   if (!error.empty()) return screen_.notices.fail(error);
                                   screen_.notices.add("saved the screenshot " + file.string());
                               });
        }});
}

void Capture::take_picture(const glm::ivec2& pixels, const Camera& camera) try {
    Image picture = read_framebuffer(pixels.x, pixels.y);
    for (const Screenshot& screenshot : std::exchange(screenshots_, {})) write(screenshot, picture);
    video.add(std::move(picture), camera);
} catch (const std::exception& error) {
    give_up_screenshots(message_of(error));
    screen_.show_error(error);
}

void Capture::write(const Screenshot& screenshot, const Image& picture) try {
    const std::filesystem::path file = write_picture(screenshot.file, picture, {}, Existing::kept);
    screen_.trace.event("screenshot", {{"file", file.string()}});
    screenshot.then(file, "");
} catch (const std::exception& error) {
    screenshot.then({}, message_of(error));
}

void Capture::give_up_screenshots(const std::string& why) {
    for (const Screenshot& screenshot : std::exchange(screenshots_, {})) screenshot.then({}, why);
}

}  // namespace milkomeda
