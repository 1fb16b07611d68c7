// Messages that the window shows for a few seconds, such as the name of a screenshot, a file that cannot be
// read, or a setting that was changed by a key.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "app/io/log.hpp"
#include "data/base/build_error.hpp"

namespace milkomeda {

class Notices {
  public:
    // Shows a line for 8 seconds, and logs the line.
    void add(const std::string& line) {
        log_info(line);
        lines_.push_back({line});
    }
    // Shows a line about a scene event for 4 seconds without logging the line.
    void tell(const std::string& line) { lines_.push_back({line, 4}); }
    // Shows a build error of a kernel or shader for 8 seconds, and logs the error with the compiler's messages.
    void add(const BuildError& error) {
        log_lines(error.what());
        lines_.push_back({error.what()});
    }
    // Shows a line about a changed setting for 2 seconds, in place of the previous such line. Does not log it.
    void flash(const std::string& line) { flash_ = {line, 2}; }
    // Shows `line` above all other lines until the next call. An empty `line` removes the line.
    void keep(const std::string& line) { kept_ = line; }
    // Returns the visible lines, oldest first.
    std::vector<std::string> lines() const {
        std::vector<std::string> visible;
        if (!kept_.empty()) visible.push_back(kept_);
        for (const Line& line : lines_) visible.push_back(line.text);
        if (!flash_.text.empty()) visible.push_back(flash_.text);
        return visible;
    }
    bool show(const std::string& line) const { return std::ranges::count(lines(), line) > 0; }
    // Reduces the remaining time of each line by the duration of a frame. At most half a second of a frame
    // counts, so that no line disappears during a stall.
    void advance(double frame_seconds) {
        const double seconds = std::min(frame_seconds, 0.5);
        for (Line& line : lines_) line.remaining_seconds -= seconds;
        std::erase_if(lines_, [](const Line& line) { return line.remaining_seconds <= 0; });
        flash_.remaining_seconds -= seconds;
        if (flash_.remaining_seconds <= 0) flash_.text.clear();
    }

  private:
    struct Line {
        std::string text;
        double remaining_seconds = 8;
    };
    std::vector<Line> lines_;
    Line flash_;
    std::string kept_;
};

}  // namespace milkomeda
