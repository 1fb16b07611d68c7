// Messages that the window shows for a few seconds, such as the name of a screenshot, a file that cannot be
// read, or a setting that was changed by a key.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/io/log.hpp"
#include "data/base/build_error.hpp"
#include "data/base/names.hpp"

namespace milkomeda {

// Kind of a notice, which determines its color: a note reports what the program has done, a hint says what the user can
// do, and an error reports a failure.
enum class NoticeKind { note, hint, error };
template <>
inline constexpr std::array<std::string_view, 3> names<NoticeKind>{"note", "hint", "error"};

struct Notice {
    std::string text;
    NoticeKind kind = NoticeKind::note;
};

class Notices {
  public:
    // add(), hint() and fail() show a note, a hint or an error, and log the line.
    void add(const std::string& line) { show_and_log({line}); }
    void hint(const std::string& line) { show_and_log({line, NoticeKind::hint}); }
    void fail(const std::string& line) { show_and_log({line, NoticeKind::error}); }
    // Shows a build error of a kernel or shader, and logs the error with the compiler's messages.
    void fail(const BuildError& error) {
        log_lines(error.what());
        lines_.push_back({{error.what(), NoticeKind::error}, error_seconds});
    }
    // Shows a line without logging it, for example about a milestone of the scene.
    void tell(const std::string& line) { lines_.push_back({{line}, seconds}); }
    // Shows a line about a command or a changed setting, in place of the line of the previous flash(). Does not log the
    // line.
    void flash(const std::string& line) { flash_ = {{line}, seconds}; }
    // Shows `notice` above all other notices until the next call. A notice without text removes the notice of the
    // previous call.
    void keep(const Notice& notice) { kept_ = notice; }
    // Returns the visible notices: the notice of keep(), then lines from the oldest to the newest, then the line of
    // flash().
    std::vector<Notice> visible() const {
        std::vector<Notice> notices;
        if (!kept_.text.empty()) notices.push_back(kept_);
        for (const Line& line : lines_) notices.push_back(line.notice);
        if (!flash_.notice.text.empty()) notices.push_back(flash_.notice);
        return notices;
    }
    // Returns the texts of the visible notices in the order of visible().
    std::vector<std::string> lines() const {
        std::vector<std::string> texts;
        for (const Notice& notice : visible()) texts.push_back(notice.text);
        return texts;
    }
    // Returns the texts of the visible hints and errors of hint() and fail().
    std::vector<std::string> troubles() const {
        std::vector<std::string> texts;
        for (const Line& line : lines_)
            if (line.notice.kind != NoticeKind::note) texts.push_back(line.notice.text);
        return texts;
    }
    bool show(const std::string& line) const { return std::ranges::count(lines(), line) > 0; }
    // Reduces the remaining time of each line by the duration of a frame. At most half a second of a frame
    // counts, so that no line disappears during a stall.
    void advance(double frame_seconds) {
        const double counted = std::min(frame_seconds, 0.5);
        for (Line& line : lines_) line.remaining_seconds -= counted;
        std::erase_if(lines_, [](const Line& line) { return line.remaining_seconds <= 0; });
        flash_.remaining_seconds -= counted;
        if (flash_.remaining_seconds <= 0) flash_.notice.text.clear();
    }

    // Display times of notices in seconds; errors stay longer, because they say how to repair the failure.
    static constexpr double seconds = 3, error_seconds = 8;

  private:
    struct Line {
        Notice notice;
        double remaining_seconds = 0;
    };
    void show_and_log(const Notice& notice) {
        log_info(notice.text);
        lines_.push_back({notice, notice.kind == NoticeKind::error ? error_seconds : seconds});
    }

    std::vector<Line> lines_;
    Line flash_;
    Notice kept_;
};

}  // namespace milkomeda
