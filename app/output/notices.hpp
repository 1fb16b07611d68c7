// Lines that a person should see for a while: a screenshot's name, a file that could not be read, what a key
// has just changed.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "app/output/log.hpp"
#include "data/base/build_error.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

class Notices {
  public:
    void add(const std::string& line) {
        log_info(line);
        lines_.push_back({line, Clock::now()});
    }
    // One that a compiler's log belongs to.
    void add(const BuildError& error) {
        log_lines(error.what());
        lines_.push_back({error.what(), Clock::now()});
    }
    // What a key has changed: for a short while, in the place of the last one, and not in the log.
    void flash(const std::string& line) { flash_ = {line, Clock::now()}; }
    // One that stays before all others for as long as it is not empty.
    void keep(const std::string& line) { kept_ = line; }
    // The lines that are still to be shown, oldest first.
    std::vector<std::string> lines() const {
        constexpr std::chrono::seconds lifetime{8}, lifetime_of_flash{2};
        std::vector<std::string> fresh;
        if (!kept_.empty()) fresh.push_back(kept_);
        for (const Line& line : lines_)
            if (Clock::now() - line.since < lifetime) fresh.push_back(line.text);
        if (!flash_.text.empty() && Clock::now() - flash_.since < lifetime_of_flash)
            fresh.push_back(flash_.text);
        return fresh;
    }

  private:
    struct Line {
        std::string text;
        Clock::time_point since;
    };
    std::vector<Line> lines_;
    Line flash_;
    std::string kept_;
};

}  // namespace milkomeda
