#include "app/commands/commands.hpp"
#include "app/io/log.hpp"

namespace milkomeda {

int list_commands_without_display() {
    std::string lines =
        "no window can be opened (neither DISPLAY nor WAYLAND_DISPLAY is set); without a display there are\n";
    for (const CommandText& command : command_texts()) {
        if (command.is_program()) continue;
        std::string line = "    milkomeda " + command.name;
        line.resize(24, ' ');
        lines += line + command.help + "\n";
    }
    log_lines(lines +
              "milkomeda COMMAND --help lists its options; milkomeda render -o video.mp4 makes a video of "
              "the collision.");
    return 1;
}

}  // namespace milkomeda
