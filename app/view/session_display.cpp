// The display may go at any time: what a person made is kept with what needs neither it, nor OpenGL, nor the
// device, which may never answer again.
#include "app/output/log.hpp"
#include "app/view/session.hpp"
#include "data/base/units.hpp"

namespace milkomeda {

// It says what is kept before it does what can take long.
void Session::keep_without_display() {
    tour_.end();
    std::string line = "the display is gone";
    if (keep_settings()) line += "; settings are kept";
    if (const auto time = auto_save_.finish_at_once(loaded_.motion(), hold_, notices_, trace_))
        line += (line.ends_with("kept") ? ", and the run as it was at " : "; the run is kept as it was at ") +
                format_time(*time);
    log_error(line);
    finish_without_display();
}

void Session::finish_without_display() {
    state_writer_.finish_writing(notices_, trace_);
    tell(recorder_.finish());
    if (film_.recording()) end_film();
    tell(film_.finish());
}

}  // namespace milkomeda
