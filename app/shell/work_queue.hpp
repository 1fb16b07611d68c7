// Queue of work that takes longer than a frame. A notice is shown for one frame before the work runs.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace milkomeda {

struct AnnouncedWork {
    std::string notice;           // notice shown until the work begins, such as "loading m51 ..."
    bool needs_step_end = false;  // true if the work must run between two steps, while the run is paused
    std::function<void()> run;
};

class WorkQueue {
  public:
    // Appends work to the queue. Work with needs_step_end == false replaces all waiting work of this kind,
    // because only the user's last request counts.
    void add(AnnouncedWork work);

    bool empty() const { return entries_.empty(); }
    bool has(const std::string& notice) const;
    // True if the first entry needs the end of a step: the run must stay there until the work is done.
    bool needs_step_end() const { return !empty() && entries_.front().work.needs_step_end; }
    // Removes all work that needs a step end. Must be called when the bodies of the run were replaced.
    void drop_step_work();

    // Returns the notice of the first entry, which the caller must show in this frame; may be empty.
    std::string notice_to_show();
    // Must be called after a frame was presented. Marks the notice drawn in that frame as seen.
    void note_presented();
    // Removes and returns the first entry if its notice has been seen and its needs_step_end equals
    // `at_step_end`; otherwise empty.
    std::optional<AnnouncedWork> take(bool at_step_end);

  private:
    enum class Stage { waiting, drawn, seen };  // stage of the notice
    struct Entry {
        AnnouncedWork work;
        Stage stage = Stage::waiting;
    };
    std::deque<Entry> entries_;
};

}  // namespace milkomeda
