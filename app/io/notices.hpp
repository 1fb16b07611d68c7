// Lines that a person should see for a while: a screenshot's name, a file that could not be read, what a key
// has just changed.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "app/io/log.hpp"
#include "data/base/build_error.hpp"

namespace milkomeda {

class Notices {
  public:
    void add(const std::string& line) {
        log_info(line);
        lines_.push_back({line});
    }
    // What happens in the scene: for a short while, and not in the log.
    void tell(const std::string& line) { lines_.push_back({line, 4}); }
    // One that a compiler's log belongs to.
    void add(const BuildError& error) {
        log_lines(error.what());
        lines_.push_back({error.what()});
    }
    // What a key has changed: for a short while, in the place of the last one, and not in the log.
    void flash(const std::string& line) { flash_ = {line, 2}; }
    // One that stays before all others for as long as it is not empty.
    void keep(const std::string& line) { kept_ = line; }
    // The lines that are still to be shown, oldest first.
    std::vector<std::string> lines() const {
        std::vector<std::string> fresh;
        if (!kept_.empty()) fresh.push_back(kept_);
        for (const Line& line : lines_) fresh.push_back(line.text);
        if (!flash_.text.empty()) fresh.push_back(flash_.text);
        return fresh;
    }
    bool show(const std::string& line) const { return std::ranges::count(lines(), line) > 0; }
    // They have been seen for so long. A frame that takes longer than a moment counts as one, so that nothing
    // passes unseen behind a stall.
    void advance(double seconds) {
        constexpr double moment_seconds = 0.5;
        const double seen = std::min(seconds, moment_seconds);
        for (Line& line : lines_) line.remaining_seconds -= seen;
        std::erase_if(lines_, [](const Line& line) { return line.remaining_seconds <= 0; });
        flash_.remaining_seconds -= seen;
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
